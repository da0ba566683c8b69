"""Feeds: a row for each floor (``EXTRACT_SPLIT``), CSV with nested values, and JSON Feed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, fields
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from itemadapter import ItemAdapter, is_item
from scrapy.exporters import (
    BaseItemExporter,
    CsvItemExporter,
    JsonItemExporter,
    JsonLinesItemExporter,
)
from scrapy.utils.serialize import ScrapyJSONEncoder

from extract_pipelines.items import Floor
from extract_pipelines.url import thread_key

FLOOR_FIELDS = frozenset(field.name for field in fields(Floor))
# Of a thread these are its first floor's, which has a row of its own, or lists that rows replace.
LEFT_OUT = frozenset(("floors", "deleted_floors", "body", "body_html"))
# One of these makes a floor of a dict that has fields which floors do not have.
TELLING_FIELDS = frozenset(("author", "date", "body", "own_text", "post_id"))
JSON_FEED_VERSION = "https://jsonfeed.org/version/1.1"
# So many entries a JSON Feed keeps: feed readers load the document whole.
LONGEST_FEED = 1000


def rows(item: Any) -> list[Any]:
    """A thread as one row for each floor, with the thread's own fields in each.

    A field that floors have, too, is the floor's, and the thread's is named ``thread_...``. A
    floor that was deleted has a row with its id alone. An item without floors is its own row, as is
    one whose fields of these names hold something else: a house has floors, too.

    :param item: any item that itemadapter knows
    """
    adapter = ItemAdapter(item)
    if not (adapter.get("floors") or adapter.get("deleted_floors")):
        return [item]
    told = adapter.asdict()
    floors: list[Mapping[str, Any]] = told.get("floors") or []
    ids: list[str] = told.get("deleted_floors") or []
    if not (_all_are(_is_floor, floors) and _all_are(lambda name: isinstance(name, str), ids)):
        return [item]
    shared = {
        f"thread_{name}" if name in FLOOR_FIELDS else name: value
        for name, value in told.items()
        if name not in LEFT_OUT
    }
    # Of floors with the fields that are asked for alone, rows have no others.
    names = floors[0] if floors else FLOOR_FIELDS
    empty = {name: value for name, value in asdict(Floor()).items() if name in names}
    deleted = [{"post_id": name, "change": "deleted"} for name in ids]
    return [{**shared, **empty, **floor} for floor in chain(floors, deleted)]


def _all_are(is_one: Callable[[Any], bool], values: Any) -> bool:
    """Whether a value is a list of nothing but such."""
    return isinstance(values, list | tuple) and all(map(is_one, values))


def _is_floor(value: Any) -> bool:
    """Whether a value is a floor as a dict, be it with some of its fields or with more."""
    names = frozenset(value) if isinstance(value, Mapping) else frozenset()
    return bool(names) and (names <= FLOOR_FIELDS or not TELLING_FIELDS.isdisjoint(names))


class _Splitting(BaseItemExporter):
    """Exports the rows of an item in the item's place."""

    def export_item(self, item: Any) -> None:
        for row in rows(item):
            super().export_item(row)  # type: ignore[safe-super]


class SplittingJsonLinesExporter(_Splitting, JsonLinesItemExporter):
    """JSON Lines with a line for each floor."""


class SplittingJsonExporter(_Splitting, JsonItemExporter):
    """JSON with an object for each floor."""


class CsvExporter(CsvItemExporter):
    """CSV in which nested values, such as floors, are JSON: Scrapy writes how Python shows them."""

    def serialize_field(self, field: Mapping[str, Any], name: str, value: Any) -> Any:
        """Called by Scrapy, which has joined lists of strings; what JSON cannot hold stays."""
        told = super().serialize_field(field, name, value)
        if not (isinstance(told, list | tuple) or is_item(told)):
            return told
        try:
            return json.dumps(told, cls=ScrapyJSONEncoder, ensure_ascii=False)
        except (TypeError, ValueError):
            return told


class SplittingCsvExporter(_Splitting, CsvExporter):
    """CSV with a row for each floor."""


