"""The opening post of a thread, where it has another shape than the answers."""

from __future__ import annotations

from itertools import product

import pytest

from benchmarks.layouts.render import pages_of
from extract_pipelines import Article, ForumThread, Page, Site, extract
from extract_pipelines.explain.traced_reading import contributions_to
from extract_pipelines.items import Floor
from extract_pipelines.items.trace import listening
from extract_pipelines.posts import reader
from extract_pipelines.posts.comments import tells_first_post
from extract_pipelines.posts.opening.opening import OpeningPlace
from extract_pipelines.posts.opening.opening_model import OpeningModel
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.records.group_facts import GroupScored
from extract_pipelines.posts.records.records import Record
from extract_pipelines.posts.views.slot_statistics import SlotStatistics

URL = "https://news.example/item?id=4655"
QUESTION = (
    "I restored a lathe from 1962 this winter, and the spindle still runs hot after ten minutes.",
    "The bearings are new and the oil is what the manual asks for. What else could it be?",
)
ANSWERS = [
    ("kestrel", "3 March 2024", "Check the preload first: new bearings are often set too tight."),
    ("bergfex", "4 March 2024", "Mine did the same, and it was the belt. Slacken it and try."),
    ("oldowl", "5 March 2024", "It was the preload indeed, thanks to all of you."),
    ("walker", "7 March 2024", "Write down the figure that you ended up with, please."),
]
ANSWER = """<tr class="athing"><td><img src="s.gif" width="0"></td><td><div class="comhead">
<a href="user?id={author}">{author}</a> <span class="age">{date}</span></div>
<div class="comment"><span>{text}</span></div></td></tr>"""
# The question shows its author with a picture, and stands in no element that answers have.
ASKED = """<h1>{title}</h1><div class="item-discussion"><div class="head"><a href="user?id=oldowl">
<img src="/avatars/7.png" alt=""></a> <a href="user?id=oldowl">oldowl</a>
<time>{date}</time> in <a href="/lathes">Lathes</a></div><div class="message"><p>{text}</p></div>
<div class="tools"><a href="/flag?id=4655">Flag</a></div></div><h2>4 answers</h2>"""
TITLE = "Ask: what makes a spindle run hot?"


def thread(before: str, *, description: str = "", answers: list[tuple[str, str, str]]) -> str:
    rows = "".join(
        ANSWER.format(author=author, date=date, text=text) for author, date, text in answers
    )
    meta = f'<meta name="description" content="{description}">' if description else ""
    return f"""<html><head><title>{TITLE} | Workshop News</title>{meta}</head><body>
    <p><a href="/new">new</a> | <a href="/ask">ask</a></p>{before}
    <table class="comment-tree">{rows}</table><p><a href="/faq">FAQ</a></p></body></html>"""


def asked(text: str = "<p>".join(QUESTION), date: str = "2 March 2024") -> str:
    return ASKED.format(title=TITLE, date=date, text=text)


# The head stands beside what holds the text and the answers.
APART = """<h1>{title}</h1><div class="head"><a href="user?id=oldowl"><img src="/7.png" alt=""></a>
<a href="user?id=oldowl">oldowl</a> <time>{date}</time></div><div class="main">
<div class="message"><p>{text}</p></div><div class="below"><h2>Answers</h2>"""


def authors(source: str) -> list[str | None]:
    item = extract(source, URL)
    assert isinstance(item, ForumThread)
    return [floor.author for floor in item.floors]


NAMES = [author for author, _, _ in ANSWERS]


def test_a_question_above_a_table_of_answers_is_the_first_floor() -> None:
    item = extract(thread(asked(), answers=ANSWERS), URL)
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == ["oldowl", *NAMES]
    assert item.floors[0].date == "2024-03-02"
    assert all(part in item.floors[0].body for part in QUESTION)
    assert "Check the preload" not in item.floors[0].body


