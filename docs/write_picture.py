"""Draws what becomes of one page of the demo forum: ``python docs/write_picture.py``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from urllib.request import urlopen
from xml.sax.saxutils import escape

from example_spiders.demo_forum import DemoForum
from extract_pipelines import Page, Site
from extract_pipelines.explain import explain
from extract_pipelines.explain.explanation import Piece

PICTURE = Path(__file__).parent / "page.svg"
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
# The page of the demo, by the end of its address.
SHOWN = "/17?page=3"
COLOURS = {
    "template": "#e3e3e8",
    "title": "#ffe0a3",
    "author": "#f9d0e0",
    "date": "#cfe2ff",
    "number": "#dcd3fb",
    "quote": "#c4efec",
    "body": "#cdeecf",
    "signature": "#ffdcc0",
}
LEFT, RIGHT, TOP, LINE, CHARACTER = 24, 496, 66, 17, 6.6
FONT = 'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="11"'
# What is shown of a floor.
FIELDS = ("title", "author", "date", "quote", "body")
# Characters of a piece, pieces of a line, and lines of one role in a row that are drawn.
LONGEST, MOST_PIECES, MOST_LINES = 58, 5, 2
WIDTH = 960


def pieces_of_page() -> tuple[Piece, ...]:
    """What became of the texts of the page, once its site is known."""
    site = Site()
    with DemoForum(now=NOON) as demo:
        home = demo.urls["modern"]
        pages = []
        for url in (url for thread in demo.truth().threads for url in thread.pages):
            if url.startswith(home):
                with urlopen(url) as answer:
                    pages.append(Page(answer.read(), url, downloaded=NOON))
    for page in pages:
        site.learn(page)
    (shown,) = (page for page in pages if page.url.endswith(SHOWN))
    return explain(shown, site=site).pieces


def lines_of(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The lines that are drawn, of those with one role alone the first few in a row."""
    last, run = "", 0
    for _, line in groupby(pieces, lambda piece: piece.line):
        drawn = list(line)[:MOST_PIECES]
        roles = {piece.role for piece in drawn}
        role = roles.pop() if len(roles) == 1 else ""
        run = run + 1 if role and role == last else 0
        last = role
        if run < MOST_LINES:
            yield drawn


def picture(pieces: Sequence[Piece]) -> str:
    """The lines of the page on the left, what comes out on the right, as SVG."""
    lines = list(lines_of(pieces))
    height = TOP + LINE * len(lines) + 28
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {FONT}>',
        "<title>page − template = content, cut into floors</title>",
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="#ffffff" stroke="#d0d0d8"/>',
        _text(LEFT, 30, "a page, and what becomes of its text", size=14),
        _text(RIGHT, 30, "what comes out", size=14),
        *_legend(),
    ]
    for number, line in enumerate(lines):
        x, y = float(LEFT), TOP + LINE * number + 12
        for piece in line:
            text = _shortened(piece.text)
            colour = COLOURS.get(piece.role)
            if colour:
                drawn.append(_box(x, y, len(text), colour))
            drawn.append(_text(x, y, text, faint=piece.role in ("template", "boilerplate")))
            x += len(text) * CHARACTER + 12
    drawn.extend(_floors(pieces))
    return "\n".join([*drawn, "</svg>\n"])


def _legend() -> Iterator[str]:
    x = float(LEFT)
    for role, colour in COLOURS.items():
        yield f'<rect x="{x:.0f}" y="40" width="10" height="10" rx="2" fill="{colour}"/>'
        yield _text(x + 14, 49, role, faint=True)
        x += 26 + len(role) * CHARACTER


def _floors(pieces: Sequence[Piece]) -> Iterator[str]:
    """The fields in the order in which their texts stand on the page."""
    y, number = TOP + 12, 0
    fields = [piece for piece in pieces if piece.role in FIELDS]
    for role, run in groupby(fields, lambda piece: piece.role):
        if role == "author":
            number += 1
            yield _text(RIGHT, y + 6, f"floor {number}", faint=True)
            y += LINE + 8
        for piece in list(run)[:MOST_LINES]:
            text = f"{role:<8}{_shortened(piece.text)}"
            yield _box(RIGHT, y, len(text), COLOURS[role])
            yield _text(RIGHT, y, text)
            y += LINE


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _box(x: float, y: float, characters: int, colour: str) -> str:
    place = f'x="{x - 2:.0f}" y="{y - 11}" width="{characters * CHARACTER + 4:.0f}" height="15"'
    return f'<rect {place} rx="3" fill="{colour}"/>'


def _text(x: float, y: float, text: str, *, size: int = 11, faint: bool = False) -> str:
    colour = "#70707c" if faint else "#1c1c22"
    place = f'x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{colour}" xml:space="preserve"'
    return f"<text {place}>{escape(text)}</text>"


if __name__ == "__main__":
    PICTURE.write_text(picture(pieces_of_page()), "utf-8")
