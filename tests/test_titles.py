"""The title of a thread is its own, whatever a site puts around it or in its place."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from extract_pipelines import Page, Site, extract
from extract_pipelines.explain import explain
from extract_pipelines.site.titles.features import find_candidates
from extract_pipelines.site.titles.link_texts import MOST_LINKS, LinkTexts
from tests.pages import POST, Post

NAMES = (
    "oldowl redshift mjones tinkerer kestrel bergfex alice carla dmitri erin farouk gwen".split()
)
TITLES = [
    "Noisy gearbox",
    "Which solder for brass",
    "Radio stays silent",
    "Lathe: chuck runs out of true",
    "Rust on the bed rails",
    "Motor hums but does not turn",
    "Glue that stands heat",
    "A bench for a small shed",
    "Belt sizes of old machines",
    "Is this drill press worth the money?",
    "My first dovetail joint",
    "How to sharpen a scraper",
]
SITE = "https://tinkerers.example"
CONSTANT = "Tinkerers, the forum of people who repair things"


def posts_of(number: int) -> list[Post]:
    """Posts of a thread, those of each by others."""
    said = (
        f"It is about part {number * 13 + 5} of mine, which has not worked since last week.",
        f"Had the same with number {number * 17 + 3}, in the end it was the switch and no more.",
        f"Thanks, {number * 19 + 1} turns of the screw later all is well, and so am I.",
    )
    return [
        (NAMES[(number + place * 5) % 12], f"2023-0{1 + number % 9}-1{place} 1{place}:2{place}", it)
        for place, it in enumerate(said[: 2 + number % 2])
    ]


def page(title: str, head: str, top: str, number: int) -> str:
    posts = "".join(
        POST.format(author=author, date=date, text=text) for author, date, text in posts_of(number)
    )
    return (
        f"<html><head><title>{head.format(title)}</title></head><body>"
        f"<div><a href='/'>Tinkerers</a>"
        f"<a href='/search'>Search</a><a href='/b/1'>General talk</a></div>{top.format(title)}"
        f"{posts}<div><p>Tinkerers, a forum for people who repair things.</p></div></body></html>"
    )


def streamed(head: str, top: str) -> list[str | None]:
    """The titles of a site's threads, each read when it was learned."""
    site, found = Site(), []
    for number, title in enumerate(TITLES):
        one = Page(page(title, head, top, number), f"{SITE}/thread/{number}")
        site.learn(one)
        found.append(site.extract(one).title)
    return found


@pytest.mark.parametrize(
    ("head", "top"),
    [
        ("{} - General talk - Tinkerers", "<h1>{}</h1>"),
        ("Tinkerers :: View topic - {}", "<table><tr><td><b>{}</b></td></tr></table>"),
        ("Tinkerers » General talk » {}", "<h2>Announcement</h2>"),
        ("{} | Tinkerers", "<h1>Welcome to our boards</h1><div>{}</div>"),
        ("{}", "<h1><a href='/b/1'>General talk</a>/{}</h1>"),
    ],
)
def test_each_thread_of_a_site_has_its_own_title(head: str, top: str) -> None:
    assert streamed(head, top)[3:] == TITLES[3:]


@pytest.mark.parametrize(
    ("head", "top"),
    [
        ("{title} [Архив] - Tinkerers", "<h1>{title} [Архив]</h1>"),
        ("Topic: {title}", "<h2>Topic: {title}</h2>"),
        ("FS#{number} - {title}", "<h2>FS#{number} - {title}</h2>"),
        ("Tinkerers: bug #{number}, {title}", "<h1>bug #{number}, {title}</h1>"),
        ("Tinkerers", "<h2>[General talk] {title}</h2>"),
        ("Tinkerers", "<h2>[talk-{number}] . {title}</h2>"),
        ("{title} - Tinkerers", "<h2>{title} <a href='#p{number}'>¶</a></h2>"),
    ],
)
def test_what_stands_around_all_titles_of_a_site_is_no_part_of_them(head: str, top: str) -> None:
    site, found = Site(), []
    for number, title in enumerate(TITLES):
        framed, shown = (
            text.format(title=title, number=4000 + 37 * number) for text in (head, top)
        )
        one = Page(page(title, framed, shown, number), f"{SITE}/thread/{number}")
        site.learn(one)
        found.append(site.extract(one).title)
    assert found[1:] == TITLES[1:]


