# One command decides whether a change may be committed: `make check`. While working: `make quick`.
PYTHON ?= .venv/bin/python
RUN = $(PYTHON) -m

.PHONY: check lint types layers quick test slow lan windows zipapp fuzz vectors corpus manual keys pictures

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

# Half a minute on two cores. What it shows at the end wants the mark `heavy`.
quick:
	$(RUN) pytest -q -m "not heavy and not slow and not lan" --durations=5 --durations-min=0.5

test:
	$(RUN) pytest -q

slow:
	$(RUN) pytest -q -m "slow and not lan"

lan:
	$(RUN) pytest -q -n 2 -m lan

# The program with all it needs, in one file, for this system and this Python.
zipapp:
	$(RUN) pip install -q shiv
	mkdir -p dist
	$(dir $(PYTHON))shiv -q --reproducible -c p2pcards -p "/usr/bin/env python3" --constraint .ci/lock.txt -o dist/p2pcards.pyz .

# Windows' own Python under Wine: a LAN evening, and the portable part of the suite (about half an
# hour). Says so where Wine is missing.
windows:
	$(RUN) tests.windows

# Hours; one target alone: `$(RUN) tests.fuzz frames 100000`. Needs the extra `fuzz`.
fuzz:
	$(RUN) tests.fuzz

vectors:
	$(PYTHON) -m tests.vectors.make

# The corpus of conformance again, byte for byte; prints the hash that SPEC §11 has.
corpus:
	$(PYTHON) -m tests.conformance.make

manual:
	$(RUN) cli.tools.manual > docs/p2pcards.1

keys:
	$(RUN) cli.tools.key_lists docs/playing.md

# About ten seconds: whole tables are played for them, with every proof.
pictures:
	$(RUN) cli.pictures docs/pictures
