"""Why something is refused: THE table of fault codes, and the one root of what the protocol raises.

The one rule: a refusal is a code with its values, never a phrase. The words for it are the fronts'
(`cli/words`), and SPEC §8.1 is this table for a reader who has no Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Code(StrEnum):
    """What is wrong, for programs: `point_length`.

    With each code stands whether the signed entries of a log prove it against their author, to
    anybody (else it is one reader's word, or the fault of a file and of nobody at the table), and
    the section of SPEC that the refused thing breaks.
    """

    is_provable: bool
    section: str

    def __new__(cls, text: str, is_provable: bool, section: str) -> Code:
        code = str.__new__(cls, text)
        code._value_ = text
        code.is_provable = is_provable
        code.section = section
        return code

    # The proofs: each stands in the fault of whoever signed the bytes.
    POINT_LENGTH = "point_length", True, "3.1"
    NOT_A_POINT = "not_a_point", True, "3.1"
    SCALAR_LENGTH = "scalar_length", True, "3.1"
    SCALAR_NOT_REDUCED = "scalar_not_reduced", True, "3.1"
    ZERO_SCALAR = "zero_scalar", True, "3.1"
    ZERO_CHALLENGE = "zero_challenge", True, "3.1"
    IDENTITY_POINT = "identity_point", True, "3.1"
    NUMBER_OF_POINTS = "number_of_points", True, "3.1"
    PROOF_LENGTH = "proof_length", True, "3.1"
    DECK_LENGTH = "deck_length", True, "3.2"
    NOT_A_CARD = "not_a_card", True, "3.2"
    COMMITMENT_LENGTH = "commitment_length", True, "3.4"
    KEY_NOT_COMMITTED = "key_not_committed", True, "3.4"
    KEY_PROOF = "key_proof", True, "3.4"
    COIN_LENGTH = "coin_length", True, "3.5"
    COIN_NOT_COMMITTED = "coin_not_committed", True, "3.5"
    SHUFFLE_PROOF = "shuffle_proof", True, "3.6"
    NUMBER_OF_SHARES = "number_of_shares", True, "3.7"
    SHARES_PROOF = "shares_proof", True, "3.7"
    SUITS_PROOF = "suits_proof", True, "3.8"
    SIGNATURE_LENGTH = "signature_length", False, "3.9"
    IDENTITY_KEY = "identity_key", False, "3.9"
    SIGNATURE_NOT_REDUCED = "signature_not_reduced", False, "3.9"
    SIGNATURE_OF_SMALL_ORDER = "signature_of_small_order", False, "3.9"
    SIGNATURE = "signature", False, "3.9"

    # Lines and messages: whose they are, nobody can show.
    LINE_TOO_LONG = "line_too_long", False, "4.2"
    NOT_AN_ENTRY = "not_an_entry", False, "4.2"
    ANOTHER_ENCODING = "another_encoding", False, "4.2"
    NO_SUCH_SEAT = "no_such_seat", False, "4.2"
    NOT_SIGNED = "not_signed", False, "4.2"
    MESSAGE_TOO_LONG = "message_too_long", False, "7.8"
    NOT_A_MESSAGE = "not_a_message", False, "7.8"
    NO_TABLE_NAMED = "no_table_named", False, "7.8"
    SEATS_NOT_IN_ORDER = "seats_not_in_order", False, "7.8"

    # The network: what comes over a link before a table signs anything.
    TOO_SHORT = "too_short", False, "7.2"
    LOW_ORDER_POINT = "low_order_point", False, "7.2"
    NOT_AUTHENTIC = "not_authentic", False, "7.2"
    NONCES_USED_UP = "nonces_used_up", False, "7.2"
    NO_HELLO = "no_hello", False, "7.9"
    SECOND_HELLO = "second_hello", False, "7.9"
    LEAST_ABOVE_MOST = "least_above_most", False, "7.9"
    MORE_THAN_SEATS = "more_than_seats", False, "7.9"
    NO_TABLE_SHOWN = "no_table_shown", False, "7.9"
    NOT_WISHED_FOR = "not_wished_for", False, "7.9"
    ANOTHER_PLAN = "another_plan", False, "7.9"
    OTHER_SEATS = "other_seats", False, "7.9"
    NOT_THE_HOST = "not_the_host", False, "7.9"

    # Links and listings: why none comes about, and why one ends.
    HANDSHAKE_TIMED_OUT = "handshake_timed_out", False, "7.2"
    HANDSHAKE_CUT = "handshake_cut", False, "7.2"
    NOT_P2PCARDS = "not_p2pcards", False, "7.2"
    OTHER_VERSION = "other_version", False, "7.2"
    HANDSHAKE_GARBLED = "handshake_garbled", False, "7.2"
    BAD_IDENTITY = "bad_identity", False, "7.2"
    BAD_COMMITMENT = "bad_commitment", False, "7.2"
    WRONG_PEER = "wrong_peer", False, "7.2"
    OURSELVES = "ourselves", False, "7.2"
    PORT_IN_USE = "port_in_use", False, "7.4"
    PORT_FORBIDDEN = "port_forbidden", False, "7.4"
    CLOSED_HERE = "closed_here", False, "7.3"
    PEER_LEFT = "peer_left", False, "7.3"
    NOT_ADMITTED = "not_admitted", False, "7.3"
    DUPLICATE_LINK = "duplicate_link", False, "7.5"
    MISBEHAVED = "misbehaved", False, "7.3"
    LINK_CUT = "link_cut", False, "7.3"
    LINK_SILENT = "link_silent", False, "7.3"
    LINK_GARBLED = "link_garbled", False, "7.3"
    LINK_OVERFLOW = "link_overflow", False, "7.5"
    NO_ANSWER = "no_answer", False, "7.5"
    CONNECTION_REFUSED = "connection_refused", False, "7.5"
    UNREACHABLE = "unreachable", False, "7.5"
    UNKNOWN_NAME = "unknown_name", False, "7.5"
    NOT_REACHED = "not_reached", False, "7.5"
    BAD_ADDRESS = "bad_address", False, "7.6"
    NO_INTERFACE = "no_interface", False, "7.6"
    DISCOVERY_FAILED = "discovery_failed", False, "7.6"
    WISH_REFUSED = "wish_refused", False, "7.9"
    TOO_MANY_WATCHERS = "too_many_watchers", False, "7.9"
    OPENING_GIVEN_UP = "opening_given_up", False, "7.10"

    # The order of a log's lines, which is nobody's signature.
    EMPTY_LOG = "empty_log", False, "5.3"
    NO_PROPOSAL = "no_proposal", False, "6.1"
    PROPOSAL_OUT_OF_PLACE = "proposal_out_of_place", False, "6.1"
    OUT_OF_PLACE = "out_of_place", False, "5.3"
    NOT_A_SPEAKER = "not_a_speaker", False, "5.3"
    OUT_OF_SEAT_ORDER = "out_of_seat_order", False, "5.3"
    ANOTHER_KIND = "another_kind", False, "5.3"
    ANOTHER_HEAD = "another_head", False, "5.3"
    SPEAKS_TWICE = "speaks_twice", False, "5.3"
    AFTER_VOTES = "after_votes", False, "5.3"
    SPOKEN_AND_ABSENT = "spoken_and_absent", False, "5.3"
    VOTE_WITHOUT_SEAT = "vote_without_seat", False, "6.7"
    VOTE_OF_ABSENT = "vote_of_absent", False, "6.7"
    VOTE_OUT_OF_SEAT_ORDER = "vote_out_of_seat_order", False, "6.7"
    VOTE_AFTER_ANOTHER_HEAD = "vote_after_another_head", False, "6.7"
    VOTE_CANNOT_STAND = "vote_cannot_stand", False, "6.7"
    VOTES_DIFFER = "votes_differ", False, "6.7"
    EVIDENCE_WITHOUT_EFFECT = "evidence_without_effect", False, "6.6"
    EVIDENCE_OUT_OF_SEAT_ORDER = "evidence_out_of_seat_order", False, "6.6"
    AFTER_THE_END = "after_the_end", False, "8"
    CUT_LINE = "cut_line", False, "8"
    CUT_BEFORE_RESULT = "cut_before_result", False, "8"
    CUT_IN_DEAL = "cut_in_deal", False, "8"

    # Proposals and names: what nobody agrees to, nobody has done.
    UNKNOWN_GAME = "unknown_game", False, "6.1"
    OPTION_REFUSED = "option_refused", False, "6.1"
    OPTIONS_NOT_IN_FORM = "options_not_in_form", False, "6.1"
    NUMBER_OF_SEATS = "number_of_seats", False, "6.1"
    KEY_SITS_TWICE = "key_sits_twice", False, "6.1"
    NAME_REFUSED = "name_refused", False, "6.1"
    IDENTITY_REFUSED = "identity_refused", False, "6.1"
    NAME_LENGTH = "name_length", False, "6.1"
    NAME_CHARACTER = "name_character", False, "6.1"
    NAME_BLANK = "name_blank", False, "6.1"
    NAME_MARKS = "name_marks", False, "6.1"
    NAME_FORM = "name_form", False, "6.1"

    # What puts a seat out; of these, silence is what the others say.
    ABSENT_BY_ONE = "absent_by_one", False, "6.7"
    ABSENT_BY_ALL = "absent_by_all", False, "6.7"
    LEFT = "left", True, "6.4"
    TWO_VERSIONS = "two_versions", True, "6.6"
    NOT_OPENED = "not_opened", True, "6.1"
    NONCE_NOT_COMMITTED = "nonce_not_committed", True, "6.1"
    ANOTHER_TABLE = "another_table", True, "6.1"
    KEY_REFUSED = "key_refused", True, "6.2"
    JOINT_KEY_REFUSED = "joint_key_refused", True, "6.2"
    DECK_REFUSED = "deck_refused", True, "6.2"
    SHUFFLE_REFUSED = "shuffle_refused", True, "6.2"
    ANOTHER_DECK = "another_deck", True, "6.2"
    COIN_REFUSED = "coin_refused", True, "6.3"
    SHARES_REFUSED = "shares_refused", True, "6.3"
    ACTION_REFUSED = "action_refused", True, "6.3"
    CLOSING_REFUSED = "closing_refused", True, "6.3"
    RENEGE = "renege", True, "9"
    ANOTHER_RESULT = "another_result", True, "6.3"
    BACK_NOT_AWAY = "back_not_away", True, "6.3"
    BACK_NOT_IN_ORDER = "back_not_in_order", True, "6.3"

    # Why an action or a closing is refused, where no rule of the game says so.
    NOT_AN_ACTION = "not_an_action", True, "9"
    ACTION_BESIDE_LEAVES = "action_beside_leaves", True, "6.3"
    NOT_A_LEAVE = "not_a_leave", True, "6.3"
    LEAVE_NOT_IN_TIME = "leave_not_in_time", True, "6.3"
    LEAVE_NOT_DUE = "leave_not_due", True, "6.3"
    LEAVES_OUT_OF_SEAT_ORDER = "leaves_out_of_seat_order", True, "6.3"
    CLAIM_NOT_DUE = "claim_not_due", True, "6.3"
    NUMBER_OF_CARDS = "number_of_cards", True, "6.3"
    SHARES_NOT_DUE = "shares_not_due", True, "6.3"
    ANOTHER_CARD = "another_card", True, "6.3"

    # This machine's own.
    FILE_IS_LINK = "file_is_link", False, "7.7"
    FILE_IS_FOLDER = "file_is_folder", False, "7.7"
    FILE_NOT_ORDINARY = "file_not_ordinary", False, "7.7"
    FILE_OF_ANOTHER_USER = "file_of_another_user", False, "7.7"
    FILE_OPEN_TO_OTHERS = "file_open_to_others", False, "7.7"
    FILE_WRITABLE_BY_OTHERS = "file_writable_by_others", False, "7.7"
    KEY_FILE_BAD = "key_file_bad", False, "7.7"
    PEERS_FILE_BAD = "peers_file_bad", False, "7.7"
    CANNOT_STORE = "cannot_store", False, "7.10"
    DISK_FULL = "disk_full", False, "7.10"
    FILE_IN_USE = "file_in_use", False, "7.10"
    SEED_LENGTH = "seed_length", False, "3.9"
    SHUFFLE_USED = "shuffle_used", False, "3.6"
    SHUFFLE_PROVED = "shuffle_proved", False, "3.6"
    LIBRARY_WITHOUT_GROUP = "library_without_group", False, "3.1"
    LIBRARY_TAKES_BAD_POINTS = "library_takes_bad_points", False, "3.1"
    LIBRARY_MULTIPLIES_BAD_POINTS = "library_multiplies_bad_points", False, "3.1"
    LIBRARY_MULTIPLIES_WRONGLY = "library_multiplies_wrongly", False, "3.1"


Value: TypeAlias = str | int
"""What is different each time. Texts are as somebody else sent them: a front quotes them."""


MOST_SHOWN = 60
"""Characters of a value in an exception's text; the whole value is in the reason."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused.

    Args:
        code: What is wrong.
        values: What belongs to it, in the order of the code (SPEC §8.1).
        because: What it was found by, where that has a code of its own: a key is refused because
            its proof fails.
    """

    code: Code
    values: tuple[Value, ...] = ()
    because: Reason | None = None

    def __str__(self) -> str:
        own = " ".join([str(self.code), *(_plain(value) for value in self.values)])
        return own if self.because is None else f"{own}: {self.because}"


def _plain(value: Value) -> str:
    """A value for a traceback or a log of ours: short, on one line."""
    text = ascii(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


class ProtocolError(Exception):
    """The root of all exceptions that the protocol raises of its own accord."""


class CodedError(ProtocolError):
    """One that carries its reason.

    Args:
        why: The code, or a whole reason that something below has given.
        values: What belongs to the code.
        because: What it was found by.
    """

    def __init__(self, why: Code | Reason, *values: Value, because: Reason | None = None) -> None:
        self.reason = Reason(why, values, because) if isinstance(why, Code) else why
        super().__init__(str(self.reason))

    @property
    def code(self) -> Code:
        return self.reason.code
