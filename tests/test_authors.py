"""Who wrote a post, where the name shares a text with the date."""

from __future__ import annotations

import re

import pytest
from lxml.html import fromstring

from extract_pipelines import ForumThread, Page, Site, extract
from extract_pipelines.page import html_of
from extract_pipelines.posts.authors.authors import author_of, author_scores
from extract_pipelines.posts.authors.naming import can_be_author, namings
from extract_pipelines.posts.authors.widening import views_with_authors
from extract_pipelines.posts.floors.slots import gather
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.records.records import Record
from extract_pipelines.posts.views.slot_statistics import SlotStatistics
from extract_pipelines.posts.views.views import RecordView, view_of
from tests.pages import CHROME

URL = "https://a.example/t/1"
POSTS = [
    ("oldowl", "2023-03-01 10:15", "My gearbox makes a noise like a coffee mill since Monday."),
    ("Anna Maria Lopez", "2023-03-01 11:40", "Check the oil first."),
    ("oldowl", "2023-03-02 07:05", "There was hardly any left, so I filled it up last night."),
    ("berg.fex", "2023-03-04 21:30", "+1"),
    ("Anna Lindt", "2023-03-05 08:00", "Glad to hear that. Mine leaks through the shaft seal."),
]
LINES = {
    "behind a dash": "{date} - {name}",
    "behind a comma": "{date}, {name}, {n} likes",
    "before the date": "{name} | {date}",
    "among words": "Posted by {name} on {date} from a phone",
    "Chinese words": "作者：{name} 发表于 {date}",
    "a word without a space": "{name}发表于{date}",
    "brackets": "({name}, {date})",
}
POST = '<div class="post"><p class="line">{line}</p><div class="text">{text}</div></div>'


def page(line: str, posts: list[tuple[str, str, str]], url: str = URL) -> Page:
    floors = (
        POST.format(line=line.format(name=name, date=date, n=n * 3 + 2), text=text)
        for n, (name, date, text) in enumerate(posts)
    )
    title = "<title>Noisy gearbox</title>"
    return Page(f"<html><head>{title}</head><body>{''.join(floors)}</body></html>", url)


def authors_of(item: object) -> list[tuple[str | None, str]]:
    assert isinstance(item, ForumThread)
    return [(floor.author, floor.body) for floor in item.floors]


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_name_in_the_text_of_the_date_is_the_author(line: str) -> None:
    item = Site().extract(page(line, POSTS))
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


@pytest.mark.parametrize("end", ["回复：", "发表于:"])
def test_a_name_ends_before_a_word_for_what_was_done(end: str) -> None:
    posts = [(f"{name}(会员)", date, text) for name, date, text in POSTS]
    item = Site().extract(page(f"<b>{{name}}{end}</b> <i>{{date}}</i>", posts))
    assert authors_of(item) == [(name, text) for name, _, text in posts]


@pytest.mark.parametrize("seat", ["楼主", "沙发", "3楼", "12#"])
def test_the_seat_before_a_name_in_its_text_is_no_part_of_it(seat: str) -> None:
    item = Site().extract(page(f"<b>{seat} {{name}}</b> <i>{{date}}</i>", POSTS))
    assert [author for author, _ in authors_of(item)] == [name for name, _, _ in POSTS]


def test_a_file_where_others_have_their_names_is_no_author() -> None:
    def by(name: str) -> str:
        return f"<a href='/u/1' class='bold'>{name}</a>" if name[0] != "b" else f"<b>{name}</b>"

    file = '<p><a href="/files/9" class="bold">log.txt</a></p>'
    floors = "".join(
        POST.format(line=f"{by(name)} <i>{date}</i>", text=text + file * (name[0] == "b"))
        for name, date, text in POSTS
    )
    item = Site().extract(Page(f"<title>Noisy gearbox</title>{floors}", URL))
    assert [author for author, _ in authors_of(item)] == [name for name, _, _ in POSTS]


@pytest.mark.parametrize("line", ["{n} - {name} ({date})", "Re: {n} | {name}, {date}"])
def test_a_name_stands_behind_a_title_that_differs_from_post_to_post(line: str) -> None:
    titles = ["Noisy gearbox", "Who has oil?", "Oil - or a new one", "Thanks", "A leak"]
    floors = "".join(
        POST.format(line=line.format(n=title, name=name, date=date), text=text)
        for title, (name, date, text) in zip(titles, POSTS, strict=True)
    )
    item = Site().extract(Page(f"<title>Gears</title><body>{floors}</body>", URL))
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


def test_who_is_named_behind_a_word_that_says_posted_is_the_author() -> None:
    line = (
        '<span class="id">00{n}</span> '
        '<span class="i">Posted <img src="/u.png">{name} on {date}</span>'
    )
    names = ["Anna Lindt", "T. K. Nakamura", "bob", "王小明", "Zoë van den Berg"]
    days = ["Wed, 1", "Fri, 3", "Sun, 5", "Mon, 6", "Tue, 7"]
    posts = [
        (name, f"{day} Mar 2023 10:15:00", text * (1 + n % 2))
        for n, (name, day, (_, _, text)) in enumerate(zip(names, days, POSTS, strict=True))
    ]
    item = Site().extract(page(line, posts))
    assert authors_of(item) == [(name, text) for name, _, text in posts]


def test_the_full_stop_of_a_sentence_is_no_part_of_a_name() -> None:
    line = "<span>Opened on {date}</span> <span> by {name}.</span>"
    item = Site().extract(page(line, POSTS))
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


