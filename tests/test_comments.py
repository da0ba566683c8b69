"""Comments below an article, and what tells them from the floors of a thread."""

from __future__ import annotations

from extract_pipelines import Article, ForumThread, Page, Site, extract

PARAGRAPHS = "".join(
    f"<p>{text} It was a long winter, and the ice on the river lay thick until March was over.</p>"
    for text in ("The mill stood still.", "Nobody came to grind.", "The miller left for good.")
)
COMMENT = """<li class="reply"><a href="/people/{name}">{name}</a>
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


def test_the_same_records_without_an_article_are_a_thread() -> None:
    item = extract(THREAD, "https://a.example/miller")
    assert isinstance(item, ForumThread)
    assert [floor.author for floor in item.floors] == ["anna", "bert", "carl"]


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
    assert isinstance(site.extract(odd), ForumThread)
