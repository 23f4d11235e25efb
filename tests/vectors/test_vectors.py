"""Every vector: the project agrees with it, a second implementation does, and its recipe makes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from protocol.crypto.coin import coin_order, commit_coin, open_coin
from protocol.crypto.errors import ProofRefused
from protocol.crypto.group import H1, H2, G, Point, Scalar, generators_digest, pedersen
from protocol.crypto.identity import Identity, fingerprint, key_words, verify_signature
from protocol.crypto.keys import SeatKey, commit_key, open_key, verify_key
from protocol.crypto.masking import (
    Ciphertext,
    card_point,
    deck_digest,
    decode_deck,
    encode_deck,
    start_deck,
)
from protocol.crypto.rng import system_rng
from protocol.crypto.shares import decode_shares, encode_shares, verify_shares
from protocol.crypto.shuffle_proof import ShuffleStatement, verify_shuffle
from protocol.crypto.suits import HiddenCard, verify_suits
from protocol.crypto.transcript import Transcript
from protocol.wire.names import BadName, check_name
from tests.protocol.crypto.world import verify_at_once
from tests.vectors import second
from tests.vectors.format import HERE, Vector, context_of, listed, read_vector
from tests.vectors.make.recipes import RECIPES

Fields = Mapping[str, bytes]
PATHS = sorted(path for folder in second.CHECKS for path in (HERE / folder).glob("*.txt"))


def name_of(path: Path) -> str:
    return path.relative_to(HERE).with_suffix("").as_posix()


def u64s(data: bytes) -> list[int]:
    return [int.from_bytes(data[at : at + 8], "little") for at in range(0, len(data), 8)]


def check_group(fields: Fields) -> None:
    for name, value in fields.items():
        kind, *numbers = name.split(".")
        match kind:
            case "point":
                assert Point(value).encoded == value
            case "scalar":
                assert Scalar(value).encoded == value
            case "card":
                assert card_point(int(numbers[0]), int(numbers[1])).encoded == value
            case "digest":
                assert generators_digest(int(numbers[0])) == value
            case "P":
                assert pedersen(52)[int(numbers[0])].encoded == value
            case _:
                assert {"G": G, "H1": H1, "H2": H2}[name].encoded == value


def check_transcript(fields: Fields) -> None:
    context = context_of(fields)
    assert context.encode() == fields["context"]
    transcript = Transcript(b"example", context)
    transcript.append(b"label", b"some data")
    transcript.append_number(b"number", 52)
    transcript.append_points(b"points", (G, H1))
    transcript.append_scalars(b"scalars", (Scalar.of(7),))
    assert transcript.challenge(b"full").encoded == fields["full"]
    assert transcript.short_challenge(b"short") == int.from_bytes(fields["short"], "little")
    assert list(transcript.short_challenges(b"many", 5)) == [
        int.from_bytes(value, "little") for value in listed(fields, "many")
    ]
    assert transcript.digest(b"digest") == fields["digest"]


def check_schnorr(fields: Fields) -> None:
    verify_key(
        context_of(fields),
        listed(fields, "commitment"),
        Point(fields["public_key"]),
        fields["proof"],
    )
    assert SeatKey.decode_secret(fields["secret_key"]).public.encoded == fields["public_key"]


def check_coin(fields: Fields) -> None:
    if "K" in fields:
        context, public = context_of(fields), Point(fields["public_key"])
        assert commit_coin(context, fields["entropy"], fields["m"]) == fields["K"]
        assert commit_key(context, public, fields["K"], fields["n"]) == fields["C"]
        open_coin(context, fields["K"], fields["entropy"], fields["m"])
        open_key(context, fields["C"], public, fields["K"], fields["n"])
        return
    entropies = list(zip(fields["seats"], listed(fields, "entropy"), strict=True))
    assert bytes(coin_order(entropies, fields["head"], fields["ordered"])) == fields["order"]


def check_dleq(fields: Fields) -> None:
    slots = u64s(fields["slots"])
    c1s = decode_shares(fields["c1"], len(slots))
    shares = decode_shares(fields["shares"], len(fields["shares"]) // 32)
    assert encode_shares(shares) == fields["shares"]
    # Only c1 of a masked card matters to a share.
    masked = [(slot, Ciphertext(c1, G)) for slot, c1 in zip(slots, c1s, strict=True)]
    verify_shares(context_of(fields), Point(fields["public_key"]), masked, shares, fields["proof"])


def check_shuffle(fields: Fields) -> None:
    n = len(fields["old"]) // 64
    joint = Point(fields["joint_key"])
    old, new = decode_deck(fields["old"], n), decode_deck(fields["new"], n)
    assert encode_deck(new) == fields["new"]
    assert deck_digest(new) == fields["new_digest"]
    (position,) = u64s(fields["position"])
    context, proof = context_of(fields), fields["proof"]
    if fields["cards"]:
        cards = tuple(zip(fields["cards"][::2], fields["cards"][1::2], strict=True))
        assert start_deck(cards, joint) == old
        statement = ShuffleStatement(joint, old, new, position, cards)
        verify_at_once(context, statement, proof, system_rng)
    verify_shuffle(context, ShuffleStatement(joint, old, new, position), proof, system_rng)


def check_suits(fields: Fields) -> None:
    slots = u64s(fields["slots"])
    c1s, rests = (decode_shares(fields[name], len(slots)) for name in ("c1", "rest"))
    hidden = [HiddenCard(*parts) for parts in zip(slots, c1s, rests, strict=True)]
    verify_suits(
        context_of(fields),
        Point(fields["public_key"]),
        hidden,
        tuple(fields["suits"]),
        fields["proof"],
    )


def check_identity(fields: Fields) -> None:
    public = fields["public_key"]
    if "seed" in fields:
        assert Identity.from_seed(fields["seed"]).public == public
    if "fingerprint" in fields:
        assert fingerprint(public).encode() == fields["fingerprint"]
        assert " ".join(key_words(public)).encode() == fields["words"]
        return
    if "seed" in fields:
        assert Identity.from_seed(fields["seed"]).sign(fields["message"]) == fields["signature"]
    verify_signature(public, fields["message"], fields["signature"])


def check_names(fields: Fields) -> None:
    if "name" in fields:
        check_name(fields["name"].decode())


CHECKS: dict[str, Callable[[Fields], None]] = {
    "group": check_group,
    "transcript": check_transcript,
    "schnorr": check_schnorr,
    "coin": check_coin,
    "dleq": check_dleq,
    "shuffle": check_shuffle,
    "suits": check_suits,
    "identity": check_identity,
    "names": check_names,
}


def verdict(check: Callable[[Fields], None], vector: Vector) -> str:
    try:
        check(vector.fields)
    except (ProofRefused, BadName) as refused:
        return refused.code
    except second.Refused as refused:
        return str(refused)
    return "ok"


@pytest.mark.parametrize("path", PATHS, ids=name_of)
def test_the_project_gives_the_verdict_of_the_vector(path: Path) -> None:
    vector = read_vector(path)
    assert verdict(CHECKS[path.parent.name], vector) == vector.expect


@pytest.mark.heavy
@pytest.mark.parametrize("path", PATHS, ids=name_of)
def test_a_second_implementation_gives_the_verdict_of_the_vector(path: Path) -> None:
    vector = read_vector(path)
    assert verdict(second.CHECKS[path.parent.name], vector) == vector.expect


@pytest.mark.parametrize("name", RECIPES)
def test_the_recipe_makes_the_file_byte_for_byte(name: str) -> None:
    assert RECIPES[name](name).text() == (HERE / f"{name}.txt").read_text(encoding="utf-8")


def test_every_vector_has_a_recipe_and_every_recipe_a_vector() -> None:
    assert {name_of(path) for path in PATHS} == set(RECIPES)


@pytest.mark.parametrize(
    "folder", ["schnorr", "dleq", "shuffle", "suits", "identity", "group", "names"]
)
def test_every_kind_has_a_vector_to_accept_and_one_to_refuse(folder: str) -> None:
    expected = {read_vector(path).expect for path in (HERE / folder).glob("*.txt")}
    assert "ok" in expected
    assert len(expected) > 1
