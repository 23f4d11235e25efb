"""The manual page, from the parser itself: `python -m cli.tools.manual` prints it (`make manual`).

The one rule: nothing about a command is written here; a new option appears by itself.
"""

from __future__ import annotations

from cli import __version__
from cli.main import COMMANDS, make_parser
from cli.tools.completion import Option, options_of


def manual_page() -> str:
    """The manual page, in man's own language."""
    parser = make_parser()
    lines = [
        f'.TH P2PCARDS 1 "" "p2pcards {__version__}" "User Commands"',
        ".SH NAME",
        "p2pcards \\- card games over a local network without a server",
        ".SH SYNOPSIS",
        ".B p2pcards",
        ".I COMMAND",
        "[options]",
        ".SH DESCRIPTION",
        _man(parser.description or ""),
        ".SH COMMANDS",
    ]
    for name, line in COMMANDS.items():
        options = options_of(name)
        plain = [_plain(option) for option in options if not option.words]
        lines += [f".SS {_man(' '.join(['p2pcards', name, *plain]))}"]
        lines += [_man(line[0].upper() + line[1:] + ".")]
        for option in options:
            if "--help" in option.words:
                continue
            head = ", ".join(f"\\fB{_man(word)}\\fR" for word in option.words)
            value = f"\\fI{_man(option.value)}\\fR" if option.value is not None else ""
            lines += [".TP", f"{head} {value}".strip(), _man(option.help)]
    lines += [
        ".SH EXIT STATUS",
        "0 done; 1 failure; 2 usage; 3 verification failed; 4 network or peer; 128 and n by signal n.",
        ".SH ENVIRONMENT",
        ".TP",
        "\\fBP2PCARDS_HOME\\fR",
        "Holds settings, keys and logs in place of the XDG folders.",
        ".TP",
        "\\fBP2PCARDS_NAME\\fR, \\fBP2PCARDS_THEME\\fR and so on",
        "Each goes before the setting of that name; see \\fBp2pcards config\\fR.",
        ".TP",
        "\\fBNO_COLOR\\fR",
        "No colours.",
    ]
    return "\n".join(lines) + "\n"


def _plain(option: Option) -> str:
    return str(option.value) if option.is_required else f"[{option.value}]"


def _man(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("’", "'")
    return "\\&" + escaped if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    print(manual_page(), end="")