def test_a_label_behind_a_linked_name_is_no_part_of_it() -> None:
    line = '<a href="/u/{name}"><b>{name}</b><span class="hidden">says:</span></a> <i>{date}</i>'
    item = Site().extract(page(line, POSTS))
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_page_with_one_post_is_read_as_the_others_of_its_site(line: str) -> None:
    site = Site()
    site.learn(page(line, POSTS))
    alone = page(line, [("Jörg_H0", "2023-04-01 12:00", "I have the same.")], f"{URL}?page=2")
    assert authors_of(site.extract(alone)) == [("Jörg_H0", "I have the same.")]


AGO = ["3 hours ago", "2 days ago", "1 month, 2 weeks ago", "5 minutes ago", "1 year ago"]


@pytest.mark.parametrize(
    "line",
    ["{name} {date} ({ago})", "{date} ({ago}) by {name}", "({name}, {date}, {ago})"],
)
def test_a_date_that_is_told_twice_does_not_hide_the_name_beside_it(line: str) -> None:
    floors = (
        POST.format(line=line.format(name=name, date=date, ago=ago), text=text)
        for (name, date, text), ago in zip(POSTS, AGO, strict=True)
    )
    item = Site().extract(Page(f"<title>Noisy gearbox</title>{''.join(floors)}", URL))
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


def test_words_that_stand_beside_every_date_are_no_author() -> None:
    named = POST.replace('<p class="line">', '<a href="/u/{name}">{name}</a><p class="line">')
    floors = "".join(
        named.format(name=name, line=f"Reply {n} sent on {date}", text=text)
        for n, (name, date, text) in enumerate(POSTS)
    )
    item = extract(f"<html><body>{floors}</body></html>", URL)
    assert [author for author, _ in authors_of(item)] == [name for name, _, _ in POSTS]


CARD = """<div class="post"><div class="user">{card}</div><p class="line">{date}</p>
<div class="text">{text}</div></div>"""


def cards(*users: str) -> Page:
    floors = (
        CARD.format(card=card, date=date, text=text)
        for card, (_, date, text) in zip(users, POSTS, strict=False)
    )
    return Page(f"<html><body>{''.join(floors)}</body></html>", URL)


def test_a_rank_below_the_name_is_no_author() -> None:
    card = '<b class="n">{}</b><i class="r">{}</i>'
    ranks = [("mjones", "Miller"), ("redshift", "Baker"), ("mjones", "Miller"), ("anna", "Smith")]
    item = extract_page(cards(*(card.format(*pair) for pair in ranks)))
    assert [author for author, _ in authors_of(item)] == [name for name, _ in ranks]


def test_a_counted_label_is_no_author() -> None:
    card = '<b class="n">{}</b><i class="no">Reply {}</i>'
    names = ["mjones", "redshift", "mjones", "anna", "bergfex"]
    item = extract_page(cards(*(card.format(name, n) for n, name in enumerate(names))))
    assert [author for author, _ in authors_of(item)] == names


def test_a_badge_beside_the_name_does_not_hide_it() -> None:
    card = '<h3 class="n">{}</h3><i class="mark">first</i>'
    users = [card.format(name) for name in ("mjones", "redshift", "bergfex", "oldowl")]
    users[2] = users[2].replace("</h3>", "<em>Premium</em></h3>")
    item = extract_page(cards(*users))
    assert [author for author, _ in authors_of(item)][2] == "bergfex"


def test_what_parts_a_name_from_the_date_is_none_of_it() -> None:
    users = [f'<b class="n">{name} ·</b>' for name in ("mjones", "redshift", "anna")]
    assert [author for author, _ in authors_of(extract_page(cards(*users)))] == [
        "mjones",
        "redshift",
        "anna",
    ]


def test_one_who_answers_himself_is_the_author() -> None:
    card = '<a class="n" href="/members/mjones">mjones</a>'
    page = cards(*[card] * 4)
    texts = (element for element in page.root.iter("div") if element.get("class") == "text")
    for element, word in zip(texts, ("Steam", "Water", "Wind", "Horses"), strict=True):
        first = fromstring(f"<p><b>{word}</b> <i>drove</i> the mill of our village once.</p>")
        element.insert(0, first)
    item = extract_page(page)
    assert {author for author, _ in authors_of(item)} == {"mjones"}


def extract_page(page: Page) -> object:
    return Site().extract(page)


ANSWERS = """<div class="post"><h6>{answers} <a href="/u/{answered}">{answered}</a> {by}
<a href="/u/{name}">{name}</a></h6><time>{date}</time><div class="text">{text}</div></div>"""


@pytest.mark.parametrize(("answers", "by"), [("Reply to", "from"), ("Antwort auf", "von")])
def test_who_is_answered_is_not_the_author(answers: str, by: str) -> None:
    names = ["nightjar", "oldowl", "kestrel", "oldowl", "nightjar"]
    posts = "".join(
        ANSWERS.format(answers=answers, answered=other, by=by, name=name, date=date, text=text)
        for other, (name, date, text) in zip(names, POSTS, strict=True)
    )
    item = Site().extract(Page(f"<title>Noisy gearbox</title>{posts}", URL))
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


def test_whom_a_post_answers_before_its_text_is_no_part_of_it() -> None:
    line = "<i>{name}</i> 回复 <b>{answered}</b>:&nbsp;<span>{text}</span>"
    posts = "".join(
        f'<div class="post">{line}<p><time>{date}</time></p></div>'.format(
            name=name, answered=other, text=text
        )
        for other, (name, date, text) in zip(("kestrel", "oldowl") * 3, POSTS, strict=False)
    )
    item = Site().extract(Page(f"<title>Noisy gearbox</title>{posts}", URL))
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


