"""The plots of the published methods, of one page: the numbers that their articles argue with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from extract_pipelines.explain.explanation import Figure, Series
from extract_pipelines.explain.traced_reading import TracedReading
from extract_pipelines.page import Leaf
from extract_pipelines.published.clusters import cut, peaks
from extract_pipelines.published.line_blocks import (
    BLOCK_LINES,
    SURGE,
    block_sizes,
    line_lengths,
    source_lines,
    text_ranges,
)
from extract_pipelines.published.symbol_density import scores, symbol_density
from extract_pipelines.published.text_density import densities
from extract_pipelines.text.encoded import is_encoded


def figures(traced: TracedReading) -> Iterator[Figure]:
    """The plots of a page; none for a page without text."""
    marked = traced.reading.marked
    positions = [one.leaf.position for one in marked]
    if positions:
        dated = [number for number, one in enumerate(marked) if one.date]
        yield _positions(positions, dated)
        yield _differences(positions)
    leaves = [one.leaf for one in marked if not is_encoded(one.leaf.text)]
    if leaves:
        yield _line_blocks(leaves)
        yield from _densities(traced, leaves)
    if blocks := traced.blocks:
        yield _blocks(blocks.probabilities, blocks.least)


def _positions(positions: Sequence[int], dated: Sequence[int]) -> Figure:
    borders = [part.start for part in cut(positions, passes=2)][1:]
    return Figure(
        "positions",
        "Position numbers",
        "The depth-first positions of the texts that the template and the rules leave (Su Jianlin"
        " 2017, part 2). The texts of one floor stand close to each other; the sequence is cut"
        " where they stand apart.",
        "text, in the order of the page",
        "position (elements opened before)",
        (
            Series("line", "position", _numbered(positions)),
            Series("cuts", "cuts of the second pass", tuple((x, 0.0) for x in borders)),
            Series("dots", "texts with a date", tuple((x, positions[x]) for x in dated)),
        ),
    )


def _differences(positions: Sequence[int]) -> Figure:
    steps = [after - before for before, after in pairwise(positions)]
    once = peaks(positions)
    twice = [part.start for part in cut(positions, passes=2)][1:]
    return Figure(
        "differences",
        "Differences of the position numbers",
        "The step from each text to the next. The first pass cuts at the local maxima; the second"
        " pass takes each cluster for one position and cuts at the maxima of their differences.",
        "text, in the order of the page",
        "step to the next text (elements)",
        (
            Series("bars", "difference", _numbered(steps, first=1)),
            Series("dots", "local maxima: first pass", tuple((x, steps[x - 1]) for x in once)),
            Series("cuts", "cuts of the second pass", tuple((x, 0.0) for x in twice)),
        ),
    )


def _line_blocks(leaves: Sequence[Leaf]) -> Figure:
    lengths = line_lengths(source_lines(leaves))
    found = text_ranges(lengths)
    return Figure(
        "line-blocks",
        "Distribution of line blocks",
        f"The characters on each {BLOCK_LINES} lines of the source without its tags (Chen 2009). A"
        " text begins where they surge over the threshold, and ends where they drop to none.",
        "line of the source, tags taken out",
        "characters of the block",
        (
            Series("bands", "taken for text", tuple((lines.start, lines.stop) for lines in found)),
            Series("bars", f"block of {BLOCK_LINES} lines", _numbered(block_sizes(lengths))),
            Series("level", "threshold", ((0.0, SURGE),)),
        ),
    )


def _densities(traced: TracedReading, leaves: Sequence[Leaf]) -> Iterator[Figure]:
    table = densities(traced.page, leaves)
    yield _density(traced, "text-density", [one.text_density for one in table], "density")
    yield _density(traced, "symbol-density", list(map(symbol_density, table)))
    yield _density(traced, "text-and-symbol-density", scores(table), "symbol_density")


# For each plot of densities its title, what the values are, and its caption.
_DENSITIES = {
    "text-density": (
        "Text density",
        "characters to a tag",
        (
            "TD = (T - LT) / (TG - LTG) of each element: characters outside links to a tag that is"
            " no link (Hong et al. 2019, formula 2). The densest element is chosen."
        ),
    ),
    "symbol-density": (
        "Symbol density",
        "characters to a mark",
        (
            "SbD = (T - LT) / (Sb + 1) of each element: characters outside links to a punctuation"
            " mark (the same article, formula 4). Menus have few marks, so theirs is high."
        ),
    ),
    "text-and-symbol-density": (
        "Text and symbol density",
        "score",
        (
            "log SD · TD · log10(PNum + 2) · log SbD of each element (the same article, formula 5)."
            " The element with the best score is chosen."
        ),
    ),
}


def _density(traced: TracedReading, key: str, values: Sequence[float], method: str = "") -> Figure:
    title, unit, caption = _DENSITIES[key]
    series = [Series("line", unit, _numbered(values))]
    chosen = traced.body_by(method).node if method else None
    if chosen is not None:
        name = f"chosen: element {chosen}, <{traced.page.tags[chosen]}>"
        series.append(Series("dots", name, ((chosen, values[chosen]),)))
    return Figure(key, title, caption, "element, in the order of the page", unit, tuple(series))


def _blocks(probabilities: Sequence[float], least: float) -> Figure:
    return Figure(
        "blocks",
        "Probability of the blocks",
        "How likely each block of text is content, by the learned scorer that the method auto asks."
        " The body is made of the blocks from the threshold on, which is chosen so that the"
        " expected F1 of the text is largest.",
        "block, in the order of the page",
        "probability, 0 to 1",
        (
            Series("bars", "probability", _numbered(probabilities)),
            Series("level", "threshold", ((0.0, least),)),
        ),
    )


def _numbered(values: Iterable[float], first: int = 0) -> tuple[tuple[float, float], ...]:
    return tuple(enumerate(values, start=first))
