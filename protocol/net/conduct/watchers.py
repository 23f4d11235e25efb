"""Those who watch at our table: who is admitted, how far each has been told the log, and their talk.

The one rule: they are told what the log holds, and nothing that they say reaches the table.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Final

from protocol.faults import Code, CodedError
from protocol.net.conduct.allowance import Allowance
from protocol.net.conduct.outgoing import PAUSE_S, PORTION
from protocol.net.conduct.wishes import Drop, Pass, ShowAside, Wish
from protocol.net.links.events import LinkDown, MeshEvent, Received
from protocol.wire.codec import BadLine
from protocol.wire.names import clean_name
from protocol.wire.talk import Aside, Catchup, Passed, decode_talk, encode_talk, is_talk

MOST_WATCHERS: Final = 16
"""With the links of all other seats no more than a mesh holds, so that a seat never finds it full."""

CHAT_BURST: Final = 4
CHAT_EVERY_S: Final = 3.0
ALL_CHAT_BURST: Final = 8
ALL_CHAT_EVERY_S: Final = 1.0
"""How much one spectator is heard, and all together: no more than one seat, however many there are."""

_ALL: Final = "all"


class TooManyWatchers(CodedError):
    """As many watch already as the table can serve beside its own seats."""

    def __init__(self) -> None:
        super().__init__(Code.TOO_MANY_WATCHERS)


@dataclass
class _Feed:
    """One of them on one link. `due_s`: when the next portion goes; None while the log is told."""

    told: int = 0
    is_wanted: bool = False
    due_s: float | None = None


class Watchers:
    """See the module's docstring."""

    def __init__(self) -> None:
        self._feeds: dict[bytes, _Feed] = {}
        self._chat = Allowance(CHAT_BURST, CHAT_EVERY_S)
        self._all_chat = Allowance(ALL_CHAT_BURST, ALL_CHAT_EVERY_S)

    def __contains__(self, key: bytes) -> bool:
        return key in self._feeds

    def admit(self, key: bytes, linked: Set[bytes]) -> None:
        """Whoever holds this key gets the log, as soon as it asks on its link.

        Args:
            key: The key.
            linked: Keys to which there is a link; others may have gone, and give their places up.

        Raises:
            TooManyWatchers: There is no room for another.
        """
        if key in self._feeds:
            return
        if len(self._feeds) >= MOST_WATCHERS:
            self._feeds = {known: feed for known, feed in self._feeds.items() if known in linked}
        if len(self._feeds) >= MOST_WATCHERS:
            raise TooManyWatchers
        self._feeds[key] = _Feed()

    def hear(self, event: MeshEvent, now_s: float) -> list[Wish]:
        """What comes from a peer that has no seat; of a stranger nothing counts."""
        feed = self._feeds.get(event.peer)
        match event:
            case LinkDown(peer) if feed is not None:
                self._feeds[peer] = _Feed()  # another link is fed anew
            case Received(peer, payload) if feed is not None and is_talk(payload):
                try:
                    talk = decode_talk(payload)
                except BadLine:
                    return [Drop(peer)]
                if isinstance(talk, Catchup) and not feed.is_wanted:
                    feed.is_wanted = True
                    feed.told = talk.lines
                    feed.due_s = now_s
                elif isinstance(talk, Aside):
                    return self._hear_aside(peer, talk, now_s)
            case _:
                pass  # a spectator has nothing else to say to us
        return []

    def _hear_aside(self, key: bytes, aside: Aside, now_s: float) -> list[Wish]:
        if not self._all_chat.has(_ALL, now_s) or not self._chat.take(key, now_s):
            return []
        self._all_chat.take(_ALL, now_s)
        name = clean_name(aside.name)
        shown = ShowAside(key, name, aside.text)
        if not aside.spread:
            return [shown]
        return [shown, *self.tell(encode_talk(Passed(key, name, aside.text)), but=key)]

    def tell(self, payload: bytes, but: bytes = b"") -> list[Wish]:
        """Talk for all of them who have asked for the log, but this one."""
        wanted = (key for key, feed in self._feeds.items() if feed.is_wanted and key != but)
        return [Pass(key, payload) for key in wanted]

    def hear_stored(self, keep: int, now_s: float) -> None:
        """The log has changed after its first `keep` lines."""
        for feed in self._feeds.values():
            feed.told = min(feed.told, keep)
            if feed.due_s is None and feed.is_wanted:
                feed.due_s = now_s

    def feed(self, lines: Sequence[bytes], now_s: float) -> list[Wish]:
        """The next portions that are due."""
        wishes: list[Wish] = []
        for key, feed in self._feeds.items():
            if feed.due_s is not None and now_s >= feed.due_s:
                portion = _portion(key, feed, lines)
                has_more = bool(portion) and feed.told < len(lines)
                feed.due_s = now_s + PAUSE_S if has_more else None
                wishes += portion
        return wishes

    def feed_last(self, lines: Sequence[bytes]) -> list[Wish]:
        """One portion more for each, whether it is due or not: we are about to go."""
        return [wish for key, feed in self._feeds.items() for wish in _portion(key, feed, lines)]

    def due_s(self) -> float | None:
        """When `feed` has something to do next."""
        return min(
            (feed.due_s for feed in self._feeds.values() if feed.due_s is not None), default=None
        )


def _portion(key: bytes, feed: _Feed, lines: Sequence[bytes]) -> list[Wish]:
    if not feed.is_wanted:
        return []
    portion = lines[feed.told : feed.told + PORTION]
    feed.told += len(portion)
    return [Pass(key, line) for line in portion]
