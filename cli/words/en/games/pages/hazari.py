"""The rules of Hazari for people. The one rule: what is said here, the engine does."""

from __future__ import annotations

RULES_TEXT = """\
HAZARI

Four players, each alone, thirteen cards each. You put your cards into four
groups; then the groups fall one after the other, and the best group takes all
the cards of its trick. Whoever has the most points when somebody has reached
1000 wins the match.

Numbers in brackets are those of the rules, as the program names them when it
says why something is not allowed.


THE CARDS

52 cards: 2 3 4 5 6 7 8 9 10 J Q K A of spades (S), hearts (H), diamonds (D)
and clubs (C). A, K, Q, J and 10 are worth 10 points each, all others 5:
together 360. All players shuffle the deck together, and no one, no computer
either, can see or steer a card before the rules show it.

Play goes to the right. For the first deal a coin says who deals; the deal
then passes to the right. The player on the dealer's right leads.


COMBINATIONS OF THREE CARDS

From the highest down:

Troy          three of one rank                   AAA is best, 222 lowest
Colour Run    three in a row, of one suit         A-K-Q, then A-2-3, then
                                                  K-Q-J down to 4-3-2
Run           three in a row, of mixed suits      in the same order
Colour        three of one suit                   by the highest card, then
                                                  the next, then the last
Pair          two of one rank                     by the pair, then the third
Indi          anything else                       by the highest card, then
                                                  the next, then the last

Suits have no rank: AH KD QC and AS KC QH are equal. K-A-2 is not a run.
   Example: JD 9D 2D beats JS 8S 7S, for the 9 beats the 8.
   Example: AH 2C 3D beats KH QD JC, but not AS KC QH.
   Example: 5H 5D AS beats 5C 5S KD: the same pair, and a higher third card.
   Example: 2S 2H 2D beats AS KS QS. Every Troy beats every Colour Run.


ARRANGING

Put your cards into groups of 3, 3, 3 and 4 [27], each at least as high as the
one after it [9]. The group of four is the last; it counts as the best three
of its four cards [10], and the spare card never matters, except for its
points.
   Example: AH KH QH | JS 10S 9D | 8C 8D 4S | KC 7D 5H 2C is in order.
   Example: with AS 2D 3C KD as the last group, the third must be at least a
   Run of A-2-3, for that is what these four cards hide.
   Example: QH QD 5C | 8C 7C 6D | ... is out of order: a Run is above a Pair.

When you are done you say so: you are 'up', and your groups are fixed. Nobody
sees them, but which card lies in which group cannot be changed any more [12].


FOUR TRICKS

When all are up, everybody's first group is opened, then the second, the third
and the fourth. The highest group takes all the cards of its trick and leads
the next. Of equal groups the one that was played last wins.
   Example: played in this order: AH KH QH, 6S 7S 8S, AD KD QD, 5S 5C JD. The
   third player wins all twelve cards, 95 points.

After arranging there is nothing left to decide [13].


THE END

The points of each deal are added up. When at the end of a deal somebody has
1000 or more, the highest total wins, whoever reached 1000 first. If the
highest totals are equal, another deal is played.
   Example: Ann ends a deal with 1005 points and Bob with 1045. Bob wins. With
   1005 each they would play on, Cem and Dan too.


FOULS, AND WHO LEAVES OR FALLS SILENT

Your own program does not let you declare groups that are out of order. If
another player's does, all see it when the second of the two groups is opened:
that player scores 0, wins no trick and is barred from the table [26].

So is it for one who leaves, falls silent or is caught cheating [28], except
that one who was only silent may play the next deal. Tricks that such a player
has already won go to the best of the other groups in them. The cards that
were shown count in their tricks; those that never were are counted evenly.
The points of a deal are always 360. If it happens before anyone has seen a
card, the others share the 360. If nobody is left who could win, the deal is
void.
   Example: Ann opens AH KH QH, wins the first trick and vanishes. The trick
   goes to the best group of the others, who leads in Ann's place.
   Example: the ten cards that Ann never showed are worth 75. Each counts 5;
   of the 25 above that the second and third trick get 5 each, the last 15.

If your time runs out, your program declares for you, best first: the best
three of all cards, then the best three of the rest, and again.

Hazari needs all four. When one is missing at the start of a deal, the others
wait two minutes for it. Only then, or at once when a player has left, the
match ends as it stands, with that player last.


OPTIONS OF A TABLE

target
   The total that ends the match, 1000.
"""
