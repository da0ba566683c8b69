"""Quotes that stand in the texts of posts as these were typed, in no element of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, groupby
from typing import Final

from extract_pipelines.items import Floor, Quote
from extract_pipelines.posts.quotes.quote_headers import (
    attributed,
    dated_attribution,
    source_of,
    tells_when_posted,
)

# What each line of a quote begins with in mail ("> so", ": so", " AB> so"). A reference to a post
# (">>17") is none.
_MARKS: Final = re.compile(r"\s*(?!>>\d+\s*\Z)(?:\w{0,3}>|[:|](?=\s))(?:[>:|\s]+(?=\S))?")
# With more such lines on a page than this, they are left where they are.
MOST_MARKED: Final = 2000
# Lines that name who wrote what follows are looked at up to so many on a page.
MOST_NAMING: Final = 500
# A shorter text may stand in another one by chance, as "No." in "Nothing."
SHORTEST_PART: Final = 16


def take_typed_quotes(floors: Sequence[Floor]) -> None:
    """Take from each floor's own text the quotes in it, which its `quotes` tell then.

    They are lines that are marked as quoted, or repeat what a post says that the line before them
    names. Where nothing else would be left of a text, nothing is taken.
    """
    _quote_repeated(floors)
    _quote_marked(floors)


def _quote_repeated(floors: Sequence[Floor]) -> None:
    """Take lines that stand in an earlier post of whom the line before them names."""
    texts = [floor.own_text.split("\n") for floor in floors]
    if not 0 < sum(map(_names_writer, chain.from_iterable(texts))) <= MOST_NAMING:
        return
    said: dict[str, str] = {}
    for floor, lines in zip(floors, texts, strict=True):
        own: list[str] = []
        quotes: list[Quote] = []
        at = 0
        while at < len(lines):
            line = lines[at]
            at += 1
            author = source_of(line, said.keys()) if _names_writer(line) else None
            repeated = _repeated(lines[at:], said[author]) if author in said else []
            if repeated:
                quotes.append(Quote(author=author, text="\n".join(repeated), url=None))
                at += len(repeated)
            else:
                own.append(line)
        _take(floor, own, quotes)
        if floor.author:
            own_lines = "\n".join(map(_bare, floor.body.split("\n")))
            said[floor.author] = f"{said.get(floor.author, '')}\n{own_lines}\n"


def _names_writer(line: str) -> bool:
    return tells_when_posted(line) or attributed(line) is not None


def _repeated(lines: Sequence[str], said: str) -> list[str]:
    """The first lines that are lines of what was said, white space aside, or long parts of it.

    :param said: lines without white space
    """
    found: list[str] = []
    for line in lines:
        bare = _bare(line)
        part = bare.rstrip(".\N{HORIZONTAL ELLIPSIS}")
        is_part = len(part) >= SHORTEST_PART and part in said
        if not (is_part or (bare and f"\n{bare}\n" in said)):
            break
        found.append(line)
    return found


def _take(floor: Floor, own: Sequence[str], quotes: Sequence[Quote]) -> None:
    """Leave a floor these lines as its own text, and add the quotes, if a text is left."""
    left = "\n".join(own).strip("\n")
    if quotes and left.strip():
        floor.own_text = left
        floor.quotes += quotes


def _quote_marked(floors: Sequence[Floor]) -> None:
    """Take the lines that are marked as quoted (`> so`).

    They are quotes if another floor says so, or if the line before them tells whom they quote,
    which then goes with them.
    """
    texts = [floor.own_text.split("\n") for floor in floors]
    marked = sum(map(_is_marked, chain.from_iterable(texts)))
    if not 0 < marked <= MOST_MARKED:
        return
    said = "".join(_bare(line) for line in chain.from_iterable(texts) if not _is_marked(line))
    for floor, lines in zip(floors, texts, strict=True):
        if any(map(_is_marked, lines)):
            _take_marked(floor, lines, said)


def _take_marked(floor: Floor, lines: Sequence[str], said: str) -> None:
    own: list[str] = []
    quotes: list[Quote] = []
    for is_marked, run in groupby(lines, key=_is_marked):
        these = list(run)
        if not is_marked:
            own += these
            continue
        quoted = [_MARKS.sub("", line, count=1).rstrip() for line in these]
        bare = [found for found in map(_bare, quoted) if found]
        size, author = _attribution(own)
        if author is None and 2 * sum(one in said for one in bare) <= len(bare):
            own += these
            continue
        del own[len(own) - size :]
        quotes.append(Quote(author=author, text="\n".join(quoted), url=None))
    _take(floor, own, quotes)


def _attribution(lines: Sequence[str]) -> tuple[int, str | None]:
    """How many of the last lines tell whom what follows quotes, and whom; such a line may break."""
    last = len(lines)
    while last and not lines[last - 1].strip():
        last -= 1
    for first in range(last - 1, max(-1, last - 3), -1):
        if author := dated_attribution(" ".join(lines[first:last]).strip()):
            return len(lines) - first, author
    author = attributed(lines[last - 1].strip()) if last else None
    return (len(lines) - last + 1, author) if author else (0, None)


def _is_marked(line: str) -> bool:
    return _MARKS.match(line) is not None


def _bare(line: str) -> str:
    """A line without white space."""
    return "".join(line.split())
