# One command decides whether a change may be committed: `make check` (under two minutes).
PYTHON ?= .venv/bin/python
RUN = $(PYTHON) -m

.PHONY: check lint types layers test slow fuzz vectors manual keys pictures

check: lint types layers test

lint:
	$(RUN) ruff format --check .
	$(RUN) ruff check .

types:
	$(RUN) mypy --platform linux
	$(RUN) mypy --platform darwin
	$(RUN) mypy --platform win32

layers:
	$(PYTHON) -c "import sys; from importlinter.cli import lint_imports_command as lint; sys.argv = ['lint-imports']; lint()"

test:
	$(RUN) pytest -q -n 2 -m "not slow and not lan"

slow:
	$(RUN) pytest -q -n 2 -m "slow and not lan"
	$(RUN) pytest -q -m lan

# Hours; one target alone: `$(RUN) tests.fuzz frames 100000`. Needs the extra `fuzz`.
fuzz:
	$(RUN) tests.fuzz

vectors:
	$(PYTHON) -m tests.vectors.make

manual:
	$(RUN) cli.manual > docs/p2pcards.1

keys:
	$(RUN) cli.screen.key_lists docs/playing.md

# About ten seconds: whole tables are played for them, with every proof.
pictures:
	$(RUN) cli.pictures docs/pictures
