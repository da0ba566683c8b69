"""Discussions in which nothing but a signature in the text parts the posts."""

from __future__ import annotations

from extract_pipelines import Article, Floor, extract
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
