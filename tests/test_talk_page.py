"""Discussions in which nothing but a signature in the text parts the posts."""

from __future__ import annotations

import pytest

from extract_pipelines import Article, Floor, Page, Site, extract
from extract_pipelines.posts.records.analysis import analyse
from extract_pipelines.posts.unboxed.talk_page import read_signed
from tests.pages import CHROME

POSTS = [
    ("Ada", "18:47, 16 November 2023", "The north gate sticks since the frost."),
    ("Bo", "10:53, 18 November 2023", "Oil it."),
    ("Cy K", "23:06, 1 January 2024", "Oil made it worse, it needs a new hinge."),
    ("Ada", "05:31, 16 January 2024", "Which one did you buy for your own gate?"),
]
SIGNED = (
    '{text} <a href="/w/User:{name}">{author}</a>'
    ' (<a href="/w/User_talk:{name}">talk</a>) {date} (UTC)'
)


def signed(number: int, text: str | None = None) -> str:
    author, date, own = POSTS[number]
    return SIGNED.format(text=text or own, author=author, date=date, name=author.replace(" ", "_"))


def read(html: str) -> list[Floor]:
    floors: list[Floor] = getattr(extract(f"<html><body>{html}</body></html>"), "floors", [])
    return floors


def test_signatures_end_the_posts_of_a_discussion() -> None:
    floors = read(
        f"<div><h2>Gates <a href='/e'>edit</a></h2><p>It has come to this:</p><p>{signed(0)}</p>"
        f"<dl><dd>{signed(1)}<dl><dd>{signed(2)}</dd></dl></dd></dl>"
        f"<h2>Hinges <a href='/e'>edit</a></h2><p>{signed(3)}</p></div>"
    )
    assert [(floor.author, floor.date_raw) for floor in floors] == [
        (author, date) for author, date, _ in POSTS
    ]
    assert [floor.body for floor in floors] == [
        f"It has come to this:\n{POSTS[0][2]}",
        *(text for _, _, text in POSTS[1:]),
    ]


@pytest.mark.parametrize("word", ["reply", "Antworten", "commenter cette réponse"])
def test_a_link_to_answer_may_stand_behind_the_date_of_a_signature(word: str) -> None:
    link = f"<span>[</span><a role='button' href='/answer'>{word}</a><span>]</span>"
    floors = read("".join(f"<p>{signed(number)}{link}</p>" for number in range(len(POSTS))))
    assert [(floor.author, floor.body) for floor in floors] == [
        (author, text) for author, _, text in POSTS
    ]


def test_lines_with_other_links_behind_their_dates_are_no_signatures() -> None:
    links = ' <a href="/t/7">Gates and hinges</a> <a href="/t/8">Oil</a>'
    lines = "".join(f"<li>{signed(number)}{links}</li>" for number in range(len(POSTS)))
    page = Page(f"<html><body><ul>{lines}</ul></body></html>", "/members/7")
    assert read_signed(page, analyse(page, None).dates.mentions) == []


def test_a_name_whose_letters_have_colours_is_one() -> None:
    coloured = SIGNED.replace("{author}", "<b>Tea</b><i>Pot</i>")
    said = "".join(f"<p>{coloured.format(text=t, date=d, name='TeaPot')}</p>" for _, d, t in POSTS)
    assert [floor.author for floor in read(said)] == ["TeaPot"] * len(POSTS)


def test_a_link_that_ends_the_text_is_no_author() -> None:
    link = f'{POSTS[1][2]} As they do <a href="/p/5">in this shop</a>'
    floors = read("".join(f"<p>{signed(n, link if n == 1 else None)}</p>" for n in range(4)))
    assert [floor.author for floor in floors] == [author for author, _, _ in POSTS]
    assert floors[1].body.endswith("in this shop")


def test_who_is_named_above_a_text_has_not_signed_the_one_before() -> None:
    posts = "".join(
        f'<div><p>By <a href="/u/{author}">{author}</a>, {date}</p><p>{text}</p></div>'
        for author, date, text in POSTS
    )
    floors = read(CHROME.format(title="Gates", content=f"<h1>Gates</h1>{posts}"))
    assert [floor.author for floor in floors] == [author for author, _, _ in POSTS]
    assert all(post[2] in floor.body for floor, post in zip(floors, POSTS, strict=True))


def test_lines_that_tell_of_articles_are_no_signatures() -> None:
    meta = (
        '<div class="entry-meta"><a href="/{n}#respond">{n} comments</a> / The gates, part {n} /'
        ' By <a href="/author/{author}">{author}</a> / <span>{date}</span></div>'
    )
    told = [meta.format(n=n, author=POSTS[n][0], date=POSTS[n][1]) for n in range(3)]
    cards = "".join(f"<div><h3><a href='/{n}'>Of {n} gates</a></h3>{told[n]}</div>" for n in (1, 2))
    text = "".join(f"<p>{text} And the winter has only begun, they say.</p>" for *_, text in POSTS)
    item = extract(
        f"<body><article><h1>Gates in winter</h1>{told[0]}<div>{text * 3}</div></article>"
        f"<aside><h2>Related</h2>{cards}</aside></body>"
    )
    assert isinstance(item, Article)
    assert "And the winter has only begun" in item.body


