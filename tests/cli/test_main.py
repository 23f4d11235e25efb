from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

import cli.main
from cli.errors import CommandError, ExitCode
from p2pcards.__main__ import main as door
from tests import systems

ROOT = Path(cli.main.__file__).parent.parent


def command(monkeypatch, ending):
    """Make `rules` a command that ends by raising `ending`, or with it as its code."""

    def run(args):
        if isinstance(ending, BaseException):
            raise ending
        return ending

    module = types.SimpleNamespace(add_arguments=lambda _: None, run=run)
    monkeypatch.setitem(sys.modules, "cli.commands.about.rules", module)


def test_help_lists_every_command(run):
    ended = run("--help")
    assert ended.code == 0
    for name in cli.main.COMMANDS:
        assert f"\n    {name}" in ended.out


def test_help_of_every_command_is_ascii_and_names_its_arguments(run):
    for name in ("simulate", "audit", "replay", "rules", "key", "peers", "doctor", "bench"):
        ended = run(name, "--help")
        assert ended.code == 0
        assert ended.out.isascii()
        assert "--json" in ended.out


def test_version_is_the_distributions(run):
    assert run("--version").out == f"p2pcards {cli.__version__}\n"


@pytest.mark.parametrize("words", [[], ["nonsense"], ["simulate"], ["rules", "azi", "--nonsense"]])
def test_a_usage_error_ends_with_2_and_tells_the_usage(run, words):
    ended = run(*words)
    assert ended.code == 2
    assert ended.err.startswith("usage: p2pcards")


def test_a_usage_error_tells_the_usage_of_the_command(run):
    assert run("rules", "azi", "--nonsense").err.startswith("usage: p2pcards rules ")
    assert "unrecognized arguments: --nonsense" in run("rules", "azi", "--nonsense").err


def test_without_a_command_the_first_steps_are_told(run):
    ended = run()
    assert (ended.code, ended.out) == (2, "")
    assert "p2pcards play azi " in ended.err
    assert "    replay " in ended.err


def test_options_are_not_guessed_from_their_beginnings(run):
    assert run("simulate", "azi", "--lo", "x").code == 2


@pytest.mark.heavy
def test_help_imports_nothing_heavy():
    heavy = "{'nacl', 'trio', 'zeroconf', 'msgspec', 'prompt_toolkit', 'platformdirs'}"
    program = (
        "import sys; from cli.main import main; main(['--help']);"
        f"sys.exit(str({heavy} & set(sys.modules)) if {heavy} & set(sys.modules) else 0)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, cwd=ROOT, timeout=60, check=False
    )
    assert ended.returncode == 0, ended.stderr


def test_the_door_can_be_read_by_old_pythons():
    for name in ("__init__", "__main__"):
        source = (ROOT / "p2pcards" / f"{name}.py").read_text("utf-8")
        ast.parse(source, feature_version=(3, 7))
        assert "__future__" in source or name == "__init__"


def test_an_old_python_is_named_in_one_sentence_before_anything_else_is_read(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 10, 9, "final", 0))
    monkeypatch.setitem(sys.modules, "cli", None)  # to import it is an error
    assert door() == 1
    assert capsys.readouterr().err == "p2pcards needs Python 3.11 or newer; this is 3.10.9.\n"


@pytest.mark.parametrize("code", list(ExitCode))
def test_a_commands_own_code_is_the_exit_code(run, monkeypatch, code):
    command(monkeypatch, code)
    assert run("rules").code == code


@pytest.mark.parametrize("code", [1, 2, 3, 4])
def test_a_command_error_is_its_sentence_and_its_code(run, monkeypatch, code):
    command(monkeypatch, CommandError("The table is gone.", ExitCode(code)))
    ended = run("rules")
    assert (ended.code, ended.out, ended.err) == (code, "", "The table is gone.\n")


def test_an_error_inside_nurseries_is_found(run, monkeypatch):
    inner = ExceptionGroup("", [CommandError("No answer.", ExitCode.NETWORK)])
    command(monkeypatch, ExceptionGroup("", [inner]))
    ended = run("rules")
    assert (ended.code, ended.err) == (4, "No answer.\n")


def test_an_interrupt_ends_with_130(run, monkeypatch):
    command(monkeypatch, KeyboardInterrupt())
    ended = run("rules")
    assert (ended.code, ended.err) == (130, "Stopped.\n")


def test_an_unexpected_error_is_one_sentence_and_a_file(run, monkeypatch, home):
    command(monkeypatch, ZeroDivisionError("by zero"))
    ended = run("rules")
    crash = home / "state" / "crash.txt"
    assert ended.code == 1
    assert ended.err.count("\n") == 1
    assert "ZeroDivisionError: by zero" in ended.err
    assert str(crash) in ended.err
    assert crash.read_text("utf-8").startswith("Traceback")