def test_what_numbers_the_answers_is_no_author() -> None:
    answer = """<div class="answer"><h4><a href="{url}#a-{n}">answer {n}</a></h4>
    <div class="text">{text}</div><p>by <i>{name}</i> &mdash; <em>{date}</em></p></div>"""
    floors = "".join(
        answer.format(url=URL, n=n, name=name, date=date, text=text)
        for n, (name, date, text) in enumerate(POSTS, start=4)
    )
    item = extract(f"<html><body>{floors}</body></html>", URL)
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


LABELS = ["by {name}", "Comment by {name}", "Author: {name}", "作者：{name}", "von {name}"]


@pytest.mark.parametrize("label", LABELS)
def test_a_word_that_announces_a_name_is_no_part_of_it(label: str) -> None:
    line = f'<p>Note <span class="by">{label} <span title="{{date}}">{{date}}</span></span></p>'
    item = Site().extract(page(line, POSTS))
    assert [author for author, _ in authors_of(item)] == [name for name, _, _ in POSTS]


def test_an_announced_name_counts_more_than_the_link_before_it() -> None:
    row = """<tr><th><a href="msg{n}" id="msg{n}">msg{n} (view)</a></th><th>Author: {name}</th>
    <th>Date: {date}</th></tr><tr><td colspan="3" class="content"><pre>{text}</pre></td></tr>"""
    ids = (57, 12, 40, 31, 66, 23)
    floors = "".join(
        row.format(n=n, name=name, date=date, text=text)
        for n, (name, date, text) in zip(ids, POSTS, strict=False)
    )
    heading = '<tr><th colspan="3" class="header">Messages (5)</th></tr>'
    messages = f"<h1>Gearbox</h1><table class='messages'>{heading}{floors}</table>"
    item = extract(CHROME.format(title="Gearbox", content=messages), URL)
    assert [author for author, _ in authors_of(item)] == [name for name, _, _ in POSTS]


def test_a_single_post_names_its_author_before_its_date() -> None:
    opening = "<div><p>Submitted by Anna Maria Lopez on March 1, 2023</p><p>{}</p></div>"
    text = "The old gate will not close since the storm, and the wood is rotten at the hinge."
    answers = page('<a href="/u/{name}">{name}</a> <i>{date}</i>', POSTS[1:])
    source = html_of(answers, 0).replace("<body>", f"<body><h1>Gate</h1>{opening.format(text)}")
    assert authors_of(extract(source, URL))[0] == ("Anna Maria Lopez", text)


def test_who_edited_a_post_is_not_its_author() -> None:
    line = '<a href="/u/{name}">{name}</a> <i>{date}</i> <small>Edited by moderator{n}</small>'
    item = Site().extract(page(line, POSTS))
    assert [author for author, _ in authors_of(item)] == [name for name, _, _ in POSTS]


def test_what_was_done_is_not_who_did_it_where_one_author_wrote_all() -> None:
    post = """<div class="post"><div class="text">{2}</div><div class="by"><div>{1}
    <span title="{0}">{0}</span></div><div><a href="/users/17/x">maren</a></div></div></div>"""
    posts = [
        ("2023-03-01", "asked", "How do I oil it?"),
        ("2023-03-04", "answered", "Just turn it round."),
    ]
    item = extract(f"<html><body>{''.join(post.format(*one) for one in posts)}</body></html>")
    assert [floor.author for floor in getattr(item, "floors", [])] == ["maren", "maren"]


@pytest.mark.parametrize("posted", ["Posted", "Опубликовано", "Erstellt"])
def test_a_word_that_announces_a_date_is_no_author(posted: str) -> None:
    post = """<div class="post"><p><u>{1}</u> <i>{0}</i> <b>oldowl</b></p><p>{2}</p></div>"""
    floors = "".join(post.format(date, posted, text) for _, date, text in (POSTS[0], POSTS[2]))
    item = extract(f"<html><body>{floors}</body></html>")
    assert [floor.author for floor in getattr(item, "floors", [])] == ["oldowl", "oldowl"]


def test_the_weekday_beside_a_date_is_no_author() -> None:
    days = ["星期三", "星期三", "星期四", "星期六", "星期日"]
    post = """<div class="post"><b>{0}</b> <i>7</i> <i>8</i> <i>9</i> <i>5</i> <i>4</i>
    <u>{1} {2}</u><p>{3}</p></div>"""
    posts = zip(POSTS, days, strict=True)
    floors = "".join(post.format(name, date, day, text) for (name, date, text), day in posts)
    html = CHROME.format(title="Gearbox", content=f"<h1>Gearbox</h1>{floors}")
    item = extract_page(Page(html, URL, page_type="thread"))
    assert [author for author, _ in authors_of(item)] == [name for name, *_ in POSTS]


def test_a_name_that_is_a_weekday_in_another_language_is_an_author() -> None:
    posts = [(name if n else "anna", date, text) for n, (name, date, text) in enumerate(POSTS)]
    item = Site().extract(page("{date}, {name}", posts))
    assert authors_of(item) == [(name, text) for name, _, text in posts]


CHAT_DAYS = ["2023-03-01", "2023-03-01", "2023-03-02", "2023-03-04", "2023-03-04", "2023-03-07"]
SAID = [
    *((name, f"{text} It was like this on day {n}.") for n, (name, _, text) in enumerate(POSTS)),
    ("oldowl", "Nobody asked, but mine is fine."),
]


