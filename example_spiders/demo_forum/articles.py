"""The articles of the news site, drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime, timedelta

from example_spiders.demo_forum.model import Article, Block, slugify
from example_spiders.demo_forum.writer import VOCABULARIES, Writer

CATEGORIES = ("city", "science", "travel")
ARTICLES = 12
_AUTHORS = {
    "zh": ("沈一帆", "顾晓岚", "罗青禾"),
    "en": ("Nora Whitfield", "Tomas Reed", "Amira Solberg"),
}
_CAPTIONS = {"zh": "资料图：现场一角（本站记者摄）", "en": "A view of the site. Photo: Demo News"}


def make_articles(seed: int, now: datetime) -> tuple[Article, ...]:
    """All articles, the newest first."""
    return tuple(_articles(random.Random(f"{seed}/news"), now))


def _articles(rng: random.Random, now: datetime) -> Iterator[Article]:
    date = now
    for number in range(ARTICLES, 0, -1):
        language = "zh" if number % 2 else "en"
        writer = Writer(rng, VOCABULARIES[language])
        date -= timedelta(minutes=rng.randint(180, 90_000))
        title = writer.title()
        slug = slugify(title)[:60].strip("-") if language == "en" else "baodao"
        yield Article(
            number=number,
            path=f"/{date:%Y/%m}/{slug}-{number}.html",
            title=title,
            author=rng.choice(_AUTHORS[language]),
            date=date,
            language=language,
            category=CATEGORIES[number % len(CATEGORIES)],
            blocks=tuple(_blocks(writer, rng, number, language)),
        )


def _blocks(writer: Writer, rng: random.Random, number: int, language: str) -> Iterator[Block]:
    """3 to 12 paragraphs; every third article has a list, some a table or a picture."""
    count = 3 + number * 5 % 10
    for index in range(count):
        yield writer.paragraph(2, 5)
        if index == 0 and number % 4 in (0, 1):
            yield writer.image(_CAPTIONS[language])
        if index == 1 and number % 3 == 0:
            yield Block("list", items=writer.bullets()[1].items)
        if index == 2 and number % 5 in (0, 1):
            yield writer.table()
    if rng.random() < 0.3:
        yield writer.linked()
