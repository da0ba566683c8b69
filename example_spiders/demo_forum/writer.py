"""Writes sentences, paragraphs and blocks out of a vocabulary."""

from __future__ import annotations

import random

from example_spiders.demo_forum.model import Block
from example_spiders.demo_forum.words import Words
from example_spiders.demo_forum.words_de import GERMAN
from example_spiders.demo_forum.words_en import ENGLISH
from example_spiders.demo_forum.words_zh import CHINESE

VOCABULARIES = {words.language: words for words in (CHINESE, ENGLISH, GERMAN)}
_CODE_NAMES = ("volume", "backup", "route", "lens", "kettle", "battery", "shelf", "sensor")
_SITES = ("https://docs.example.org", "http://www.example.com", "https://wiki.example.net")


class Writer:
    """Draws phrases of one language with a random generator of its own."""

    def __init__(self, rng: random.Random, words: Words) -> None:
        self._rng = rng
        self._words = words

    def sentence(self) -> str:
        """One sentence with its full stop."""
        return self._fill(self._words.patterns)

    def title(self) -> str:
        """A thread title or headline."""
        return self._fill(self._words.titles)

    def short(self) -> str:
        """A post of a word or two."""
        return self._rng.choice(self._words.short)

    def paragraph(self, least: int = 2, most: int = 5) -> Block:
        """Several sentences."""
        count = self._rng.randint(least, most)
        return Block("text", self._words.joiner.join(self.sentence() for _ in range(count)))

    def line(self) -> Block:
        """A paragraph of one sentence."""
        return self.paragraph(1, 1)

    def bullets(self) -> tuple[Block, Block]:
        """A lead-in and a list of three to six items."""
        items = self._rng.sample(self._words.items, self._rng.randint(3, 6))
        return Block("text", self._rng.choice(self._words.list_leads)), Block(
            "list", items=(*items,)
        )

    def linked(self) -> Block:
        """A sentence that ends in an outside link."""
        url = f"{self._rng.choice(_SITES)}/notes/{self._rng.randint(100, 9999)}"
        text = self._rng.choice(self._words.link_leads).format(u=url)
        return Block("text", text, links=((url, url),))

    def code(self) -> Block:
        """A few lines of a configuration or a script, with characters that need escaping."""
        name, other = self._rng.sample(_CODE_NAMES, 2)
        size = self._rng.randint(2, 900)
        return Block(
            "code",
            f"if {name}_size < {size} && {other} > 0:\n"
            f'    {name} = load("/etc/{other}.conf")\n'
            f"    print(<{name}>, {other})",
        )

    def image(self, caption: str = "") -> Block:
        """A picture on the site itself."""
        number = self._rng.randint(10_000, 99_999)
        url = f"/attachments/{number % 12 + 1:02d}/img_{number}.jpg"
        return Block("image", caption or f"IMG_{number}.jpg", url=url)

    def spoiler(self) -> Block:
        """A sentence that is folded away."""
        return Block("spoiler", self.sentence())

    def table(self) -> Block:
        """A head row and three rows of numbers."""
        names = self._rng.sample(self._words.items, 3)
        rows = [(name, *(str(self._rng.randint(10, 999)) for _ in range(2))) for name in names]
        return Block("table", rows=(("", "2022", "2023"), *rows))

    def _fill(self, patterns: tuple[str, ...]) -> str:
        draw = self._rng.choice
        text = draw(patterns).format(
            s=draw(self._words.subjects),
            p=draw(self._words.predicates),
            r=draw(self._words.reasons),
            o=draw(self._words.openers),
            n=self._rng.randint(3, 990),
        )
        return text[0].upper() + text[1:]
