from __future__ import annotations

from cli.files.own_key import find_identity, find_or_make_identity
from cli.paths import key_file
from protocol.faults import Code
from tests import systems


def test_without_a_key_it_says_how_to_make_one(run):
    ended = run("key")
    assert (ended.code, ended.out) == (1, "")
    assert "'p2pcards key --new' makes one" in ended.err
    assert not key_file().exists()


def test_a_new_key_is_made_once_and_then_shown(run):
    made = run("key", "--new")
    assert (made.code, made.out.splitlines()[0]) == (0, "A new key is made.")
    assert run("key").out == made.out.partition("\n")[2]
    again = run("key", "--new")
    assert again.code == 1
    assert "nothing is changed" in again.err
    assert run("key").out == made.out.partition("\n")[2]


@systems.needs_modes
def test_the_file_is_its_owners_alone(run):
    run("key", "--new")
    assert key_file().stat().st_mode & 0o777 == 0o600


def test_json_has_the_same(run):
    identity, _ = find_or_make_identity()
    told = run("key", "--json").document
    assert told["format"] == "p2pcards-key/1"
    assert told["public"] == identity.public.hex()
    assert (len(told["words"]), len(told["fingerprint"])) == (3, 8)
    assert told["path"] == str(key_file())


def test_the_secret_is_never_printed(run):
    identity, _ = find_or_make_identity()
    for words in (["key"], ["key", "--json"]):
        ended = run(*words)
        assert identity.seed.hex() not in ended.out + ended.err


@systems.needs_modes
def test_a_key_that_others_may_read_is_refused_with_what_to_do(run):
    find_or_make_identity()
    key_file().chmod(0o644)
    for words in (["key"], ["key", "--new"]):
        ended = run(*words)
        assert ended.code == 1
        assert "others may read or write it (mode 644)" in ended.err
        assert f"chmod 600 {key_file()}" in ended.err


@systems.needs_modes
def test_what_is_refused_has_its_code_for_programs(run):
    find_or_make_identity()
    key_file().chmod(0o644)
    ended = run("key", "--json")
    assert ended.document == {
        "format": "p2pcards-error/1",
        "fault": {
            "code": str(Code.FILE_OPEN_TO_OTHERS),
            "values": [str(key_file()), 0o644],
            "because": None,
        },
        "exit_code": ended.code,
    }
    assert "others may read or write it" in ended.err


def test_a_file_that_holds_no_key_is_refused(run):
    key_file().parent.mkdir(parents=True)
    key_file().write_text("no key")
    key_file().chmod(0o600)
    ended = run("key")
    assert ended.code == 1
    assert "holds no key" in ended.err


def test_a_folder_in_its_place_is_refused(run):
    key_file().mkdir(parents=True)
    assert run("key").code == 1


def test_a_place_that_cannot_be_written_is_refused(run, home):
    home.touch()
    ended = run("key", "--new")
    assert ended.code == 1
    assert "cannot be written" in ended.err


def test_there_is_nothing_to_find_at_first():
    assert find_identity() is None