UP = "<h1><a href='{}'>{}</a></h1><h2><a href='/user/Anna/diary/7'>{{}}</a></h2>"


@pytest.mark.parametrize(
    ("head", "top"),
    [
        ("{} › General talk › tinkerers.example", UP.format("/", "tinkerers.example")),
        ("Diary of Anna | {}", UP.format("/user/Anna/diary", "Diary of Anna")),
    ],
)
def test_a_heading_that_leads_to_a_folder_above_the_page_is_not_its_title(
    head: str, top: str
) -> None:
    for number, title in enumerate(TITLES):
        one = Page(page(title, head, top, number), f"{SITE}/user/Anna/diary/7")
        assert Site().extract(one).title == title


def test_a_heading_that_leads_to_the_first_page_of_a_thread_is_its_title() -> None:
    top = "<h1><a href='/t/noise/7'>{}</a></h1>"
    one = Page(page("Noise", "{} - Tinkerers", top, 1), f"{SITE}/t/noise/7/2")
    assert Site().extract(one).title == "Noise"


def test_a_low_heading_is_the_title_where_the_head_tells_the_day_alone() -> None:
    site, found = Site(), []
    for number, title in enumerate(TITLES):
        top = f"<h2>Boards</h2><h5>{title}</h5>"
        one = Page(page(title, f"Diary: {1990 + number}-05-02", top, number), f"{SITE}/{number}/x")
        site.learn(one)
        found.append(site.extract(one).title)
    assert found[3:] == TITLES[3:]


@pytest.mark.parametrize("top", ["<h2>{}</h2>", "<h1>Tinkerers</h1><h2>{}</h2>"])
def test_the_number_of_a_ticket_in_the_address_is_no_title(top: str) -> None:
    """Though it is what the page's head begins with."""
    site, found = Site(), []
    for number, title in enumerate(TITLES):
        ticket = 2026112810000000 + 37 * number
        source = page(title, f"{ticket} - Zoom - Ticket - Tinkerers", top, number)
        one = Page(source, f"{SITE}/ticket?number={ticket}")
        site.learn(one)
        found.append(site.extract(one).title)
    assert found[3:] == TITLES[3:]


def test_a_mark_that_few_titles_of_a_site_have_is_a_part_of_them() -> None:
    titles = [
        f"[Solved] {title}" if number % 5 == 4 else title for number, title in enumerate(TITLES)
    ]
    site = Site()
    for number, title in enumerate(titles):
        one = Page(page(title, "{} - Tinkerers", "<h1>{}</h1>", number), f"{SITE}/thread/{number}")
        site.learn(one)
        assert site.extract(one).title == title


def test_titles_that_stand_in_no_heading_are_known_after_some_pages() -> None:
    top = "<h1>Tinkerers</h1><h2>Main menu</h2><div class='subject'>{}</div>"
    assert streamed(CONSTANT, top)[9:] == TITLES[9:]


@pytest.mark.parametrize(
    ("head", "top"),
    [
        ("{} - General talk - Tinkerers", "<h1>{}</h1>"),
        ("Tinkerers :: View topic - {}", "<h1><a href='/thread/1'>{}</a></h1>"),
        ("", "<h1>{}</h1>"),
    ],
)
def test_a_page_alone_has_its_title(head: str, top: str) -> None:
    for number, title in enumerate(TITLES):
        source = page(title, head, top, number)
        assert extract(source, f"{SITE}/thread/{number}").title == title