def chat(shown: str, parting: str) -> Page:
    """Messages of several days.

    :param shown: how their writers are shown
    :param parting: what stands before the first message of each day
    """
    days, rows = set[str](), ""
    for n, (day, (name, text)) in enumerate(zip(CHAT_DAYS, SAID, strict=True)):
        parts = "" if day in days else parting
        days.add(day)
        head = f'<a href="/u/{n}">{shown.format(name)}</a> <i class="at">{day} 1{n}:20</i>'
        rows += f'{parts}<li class="said"><div>{head}</div><div class="text">{text}</div></li>'
    return Page(f"<html><head><title>Gears</title></head><body><ul>{rows}</ul></body></html>", URL)


def test_the_address_of_an_account_behind_a_name_is_no_part_of_it() -> None:
    assert authors_of(extract_page(chat("{0} (@a1@b.example)", ""))) == SAID


def test_what_parts_the_days_of_a_chat_is_no_part_of_its_messages() -> None:
    assert authors_of(extract_page(chat("{0}", "<li class=day>A day</li>"))) == SAID


def test_the_first_letters_of_a_name_on_its_picture_are_no_author() -> None:
    rows = ""
    for n, (day, (name, text)) in enumerate(zip(CHAT_DAYS, SAID, strict=True)):
        letters = "".join([word[0] for word in re.findall(r"\w+", name)][:2]).upper()
        picture = f'<div class="userpic userpic{n}"><div class="initials">{letters}</div></div>'
        when = f'<div class="date details" title="{day} 1{n}:20:33 UTC+03:00">1{n}:20</div>'
        said = f'<div class="from_name">{name}</div><div class="text">{text}</div>'
        body = f'<div class="body">{when}{said}</div>'
        rows += f'<div class="message" id="m{n}"><div class="left">{picture}</div>{body}</div>'
    history = f'<div class="page"><div class="history">{rows}</div></div>'
    site = Page(f"<html><head><title>Data</title></head><body>{history}</body></html>", URL)
    assert authors_of(extract_page(site)) == SAID


@pytest.mark.parametrize("size", [1, 2])
def test_the_head_of_a_column_is_no_author(size: int) -> None:
    rows = "".join(
        f"""<tr><td><a title="View profile" href="/profile/?name={n}">{name}</a><br>on
        <span title="{date}:05">{date[:10]}</span><div class="hint">(3 years ago)</div></td>
        <td>{text}</td></tr>"""
        for n, (name, date, text) in enumerate(POSTS[:size])
    )
    table = f"<table id=forumtable><tr><th>By</th><th>Message</th></tr>{rows}</table>"
    form = "<h3>Add Reply</h3><form><label>Message</label><textarea></textarea></form>"
    source = (
        f"<html><head><title>Gears</title></head><body><h2>Gears</h2>{table}{form}</body></html>"
    )
    assert authors_of(extract(source, URL, page_type="thread")) == [
        (name, text) for name, _, text in POSTS[:size]
    ]


def test_a_name_of_signs_is_told_as_it_is() -> None:
    card = '<a class="n" href="/member.php?u={0}">{1}</a>'
    names = ["|_/\\/\\athew_|", "mjones", "Häppy C@mper", "mjones", "redshift"]
    item = extract_page(cards(*(card.format(len(name), name) for name in names)))
    assert [author for author, _ in authors_of(item)] == names


@pytest.mark.parametrize("line", ["{date} - {name}", "<b>{name}</b> <i>{date}</i>"])
def test_names_are_read_in_scripts_that_write_vowels_as_marks(line: str) -> None:
    names = ["น้องฟ้าใส", "अनिल शर्मा", "মিতা রহমান", "سَلِيم", "கண்ணன்"]
    posts = [(name, date, text) for name, (_, date, text) in zip(names, POSTS, strict=True)]
    item = Site().extract(page(line, posts))
    assert authors_of(item) == [(name, text) for name, _, text in posts]


BOARDS = {
    "2channel": ["名無しさん＠お腹いっぱい。", "ちくわ ◆abcDEF12", "名無しさん＠涙目です。"],
    "numbered": ["noname#12044", "noname#12051", "noname#12044"],
}


@pytest.mark.parametrize("names", BOARDS.values(), ids=BOARDS)
def test_names_that_boards_give_or_sign_are_authors(names: list[str]) -> None:
    posts = [(name, date, text) for name, (_, date, text) in zip(names, POSTS, strict=False)]
    item = Site().extract(page("<b>{name}</b> <i>{date}</i>", posts))
    assert authors_of(item) == [(name, text) for name, _, text in posts]


@pytest.mark.parametrize("by", ["بقلم", "oleh"])
def test_a_name_is_announced_in_the_language_of_the_page(by: str) -> None:
    line = f"<b>Answer {{n}}</b> <span>{by} {{name}}</span> <i>{{date}}</i>"
    item = Site().extract(page(line, POSTS))
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


def test_the_number_of_a_post_is_no_name() -> None:
    item = Site().extract(page('<a href="#c{n}">{n}.</a> <i>{date}</i> <b>{name}</b>', POSTS))
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


def test_what_reddit_writes_before_names_is_none_of_them() -> None:
    item = Site().extract(page('<a href="/user/{name}">u/{name}</a> <i>{date}</i>', POSTS))
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


def test_the_sign_before_the_name_of_an_account_is_none_of_it() -> None:
    posts = [(name.replace(" ", ""), date, text) for name, date, text in POSTS]
    line = '<a href="/user/{name}"><img src="/{name}.png"></a> @{name} <i>{date}</i>'
    item = Site().extract(page(line, posts))
    assert authors_of(item) == [(name, text) for name, _, text in posts]
    assert can_be_author("@oldowl")
    assert not can_be_author("@N@$")  # a name that begins so, but by no other rule


