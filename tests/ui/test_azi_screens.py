"""Azi at the table: the same situations as the design's mock-ups, character by character."""

from cli.screen.look import Look
from cli.screen.table.model import Now
from tests.ui.azi_table import Watched, bidding, example_8, payout, six_on_stage, trick_2
from tests.ui.mockups import mockup, rows

ASCII = Look(is_ascii=True)


def test_bidding():
    screen = bidding().screen("QH 10D 7S")
    assert rows(screen, 80, 24) == mockup("azi-bidding-80x24")


def test_a_trick():
    screen = trick_2().screen("10D 7S", "0:19")
    assert rows(screen, 80, 24) == mockup("azi-trick-80x24")


def test_the_payout():
    screen = payout().screen(now=Now(next_deal_s=6))
    assert rows(screen, 80, 24)[:17] == mockup("azi-payout")


def test_six_on_stage():
    screen = six_on_stage().screen("6S KS 9H 7D", "0:31", taken="7D")
    drawn = rows(screen, 80, 24)
    assert drawn[:10] + drawn[16:23] == mockup("azi-six-on-stage")


def test_that_the_six_is_on_top_is_still_said_in_the_tricks_at_every_size():
    table = Watched(260, 40, names=("Ainura", "Bek"), own="A", title="Courtyard", deal=7)
    table.deal("AD", A="QH 10D 7S", B="6D JD KS")
    table.bid("A bet 20, B call")
    screen = table.screen("QH 10D 7S")
    assert screen.bar.phase.endswith("trick 1")
    for columns, rows_ in ((40, 12), (60, 20), (80, 24), (120, 40), (200, 60)):
        assert any("6♦ is top" in row for row in rows(screen, columns, rows_))


def test_around_the_felt():
    screen = example_8().screen("9S 7D", "0:27", now=Now(waiting_for=(0,), watchers=2))
    assert rows(screen, 120, 40) == mockup("azi-120x40")


def test_small():
    screen = trick_2().screen("10D 7S", "0:19")
    assert rows(screen, 60, 20) == mockup("azi-60x20")


def test_ascii():
    screen = trick_2().screen("10D 7S", "0:19")
    drawn = rows(screen, 80, 24, ASCII)
    assert drawn[:10] + drawn[16:22] == mockup("azi-ascii")