def test_the_head_of_an_opening_may_stand_around_its_text_and_the_answers() -> None:
    def page(number: int, answers: list[tuple[str, str, str]]) -> Page:
        text = "<p>".join(QUESTION).replace("1962", str(1950 + number))
        head = APART.format(title=TITLE, date=f"{number + 1} February 2024", text=text)
        return Page(thread(head, answers=answers), f"https://news.example/item?id={number}")

    site = Site()
    for number in range(4):
        site.learn(page(number, ANSWERS))
    known = [(page(5, ANSWERS), NAMES), (page(6, []), [])]
    readings = [(Site().extract(page(4, ANSWERS)), NAMES)]
    readings += [(site.extract(asks), answering) for asks, answering in known]
    for item, answering in readings:
        assert isinstance(item, ForumThread)
        assert [floor.author for floor in item.floors] == ["oldowl", *answering]
        assert item.floors[0].body.startswith("I restored a lathe")
        assert item.floors[0].body.endswith("What else could it be?")


def test_what_the_choice_between_likely_groups_brought_is_told() -> None:
    brought, moved = [], []
    pages = product((asked(), *NOTICES.values()), range(1, len(ANSWERS) + 1))
    for before, count in pages:
        with listening() as told:
            extract(thread(before, answers=ANSWERS[:count]), URL)
        groups = [fact for fact in told if isinstance(fact, GroupScored)]
        brought.append(max(groups, key=lambda group: group.odds).chosen)
        moved += [group.chosen for group in groups if group.chosen]
        for group in groups:
            if group.chosen:
                assert contributions_to(group)["chosen"] == (1.0, group.chosen)
    assert min(moved) < 0
    # Where the likeliest group is chosen, it keeps its odds; another one is put in its place.
    assert min(brought) == 0
    assert max(brought) > 0


NOTICES = {
    "board": """<div class="notice"><p>The board is read by moderators on working days only, so do
    not expect that what you report on a Saturday is seen before Monday.</p></div>
    <div class="pageDescription"><a href="/board/3">Lathes</a>, started by
    <a href="user?id=oldowl">oldowl</a>, 2 March 2024</div>""",
    "clock": """<div class="user">Welcome, <b>Guest</b>. Please <a href="/login">log in</a> or
    <a href="/join">join</a>.</div><div class="clock">2 March 2024, 11:20</div>
    <div class="stats">1,204 members, 88,120 posts</div>""",
    "news": """<div class="news"><h4>News</h4>2 March 2024: the server moves to new rooms.
    <a href="/news">All news</a></div>""",
}


@pytest.mark.parametrize("notice", NOTICES.values(), ids=NOTICES)
def test_what_else_shows_a_date_above_the_posts_is_no_floor(notice: str) -> None:
    source = thread(f"{notice}<h1>{TITLE}</h1>", answers=ANSWERS)
    assert authors(source) == NAMES


# Other boxes show dates, too.
STORY = """<div class="fair">10 March 2024: fair in the hall</div>
<div class="rules">9 March 2024: new rules</div><div class="story">
<div class="by">By <a href="/staff/anna">Anna Olden</a>,
2 March 2024</div><p>{text}</p></div>"""


def test_what_the_description_begins_with_is_the_opening_post() -> None:
    told = "The spindle of my lathe runs hot after ten minutes of work."
    source, first = STORY.format(text=told), ANSWERS[0][2]
    assert authors(thread(source, description=told, answers=ANSWERS)) == ["Anna Olden", *NAMES]
    assert authors(thread(source, description=first, answers=ANSWERS)) == NAMES
    assert authors(thread(source, answers=ANSWERS)) == NAMES


def test_a_few_words_are_the_opening_post_where_those_of_other_threads_stand() -> None:
    words = "Runs hot. Why?"
    source = thread(asked(words), answers=ANSWERS)
    site = Site()
    for number in range(4):
        text = "<p>".join(QUESTION).replace("1962", str(1950 + number))
        known = thread(asked(text, f"{number + 1} February 2024"), answers=ANSWERS)
        site.learn(Page(known, f"https://news.example/item?id={number}"))
    item = site.extract(Page(source, URL))
    assert isinstance(item, ForumThread)
    assert item.floors[0].body == words
    assert [floor.author for floor in item.floors] == ["oldowl", *NAMES]


