"""The parts of the package, patterns and functions, each of which can be switched off.

Only the package in pure Python can be changed so.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial, wraps
from importlib import import_module
from types import FunctionType
from typing import Any

import extract_pipelines

ROOMS = ("article", "page", "posts", "site", "template", "text")
# What a function says that found nothing, by how its type begins or ends.
NOTHING: dict[str, Callable[[], object]] = {
    "bool": bool,
    "set[": set,
    "Set[": frozenset,
    "frozenset[": frozenset,
    "list[": list,
    "Sequence[": list,
    "dict[": dict,
}


class Parts:
    """The parts of the package, each of which can be switched off.

    :ivar spoke: the pages on which each part has spoken
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.spoke: dict[str, set[int]] = defaultdict(set)
        self.page, self.off = -1, ""
        changed: dict[int, Any] = {}
        modules = list(_modules())
        for module in modules:
            for name, value in vars(module).items():
                if (part := self._part(f"{module.__name__}.{name}", value, module)) is not None:
                    changed[id(value)] = part
        for module in modules:
            for name, value in list(vars(module).items()):
                if id(value) in changed:
                    setattr(module, name, changed[id(value)])

    def _part(self, name: str, value: object, module: Any) -> object:
        if isinstance(value, re.Pattern):
            self.names.append(name)
            return _Pattern(value, partial(self._say, name))
        if not isinstance(value, FunctionType) or value.__module__ != module.__name__:
            return None
        kind = str(value.__annotations__.get("return"))
        nothing = next((NOTHING[one] for one in NOTHING if kind.startswith(one)), None)
        if kind.endswith("| None"):
            nothing = type(None)
        if nothing is None or inspect.isgeneratorfunction(value):
            return None
        self.names.append(name)

        @wraps(value)
        def say(*arguments: Any, **named: Any) -> Any:
            return self._say(name, partial(value, *arguments, **named), nothing())

        return say

    def _say(self, name: str, ask: Callable[[], Any], nothing: Any) -> Any:
        if name == self.off:
            return nothing
        found = ask()
        if found != nothing:
            self.spoke[name].add(self.page)
        return found


class _Pattern:
    """A pattern that finds nothing when it is switched off."""

    def __init__(self, pattern: re.Pattern[str], say: Callable[[Callable[[], Any], Any], Any]):
        self._pattern, self._say = pattern, say

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pattern, name)

    def _ask(self, method: str, nothing: Any, *arguments: Any, **named: Any) -> Any:
        return self._say(partial(getattr(self._pattern, method), *arguments, **named), nothing)

    def search(self, *arguments: Any) -> Any:
        return self._ask("search", None, *arguments)

    def match(self, *arguments: Any) -> Any:
        return self._ask("match", None, *arguments)

    def fullmatch(self, *arguments: Any) -> Any:
        return self._ask("fullmatch", None, *arguments)

    def findall(self, *arguments: Any) -> Any:
        return self._ask("findall", [], *arguments)

    def finditer(self, *arguments: Any) -> Any:
        return iter(self._say(lambda: list(self._pattern.finditer(*arguments)), []))

    def split(self, text: str, *arguments: Any, **named: Any) -> Any:
        return self._ask("split", [text], text, *arguments, **named)

    def sub(self, new: Any, text: str, *arguments: Any, **named: Any) -> Any:
        return self._ask("sub", text, new, text, *arguments, **named)


def _modules() -> Iterator[Any]:
    """The modules of the rooms in which pages are read, but the learned scorers."""
    for found in pkgutil.walk_packages(extract_pipelines.__path__, "extract_pipelines."):
        if found.name.split(".")[1] in ROOMS and ".scorers." not in found.name:
            yield import_module(found.name)
