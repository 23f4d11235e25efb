"""One module a command.

Each has `NAME`, `HELP`, `add_arguments(parser)` and `run(args) -> int`, and is imported only when
its command is used, so that `--help` stays quick.
"""
