from __future__ import annotations

import pytest

from cli.words.en import evening as evening_words
from cli.words.en import finding as finding_words
from cli.words.en import lobby as lobby_words
from protocol.crypto.identity import fingerprint
from protocol.net.conduct.roles import Ending
from protocol.net.finding.addresses import Address


@pytest.mark.parametrize(
    ("ending", "has_left", "deals", "is_advised"),
    [
        (Ending.OVER, False, 3, True),
        (Ending.OVER, True, 0, False),
        (Ending.OVER, True, 2, True),
        (Ending.LEFT, True, 0, False),
        (Ending.LEFT, True, 2, False),
        (Ending.ALONE, False, 2, False),
        (Ending.LOOKED_ON, True, 0, False),
        (Ending.LOOKED_ON, True, 2, False),
    ],
)
def test_an_audit_is_advised_only_of_a_log_that_can_pass_it(ending, has_left, deals, is_advised):
    words = evening_words.last_words(ending, has_left=has_left, deals=deals)
    assert ("audit" in " ".join(words)) == is_advised
    assert ("All have signed the result of the match." in words) == (
        ending is Ending.OVER and not has_left
    )


def test_a_spectator_who_goes_is_told_nothing_that_is_a_seats():
    for deals in (0, 2):
        told = " ".join(evening_words.last_words(Ending.LOOKED_ON, has_left=True, deals=deals))
        assert "seat" not in told
        assert "confirmed" not in told


def test_beside_the_words_of_a_link_no_others_are_told():
    key = bytes(range(32))
    assert (
        lobby_words.own_key(key) == f"This table's key, for friends to compare: {fingerprint(key)}."
    )


def test_how_others_come_is_told_by_where_they_can_come_from():
    lan, far = Address("10.9.0.1", 5), Address("fe80::1%eth0", 5)
    assert finding_words.ways_to_come([lan]) == (
        "Others join with: p2pcards join, or by address: p2pcards join 10.9.0.1:5",
    )
    told = finding_words.ways_to_come([lan, far])
    assert "p2pcards join 10.9.0.1:5 or [fe80::1%eth0]:5" in told[0]
    assert told[1:] == (finding_words.LINK_LOCAL,)
    own = [Address("127.0.0.1", 5), Address("::1", 5)]
    for is_chosen, why in ((False, "on no network"), (True, "as --interface says")):
        (alone,) = finding_words.ways_to_come(own, is_chosen=is_chosen)
        assert alone.startswith("Only programs on this machine can come")
        assert why in alone
        assert ": p2pcards join 127.0.0.1:5" in alone
    assert finding_words.ways_to_come([]) == (finding_words.NOBODY_CAN_COME,)