@pytest.mark.parametrize("title", ["Show your workshop 2", "Half-Life 2", "My boat, part 2"])
def test_a_number_that_ends_a_title_is_a_part_of_it_on_the_page_with_that_number(
    title: str,
) -> None:
    posts = "".join(
        f"<div class='post'><a href='/u/{name}'>{name}</a> <i>2023-03-0{day} 10:15</i>"
        f"<p>Check the oil first, and then the seal, said number {day}.</p></div>"
        for day, name in enumerate(("oldowl", "kestrel", "bergfex"), start=1)
    )
    source = f"<title>{title} - Tinkerers</title><h1>{title}</h1>{posts}"
    assert extract(source, "https://f.example/t/9?page=2").title == title


@pytest.mark.parametrize("behind", ["{} Page2", "{} - Page 2", "{} (Seite 2)", "{} - 第2页"])
@pytest.mark.parametrize("top", ["", "<h1>Tinkerers</h1>", "<h1>{}</h1>"])
def test_the_number_of_a_later_page_is_not_of_the_title(top: str, behind: str) -> None:
    site = Site()
    for number, title in enumerate(TITLES):
        site.learn(Page(page(title, "{} - Tinkerers", top, number), f"{SITE}/t/{number + 20}"))
    for number, title in enumerate(TITLES):
        html = page(behind.format(title), "{} - Tinkerers", top, number + 50)
        one = Page(html, f"{SITE}/t/{number + 20}-2")
        site.learn(one)
        assert site.extract(one).title == title


def test_a_number_that_ends_as_that_of_the_page_is_of_the_title() -> None:
    for title in ("The meeting of 2002", "Pictures of 3/2", "Version 1.2", "What 12?"):
        html = page(title, "{} - Tinkerers", "<h1>{}</h1>", 7)
        assert extract(html, f"{SITE}/t/7-2").title == title


@pytest.mark.parametrize(
    ("label", "address"),
    [
        ("Bug #{}: ", "issues/{}"),
        ("#{}: ", "Ticket/Display.html?id={}"),
        ("Issue {}: ", "t/issue{}"),
        ("[{}] - ", "view.php?bug={}&page=1"),
        ("[{}] ", "?no={}"),
    ],
)
def test_the_page_s_own_number_and_its_label_are_not_of_the_title(label: str, address: str) -> None:
    site = Site()
    for number, title in enumerate(TITLES, 20):
        head = f"{label.format(number)}{{}} - Tinkerers"
        html = page(title, head, f"<h2>{label.format(number)}{{}}</h2>", number)
        one = Page(html, f"{SITE}/{address.format(number)}")
        assert Site().extract(one).title == title
        site.learn(one)
        assert site.extract(one).title == title


@pytest.mark.parametrize(("number", "title"), [(201, "Storing apples"), (12, "Storing apples #12")])
def test_the_page_s_own_number_behind_its_heading_is_not_of_the_title(
    number: int, title: str
) -> None:
    top = f"<h1>Storing apples <span>#{number}</span></h1>"
    source = page("", f"Storing apples #{number} - Issues - Garden", top, 1)
    assert extract(source, f"{SITE}/shed/issues/201").title == title


def test_another_number_in_front_is_of_the_title() -> None:
    for title, address in (("Windows 10: slow", "t/windows-10-slow"), ("Part 3: glue", "t/7")):
        html = page(title, "{} - Tinkerers", "<h1>{}</h1>", 7)
        assert extract(html, f"{SITE}/{address}").title == title


@pytest.mark.parametrize(
    ("head", "top"),
    [
        (CONSTANT, "<h1>Tinkerers</h1><h2>Main menu</h2><div class='subject'>{}</div>"),
        ("Topic: {}", "<h1>Topic: {}</h1>"),
    ],
)
def test_what_was_learned_of_titles_is_kept_in_the_state(head: str, top: str) -> None:
    pages = [
        Page(page(title, head, top, number), f"{SITE}/thread/{number}")
        for number, title in enumerate(TITLES)
    ]
    site = Site()
    for one in pages:
        site.learn(one)
    again = Site.from_state(json.loads(json.dumps(site.to_state())))
    assert [again.extract(one).title for one in pages] == TITLES
    merged = Site()
    merged.merge(again)
    merged.merge(site)
    assert [merged.extract(one).title for one in pages] == TITLES


