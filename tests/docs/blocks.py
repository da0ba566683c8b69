"""The fenced blocks of the documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.crawling import ROOT

DOCUMENTS = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
FENCE = "```"


@dataclass(frozen=True)
class Block:
    """A fenced block.

    :ivar name: its document, the heading above it, and a number where it is not the first below it
    :ivar language: what stands behind the fence
    :ivar line: of the document, from 1, that its text begins on
    """

    name: str
    language: str
    text: str
    line: int


def blocks_of(path: Path) -> Iterator[Block]:
    """The blocks of a document, in its order; directives of Sphinx are none."""
    heading = ""
    found: Counter[str] = Counter()
    lines = iter(enumerate(path.read_text("utf-8").splitlines(keepends=True), 1))
    for number, line in lines:
        if line.startswith("#"):
            heading = line.strip("# \n")
        elif line.startswith(FENCE):
            text, language = "".join(_until_fence(lines)), line.removeprefix(FENCE).strip()
            if language.startswith("{"):
                continue
            name = f"{path.name}: {heading}"
            found[name] += 1
            suffix = f" ({found[name]})" if found[name] > 1 else ""
            yield Block(name + suffix, language, text, number + 1)


def _until_fence(lines: Iterator[tuple[int, str]]) -> Iterator[str]:
    for _, line in lines:
        if line.startswith(FENCE):
            return
        yield line
