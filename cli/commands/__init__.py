"""One module a command, in a folder for what one wants to do.

Each has `add_arguments(parser)` and `run(args) -> int`, and is imported only when its command is
used, so that `--help` stays quick; which there are, and a line on each, is in `cli.main.COMMANDS`.
"""
