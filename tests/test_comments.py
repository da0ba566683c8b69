"""Comments below an article, and what tells them from the floors of a thread."""

from __future__ import annotations

import pytest

from extract_pipelines import Article, ForumThread, Page, Site, extract

PARAGRAPHS = "".join(
    f"<p>{text} It was a long winter, and the ice on the river lay thick until March was over.</p>"
    for text in ("The mill stood still.", "Nobody came to grind.", "The miller left for good.")
)
COMMENT = """<li class="comment"><a href="/people/{name}">{name}</a>
<time>2024-03-{day:02} 10:1{day}</time>
<div class="words">{text}</div></li>"""
COMMENTS = "".join(
    COMMENT.format(name=name, day=day, text=text)
    for day, (name, text) in enumerate(
        [
            ("anna", "A pity, I liked the bread from there."),
            ("bert", "He could have asked the town for help."),
            ("carl", "My grandfather worked in that mill when he was a boy of twelve."),
        ],
        start=1,
    )
)
ANSWERS = COMMENTS.replace("comment", "answer")
ARTICLE = f"""<html><head><title>The last miller</title></head><body><h1>The last miller</h1>
<div class="story">{PARAGRAPHS}</div><ol>{COMMENTS}</ol></body></html>"""
THREAD = f"""<html><head><title>The last miller</title></head><body><h1>The last miller</h1>
<ol>{COMMENTS}</ol></body></html>"""


def test_an_article_with_comments_is_an_article_whose_comments_are_floors() -> None:
    item = extract(ARTICLE, "https://a.example/miller")
    assert isinstance(item, Article)
    assert "Nobody came to grind." in item.body
    assert "A pity" not in item.body
    assert [comment.author for comment in item.comments] == ["anna", "bert", "carl"]
    assert item.comments[1].body == "He could have asked the town for help."
    assert item.comments[1].date == "2024-03-02T10:12:00"
    told = item.to_schema_org()
    assert (told["commentCount"], told["comment"][0]["author"]["name"]) == (3, "anna")


SIGNED = """<div class="end"><p>March 1, 2024</p><p>Ruth Ackerman</p></div>"""
SHORT = """<html><head><title>The last miller</title></head><body>{heading}
<div class="story"><p>The mill stood still all winter, nobody came to grind, and he has left.</p>
<p>He will not come back, he says, for less than a new wheel and a dry roof.</p></div>
{signed}<h3>{called}</h3><ol>{comments}</ol></body>
</html>"""


@pytest.mark.parametrize("heading", ["<h1>The last miller</h1>", "<div>The last miller</div>"])
def test_a_short_article_with_its_date_below_is_told_by_what_its_comments_are_called(
    heading: str,
) -> None:
    source = SHORT.format(heading=heading, signed=SIGNED, called="3 comments", comments=COMMENTS)
    item = extract(source, "https://a.example/miller")
    assert isinstance(item, Article)
    assert "nobody came to grind" in item.body
    assert "A pity" not in item.body
    assert (item.date or "")[:10] == "2024-03-01"
    assert [comment.author for comment in item.comments] == ["anna", "bert", "carl"]


def test_a_description_above_the_posts_makes_no_article() -> None:
    heading = "<h1>The last miller</h1>"
    source = SHORT.format(heading=heading, signed="", called="3 posts", comments=ANSWERS)
    item = extract(source, "https://a.example/miller")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors[-3:]] == ["anna", "bert", "carl"]


@pytest.mark.parametrize(
    ("called", "kind"),
    [
        ("3 comments", Article),
        ("3 Kommentare", Article),
        ("コメント(3)", Article),
        ("3 条评论", Article),
        ("3 posts", ForumThread),
        ("3 replies", ForumThread),
        ("3 Antworten", ForumThread),
        ("3条回复", ForumThread),
    ],
)
@pytest.mark.parametrize("records", [COMMENTS, ANSWERS], ids=["comments", "answers"])
def test_a_caption_tells_whether_records_are_comments(
    called: str, kind: type, records: str
) -> None:
    heading = "<h1>The last miller</h1>"
    source = SHORT.format(heading=heading, signed="", called=called, comments=records)
    assert isinstance(extract(source, "https://a.example/miller"), kind)


