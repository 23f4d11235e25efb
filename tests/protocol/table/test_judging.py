"""What a seat may say of others in its result (SPEC §6.3)."""

from __future__ import annotations

import pytest

from protocol.crypto.errors import ProofRefused
from protocol.faults import Code
from protocol.table.judge.judging import check_back

AWAY = frozenset({1, 3, 5})


@pytest.mark.parametrize("back", [(), (3,), (1, 3), (1, 3, 5)])
def test_a_result_names_seats_that_were_away_in_ascending_order(back: tuple[int, ...]) -> None:
    check_back(back, AWAY)


@pytest.mark.parametrize(
    ("back", "reason"),
    [
        ((0,), Code.BACK_NOT_AWAY),
        ((1, 2), Code.BACK_NOT_AWAY),
        ((15,), Code.BACK_NOT_AWAY),
        ((3, 1), Code.BACK_NOT_IN_ORDER),
        ((3, 3), Code.BACK_NOT_IN_ORDER),
        ((1, 3, 3), Code.BACK_NOT_IN_ORDER),
    ],
)
def test_a_result_that_names_other_seats_or_in_another_order_is_refused(
    back: tuple[int, ...], reason: Code
) -> None:
    with pytest.raises(ProofRefused, match=reason):
        check_back(back, AWAY)
