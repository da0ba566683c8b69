"""What real posts say besides plain sentences, for made-up ones.

Logs with dates, notes of their own edits, bare addresses, lists of links, steps and facts, whom
they answer, greetings, headings, and posts of a word. The words stand in ``asides.json``: ``{}`` is
a piece of a sentence, ``{when}`` a date, ``{n}`` a number, ``{me}`` the author and ``{name}``
another member.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

from tests.forums.content import BulletList, LinkParagraph, OwnBlock, Paragraph, Post, Quote

# Shares of posts: those that are but a word, and those with one more aside.
SHORT, MORE = 0.06, 0.45
MOST_ASIDES = 2
# Before the text, between its blocks, or behind it.
BEFORE, BETWEEN, BEHIND = range(3)
_WORDS: Final = json.loads(Path(__file__).with_name("asides.json").read_text("utf-8"))
# Short posts of all languages.
_EVERYWHERE: Final[Sequence[str]] = _WORDS["everywhere"]


def with_asides(posts: Sequence[Post], language: str, rng: random.Random) -> tuple[Post, ...]:
    """The posts of a thread, some of which say more than sentences, or no more than a word."""
    names = sorted({post.author for post in posts})
    blocks = [block for post in posts for block in post.own_blocks]
    words: Mapping[str, Sequence[str]] = _WORDS[language]
    said = [block.text for block in blocks if isinstance(block, Paragraph)] or words["short"]
    return tuple(_Asides(post, names, said, words, rng).post() for post in posts)


class _Asides:
    """Draws the asides of one post."""

    def __init__(
        self,
        post: Post,
        names: Sequence[str],
        said: Sequence[str],
        words: Mapping[str, Sequence[str]],
        rng: random.Random,
    ) -> None:
        self._post, self._names, self._said = post, names, said
        self._words, self._rng = words, rng

    def post(self) -> Post:
        """The post with its asides."""
        rng, post = self._rng, self._post
        if rng.random() < SHORT:
            short = self._filled(rng.choice([*self._words["short"], *_EVERYWHERE]))
            return replace(post, blocks=(*post.quotes, Paragraph(short)))
        for _ in range(MOST_ASIDES):
            if rng.random() < MORE:
                place, draw = rng.choice(self._kinds())
                post = replace(post, blocks=_placed(post.blocks, draw(), place, rng))
        return post

    def _kinds(self) -> Sequence[tuple[int, Callable[[], Sequence[OwnBlock]]]]:
        return (
            (BETWEEN, self._log),
            (BEHIND, self._note),
            (BEHIND, self._note),
            (BETWEEN, self._addresses),
            (BEHIND, self._links),
            (BETWEEN, self._steps),
            (BETWEEN, self._facts),
            (BEFORE, self._mention),
            (BEHIND, self._greeting),
            (BETWEEN, self._heading),
            (BETWEEN, self._plan),
            (BEFORE, self._typed_quote),
        )

    def _drawn(self, role: str) -> Sequence[OwnBlock]:
        """A line of a role, with what it leaves open."""
        return [Paragraph(self._filled(self._rng.choice(self._words[role])))]

    def _filled(self, text: str) -> str:
        rng = self._rng
        text = text.replace("{}", self._piece(), 1)
        if "{when}" in text:
            text = text.replace("{when}", self._date())
        while "{n}" in text:
            number = rng.choice((rng.randint(1, 9), rng.randint(10, 900)))
            text = text.replace("{n}", str(number), 1)
        others = [name for name in self._names if name != self._post.author]
        text = text.replace("{name}", rng.choice(others or self._names))
        return text.replace("{me}", self._post.author)

    def _piece(self) -> str:
        """A piece of a sentence of the thread."""
        rng, text = self._rng, self._rng.choice(self._said)
        start, size = rng.randrange(max(1, len(text) - 40)), rng.randint(8, 90)
        cut = text[start : start + size]
        return cut.partition(" ")[2].rpartition(" ")[0] or cut[: size // 3].strip()

    def _date(self) -> str:
        date = self._post.date - timedelta(hours=self._rng.randint(-900, 20_000))
        return date.strftime(self._rng.choice(self._words["dates"]))

    def _listed(self, lines: Sequence[str]) -> Sequence[OwnBlock]:
        """Lines as a list, or each by itself."""
        if self._rng.random() < 0.5:
            return [BulletList(tuple(lines))]
        return list(map(Paragraph, lines))

    def _log(self) -> Sequence[OwnBlock]:
        sign = self._rng.choice((": ", " - ", " ", " – "))
        count = self._rng.choice((1, 2, 4, 7, 12))
        return self._listed([self._date() + sign + self._piece() for _ in range(count)])

    def _note(self) -> Sequence[OwnBlock]:
        return self._drawn("notes")

    def _address(self) -> str:
        rng = self._rng
        host = rng.choice(("pictures", "reading", "video", "files"))
        return f"https://{host}.example/{rng.choice(('', 'a/', 'w/?v='))}{rng.randrange(16**6):x}"

    def _addresses(self) -> Sequence[OwnBlock]:
        urls = [self._address() for _ in range(self._rng.choice((1, 1, 2, 3)))]
        return [LinkParagraph("", url, url) for url in urls]

    def _links(self) -> Sequence[OwnBlock]:
        rng = self._rng
        found: list[OwnBlock] = []
        if rng.random() < 0.7:
            found.append(Paragraph(rng.choice(self._words["links"])))
        for number in range(1, rng.choice((2, 3, 5))):
            lead = rng.choice(("", "", f"{number}. ", "- ", f"{self._piece()} "))
            found.append(LinkParagraph(lead, self._piece(), self._address()))
        return found

    def _steps(self) -> Sequence[OwnBlock]:
        signs = self._rng.choice(("{}. ", "{}) ", "- ", "* ", "• ", "({}) ", ""))
        count = self._rng.choice((2, 3, 5, 8))
        return self._listed([signs.format(n) + self._piece() for n in range(1, count + 1)])

    def _facts(self) -> Sequence[OwnBlock]:
        facts = self._words["facts"]
        chosen = self._rng.sample(facts, self._rng.randint(1, len(facts)))
        return self._listed(list(map(self._filled, chosen)))

    def _mention(self) -> Sequence[OwnBlock]:
        text = self._rng.choice(("@{name}", "@{name}: {}", "{name}, {}", "@{name} {}", "{name}:"))
        return [Paragraph(self._filled(text))]

    def _greeting(self) -> Sequence[OwnBlock]:
        return self._drawn("greetings")

    def _heading(self) -> Sequence[OwnBlock]:
        return [Paragraph(self._rng.choice(self._words["headings"]))]

    def _plan(self) -> Sequence[OwnBlock]:
        return self._drawn("plans")

    def _typed_quote(self) -> Sequence[OwnBlock]:
        return [Paragraph("> " + self._piece())]


def _placed(
    blocks: Sequence[OwnBlock | Quote],
    drawn: Sequence[OwnBlock],
    place: int,
    rng: random.Random,
) -> tuple[OwnBlock | Quote, ...]:
    """The blocks with others before them, behind them, or between two; never before a quote."""
    quotes = [number for number, block in enumerate(blocks, 1) if isinstance(block, Quote)]
    first = quotes[0] if quotes[:1] == [1] else 0
    where = {BEFORE: first, BEHIND: len(blocks)}.get(place, rng.randint(first, len(blocks)))
    return (*blocks[:where], *drawn, *blocks[where:])