def test_the_same_records_without_an_article_are_a_thread() -> None:
    item = extract(THREAD, "https://a.example/miller")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == ["anna", "bert", "carl"]


OPENED = f"""<html><head><title>The last miller</title>
<meta name="description" content="{PARAGRAPHS[3:90]}"></head><body><h1>The last miller</h1>
<div class="post"><a href="/people/dora">dora</a> <time>2024-02-28 09:11</time>
<div class="words">{PARAGRAPHS}</div></div><ol>{{replies}}</ol></body></html>"""


@pytest.mark.parametrize("replies", [ANSWERS, 2 * ANSWERS], ids=["answers", "twice"])
def test_a_page_that_was_learned_is_no_less_a_thread_than_one_read_alone(replies: str) -> None:
    source, url = OPENED.format(replies=replies), "https://a.example/miller"
    alone = extract(source, url)
    assert isinstance(alone, ForumThread)
    site, page = Site(), Page(source, url)
    site.learn(page)
    learned = site.extract(page)
    assert isinstance(learned, ForumThread)
    assert [floor.body for floor in learned.floors] == [floor.body for floor in alone.floors]


def test_comments_below_a_signed_text_are_told_alike_alone_and_learned() -> None:
    source, url = OPENED.format(replies=COMMENTS), "https://a.example/miller"
    site, page = Site(), Page(source, url)
    site.learn(page)
    alone, learned = extract(source, url), site.extract(page)
    assert type(learned) is type(alone)
    said = [
        [
            floor.author
            for floor in (item.floors if isinstance(item, ForumThread) else item.comments)
        ]
        for item in (alone, learned)
    ]
    assert said[0] == said[1]
    assert said[0][-3:] == ["anna", "bert", "carl"]


def test_what_most_pages_of_a_kind_are_decides() -> None:
    site = Site()
    rules = "".join(f"<p>Rule {n}: be kind, and stay on the subject of mills and millers.</p>" * 3
                    for n in range(3))  # fmt: skip
    pages = [
        Page(THREAD.replace("river", f"brook {n}"), f"https://a.example/{n}") for n in range(3)
    ]
    for page in pages:
        site.learn(page)
    odd = Page(THREAD.replace("<ol>", f"<div>{rules}</div><ol>"), "https://a.example/9")
    item = site.extract(odd)
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == ["anna", "bert", "carl"]


HEAD = "<title>The last miller</title>"
NEWS = """<script type="application/ld+json">{"@type": "NewsArticle",
"headline": "The last miller", "author": "ruth", "datePublished": "2024-03-01"}</script>"""
SHOP = """<script type="application/ld+json">{"@type": "Product", "name": "Flour", "review":
[{"@type": "Review", "author": "anna", "datePublished": "2024-03-01"}]}</script>"""
DISCUSSION = """<script type="application/ld+json">{"@type": "DiscussionForumPosting",
"author": "anna", "datePublished": "2024-03-01"}</script>"""


def test_below_what_a_page_calls_an_article_stand_comments() -> None:
    page = ARTICLE.replace(COMMENTS, ANSWERS)
    assert isinstance(extract(page, "https://a.example/miller"), ForumThread)
    item = extract(page.replace(HEAD, HEAD + NEWS), "https://a.example/miller")
    assert isinstance(item, Article)
    assert [comment.author for comment in item.comments] == ["anna", "bert", "carl"]


@pytest.mark.parametrize(
    ("date", "classes"),
    [
        ('<time datetime="2024-03-01 10:11:30">March 1, 2024</time>', ("byline", "byline")),
        ("<em>March 1, 2024</em>", ("head", "story")),
    ],
)
def test_an_article_that_shows_its_own_date_twice_has_no_floors(
    date: str, classes: tuple[str, str]
) -> None:
    byline = f'<a href="/people/ruth">Ruth Ackerman</a><p class="date">{date}</p>'
    source = f"""<html><head><title>The last miller</title>
    <meta property="og:type" content="article"></head><body>
    <div class="{classes[0]}">{byline}<p>The mill has been sold.</p></div>
    <div class="{classes[1]}">{byline}{PARAGRAPHS}</div></body></html>"""
    item = extract(source, "https://a.example/miller")
    assert isinstance(item, Article)
    assert "Nobody came to grind." in item.body
    assert (item.date or "")[:10] == "2024-03-01"


