"""Messages of a chat's log as posts: lines of a time of day, a name in angle brackets, a text.

IRC clients write them so, and bots that put logs on the web: `[09:13] <anna> hello`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import FloorParts, tell
from extract_pipelines.page import Page, block_around
from extract_pipelines.page.date_mentions import DateMention
from extract_pipelines.page.date_reading import read_date
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.posts.unboxed.text_lines import TextLine, lines_of
from extract_pipelines.text.dates import FoundDate

# So many messages, and this share of the page's text in lines that begin with a clock, are a log.
FEWEST_MESSAGES: Final = 2
LEAST_LOGGED: Final = 0.6
# A time of day, before which a date may stand; and who speaks: what shows a member's rank stands
# before the name, as in `<@anna>`.
_CLOCK: Final = r"[\s\W]{0,3}(?P<when>(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d{2}(?::\d{2})?)(?![:\d])"
_NAME: Final = r"<[@+%&~! ]?(?P<name>[^\s<>][^<>]{0,40}?)\s?>"
_ENTRY: Final = re.compile(_CLOCK)
_MESSAGE: Final = re.compile(_CLOCK + r"[\W_]{0,3}?\s?" + _NAME + r"(?:\s(?P<said>.*)|\Z)")
# The beginning of a text with who speaks, behind one with the time; and both in one text.
_FIRST: Final = re.compile(r"\W{0,3}?" + _NAME)
_CLOCKED: Final = re.compile(r":\d\d[\W_]{0,4}?" + _NAME)


class Message(NamedTuple):
    """A line of a log with a message, and those that go on with it."""

    when: str
    name: str
    said: list[str]
    lines: list[TextLine]


class Log(NamedTuple):
    """What a page has of a chat's log."""

    messages: list[Message]
    share: float
    """Share of the page's text in it."""


def read_chat(
    page: Page, mentions: Sequence[DateMention], *, is_known: bool = False
) -> list[Floor]:
    """The messages of a page that is a chat's log; none if it is no such page.

    :param mentions: the page's dates
    :param is_known: whether other pages of its kind are logs: one message is enough then
    """
    messages = messages_of(page, is_known=is_known)
    days = [one for one in mentions if one.leaf >= 0 and one.date.precision == "day"]
    clocks = {one.leaf: one.date for one in mentions if one.date.hours is not None}
    dates = [_date(page, one, days, clocks) for one in messages]
    return [
        _floor(page, one, date, number)
        for number, (one, date) in enumerate(zip(messages, dates, strict=True), start=1)
    ]


def messages_of(page: Page, *, is_known: bool = False) -> Sequence[Message]:
    """The messages of a page of which most is a chat's log; none of another.

    :param is_known: whether other pages of its kind are logs
    """
    log = _read_log(page)
    is_log = len(log.messages) >= FEWEST_MESSAGES and log.share >= LEAST_LOGGED
    return log.messages if is_known or is_log else []


@once_a_page
def _read_log(page: Page) -> Log:
    texts = page.flat.texts
    able = (place for place, text in enumerate(texts) if "<" in text)
    if not any(_shows_speaker(texts[place - 1] if place else "", texts[place]) for place in able):
        return Log([], 0.0)
    messages, logged, others = _messages(page, lines_of(page))
    return Log([one for one in messages if any(one.said)], logged / max(1, logged + others))


def _shows_speaker(before: str, text: str) -> bool:
    return bool(_CLOCKED.search(text) or (_FIRST.match(text) and _ENTRY.match(before)))


def _messages(page: Page, lines: Sequence[TextLine]) -> tuple[list[Message], int, int]:
    """The messages, and the characters of the log and of all else that is not linked."""
    messages: list[Message] = []
    logged = others = 0
    block = -1
    for line in lines:
        text = line.text
        around = block_around(page, page.leaves[line.first].node)
        if found := _MESSAGE.match(text):
            messages.append(Message(found["when"], found["name"], [found["said"] or ""], [line]))
            block = around
        elif _ENTRY.match(text):
            block = -1
        elif block == around and text:
            messages[-1].said.append(text)
            messages[-1].lines.append(line)
        else:
            others += _length(page, line)
            continue
        logged += len(text)
    return messages, logged, others


def _length(page: Page, line: TextLine) -> int:
    """Characters of a line that stand in no link."""
    return sum(len(piece.text) for piece in line.pieces if not page.leaves[piece.leaf].in_link)


def _date(
    page: Page,
    message: Message,
    days: Sequence[DateMention],
    clocks: dict[int, FoundDate],
) -> FoundDate | None:
    """When a message was written: by its own date, or by the day above it, or in the title."""
    first = message.lines[0].first
    known = clocks.get(first) if "/pre" not in page.leaves[first].path else None
    if known and message.when in page.leaves[first].text:
        return known
    if "-" in message.when:
        return read_date(page, message.when)
    place = bisect_left(days, first, key=lambda day: day.leaf) - 1
    day = days[place].date.raw if place >= 0 else page.title
    date = read_date(page, f"{day} {message.when}")
    if date is None or date.hours is None:
        shown = read_date(page, day)
        date = read_date(page, f"{shown.raw} {message.when}") if shown else None
    return date


def _floor(page: Page, message: Message, date: FoundDate | None, number: int) -> Floor:
    text = "\n".join(filter(None, message.said))
    floor = Floor(
        number=number,
        author=message.name,
        date=date.value if date else None,
        date_raw=date.raw if date else message.when,
        date_precision=date.exactness if date else "none",
        body=text,
        own_text=text,
    )
    held = dict.fromkeys(piece.leaf for line in message.lines for piece in line.pieces)
    leaves = [page.leaves[leaf] for leaf in held]
    tell(lambda: FloorParts(floor, None, None, leaves, []))
    return floor
