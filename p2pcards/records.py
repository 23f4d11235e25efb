"""Changing parts of frozen values. The one rule: the value itself never changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

Record = TypeVar("Record")
Item = TypeVar("Item")


def with_item(items: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    """`items` with the one at `place` replaced."""
    return (*items[:place], item, *items[place + 1 :])


if TYPE_CHECKING:
    from dataclasses import replace as change
else:

    def change(record: Record, /, **changes: Any) -> Record:
        """What `dataclasses.replace` gives, for records that have neither slots nor `__post_init__`.

        Both that and the record's own constructor set field after field; for a state of forty
        fields, changed several times an event, that was a fifth to a half of a simulated deal.
        Copying the fields as one dictionary takes a quarter of the time. So states have no slots.
        """
        changed = object.__new__(type(record))
        held = changed.__dict__
        held.update(record.__dict__)
        held.update(changes)
        if len(held) != len(record.__dict__):
            raise KeyError(*(held.keys() - record.__dict__.keys()))
        return changed


__all__ = ["change", "with_item"]