FLOUR = """<script type="application/ld+json">{"@type": "Product", "name": "Flour",
"offers": {"@type": "Offer", "price": "2.40"}}</script>"""


@pytest.mark.parametrize("shop", [SHOP, FLOUR])
def test_below_a_product_stand_its_reviews(shop: str) -> None:
    item = extract(THREAD.replace(HEAD, HEAD + shop), "https://a.example/flour")
    assert isinstance(item, Article)
    assert [review.author for review in item.comments] == ["anna", "bert", "carl"]


@pytest.mark.parametrize("date", ["3 years ago", "5 months ago"])
def test_posts_that_tell_the_same_years_are_not_the_date_of_an_article(date: str) -> None:
    posts = "".join(
        f'<li class="post"><a class="name" href="/user/{name}">{name}</a> <i class="on">{date}</i>'
        f'<div class="text"><p>{text}</p></div></li>'
        for name, text in (
            ("anna", "The pump hums all night, and the cellar smells of oil. What can it be?"),
            ("bert", "Mine did that for a year. A new seal helped at once."),
            ("carl", "Look at the valve first: it is cheaper than a seal."),
        )
    )
    source = f"""<html><head><title>The pump hums</title><meta property="og:type" content="article">
    </head><body><h1>The pump hums</h1><ul>{posts}</ul></body></html>"""
    item = extract(source, "https://forum.example/t/7")
    assert len(item.floors if isinstance(item, ForumThread) else item.comments) == 3


GOODS = '<p itemprop="name">Flour</p><p itemprop="price">2.40</p>'
PICTURE = '<p itemprop="name">The last miller</p><img itemprop="image" src="/miller.png">'


@pytest.mark.parametrize(("said", "kind"), [(GOODS, Article), (PICTURE, ForumThread)])
def test_microdata_tell_of_a_product_by_what_is_said_of_goods(said: str, kind: type) -> None:
    marked = '<body itemscope itemtype="http://schema.org/Product">'
    page = THREAD.replace("<body>", f"{marked}{said}")
    assert marked in page
    assert isinstance(extract(page, "https://a.example/miller"), kind)


def test_what_calls_itself_a_discussion_is_a_thread() -> None:
    item = extract(ARTICLE.replace(HEAD, HEAD + DISCUSSION), "https://a.example/miller")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors[-3:]] == ["anna", "bert", "carl"]


def test_a_notice_below_the_posts_is_no_article() -> None:
    comments = COMMENTS.replace("</div></li>", f" {PARAGRAPHS[:99]}</div></li>")
    notice = PARAGRAPHS.replace("winter", "list of cookies, and of what each of them is good for")
    below = THREAD.replace(COMMENTS, comments).replace("</ol>", f"</ol><div>{notice}</div>")
    item = extract(below, "https://a.example/miller")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == ["anna", "bert", "carl"]
    assert "cookies" not in item.floors[-1].body


def test_a_byline_shown_twice_makes_no_thread_of_an_article() -> None:
    byline = """<div class="meta meta-{0}"><span class="on"><time class="updated"
        datetime="2018-11-12T17:36:26-08:00">November 12, 2018</time></span> <span class="by">{1}
        <a href="/author/anna" rel="author"><span>Anna Miller</span></a></span></div>"""
    source = f"""<html><head><title>Mill sold</title></head><body><article>
        <header><h1>Mill sold</h1></header>{byline.format("wide", "| BY:")}
        <div><img src="a.png"></div>{byline.format("small", "")}
        <div class="entry">{PARAGRAPHS * 2}</div></article></body></html>"""
    item = extract(source, "https://a.example/mill")
    assert isinstance(item, Article)
    assert "Nobody came to grind." in item.body
