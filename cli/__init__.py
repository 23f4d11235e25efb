"""The command line and the terminal: the only package that knows argparse and words for people."""

__version__ = "0.1.0"
"""Version of the distribution; a test holds it to pyproject.toml."""

DIST = "p2pcards"
"""Name of the distribution; `p2pcards.__main__` checks it, since `cli` is a name others use too."""