def test_where_an_account_is_names_nobody() -> None:
    line = '<a href="/user/{name}"><span>{name}</span><small>@a.example</small></a> <i>{date}</i>'
    posts = "".join(
        POST.format(line=line.format(name=name.replace(" ", ""), date=date), text=text)
        for name, date, text in POSTS
    )
    item = extract(f"<h1>Noisy gearbox</h1>{posts}", URL, page_type="thread")
    assert "a.example" not in {floor.author for floor in getattr(item, "floors", [])}


def test_a_guest_without_a_link_is_named_by_the_word_before() -> None:
    member = "- Added by <a href='/users/{name}'>{name}</a> <time>{date}</time>"
    guest = "- Added by {name} <time>{date}</time>"
    posts = [
        POST.format(line=line.format(name=name, date=date), text=text)
        for (name, date, text), line in zip(POSTS, [*[member] * 4, guest], strict=True)
    ]
    item = Site().extract(Page(f"<title>Noisy gearbox</title>{''.join(posts)}", URL))
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


def test_a_guest_without_a_link_is_not_named_by_what_all_posts_say() -> None:
    head = "<h4 class='by'>{0} <small>{1}</small></h4>"
    form = "<form><label>Author</label> <input name='n'> <p class='help'>required</p></form>"
    link = "<a href='/users/{0}'>{0}</a>"

    def thread(posts: list[tuple[str, str, str]], number: int, guest: str = "") -> Page:
        floors = "".join(
            f'<div class="post">{head.format(name if name == guest else link.format(name), date)}'
            f"<p>{text}</p>{form}</div>"
            for name, date, text in posts
        )
        return Page(f"<title>Noisy gearbox</title>{floors}", f"{URL}?p={number}")

    site = Site()
    for number in range(12):
        site.learn(thread(POSTS[number % 3 :][: 1 + number % 2], number))
    with_guest = site.extract(thread(POSTS, 99, "Anna Maria Lopez"))
    names = [author for author, _ in authors_of(with_guest)]
    assert names.pop(1) in {None, "Anna Maria Lopez"}
    assert names == [name for name, _, _ in POSTS if name != "Anna Maria Lopez"]


def test_a_member_who_has_left_is_named_without_a_link_in_all_his_posts() -> None:
    left = "berg.fex"
    said = ["No.", "It is fine now.", "Which one?", "I have tried three kinds of oil.", "Ask him."]
    later = [
        (name, f"2023-04-0{n} 09:0{n}", f"{text} It was like this on day {n}.")
        for n, (name, text) in enumerate(
            zip((left, "oldowl", left, "mo", left), said, strict=True), 1
        )
    ]
    posts = [*POSTS, *later]
    head = "<div class='by'><b>{}</b></div><small>{}</small>"
    link = "<a href='/users/{0}'>{0}</a>"
    floors = "".join(
        f'<div class="post">{head.format(name if name == left else link.format(name), date)}'
        f'<div class="text">{text}</div></div>'
        for name, date, text in posts
    )
    item = Site().extract(Page(f"<title>Noisy gearbox</title>{floors}", URL))
    assert authors_of(item) == [(name, text) for name, _, text in posts]


def test_who_has_no_link_is_named_where_the_others_have_theirs() -> None:
    card = """<div class="post"><div class="text">{2}</div><i>{1}</i><div class="card">{0}</div>
    </div>"""
    linked = '<a class="name" href="/users/{0}">{0}</a><ul><li>{1}</li><li>{2} stars</li></ul>'
    floors = "".join(
        card.format(name if n == 3 else linked.format(name, 100 + 7 * n, n), date, text)
        for n, (name, date, text) in enumerate(POSTS)
    )
    item = Site().extract(Page(f"<title>Noisy gearbox</title>{floors}", URL))
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


def test_who_has_no_link_is_not_named_by_his_rank_below_his_name() -> None:
    card = """<div class="post"><div class="card">{0}<br><span class="rank">{3}</span></div>
    <i>{1}</i><div class="text">{2}</div></div>"""
    floors = "".join(
        card.format(name if n in (1, 3) else f'<a href="/users/{n}">{name}</a>', date, text, rank)
        for n, ((name, date, text), rank) in enumerate(
            zip(POSTS, ["Neuling", "Gast", "Neuling", "Gast", "Meister"], strict=True)
        )
    )
    item = Site().extract(Page(f"<title>Noisy gearbox</title>{floors}", URL))
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


def test_who_opened_a_thread_is_linked_as_the_others_are_at_another_place() -> None:
    link = '<a href="/project/gears/list/?submitter=1{n}">{name}</a>'
    opening = f"<div><p><span>{link}</span> {{date}}</p><pre>{{text}}</pre></div>"
    comment = f"<div><p>{link} {{date}}</p><pre>{{text}}</pre></div>"
    names = ["Marta Quinn", "oldowl", "bergfex", "berg.fex", "oldowl"]
    floors = (
        (comment if n else opening).format(n=n, name=name, date=date, text=text)
        for n, (name, (_, date, text)) in enumerate(zip(names, POSTS, strict=True))
    )
    item = extract(f"<title>Noisy gearbox</title><h1>Noisy gearbox</h1>{''.join(floors)}", URL)
    assert [author for author, _ in authors_of(item)] == names


def test_a_name_behind_its_label_in_one_of_several_rows_is_the_author() -> None:
    rows = """<p><b>Status:</b> open</p><p><b>Created by:</b> {name}</p>
    <p><b>Created at:</b> {date}</p><p><b>Assigned users:</b> bert, Carl</p>"""
    item = Site().extract(page(rows, POSTS))
    assert [author for author, _ in authors_of(item)] == [name for name, *_ in POSTS]


