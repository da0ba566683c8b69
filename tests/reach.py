"""Tells what a test leads to: which start servers or other processes."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any


def reached(functions: Iterable[Any]) -> list[Any]:
    """All that functions lead to by the names that their code uses, and theirs in turn.

    Only functions and classes of the tests are followed, not those of packages.
    """
    waiting = list(functions)
    found: dict[int, Any] = {}
    while waiting:
        thing = waiting.pop()
        if id(thing) not in found:
            found[id(thing)] = thing
            waiting += _used(thing)
    return list(found.values())


def _used(thing: Any) -> Iterator[Any]:
    """What a function uses, or a class holds, if it is one of the tests'."""
    thing = inspect.unwrap(thing) if callable(thing) else thing
    if not str(getattr(thing, "__module__", "")).startswith("tests."):
        return
    if isinstance(thing, type):
        yield from thing.__mro__[1:]
        for member in vars(thing).values():
            yield from (getattr(member, name, None) for name in ("fget", "__func__"))
            yield member
    elif isinstance(thing, FunctionType):
        for name in _names(thing.__code__):
            yield thing.__globals__.get(name)


def _names(code: CodeType) -> Iterator[str]:
    """Names that code uses, and those of the functions and comprehensions in it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
