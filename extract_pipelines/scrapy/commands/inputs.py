"""Pages that are named on a command line: in files, in folders, on standard input, or fetched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from urllib.request import url2pathname

from parsel import Selector
from scrapy.http import Response
from scrapy.responsetypes import responsetypes

from extract_pipelines.page import MAX_ELEMENTS, Page
from extract_pipelines.page.head import read_head
from extract_pipelines.scrapy.responses import is_html
from extract_pipelines.url import is_web_address

STDIN = "-"
NOT_HTML = "this is no HTML page"
# So many bytes of a file tell what it is.
TELLING = 65_536


class InputError(Exception):
    """An input that cannot be read; the message says why, in words that follow its name."""


@dataclass
class Input:
    """A page that is to be read.

    :ivar name: what tells it from the others
    :ivar site: pages with the same are learned together
    :ivar source: its file, or its bytes
    :ivar url: the address that it was fetched from; else that of its file; empty if there is none
    :ivar downloaded: when it was fetched, or its file written
    :ivar is_text: whether its bytes are UTF-8, whatever they declare
    """

    name: str
    site: str
    source: Path | bytes = field(repr=False)
    url: str
    downloaded: datetime | None = None
    is_text: bool = False
    _address: str | None = None

    def page(self, taken: set[str], max_elements: int = MAX_ELEMENTS) -> Page:
        """The page. A saved one has the address that it declares, so that its links lead somewhere.

        :param taken: addresses of other pages of its site; that of a saved page is added
        :raises InputError: if the file cannot be read any more
        """
        source = _bytes_of(self.source) if isinstance(self.source, Path) else self.source
        html = source.decode("utf-8", "surrogatepass") if self.is_text else source
        page = Page(html, self.url, downloaded=self.downloaded, max_elements=max_elements)
        if is_web_address(self.url):
            return page
        if self._address is None:
            declared = _declared(page)
            self._address = self.url if declared in taken else declared or self.url
            taken.add(self._address)
        tree = Selector(root=page.root, type="html")
        return Page(tree, self._address, downloaded=page.downloaded, max_elements=max_elements)


def saved(name: str, stdin: bytes, url: str = "") -> list[Input]:
    """The pages that a file or a folder holds.

    :param name: its path, its ``file:`` address, or ``-`` for standard input
    :param stdin: what stands on that
    :param url: the address that the page was fetched from, if it is known
    :raises InputError: if it holds none
    """
    if name == STDIN:
        if not _holds_html(stdin, ""):
            raise InputError(NOT_HTML)
        return [Input(name, name, stdin, url)]
    path = _path_of(name)
    try:
        if path.is_dir():
            found = [_in_file(str(file), file, path) for file in _files_below(path)]
            if not found:
                raise InputError("there is no HTML page in this folder")
            return found
        if not path.exists():
            raise InputError(
                "there is no such file, and addresses of pages begin with https:// or http://"
            )
        if not _holds_html(_bytes_of(path, TELLING), path.name):
            raise InputError(NOT_HTML)
        return [_in_file(name, path, path.parent, url)]
    except (OSError, ValueError) as error:
        raise InputError(f"it cannot be read: {_reason(error)}") from None


def is_folder(name: str) -> bool:
    """Whether a name on the command line is that of a folder."""
    try:
        return name != STDIN and _path_of(name).is_dir()
    except OSError:  # a name that is too long, say: it is told when the page is read
        return False


def _path_of(name: str) -> Path:
    return Path(url2pathname(name.removeprefix("file://")) if name.startswith("file:") else name)


def _in_file(name: str, path: Path, folder: Path, url: str = "") -> Input:
    written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return Input(name, str(folder.resolve()), path, url or path.resolve().as_uri(), written)


def _files_below(folder: Path) -> Iterator[Path]:
    """The files with pages, in order; hidden ones are passed over."""
    for path in sorted(folder.rglob("*")):
        is_hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not is_hidden and path.is_file() and _may_be_page(path):
            yield path


def _may_be_page(path: Path) -> bool:
    """Whether a file holds a page, or cannot be read, which is told when it is to be."""
    try:
        return _holds_html(_bytes_of(path, TELLING), path.name)
    except InputError:
        return True


def _bytes_of(path: Path, most: int = -1) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise InputError(f"it cannot be read: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)


def _holds_html(beginning: bytes, name: str) -> bool:
    kind = responsetypes.from_args(filename=name, body=beginning)
    response: Response = kind(url="file:", body=beginning)
    return is_html(response)


def _declared(page: Page) -> str:
    """The web address that a page gives as its own; empty if it gives none."""
    head = read_head(page)
    known = (head.canonical_url or "", head.meta.get("og:url", ""))
    return next(filter(is_web_address, known), "")
