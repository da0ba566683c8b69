"""How the blocks with commands that need no crawl of one's own are run."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from tests.docs.place import Place, assert_read
from tests.docs.web import ARTICLES, FORUM

# What of a document is the page's: letters, and digits between signs.
_OWN = re.compile(r"[^\W\d]+|[\d:-]+")


def use_commands(place: Place) -> None:
    """The page comes out as Markdown, and the forum is crawled."""
    told = place.run()
    assert told.startswith("# ")
    assert "\n## #1 " in told
    assert_read(place.items("threads.json"))


def crawl_forum(place: Place) -> None:
    place.run()
    assert_read(place.items("threads.json"))


def extract_at_once(place: Place) -> None:
    """Before there is a project, the page comes out as text."""
    told = place.newcomer.run(place.text, place.newcomer.installed)
    assert "\n\n#1 " in told


def extract_pages(place: Place) -> None:
    thread, *_ = place.run().splitlines()
    assert json.loads(thread)["floors"]
    assert {item["url"] for item in place.items("items.jsonl")} == set(ARTICLES)


def extract_documents(place: Place) -> None:
    item = json.loads(place.run().splitlines()[-1])
    assert list(item) == ["title", "floors"]
    for name, beginning in {"md": "# ", "txt": "", "html": "<!DOCTYPE html>"}.items():
        document = (place.project / f"thread.{name}").read_text("utf-8")
        assert document.startswith(beginning)
        assert all(floor["author"].split("_")[0] in document for floor in item["floors"])


def compare_with_document(place: Place) -> None:
    """The document that is shown begins as documents do."""
    shown = place.text.splitlines()
    found = (place.project / "thread.md").read_text("utf-8").splitlines()[: len(shown)]
    assert [_OWN.sub("x", line).strip("：x") for line in shown] == [
        _OWN.sub("x", line).strip("：x") for line in found
    ]


def extract_saved_pages(place: Place) -> None:
    (place.project / "saved").mkdir()
    pages = place.newcomer.web.threads()
    for number, (source, _) in enumerate(pages):
        (place.project / "saved" / f"{number}.html").write_bytes(source)
    (place.project / "saved" / "thread.html").write_bytes(pages[0][0])
    *_, last = place.run().splitlines()
    assert json.loads(last)["url"] == f"https://{FORUM}/thread-15-1-1.html"
    items = place.items("threads.jsonl")
    assert len(items) == len(pages) + 1
    assert all(floor["author"] for item in items for floor in item["floors"])


def extract_with_templates(place: Place) -> None:
    item = json.loads(place.run().splitlines()[-1])
    assert item["metadata"]["pages_seen"] > 5


HOW: dict[str, Callable[[Place], object]] = {
    "README.md: Two commands (2)": use_commands,
    "command-line.md: Read pages": extract_pages,
    "command-line.md: Choose what comes out": extract_documents,
    "command-line.md: Choose what comes out (2)": compare_with_document,
    "command-line.md: Read saved pages": extract_saved_pages,
    "command-line.md: What crawls have learned": extract_with_templates,
    "command-line.md: Crawl a forum": crawl_forum,
    "quickstart.md: Read one page": extract_at_once,
}
