"""The site's template: what pages of one kind share."""

from __future__ import annotations

from collections.abc import Iterable, Set
from hashlib import blake2b
from typing import Any

from extract_pipelines.page import Leaf


def entry(path: str, text: str) -> int:
    """The template's entry of a text: a 64-bit fingerprint of its tag path and itself."""
    key = f"{path}\0{text}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(key, digest_size=8).digest())


class Template:
    """S = ∩ h over the pages of one kind, streamed (Su Jianlin 2017, part 1).

    A page h is the set of its entries. S starts with the second page and shrinks with each; while
    only one page is known nothing can be told from its content, and S is empty. Order does not
    matter, and a page learned again changes nothing.
    """

    def __init__(self) -> None:
        self.pages = 0
        self.version = 0
        self._shared: frozenset[int] = frozenset()

    def learn(self, page: Set[int]) -> None:
        """Intersect with one more page, given as the set of its leaves' entries.

        A second page that is the first one again is not counted, nor is one without entries: both
        would make content of the one page look like template, or empty it.
        """
        if not page or (self.pages == 1 and page == self._shared):
            return
        shared = self._shared & page if self.pages else frozenset(page)
        self.pages += 1
        if self.pages == 2 or shared != self._shared:
            self.version += 1
        self._shared = shared

    @property
    def entries(self) -> frozenset[int]:
        """S; empty before the second page."""
        return self._shared if self.pages > 1 else frozenset()

    def __contains__(self, entry: int) -> bool:
        return self.pages > 1 and entry in self._shared

    def effective(self, leaves: Iterable[Leaf]) -> list[Leaf]:
        """Effective leaves, h - S: those whose entry is not in the template, in order."""
        shared = self.entries
        if not shared:
            return list(leaves)
        return [leaf for leaf in leaves if entry(leaf.path, leaf.text) not in shared]

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        return {"pages": self.pages, "version": self.version, "shared": sorted(self._shared)}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Template:
        """The template of which `to_state` gave the values."""
        template = cls()
        template.pages = state["pages"]
        template.version = state["version"]
        template._shared = frozenset(state["shared"])
        return template
