"""Which fields of items are wanted: ``title``, ``floors.author``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from extract_pipelines.items.items import Article, Floor, ForumThread, Metadata, Quote

_ITEMS = (ForumThread, Article)
# What stands in these fields, of items and what is in them.
_INSIDE = {"floors": Floor, "comments": Floor, "quotes": Quote, "metadata": Metadata}

Wanted = Mapping[str, Any]


class ItemFields:
    """Some fields of items, and of what stands in their fields.

    :param names: such as ``title``, ``floors`` (with all that floors have), ``floors.author``,
        ``metadata.method``; a name is good if a thread or an article has it
    :raises ValueError: for a name that neither has, with a sentence that says what names there are
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._wanted: dict[str, Any] = {}
        for name in names:
            wanted, known = self._wanted, _names_of(*_ITEMS)
            *above, last = name.split(".")
            for part in above:
                _check(name, part, (inner for inner in known if inner in _INSIDE))
                known = _names_of(_INSIDE[part])
                inner = wanted.setdefault(part, {})
                # Where all of it is wanted already, a part of it adds nothing.
                wanted = {} if inner is None else inner
            _check(name, last, known)
            wanted[last] = None

    def of(self, item: ForumThread | Article) -> dict[str, Any]:
        """The wanted fields that an item has, as plain values, in the order of their names."""
        chosen: dict[str, Any] = _chosen(item, self._wanted)
        return chosen


def _check(name: str, part: str, known: Iterable[str]) -> None:
    known = list(known)
    if part not in known:
        raise ValueError(f"{name!r} is no field; there are {', '.join(known) or 'none inside it'}")


def _names_of(*classes: type) -> list[str]:
    names = (field.name for one in classes for field in fields(one))
    return list(dict.fromkeys(names))


def _chosen(value: Any, wanted: Wanted | None) -> Any:
    """The wanted fields of a dataclass, or of each in a list; all of them for None."""
    if isinstance(value, list):
        return [_chosen(one, wanted) for one in value]
    if not is_dataclass(value):
        return value
    names = wanted or dict.fromkeys(_names_of(type(value)))
    return {
        name: _chosen(getattr(value, name), inner)
        for name, inner in names.items()
        if hasattr(value, name)
    }
