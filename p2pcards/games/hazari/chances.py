"""How often a group wins its trick: a table made by playing, not by reasoning.

The one rule: a higher rung never has a smaller chance. The numbers were counted over 15,000 deals in
which all four seats took the best arrangement by such a table, itself come to in six rounds from
'best first'; a tie for the highest counts as won in equal parts. A test holds it against other deals.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from p2pcards.corners import row_through
from p2pcards.games.hazari.combos import PACK, key_of_three

MEAN_OTHERS = (62, 62, 59, 81)
"""What the other three groups of a trick are worth on average to who wins it."""

_CORNERS = (
    "0:0 711:2 713:8 716:50 720:81 724:126 727:173 730:249 733:370 735:479 736:548 738:720"
    " 739:822 740:938",
    "0:0 704:4 706:13 708:33 710:78 711:116 712:164 713:226 714:322 715:455 716:541 721:664"
    " 732:912 736:975 738:994 740:1000",
    "0:0 523:5 597:23 651:67 676:108 703:170 704:192 705:240 706:306 707:386 711:723 713:845"
    " 715:942 716:964 722:984 740:1000",
    "0:0 260:2 326:12 401:57 465:135 522:239 548:302 588:421 609:501 631:604 703:859 704:875"
    " 707:954 709:981 711:993 740:1000",
)
"""For each trick `rung of the ladder : times won of 1000`, with straight lines between them."""


@cache
def chances_by_rung() -> tuple[tuple[int, ...], ...]:
    """For each trick, how many of 1000 times a group on each rung wins it."""
    return tuple(row_through(corners) for corners in _CORNERS)


_BY_CATEGORY = (
    (0, 0, 0, 10, 110, 510),
    (0, 0, 0, 160, 640, 890),
    (0, 0, 50, 480, 970, 990),
    (0, 30, 400, 920, 950, 950),
)
"""For each trick, how often of 1000 times a group of each category wins it: the same deals, rounded."""


@cache
def chances_by_category() -> tuple[tuple[int, ...], ...]:
    """As `chances_by_rung`, but of a group only its category counts."""
    keys = {key_of_three(three) for three in combinations(PACK.cards, 3)}
    categories = [key[0] for key in sorted(keys)]
    return tuple(tuple(row[category - 1] for category in categories) for row in _BY_CATEGORY)