def test_a_name_behind_a_bare_word_of_its_own_script_is_the_author() -> None:
    row = """<div><b>โดย</b><font> {name}</font><p><b>Jr.Member</b></p><p>UID : <b>No.{n}</b></p>
    </div><p>ความคิดเห็นที่ {n} {date}</p>"""
    item = Site().extract(page(row, POSTS))
    assert [author for author, _ in authors_of(item)] == [name for name, *_ in POSTS]


def test_a_name_behind_a_word_for_by_amid_a_sentence_with_the_date_is_the_author() -> None:
    line = "Reported in the Roads category {by}at {date}"
    named = [line.replace("{by}", "by {name} "), line.replace("{by}", "anonymously ")]
    posts = "".join(
        POST.format(line=named[n == 3].format(name=name, date=date), text=text)
        for n, (name, date, text) in enumerate(POSTS)
    )
    item = extract(f"<title>Noisy gearbox</title><h1>Noisy gearbox</h1>{posts}", URL)
    names = [author for author, _ in authors_of(item)]
    assert [*names[:3], names[4]] == [name for name, *_ in (*POSTS[:3], POSTS[4])]


def test_of_one_record_a_name_behind_a_word_for_by_amid_its_date_is_the_author() -> None:
    line = "Reported in the Roads category by Anna Lindt at 2023-03-05 10:15"
    alone = Page(POST.format(line=line, text=POSTS[0][2]), URL)
    analysis = analyse(alone)
    record = Record(alone.tags.index("div"), len(alone.tags), analysis.dates.mentions[0])
    view = view_of(alone, record, analysis)
    scores = author_scores(alone, [view])
    assert namings(alone, view)[max(scores, key=scores.__getitem__)].name == "Anna Lindt"


def test_who_is_announced_on_a_line_with_another_date_is_not_the_author() -> None:
    related = "".join(
        f"""<div class="link"><h4><a href="/c/{n}">My old {one}</a></h4><span>Added <b>2023-03-0{n}
        09:00</b> by <a href="/u/{name}">{name}</a></span></div>"""
        for n, (name, one) in enumerate((("zoe", "lathe"), ("quentin", "saw")), 1)
    )
    alone = Page(
        f"""<div class="post"><h1><a href="/c/9">Noisy gearbox</a></h1><p><small><a href="/c/9">2
        comments</a> <a href="/g/shed">shed</a> <a class="who" href="/u/anna">anna</a>
        <i>2023-03-05 10:15</i></small></p><div>{POSTS[0][2]} {POSTS[3][2]}</div>{related}</div>""",
        URL,
    )
    analysis = analyse(alone)
    mention = next(one for one in analysis.dates.mentions if "03-05" in one.date.raw)
    view = view_of(alone, Record(alone.tags.index("div"), len(alone.tags), mention), analysis)
    scores = author_scores(alone, [view])
    assert namings(alone, view)[max(scores, key=scores.__getitem__)].name == "anna"


def test_words_between_a_name_and_a_date_are_no_names() -> None:
    row = """<div class="votes"><b>{n}</b> <i>stem</i></div><div><span>Toegevoegd</span>
    <span>door</span> <span>{name}</span> op <span class="small">{date}</span></div>"""
    item = Site().extract(page(row, POSTS))
    assert [author for author, _ in authors_of(item)] == [name for name, *_ in POSTS]


def test_when_a_post_was_edited_at_the_place_of_names_hides_no_name() -> None:
    edited = ' <a class="small" href="/log/{n}">edited <b>2023-03-06 09:1{n}</b></a>'
    names = ["oldowl", "kestrel", "bergfex", "maren77"]
    posts = "".join(
        f"""<div class="post"><div class="said">{n}. Check the oil first, and then the seal
        behind the pulley; {"a new one costs little " * (n + 1)}.</div><div class="head">
        <div>posted <b>2023-03-0{n + 1} 10:15</b>{edited.format(n=n) if n == 2 else ""}</div>
        <div class="card"><a class="more" href="#{n}">Report</a>
        <a class="small" href="/u/{n}">{name}</a><br><b>{n * 90 + 7}</b></div></div></div>"""
        for n, name in enumerate(names)
    )
    item = extract(f"<title>Noisy gearbox</title><h1>Noisy gearbox</h1>{posts}")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == names


TOPIC = """<title>{title} - Tinkerers</title><body><div class="topic"><h1>{title}</h1>
<ol class="breadcrumb"><li><a href="/tags/2">Garden</a></li><li><a href="#">89 views</a></li></ol>
<div class="by">oldowl</div><div>posted: 2023-03-01 10:15</div><p>My pump is loud.</p></div>"""


def opening(title: str) -> tuple[Page, RecordView]:
    page = Page(TOPIC.format(title=title), URL)
    analysis = analyse(page)
    record = Record(page.tags.index("div"), len(page.tags), analysis.dates.mentions[0])
    return page, view_of(page, record, analysis)


def test_no_link_in_the_path_to_a_page_may_name_who_began_a_thread() -> None:
    page, view = opening("Noisy pump")
    names = {naming.name for naming in namings(page, view).values()}
    assert "oldowl" in names
    assert names.isdisjoint(("Garden", "89 views"))


@pytest.mark.parametrize("title", ["Noisy pump", "Maren Holt"])
def test_a_heading_with_the_title_of_the_page_does_not_name_who_began_a_thread(title: str) -> None:
    page, view = opening(title)
    places = {naming.name: place for place, naming in namings(page, view).items()}
    found = author_of(page, view, [places[title], places["oldowl"]])
    assert found is not None
    assert found.name == "oldowl"


