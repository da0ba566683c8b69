"""Messages of chats that show neither who wrote them nor when: they go on where one ended."""

from __future__ import annotations

import pytest

from extract_pipelines import extract
from extract_pipelines.items import ForumThread

# Author and time of each message; none where those of the one before go on.
SAID = [
    ("oldowl", "2023-03-01 10:15", "My gearbox makes a noise like a coffee mill since Monday."),
    (None, None, "It is the old one, from before the war."),
    (None, None, "And it leaks."),
    ("redshift", "2023-03-01 10:20", "Check the oil first, mine was nearly empty last year."),
    ("oldowl", "2023-03-01 10:31", "There was hardly any left, so I will fill it up tonight."),
    ("kestrel", "2023-03-01 11:02", "Do not forget the seal, a new one costs next to nothing."),
    (None, None, "Mine has held for nine years now, whatever they say of it."),
    ("mjones", "2023-03-01 11:40", "And let it run for a while before you close the lid again."),
]
AD = (
    '<div class="msg ad"><a href="https://shop.example/">Gears, half price this week only</a></div>'
)


def chat(below: str = "") -> str:
    """A chat.

    :param below: what stands below the last message
    """
    rows = ""
    for name, when, text in SAID:
        head = f"<div class=meta><b>{name}</b> <time>{when}</time></div>" if name else ""
        rows += (
            f'<div class="msg{"" if name else " cont"}">{head}<div class=body>{text}</div></div>'
        )
    head = "<html><head><title>Gears</title></head>"
    return f"{head}<body><h1>Gears</h1><main>{rows}{below}</main></body></html>"


def told(source: str) -> list[tuple[str | None, str | None, str]]:
    """Author, date and text of what comes out as floors."""
    item = extract(source, "https://a.example/chat/1")
    assert isinstance(item, ForumThread)
    return [(floor.author, floor.date, floor.body) for floor in item.floors]


def every() -> list[tuple[str | None, str | None, str]]:
    """What each message should say; where it has no author and date, those of the one before."""
    rows: list[tuple[str | None, str | None, str]] = []
    for name, when, text in SAID:
        date = when.replace(" ", "T") + ":00" if when else rows[-1][1]
        rows.append((name or rows[-1][0], date, text))
    return rows


def test_messages_without_a_head_are_by_who_wrote_the_one_before() -> None:
    assert told(chat()) == every()


def test_what_only_looks_like_a_message_is_none() -> None:
    """An advertisement behind them has no text where they have theirs."""
    assert told(chat(AD)) == every()


TIMED = [
    ("oldowl", "10:15", "My gearbox makes a noise like a coffee mill since Monday."),
    (None, "10:16", "It is the old one, from before the war."),
    (None, "10:19", "And it leaks."),
    ("redshift", "10:20", "Check the oil first, mine was nearly empty last year."),
    ("oldowl", "10:31", "There was hardly any left, so I will fill it up tonight."),
    ("kestrel", "11:02", "Do not forget the seal, a new one costs next to nothing."),
    (None, "11:48", "Mine has held for nine years now, whatever they say of it."),
    ("mjones", "11:50", "And let it run for a while before you close the lid again."),
]


def test_messages_with_their_times_are_by_who_wrote_the_one_before_unless_much_later() -> None:
    rows = ""
    for name, at, text in TIMED:
        says = f"<div class=from>{name}</div>" if name else ""
        rows += (
            f"<div class=msg><time>2023-03-01 {at}</time>{says}<div class=body>{text}</div></div>"
        )
    source = f"<html><head><title>Gears</title></head><body><main>{rows}</main></body></html>"
    authors = [author for author, _, _ in told(source)]
    assert authors == [*["oldowl"] * 3, "redshift", "oldowl", "kestrel", None, "mjones"]


@pytest.mark.parametrize("first", ["2023-03-01T10:15:00+03:00", "2023-03-01", "March 2023"])
def test_times_that_cannot_be_compared_do_not_tell_who_wrote_the_next_message(first: str) -> None:
    rows = ""
    for name, at, text in TIMED:
        when = first if at == TIMED[0][1] else f"2023-03-01T{at}"
        says = f"<div class=from>{name}</div>" if name else ""
        rows += f"<div class=msg><time datetime='{when}'>{when}</time>{says}<p>{text}</p></div>"
    source = f"<html><head><title>Gears</title></head><body><main>{rows}</main></body></html>"
    authors = [author for author, _, _ in told(source)]
    assert authors == ["oldowl", None, None, "redshift", "oldowl", "kestrel", None, "mjones"]
