"""The rules of Azi for people. The one rule: what is said here, the engine does."""

from __future__ import annotations

RULES_TEXT = """\
AZI

Two to six players, three cards each, one pot. Whoever first takes two tricks
wins the pot. If three players take one trick each, that is an azi: the pot
stays on the table and is played for again.

Numbers in brackets are those of the rules, as the program names them when it
says why something is not allowed.


THE CARDS

27 cards: 6 7 8 9 10 J Q K A of hearts (H), diamonds (D) and spades (S), the
six lowest. One suit is trump in each deal; a trump beats every card of the
other suits. Nobody deals: all players shuffle the deck together, and no one,
no computer either, can see or steer a card before the rules show it.


A DEAL FROM BEGINNING TO END

1. Everyone who has at least the ante (10) pays it into the pot.
2. Each player gets three cards. The next card of the deck is turned up: its
   suit is trump. It lies on the table for this deal and belongs to nobody.
3. Bidding, beginning with the opener: the player left of the last winner. For
   the first deal a coin chooses.
4. Up to three tricks.
5. The winner is paid, or there is an azi.

Where nothing is asked, nothing can be done [11].

Six on stage. If the turned-up card is an ace, the six of trumps is the
highest card of all in this deal.
   Example: AD is turned up. 6D beats KD; the order of trumps is
   7 8 9 10 J Q K 6. The sixes of hearts and spades stay the lowest.


BIDDING

While nobody has bet, you bet or you fold. There is no check [5.3.1]. A bet is
10 to 100. After a bet you fold, call (pay what you owe), or raise: you pay
what you owe and a step of 10 to 100 on top [5.3]. A raise is always said as
the step [5.3.4].
   Example: Ann bets 20. Bob raises by 30: that is 50 to pay, and the bid is
   50. Cem has paid nothing yet and owes 50; Ann owes 30.

Three bids. You may bet or raise three times a deal. Calls do not count, so
you can always answer a raise [5.3.2].

Too few chips. If you cannot pay a call, you may go all-in with what you have.
If you have less than the smallest bet and nobody has bet, you may also go
all-in with that. Either way you cannot lead the first trick, and you can win
only a part of the pot (see below). If you have more than the call but too
little for a raise, you may only call [5.3.5].

The end. Bidding ends when everyone with chips has answered the last bet or
raise; nobody raises where no other has chips left to answer [5.3.6]. If all
others have folded, the last player takes the pot and shows nothing. What one
player has bid that nobody else has matched goes back.
   Example: Ann bets 50, Bob is all-in with 30, Cem folds. 20 go back to Ann.


TRICKS

The last player to bet or raise leads the first trick. If all bids were short,
the first player from the opener who was not short leads. Whoever takes a
trick leads the next one [6.1].

You must follow the led suit if you can [6.2]. If you cannot, you must play a
trump if you have one [6.3]. If you have neither, you play any card. You need
not play higher than the others.
   Example: trumps are diamonds. KH is led. With AH 9D 7S you must play AH,
   even if 10D has been played already. With QS KD 10D you must play KD or
   10D. With QS 9S 7S you play what you like, and cannot win the trick.

The highest trump takes the trick; without a trump, the highest card of the
led suit. The first player with two tricks wins at once. Cards that are folded
or not played are never shown.

That you had no card of a suit is not taken on trust: your program proves it
about the cards left in your hand, without showing them.


WHAT A SHORT WINNER GETS

From each opponent you win at most as much as you have put in yourself. What
lies above goes back to those who put it there. What players who folded have
put in stays in the pot.
   Example: Ann has put in 60, Bob, all-in, 40, Cem 60. The pot has two
   layers: 120 that all three can win, and 40 that only Ann and Cem can.
   Bob wins: he gets 120, and Ann and Cem get 20 back each.
   Ann or Cem wins: 160.

Odd chips. What cannot be divided goes, chip by chip, to those who share the
layer, beginning on the winner's left.
   Example: Bob, all-in, wins, and 31 chips above his layer go back to Ann and
   Cem. Cem sits first on Bob's left and gets 16, Ann 15.


AZI

After three tricks with three different winners the pot stays. There is a new
shuffle, a new trump, new bidding, and no new ante.

The three who took a trick play on without paying. Everyone else who paid the
ante of this pot, folded or not, may buy in for half the pot, rounded up; one
price for all, asked in turn from the opener [9.2]. Who says no stays out of
this deal, and is asked again if there is another azi.
   Example: the pot is 120. Ann, Bob and Cem have a trick each. Dan buys in
   for 60; the four play for 180.

All-in players. A trick-taker without chips plays on for free: nobody asks for
bids, but what is bid from now on cannot be won. A layer of the pot that none
of the trick-takers can win goes back at once. A buyer can win every layer.
   Example: layers 120 for Ann, Cem and Dan, and 60 for Ann and Dan, since Cem
   was all-in. The price is 90. Bob's 90 are spread as the pot is: 60 and 30.
   Now 180 can be won by all four, and 90 by Ann, Bob and Dan.

The opener stays the same through all azis of one pot. If the opener does not
play on, the next player to the left opens.


WHO LEAVES OR FALLS SILENT

From the ante on, a player who leaves, falls silent or is caught cheating has
folded: all that player's chips in the pot stay there. During the tricks the
cards already played keep their power, but a trick of that player counts for
nobody. The last player left takes the pot. Before the cards are opened the
deck is made anew among the others, and nobody pays a second ante.
   Example: Dan takes the first trick and leaves. The player on Dan's left
   leads the second; Dan's trick is nobody's, Dan's chips stay.

If your time runs out, your program plays for you: it folds, bets no blind,
stays out of a buy-in, puts away the weakest card, or plays the lowest card
that is allowed.


OPTIONS OF A TABLE

ante, min_bid, max_bid
   10; the smallest and largest bet, and step of a raise: 10 and 100 unless
   the ante is another.

stack
   What each seat begins with: 200.

cards = 4
   Four cards each; before the bidding everyone puts one away, unseen and for
   good. All do so at the same time [4.1].

blind = open
   Before anyone has seen a card, the opener may bet. It counts as the first
   of three bids. The bidding then goes on to the left [5.6].

blind = chain
   After a blind bet the next player may double it, also unseen, and so on
   round the table once. The first who does not ends it; that is no fold.
   While the bid is a blind one, a raise must at least double it [5.6].
   Example: Ann bets 10 blind, Bob doubles it to 20, Cem does not. The cards
   are opened. Cem calls 20, or raises by 20 or more, or folds.

payout = fraction
   A short winner gets, of the chips paid in this deal, the fraction that the
   own payment is of the largest; the rest goes to the others who have not
   folded, in proportion to theirs. What is carried from an azi is paid as
   described above.
   Example: Ann 60, Bob 40 all-in, Cem 60. Bob wins 160 * 40 / 60 = 106, Ann
   and Cem get 27 each.
"""
