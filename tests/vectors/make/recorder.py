"""Recording what goes into a transcript and what is drawn, so that a vector can show each step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from protocol.crypto.transcript import Transcript


@contextmanager
def recorded() -> Iterator[dict[str, bytes]]:
    """Inside, every append and draw of any transcript is written into the mapping, in order.

    `transcript.NN.LABEL` is what was appended under LABEL; `transcript.NN.draw.LABEL` the 64 bytes
    drawn, for which `draw` with LABEL as its data was appended.
    """
    steps: dict[str, bytes] = {}
    append, draw = Transcript.append, Transcript.draw

    def recording_append(self: Transcript, label: bytes, data: bytes) -> None:
        if label != b"draw":
            steps[f"transcript.{len(steps):02}.{label.decode().replace(' ', '_')}"] = data
        append(self, label, data)

    def recording_draw(self: Transcript, label: bytes) -> bytes:
        drawn = draw(self, label)
        steps[f"transcript.{len(steps):02}.draw.{label.decode().replace(' ', '_')}"] = drawn
        return drawn

    Transcript.append, Transcript.draw = recording_append, recording_draw  # type: ignore[method-assign]
    try:
        yield steps
    finally:
        Transcript.append, Transcript.draw = append, draw  # type: ignore[method-assign]
