"""Boxes that tell of a file in lines of their own: its name, and its kind, size and count below.

The name is a link there ("export.zip", "Size:", "263 KB", "Views:", "38"), or the first of the
lines below it is a label ("log.txt", "File name:", "log.txt", "File size:", "792 KB").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.markup.roles import HEADINGS
from extract_pipelines.posts.bodies.attachments import SIZE, is_file_name
from extract_pipelines.posts.bodies.record_lines import RecordLine
from extract_pipelines.text.names import COLONS

# Longer lines below a name tell no kind, size or count of a file.
LONGEST_ABOUT: Final = 60
# Lines below a name that are looked at: so much is told of no file.
MOST_ABOUT: Final = 16
_SIZED: Final = re.compile(rf"(?:[^\d\n]{{1,30}}[:：]\s?)?\(?{SIZE}\)?", re.IGNORECASE)
# "image/png", "38", "8 downloads", "Views: 38".
_ABOUT: Final = re.compile(
    r"[a-z]+/[a-z0-9.+-]+|(?:[^\d\n]{1,30}[:：]\s?)?\d[\d.,]*[^\d\n]{0,40}", re.IGNORECASE
)


def without_file_boxes(page: Page, lines: list[RecordLine]) -> list[RecordLine]:
    """The lines but names of files that have their size in a line below, and what tells of them."""
    kept: list[RecordLine] = []
    at = 0
    while at < len(lines):
        end = _end_of_box(lines, at) if is_file_name(lines[at]) else at
        if end == at:
            kept.append(lines[at])
            end += 1
        elif kept and _tag_of(page, kept[-1]) in HEADINGS:
            kept.pop()
        else:
            while kept and _tag_of(page, kept[-1]) == "th":
                kept.pop()
        at = end
    return kept


def _end_of_box(lines: Sequence[RecordLine], start: int) -> int:
    """Where the box ends that the name of a file begins; its own number if it begins none."""
    name, end, is_sized = lines[start], start + 1, False
    last = min(len(lines), end + MOST_ABOUT)
    while end < last and _is_about(name, lines[end - 1], lines[end]):
        is_sized = is_sized or _SIZED.fullmatch(lines[end].text) is not None
        end += 1
    is_box = name.links == name.size or (end > start + 1 and _is_label(lines[start + 1]))
    return end if is_sized and is_box else start


def _is_about(name: RecordLine, above: RecordLine, line: RecordLine) -> bool:
    """Whether a line tells of the file that is named above: a label, what is below one, a number.

    A link to get it does, too.
    """
    if len(line.text) > LONGEST_ABOUT:
        return line.text == name.text
    is_other = line.text != name.text and is_file_name(line) and not _is_label(above)
    return not is_other and (
        line.text == name.text
        or _is_label(line)
        or _is_label(above)
        or line.links == line.size
        or _ABOUT.fullmatch(line.text) is not None
    )


def _tag_of(page: Page, line: RecordLine) -> str:
    return page.tags[page.flat.nodes[line.leaves[0]]]


def _is_label(line: RecordLine) -> bool:
    """Whether a line tells what stands below it."""
    return line.text.endswith(COLONS) and len(line.text) <= LONGEST_ABOUT
