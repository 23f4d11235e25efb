"""Context and transcript (SPEC §3.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from protocol.crypto.group import G, Scalar
from protocol.crypto.rng import SeededRng
from protocol.crypto.transcript import Context, Transcript, frame
from tests.protocol.crypto.world import CONTEXT, OTHER_CONTEXTS


def challenge(fill: Callable[[Transcript], object], context: Context = CONTEXT) -> bytes:
    transcript = Transcript(b"test", context)
    fill(transcript)
    return transcript.draw(b"c")


def test_the_same_history_gives_the_same_challenge() -> None:
    assert challenge(lambda t: t.append(b"a", b"1")) == challenge(lambda t: t.append(b"a", b"1"))


def test_different_histories_give_different_challenges() -> None:
    histories: list[Callable[[Transcript], object]] = [
        lambda _t: None,
        lambda t: t.append(b"a", b""),
        lambda t: t.append(b"", b"a"),
        lambda t: t.append(b"a", b"bc"),
        lambda t: t.append(b"ab", b"c"),
        lambda t: (t.append(b"a", b"b"), t.append(b"", b"c")),
        lambda t: t.append_number(b"a", 1),
        lambda t: t.append_points(b"a", [G]),
        lambda t: t.append_points(b"a", [G, G]),
        lambda t: t.append_scalars(b"a", [Scalar.of(1)]),
        lambda t: t.draw(b"c"),
    ]
    assert len({challenge(history) for history in histories}) == len(histories)


def test_a_second_challenge_differs_from_the_first() -> None:
    transcript = Transcript(b"test", CONTEXT)
    assert transcript.draw(b"c") != transcript.draw(b"c")


def test_purposes_are_kept_apart() -> None:
    assert Transcript(b"a", CONTEXT).draw(b"c") != Transcript(b"b", CONTEXT).draw(b"c")


@pytest.mark.parametrize("field", OTHER_CONTEXTS)
def test_every_field_of_the_context_changes_the_challenge(field: str) -> None:
    def nothing(_: Transcript) -> None:
        pass

    assert challenge(nothing, OTHER_CONTEXTS[field]) != challenge(nothing)


def test_text_cannot_slide_from_one_field_of_the_context_into_the_next() -> None:
    one = replace(CONTEXT, game="ab", pack="c")
    other = replace(CONTEXT, game="a", pack="bc")
    assert one.encode() != other.encode()


@pytest.mark.parametrize(
    "change",
    [
        {"table": bytes(31)},
        {"head": bytes(33)},
        {"seats": (0, 0)},
        {"seats": (0, 256)},
        {"seat": -1},
    ],
)
def test_a_context_that_makes_no_sense_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        replace(CONTEXT, **change)  # type: ignore[arg-type]


def test_short_challenges_are_below_2_to_128_and_differ() -> None:
    drawn = Transcript(b"test", CONTEXT).short_challenges(b"t", 52)
    assert len(set(drawn)) == 52
    assert max(drawn) < 2**128
    assert max(drawn) >= 2**120


def test_a_nonce_depends_on_transcript_secret_and_randomness_and_changes_nothing() -> None:
    def nonce(fill: bytes, secret: int, seed: bytes) -> tuple[Scalar, bytes]:
        transcript = Transcript(b"test", CONTEXT)
        transcript.append(b"a", fill)
        drawn = transcript.nonce(b"k", [Scalar.of(secret)], SeededRng(seed))
        return drawn, transcript.draw(b"c")

    base, after = nonce(b"x", 1, b"s")
    assert nonce(b"x", 1, b"s") == (base, after)
    assert nonce(b"x", 2, b"s") == (nonce(b"x", 2, b"s")[0], after)
    assert (
        len({base, nonce(b"y", 1, b"s")[0], nonce(b"x", 2, b"s")[0], nonce(b"x", 1, b"r")[0]}) == 4
    )


def test_a_frame_is_length_then_bytes() -> None:
    assert frame(b"abc") == b"\x03\x00\x00\x00abc"
