"""`python -m tests.conformance.make`: write the corpus again, byte for byte.

`--archive FILE` packs what lies here instead, with the vectors, into one uncompressed tar: its
SHA-256 is the one of SPEC §11.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.conformance.make.corpus import HERE, archive, committed, corpus
from tests.conformance.make.pieces import sha256


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.make", description=__doc__)
    parser.add_argument("--archive", type=Path, metavar="FILE")
    args = parser.parse_args()
    if args.archive is None:
        write(corpus())
    packed = archive(committed())
    if args.archive is not None:
        args.archive.write_bytes(packed)
    print(f"archive: {len(packed)} bytes, SHA-256 {sha256(packed)}")


def write(files: dict[str, bytes]) -> None:
    """Put the files in their places; what is no part of the corpus any more goes."""
    for path in set(committed()) - set(files) - {"README.md"}:
        (HERE / path).unlink()
    for path, data in files.items():
        (HERE / path).parent.mkdir(exist_ok=True)
        (HERE / path).write_bytes(data)
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes")


if __name__ == "__main__":
    main()
