"""Which post a post answers, where the structure of the page tells, and comments within posts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import NamedTuple

import pytest

from extract_pipelines import Floor, ForumThread, Page, extract
from extract_pipelines.posts.nested.inside import records_inside
from extract_pipelines.posts.records.analysis import analyse

URL = "https://a.example/t/1"
FRAME = """<html><head><title>Noisy gearbox - Tinkerers</title></head><body>
<h1>Noisy gearbox</h1>{}<p class="foot">Be kind to each other.</p></body></html>"""


class Post(NamedTuple):
    """A post, and how deep below the first it stands."""

    level: int
    author: str
    date: str
    text: str


POSTS = [
    Post(0, "oldowl", "2023-03-01 10:15", "My gearbox makes a noise like a coffee mill."),
    Post(1, "kestrel", "2023-03-01 11:40", "Check the oil first, it is what fails most often."),
    Post(2, "oldowl", "2023-03-02 07:05", "There was hardly any left, so I filled it up."),
    Post(1, "bergfex", "2023-03-04 21:30", "Mine was the bearing behind the third wheel."),
    Post(0, "kestrel", "2023-03-05 08:00", "Does anybody have a drawing of the shaft seal?"),
    Post(1, "oldowl", "2023-03-06 18:20", "In the manual, near the end."),
]
PARENTS = [None, "1", "2", "1", None, "5"]


def card(number: int, post: Post) -> str:
    name, date, text = escape(post.author), post.date, escape(post.text)
    return (
        f'<div id="p{number}" class="card"><a href="/u/{name}">{name}</a> <i>{date}</i>'
        f'<div class="text">{text}</div></div>'
    )


def beside(number: int, post: Post) -> str:
    """A post in two elements: its head, and its text."""
    head, _, text = card(number, post).partition('<div class="text">')
    return f'{head}</div><div class="text">{text.removesuffix("</div>")}'


def tree(
    open_post: str,
    close_post: str,
    open_answers: str,
    close_answers: str,
    shown: Callable[[int, Post], str] = card,
) -> str:
    """The posts, each with its answers in an element of their own behind it."""
    out = [open_answers]
    for number, post in enumerate(POSTS, start=1):
        out.append(open_post + shown(number, post))
        following = POSTS[number].level if number < len(POSTS) else 0
        if following > post.level:
            out.append(open_answers)
        else:
            out.append(close_post + (close_answers + close_post) * (post.level - following))
    return FRAME.format("".join(out) + close_answers)


def indented(style: str) -> str:
    cards = (
        f'<div style="{style.format(post.level * 30)}">{card(number, post)}</div>'
        for number, post in enumerate(POSTS, start=1)
    )
    return FRAME.format("".join(cards))


TREES = {
    "lists in lists": tree("<li>", "</li>", "<ul>", "</ul>"),
    "boxes in boxes": tree('<div class="reply">', "</div>", '<div class="below">', "</div>"),
    "boxes without a list": tree('<div class="reply">', "</div>", "", ""),
    "heads and texts in lists": tree("<li>", "</li>", "<ul>", "</ul>", beside),
    "margins": indented("margin-left: {}px"),
    "paddings": indented("color: #333; padding-left:{}px"),
}


def floors_of(source: str) -> list[Floor]:
    item = extract(source, URL)
    assert isinstance(item, ForumThread)
    return item.floors


@pytest.mark.parametrize("layout", TREES)
def test_replies_tell_the_id_of_the_post_they_answer(layout: str) -> None:
    floors = floors_of(TREES[layout])
    assert [floor.body for floor in floors] == [post.text for post in POSTS]
    assert [floor.parent_id for floor in floors] == PARENTS


def test_a_date_above_an_article_and_one_on_a_card_below_it_head_no_answers() -> None:
    meta = '<div class="meta"><a href="/u/anna">Anna Bee</a> <i class="when">2023-03-01</i></div>'
    card = f'<div class="card">{meta}<p>She writes of gears, and of what is in them.</p></div>'
    story = f'<div class="story">{meta}<p>{POSTS[0].text}</p>{card}</div>'
    heads = {one.shape.root for one in analyse(Page(FRAME.format(story), URL)).candidates}
    assert "div.meta" in heads
    assert "div.meta+" not in heads
    tree = analyse(Page(TREES["heads and texts in lists"], URL))
    assert "div.card+" in {one.shape.root for one in tree.candidates}


def test_custom_elements_without_a_class_are_posts_however_deep_they_stand() -> None:
    replies = tree("<x-reply>", "</x-reply>", "", "")
    bare = re.sub(r' (?:class|id)="[^"]*"', "", replies)
    assert [floor.body for floor in floors_of(bare)] == [post.text for post in POSTS]


def test_json_ld_tells_which_comment_a_reply_is_to() -> None:
    item = extract(TREES["lists in lists"], URL)
    assert isinstance(item, ForumThread)
    told = item.to_schema_org()["comment"]
    parents = [comment.get("parentItem", {}).get("identifier") for comment in told]
    assert parents == PARENTS[1:]


@pytest.mark.parametrize(
    "around", ["<div>{}</div>", "<div style='padding-left: 9px'>{}</div>", "<ul><li>{}</li></ul>"]
)
def test_posts_that_stand_side_by_side_answer_none(around: str) -> None:
    cards = [around.format(card(number, post)) for number, post in enumerate(POSTS, start=1)]
    floors = floors_of(FRAME.format("".join(cards)))
    assert len(floors) == len(POSTS)
    assert {floor.parent_id for floor in floors} == {None}


def test_the_first_post_is_not_answered_by_all_others_because_it_stands_apart() -> None:
    first, *others = (card(number, post) for number, post in enumerate(POSTS, start=1))
    floors = floors_of(FRAME.format(f"<div>{first}<div>{''.join(others)}</div></div>"))
    assert len(floors) == len(POSTS)
    assert {floor.parent_id for floor in floors} == {None}


COMMENT = """<li id="c{n}" class="comment"><p>{text}</p>
<span>– <a href="/u/{author}">{author}</a> <time datetime="{date}">{date}</time></span></li>"""
ANSWER = """<div id="a{n}" class="answer"><div class="text"><p>{text}</p></div>
<div class="by">{author_link} answered <time datetime="{date}">{date}</time></div>
<ul class="comments">{comments}</ul></div>"""
WHERE = "Which page of the manual is it? In mine the gearbox has no drawing at all."
HERE = "The last but one, below the exploded view of all wheels; it is a small one."
LACKS = "Mine lacks that page, of course, as it was printed a year before that model."
NOTES = [
    ("bergfex", "2023-03-07 09:00", WHERE),
    ("oldowl", "2023-03-07 09:30", HERE),
    ("kestrel", "2023-03-08 12:10", LACKS),
]


def questions(commented: Mapping[int, Sequence[int]] | None = None) -> str:
    """Answers with comments; and the form of a comment, not shown.

    :param commented: for the number of an answer those of its comments; else the second has all
    """
    drawn = []
    for n, post in enumerate(POSTS, start=1):
        notes = "".join(
            COMMENT.format(n=90 + i, author=author, date=date, text=text)
            for i, (author, date, text) in enumerate(NOTES)
            if i in (commented or {2: range(len(NOTES))}).get(n, ())
        )
        link = f'<a href="/u/{post.author}">{post.author}</a>'
        fields = {"n": n, "text": post.text, "author_link": link, "date": post.date}
        drawn.append(ANSWER.format(comments=notes, **fields))
    empty = COMMENT.format(n=0, author="", date="2023-03-09 00:00", text="")
    hidden = f'<div style="display: none"><ul>{empty}</ul></div>'
    return FRAME.format("".join(drawn) + hidden)


def test_comments_in_a_post_are_floors_that_follow_it_and_no_part_of_it() -> None:
    floors = floors_of(questions())
    answers = [(post.text, str(n), None) for n, post in enumerate(POSTS, start=1)]
    comments = [(text, str(90 + i), "2") for i, (_, _, text) in enumerate(NOTES)]
    expected = [*answers[:2], *comments, *answers[2:]]
    assert [(floor.body, floor.post_id, floor.parent_id) for floor in floors] == expected
    assert [floor.author for floor in floors[2:5]] == [author for author, _, _ in NOTES]
    assert [floor.number for floor in floors] == list(range(1, len(expected) + 1))


@pytest.mark.parametrize("commented", [{2: [0], 4: [1]}, {1: [0]}, {1: [0], 3: [1], 6: [2]}])
def test_one_comment_alone_in_a_post_is_a_floor_too(commented: dict[int, list[int]]) -> None:
    floors = floors_of(questions(commented))
    told = [(floor.author, floor.body, floor.parent_id) for floor in floors if floor.parent_id]
    assert told == [
        (NOTES[note][0], NOTES[note][2], str(n)) for n, notes in commented.items() for note in notes
    ]
    assert [floor.body for floor in floors if not floor.parent_id] == [one.text for one in POSTS]


NOT_COMMENTS = {
    "edits": '<p class="edited">Last edited by {author} on {date}</p>',
    "editors": (
        '<div class="edit"><small>Последний раз отредактировано: <a href="/u/{author}">{author}</a>'
        " на {date}, всего отредактировано 1 раз</small></div>"
    ),
    "files": '<div class="file"><a href="/f/{n}.jpg">shaft{n}.jpg</a> (20 kB) <i>{date}</i></div>',
    "previews": (
        '<div class="preview"><a href="https://b.example/{n}">How gears are cut</a>'
        "<div>Opened by {author} on {date}</div></div>"
    ),
}


@pytest.mark.parametrize("having", [(2,), (2, 3, 5)])
@pytest.mark.parametrize("kind", NOT_COMMENTS)
def test_other_things_with_a_date_in_posts_are_no_comments(
    kind: str, having: tuple[int, ...]
) -> None:
    drawn = []
    for n, post in enumerate(POSTS, start=1):
        author, date, _ = NOTES[n % len(NOTES)]
        held = NOT_COMMENTS[kind].format(n=n, author=author, date=date) if n in having else ""
        drawn.append(card(n, post).removesuffix("</div>") + f"{held}</div>")
    floors = floors_of(FRAME.format("".join(drawn)))
    assert [floor.post_id for floor in floors] == [str(n) for n in range(1, 1 + len(POSTS))]
    assert all(floor.body.startswith(post.text) for floor, post in zip(floors, POSTS, strict=True))


def test_what_other_posts_have_without_a_date_is_no_comment_but_holds_one() -> None:
    link = '<a href="/u/kestrel">kestrel</a>'
    remark = f'<div class="remark">{link} agrees <i>2023-03-01 11:50</i></div>'
    shown = "".join(
        card(n, post).replace('<div class="text">', f'<div class="part"><div>{post.text}</div>')
        for n, post in enumerate(POSTS, start=1)
    )
    page = Page(FRAME.format(shown.replace("</div></div>", f"{remark}</div></div>", 1)), URL)
    analysis = analyse(page)
    floors = next(one.records for one in analysis.candidates if one.shape.root == "div.card")
    inside = records_inside(page, analysis, floors)
    assert {shape.root for shape in inside} & {"div.part", "div.remark"} == {"div.remark"}


def test_comments_on_the_opening_post_may_look_otherwise() -> None:
    remark = """<div id="r{n}" class="remark"><a href="/u/{author}">{author}</a>
