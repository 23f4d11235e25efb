"""What became of a log on its way, and the way out, in English.

The one rule: it is never called a fault of the players, whose word it does not touch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cli.files.transport import Damage

_AGAIN: Final = "Have it sent again, packed (zip or gzip), so that nothing on the way touches it."

DAMAGES: Final[Mapping[Damage, tuple[str, str]]] = {
    Damage.EMPTY: ("is empty: nothing of the log has arrived", "Have it sent again."),
    Damage.ZEROS: (
        "holds nothing but zeros: a copy or a download has broken off",
        "Have it sent again.",
    ),
    Damage.PACKED: ("is packed", "Unpack it, and name the log that was in it."),
    Damage.UTF_16: (
        "is written in UTF-16, as some editors do and as '>' does in older PowerShells",
        "Save it as UTF-8 without byte order mark and with the line ends of Unix, or have it sent again.",
    ),
    Damage.BYTE_ORDER_MARK: (
        "begins with a byte order mark, which an editor has put there",
        "Save it as UTF-8 without byte order mark, or have it sent again, packed.",
    ),
    Damage.LINE_ENDS: (
        "has the line ends of another system (CR LF), as mail, git and some editors make them",
        "Save it with the line ends of Unix (LF), or have it sent again, packed.",
    ),
    Damage.PAGE: (
        "is a web page: the page that offers or shows the log has been saved",
        "Download the file itself.",
    ),
    Damage.BASE64: ("is a log in base64, as mails carry it", "Save the attachment itself."),
    Damage.MAIL: ("is a whole mail, with its headers", "Save what is attached to it."),
    Damage.QUOTED: ("was quoted in an answer: its lines begin with '>'", _AGAIN),
    Damage.QUOTED_PRINTABLE: (
        "is encoded as the text of a mail (quoted-printable)",
        "Save the attachment itself, or have it sent again, packed.",
    ),
    Damage.SPACES: ("has had spaces put to its lines, or empty lines between them", _AGAIN),
    Damage.BROKEN_LINES: ("has had its long lines broken, as mails do", _AGAIN),
    Damage.TYPOGRAPHY: ("has had its quotation marks turned into those of a book", _AGAIN),
    Damage.LAID_OUT: ("has been laid out anew by an editor of JSON", _AGAIN),
    Damage.CUT_SHORT: ("ends within its first line: most of it has not arrived", _AGAIN),
    Damage.OTHER_VERSION: (
        "is a log of another version of p2pcards than this program knows",
        "A newer p2pcards can read it.",
    ),
    Damage.NO_LOG: (
        "is no log of p2pcards: no line of it is an entry",
        "Those of your own tables are in the data folder, as 'p2pcards host' and 'join' say at the end.",
    ),
}


_AS_IT_WAS_SENT: Final = (Damage.NO_LOG, Damage.PACKED, Damage.OTHER_VERSION)


def damaged(path: object, damage: Damage) -> str:
    """What the file is instead of a log, and what to do."""
    what, way_out = DAMAGES[damage]
    nobody = "" if damage in _AS_IT_WAS_SENT else " Nobody at the table has done that."
    return f"{path} {what}.{nobody} {way_out}"
