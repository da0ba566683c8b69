"""Classes of other kinds, of which the template of another site might be made.

Words for looks before the own ones, or instead of them; one word on all; a word of each element's
own; other letters; none at all.
"""

from __future__ import annotations

import codecs
import random
import re
from collections.abc import Callable
from typing import Any
from zlib import crc32

from lxml import etree

LOOKS = "flex block items-center text-sm w-full mt- px- relative".split()
_DIGITS = re.compile(r"\d+")

# The classes of an element of a tag, from what they were.
Change = Callable[[str, str], str]


def looks_in_front(tag: str, names: str) -> str:
    """A word for looks, the same for elements of the same classes."""
    return f"{LOOKS[crc32((tag + names).encode()) % len(LOOKS)]} {names}" if names else ""


def looks_everywhere(tag: str, names: str) -> str:
    """Two words for looks, on elements without a class, too."""
    number = crc32((tag + names).encode())
    return f"{LOOKS[number % 8]} {LOOKS[number // 8 % 8]} {names}"


def looks_only(tag: str, names: str) -> str:
    """Words for looks alone."""
    number = crc32((tag + _DIGITS.sub("", names)).encode())
    words = f"{LOOKS[number % 8]} {LOOKS[number // 8 % 8]} {LOOKS[number // 64 % 8]}-{number % 4}"
    return words if names else ""


def one_word_on_all(_tag: str, names: str) -> str:
    """The same word before all classes."""
    return f"x {names}" if names else ""


def one_of_each(_tag: str, names: str) -> str:
    """A word before the classes that no other element has."""
    letters = "".join(random.choices("abcdefgh", k=8))
    return f"{letters} {names}" if names else ""


def other_letters(_tag: str, names: str) -> str:
    """Classes that say nothing, but the same as before of which elements are alike."""
    return codecs.encode(names, "rot13")


def none(_tag: str, _names: str) -> str:
    """No classes."""
    return ""


CHANGES: dict[str, Change] = {
    change.__name__: change
    for change in (
        looks_in_front,
        looks_everywhere,
        looks_only,
        one_word_on_all,
        one_of_each,
        other_letters,
        none,
    )
}


def restyle(root: Any, change: Change) -> None:
    """Change the classes of a page, and take away its ids where these say what classes did."""
    for element in root.iter(etree.Element):
        element.set("class", change(str(element.tag), element.get("class") or ""))
        if not element.get("class"):
            del element.attrib["class"]
        if change in (other_letters, none):
            element.attrib.pop("id", None)