def diary(number: int, title: str) -> Page:
    """A page whose first heading is of its writer, and whose ``<title>`` begins with that."""
    whose = f"Diary of {NAMES[number % 12]}"
    head, top = f"{whose} | {{}} | Tinkerers", f"<h1>{whose}</h1><h2>{{}}</h2>"
    return Page(page(title, head, top, number), f"{SITE}/diary/{number}?page=1")


def list_of(titles: list[str], address: str) -> Page:
    """A list that leads to pages by their titles, and by a button."""
    rows = "".join(
        f"<li><a href='{address.format(number)}'>{title}</a> by {NAMES[number % 12]},"
        f"<a href='{address.format(number)}#end'>Last page</a></li>"
        for number, title in enumerate(titles)
    )
    return Page(f"<title>All diaries</title><h1>Diaries</h1><ul>{rows}</ul>", f"{SITE}/diary/all")


@pytest.mark.parametrize(
    "address", ["/diary/{}?page=1", "https://tinkerers.example/diary/{}?page=1", "{}?page=1"]
)
def test_the_text_of_a_link_to_a_page_is_its_title(address: str) -> None:
    alone, site = Site(), Site()
    pages = [diary(number, title) for number, title in enumerate(TITLES)]
    site.learn(list_of(TITLES, address))
    for one in pages:
        site.learn(one)
        alone.learn(one)
    assert alone.extract(pages[5]).title == "Diary of bergfex"
    told = next(one for one in explain(pages[5], site=site).fields if one.name == "title")
    assert told.source.endswith("in links to the page on others")
    again = Site.from_state(json.loads(json.dumps(site.to_state())))
    merged = Site()
    merged.merge(again)
    for known in (site, again, merged):
        assert [known.extract(one).title for one in pages] == TITLES


def test_what_many_links_say_and_links_of_a_page_to_itself_tell_no_title() -> None:
    site, pages = Site(), [diary(number, title) for number, title in enumerate(TITLES)]
    site.learn(list_of(["Read more"] * 12, "/diary/{}?page=1"))
    own = '<a href="?page=1#top">Which solder for brass</a><h3>Which solder for brass</h3>'
    for one in pages:
        site.learn(one)
    before = site.extract(pages[0]).title
    source = page(TITLES[0], "Diary of oldowl | {} | Tinkerers", f"{own}<h2>{{}}</h2>", 0)
    site.learn(Page(source, f"{SITE}/diary/0?page=1"))
    assert site.extract(pages[0]).title == before


def test_a_shorter_headline_in_title_and_in_lists_of_links_is_not_the_title() -> None:
    shorter = [f"Bench news {number}" for number in range(len(TITLES))]
    site = Site()
    site.learn(list_of(shorter, "/news/{}"))
    for number, title in enumerate(TITLES):
        source = page(shorter[number], "{} | Tinkerers", f"<h1>{title}</h1>", number)
        read_most = f'<ul><li><a href="/news/{number}">{shorter[number]}</a></li></ul></body>'
        read = Page(source.replace("</body>", read_most), f"{SITE}/news/{number}")
        site.learn(read)
        assert site.extract(read).title == title


def test_what_links_call_a_page_is_its_title_where_a_heading_has_more() -> None:
    site = Site()
    site.learn(list_of(TITLES, "/wiki/{}"))
    for number, title in enumerate(TITLES):
        own = f'<h1>Forum - {title}</h1><a href="/wiki/{number}">{title}</a>'
        read = Page(page(title, "Forum - {}", own, number), f"{SITE}/wiki/{number}")
        site.learn(read)
        assert site.extract(read).title == title


