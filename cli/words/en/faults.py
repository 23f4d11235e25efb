"""Why something is refused, in English: a clause for each code of the protocol's table of faults
(but for those of the library, without which there are no words: `cli.library`).

The one rule: what somebody else has sent is shown on one line, cut, with what cannot be printed
written out, so that it cannot pass for words of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from cli.words.phrase import in_braces, phrase
from cli.words.rules import clause, option_fault, source
from p2pcards.engine import BadOptions, Rule
from p2pcards.games import GAMES
from protocol.faults import Code, Reason
from protocol.wire.quoting import quoted


def _shown(text: str) -> str:
    return quoted(text)[1:-1]


def _out_of_place(*values: str | int) -> str:
    found, due = (
        f"deal {deal}, {chain} {attempt}, round {number}"
        for deal, chain, attempt, number in (values[:4], values[4:])
    )
    return f"an entry for {found} where {due} is due"


def _option_refused(game: str, option: str, key: str, *values: str | int) -> str:
    return f"option {_shown(option)}: {option_fault(game, BadOptions(option, key, values))}"


_CODES: Final = {str(code): code for code in Code}


def _not_reached(*values: str | int) -> str:
    """Each address with what became of it; the values are texts, as in a log of faults."""
    tried = zip(values[::2], values[1::2], strict=True)
    told = "; ".join(
        f"{_shown(str(address))}: {FAULTS[_CODES[str(what)]]()}" for address, what in tried
    )
    return told or "no address to dial"


def _opening_given_up(*seats: int) -> str:
    silent = ", ".join(f"seat {seat}" for seat in seats)
    return f"nothing came from {silent}" if seats else "somebody left or did not sign"


FAULTS: Final[Mapping[Code, Callable[..., str]]] = {
    Code.POINT_LENGTH: lambda: "point length",
    Code.NOT_A_POINT: lambda: "not a point of the group",
    Code.SCALAR_LENGTH: lambda: "scalar length",
    Code.SCALAR_NOT_REDUCED: lambda: "scalar not reduced",
    Code.ZERO_SCALAR: lambda: "zero scalar",
    Code.ZERO_CHALLENGE: lambda: "zero challenge",
    Code.IDENTITY_POINT: lambda: "identity point",
    Code.NUMBER_OF_POINTS: lambda: "number of points",
    Code.PROOF_LENGTH: lambda: "proof length",
    Code.DECK_LENGTH: lambda: "deck length",
    Code.NOT_A_CARD: lambda: "not a card of the pack",
    Code.COMMITMENT_LENGTH: lambda: "commitment length",
    Code.KEY_NOT_COMMITTED: lambda: "key is not the one committed to",
    Code.KEY_PROOF: lambda: "key proof",
    Code.COIN_LENGTH: lambda: "coin length",
    Code.COIN_NOT_COMMITTED: lambda: "coin is not the one committed to",
    Code.SHUFFLE_PROOF: lambda: "shuffle proof",
    Code.NUMBER_OF_SHARES: lambda: "number of shares",
    Code.SHARES_PROOF: lambda: "shares proof",
    Code.SUITS_PROOF: lambda: "suits proof",
    Code.SIGNATURE_LENGTH: lambda: "signature length",
    Code.IDENTITY_KEY: lambda: "identity key",
    Code.SIGNATURE_NOT_REDUCED: lambda: "signature not reduced",
    Code.SIGNATURE_OF_SMALL_ORDER: lambda: "signature of small order",
    Code.SIGNATURE: lambda: "signature",
    Code.LINE_TOO_LONG: lambda: "longer than any entry",
    Code.NOT_AN_ENTRY: lambda detail: f"not an entry ({_shown(detail)})",
    Code.ANOTHER_ENCODING: lambda: "not in its one encoding",
    Code.NO_SUCH_SEAT: lambda seat: f"there is no seat {seat}",
    Code.NOT_SIGNED: lambda seat: (
        f"not signed by seat {seat} for this table (altered, or from another table)"
    ),
    Code.MESSAGE_TOO_LONG: lambda: "longer than any message",
    Code.NOT_A_MESSAGE: lambda detail: f"not a message ({_shown(detail)})",
    Code.NO_TABLE_NAMED: lambda detail: f"no word about a table ({_shown(detail)})",
    Code.SEATS_NOT_IN_ORDER: lambda: "the seats are not in order, each once",
    Code.TOO_SHORT: lambda: "too short",
    Code.LOW_ORDER_POINT: lambda: "low-order point",
    Code.NOT_AUTHENTIC: lambda: "does not authenticate",
    Code.NONCES_USED_UP: lambda: "nonces used up",
    Code.NO_HELLO: lambda: "no hello",
    Code.SECOND_HELLO: lambda: "a second hello",
    Code.LEAST_ABOVE_MOST: lambda: "a table that needs more seats than it has",
    Code.MORE_THAN_SEATS: lambda: "more are seated than the table has seats",
    Code.NO_TABLE_SHOWN: lambda: "no table was shown",
    Code.NOT_WISHED_FOR: lambda: "a start that was not wished for",
    Code.ANOTHER_PLAN: lambda: "game, options, deadline or deals differ",
    Code.OTHER_SEATS: lambda: "the seats differ",
    Code.NOT_THE_HOST: lambda: "the first seat is not the host's",
    Code.HANDSHAKE_TIMED_OUT: lambda: "it did not answer in time",
    Code.HANDSHAKE_CUT: lambda: "it hung up",
    Code.NOT_P2PCARDS: lambda: "that is another program",
    Code.OTHER_VERSION: lambda: "that is another version of p2pcards",
    Code.HANDSHAKE_GARBLED: lambda: "what came was not understood",
    Code.BAD_IDENTITY: lambda: "it could not prove who it is",
    Code.BAD_COMMITMENT: lambda: "it could not prove who it is",
    Code.WRONG_PEER: lambda: "that is somebody else",
    Code.OURSELVES: lambda: "that is this very player: your own key answers there",
    Code.PORT_IN_USE: lambda value: f"port {value} is in use",
    Code.PORT_FORBIDDEN: lambda value: f"port {value} is not allowed to you",
    Code.CLOSED_HERE: lambda: "this side has closed the link",
    Code.PEER_LEFT: lambda: "the other side has gone",
    Code.NOT_ADMITTED: lambda: "the other side does not take the link",
    Code.DUPLICATE_LINK: lambda: "a later link has taken its place",
    Code.MISBEHAVED: lambda: "what this side sent was refused",
    Code.LINK_CUT: lambda: "the link was cut",
    Code.LINK_SILENT: lambda: "nothing came for some time",
    Code.LINK_GARBLED: lambda: "what came was not understood",
    Code.LINK_OVERFLOW: lambda: "the other side is too slow",
    Code.NO_ANSWER: lambda: "no answer",
    Code.CONNECTION_REFUSED: lambda: "nobody listens there",
    Code.UNREACHABLE: lambda: "there is no way to it",
    Code.UNKNOWN_NAME: lambda: "no such name",
    Code.NOT_REACHED: _not_reached,
    Code.BAD_ADDRESS: lambda value: f"{quoted(value)} is no address",
    Code.NO_INTERFACE: lambda: "no such interface, or its link is down",
    Code.DISCOVERY_FAILED: lambda value: _shown(value),
    Code.WISH_REFUSED: lambda value: f"not granted: {value}",
    Code.TOO_MANY_WATCHERS: lambda: "as many watch already as the table can serve",
    Code.OPENING_GIVEN_UP: _opening_given_up,
    Code.EMPTY_LOG: lambda: "there is no complete line in it",
    Code.NO_PROPOSAL: lambda: "a log begins with its proposal",
    Code.PROPOSAL_OUT_OF_PLACE: lambda: "the proposal is not seat 0's first word",
    Code.OUT_OF_PLACE: _out_of_place,
    Code.NOT_A_SPEAKER: lambda: "speaks in a round that does not name it",
    Code.OUT_OF_SEAT_ORDER: lambda: "speaks out of seat order",
    Code.ANOTHER_KIND: lambda kind: f"an entry of another kind ({kind})",
    Code.ANOTHER_HEAD: lambda: "follows another head (lines lost, added or moved)",
    Code.SPEAKS_TWICE: lambda: "speaks twice in one round",
    Code.AFTER_VOTES: lambda: "stands after the votes of its round",
    Code.SPOKEN_AND_ABSENT: lambda: "has spoken and is declared absent in one round",
    Code.VOTE_WITHOUT_SEAT: lambda: "votes without a seat in the deal",
    Code.VOTE_OF_ABSENT: lambda: "votes though it is declared absent",
    Code.VOTE_OUT_OF_SEAT_ORDER: lambda: "votes out of seat order",
    Code.VOTE_AFTER_ANOTHER_HEAD: lambda: "votes after another head",
    Code.VOTE_CANNOT_STAND: lambda: "votes for a list that cannot stand",
    Code.VOTES_DIFFER: lambda: "votes otherwise than the others",
    Code.EVIDENCE_WITHOUT_EFFECT: lambda: "evidence that has no effect here",
    Code.EVIDENCE_OUT_OF_SEAT_ORDER: lambda: "evidence out of seat order",
    Code.AFTER_THE_END: lambda: "stands after the end of the match",
    Code.CUT_LINE: lambda: "the last line is cut short",
    Code.CUT_BEFORE_RESULT: lambda: "the log ends before the first deal is settled",
    Code.CUT_IN_DEAL: lambda deal: f"the log ends in the middle of deal {deal}",
    Code.UNKNOWN_GAME: lambda game: f"there is no game called {quoted(game)}",
    Code.OPTION_REFUSED: _option_refused,
    Code.OPTIONS_NOT_IN_FORM: lambda: "the options are not complete and sorted",
    Code.NUMBER_OF_SEATS: lambda game, least, most, number: (
        f"{GAMES[game].title} is for {least} to {most} seats, not {number}"
    ),
    Code.KEY_SITS_TWICE: lambda: "a key sits twice",
    Code.NAME_REFUSED: lambda name: f"{quoted(name)} cannot be a name",
    Code.IDENTITY_REFUSED: lambda name: f"{_shown(name)}'s key is no key",
    Code.NAME_LENGTH: lambda: "name length",
    Code.NAME_CHARACTER: lambda: "name character",
    Code.NAME_BLANK: lambda: "name blank",
    Code.NAME_MARKS: lambda: "name marks",
    Code.NAME_FORM: lambda: "name form",
    Code.ABSENT_BY_ONE: lambda: "declared absent by one seat's word, unproven",
    Code.ABSENT_BY_ALL: lambda: "declared absent by all the others",
    Code.LEFT: lambda: "left",
    Code.TWO_VERSIONS: lambda: "signed two versions of one entry",
    Code.NOT_OPENED: lambda: "the table was not opened",
    Code.NONCE_NOT_COMMITTED: lambda: "nonce is not the one committed to",
    Code.ANOTHER_TABLE: lambda: "agreed to another table",
    Code.KEY_REFUSED: lambda: "key refused",
    Code.JOINT_KEY_REFUSED: lambda: "joint key refused",
    Code.DECK_REFUSED: lambda: "deck refused",
    Code.SHUFFLE_REFUSED: lambda: "shuffle refused",
    Code.ANOTHER_DECK: lambda: "accepted another deck",
    Code.COIN_REFUSED: lambda: "coin refused",
    Code.SHARES_REFUSED: lambda: "shares refused",
    Code.ACTION_REFUSED: lambda act: f"action refused: {_shown(act)}" if act else "action refused",
    Code.CLOSING_REFUSED: lambda: "closing refused",
    Code.RENEGE: lambda: "renege",
    Code.ANOTHER_RESULT: lambda: "signed another result",
    Code.BACK_NOT_AWAY: lambda: "calls a seat back that was not away",
    Code.BACK_NOT_IN_ORDER: lambda: "the seats that are back are not in order, each once",
    Code.NOT_AN_ACTION: lambda: "no action of the game",
    Code.ACTION_BESIDE_LEAVES: lambda: "an action beside leaves",
    Code.NOT_A_LEAVE: lambda: "no leave",
    Code.LEAVE_NOT_IN_TIME: lambda: "no leave that stands for this round",
    Code.LEAVE_NOT_DUE: lambda seat: (
        f"a leave of seat {seat}, which is out or is waited for in this round"
    ),
    Code.LEAVES_OUT_OF_SEAT_ORDER: lambda: "leaves out of seat order",
    Code.CLAIM_NOT_DUE: lambda: "a claim where none is due",
    Code.NUMBER_OF_CARDS: lambda named, shown: f"names {named} cards where it shows {shown}",
    Code.SHARES_NOT_DUE: lambda: "shares where none are due",
    Code.ANOTHER_CARD: lambda shown, named: f"shows {shown} and calls it {_shown(named)}",
    Code.FILE_IS_LINK: lambda path: "it is a link",
    Code.FILE_IS_FOLDER: lambda path: "it is a folder",
    Code.FILE_NOT_ORDINARY: lambda path: "it is no ordinary file",
    Code.FILE_OF_ANOTHER_USER: lambda path: "it belongs to another user",
    Code.FILE_OPEN_TO_OTHERS: lambda path, mode: f"others may read or write it (mode {mode:o})",
    Code.FILE_WRITABLE_BY_OTHERS: lambda path, mode: f"others may write it (mode {mode:o})",
    Code.KEY_FILE_BAD: lambda path: "it holds no key",
    Code.PEERS_FILE_BAD: lambda path, detail: "it is no list of known players",
    Code.CANNOT_STORE: lambda path, detail: "it cannot be written",
    Code.DISK_FULL: lambda path, detail: "there is no room left for it",
    Code.FILE_IN_USE: lambda path, detail: "another program uses it",
    Code.SEED_LENGTH: lambda: "seed length",
    Code.SHUFFLE_USED: lambda: "this shuffle has been used for a deck",
    Code.SHUFFLE_PROVED: lambda: "this shuffle has been proved",
}


def reason(why: Reason, rule: Rule | None = None) -> str:
    """Why something is refused, with the game's rule that it broke, where it was one: a clause."""
    said = FAULTS[why.code](*why.values)
    if why.because is not None:
        said = f"{said}: {reason(why.because)}"
    if rule is None:
        return said
    return in_braces(phrase(said, ": ", clause(rule), f" ({source(rule)})"))
