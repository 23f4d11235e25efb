"""Which table a word leads to, with a network that lists what the test says."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import trio
from trio.testing import MockClock

from cli.errors import CommandError, ExitCode
from cli.evening import finding
from cli.evening.finding import Search, link_to, link_to_listed
from cli.files.joined_addresses import JoinedAddress, JoinedAddresses
from protocol.crypto.identity import Identity
from protocol.faults import Code
from protocol.net.finding.addresses import Address, DialFailed
from protocol.net.finding.discovery import Appeared
from protocol.net.finding.listings import TableListing
from tests.cli.test_listed import KEYS, listing

STRANGER = bytes([9]) * 32
"""Whose key answers at an address."""
ME = Identity.from_seed(bytes([8]) * 32)


class Net:
    """What is listed, and what answers where."""

    def __init__(self, file: Path) -> None:
        self.joined = JoinedAddresses(file)
        self.offered: list[tuple[str, ...]] = []
        self.listed: list[tuple[float, TableListing]] = []
        self.answers: set[Address] = set()
        self.fault_at_addresses: Any = Code.UNKNOWN_NAME
        self.dialled: list[tuple[tuple[Address, ...], bytes | None]] = []
        self.asked: list[tuple[TableListing, ...]] = []
        self.answer: int | None = None

    async def dial(self, addresses: Sequence[Address], identity: Identity, peer: bytes | None):
        self.dialled.append((tuple(addresses), peer))
        if peer is None and not set(addresses) & self.answers:
            raise DialFailed(tuple((one, self.fault_at_addresses) for one in addresses))
        return SimpleNamespace(peer=peer or STRANGER)

    @asynccontextmanager
    async def discovery(self, *, only: Sequence[str] = ()) -> AsyncIterator[Any]:
        tell, sightings = trio.open_memory_channel[Any](math.inf)

        class Fake:
            fault: str | None = None

            def __init__(self) -> None:
                self.sightings = sightings

            async def browse(self) -> None:
                pass

        async def appear(after_s: float, one: TableListing) -> None:
            await trio.sleep(after_s)
            tell.send_nowait(Appeared(one))

        async with trio.open_nursery() as nursery:
            for after_s, one in self.listed:
                nursery.start_soon(appear, after_s, one)
            yield Fake()
            nursery.cancel_scope.cancel()

    async def choose(self, found: Sequence[TableListing]) -> TableListing | None:
        self.asked.append(tuple(found))
        return None if self.answer is None else found[self.answer]

    async def go(self, word: str | None, *, is_watching: bool = False, wait_s: float = 6.0) -> Any:
        search = Search((), is_watching, wait_s, self.choose, self.joined, self.choose_address)
        return (await link_to(ME, word, search)).peer

    async def choose_address(self, joined: Sequence[JoinedAddress]) -> JoinedAddress | None:
        self.offered.append(tuple(one.address for one in joined))
        return None if self.answer is None else joined[self.answer]


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Net:
    made = Net(tmp_path / "state" / "addresses")
    monkeypatch.setattr(finding, "dial", made.dial)
    monkeypatch.setattr(finding, "open_discovery", made.discovery)
    return made


async def refusal(going: Any) -> CommandError:
    with pytest.raises(CommandError) as caught:
        await going
    return caught.value


async def test_a_name_leads_to_its_table(net: Net, autojump_clock: MockClock):
    net.listed = [(0.1, listing(0, "Bek")), (0.2, listing(1, "Ainura"))]
    assert await net.go("bek") == KEYS[0]
    assert net.asked == []


async def test_of_two_tables_of_one_name_the_player_is_asked_which_also_where_one_is_seen_later(
    net: Net,
    autojump_clock: MockClock,
):
    net.listed, net.answer = [(0.1, listing(0, "Bek")), (1.0, listing(1, "Bek"))], 1
    assert await net.go("Bek") == net.asked[0][1].peer
    assert set(net.asked[0]) == {listing(0, "Bek"), listing(1, "Bek")}


async def test_where_nobody_can_be_asked_two_tables_of_one_name_are_refused_and_told_apart(
    net: Net,
    autojump_clock: MockClock,
):
    net.listed = [(0.1, listing(0, "Bek")), (0.1, listing(1, "Bek", game="hazari"))]
    error = await refusal(net.go("Bek"))
    assert error.code == ExitCode.USAGE
    for one in (listing(0, "Bek"), listing(1, "Bek")):
        assert one.fingerprint in error.sentence
    assert "Azi" in error.sentence
    assert "Hazari" in error.sentence
    assert await net.go(listing(1, "Bek").fingerprint) == KEYS[1]


@pytest.mark.parametrize("other", [{"version": 2}, {"protocol": "p2pcards/999"}])
async def test_a_table_of_another_version_is_not_joined_but_named(
    net: Net, autojump_clock: MockClock, other: dict[str, Any]
):
    net.listed = [(0.1, listing(0, "Bek", **other))]
    for is_watching in (False, True):
        for word in ("Bek", None):
            error = await refusal(net.go(word, is_watching=is_watching))
            assert "speaks another version of p2pcards" in error.sentence
            assert error.code == ExitCode.NETWORK
    assert net.dialled == []


async def test_without_a_name_the_one_table_that_can_be_joined_is_meant(
    net: Net, autojump_clock: MockClock
):
    net.listed = [
        (0.1, listing(0, "Bek", version=2)),
        (0.1, listing(1, "Ainura", flags="playing")),
        (0.1, TableListing(**{**listing_fields(2, "Own"), "peer": ME.public})),
        (0.3, listing(3, "Erlan")),
    ]
    assert await net.go(None) == KEYS[3]


def listing_fields(seat: int, nick: str) -> dict[str, Any]:
    one = listing(seat, nick)
    return {name: getattr(one, name) for name in one.__dataclass_fields__}


async def test_a_table_under_our_own_key_is_named_so_with_where_it_is(
    net: Net, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
):
    own = TableListing(**{**listing_fields(0, "Bek"), "peer": ME.public})
    net.listed = [(0.1, own)]
    error = await refusal(net.go("Bek"))
    assert "under your own key, on another computer (10.0.0.1:27365)" in error.sentence
    here = TableListing(
        **{**listing_fields(0, "Bek"), "peer": ME.public, "addresses": (Address("127.0.0.1", 5),)}
    )
    net.listed = [(0.1, here)]
    error = await refusal(net.go("Bek"))
    assert "under your own key, on this one" in error.sentence
    assert "P2PCARDS_HOME" in error.sentence
    error = await refusal(link_to_listed(ME, own, is_watching=False))
    assert "under your own key" in error.sentence
    assert net.dialled == []


async def test_a_table_that_plays_is_waited_for_and_then_said_to_play(
    net: Net, autojump_clock: MockClock
):
    net.listed = [(0.1, listing(0, "Bek", flags="playing")), (5.0, listing(0, "Bek"))]
    assert await net.go("Bek") == KEYS[0]
    net.listed = [(0.1, listing(0, "Bek", flags="playing"))]
    assert "Bek's table is playing already" in (await refusal(net.go("Bek"))).sentence
    assert await net.go("Bek", is_watching=True) == KEYS[0]


async def test_who_would_wait_for_ever_does_not_wait_for_what_will_never_do(
    net: Net, autojump_clock: MockClock
):
    net.listed = [(0.1, listing(0, "Bek", version=2))]
    with trio.fail_after(10):
        error = await refusal(net.go("Bek", wait_s=math.inf))
    assert "another version" in error.sentence


async def test_a_name_that_looks_like_an_address_is_found_where_no_address_is_meant(
    net: Net, autojump_clock: MockClock
):
    net.listed = [(0.1, listing(0, "Bek:3")), (0.1, listing(1, "A.B.")), (0.1, listing(2, "1:2:x"))]
    assert await net.go("Bek:3") == KEYS[0]
    assert await net.go("A.B.") == KEYS[1]
    assert await net.go("1:2:x") == KEYS[2]


async def test_what_answers_at_an_address_goes_before_a_table_that_calls_itself_so(
    net: Net, autojump_clock: MockClock
):
    net.listed = [(0.0, listing(0, "friend.example:5"))]
    net.answers = {Address("friend.example", 5)}
    assert await net.go("friend.example:5") == STRANGER  # by address no key is asked for
    assert net.dialled == [((Address("friend.example", 5),), None)]


async def test_a_number_is_an_address_whatever_a_table_calls_itself(
    net: Net, autojump_clock: MockClock
):
    net.listed = [(0.0, listing(0, "10.0.0.5"))]
    net.fault_at_addresses = Code.CONNECTION_REFUSED
    error = await refusal(net.go("10.0.0.5"))
    assert "nobody listens there" in error.sentence


async def test_another_version_at_an_address_is_a_sentence_of_its_own(
    net: Net, autojump_clock: MockClock
):
    net.fault_at_addresses = Code.OTHER_VERSION
    error = await refusal(net.go("10.0.0.5"))
    assert "10.0.0.5 speaks another version of p2pcards" in error.sentence


async def test_our_own_key_at_an_address_is_a_sentence_of_its_own(
    net: Net, autojump_clock: MockClock
):
    net.fault_at_addresses = Code.OURSELVES
    error = await refusal(net.go("10.0.0.5"))
    assert error.sentence.startswith("Your own key answers at 10.0.0.5.")


async def test_where_nothing_is_called_so_the_fault_of_the_address_is_said(
    net: Net, autojump_clock: MockClock
):
    error = await refusal(net.go("no-such.invalid"))
    assert "no such name" in error.sentence
    error = await refusal(net.go("127.0.0.1:1:2"))
    assert error.code == ExitCode.USAGE
    assert "is no address" in error.sentence


async def test_where_no_table_is_seen_it_is_said(net: Net, autojump_clock: MockClock):
    assert "No table called 'Bek' is seen" in (await refusal(net.go("Bek"))).sentence


async def test_an_address_at_which_a_table_answered_is_remembered_and_another_is_not(net: Net):
    net.answers = {Address("10.0.0.7", 27365)}
    assert await net.go("10.0.0.7") == STRANGER
    await refusal(net.go("10.0.0.8"))
    assert net.joined.all() == (JoinedAddress("10.0.0.7", STRANGER),)


async def test_where_no_table_is_seen_an_address_joined_before_is_offered(
    net: Net, autojump_clock: MockClock
):
    net.joined.note("10.0.0.7", STRANGER)
    net.answers, net.answer = {Address("10.0.0.7", 27365)}, 0
    assert await net.go(None) == STRANGER
    assert net.offered == [("10.0.0.7",)]


async def test_where_nobody_can_be_asked_the_addresses_stand_in_the_sentence(
    net: Net, autojump_clock: MockClock
):
    net.joined.note("10.0.0.7", STRANGER)
    error = await refusal(net.go(None))
    assert error.code == ExitCode.NETWORK
    assert error.sentence.endswith(
        "Tables that you have joined by address: p2pcards join 10.0.0.7."
    )


async def test_a_name_that_nobody_has_is_not_answered_with_addresses(
    net: Net, autojump_clock: MockClock
):
    net.joined.note("10.0.0.7", STRANGER)
    assert "10.0.0.7" not in (await refusal(net.go("Bek"))).sentence
    assert net.offered == []