def test_a_link_to_the_start_of_the_forum_is_not_who_began_the_thread() -> None:
    names = [name for name, *_ in POSTS]
    link = '<a href="/users/{0}">{0}</a>'
    site, found = Site(), []
    for number in range(9):
        said = [
            (names[(number + n) % 5], f"{text} ({number})") for n, (_, _, text) in enumerate(POSTS)
        ]
        (starter, first), *answers = said
        floors = "".join(
            f'<div class="cell"><div class="cell">{link.format(name)}</div><div class="cell">'
            f"<p>{text}</p><p>2023-0{number + 1}-1{n} 10:1{n}</p></div></div>"
            for n, (name, text) in enumerate(answers, 1)
        )
        top = (
            f'<div class="cell row"><div class="cell"><a href="/">Forum home</a> &middot; '
            f'<a href="/b/{number % 2}">Board {number % 2}</a><h2>Gearbox {number * 7}</h2>'
            f"<p>{first}</p><p>2023-0{number + 1}-10 10:10</p></div>"
            f'<div class="cell"><img src="/p.png"><div>{link.format(starter)}</div></div></div>'
        )
        one = Page(
            f"<title>Gearbox {number * 7}</title>{top}{floors}", f"https://a.example/t/{number}"
        )
        site.learn(one)
        found.append((site.extract(one), [name for name, _ in said]))
    item, expected = found[-1]
    assert [name for name, _ in authors_of(item)] == expected


BUTTON = """<div class="post"><div class="by"><ul><li class="pm"><a href="/write?to={0}">给我写信
</a></li></ul><div class="who"><span>{1}</span></div></div><div class="main"><p>{2}</p>
<div class="text">{3}</div></div></div>"""


@pytest.mark.parametrize("size", [2, 5])
def test_what_leads_to_each_author_by_one_word_is_no_name(size: int) -> None:
    posts = [(11 + len(name), name, date, text) for name, date, text in POSTS[:size]]
    floors = "".join(BUTTON.format(*post) for post in posts)
    title = "<title>Noisy gearbox</title>"
    item = extract(f"{title}<body>{floors}</body>", URL, page_type="thread")
    assert [name for name, _ in authors_of(item)] == [name for _, name, *_ in posts]


def test_a_guest_is_named_with_what_stands_in_brackets_behind_him() -> None:
    line = "Submitted by {name} (not verified) on {date}"
    item = Site().extract(page(line, POSTS))
    assert [author for author, _ in authors_of(item)] == [f"{n} (not verified)" for n, *_ in POSTS]


def test_pages_that_mislead_do_not_do_so_for_ever() -> None:
    odd = CARD.replace("{card}", '<a class="r" href="/user/{0}">{0}</a> <b class="n">{1}</b>')
    usual = CARD.replace("{card}", '<i class="r">{0}</i> <a class="n" href="/user/{1}">{1}</a>')
    names = ["mjones", "redshift", "oldowl", "anna"]
    site = Site()

    def forum(card: str, ranks: list[str], number: int) -> Page:
        floors = (
            card.replace("{0}", rank)
            .replace("{1}", name)
            .format(date=date, text=f"{text} {number}.")
            for rank, name, (_, date, text) in zip(ranks, names, POSTS, strict=False)
        )
        content = f"<h1>Frost, winter {number}</h1>{''.join(floors)}"
        source = CHROME.format(title=f"Frost, winter {number}", content=content)
        return Page(source, f"https://a.example/t/{number}")

    for number in range(10):
        site.learn(forum(odd, ["Smith", "Miller", "Baker", "Cook"], number))
    for number in range(10, 40):
        last = forum(usual, ["Newbie", "Expert", "Newbie", "Expert"], number)
        site.learn(last)
    assert [author for author, _ in authors_of(site.extract(last))] == names


def test_names_in_a_few_records_do_not_hide_that_the_authors_stand_around_them() -> None:
    fans = '<p class="likes"><a class="user" href="#fans">3 people</a></p>'
    entries = "".join(
        f'<div class="post"><p><a class="user" href="/u/{author}">{author}</a></p>'
        f'<div class="entry"><i>{date}</i> {text}{fans * (number == 1)}</div></div>'
        for number, (author, date, text) in enumerate(POSTS)
    )
    page = Page(f"<h1>Frost</h1>{entries}", "https://a.example/t/5")
    analysis = analyse(page)
    records = {found.shape.root: found.records for found in analysis.candidates}
    known = SlotStatistics()
    known.add(gather(page, [view_of(page, one, analysis) for one in records["div.post"]], known))
    views, _ = views_with_authors(page, records["div.entry"], analysis, known)
    assert [view.record.start for view in views] == [one.start for one in records["div.post"]]


@pytest.mark.parametrize(
    "head",
    [
        "<span>Author: {name} (---.dialin.example)</span>",
        "<b>From</b>: {name} &lt;<i>{name} at mail.example</i>&gt;",
        '<a href="/user?id={name}"><b>{name}<i>さん</i></b></a>',
    ],
)
def test_what_stands_around_a_name_is_no_part_of_it(head: str) -> None:
    names = ["oldowl", "kestrel", "bergfex", "maren77"]
    posts = "".join(
        f"""<div class="post"><p class="head">{head.format(name=name)}</p>
        <p>Date: {n + 1} March 2023, 10:1{n}</p>
        <div class="said">{n}. Check the oil first, and then the seal behind the pulley. {name[0]}
        is easy to reach, and {"a new one costs little" * (n + 1)}.</div></div>"""
        for n, name in enumerate(names)
    )
    item = extract(f"<title>Noisy gearbox</title><h1>Noisy gearbox</h1>{posts}")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == names