class JsonFeedExporter(BaseItemExporter):
    """JSON Feed 1.1 (jsonfeed.org): an entry for each floor, the newest first.

    A floor that is emitted again (edited, say) has the id that it had. Where the feed is a file
    that is added to (``-o``, ``"overwrite": False``), the entries that it has already stay; a feed
    that is packed (``"postprocessing"``) or goes to a pipe is made anew.

    :param title: the feed's title; without one, the names of the sites
    :param limit: the most entries in the feed; the oldest are left out
    """

    def __init__(self, file: Any, title: str = "", limit: int = LONGEST_FEED, **kwargs: Any):
        kwargs["encoding"] = kwargs.get("encoding") or "utf-8"
        super().__init__(dont_fail=True, **kwargs)
        self._file = file
        self._title = title
        self._limit = limit
        self._home: str | None = None
        self._entries: dict[str, dict[str, Any]] = {}

    def start_exporting(self) -> None:
        """Take over the entries of a feed that is added to.

        :raises ValueError: if its file holds something else
        """
        # What is packed or piped cannot be read back; standard output has no path.
        if self._file.seekable() and self._file.tell() and Path(self._file.name).is_file():
            self._title, self._entries = _read_feed(Path(self._file.name), self._title)
            self._file.truncate(0)

    def export_item(self, item: Any) -> None:
        """Add the item's floors, or the item itself if it has none."""
        for entry in entries(item):
            self._entries.pop(entry["id"], None)
            self._entries[entry["id"]] = entry
            while len(self._entries) > self._limit:
                del self._entries[next(iter(self._entries))]

    def finish_exporting(self) -> None:
        """Write the feed."""
        newest = sorted(self._entries.values(), key=_moment, reverse=True)
        homes = dict.fromkeys(filter(None, (_home(entry.get("url")) for entry in newest)))
        sites = ", ".join(urlsplit(home).netloc for home in homes)
        feed = {"version": JSON_FEED_VERSION, "title": self._title or sites or "extract_pipelines"}
        if len(homes) == 1:
            feed["home_page_url"] = next(iter(homes))
        text = json.dumps({**feed, "items": newest}, ensure_ascii=False, indent=self.indent or None)
        self._file.write(text.encode("utf-8", "replace"))


def _read_feed(path: Path, title: str) -> tuple[str, dict[str, dict[str, Any]]]:
    """Title and entries of a feed's file, oldest first."""
    try:
        feed = json.loads(path.read_text("utf-8"))
        return title or feed["title"], {entry["id"]: entry for entry in reversed(feed["items"])}
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is no JSON Feed that could be added to: {error}") from None


def entries(item: Any) -> Iterator[dict[str, Any]]:
    """The floors of an item as entries of a JSON Feed; deleted ones have none.

    Values are as a JSON Feed asks for them, whatever an item of the project's own holds.
    """
    for row in map(ItemAdapter, rows(item)):
        if row.get("change") != "deleted":
            entry = {"id": _id(row), "content_text": _text(row.get("body")), **_optional(row)}
            yield {name: value for name, value in entry.items() if value or name == "content_text"}


def _id(row: ItemAdapter) -> str:
    """What names an entry: its thread and its post, else its address, else what it says."""
    if row.get("thread_url"):
        written = (row.get("author"), row.get("date"), row.get("body"))
        post = row.get("post_id") or _fingerprint(*written)
        return f"{thread_key(str(row['thread_url']))}#{post}"
    if row.get("url"):
        return str(row["url"])
    told = [row.get(name) for name in ("title", "post_id", "author", "date", "body")]
    return _fingerprint(*told if any(told) else [_text(row.item)])


def _fingerprint(*told: Any) -> str:
    text = "\0".join(map(str, told))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _optional(row: ItemAdapter) -> dict[str, Any]:
    author = {"name": _text(row.get("author")), "url": _text(row.get("author_url"))}
    own = {name: row.get(name) for name in ("change", "number", "date_raw", "date_precision")}
    return {
        "url": _text(row.get("url") or row.get("thread_url")),
        "title": _text(row.get("title")),
        "image": _first_image(row.get("images")),
        "date_published": rfc3339(_text(row.get("date"))),
        "date_modified": _downloaded(row) if row.get("change") == "edited" else None,
        "authors": [{name: told for name, told in author.items() if told}]
        if author["name"]
        else [],
        "language": _text(row.get("in_language")),
        "_extract_pipelines": {
            name: value if isinstance(value, int) else _text(value)
            for name, value in own.items()
            if value
        },
    }


def _text(value: Any) -> str:
    """A value as text: what has parts as JSON, where JSON can hold it; what is empty as none."""
    if not value:
        return ""
    if is_item(value) or isinstance(value, list | tuple | set):
        with suppress(TypeError, ValueError):
            return json.dumps(value, cls=ScrapyJSONEncoder, ensure_ascii=False)
    return str(value)


def _first_image(images: Any) -> str | None:
    """Of a list of addresses the first; None of anything else."""
    first = next(iter(images), None) if isinstance(images, list | tuple) else None
    return first if isinstance(first, str) else None


def _downloaded(row: ItemAdapter) -> str | None:
    metadata = row.get("metadata")
    told = ItemAdapter(metadata).get("date_downloaded") if is_item(metadata) else None
    return rfc3339(_text(told))


def rfc3339(date: str) -> str | None:
    """An ISO 8601 date as RFC 3339, which a JSON Feed asks for; what is not told counts as UTC."""
    try:
        moment = datetime.fromisoformat(date)
    except ValueError:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()


def _home(url: str | None) -> str | None:
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return None
    return f"{parts.scheme}://{parts.netloc}/" if parts.netloc else None


def _moment(entry: Mapping[str, Any]) -> datetime:
    written = rfc3339(_text(entry.get("date_published")))  # of other tools, where it was added to
    return datetime.fromisoformat(written) if written else datetime.min.replace(tzinfo=UTC)
