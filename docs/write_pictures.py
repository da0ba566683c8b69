"""Draws what becomes of pages of the demo forum: ``python docs/write_pictures.py``."""

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
from extract_pipelines.explain.chart import Chart, chart_of
from extract_pipelines.explain.explanation import ExplainedPiece

FOLDER = Path(__file__).parent / "pictures"
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
# Pages of the demo, by the ends of their addresses: one whose texts are shown, one with more posts.
SHOWN, LONG = "/17?page=3", "/17?page=2"
# The plots of the longer one that are drawn, by their keys.
PLOTS = ("positions", "differences", "line-blocks")
STYLE = (
    "<style>text{fill:#60606c}.axis{fill:#1c1c22}path{fill:none}.grid{stroke:#e3e3e8}"
    ".line{stroke:#2d63b3;stroke-width:1.5}.bars{stroke:#2d63b3;stroke-width:1.4}"
    ".dots{fill:#c2410c;stroke:#c2410c}.key{stroke-width:3}"
    ".cuts{stroke:#b3261e;stroke-dasharray:4 3}.level{stroke:#c2410c;stroke-dasharray:7 4}"
    ".bands{fill:#2e7d32;fill-opacity:.18;stroke:#2e7d32}"
    "</style>"
)
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


def pictures() -> dict[str, str]:
    """The drawings by name: a page of the demo, and plots of another, once the site is known."""
    pages, site = read_demo()
    shown, long = (
        explain(page, site=site)
        for end in (SHOWN, LONG)
        for page in pages
        if page.url.endswith(end)
    )
    plots = {figure.key: plot(chart_of(figure)) for figure in long.figures if figure.key in PLOTS}
    return {"page": picture(shown.pieces), **plots}


def read_demo() -> tuple[list[Page], Site]:
    """The thread pages of one forum of the demo, and what they tell of it."""
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
    return pages, site


def lines_of(pieces: Sequence[ExplainedPiece]) -> Iterator[list[ExplainedPiece]]:
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


def picture(pieces: Sequence[ExplainedPiece]) -> str:
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


def plot(chart: Chart) -> str:
    """A plot of a report as a drawing of its own, with its series in words above it."""
    figure, ground, middle = chart.figure, chart.bottom, (chart.left + chart.right) / 2
    size = f'viewBox="0 -26 {chart.width} {chart.height + 26}"'
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">',
        f"{STYLE}<title>{escape(figure.title)}</title>",
        f'<rect y="-26" width="{chart.width}" height="{chart.height + 26}" fill="#ffffff"/>',
    ]
    for y, text in chart.y_ticks:
        drawn.append(f'<path class="grid" d="M{chart.left} {y}H{chart.right}"/>')
        drawn.append(f'<text x="{chart.left - 6}" y="{y}" dy="4" text-anchor="end">{text}</text>')
    for x, text in chart.x_ticks:
        drawn.append(f'<text x="{x}" y="{ground + 18}" text-anchor="middle">{text}</text>')
    names = float(chart.left)
    for shape in chart.shapes:
        drawn.append(f'<path class="{shape.kind}" d="{shape.path}"/>')
        drawn.extend(f'<circle class="dots" cx="{x}" cy="{y}" r="3"/>' for x, y in shape.dots)
        drawn.append(f'<path class="{shape.kind} key" d="M{names:.0f} -12h18"/>')
        drawn.append(f'<text x="{names + 24:.0f}" y="-8">{escape(shape.name)}</text>')
        names += 44 + len(shape.name) * 6.2
    drawn.append(_axis(f'x="{middle:.0f}" y="{chart.height - 8}"', figure.x_label))
    turned = f'transform="translate(14 {(chart.top + ground) / 2:.0f}) rotate(-90)"'
    drawn.append(_axis(turned, figure.y_label))
    return "\n".join([*drawn, "</svg>\n"])


def _axis(place: str, label: str) -> str:
    return f'<text class="axis" {place} text-anchor="middle">{escape(label)}</text>'


def _legend() -> Iterator[str]:
    x = float(LEFT)
    for role, colour in COLOURS.items():
        yield f'<rect x="{x:.0f}" y="40" width="10" height="10" rx="2" fill="{colour}"/>'
        yield _text(x + 14, 49, role, faint=True)
        x += 26 + len(role) * CHARACTER


def _floors(pieces: Sequence[ExplainedPiece]) -> Iterator[str]:
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
    for name, drawn in pictures().items():
        (FOLDER / f"{name}.svg").write_text(drawn, "utf-8")