# The links of who has signed: to his mail, to a page that does not tell, and to none yet.
SIGNERS = {
    "a mail": '<em><a href="mailto:{n}@a.example">{author}</a> {date}</em>',
    "a page behind a dash": '<a href="/page/{n}">{author}</a> <em>{date}</em>',
    "no page yet": '<span><a href="/edit?page={author}">?</a>{author}</span>, {date}',
    "none, the other way": '<span>{author}<a href="/edit?page={author}">?</a></span>, {date}',
}
LONG = "It sticks at night, and in the morning it swings in the wind."


def discussion(signer: str, texts: list[str]) -> str:
    """Texts with a signature each, on a line of its own below code."""
    posts = []
    for n, (text, (author, date, _)) in enumerate(zip(texts, POSTS, strict=False)):
        sign = "— " + signer.format(n=n, author=author, date=date)
        own_line = f"{text}<p>{sign}</p>" if text.endswith("</pre>") else f"<p>{text} {sign}</p>"
        posts.append(f"<p>{LONG}</p>{own_line}")
    content = f"<div><h1>Gates</h1>{'<hr>'.join(posts)}</div>"
    return CHROME.format(title="Gates", content=content)


@pytest.mark.parametrize("signer", SIGNERS.values(), ids=SIGNERS)
@pytest.mark.parametrize("coded", [[1], [0, 1, 2, 3]], ids=["some", "all"])
def test_who_has_signed_is_told_by_a_mail_address_a_dash_or_a_page_that_is_missing(
    signer: str, coded: list[int]
) -> None:
    said = [
        f"gate --oil --from {n} --to the hinge" if n in coded else text
        for n, (*_, text) in enumerate(POSTS)
    ]
    texts = [f"<pre>{text}\n</pre>" if n in coded else text for n, text in enumerate(said)]
    floors = read(discussion(signer, texts))
    assert [floor.author for floor in floors] == [author for author, *_ in POSTS]
    assert [floor.date_raw for floor in floors] == [date for _, date, _ in POSTS]
    assert [floor.body for floor in floors] == [f"{LONG}\n{text}" for text in said]


def test_one_signed_text_is_a_post_where_other_pages_have_several() -> None:
    texts = [text for *_, text in POSTS]
    pages = [Page(discussion(SIGNERS["a mail"], texts[:n]), f"/talk/{n}") for n in (2, 3, 4, 1)]
    site = Site()
    for page in pages:
        site.learn(page)
    for page, number in zip(pages, (2, 3, 4, 1), strict=True):
        floors: list[Floor] = getattr(site.extract(page), "floors", [])
        assert [floor.body for floor in floors] == [f"{LONG}\n{text}" for text in texts[:number]]


def test_a_signed_text_tells_what_it_quotes_but_an_answer_that_is_set_in_is_no_quote() -> None:
    said = f"<blockquote><p>{POSTS[0][2]}</p></blockquote><p>{signed(1)}</p>"
    floors = read(
        f"<div><p>{signed(0)}</p>{said}<blockquote><p>{signed(2)}</p></blockquote>"
        f"<p>{signed(3)}</p></div>"
    )
    assert [[quote.text for quote in floor.quotes] for floor in floors] == [
        [],
        [POSTS[0][2]],
        [],
        [],
    ]
    assert [floor.own_text for floor in floors] == [text for *_, text in POSTS]


def test_signatures_tell_the_authors_of_posts_below_headings() -> None:
    posts = "".join(
        f"<h2 class='section'>Answer {n}</h2><div class='level'><p>{LONG}</p><p>{text} — "
        f"{SIGNERS['a mail'].format(n=n, author=author, date=date)}</p></div>"
        for n, (author, date, text) in enumerate(POSTS)
    )
    floors = read(CHROME.format(title="Gates", content=f"<h1>Gates</h1>{posts}"))
    assert [floor.author for floor in floors] == [author for author, *_ in POSTS]
    assert [floor.body for floor in floors] == [f"{LONG}\n{text}" for *_, text in POSTS]


def test_paragraphs_above_the_signed_one_are_part_of_its_post() -> None:
    swings = "In the morning it swings in the wind. My neighbour has one of these, too."
    texts = [
        ["It sticks at night.", f"It sticks at night. {swings}"],
        [
            "It sticks at night. In the morning it swings in the wind.",
            f"{swings} He says that he never oils it. Which one did you buy?",
            f"{swings} He says that he never oils it.",
        ],
        [f"It sticks at night. {swings} He never oils it.", "I have one picture of it."],
    ]
    posts = [
        "</p>\n<p>".join(text) + f' --<a href="/{author}/">{author}</a>, {date}'
        for text, (author, date, _) in zip(texts, POSTS, strict=False)
    ]
    first, second, third = [f"<p>{post}</p>\n" for post in posts]
    quote = f"<blockquote><p>{texts[1][0]}</p></blockquote>"
    floors = read(f"<div>{first}{second}{quote}{third}</div>")
    assert [floor.own_text for floor in floors] == ["\n".join(text) for text in texts]


