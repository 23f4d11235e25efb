"""What a seat may say of others in its result (SPEC §6.3)."""

from __future__ import annotations

import pytest

from protocol.crypto.errors import ProofRefused
from protocol.table.judging import check_back

AWAY = frozenset({1, 3, 5})


@pytest.mark.parametrize("back", [(), (3,), (1, 3), (1, 3, 5)])
def test_a_result_names_seats_that_were_away_in_ascending_order(back: tuple[int, ...]) -> None:
    check_back(back, AWAY)


@pytest.mark.parametrize(
    ("back", "reason"),
    [
        ((0,), "was not away"),
        ((1, 2), "was not away"),
        ((15,), "was not away"),
        ((3, 1), "not in order"),
        ((3, 3), "not in order"),
        ((1, 3, 3), "not in order"),
    ],
)
def test_a_result_that_names_other_seats_or_in_another_order_is_refused(
    back: tuple[int, ...], reason: str
) -> None:
    with pytest.raises(ProofRefused, match=reason):
        check_back(back, AWAY)
