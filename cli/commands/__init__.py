"""One module a command.

Each has `add_arguments(parser)` and `run(args) -> int`, and is imported only when its command is
used, so that `--help` stays quick; which there are, and a line on each, is in `cli.main.COMMANDS`.
"""
