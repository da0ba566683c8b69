"""Times of day alone: in logs, below the day that they are of; of posts of today; beside a day."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extract_pipelines import Page, Site, extract
from extract_pipelines.items import ForumThread

# Day, time, author and text of each message.
SAID = [
    ("2023-03-01", "10:15", "oldowl", "My gearbox makes a noise like a coffee mill since Monday."),
    ("2023-03-01", "10:15", "redshift", "Check the oil first, mine was nearly empty last year."),
    ("2023-03-01", "11:02", "oldowl", "There was hardly any left, so I will fill it up tonight."),
    ("2023-03-02", "07:30", "kestrel", "Do not forget the seal, a new one costs next to nothing."),
    ("2023-03-02", "23:59", "mjones", "And let it run for a while before you close the lid again."),
    ("2023-03-04", "00:04", "oldowl", "Thanks to all of you, it is as quiet as a sewing machine."),
]
LINE = "<p id='m{number}'><a class=at href='#m{number}'>{at}</a> <b>{name}</b> <i>{text}</i></p>"
TOLD = [(name, f"{day}T{at}:00", text) for day, at, name, text in SAID]


def log_page(line: str = LINE, day: str = "<h2>{0}</h2>", **more: str) -> str:
    """A log.

    :param line: a message
    :param day: what stands above the messages of a day
    :param more: for each field of `line` what stands there
    """
    rows, days = "", set[str]()
    for number, (of_day, at, name, text) in enumerate(SAID):
        rows += "" if of_day in days else day.format(of_day)
        days.add(of_day)
        shown = {key: form.format(name=name, number=number) for key, form in more.items()}
        rows += line.format(**{"number": number, "at": at, "name": name, "text": text, **shown})
    return (
        f"<html lang=en><head><title>#gears</title></head><body><h1>#gears</h1>{rows}</body></html>"
    )


def told(source: str) -> list[tuple[str | None, str | None, str]]:
    """Author, date and text of what comes out as floors."""
    item = extract(source, "https://a.example/log/1", page_type="thread")
    assert isinstance(item, ForumThread)
    return [(floor.author, floor.date, floor.body) for floor in item.floors]


def titled_clocks(texts: list[str]) -> str:
    """Messages with times of day alone, of which titles tell the days."""
    rows = ""
    for number, ((day, at, name, _), text) in enumerate(zip(SAID, texts, strict=True)):
        when = f'<div class="date" title="{day} {at}:33">{at}</div>'
        rows += (
            f'<div class="message" id="m{number}">{when}<div class="name">{name}</div>{text}</div>'
        )
    return f"<html><head><title>#gears</title></head><body>{rows}</body></html>"


def test_a_title_tells_the_day_of_a_time_of_day_in_a_block_of_its_own() -> None:
    floors = told(titled_clocks([f'<div class="text">{text}</div>' for *_, text in SAID]))
    assert floors == [(name, f"{day}T{at}:33", text) for day, at, name, text in SAID]


def test_a_message_with_a_picture_alone_is_one_without_a_text() -> None:
    rows, picture = "", '<div class="media"><a href="/p.jpg"><img src="/p_thumb.jpg"></a></div>'
    for number, (day, at, _, text) in enumerate(SAID * 2):
        when = f'<div class="date" title="{day[:8]}{number + 10} {at}:33">{at}</div>'
        said = picture if number in (2, 5) else f'<div class="text">{text}</div>'
        rows += f'<div class="message" id="m{number}"><div class="body">{when}{said}</div></div>'
    floors = told(f"<html><head><title>#gears</title></head><body>{rows}</body></html>")
    texts = ["" if number in (2, 5) else text for number, (*_, text) in enumerate(SAID * 2)]
    assert [text for _, _, text in floors] == texts


def test_times_of_day_are_of_the_day_above_them() -> None:
    assert told(log_page()) == TOLD


def test_the_first_time_of_day_may_stand_right_below_its_day() -> None:
    line = "<div class=m><span>{at}</span><b class=who>{name}</b><div class=said>{text}</div></div>"
    assert told(log_page(line, "<div class=day>{0}</div>")) == TOLD


@pytest.mark.parametrize("shown", ["&lt;{name}&gt;", "&lt;@{name}&gt;"])
def test_who_speaks_may_stand_in_angle_brackets(shown: str) -> None:
    assert told(log_page(name=shown)) == TOLD


def test_times_that_do_not_follow_each_other_are_no_dates() -> None:
    """Such as those that tell how long films are."""
    lengths = ["9:15", "3:40", "7:05", "2:30", "6:50", "1:12"]
    films = "".join(f"<li><b>Film {n}</b> <i>{at}</i></li>" for n, at in enumerate(lengths))
    source = log_page(
        "<article><b>{name}</b> <time>2023-03-0{number} 10:15</time><p>{text}</p></article>", ""
    )
    source = source.replace("2023-03-00", "2023-03-09").replace(
        "</body>", f"<h2>2023-04-01</h2><ul>{films}</ul></body>"
    )
    assert [date for _, date, _ in told(source)] == [
        f"2023-03-0{n or 9}T10:15:00" for n in range(len(SAID))
    ]


def test_posts_with_dates_of_their_own_keep_them_whatever_times_their_texts_hold() -> None:
    line = (
        "<article><b>{name}</b> <time>2023-03-0{number} 10:15</time>"
        "<p>{text}</p><p>It was <em>{at}</em> then.</p></article>"
    )
    source = log_page(line, "").replace("2023-03-00", "2023-03-09")
    assert [date for _, date, _ in told(source)] == [
        f"2023-03-0{n or 9}T10:15:00" for n in range(len(SAID))
    ]


def test_what_counts_in_brackets_how_long_ago_a_date_was_is_none_of_its_own() -> None:
    rows = ""
    for number, (day, at, name, text) in enumerate(SAID):
        when = f'on <span title="{day} {at}:05">{day}</span><div class=hint>(3 years ago)</div>'
        rows += f"<tr><td><a href='/u/{number}'>{name}</a><br>{when}</td><td>{text}</td></tr>"
    source = f"<html><head><title>#gears</title></head><body><table>{rows}</table></body></html>"
    assert told(source) == [(name, f"{day}T{at}:05", text) for day, at, name, text in SAID]


def test_who_comes_and_goes_says_nothing() -> None:
    rows = ""
    for number, (day, at, name, text) in enumerate(SAID):
        who = (
            f'<b class="nick">{name}</b> <em class="verb">{"has left" if number == 3 else ""}</em>'
        )
        when = f'<a class="time" href="#m{number}"><time datetime="{day}T{at}:33Z">{at}</time></a>'
        kind, said = ("presence", "") if number == 3 else ("message", f"<p class=body>{text}</p>")
        rows += f'<li class="{kind}" id="m{number}">{who} {when} {said}</li>'
    floors = told(f"<html><head><title>#gears</title></head><body><ol>{rows}</ol></body></html>")
    assert [text for _, _, text in floors] == [text for *_, text in SAID if text != SAID[3][-1]]


POST = """<div class="post"><a href="/u/{name}">{name}</a> <span class="{place}">{at}</span>
<p>{text}</p></div>"""


def posts(times: list[str], place: str = "when", language: str = "en") -> list[str | None]:
    """The dates of posts that show these; the page is loaded on the evening of 4 March 2023."""
    rows = [
        POST.format(name=name, at=at, text=text, place=place if at[2:3] == ":" else "when")
        for at, (*_, name, text) in zip(times, SAID, strict=False)
    ]
    head = f"<html lang={language}><head><title>#gears</title></head>"
    source = f"{head}<body>{''.join(rows)}</body></html>"
    now = datetime(2023, 3, 4, 21, 0, tzinfo=UTC)
    url = "https://a.example/thread/1"
    page = Page(source.encode(), url, downloaded=now, page_type="thread")
    item = Site().extract(page)
    assert isinstance(item, ForumThread)
    return [floor.date for floor in item.floors]


DAYS = ["2023-03-01", "2023-03-01", "2023-03-02", "2023-03-03"]


def test_times_of_day_in_the_place_of_days_are_of_today() -> None:
    today = ["2023-03-04T10:15:00", "2023-03-04T11:02:33"]
    assert posts([*DAYS, "10:15", "11:02:33"]) == [*DAYS, *today]
    # In Korea it is six in the morning of the day after.
    times = ["2023-03-04T10:15:00", "2023-03-05T05:02:00"]
    assert posts([*DAYS, "10:15", "05:02"], language="ko") == [*DAYS, *times]
    assert posts([*DAYS, "10:15", "11:02:33"], place="open-until")[:5] != [*DAYS, today[0]]


def test_times_below_the_only_day_of_a_log_are_of_that_day() -> None:
    line = "<p id='m{number}'><b>{name}</b> <i class=at>{at}</i> <u>{text}</u></p>"
    source = log_page(line, "<p><i class=at>{0}</i></p>")
    rows = source.partition("<p><i class=at>2023-03-02")[0].partition("</h1>")[2]
    floors = told(f"<html lang=en><title>#gears</title><h1>#gears</h1>{rows}")
    assert floors == TOLD[:3]


def test_a_board_that_shows_days_of_today_tells_no_day_of_other_times() -> None:
    days = [f"2023-03-0{day} 08:30" for day in range(1, 5)]
    assert "2023-03-04T10:15:00" not in posts([*days, "10:15", "11:02"])
    assert posts([*DAYS, "10:15", "2023-03-03"])[-2:] != ["2023-03-04T10:15:00", "2023-03-03"]


@pytest.mark.parametrize(
    "form", ["at <a href='#{0}'>{1}</a> on March {2}", "March {2}, <a href='#{0}'>{1}</a>"]
)
def test_a_day_without_a_year_and_a_time_beside_it_are_one_date(form: str) -> None:
    times = [
        form.format(number, f"{number + 6}:33 AM", number % 3 + 1) for number in range(len(SAID))
    ]
    assert posts(times) == [
        f"2023-03-0{number % 3 + 1}T{number + 6:02}:33:00" for number in range(len(SAID))
    ]
