"""Completion for bash, zsh and fish, from the parser itself.

The one rule: nothing about a command is written here; a new option appears by itself.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Final

from cli.main import COMMANDS, make_parser, module_of

SHELLS: Final = ("bash", "zsh", "fish")


@dataclass(frozen=True, slots=True)
class Option:
    """An option, as completion and manual need it; `words` is empty for a plain argument."""

    words: tuple[str, ...]
    value: str | None
    choices: tuple[str, ...]
    is_file: bool
    is_required: bool
    help: str


def parser_of(name: str) -> argparse.ArgumentParser:
    """The parser of one command, with its arguments."""
    parser = make_parser(name, import_module(module_of(name)))
    subparsers = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    found: argparse.ArgumentParser = subparsers.choices[name]
    return found


def options_of(name: str) -> tuple[Option, ...]:
    """The options and arguments of a command, in the parser's order."""
    return tuple(_options(parser_of(name)))


def _options(parser: argparse.ArgumentParser) -> Iterator[Option]:
    for action in parser._actions:
        takes_value = action.nargs != 0
        value = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
        if action.choices and action.metavar is None:
            value = "|".join(map(str, action.choices))
        yield Option(
            words=tuple(action.option_strings),
            value=value if takes_value else None,
            choices=tuple(map(str, action.choices or ())),
            is_file=value in ("FILE", "LOG"),
            is_required=action.nargs not in ("?", "*") and not action.option_strings,
            help=(action.help or "").replace("%%", "%"),
        )


def completion(shell: str) -> str:
    """The script that a shell reads to complete the commands and their options."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]()


def _bash() -> str:
    cases = []
    for name in COMMANDS:
        options = options_of(name)
        words = [word for option in options for word in option.words]
        values = [
            f'{name},{word}) COMPREPLY=($(compgen -W "{" ".join(option.choices)}" -- "$cur")); return;;'
            for option in options
            if option.choices
            for word in option.words
        ]
        values += [
            f'{name},{word}) COMPREPLY=($(compgen -f -- "$cur")); return;;'
            for option in options
            if option.is_file
            for word in option.words
        ]
        cases.append((name, words, values))
    lines = [
        "# p2pcards: completion for bash. Load it with: source <(p2pcards config --completion bash)",
        "_p2pcards() {",
        '    local cur="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"',
        '    local command="${COMP_WORDS[1]}" words=""',
        "    COMPREPLY=()",
        "    if [ $COMP_CWORD -eq 1 ]; then",
        f'        COMPREPLY=($(compgen -W "{" ".join(COMMANDS)} --help --version" -- "$cur"))',
        "        return",
        "    fi",
        '    case "$command,$before" in',
        *(f"        {value}" for _, _, values in cases for value in values),
        "    esac",
        '    case "$command" in',
        *(f'        {name}) words="{" ".join(words)}";;' for name, words, _ in cases),
        "    esac",
        '    if [[ "$cur" == -* ]]; then',
        '        COMPREPLY=($(compgen -W "$words" -- "$cur"))',
        "    else",
        '        COMPREPLY=($(compgen -f -- "$cur"))',
        "    fi",
        "}",
        "complete -o filenames -F _p2pcards p2pcards",
    ]
    return "\n".join(lines) + "\n"


def _zsh() -> str:
    lines = [
        "#compdef p2pcards",
        "# p2pcards: completion for zsh. Put it into a folder of $fpath, as _p2pcards.",
        "_p2pcards() {",
        "    local -a commands",
        "    commands=(",
        *(f"        {_quote(name + ':' + line)}" for name, line in COMMANDS.items()),
        "    )",
        "    if (( CURRENT == 2 )); then",
        "        _describe command commands",
        "        return",
        "    fi",
        "    local command=$words[2]",
        "    shift words",
        "    (( CURRENT-- ))",
        "    case $command in",
    ]
    for name in COMMANDS:
        lines.append(f"        {name})")
        lines.append("            _arguments \\")
        specs = [spec for option in options_of(name) for spec in _zsh_specs(option)]
        lines += [f"                {_quote(spec)} \\" for spec in specs]
        lines += ["                '*:file:_files'", "            ;;"]
    lines += ["    esac", "}", 'if [ "$funcstack[1]" = "_p2pcards" ]; then _p2pcards "$@"']
    lines += ["else compdef _p2pcards p2pcards; fi"]
    return "\n".join(lines) + "\n"


def _zsh_specs(option: Option) -> Iterator[str]:
    told = option.help.replace("[", "(").replace("]", ")").replace(":", "\\:")
    for word in option.words:
        value = ""
        if option.value is not None:
            known = "_files" if option.is_file else ""
            known = f"({' '.join(option.choices)})" if option.choices else known
            value = f":{option.value.replace(':', ' ')}:{known}"
        yield f"*{word}[{told}]{value}"


def _fish() -> str:
    lines = [
        "# p2pcards: completion for fish. Load it with: p2pcards config --completion fish | source",
        "complete -c p2pcards -n __fish_use_subcommand -l help -d 'Show the help'",
        "complete -c p2pcards -n __fish_use_subcommand -l version -d 'Show the version'",
    ]
    for name, line in COMMANDS.items():
        lines.append(
            f"complete -c p2pcards -f -n __fish_use_subcommand -a {name} -d {_quote(line)}"
        )
    for name in COMMANDS:
        for option in options_of(name):
            for word in option.words:
                if not word.startswith("--"):
                    continue
                parts = [
                    f"complete -c p2pcards -n '__fish_seen_subcommand_from {name}'",
                    f"-l {word[2:]}",
                ]
                if option.value is not None:
                    parts.append("-r" if option.is_file else "-x")
                if option.choices:
                    parts.append(f"-a {_quote(' '.join(option.choices))}")
                parts.append(f"-d {_quote(option.help)}")
                lines.append(" ".join(parts))
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    """For all three shells: single quotes keep everything but themselves."""
    return "'" + text.replace("'", "’") + "'"