def test_many_answers_that_the_scorers_doubt_are_read_below_an_opening_where_others_stand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = Site()
    for number in range(4):
        text = "<p>".join(QUESTION).replace("1962", str(1950 + number))
        answers = [(name, date, f"{text} No. {number}") for name, date, text in ANSWERS]
        known = thread(asked(text, f"{number + 1} February 2024"), answers=answers)
        site.learn(Page(known, f"https://news.example/item?id={number}"))
    monkeypatch.setattr(reader.ThreadReader, "_by_scorers", lambda *_: None)
    monkeypatch.setattr(reader, "are_doubted", lambda *_: True)
    told = [(name, f"{date} 11:40", f"{text} Again.") for name, date, text in ANSWERS]
    item = site.extract(Page(thread(asked(), answers=ANSWERS + told), URL))
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == ["oldowl", *NAMES, *NAMES]


RELATED = """<div class="related"><h3>Related questions</h3><ul>
<li><a href="/item?id=91">Grease or oil?</a> <time>1 March 2024</time></li>
<li><a href="/item?id=92">Where to buy a belt</a> <time>27 February 2024</time></li>
<li><a href="/item?id=93">Chuck runs out</a> <time>24 February 2024</time></li></ul></div>"""


def test_a_question_without_answers_is_a_thread_where_others_have_some() -> None:
    site = Site()
    for number in range(4):
        text = "<p>".join(QUESTION).replace("1962", str(1950 + number))
        answers = [(name, date, f"{text} No. {number}") for name, date, text in ANSWERS]
        source = thread(asked(text, f"{number + 1} February 2024"), answers=answers)
        source = source.replace('<p><a href="/faq">', RELATED + '<p><a href="/faq">')
        site.learn(Page(source, f"https://news.example/item?id={number}"))
    source = thread(asked("Runs hot. Why?") + RELATED, answers=[])
    item = site.extract(Page(source.replace("4 answers", "No answers"), URL))
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == ["oldowl"]
    assert item.floors[0].body == "Runs hot. Why?"


OPENED = """<article><header><img src="/7.png"> <a href="/u/oldowl">oldowl</a> <i>{date}</i>
</header><p>{text}</p><p><a href="/flag">Flag</a> <a href="/share">Share</a></p></article>"""
REPLY = """<div class="comment" id="c{3}"><div class="meta"><a href="#">[-]</a>
<a href="/u/{0}">{0}</a> <b>{3} points</b> <span>{1}</span></div><div class="content"><p>{2}</p>
<ul><li><a href="/c/{3}">permalink</a></li></ul></div></div>"""


def test_a_short_answer_is_one_below_an_opening_where_other_threads_have_several() -> None:
    def page(number: int, answers: list[tuple[str, str, str]]) -> Page:
        text = "<p>".join(QUESTION).replace("1962", str(1950 + number))
        opened = OPENED.format(date=f"{number + 1} February 2024 10:15", text=text)
        told = enumerate(answers, start=10 * number)
        replies = "".join(REPLY.format(*answer, count) for count, answer in told)
        head = f"<title>Lathe No. {number}</title><main><h1>Lathe No. {number}</h1>"
        return Page(f"{head}{opened}{replies}</main>", f"https://news.example/t/{number}")

    site = Site()
    for number in range(5):
        site.learn(page(number, [(name, f"{date} 11:40", text) for name, date, text in ANSWERS]))
    lone = page(20, [("kestrel", "3 March 2024 11:40", "Thanks.")])
    item = site.extract(lone)
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == ["oldowl", "kestrel"]
    assert item.floors[1].body == "Thanks."
    lone.page_type = "article"
    item = site.extract(lone)
    assert isinstance(item, Article)
    assert [comment.body for comment in item.comments] == ["Thanks."]


