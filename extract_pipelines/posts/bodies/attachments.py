"""The lines below a post's text that tell of its files: name, size, and how often they were read.

"logs.zip (1.35 KiB) Downloaded 458 times" is phpBB's; "(12.3 kB, 640x480 - viewed 7 times.)" SMF's.
Others write no brackets: below the name stands "90 KB, 下载次数: 5", or "90 KB · Views: 5"; or
behind it, on its line, "90 KB, 640 x 480".
A linked name with a size alone is such a line where only buttons follow it in a post, and so is
what counts its readers above it: "Attached file ( Number of downloads: 12 )". So are linked names
behind a word for them, with a size or without: "本文附件:", and "log.txt" below it. Above the
others such a word stands without a colon, too, as on a box around them: "Attached Files",
or on one of pictures. A link to a picture may tell its frame: "IMG_630", "1920×1080 212 KB".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from extract_pipelines.posts.bodies.record_lines import RecordLine
from extract_pipelines.text.lexicon.patterns import LazyPattern, any_of
from extract_pipelines.text.names import COLONS

# A longer line is a text.
LONGEST: Final = 250
LONGEST_BUTTONS: Final = 60
SIZE: Final = (
    r"\d[\d.,]*\s?"
    r"(?:[kmg]i?[bo]|[кмг]б(?:айт)?|(?:кило|мега)байт(?:а|ов)?|bytes|octets"
    r"|字[节節]|位元組|バイト|바이트)\b"
)
_NAME: Final = r"[^\n]{1,150}\.[a-z0-9]{2,5}"
_FRAME: Final = r"(?:\d+\s?[x×]\s?\d+[^\d\n]{1,30})?"
_BEHIND: Final = rf"[^\d\n]{{1,30}}{_FRAME}\d[\d.,]*[^\d\n]{{0,20}}"
_COUNT: Final = SIZE + _BEHIND
# In brackets a letter may stand for the unit: "( 12.3k ) Number of downloads: 4"; or a label before
# it: "(Size: 212.4 KB / Downloads: 44)".
_IN_BRACKETS: Final = rf"\(\s?(?:[^\d\n():：]{{1,20}}[:：]\s?)?(?:{SIZE}|\d[\d.,]*\s?[kmg]\b)"
_BELOW_NAME: Final = re.compile(_COUNT, re.IGNORECASE)
_COUNTED: Final = re.compile(rf"(?:{_NAME})?\s*{_IN_BRACKETS}{_BEHIND}", re.IGNORECASE)
_SIZED: Final = re.compile(rf"{_NAME}\s*\({SIZE}\)", re.IGNORECASE)
# Behind a name, without brackets: ", 88 kB, 640 x 480".
_LISTED: Final = re.compile(rf",?\s?{SIZE},?\s?\d+\s?[x×]\s?\d+", re.IGNORECASE)
# All that a link to a picture says: its name, its frame and its size.
_FRAMED: Final = re.compile(rf"[^\n]{{0,150}}\d[x×]\d+\s{SIZE}", re.IGNORECASE)
_COUNTS_READERS: Final = re.compile(r"[^\d\n(]{1,60}\([^\d\n]{1,60}:\s?\d+\s?\)")
_NAMED: Final = re.compile(_NAME, re.IGNORECASE)
# A word for files alone, as above them: "Attached Files".
_CAPTION: Final = LazyPattern(lambda: rf"(?:{any_of('attached')})\s?[:：]?")
# "附件: log.txt (1.2 KB)"; or the words alone, above the names; or who may read them, and that
# guests are to log in.
_ATTACHED: Final = LazyPattern(
    lambda: (
        rf"(?:{any_of('attached')})\s?[:：]"
        rf"(?:\s?{_NAME}(?:\s*\({SIZE}\))?|[^\n]{{1,60}}{any_of('log_in')}\W*)?"
    )
)
# What is told of a file below its size: "售价: 2 金币", "阅读权限: 10".
_TERMS: Final = re.compile(r"[^\d\n:：]{1,12}[:：]\s?\d{1,6}[^\d\n]{0,16}")


def without_attachments(lines: Sequence[RecordLine]) -> list[RecordLine]:
    """The lines but those that tell of a file, with its name before it in a line of its own."""
    kept: list[RecordLine] = []
    is_below = False
    for line in lines:
        text = line.text
        if is_below and _TERMS.fullmatch(text):
            continue
        may_follow = bool(kept) and text[:1].isdigit() and len(text) <= LONGEST
        is_below = may_follow and is_file_name(kept[-1]) and _BELOW_NAME.fullmatch(text) is not None
        is_listed = _is_listed(line)
        if kept and _is_linked_name(line) and _COUNTS_READERS.fullmatch(kept[-1].text):
            kept.pop()
            continue
        if not (is_below or is_listed or _is_counted(text) or _is_framed(line)):
            kept.append(line)
            continue
        if is_below or (text[0] == "(" and kept and is_file_name(kept[-1])):
            kept.pop()
        is_below |= is_listed
        if kept and _is_caption(kept[-1].text):
            kept.pop()
    end = len(kept)
    while end and _is_buttons(kept[end - 1]):
        end -= 1
    start = end
    while start and _is_sized(kept[start - 1]):
        start -= 1
        above = kept[start - 1].text if start else ""
        if _COUNTS_READERS.fullmatch(above) or _is_caption(above):
            start -= 1
    kept = _without_attached(kept[:start] + kept[end:])
    return kept[:-1] if len(kept) > 1 and _is_legend(kept[-1]) else kept


def _without_attached(lines: list[RecordLine]) -> list[RecordLine]:
    """The lines but those that a word for files begins."""
    kept: list[RecordLine] = []
    at = 0
    while at < len(lines):
        end = at + 1
        is_label = _tells_attached(lines[at].text)
        while is_label and end < len(lines) and _is_linked_name(lines[end]):
            end += 1
        has_file = end > at + 1 or lines[at].links > 0 or lines[at].text.endswith(")")
        if not (is_label and has_file):
            kept += lines[at:end]
        at = end
    return kept


def _tells_attached(text: str) -> bool:
    """Whether a line is a word for files with a colon, or with the name of one behind it."""
    has_colon = len(text) <= LONGEST and any(colon in text for colon in COLONS)
    return has_colon and _ATTACHED.fullmatch(text.lower()) is not None


def _is_caption(text: str) -> bool:
    """Whether a text is a word for files alone."""
    return len(text) <= LONGEST_BUTTONS and _CAPTION.fullmatch(text.lower()) is not None


def _is_legend(line: RecordLine) -> bool:
    """Whether a line is a word for files on the frame of a box: below it are pictures alone."""
    elements = (place.rpartition("/")[2] for place in line.above)
    return _is_caption(line.text) and any(name.startswith("legend") for name in elements)


def _is_linked_name(line: RecordLine) -> bool:
    """Whether a line is the linked name of a file; its size may stand behind it."""
    is_name = line.links == line.size and is_file_name(line)
    return is_name or (line.links > 0 and _SIZED.fullmatch(line.text) is not None)


def is_file_name(line: RecordLine) -> bool:
    """Whether a line is the name of a file."""
    text = line.text
    return "." in text[-6:-2] and _NAMED.fullmatch(text) is not None


def _is_counted(text: str) -> bool:
    """Whether a text is the size of a file in brackets and a count, with its name or without."""
    return "(" in text and len(text) <= LONGEST and _COUNTED.fullmatch(text) is not None


def _is_listed(line: RecordLine) -> bool:
    """Whether a line is the linked name of a file, its size, and its frame."""
    if not 0 < line.links < line.size <= LONGEST:
        return False
    written = line.text.encode("utf-8", "replace")
    name, rest = (
        part.decode("utf-8", "replace") for part in (written[: line.links], written[line.links :])
    )
    return _NAMED.fullmatch(name) is not None and _LISTED.fullmatch(rest) is not None


def _is_framed(line: RecordLine) -> bool:
    """Whether a line is a link that tells the frame and the size of a picture."""
    is_link = line.links == line.size <= LONGEST
    return is_link and _FRAMED.fullmatch(line.text) is not None


def _is_buttons(line: RecordLine) -> bool:
    """Whether a line is little but short links, as to answer: what stands below a post's files."""
    is_short = len(line.text) <= LONGEST_BUTTONS and 2 * line.links > line.size
    return is_short and not (_is_sized(line) or "." in line.text or "/" in line.text)


def _is_sized(line: RecordLine) -> bool:
    """Whether a line is the linked name of a file, and its size in brackets."""
    text = line.text
    is_short = text.endswith(")") and len(text) <= LONGEST
    return is_short and 0 < line.links < line.size and _SIZED.fullmatch(text) is not None
