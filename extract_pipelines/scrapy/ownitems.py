"""Items of the spider's own: what they carry, and how they are filled with what was read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from itemadapter import ItemAdapter, is_item

from extract_pipelines.items import PageItem

# The field that carries the page to read.
PAGE_FIELD = "page"


def carried(item: Any) -> Any:
    """What an item carries as its page; None if it carries none."""
    if isinstance(item, PageItem):
        return item.page
    return ItemAdapter(item).get(PAGE_FIELD) if is_item(item) else None


def filled(item: Any, found: Mapping[str, Any]) -> tuple[Any, dict[str, Exception]]:
    """The item with the extracted fields that it can hold and has no value for; without its page.

    A dict or `scrapy.Item` loses the field, of others it is None. An item that cannot be changed
    is left as it is, and a copy is given.

    :return: the item, and why its class has refused values, by field: these it does not have
    """
    adapter = ItemAdapter(item)
    possible = None if isinstance(item, dict) else set(adapter.field_names())
    values = {
        name: value
        for name, value in found.items()
        if (possible is None or name in possible) and not adapter.get(name)
    }
    if _is_frozen(adapter):
        return _replaced(item, {**values, PAGE_FIELD: None}), {}
    refused = {}
    for name, value in values.items():
        try:
            adapter[name] = value
        except Exception as error:  # whatever the class checks its values with raises
            refused[name] = error
    return _without_page(item, adapter), refused


def _is_frozen(adapter: ItemAdapter) -> bool:
    """Whether the item refuses even the value that it has."""
    try:
        adapter[PAGE_FIELD] = adapter[PAGE_FIELD]
    except Exception:
        return True
    return False


def _without_page(item: Any, adapter: ItemAdapter) -> Any:
    if hasattr(item, "__delitem__"):
        del adapter[PAGE_FIELD]
        return item
    try:
        adapter[PAGE_FIELD] = None
    except Exception:  # a page is all that the class takes there
        return _replaced(item, {PAGE_FIELD: None})
    return item


def _replaced(item: Any, values: Mapping[str, Any]) -> Any:
    """A copy of an item with other values, past what its class does to prevent that."""
    if hasattr(item, "model_copy"):  # pydantic keeps books of the fields that are set
        return item.model_copy(update=values)
    copy = object.__new__(type(item))
    adapter = ItemAdapter(item)
    known = {**getattr(item, "__dict__", {}), **{name: adapter[name] for name in adapter}}
    for name, value in {**known, **values}.items():
        object.__setattr__(copy, name, value)
    return copy