@pytest.mark.skipif(sys.platform == "win32", reason="permission bits are made up there")
def test_a_traceback_is_for_its_owner_alone_and_follows_no_link(run, monkeypatch, home, tmp_path):
    (home / "state").mkdir(parents=True)
    (tmp_path / "elsewhere").write_text("mine")
    crash = home / "state" / "crash.txt"
    crash.symlink_to(tmp_path / "elsewhere")
    command(monkeypatch, ZeroDivisionError("by zero"))
    run("rules")
    assert crash.lstat().st_mode & 0o7777 == 0o600
    assert (tmp_path / "elsewhere").read_text() == "mine"


def test_where_no_crash_file_can_be_written_the_sentence_says_so(run, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("P2PCARDS_HOME", str(tmp_path / "file"))
    command(monkeypatch, ZeroDivisionError())
    ended = run("rules")
    assert ended.code == 1
    assert "its traceback could not be written" in ended.err


def test_an_error_text_from_afar_cannot_steer_the_terminal(run, monkeypatch):
    command(monkeypatch, CommandError("bad \x1b[31mname\u202e."))
    assert run("rules").err == "bad ?[31mname?.\n"


# --- in a process of its own: the terminal's own troubles ----------------------------------------


@pytest.mark.heavy
def test_python_dash_m_p2pcards_is_the_command(spawn):
    ended = spawn("--version")
    assert (ended.returncode, ended.stdout) == (0, f"p2pcards {cli.__version__}\n")


@pytest.mark.heavy
@pytest.mark.parametrize("name", ["cli", "protocol"])
@pytest.mark.parametrize("content", ["", "import a_library_that_is_not_here"])
def test_another_package_in_the_place_of_ours_is_one_sentence(spawn, tmp_path, name, content):
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text(content)
    ended = spawn("rules", "azi", env={"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}, cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith(f"Another package called '{name}' hides the one of p2pcards (")
    assert ended.stderr.count("\n") == 1


@pytest.mark.heavy
def test_a_reader_that_stops_reading_ends_it_quietly_with_141(spawn):
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as pipe:
        ended = spawn("rules", "azi", stdout=pipe)
    assert (ended.returncode, ended.stderr) == (141, "")


@pytest.mark.heavy
@systems.needs_a_full_disk
def test_a_full_disk_under_the_output_is_one_sentence(spawn):
    with open("/dev/full", "wb") as full:
        ended = spawn("rules", "azi", stdout=full)
    assert (ended.returncode, ended.stderr) == (1, "The output failed: the disk is full.\n")


@pytest.mark.heavy
def test_what_says_the_version_loads_no_game_and_no_words_of_one(spawn):
    ended = spawn("--version", env={"PYTHONVERBOSE": "1"})
    assert "import 'cli.output'" in ended.stderr
    loaded = r"import '(p2pcards\.games|cli\.words|cli\.commands|protocol\.table)"
    assert not re.search(loaded, ended.stderr)


@pytest.mark.heavy
@systems.needs_a_full_disk
@pytest.mark.parametrize("is_unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [["--help"], ["--version"], ["rules", "--help"]])
def test_help_that_cannot_be_written_is_no_success(spawn, words, is_unbuffered):
    with open("/dev/full", "wb") as full:
        ended = spawn(*words, stdout=full, env={"PYTHONUNBUFFERED": is_unbuffered})
    assert (ended.returncode, ended.stderr) == (1, "The output failed: the disk is full.\n")


@systems.needs_streams_closed_from_the_start
@pytest.mark.heavy
def test_closed_standard_streams_are_no_trouble(spawn):
    for number in (0, 1, 2):
        ended = spawn("rules", "azi", preexec_fn=lambda closed=number: os.close(closed))
        assert ended.returncode == 0


@pytest.mark.heavy
@systems.needs_locales
def test_a_terminal_without_unicode_gets_letters(spawn, good_log):
    ended = spawn("replay", good_log, "--text", env={"LC_ALL": "C"})
    assert ended.returncode == 0
    assert ended.stdout.isascii()
    assert re.search(r"\b(10|[6789JQKA])[HDS] is turned up", ended.stdout)


@pytest.mark.heavy
def test_a_latin_terminal_gets_letters_too(spawn, good_log):
    ended = spawn("replay", good_log, "--text", env={"PYTHONIOENCODING": "latin-1"})
    assert ended.returncode == 0
    assert ended.stdout.isascii()
