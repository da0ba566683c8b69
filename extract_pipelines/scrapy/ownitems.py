"""Items of the spider's own: what they carry, and how they are filled with what was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass, replace
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
        return _filled_copy(item, values)
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


def _filled_copy(item: Any, values: Mapping[str, Any]) -> tuple[Any, dict[str, Exception]]:
    """As `filled`, of a frozen item: it takes what its class does when one is made."""
    try:
        _made_anew(item, {})
    except Exception:  # how it was made does not show in it, so nothing can be asked of its class
        return _replaced(item, {**values, PAGE_FIELD: None}), {}
    taken, refused = {}, {}
    for name, value in values.items():
        try:
            taken[name] = getattr(_made_anew(item, {name: value}), name)
        except Exception as error:
            refused[name] = error
    return _replaced(item, {**taken, PAGE_FIELD: None}), refused


def _made_anew(item: Any, values: Mapping[str, Any]) -> Any:
    """An item of the same class, made with an item's values but for these."""
    if is_dataclass(item):
        return replace(item, **values)  # type: ignore[type-var]
    if hasattr(item, "__attrs_attrs__"):
        arguments = {one.name: one.alias for one in item.__attrs_attrs__ if one.init}
        told = set(arguments)
    else:
        told = item.model_fields_set
        arguments = {name: _argument(item, name) for name in told.union(type(item).model_fields)}
    own = {name: getattr(item, name) for name in told}
    return type(item)(**{arguments[name]: value for name, value in {**own, **values}.items()})


def _argument(item: Any, name: str) -> str:
    """What a field is called where a pydantic object is made."""
    field = type(item).model_fields.get(name)
    alias = field and field.validation_alias
    if not isinstance(alias, str | None):
        raise TypeError(f"{name} has no argument of its own")
    return alias or name


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
