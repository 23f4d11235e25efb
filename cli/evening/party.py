"""Who sits down this evening: a person with a lasting key, or a bot with a key for one evening.

The one rule: what comes after takes a party as it is, and asks only whether a person has to be asked.
"""

from __future__ import annotations

import getpass
from dataclasses import dataclass
from pathlib import Path

from cli import paths, settings
from cli.files.own_key import find_or_make_identity
from p2pcards.engine import AnyGame
from protocol.crypto.identity import Identity
from protocol.crypto.rng import system_rng
from protocol.net.session import BotPlayer
from protocol.wire.names import clean_name


@dataclass(frozen=True, slots=True)
class Party:
    """Who we are this evening.

    Args:
        identity: Our key.
        name: What we are called.
        level: The bot that plays for us; None for a person.
        think_s: How long that bot takes.
        is_ready_at_once: A person who has said on the command line that no question is needed.
        log: Where the log goes; None for the usual place.
        peers: The file of known peers; None for a bot.
    """

    identity: Identity
    name: str
    level: str | None
    think_s: float
    is_ready_at_once: bool
    log: Path | None
    peers: Path | None

    @property
    def is_person(self) -> bool:
        return self.level is None

    def bot(self, game: AnyGame) -> BotPlayer:
        """The bot that plays for us; only for a party that is no person."""
        assert self.level is not None
        return BotPlayer(game.bot(self.level), system_rng, self.think_s)


def own_name(given: str | None) -> str:
    """The name to sit down with: as given, the setting, or the system's name of the user."""
    if given is None:
        given = settings.load().name or None
    if given is None:
        try:
            given = getpass.getuser()
        except (OSError, KeyError):
            given = "player"
    return clean_name(given)


def person(name: str | None, *, is_ready_at_once: bool, log: Path | None) -> Party:
    """The party of the person at this computer."""
    return Party(
        identity=find_or_make_identity()[0],
        name=own_name(name),
        level=None,
        think_s=0.0,
        is_ready_at_once=is_ready_at_once,
        log=log,
        peers=paths.known_peers_file(),
    )


def passing_identity() -> Identity:
    """A key for one visit or one evening: whoever only looks, or watches, is nobody to remember."""
    return Identity.generate(system_rng)


def robot(name: str, level: str, *, think_s: float, log: Path | None) -> Party:
    """A party without a person, with a key for this evening only."""
    return Party(
        identity=passing_identity(),
        name=clean_name(name),
        level=level,
        think_s=think_s,
        is_ready_at_once=True,
        log=log,
        peers=None,
    )
