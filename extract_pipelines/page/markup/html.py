"""The source of a clean tree, written as lxml writes it, which needs no elements of lxml."""

from __future__ import annotations

import re
from string import punctuation
from typing import Final
from urllib.parse import quote

from extract_pipelines.page.markup.nodes import Node, treelike

# What holds nothing.
_EMPTY: Final = ("br", "img")
_ADDRESSES: Final = ("href", "src")
# An address in which nothing is to be quoted, and what else is not, in others.
_PLAIN: Final = re.compile("[!-~]*")
_UNQUOTED: Final = punctuation + "\r"


def html_of_blocks(root: Node) -> str:
    """The blocks in an element as HTML, a line each."""
    blocks = []
    for block in root.children:
        source: list[str] = []
        _write(block, source)
        blocks.append("".join(source))
    return "\n".join(blocks)


def _write(node: Node, source: list[str]) -> None:
    tag = node.tag
    if node.attributes:
        source.append(f"<{tag}")
        for name, value in node.attributes:
            source.append(f" {name}={_value(name, value)}")
        source.append(">")
    else:
        source.append(f"<{tag}>")
    if tag in _EMPTY:
        return
    begin = len(source)
    for part in node.parts:
        if isinstance(part, str):
            source.append(_escaped(treelike(part)))
        else:
            _write(part, source)
    # The end of an item in which nothing stands is not written.
    if tag != "li" or any(source[begin:]):
        source.append(f"</{tag}>")


def _value(name: str, value: str) -> str:
    """What an attribute says, in quotation marks that do not stand in it, if there are such."""
    value = treelike(value)
    if name in _ADDRESSES and not _PLAIN.fullmatch(value):
        value = quote(value, safe=_UNQUOTED)
    value = _escaped(value)
    if '"' not in value:
        return f'"{value}"'
    if "'" not in value:
        return f"'{value}'"
    return '"' + value.replace('"', "&quot;") + '"'


def _escaped(text: str) -> str:
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    if ">" in text:
        text = text.replace(">", "&gt;")
    if "\r" in text:
        text = text.replace("\r", "&#13;")
    return text
