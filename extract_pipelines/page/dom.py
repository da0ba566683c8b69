"""A page as what a reader sees of it: the tree parsed once, flattened into its leaves."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from urllib.parse import urljoin, urlsplit

from lxml import etree
from parsel import Selector
from w3lib.url import safe_url_string

from extract_pipelines.items import known_page_type
from extract_pipelines.page.source import decode, misread, parse
from extract_pipelines.page.tag_paths import TagPath, TagPaths

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

# Characters of a <title> that are read.
LONGEST_TITLE = 1000
# Elements of a page that are read, unless another number is asked for; the rest is left out.
MAX_ELEMENTS = 60_000
# Elements deeper than this are read as part of the one around them: bounds the work on such pages.
DEEPEST = 256

# Characters without a width: white space that is none, and places where a word may break.
_UNSEEN = re.compile("[\u200b\u2060\ufeff]")

# An address with a host or from its root, in which nothing is to be resolved: most are such.
_NAME = r"[\w\-~%=&+,@!][\w\-.~%=&+,@!]*"
_PLAIN_ADDRESS = re.compile(
    rf"(https?://[\w.-]+)?/(?:{_NAME}/)*(?:{_NAME})?(?:\?{_NAME})?", re.ASCII
)


_PATHS = TagPaths()


class Leaf(NamedTuple):
    """A text node that a reader sees."""

    path: str
    """Tags from the root to the parent of the text, as in ``html/body/div/p``."""
    text: str
    """The text, white space normalised; never empty."""
    position: int
    """Number of elements opened before the text in depth-first order, inline ones not counted."""
    line: int
    """Number of the visual line: leaves of one line stand in one paragraph, cell or heading."""
    spaced: bool
    """Whether white space (or a line's end) parts the text from the leaf before it."""
    raw: str
    """The text as it stands in the source."""
    source_line: int
    """Number of the line that ``raw`` begins on in the source without its tags."""
    node: int
    """Index of ``element`` in `Page.elements`."""
    element: Element
    """The parent of the text."""
    in_link: bool
    """Whether the text stands inside ``<a>``."""


class _Response(Protocol):
    """What `Page.from_response` needs of a Scrapy ``TextResponse``."""

    @property
    def url(self) -> str: ...
    @property
    def selector(self) -> Selector: ...


class Page:
    """One parsed page: its tree, its elements and its leaves in document order.

    :param html: the source, or a parsel Selector of it, whose tree is then used as it is; bytes are
        decoded by BOM, ``<meta>`` charset, or the charset that they are likely to be in
    :param url: the page's address, for absolute links
    :param downloaded: when it was fetched (aware), for relative dates; now if not given
    :param max_elements: elements (tags and comments) that are read; see `truncated`
    :param page_type: ``thread`` or ``article``, if that is known beforehand

    Any text makes a Page: what is no HTML has few leaves or none.

    :raises ValueError: for a Selector that holds no tree (JSON, say), or another type of page
    :raises TypeError: if the source or the address is of another type
    """

    def __init__(
        self,
        html: str | bytes | Selector,
        url: str = "",
        *,
        downloaded: datetime | None = None,
        max_elements: int = MAX_ELEMENTS,
        page_type: str | None = None,
    ):
        if not isinstance(html, str | bytes | Selector):
            raise TypeError(f"a page is str, bytes or a Selector, not {type(html).__name__}")
        if not isinstance(url, str):
            raise TypeError(f"a page's url is str, not {type(url).__name__}")
        self.page_type = known_page_type(page_type)
        if isinstance(html, bytes):
            html = decode(html)
        root = parse(html) if isinstance(html, str) else html.root
        if not isinstance(root, etree._Element):
            raise ValueError(f"no HTML tree but {type(root).__name__} at {url or 'this page'}")
        self.root: Element = root
        self.url = url
        self.downloaded = downloaded or datetime.now(UTC)
        self._max_elements = max_elements

    @classmethod
    def from_response(cls, response: _Response, *, downloaded: datetime | None = None) -> Page:
        """A Page of a Scrapy response's own selector, so that the tree is parsed once.

        Where nothing but its bytes tell the charset, and Scrapy has guessed another than they are
        likely to be in, they are decoded and parsed again.

        :raises ValueError: if the response holds no HTML or XML (JSON, say)
        """
        text = misread(response)
        if text is not None and response.selector.type == "html":
            return cls(text, response.url, downloaded=downloaded)
        return cls(response.selector, response.url, downloaded=downloaded)

    def joined(self, address: str) -> str:
        """An address on the page made absolute and ASCII; empty for one that is no URL."""
        try:
            if plain := _PLAIN_ADDRESS.fullmatch(address):
                return address if plain[1] else f"{self._origin}{address}"
            url = urljoin(self.url, address)
            urlsplit(url)
            return url if url.isascii() else safe_url_string(url)
        except ValueError:
            return ""

    @cached_property
    def _origin(self) -> str:
        return urljoin(self.url, "/").removesuffix("/")

    @cached_property
    def title(self) -> str:
        """Beginning of the page's ``<title>``, white space normalised; empty if there is none."""
        title = next(self.root.iter("title"), None)
        return "" if title is None else " ".join("".join(title.itertext())[:LONGEST_TITLE].split())

    @cached_property
    def flat(self) -> FlatTree:
        """The page's arrays, which know nothing of the page: what is kept with it may hold them."""
        return FlatTree(self.root, self._max_elements)

    @property
    def truncated(self) -> bool:
        """Whether the page has more elements than are read; the rest is left out."""
        return self.flat.truncated

    @property
    def leaves(self) -> Sequence[Leaf]:
        """Leaves in document order."""
        return self.flat.leaves

    @property
    def elements(self) -> Sequence[Element]:
        """Elements that are read, in document order; `Leaf.node` is an index into them."""
        return self.flat.elements

    @property
    def tags(self) -> Sequence[str]:
        """For each element, its tag."""
        return self.flat.tags

    def having(self, attribute: str) -> Sequence[int]:
        """Indices of the elements that have an attribute, in document order."""
        return self.flat.having(attribute)

    def values(self, attribute: str) -> Mapping[int, str]:
        """By the index of each element that has an attribute what it says, in document order."""
        return self.flat.values(attribute)

    @property
    def parents(self) -> Sequence[int]:
        """For each element, the index of its parent; -1 for the root."""
        return self.flat.parents

    @property
    def subtree_end(self) -> Sequence[int]:
        """For each element, the index after its last descendant."""
        return self.flat.subtree_end

    def leaf_range(self, node: int) -> tuple[int, int]:
        """First leaf below the element with this index, and the one after the last."""
        return self.flat.leaf_range(node)

    def leaves_of(self, node: int) -> Sequence[Leaf]:
        """Leaves below the element with this index."""
        start, end = self.leaf_range(node)
        return self.leaves[start:end]


class FlatTree:
    """The arrays of a page, filled in one walk over its tree; see `Page` for what they hold."""

    def __init__(self, root: Element, max_elements: int) -> None:
        self.truncated = False
        self.elements: list[Element] = []
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.subtree_end: list[int] = []
        self.leaf_start: list[int] = []
        self.leaf_end: list[int] = []
        self.leaves: list[Leaf] = []
        self._values: dict[str, dict[int, str]] = {}
        self._walk(root, max_elements)

    @cached_property
    def by_attribute(self) -> dict[str, list[int]]:
        """By the name of an attribute, the indices of the elements that have it."""
        found: dict[str, list[int]] = defaultdict(list)
        for node, element in enumerate(self.elements):
            names: Any = element.keys()
            for name in names:
                found[name].append(node)
        return found

    def having(self, attribute: str) -> Sequence[int]:
        """Indices of the elements that have an attribute, in document order."""
        return self.by_attribute.get(attribute, ())

    def values(self, attribute: str) -> Mapping[int, str]:
        """By the index of each element that has an attribute what it says; read once."""
        found = self._values.get(attribute)
        if found is None:
            elements = self.elements
            found = {node: elements[node].get(attribute, "") for node in self.having(attribute)}
            self._values[attribute] = found
        return found

    def leaf_range(self, node: int) -> tuple[int, int]:
        """First leaf below the element with this index, and the one after the last."""
        return self.leaf_start[node], self.leaf_end[node]

    def _walk(self, root: Element, left: int) -> None:  # noqa: C901, PLR0912, PLR0915
        """Open and close every element, and take the text behind each tag.

        Most of what a page costs is spent here: all is local, and little is called.
        """
        elements, tags, parents, leaves = self.elements, self.tags, self.parents, self.leaves
        subtree_end, leaf_start, leaf_end = self.subtree_end, self.leaf_start, self.leaf_end
        new_leaf = tuple.__new__
        position = line = source_line = 0
        spaced = True
        coming = root.iter()
        element: Any = next(coming)
        parent: Any = None
        here: Any = None
        step, node = _PATHS.begin(), -1
        above: list[tuple[Any, TagPath, int]] = []
        while True:
            if here is parent:
                tag = element.tag
                above.append((here, step, node))
                here, step = element, step.longer.get(tag) or step.add(tag)
                if step.unread and tag == "template" and element.get("shadowrootmode"):
                    outer = above[-1][1]
                    step = outer.longer.get("div") or outer.add("div")
                if step.breaks:
                    line += 1
                    spaced = True
                if step.unread:
                    text = None
                else:
                    if len(above) <= DEEPEST:
                        parents.append(node)
                        node = len(elements)
                        elements.append(here)
                        tags.append(step.tag)
                        leaf_start.append(len(leaves))
                        subtree_end.append(0)
                        leaf_end.append(0)
                        position += step.advances
                    text = here.text
                left -= 1
                element = next(coming, None) if left > 0 else None
                parent = None if element is None else element.getparent()
            else:
                text = here.tail
                if not step.unread:
                    if step.breaks:
                        line += 1
                        spaced = True
                    subtree_end[node] = len(elements)
                    leaf_end[node] = len(leaves)
                here, step, node = above.pop()
                if not above:
                    break
                if step.unread:
                    continue
            if not text:
                continue
            if not text.isascii() and _UNSEEN.search(text):
                text = _UNSEEN.sub("", text)
                if not text:
                    continue
            words = text.split()
            if words:
                fields = (
                    step.path,
                    " ".join(words),
                    position,
                    line,
                    spaced or text[0].isspace(),
                    text,
                    source_line,
                    node,
                    here,
                    step.in_link,
                )
                leaves.append(new_leaf(Leaf, fields))
                spaced = text[-1].isspace()
            else:
                spaced = True
            source_line += text.count("\n")
        self.truncated = left <= 0 and next(coming, None) is not None
