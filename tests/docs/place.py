"""A block of the documents where it is used, and what its crawls have left there."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.docs.blocks import Block
from tests.docs.newcomer import Newcomer
from tests.docs.web import FORUM


@dataclass(frozen=True)
class Place:
    """A block where it is to be used.

    :ivar text: the block's, with this machine's addresses
    :ivar project: the one of its section
    """

    block: Block
    text: str
    project: Path
    newcomer: Newcomer

    def run(self, script: str | None = None) -> str:
        """Run the block, or another script, in the project."""
        return self.newcomer.run(self.text if script is None else script, self.project)

    def items(self, feed: str) -> list[dict[str, Any]]:
        return items_of(self.project / feed)


def items_of(feed: Path) -> list[dict[str, Any]]:
    """Items of a JSON or JSON Lines feed."""
    text = feed.read_text("utf-8")
    return json.loads(text) if feed.suffix == ".json" else list(map(json.loads, text.splitlines()))


def assert_read(items: list[dict[str, Any]]) -> None:
    """The items are threads of the forum, each page once, with their floors."""
    assert len(items) > 10
    assert len({item["url"] for item in items}) == len(items)
    for item in items:
        assert item["url"].startswith(f"https://{FORUM}/thread-")
        assert all(floor["author"] and floor["date"] and floor["body"] for floor in item["floors"])


def add_settings(place: Place) -> None:
    """Put the block at the end of the project's settings."""
    place.newcomer.add_settings(place.project, place.text)


def save_file(place: Place) -> None:
    """Write the file that the block names in its first line, or add to the settings."""
    name = place.text.partition("\n")[0].removeprefix("# ").strip()
    if name.endswith("settings.py"):
        add_settings(place)
    else:
        (place.project / name).write_text(place.text, "utf-8")


def save_spider(place: Place) -> None:
    (place.project / "watch" / "spiders" / "own.py").write_text(place.text, "utf-8")
