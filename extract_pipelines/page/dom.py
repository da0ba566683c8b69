"""A page as what a reader sees of it: the tree parsed once, flattened into its leaves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from operator import index
from typing import Any, Final, Protocol
from urllib.parse import urljoin, urlsplit

from lxml.etree import _Element as Element
from parsel import Selector
from w3lib.url import safe_url_string

from extract_pipelines.page.flat_tree import FlatTree
from extract_pipelines.page.page_types import known_page_type
from extract_pipelines.page.source import decode, misread, parse, unended
from extract_pipelines.page.tree_walk import Leaf

# Characters of a <title> that are read.
LONGEST_TITLE: Final = 1000
# Addresses up to this length are joined once: most are asked for several times.
LONGEST_KEPT: Final = 300
# Elements of a page that are read, unless another number is asked for; the rest is left out.
MAX_ELEMENTS: Final = 60_000

# Addresses in which nothing is to be resolved, as most are: with a host, or from its root.
_NAME: Final = r"[\w\-~%=&+,@!][\w\-.~%=&+,@!]*"
_WITH_HOST: Final = re.compile(
    r"https?://[\w.-]+(?:/[\w\-.~%=&+,@!:/]*)?(?:\?[\w\-.~%=&+,@!:/]+)?(?:#[\w\-.~%=&+,@!:/]+)?",
    re.ASCII,
)
_FROM_ROOT: Final = re.compile(rf"/(?:{_NAME}/)*(?:{_NAME})?(?:\?{_NAME})?(?:#{_NAME})?", re.ASCII)
# One that goes on where the page's own stands, or leads to a place on the page.
_PLAIN_BESIDE: Final = re.compile(
    rf"(?:\./)?((?:{_NAME}/)*(?:{_NAME}|(?<=/))(?:\?{_NAME})?(?:#{_NAME})?)", re.ASCII
)
_PLAIN_WITHIN: Final = re.compile(rf"#{_NAME}", re.ASCII)
# What leads nowhere, but does or holds something.
_UNSAFE: Final = ("javascript:", "data:", "vbscript:")
_LONGEST_UNSAFE: Final = max(map(len, _UNSAFE))


class _Response(Protocol):
    """What `Page.from_response` needs of a Scrapy ``TextResponse``."""

    @property
    def url(self) -> str: ...
    @property
    def selector(self) -> Selector: ...
    @property
    def text(self) -> str: ...


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
    :raises TypeError: if the source, the address or the number is of another type
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
        if not isinstance(root, Element):
            raise ValueError(f"no HTML tree but {type(root).__name__} at {url or 'this page'}")
        self.root: Element = root
        self.url = url
        self.downloaded = downloaded or datetime.now(UTC)
        self._max_elements = index(max_elements)
        self._joined: dict[str, str] = {}
        self.kept: dict[object, Any] = {}
        """What was read of the page once, by the function that read it; see `memo`."""

    @classmethod
    def from_response(
        cls,
        response: _Response,
        *,
        downloaded: datetime | None = None,
        max_elements: int = MAX_ELEMENTS,
    ) -> Page:
        """A Page of a Scrapy response's own selector, so that the tree is parsed once.

        XHTML that Scrapy has parsed as XML is parsed again, as its tree has other names. So are
        bytes of which nothing else tells the charset, if Scrapy has guessed another one than they
        are likely to be in, and a page whose tree, or a row, ends before its text does.

        :raises ValueError: if the response holds no HTML or XML (JSON, say, or an image)
        """
        if not hasattr(response, "selector"):
            raise ValueError(f"no HTML tree but {type(response).__name__} at {response.url}")
        source: str | Selector | None = None
        if response.selector.type == "xml":
            source = response.text
        elif response.selector.type == "html":
            source = misread(response)
            if source is None and unended(response.text) is not response.text:
                source = response.text
        if source is None:
            source = response.selector
        return cls(source, str(response.url), downloaded=downloaded, max_elements=max_elements)

    def joined(self, address: str) -> str:
        """An address on the page made absolute and ASCII; empty for a script or what is no URL."""
        found = self._joined.get(address)
        if found is None:
            found = self._absolute(address)
            if len(address) <= LONGEST_KEPT:
                self._joined[address] = found
        return found

    def _absolute(self, address: str) -> str:
        try:
            if _WITH_HOST.fullmatch(address):
                return address
            if _FROM_ROOT.fullmatch(address):
                return f"{self._origin}{address}"
            beside = _PLAIN_BESIDE.fullmatch(address)
            if beside and self._folder and self._folder.isascii():
                return f"{self._folder}{beside[1]}"
            if _PLAIN_WITHIN.fullmatch(address) and self._without_anchor.isascii():
                return f"{self._without_anchor}{address}"
            leads_nowhere = address.lstrip()[:_LONGEST_UNSAFE].lower().startswith(_UNSAFE)
            is_within = address.startswith("#")  # `<base>` is of other pages
            url = "" if leads_nowhere else urljoin(self.url if is_within else self.base, address)
            urlsplit(url)
            return url if url.isascii() else safe_url_string(url)
        except ValueError:
            return ""

    @cached_property
    def base(self) -> str:
        """What the addresses on the page are relative to: its own, or that of its ``<base>``."""
        told = next((one.get("href") for one in self.root.iter("base") if one.get("href")), "")
        try:
            return urljoin(self.url, told.strip()) if told else self.url
        except ValueError:
            return self.url

    @cached_property
    def _origin(self) -> str:
        return urljoin(self.base, "/").removesuffix("/")

    @cached_property
    def _folder(self) -> str:
        """What an address beside the page's begins with."""
        return urljoin(self.base, "-").removesuffix("-")

    @cached_property
    def _without_anchor(self) -> str:
        """What an address within the page begins with."""
        return urljoin(self.url, "#-").removesuffix("#-")

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

    @cached_property
    def leaves(self) -> Sequence[Leaf]:
        """Leaves in document order."""
        return self.flat.leaves

    @cached_property
    def elements(self) -> Sequence[Element]:
        """Elements that are read, in document order; `Leaf.node` is an index into them."""
        return self.flat.elements

    @cached_property
    def tags(self) -> Sequence[str]:
        """For each element, its tag."""
        return self.flat.tags

    def having(self, attribute: str) -> Sequence[int]:
        """Indices of the elements that have an attribute, in document order."""
        return self.flat.having(attribute)

    def values(self, attribute: str) -> Mapping[int, str]:
        """By the index of each element that has an attribute what it says, in document order."""
        return self.flat.values(attribute)

    @cached_property
    def parents(self) -> Sequence[int]:
        """For each element, the index of its parent; -1 for the root."""
        return self.flat.parents

    @cached_property
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
