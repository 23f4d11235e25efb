"""T12: a permutation that is not uniform, or randomness that can be foreseen."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

import protocol.crypto.rng as rng_module
from protocol.crypto.rng import SeededRng, permutation
from protocol.crypto.shuffle import prepare_shuffle
from tests.protocol.crypto.world import make_world

FOLDER = Path(rng_module.__file__).parent
DRAWS = 6000


def drawn(n: int) -> list[tuple[int, ...]]:
    rng = SeededRng(b"bias %d" % n)
    return [permutation(rng, n) for _ in range(DRAWS)]


def test_every_permutation_of_four_cards_comes_up_about_equally() -> None:
    counts = Counter(drawn(4))
    expected = DRAWS / 24
    chi_square = sum((counts[perm] - expected) ** 2 / expected for perm in counts)
    assert len(counts) == 24
    assert chi_square < 49.7  # 23 degrees of freedom, one in a thousand; the seed is fixed


@pytest.mark.heavy
def test_a_card_may_stay_where_it_was() -> None:
    """Sattolo's shuffle never leaves one in place; a fair one has one such card on average."""
    fixed = sum(sum(i == p for i, p in enumerate(perm)) for perm in drawn(27))
    assert abs(fixed / DRAWS - 1) < 0.05
    without = sum(all(i != p for i, p in enumerate(perm)) for perm in drawn(27))
    assert abs(without / DRAWS - 0.3679) < 0.03


def test_even_and_odd_permutations_are_equally_likely() -> None:
    def is_odd(perm: tuple[int, ...]) -> bool:
        return sum(a > b for i, a in enumerate(perm) for b in perm[i + 1 :]) % 2 == 1

    odd = sum(map(is_odd, drawn(9)))
    assert abs(odd / DRAWS - 0.5) < 0.03


def test_every_card_goes_to_every_place_about_equally() -> None:
    counts = Counter((i, p) for perm in drawn(9) for i, p in enumerate(perm))
    expected = DRAWS / 9
    chi_square = sum((counts[i, p] - expected) ** 2 / expected for i in range(9) for p in range(9))
    assert chi_square < 104.7  # 64 degrees of freedom, one in a thousand; the seed is fixed


def test_one_honest_shuffler_makes_the_deck_uniform() -> None:
    """Colluders fix everything but one permutation in the middle; the result is as fair as that."""
    rng = SeededRng(b"honest")
    before, after = (3, 2, 1, 0), (1, 2, 3, 0)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(DRAWS):
        honest = permutation(rng, 4)
        counts[tuple(before[honest[i]] for i in after)] += 1
    expected = DRAWS / 24
    assert len(counts) == 24
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 49.7


def test_a_shuffle_uses_the_permutation_drawn_and_draws_another_each_time() -> None:
    world = make_world()
    rng = SeededRng(b"draws")
    drawn_perms = set()
    for _ in range(20):
        secrets = prepare_shuffle(6, world.joint, rng)._secrets
        assert secrets is not None
        drawn_perms.add(secrets.perm)
    assert len(drawn_perms) > 15


def test_randomness_comes_from_the_operating_system_in_one_place_only() -> None:
    for path in FOLDER.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {
            name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
            )
        }
        assert not imported & {"random", "time", "os", "numpy", "uuid"}, path.name
        assert ("secrets" in imported) == (path.name == "rng.py"), path.name
        assert any(name.startswith("nacl") for name in imported) == (
            path.name in ("group.py", "identity.py")
        ), path.name
    assert rng_module.system_rng.__module__ == "secrets"