<time datetime="{date}">{date}</time><div class="said"><b>{text}</b></div></div>"""
    said = ["Does it do so under load, too?", "It does, and more so uphill."]
    remarks = "".join(
        remark.format(n=80 + i, author=author, date=f"2023-03-06 1{i}:20", text=text)
        for i, (author, text) in enumerate(zip(("kestrel", "bergfex"), said, strict=True))
    )
    floors = floors_of(questions().replace("</ul></div>", f"</ul>{remarks}</div>", 1))
    assert [(floor.body, floor.parent_id) for floor in floors[1:3]] == [(one, "1") for one in said]
    assert [floor.body for floor in floors[4:7]] == [text for _, _, text in NOTES]


def test_quotes_with_a_date_are_no_comments() -> None:
    quote = "<blockquote>{} wrote on {}:<p>{}</p></blockquote>"
    quotes = "".join(quote.format(*note) for note in NOTES[:2])
    cards = [card(number, post) for number, post in enumerate(POSTS, start=1)]
    cards[3] = cards[3].replace('<div class="text">', f'<div class="text">{quotes}')
    floors = floors_of(FRAME.format("".join(cards)))
    assert len(floors) == len(POSTS)
    assert [quote.text for quote in floors[3].quotes] == [text for _, _, text in NOTES[:2]]


def test_quotes_images_and_source_of_answers_are_not_those_of_the_post_that_holds_them() -> None:
    def answered(number: int) -> str:
        """A post that holds its answer, which holds one, too."""
        head = f'<b><a href="/u/{number % 3}">anna{number % 3}</a></b> <i>2021-03-{number + 1:02d}'
        said = f'<blockquote>That is {number}.</blockquote><img src="/{number}.png">'
        text = f"{head} 10:{number:02d}</i><br>{said}{POSTS[number % len(POSTS)].text}"
        return f"<div class=c>{text}{answered(number + 1) if number % 3 < 2 else ''}</div>"

    floors = floors_of("".join(map(answered, (0, 3, 6, 9))))
    assert len(floors) == 12
    for number, floor in enumerate(floors):
        assert [quote.text for quote in floor.quotes] == [f"That is {number}."]
        assert floor.images == [f"https://a.example/{number}.png"]
        assert floor.body_html is not None
        assert floor.body_html.count("<blockquote>") == 1
