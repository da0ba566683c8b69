"""Posts that are told by their structure, where dates alone would find some of them or none."""

from __future__ import annotations

import pytest

from extract_pipelines import ForumThread, Page, Site, extract
from extract_pipelines.posts.authors.widening import views_with_authors
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.records.dating import with_dates
from extract_pipelines.posts.records.repeats import find_repeats
from extract_pipelines.posts.scoring.rejection import without_form
from extract_pipelines.posts.views.slot_statistics import SlotStatistics

SAID = [
    ("oldowl", "My gearbox makes a noise like a coffee mill since Monday, and only in the cold."),
    ("kestrel", "Check the oil first, and then the seal behind the pulley. It is easy to reach."),
    ("bergfex", "@kestrel I would not open it before the guarantee has run out, but look at it."),
    ("maren77", "Mine did the same for years. A thicker oil helped until the summer came."),
    ("oldowl", "@maren77 Thank you, there was hardly any left. I have ordered a new seal now."),
    ("JRay", "@oldowl Write down how much you filled in, so that you see whether it leaks again."),
]


def shown(posts: str) -> ForumThread:
    source = f"""<html><head><title>Noisy gearbox - Tinkerers</title></head><body>
    <p><a href="/">Home</a> <a href="/lathes">Lathes</a></p><h1>Noisy gearbox</h1>{posts}
    <p>Tinkerers runs on our own forum software.</p></body></html>"""
    page = Page(source, "https://f.example/t/9")
    page.page_type = "thread"
    item = Site().extract(page)
    assert isinstance(item, ForumThread)
    return item


def test_who_is_named_in_a_text_did_not_write_it() -> None:
    writers = [SAID[n % 6][0] for n in range(12)]
    posts = "".join(
        f"""<article><header><ul><li><h3><a href="/u/{name}">{name}</a></h3></li></ul></header>
        <div class="body"><p>{f'<b class="to">{before}</b> ' if n % 2 else ""}
        {n}. {SAID[n % 6][1]}</p><p>{SAID[n % 5][1]}</p></div></article>"""
        for n, (before, name) in enumerate(zip(["", *writers], writers, strict=False))
    )
    item = shown(f"<div>{posts}</div>")
    assert [floor.author for floor in item.floors] == writers
    page = Page(f"<html><body><h1>Noisy gearbox</h1>{posts}</body></html>")
    analysis = analyse(page)
    groups = find_repeats(page, analysis.dates.mentions, analysis.names)
    bodies = next(group for group in groups if group.shape.root == "div.body")
    views, _ = views_with_authors(page, bodies.records, analysis, SlotStatistics())
    assert {page.tags[view.record.start] for view in views} == {"article"}


def test_posts_have_the_dates_around_their_texts_though_only_some_show_one() -> None:
    writers = [SAID[n % 6][0] for n in range(12)]
    posts = "".join(
        f"""<article><header><ul><li><h3><a href="/u/{name}">{name}</a></h3></li></ul>
        {"" if n % 3 else f"<i>March {n + 1}, 2023</i> <small>seen March 30, 2024</small>"}</header>
        <div class="body"><p>{f'<b class="to">{before}</b> ' if n % 2 else ""}
        {n}. {SAID[n % 6][1]}</p><p>{SAID[n % 5][1]}</p></div></article>"""
        for n, (before, name) in enumerate(zip(["", *writers], writers, strict=False))
    )
    page = Page(f"<html><body><h1>Noisy gearbox</h1>{posts}</body></html>")
    analysis = analyse(page)
    groups = find_repeats(page, analysis.dates.mentions, analysis.names)
    bodies = next(group for group in groups if group.shape.root == "div.body")
    views, _ = views_with_authors(page, bodies.records, analysis, SlotStatistics())
    assert [view.record.mention.date.value for view in views] == [
        None if n % 3 else f"2023-03-{n + 1:02}" for n in range(12)
    ]


def test_posts_of_nested_answers_have_the_dates_of_the_heads_before_them() -> None:
    def post(n: int, *answers: str) -> str:
        name, text = SAID[n % len(SAID)]
        return f"""<li><div class="head" id="h{n}">
        <span class="when">March {n + 1}, 2023 at 3:0{n} pm</span> <a href="#h{n}">#{n + 100}</a>
        </div><div class="item"><p><a href="/users/{name}">{name}</a></p><p>{n}. {text}</p>
        <p>{text} {text}</p></div>{"<ul>" if answers else ""}{"".join(answers)}
        {"</ul>" if answers else ""}</li>"""

    nested = post(0, post(1, post(2), post(3)), post(4)) + post(5, post(6)) + post(7) + post(8)
    page = Page(f"<html><body><h1>Noisy gearbox</h1><ul>{nested}</ul></body></html>")
    analysis = analyse(page)
    groups = find_repeats(page, analysis.dates.mentions, analysis.names)
    posts = next(group for group in groups if group.shape.root == "div.item")
    assert not any(record.mention.date.value for record in posts.records)
    assert [record.mention.date.value for record in with_dates(page, analysis, posts).records] == [
        f"2023-03-0{n + 1}T15:0{n}:00" for n in range(9)
    ]


def test_posts_in_cells_have_the_dates_of_the_rows_before_theirs() -> None:
    rows = "".join(
        f"""<tr><td><a href="/u/{name}">{name}</a>: <b>March {n + 1}, 2023</b></td></tr>
        <tr><td class="said"><div>{n}. {text}</div></td></tr>"""
        for n, (name, text) in enumerate(SAID)
    )
    page = Page(f"<html><body><p>Today is March 9, 2024</p><table>{rows}</table></body></html>")
    analysis = analyse(page)
    groups = find_repeats(page, analysis.dates.mentions, analysis.names)
    posts = next(group for group in groups if group.shape.root == "td.said")
    assert [record.mention.date.value for record in with_dates(page, analysis, posts).records] == [
        f"2023-03-0{n + 1}" for n in range(6)
    ]


