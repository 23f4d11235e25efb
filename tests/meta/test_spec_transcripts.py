"""The table of transcripts in SPEC §3.3 is what the program hashes, label by label."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.vectors.format import HERE, read_vector

SPEC = (Path(__file__).parents[2] / "SPEC.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| `([a-z ]+)` \| ((?:.*; )+.*) \|$", SPEC.partition("### 3.4")[0], re.M))
VECTORS = {
    "coin commitment": "coin/commitments",
    "key commitment": "coin/commitments",
    "key proof": "schnorr/ok",
    "shuffle proof": "shuffle/azi27",
    "shares proof": "dleq/three_slots",
    "suits proof": "suits/two_suits",
}


def labels_of(row: str) -> list[str]:
    """The labels of a row, in order; what is repeated for each slot or suit stands once."""
    found: list[str] = []
    for part in re.split(r"[;,:]", row):
        label = re.split("[←→]", part)[0].strip()
        if label and not label.startswith("for each") and label != "in order":
            found.append(label.replace(" ", "_"))
    return found


def hashed(purpose: str, vector: str) -> list[str]:
    """The labels that a vector's transcript has after the context, each where it first stands."""
    fields = read_vector(HERE / f"{vector}.txt").fields
    labels: list[str] = []
    is_this = False
    for key, value in fields.items():
        match key.split(".", 2):
            case ["transcript", _, "purpose"]:
                is_this = value.decode() == purpose
            case ["transcript", _, ("protocol" | "context")]:
                pass
            case ["transcript", _, label] if is_this:
                labels.append(label.removeprefix("draw."))
    return list(dict.fromkeys(labels))


def test_every_purpose_has_a_row_and_a_vector() -> None:
    assert set(ROWS) == set(VECTORS)


@pytest.mark.parametrize("purpose", VECTORS)
def test_the_row_lists_what_is_hashed_in_its_order(purpose: str) -> None:
    assert labels_of(ROWS[purpose]) == hashed(purpose, VECTORS[purpose])
