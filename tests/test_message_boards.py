"""Boards that show one message a page, below a head in bare text, and the list of its thread."""

from __future__ import annotations

import pytest

from extract_pipelines import Article, ForumThread, Page, Site

NAMES = ["Anna Berg", "Bo", "Chen Li", "Dora", "Emil"]
TEXTS = [
    "The valve leaks again since Monday, and I am out of seals. Where do you get yours?",
    "I had the same last year. A ring of rubber from the garden shop did it for me, no more.",
    "It was the other valve in my case, so look at that first. Then turn the water off at night.",
    "Thanks to all of you. I have ordered two of them, and will tell here whether they hold.",
]
THREADS = 9
ANSWERS = len(TEXTS)
BY = "posted by <b>{author}</b> on {date}"
ROWS = """<center>Pump board</center>
{head}<hr>{text}<br><br>{more}<p>Do you like what {author} says?
<a href="/vote">Vote here</a></p><hr><b>Answers:</b><ul>{rows}</ul><hr>Write an answer: <input>"""


def address(thread: int, number: int) -> str:
    return f"https://pumps.example/message/{thread * 10 + number}.html"


def author(thread: int, number: int) -> str:
    return NAMES[(thread + 2 * number) % len(NAMES)]


def date(thread: int, number: int) -> str:
    return f"2024-05-{thread + 1:02d} 1{number}:3{thread}"


def row(thread: int, number: int) -> str:
    by, on = author(thread, number), date(thread, number)
    return f'<li><a href="{address(thread, number)}">Re: Valve {thread}</a> - {by} - {on}</li>'


def message(thread: int, number: int, rows: str) -> Page:
    """A message of a thread."""
    by = author(thread, number)
    head = BY.format(author=by, date=date(thread, number))
    more = f"{TEXTS[(number + 1) % ANSWERS]} That is all about valve {thread}."
    body = ROWS.format(head=head, text=TEXTS[number], more=more, author=by, rows=rows)
    source = f"<html><head><title>Valve {thread}</title></head><body>{body}</body></html>"
    return Page(source, address(thread, number))


def thread_of(thread: int, number: int) -> str:
    """The rows of the others of its thread."""
    return "".join(row(thread, other) for other in range(ANSWERS) if other != number)


def learned(rows: dict[tuple[int, int], str]) -> Site:
    site = Site()
    for at, shown in rows.items():
        site.learn(message(*at, shown))
    return site


def board() -> dict[tuple[int, int], str]:
    """What the pages of a board show, without the last thread."""
    pages = ((thread, number) for thread in range(THREADS - 1) for number in range(ANSWERS))
    return {at: thread_of(*at) for at in pages}


@pytest.mark.parametrize("number", range(ANSWERS))
def test_pages_that_lead_to_each_other_are_messages(number: int) -> None:
    site = Site.from_state(learned(board()).to_state())
    at = THREADS - 1, number
    item = site.extract(message(*at, thread_of(*at)))
    assert isinstance(item, ForumThread)
    (floor,) = item.floors
    assert (floor.author, floor.date) == (author(*at), f"2024-05-09T1{number}:38:00")
    more = TEXTS[(number + 1) % ANSWERS]
    assert floor.body == f"{TEXTS[number]}\n{more} That is all about valve {THREADS - 1}."


def test_pages_that_all_lead_to_the_latest_are_articles() -> None:
    latest = "".join(row(thread, 0) for thread in range(THREADS))
    site = learned(dict.fromkeys(board(), latest))
    at = THREADS - 1, 1
    assert isinstance(site.extract(message(*at, latest)), Article)


def test_pages_that_lead_to_what_does_not_lead_back_are_articles() -> None:
    def shown(thread: int, number: int) -> str:
        others = ((thread * step + number) % (THREADS - 1) for step in (3, 5, 7))
        return "".join(row(other, (number + other) % ANSWERS) for other in others)

    site = learned({at: shown(*at) for at in board()})
    at = THREADS - 1, 1
    assert isinstance(site.extract(message(*at, shown(*at))), Article)


def test_pages_that_lead_to_the_one_before_and_behind_are_articles() -> None:
    pages = list(board())
    chain = {
        at: "".join(row(*pages[i]) for i in (n - 1, n + 1) if 0 <= i < len(pages))
        for n, at in enumerate(pages)
    }
    at = pages[9]
    assert isinstance(learned(chain).extract(message(*at, chain[at])), Article)