def test_what_all_pages_of_a_site_show_is_no_part_of_the_last_post() -> None:
    def thread(number: int) -> Page:
        said = [f"{text} ({number}.{n})" for n, (_, text) in enumerate(SAID[: 2 + number % 3])]
        posts = "".join(
            f"""<div class="post"><b><a href="/u/{SAID[n][0]}">{SAID[n][0]}</a></b>
            <i>{number + 1} March 2023, 10:1{n}</i><p>{text}</p>{{}}</div>"""
            for n, text in enumerate(said)
        )
        notice = "<p>Choose how the posts are shown and press the button to keep it so.</p>"
        notices = [""] * (len(said) - 1) + [notice]
        return Page(
            f"<html><head><title>Thread {number}</title></head><body><h1>Thread {number}</h1>"
            f"{posts.format(*notices)}</body></html>",
            f"https://f.example/t/{number}",
        )

    site = Site()
    for number in range(12):
        site.learn(thread(number))
    item = site.extract(thread(7))
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == [f"{SAID[n][1]} (7.{n})" for n in range(3)]


def test_where_no_record_says_anything_there_is_no_form_below_the_posts() -> None:
    assert without_form([]) == []


def test_the_form_for_an_answer_is_no_record_beside_a_single_post() -> None:
    page = Page(
        f"""<h1>Noisy gearbox</h1><table class="post"><tr><th>oldowl<td>3 March 2023, 10:15
        <tr><td colspan="2">{SAID[0][1]}</table><form><table class="post"><tr><th>Quick reply
        <td><textarea></textarea> Press Ctrl and Enter to send it to all of us.</table></form>"""
    )
    analysis = analyse(page)
    groups = find_repeats(page, analysis.dates.mentions, analysis.names)
    posts = next(group for group in groups if group.shape.root == "table.post")
    assert len(posts.records) == 2
    (record,) = with_dates(page, analysis, posts).records
    assert record.mention.date.value == "2023-03-03T10:15:00"


@pytest.mark.parametrize("label", ["Posted", "Veröffentlicht am", "发表于"])
def test_of_two_dates_of_a_single_post_the_one_that_says_so_is_meant(label: str) -> None:
    html = f"""<h1>Noisy gearbox</h1><div class="post"><div class="who"><a href="/u/1">oldowl</a>
    <span>Most recent message: 2023-03-09 11:20</span></div><div class="what">
    <div class="when">{label}: 2023-03-03 10:15</div><p>{SAID[0][1]}</p></div></div>"""
    item = extract(html, "https://f.example/t/7", page_type="thread")
    assert isinstance(item, ForumThread)
    assert [floor.date for floor in item.floors] == ["2023-03-03T10:15:00"]


def test_when_a_quote_was_posted_is_not_the_date_of_the_post_that_has_it() -> None:
    quote = "<blockquote><p>kestrel Posted: 2023-03-01 08:30</p><p>Check the oil.</p></blockquote>"
    html = f"""<h1>Noisy gearbox</h1><div class="post"><div class="who"><a href="/u/1">oldowl</a>
    <span>2023-03-03 10:15</span></div><div class="what">{quote}<p>{SAID[0][1]}</p></div></div>"""
    item = extract(html, "https://f.example/t/7", page_type="thread")
    assert isinstance(item, ForumThread)
    assert [floor.date for floor in item.floors] == ["2023-03-03T10:15:00"]


def test_an_author_who_wrote_all_posts_has_joined_on_one_day_and_written_on_several() -> None:
    def page(when: str) -> str:
        return "".join(
            f"""<div class="post"><dl><dt>oldowl<br><img alt="Joined"> 1 June 2022</dl>
            <p class="head"><u>{when.format(4 - n)}</u></p><p>{n}. {text}</p></div>"""
            for n, (_, text) in enumerate(SAID[:4])
        )

    item = shown(page("{0} March 2023, 10:0{0}"))
    assert [floor.date for floor in item.floors] == [
        f"2023-03-0{4 - n}T10:0{4 - n}:00" for n in range(4)
    ]


def test_a_post_has_the_exact_date_that_it_is_marked_with_if_it_shows_about_that() -> None:
    def posts(mark: str) -> str:
        return "".join(
            f"""<div class="post"><meta itemprop="datePublished" content="{mark.format(n + 1)}">
            <a href="/u/{name}">{name}</a> <i>{n + 1} March 2023, 10:1{n}</i><p>{text}</p></div>"""
            for n, (name, text) in enumerate(SAID)
        )

    exact = "2023-03-0{}T09:10:27Z"
    found = [floor.date for floor in shown(posts(exact)).floors]
    assert found == [f"2023-03-0{n + 1}T09:10:27+00:00" for n in range(len(SAID))]
    for other in ("2020-03-0{}T09:10:27Z", "soon", "2023-03-0{}"):
        found = [floor.date for floor in shown(posts(other)).floors]
        assert found == [f"2023-03-0{n + 1}T10:1{n}:00" for n in range(len(SAID))]


def test_the_year_that_a_post_does_not_show_is_that_which_its_title_tells() -> None:
    posts = "".join(
        f"""<div class="post"><a href="/u/{name}">{name}</a> <span
        title="Sender's time: March {n + 1}, 2019, 4:1{n} PM">{n + 1} March</span>
        <i>4:1{n} pm</i><p>{text}</p></div>"""
        for n, (name, text) in enumerate(SAID)
    )
    found = [floor.date for floor in shown(posts).floors]
    assert found == [f"2019-03-0{n + 1}T16:1{n}:00" for n in range(len(SAID))]