ANSWER = """<div class="answer"><div class="text"><p>{text}</p></div><div class="card">answered
<time>{date}</time> <a href="/users/{name}">{name}</a></div><ul class="notes">{notes}</ul></div>"""
NOTE = """<li class="note"><span class="said">{text}</span> – <a href="/users/{name}">{name}</a>
<span class="when">{date}</span></li>"""


def test_comments_that_are_signed_do_not_take_the_posts_above_them_for_their_own() -> None:
    notes = [
        NOTE.format(text=text, name=name, date=f"2024-05-0{day} 10:1{day}")
        for day, (name, text) in enumerate(
            [
                ("bert", "I would not use oil on it when it freezes in the night."),
                ("carl", "What about the neighbour who asked for the same one?"),
                ("dora", "My gate has had three of them, and they all broke."),
                ("emil", "Measure the old one before you order another."),
                ("bert", "It was eight inches, thank you for asking."),
            ],
            start=4,
        )
    ]
    winter = "It has been like that since the frost came early, and the ground rose by an inch."
    texts = (
        f"The north gate sticks. {winter} What can be done before the sheep are back?",
        "Oil the hinge well, and wait for a day. The post may have moved, too.",
        "Buy a new one.",
    )
    source = "".join(
        ANSWER.format(text=text, name=name, date=f"2024-05-0{day} 09:00", notes="".join(below))
        for day, name, text, below in zip(
            (1, 2, 3), ("anna", "carl", "ida"), texts, (notes[:2], notes[2:], ()), strict=True
        )
    )
    floors = read(f"<h1>The north gate</h1>{source}")
    assert [floor.author for floor in floors] == [
        *("anna", "bert", "carl", "carl", "dora", "emil", "bert", "ida")
    ]
    assert [floors[0].body, floors[3].body, floors[7].body] == list(texts)
    assert floors[1].body == "I would not use oil on it when it freezes in the night."


# A signature in a paragraph of its own, and the line below a wiki's text about its last change.
SIGN = '<p class="b">-- <a href="/{author}">{author}</a> {date}</p>'
CHANGED = '<p class="info">Gates/Talk (исправлял <span>host</span> 2024-11-19 07:06:40)</p>'


def wiki(posts: list[str], head: str = "<h2>Gates</h2>", below: str = CHANGED) -> str:
    said = "".join(
        post + SIGN.format(author=author, date=date)
        for post, (author, date, _) in zip(posts, POSTS, strict=False)
    )
    content = f'<div><div id="text"><p class="a">{head}</p>{said}</div>{below}</div>'
    return CHROME.format(title="Gates/Talk", content=content)


@pytest.mark.parametrize(
    "end",
    ["<pre>for gate in *; do<br> oil<br>done</pre>", '<p class="a"><a href="/p">photos</a></p>'],
    ids=["code", "link"],
)
def test_what_stands_last_above_a_signature_may_be_a_short_line_of_code_or_a_link(end: str) -> None:
    posts = [f'<p class="a">{LONG}</p><p class="a">It is old.</p>{end}', f'<p class="a">{LONG}</p>']
    floors = read(wiki(posts, below=""))
    assert [floor.author for floor in floors] == ["Ada", "Bo"]
    assert [floor.body.split("\n")[0] for floor in floors] == [LONG, LONG]


def test_a_signature_below_a_word_or_two_is_one() -> None:
    posts = [f'<p class="a">{POSTS[0][2]} {LONG}</p><p class="a">{LONG}</p>', "<p>Any news?</p>"]
    assert [floor.body for floor in read(wiki(posts))] == [
        f"{POSTS[0][2]} {LONG}\n{LONG}",
        "Any news?",
    ]


def test_the_date_of_a_pages_last_change_does_not_hide_the_only_signed_text() -> None:
    posts = [f'<p class="a">{text}</p>' for *_, text in POSTS]
    page = Page(wiki(posts[:1]), "/talk/1")
    mentions = analyse(page, None).dates.mentions
    assert [floor.author for floor in read_signed(page, mentions, is_known=True)] == ["Ada"]
    assert len(mentions) == 2


def test_a_list_of_the_pages_headings_is_no_part_of_the_first_signed_text() -> None:
    listed = '<div><p>Contents</p><ol><li><a href="#gates">Gates</a></li></ol></div>'
    posts = [f'<p class="a">{text} {LONG}</p>' for *_, text in POSTS]
    floors = read(wiki(posts, head=f'<h2 id="gates">Gates</h2>{listed}'))
    assert [floor.body for floor in floors] == [f"{text} {LONG}" for *_, text in POSTS]


def test_signed_texts_keep_all_of_their_paragraphs() -> None:
    short = ["Oil it. Wait.", "It froze last night.", "Buy it soon."]
    texts = [[POSTS[0][2], f"(8 mm, C4) {LONG} {LONG}"], [LONG], [short[0], f"(9 V, C1) {LONG}"]]
    floors = read(wiki(["".join(f'<p class="a">{one}</p>' for one in text) for text in texts]))
    assert [floor.body for floor in floors] == ["\n".join(text) for text in texts]