@pytest.mark.parametrize(
    "text",
    [
        *("114.36.2.247", "1402300668529.jpg", "modified", "Edited", "Verfasst am", "楼主"),
        *(
            "投稿日時",
            "最后由 编辑",
            "最后由 Anna 编辑",
            "zuletzt editiert von Anna",
            "last edited by",
        ),
        *("Zitieren", "Responder", "举报"),
        *("沙发", "板凳", "置顶", "登录", "ログイン", "Sign in", "Logga in"),
    ],
)
def test_an_address_a_file_and_a_label_are_no_names(text: str) -> None:
    assert not can_be_author(text)


@pytest.mark.parametrize("text", ["version.2", "Mark", "Ed", "Anna am Berg"])
def test_a_name_may_look_like_them(text: str) -> None:
    assert can_be_author(text)


@pytest.mark.parametrize(
    "line", ["<i>Re: Noise</i> <i>- {0}</i> <i>({1})</i>", "<i>Re: Noise</i> <i>{1}</i> <i>{0}</i>"]
)
def test_a_name_beside_the_date_may_look_as_a_subject_does(line: str) -> None:
    line = line.replace("<i>", '<i class="new">')
    posts = "".join(
        f'<li class="post"><h4>{line.format(name, date)}</h4><div class="text">{text}</div></li>'
        for name, date, text in POSTS
    )
    item = extract(CHROME.format(title="Noise", content=f"<ul>{posts}</ul>"), URL)
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == [name for name, *_ in POSTS]


def test_who_is_quoted_did_not_write_a_post_that_names_nobody_else_near_its_date() -> None:
    said = "Mine leaks through the shaft seal, and only when it is cold outside."
    quote = f'<div class="quote"><div>Originally posted by <b>kestrel</b></div>{said}</div>'
    html = f"""<h1>Noise</h1><table class="post"><tr><td class="who"><h5>oldowl</h5><p>Member</p>
    <p>Posts: 12</p></td><td class="what"><div class="when">Posted: 2023-03-01 10:15</div>
    <div class="text">{quote}{POSTS[0][2]}</div></td></tr></table>"""
    item = extract(html, URL, page_type="thread")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == ["oldowl"]


@pytest.mark.parametrize("linked", [True, False])
def test_a_word_for_by_is_no_part_of_a_name_without_a_link(linked: bool) -> None:
    names = [f'<a href="/user/{name}">{name}</a>' if linked else name for name, _, _ in POSTS]
    names[1] = POSTS[1][0]
    posts = "".join(
        f'<div class="post"><h4>Από {name}<small><a href="#p{n}">{date}</a></small></h4>'
        f'<div class="text">{text}</div></div>'
        for n, (name, (_, date, text)) in enumerate(zip(names, POSTS, strict=True))
    )
    item = extract(CHROME.format(title="Noisy gearbox", content=posts), URL)
    assert authors_of(item) == [(name, text) for name, _, text in POSTS]


def card(number: int, name: str, date: str, text: str) -> str:
    """A post with a menu that leads to its author, as a guest's does, whose name is no link."""
    to = f'href="/user/{len(name)}"'
    named = f"<span class=plain>{name}</span>" if number == 3 else f"<a class=nick {to}>{name}</a>"
    menu = f'<ul class="menu"><li><a class="entry" {to}>Karta postavy</a></li></ul>'
    head = f'<div class="head">{named}{menu}</div>'
    return f'<div class="card">{head}<p><time>{date}</time></p><div class="say">{text}</div></div>'


def test_what_stands_beside_the_names_of_others_names_nobody() -> None:
    posts = [*POSTS, ("tinker77", "2023-03-06 09:12", "So does mine, since the second winter.")]
    cards = [card(number, *post) for number, post in enumerate(posts)]
    body = "".join(cards)
    item = Site().extract(Page(f"<title>Noisy gearbox</title><body>{body}</body>", URL))
    assert "Karta postavy" not in [author for author, _ in authors_of(item)]
    assert authors_of(item)[2] == (posts[2][0], posts[2][2])


def test_of_two_links_to_one_member_the_first_has_the_name() -> None:
    posts = "".join(
        f"""<div class="post"><div class="head"><a class="name" href="/u/{n % 3}">{name}</a><a
        class="account" href="/u/{n % 3}">user{n % 3}x</a> <span>{date}</span></div>
        <div class="said">{text}</div></div>"""
        for n, (name, date, text) in enumerate(POSTS)
    )
    item = extract(f"<title>Noisy gearbox</title><h1>Noisy gearbox</h1>{posts}", URL)
    assert [author for author, _ in authors_of(item)] == [name for name, *_ in POSTS]


def test_the_level_of_a_member_is_no_name() -> None:
    posts = "".join(
        f"""<div class="post"><div class="side"><p class="level">LV.{len(name) * 7}</p><p>GP 8</p>
        </div><div class="head"><a class="floor" href="/p/{n}">{n} F</a><a class="who"
        href="/u/{name}">{name}</a> <span>{date}</span></div><div class="said">{text}</div></div>"""
        for n, (name, date, text) in enumerate(POSTS)
    )
    item = extract(f"<title>Noisy gearbox</title><h1>Noisy gearbox</h1>{posts}", URL)
    assert [author for author, _ in authors_of(item)] == [name for name, *_ in POSTS]
    assert not any(map(can_be_author, ("LV.41", "Lv 3", "level 12", "lvl99")))
