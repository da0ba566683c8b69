"""The path to a page, as the page shows or declares it.

Vocabulary: https://schema.org/BreadcrumbList, as JSON-LD, microdata or RDFa.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from typing import Any, Final

from extract_pipelines.page import FlatTree, Page
from extract_pipelines.page.json_ld import has_type, objects_with, plain_text
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.page.microdata import text_in

# So many elements of a page are its top.
TOP_ELEMENTS: Final = 400
LIST: Final = "BreadcrumbList"
# What parts a path's parts.
ARROWS: Final = ("»", "›", ">", "→", "/")
# A path has no more parts.
MOST_CRUMBS: Final = 20


def breadcrumbs(page: Page) -> list[str]:
    """Names of the pages on the path to the page: as it shows them, else as it declares them.

    The page itself is none of them.
    """
    return shown_breadcrumbs(page) or _marked(page) or _in_json(page)


@once_a_page
def shown_breadcrumbs(page: Page) -> list[str]:
    """Texts of the path to the page, where an element near its top is marked as one."""
    node = _marked_path(page)
    return [leaf.text for leaf in page.leaves_of(node) if leaf.in_link] if node >= 0 else []


def leaves_of_path(page: Page) -> range:
    """The leaves of what is marked near the page's top as the path to it."""
    node = _marked_path(page)
    return range(*page.flat.leaf_range(node)) if node >= 0 else range(0)


@once_a_page
def end_of_path(page: Page) -> int:
    """The leaf that names the page itself, behind the links of the path to it; -1 if none does.

    That is the last one of what is marked as a path, or one behind a link and an arrow that ends
    its line.
    """
    node = _marked_path(page)
    if node >= 0:
        start, stop = page.flat.leaf_range(node)
        return stop - 1 if start < stop and not page.flat.in_link[stop - 1] else -1
    tree = page.flat
    top = bisect_left(tree.nodes, TOP_ELEMENTS)
    return next((leaf for leaf in range(1, top) if _ends_line_of_path(tree, leaf)), -1)


def _ends_line_of_path(tree: FlatTree, leaf: int) -> bool:
    lines, texts = tree.lines, tree.texts
    if tree.in_link[leaf] or (leaf + 1 < len(lines) and lines[leaf + 1] == lines[leaf]):
        return False
    before = leaf - 1
    if texts[before] in ARROWS:
        before -= 1
    elif texts[leaf][0] not in ARROWS:
        return False
    return before >= 0 and tree.in_link[before] and lines[before] == lines[leaf]


def _marked_path(page: Page) -> int:
    """The first element near the page's top that is marked as a path; -1 if none is."""
    marked: list[int] = []
    for attribute in ("class", "aria-label"):
        for names, nodes in page.flat.by_value(attribute).items():
            if nodes[0] >= TOP_ELEMENTS:
                break
            if "breadcrumb" in names.lower():
                marked.append(nodes[0])
    return min(marked, default=-1)


def _marked(page: Page) -> list[str]:
    """The linked names in the first list that is marked as a path."""
    for attribute in ("itemtype", "typeof"):
        for node, kind in page.flat.values(attribute).items():
            if kind.endswith(LIST):
                links = [at for at in page.flat.tagged("a") if node < at < page.subtree_end[node]]
                told = ((text_in(page, at), page.elements[at].get("href")) for at in links)
                names = [name for name, href in told if name and not _is_own(page, href or "")]
                return names[:MOST_CRUMBS]
    return []


def _in_json(page: Page) -> list[str]:
    """The names in the first path of the page's JSON-LD, without the page's own at its end."""
    lists = (value for value in objects_with(page, (LIST,)) if has_type(value, (LIST,)))
    return _names(page, next(lists, {}).get("itemListElement"))


def _names(page: Page, parts: Any) -> list[str]:
    steps = [one for one in parts if isinstance(one, dict)] if isinstance(parts, list) else []
    steps = sorted(steps[:MOST_CRUMBS], key=_position)
    told = [(_name(one), _address(one)) for one in steps]
    if told and (not told[-1][1] or _is_own(page, told[-1][1])):
        told.pop()
    return [name for name, _ in told if name]


def _is_own(page: Page, address: str) -> bool:
    return page.joined(address) == page.url


def _position(step: Mapping[str, Any]) -> float:
    try:
        return float(step.get("position", 0))
    except (TypeError, ValueError, OverflowError):
        return 0.0


def _name(step: Mapping[str, Any]) -> str:
    item = step.get("item")
    name = step.get("name") or (item.get("name") if isinstance(item, dict) else "")
    return " ".join(plain_text(name).split()) if isinstance(name, str) else ""


def _address(step: Mapping[str, Any]) -> str:
    item = step.get("item")
    address = (item.get("@id") or item.get("url")) if isinstance(item, dict) else item
    return address if isinstance(address, str) else ""
