"""T22: a secret leaks through a text, an error, or arithmetic whose time depends on it."""

from __future__ import annotations

import ast
import traceback
from pathlib import Path

import pytest

import protocol.crypto.rng as rng_module
from protocol.crypto.errors import AlreadySpent
from protocol.crypto.group import Scalar
from protocol.crypto.identity import Identity
from protocol.crypto.keys import SeatKey
from protocol.crypto.rng import SeededRng
from protocol.crypto.shuffle import prepare_shuffle, shuffle
from protocol.crypto.shuffle_proof import ShuffleStatement, prove_shuffle
from protocol.crypto.suits import prove_suits
from tests.protocol.crypto.world import CARDS, CONTEXT, make_world

WORLD = make_world(b"shown")
FOLDER = Path(rng_module.__file__).parent


def traces(secret: bytes) -> list[str]:
    """Ways in which 32 secret bytes could turn up in a text."""
    number = int.from_bytes(secret, "little")
    return [secret.hex(), secret[::-1].hex(), str(number), f"{number:x}", repr(secret)[2:-1]]


def assert_hidden(shown: str, *secrets: bytes) -> None:
    for secret in secrets:
        for trace in traces(secret):
            assert trace not in shown


def test_no_value_that_holds_a_secret_shows_it() -> None:
    key = SeatKey(Scalar.of(2**200 + 12345), WORLD.keys[0].public)
    identity = Identity.generate(SeededRng(b"identity"))
    prepared = prepare_shuffle(len(CARDS), WORLD.joint, SeededRng(b"prepared"))
    secrets = prepared._secrets
    assert secrets is not None
    everything = [scalar.encoded for scalar in (*secrets.rho, *secrets.d, *secrets.e)]
    everything += [scalar.encoded for scalar in (secrets.r_c, secrets.r_d, secrets.r_e)]
    shown = f"{key!r} {key.secret!r} {identity!r} {prepared!r}"
    _, witness = shuffle(WORLD.old, prepared)
    shown += f"{prepared!r} {witness!r}"
    assert_hidden(shown, key.secret.encoded, identity.seed, *everything)
    assert str(secrets.perm) not in shown


def test_the_record_of_secrets_itself_hides_scalars_and_permutation() -> None:
    prepared = prepare_shuffle(len(CARDS), WORLD.joint, SeededRng(b"record"))
    secrets = prepared._secrets
    assert secrets is not None
    assert_hidden(repr(secrets), *(scalar.encoded for scalar in secrets.rho))
    assert str(secrets.perm) not in repr(secrets)
    assert_hidden(repr(secrets), *(zero.c1.encoded for zero in secrets.zeros))


def test_errors_about_secrets_do_not_show_them() -> None:
    key = WORLD.keys[1]
    hidden = WORLD.hidden(0)
    try:
        prove_suits(CONTEXT, key, hidden, (9,), SeededRng(b""))
    except ValueError:
        assert_hidden(traceback.format_exc(), key.secret.encoded)
    prepared = prepare_shuffle(len(CARDS), WORLD.joint, SeededRng(b"spent"))
    _, witness = shuffle(WORLD.old, prepared)
    with pytest.raises(AlreadySpent) as spent:
        shuffle(WORLD.old, prepared)
    assert "perm" not in str(spent.value)
    statement = ShuffleStatement(WORLD.joint, WORLD.old, witness.new, 0)
    prove_shuffle(CONTEXT, statement, witness, SeededRng(b""))
    assert witness._secrets is None
    assert prepared._secrets is None


def test_secrets_are_multiplied_by_the_library_only() -> None:
    """In the proving functions no secret scalar becomes one of Python's integers.

    `int(...)` of a scalar stands in verifiers, in the made-up branches of a claim (which are sent),
    in `_known`, which is given challenges alone, and nowhere else.
    """
    allowed = {
        "verify_key",
        "verify_shares",
        "_branch",
        "_add_equations",
        "__int__",
        "_known",
    }
    for path in FOLDER.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef) or function.name in allowed:
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    where = f"{path.name}: {function.name}"
                    assert node.func.id not in ("int", "pow"), where
                    if node.func.id == "_known":
                        assert [ast.unparse(each)[:11] for each in node.args] == ["challenges."], (
                            where
                        )
