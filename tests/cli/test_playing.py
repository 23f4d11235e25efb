"""The arguments of the playing commands: defaults fit the game, and limits are the table's."""

from __future__ import annotations

import pytest

from cli import playing
from cli.commands.playing import bot, host, play
from cli.errors import CommandError
from cli.main import make_parser
from p2pcards.games import GAMES

COMMANDS = {"play": play, "host": host, "bot": bot}


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("command", ["host", "bot"])
def test_without_seats_the_table_has_as_many_as_the_game_takes(command, game):
    args = make_parser(command, COMMANDS[command]).parse_args([command, game])
    hosting = playing.hosting_of(args, bots=0, bot_level="normal")
    assert hosting.plan.most == max(GAMES[game].least_seats, min(4, GAMES[game].most_seats))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_play_without_bots_takes_as_many_as_the_game_does(game, monkeypatch):
    opened = []
    monkeypatch.setattr(playing, "run_host", lambda party, hosting, display: opened.append(hosting))
    play.run(make_parser("play", play).parse_args(["play", game]))
    most = max(GAMES[game].least_seats, min(4, GAMES[game].most_seats))
    assert (opened[0].plan.most, opened[0].bots) == (most, most - 1)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_a_deadline_beyond_an_hour_is_refused_before_any_table_opens(command, capsys):
    parser = make_parser(command, COMMANDS[command])
    assert parser.parse_args([command, "azi", "--deadline", "3600"]).deadline == 3600
    with pytest.raises((SystemExit, CommandError)) as refused:
        parser.parse_args([command, "azi", "--deadline", "3601"])
    told = capsys.readouterr().err + str(refused.value)
    assert "from 0 to 3600" in told


@pytest.mark.parametrize("words", ["play azi", "host azi", "join", "watch", "bot azi"])
@pytest.mark.parametrize("name", ["", "  ", "\u200b", "\x1b"])
def test_a_name_that_nobody_could_read_is_refused(run, words, name):
    ended = run(*words.split(), "--name", name)
    assert ended.code == 2
    assert ended.err.startswith(f"{name!r} is no name")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("words", ["play azi", "bot azi"])
def test_a_name_that_would_be_cut_is_refused_in_one_sentence(run, words):
    ended = run(*words.split(), "--name", "A" * 33)
    assert ended.code == 2
    assert ended.err == f"'{'A' * 33}' is too long for a name: it may have 32 characters.\n"
    assert playing.player_name("A" * 32 + " ") == "A" * 32 + " "


def test_any_other_name_is_taken(run):
    assert playing.player_name("?") == "?"
    assert playing.player_name("Ainura \u200b") == "Ainura \u200b"


@pytest.mark.parametrize("words", ["host azi", "join", "watch", "tables", "bot azi"])
def test_an_interface_that_is_not_there_is_refused_and_those_that_are_named(run, words):
    ended = run(*words.split(), "--interface", "foo0")
    assert ended.code == 2
    assert "there is no interface 'foo0' on this machine; there is " in ended.err
    assert "lo (127.0.0.1)" in ended.err


def test_an_interface_is_named_by_its_name_or_its_address():
    assert playing.own_interface("lo") == "lo"
    assert playing.own_interface("127.0.0.1") == "127.0.0.1"