@pytest.mark.parametrize(
    ("layout", "beside"),
    [
        ("eksperten-dk", "a list of others with dates"),
        ("kbin", "a box written as posts are"),
        ("postmill", "a box written as posts are"),
        ("goodreads-review", "the days of the reading"),
        ("flyspray", "when it was edited"),
        ("google-groups-2006", "a head as those of letters, in an element"),
    ],
)
def test_what_stands_beside_a_question_without_answers_hides_it_on_no_known_site(
    layout: str, beside: str
) -> None:
    pages = [
        (Page(labelled.html, labelled.url, downloaded=labelled.downloaded), labelled.posts)
        for labelled in pages_of(layout, rounds=3)
    ]
    site = Site()
    for page, _ in pages:
        site.learn(page)
    for page, posts in pages:
        if len(posts) == 1:
            item = site.extract(page)
            assert isinstance(item, ForumThread), beside
            assert [floor.author for floor in item.floors] == [posts[0]["author"]], beside
            assert (item.floors[0].body or "").startswith(posts[0]["text"][:40]), beside


# A box that holds a question, or says what there is below.
BOX = '<h1>{title}</h1><div class="box">{box}</div>'
ASKS = """<div><a href="user?id=oldowl"><img src="/7.png" alt=""></a>
<a href="user?id=oldowl">oldowl</a> <time>2 March 2024</time></div><p>{text}</p>"""
BELOW = """<div>{} answers, the last one by <a href="user?id=walker">walker</a>
on <time>7 March 2024</time></div><p>Sort by: oldest, newest, best</p>"""


@pytest.mark.parametrize("asked", [2, 8])
def test_pages_without_an_opening_post_at_a_place_count_as_those_with_one(asked: int) -> None:
    site = Site()
    for number in range(10):
        text = "<p>".join(QUESTION).replace("1962", str(1950 + number))
        box = ASKS.format(text=text) if number < asked else BELOW.format(number)
        source = thread(BOX.format(title=TITLE, box=box), answers=ANSWERS)
        site.learn(Page(source, f"https://news.example/item?id={number}"))
    box = ASKS.format(text="Runs hot. Why?") if asked == 8 else BELOW.format(11)
    item = site.extract(Page(thread(BOX.format(title=TITLE, box=box), answers=ANSWERS), URL))
    assert isinstance(item, ForumThread)
    opening = ["oldowl"] if asked == 8 else []
    assert [floor.author for floor in item.floors] == [*opening, *NAMES]


def test_an_opening_without_answers_begins_before_its_date_and_ends_where_answers_stand() -> None:
    page = Page(
        f"<html><body><article><header><h2>{TITLE}</h2></header>"
        '<section><a href="/user/7">oldowl</a> <b>3 March 2024</b></section>'
        f"<section><p>{QUESTION[0]}</p></section><section><p>No answers yet.</p></section>"
        "</article><p>Visitors: 1940</p></body></html>",
        URL,
    )
    analysis, opening = analyse(page), OpeningModel()
    place = OpeningPlace("html/body/article/header", "html/body/article/section")
    opening.places[place] = 3

    def body(*likely: Record) -> str | None:
        floor = opening.read_alone(page, analysis, SlotStatistics(), likely)
        return floor.body if floor else None

    (date,) = analysis.dates.mentions
    end = len(page.parents)
    assert body() == QUESTION[0]
    assert body(Record(1, end, date)) == QUESTION[0]
    assert body(Record(end - 1, end, date)) is None


@pytest.mark.parametrize("notice", ["", "<li>No answers yet.</li>"])
def test_an_opening_that_is_the_first_of_a_list_ends_at_the_second_or_with_the_list(
    notice: str,
) -> None:
    page = Page(
        f'<html><body><div class="head"><h2>{TITLE}</h2><a href="/u/oldowl">oldowl</a>'
        f' <i>3 March 2024</i></div><ol class="posts"><li><p>{QUESTION[0]}</p></li>{notice}</ol>'
        "<p>Visitors: 1940</p></body></html>",
        URL,
    )
    opening = OpeningModel()
    opening.places[OpeningPlace("div.head", "/ol.posts/li")] = 3
    floor = opening.read_alone(page, analyse(page), SlotStatistics())
    assert floor
    assert (floor.author, floor.body) == ("oldowl", QUESTION[0])


