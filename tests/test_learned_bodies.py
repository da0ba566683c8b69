"""What a site's other pages teach about the body of one: its F1 rises, and falls on no page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from statistics import fmean
from urllib.request import ProxyHandler, build_opener

from example_spiders.demo_forum import DemoForum
from extract_pipelines import ForumThread, Page, Site
from tests.forums.engine import RunningForum

LEARNED = 10
# A word, or a Chinese character.
WORD = re.compile(r"[\u4e00-\u9fff]|[^\W\u4e00-\u9fff]+")
OPENER = build_opener(ProxyHandler({}))


def fetch(url: str) -> Page:
    with OPENER.open(url, timeout=10) as reply:
        return Page(reply.read(), url)


def word_f1(found: str, gold: str) -> float:
    """F1 of the words in common."""
    one, other = Counter(WORD.findall(found)), Counter(WORD.findall(gold))
    return 2 * (one & other).total() / (one.total() + other.total())


def body_of(site: Site, page: Page) -> str:
    item = site.extract(page)
    return item.floors[0].own_text if isinstance(item, ForumThread) else item.body


def f1_alone_and_learned(texts: Mapping[str, str]) -> list[tuple[float, float]]:
    """For each page the F1 of its body read alone, and with what ten pages have taught.

    :param texts: the true text of each article by its URL
    """
    pages = {url: fetch(url) for url in texts}
    site = Site()
    for page in list(pages.values())[:LEARNED]:
        site.learn(page)
    return [
        (word_f1(body_of(Site(), page), texts[url]), word_f1(body_of(site, page), texts[url]))
        for url, page in pages.items()
    ]


def assert_learning_pays(scores: list[tuple[float, float]]) -> None:
    assert len(scores) >= LEARNED
    assert all(learned >= alone for alone, learned in scores)
    alone, learned = (fmean(column) for column in zip(*scores, strict=True))
    print(f"body F1 of {len(scores)} pages: {alone:.3f} alone, {learned:.3f} learned")  # noqa: T201
    assert learned > alone


def test_ten_pages_of_the_demo_make_its_bodies_better() -> None:
    with DemoForum(now=datetime(2024, 6, 3, 15, 42, tzinfo=UTC)) as demo:
        texts = {
            article.url: "\n".join(
                (*article.paragraphs, *article.items, *article.cells, *article.captions)
            )
            for article in demo.truth().articles
        }
        assert_learning_pays(f1_alone_and_learned(texts))


def test_ten_pages_of_a_real_server_make_its_bodies_better(journal: RunningForum) -> None:
    texts = {thread.url: thread.pages[0].posts[0].text for thread in journal.truth.threads}
    assert_learning_pays(f1_alone_and_learned(texts))


def page_of(*paragraphs: str) -> Page:
    return Page(f"<html><body>{''.join(f'<p>{text}</p>' for text in paragraphs)}</body></html>")


def sentences(name: str) -> list[str]:
    return [
        f"The {name} was ground at the mill in the week of {day}, and all of it was sold by noon."
        for day in ("Easter", "Whitsun", "Advent")
    ]


NOTICE = "Every story here is free to read, because some of our readers pay for all of them."


def test_a_sentence_on_a_part_of_the_pages_is_a_notice() -> None:
    site = Site()
    names = "oats rye wheat barley millet maize spelt rice".split()
    pages = [
        page_of(*sentences(name), *([NOTICE] if number % 2 else []))
        for number, name in enumerate(names)
    ]
    for page in pages:
        site.learn(page)
    assert body_of(site, pages[1]).split("\n") == sentences(names[1])


def test_an_article_under_several_addresses_keeps_its_text() -> None:
    site = Site()
    copies = [page_of(*sentences("oats"), f"Print {number}") for number in range(4)]
    others = [page_of(*sentences(name)) for name in ("rye", "wheat", "barley", "millet")]
    for page in (*copies, *others):
        site.learn(page)
    assert body_of(site, copies[0]).split("\n")[:3] == sentences("oats")
