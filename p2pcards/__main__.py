"""`python -m p2pcards`: the same as the command `p2pcards`."""

import sys

from cli.main import main

if __name__ == "__main__":
    sys.exit(main())