def far_from_posts(number: int, title: str, between: int = 20) -> Page:
    """A page whose title is no heading, not in ``<title>``, and above many lines."""
    lines = [f"<li>{NAMES[n % 12]}'s bench no. {n}</li>" for n in range(between)]
    top = f"<p>Be kind to each other.</p><b class=subject>{{}}</b><ul>{''.join(lines)}</ul>"
    return Page(page(title, CONSTANT, top, number), f"{SITE}/talk/{number}")


def test_what_links_call_a_page_is_its_title_farther_above_the_posts_too() -> None:
    site = Site()
    site.learn(list_of(TITLES, "/talk/{}"))
    for number, title in enumerate(TITLES):
        site.learn(one := far_from_posts(number, title))
        assert site.extract(one).title == title


def test_where_titles_stand_on_other_pages_one_is_found_farther_above_the_posts_too() -> None:
    site = Site()
    for number, title in enumerate(TITLES[:10]):
        site.learn(far_from_posts(number, title, between=1))
    far = far_from_posts(10, TITLES[10])
    assert Site().extract(far).title != TITLES[10]
    site.learn(far)
    assert site.extract(far).title == TITLES[10]


def test_of_many_links_the_latest_are_remembered() -> None:
    texts, start = LinkTexts(), datetime(2024, 1, 1, tzinfo=UTC)
    for day in range(40):
        links = "".join(f'<a href="/t/{day}-{n}">Title {n} of {day}</a>' for n in range(200))
        texts.learn(Page(links, f"{SITE}/{day}", downloaded=start + timedelta(days=day)))
        assert len(texts.seen) <= 2 * MOST_LINKS
    for day, known in ((39, True), (0, False)):
        assert texts.call(Page("", f"{SITE}/t/{day}-7"), [f"title 7 of {day}"]) == [known]


def test_the_parts_of_a_line_come_in_the_same_order_in_each_run() -> None:
    for title in TITLES:
        found = find_candidates(Page(f"<body><h1>Re: Part {title} (3)</h1>")).found
        parts = [one.text for one in found if one.text.startswith("Part ")]
        assert parts == [f"Part {title} (3)", f"Part {title}"]


def test_a_page_without_any_text_that_may_be_one_has_no_title() -> None:
    assert extract("<p>x").title is None


@pytest.mark.parametrize(
    "path",
    [
        '<ol class="breadcrumb"><li><a href="/b/1">General talk</a></li><li>{}</li></ol>',
        '<p><a href="/">Boards</a> &raquo; <a href="/b/1">General talk</a> &raquo; {}</p>',
        '<p>[ <a href="/">Boards</a> / <a href="/b/1">General talk</a> / {} ]</p>',
    ],
)
def test_where_all_pages_have_one_title_the_end_of_the_path_is_theirs(path: str) -> None:
    found = streamed("Forums - Tinkerers", f"{path}<h1>Forums</h1>")
    assert found[8:] == TITLES[8:]


def test_the_end_of_a_path_that_pages_share_is_no_title() -> None:
    path = '<p><a href="/">Boards</a> &raquo; <a href="/b/1">Talk</a> &raquo; Posts of a topic</p>'
    assert streamed("{} - Tinkerers", f"{path}<h1>{{}}</h1>") == TITLES


def test_the_page_above_in_the_path_is_not_the_title_where_both_are_in_the_title() -> None:
    title, board = "水龙头漏水", "闲聊"
    path = (
        f'<ul class="breadcrumb"><li><a href="/forums">Forums</a></li><li><a href="/f/{board}">'
        f'{board}</a></li><li class="active">{title}</li></ul>'
    )
    shared = f'</title><meta property="og:title" content="{board} - {title}">'
    source = page(title, f"{board} - {{}}", f"{path}<h3>{{}}</h3>", 1).replace("</title>", shared)
    assert extract(source, f"{SITE}/topic/{board}/topic/12/").title == title