@pytest.mark.parametrize("count", [1, 2])
def test_an_opening_with_several_dates_is_the_only_element_of_its_name(count: int) -> None:
    entry = (
        '<div class="entry"><a href="/user/7">oldowl</a> <i>3 March 2024</i>'
        f"<p>{QUESTION[0]}</p><small>Bought on 2 May 2019</small></div>"
    )
    page = Page(f"<html><body>{entry * count}</body></html>", URL)
    opening = OpeningModel()
    opening.places[OpeningPlace("div.entry", "")] = 3
    floor = opening.read_alone(page, analyse(page), SlotStatistics())
    assert (floor.date if floor else None) == ("2024-03-03" if count == 1 else None)


def test_who_wrote_an_opening_may_stand_in_a_box_right_before_it() -> None:
    page = Page(
        '<div class="wrapper"><div class="card"><p>Posteado por:</p><a href="/perfil/oldowl">'
        '<span class="given-name">oldowl</span></a><br><span class="title">New Full User</span>'
        "<div><span>29</span> <span>Seguidores</span></div></div>"
        f'<div class="post"><h1>{TITLE}</h1><p>{QUESTION[0]}</p><ul><li><b>Tags:</b> <a href="/q">'
        "torno</a></li><li><strong>Creado:</strong> <span>3.4.2024 a las 10:15 hs.</span></li></ul>"
        '</div><div class="related"><a href="/p/8">Otro torno</a></div></div>',
        URL,
    )
    analysis, opening = analyse(page), OpeningModel()
    (date,) = analysis.dates.mentions
    post = page.elements.index(next(page.elements[0].iter("h1")).getparent())
    record = Record(post, page.flat.subtree_end[post], date)
    floor = opening.read(page, record, analysis, SlotStatistics())
    assert floor.author == "oldowl"
    assert floor.body.startswith(QUESTION[0])


def test_a_line_that_tells_who_began_the_thread_when_is_no_post() -> None:
    title, oil = "The old engine lost all its oil 101", "leaks. 145290"
    posts = [
        ("x0r", "15", f"I replaced the seal on my gearbox last weekend and it still {oil}"),
        ("JaneDoe", "17", "This car lost all its oil before the long trip to Norway."),
    ]
    at = '<time datetime="2023-08-{0}T03:45:00Z">August {0}, 2023</time>'
    shown = "".join(
        f'<a id="comment-{n}"></a><article id="elComment_{n}" class="cPost">'
        '<aside class="cAuthor">'
        f'<h3><strong><a href="/profile/{n}">{name}</a></strong></h3><ul><li>Members</li><li>211 '
        f'posts</li></ul></aside><div id="comment-{n}_wrap" class="ipsComment_content">'
        '<div class="ipsComment_meta"><div class="ipsType_light">'
        f'<a href="?findComment={n}">Posted {at.format(day)}</a></div></div>'
        f'<div class="cPost_contentWrap"><div class="rich"><p>{text}'
        "</p></div></div></div></article>"
        for n, (name, day, text) in enumerate(posts, start=564706)
    )
    source = (
        f"<html><head><title>{title} - Gearboxes - Tinkerers</title></head><body>"
        '<nav class="crumbs"><ul><li><a href="/">Home</a></li><li><a href="/f">Gearboxes</a></li>'
        f'<li>{title}</li></ul></nav><div class="ipsPageHeader"><h1><span>{title}</span></h1>'
        f'<p>By <a href="/profile/1">x0r</a>, {at.format("15")} in <a href="/f">Gearboxes</a></p>'
        f'</div><div class="cTopic"><form>{shown}</form></div></body></html>'
    )
    item = extract(source, "https://f.example/topic/3-x/")
    assert isinstance(item, ForumThread)
    assert [floor.body for floor in item.floors] == [text for *_, text in posts]


def test_a_part_of_the_first_post_that_holds_its_text_is_no_opening_post() -> None:
    first = Floor(author="kestrel", date="2024-03-03T10:15:00", body=ANSWERS[0][2])
    part = Floor(body=ANSWERS[0][2])
    assert tells_first_post(part, [first])
    assert not tells_first_post(Floor(body=ANSWERS[1][2]), [first])
    assert not tells_first_post(Floor(author="oldowl", body=part.body), [first])
