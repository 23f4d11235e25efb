"""The rules of Luk Fu for people. The one rule: what is said here, the engine does."""

from __future__ import annotations

RULES_TEXT = """\
LUK FU

Three players, each alone, twelve cards each. You win cards, called fu, in
tricks of one to nine cards. Whoever has six fu, counting the cards in hand
that nobody can beat any more, may declare and wins.

Numbers in brackets are those of the rules, as the program names them when it
says why something is not allowed.


THE CARDS

36 money cards: 1 to 9 in four suits. From the lowest suit to the highest:
Coins (C), Strings (S), Myriads (M), Tens (T); the screen draws them as ¢, §,
₥ and ₮. Nobody deals: all players shuffle the deck together, and no one, no
computer either, can see or steer a card before the rules show it.


A DEAL FROM BEGINNING TO END

1. A coin chooses the first Master; later the next player to the right is
   Master. Play goes to the right too.
2. The Master says play or passes [4]. After a pass the next player is asked
   [5]. The first to say play is the caller. If all three pass, nothing is
   scored and the cards are dealt anew with the same Master. After ten such
   deals in a row the Master is the caller without being asked.
3. Whoever called, the Master leads to the first trick. The winner of a trick
   leads to the next.
4. A player on lead with six fu or more may declare, and wins.
5. All hands and all cards that went face down are opened and checked.

The caller may lead any single card, and pays for both losers if another
player wins.


WHAT CAN BE LED

single   one card
set      three or four cards of one rank: C8 S8 T8
run      three or more cards in sequence in one suit: M4 M5 M6 M7. No step
         leads from 9 to 1.

Nothing else can be led [8]: two cards are never played together.
   Example: with M1 M2 M8 M9 you have no run: two and two.


WHAT BEATS WHAT

Always the same kind, with the same number of cards.

single   a higher card of the same suit. C1 and T1 cannot be beaten when they
         are led, and cannot beat anything.
set      a set of a higher rank. A set of ones is beaten only by a set of
         nines, and beats no other set.
run      a higher run of the same suit, or any run of a higher suit.
   Example: T1 T2 T3 beats M7 M8 M9, for Tens are the higher suit.
   Example: C8 S8 M8 does not beat S1 M1 T1; S9 M9 T9 does.
   Example: S1 is led alone. S2 beats it, and so does S9, but no other suit.

You must beat the best play so far if you can [9]; how, is your choice, but it
must beat it [11]. If you cannot, you put as many cards as were led face down,
whichever you like [10].
   Example: M4 is led and beaten with M6. With M5 M7 T9 you must play M7.
   Example: C2 C3 C4 is led. With S2 S3 M7 M8 M9 you must play M7 M8 M9, even
   if you would rather keep it.

The best play wins the trick. Its owner adds the number of its cards to the
fu won. All other cards of the trick count for nobody.
   Example: T5 T6 T7 beats M2 M3 M4; a third player discards. Who played
   T5 T6 T7 has won three fu, the others none.


OLD CARDS

The four nines, C1 and T1 are always Old. Another card is Old for you if you
hold, or have seen face up, every higher card of its suit. What lies face
down does not count as seen, not even what you put there yourself.
   Example: M7 M8 M9 in your hand are all Old. With M7 M9 only M9 is, until
   M8 is played face up.
   Example: you hold M8 M9 and must put a card face down. If you put M9 there,
   M8 is not Old any more, though you know that nobody can beat it.

Led alone, an Old card cannot be beaten. In a set or run it can.
   Example: M7 M8 M9, all Old, is beaten by T6 T7 T8.

Leading a single. If you are not the caller, the card must not be Old, and
must be of the highest suit in which you hold a card that is not Old [18]. If
all your cards are Old, lead any.
   Example: with M3 M8 M9 S7 you may lead M3 alone: M8 and M9 are Old, and
   Strings are lower than Myriads.

A Master who passed may lead no set or run of four cards or more [21]. When
following, such plays are allowed, and you must use them if nothing else
beats.
   Example: such a Master may lead T5 T6 T7 from T4 T5 T6 T7, not all four.


WINNING

Your fu are the fu you have won and, when you declare, the Old cards in your
hand. You may declare only on lead, with six fu or more, before you lead, also
before the first trick [22]. You need not: playing on may bring more fu, or
lose the lead to somebody who declares first.
   Example: Ann is on lead. She has won three fu and holds M9 T1 T9: six fu.
   She may declare now for the least win, or lead and hope for more; but if
   Bob takes the trick and then has seven, Bob declares.

If all cards have been played, the winner of the last trick wins with six fu
or more; if not, another player who has won six. Otherwise the deal is drawn.
   Example: Ann has won 8 of the twelve fu, Bob 4 with the last trick. Ann
   wins. With 3, 5 and 4 the deal is drawn, and nobody pays.

fu                               6   7   8   9  10  11  12
value                            1   2   3   4   5   6   7
the caller wins: from each       1   2   3   4   5   6   7
the caller loses, pays alone     2   4   6   8  10  12  14

If the caller loses, the third player pays nothing.
   Example: Ann called and Bob wins with seven fu. Ann pays him 4, Cem 0.
   Had Ann won with seven, Bob and Cem would pay her 2 each.


CLAIMS AND THE CLOSING CHECK

Putting cards face down claims that you could not beat; leading a single
claims that you were allowed to. While hands are hidden nobody can check it,
so when a deal is over everybody opens all cards and all programs check every
claim. Declaring opens your own cards at once.
   Example: S2 S3 S4 is led, and Bob puts three cards face down. When the deal
   is over his hand shows S5 S6 S7: he could have beaten it, and pays (below).


WHO LEAVES, FALLS SILENT OR BREAKS A RULE

The deal ends. That player alone pays: to each of the others 7, or twice the
value of the other's fu if that is more. Fu are those won, with Old cards only
if that player has declared. A win already declared stands, unless it is the
offender's own. A false claim costs the same, and so does not opening at the
end. If two players offend, each pays 14 to the third.
   Example: Ann has won 10 fu when Bob falls silent. Bob pays 10 to Ann and 7
   to Cem.

If your time runs out, your program plays for you: it passes, or plays the
lowest cards that are allowed; it never declares.

Luk Fu needs all three. When one is missing at the start of a deal, the others
wait two minutes for it. Only then, or at once when a player has left, the
match ends as it stands, with that player last.


OPTIONS OF A TABLE

ones_set_beats_2_to_8 = true
   A set of ones also beats sets of two to eight.

passed_master_limit = opening_lead_only
   A Master who passed is limited in the first lead of the deal only.

own_discards_count_as_seen = true
   What you have put face down yourself helps to make your cards Old.

match_deals = 6
   The match is over after six deals that were not dealt anew. 0 leaves it to
   the table.
"""
