"""Threads to seed a forum with: the same for the same seed, dates counted back from ``now``."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product
from typing import NamedTuple

from .wording import CHINESE, ENGLISH, GERMAN, Wording


@dataclass(frozen=True)
class Paragraph:
    """Plain words."""

    text: str

    @property
    def markdown(self) -> str:
        return self.text


@dataclass(frozen=True)
class LinkParagraph:
    """A paragraph that ends in a link."""

    lead: str
    label: str
    url: str

    @property
    def text(self) -> str:
        return self.lead + self.label

    @property
    def markdown(self) -> str:
        return f"{self.lead}[{self.label}]({self.url})"


@dataclass(frozen=True)
class Code:
    """Lines whose breaks and indentation matter."""

    text: str

    @property
    def markdown(self) -> str:
        """Indented, as every Markdown reads it; not every one knows fences."""
        return textwrap.indent(self.text, "    ")


@dataclass(frozen=True)
class BulletList:
    """Items, each a line."""

    items: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.items)

    @property
    def markdown(self) -> str:
        return "\n".join(f"* {item}" for item in self.items)


@dataclass(frozen=True)
class Image:
    """A picture; it has no words of its own."""

    url: str
    alt: str
    text = ""

    @property
    def markdown(self) -> str:
        return f"![{self.alt}]({self.url})"


@dataclass(frozen=True)
class Quote:
    """Words of an earlier post of the thread; each engine has its own way to write them."""

    author: str
    text: str


OwnBlock = Paragraph | LinkParagraph | Code | BulletList | Image


@dataclass(frozen=True)
class Post:
    """One post; ``number`` counts from 1 through the whole thread."""

    number: int
    author: str
    date: datetime
    blocks: tuple[OwnBlock | Quote, ...]
    edited: bool

    @property
    def own_blocks(self) -> tuple[OwnBlock, ...]:
        return tuple(block for block in self.blocks if not isinstance(block, Quote))

    @property
    def text(self) -> str:
        """The author's own words, a block a line (code and lists keep their lines)."""
        return "\n".join(block.text for block in self.own_blocks if block.text)

    @property
    def quotes(self) -> tuple[Quote, ...]:
        return tuple(block for block in self.blocks if isinstance(block, Quote))

    @property
    def images(self) -> tuple[str, ...]:
        return tuple(block.url for block in self.blocks if isinstance(block, Image))

    @property
    def links(self) -> tuple[str, ...]:
        return tuple(block.url for block in self.blocks if isinstance(block, LinkParagraph))


@dataclass(frozen=True)
class Poll:
    """A question above the first post, for engines whose polls are no part of a post."""

    question: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class Thread:
    """A thread of the board with the title ``board``."""

    title: str
    board: str
    posts: tuple[Post, ...]
    sticky: bool = False
    locked: bool = False
    poll: Poll | None = None


@dataclass(frozen=True)
class Plan:
    """What is to stand in a forum."""

    users: tuple[str, ...]
    boards: tuple[str, ...]
    threads: tuple[Thread, ...]
    signatures: Mapping[str, str]
    """What stands below every post of an author, for engines that have signatures."""


class Outline(NamedTuple):
    """A thread to be written: how long before now its first and its last post were made."""

    title: str
    size: int
    first: timedelta
    last: timedelta
    sticky: bool = False
    locked: bool = False
    poll: Poll | None = None


def ago(days: float = 0, hours: float = 0, minutes: float = 0) -> timedelta:
    return timedelta(days=days, hours=hours, minutes=minutes)


BINOCULARS = Poll("你的第一副是几倍的？", ("7 倍", "8 倍", "10 倍", "还没有买"))
BOARDS = {
    "Allotment and greenhouse": (
        ENGLISH,
        (
            Outline("The water butt leaks at the tap", 12, ago(400, 12), ago(380, 3, 7)),
            Outline("Which beans get through a cold May?", 45, ago(1100, 5, 13), ago(11, 2, 41)),
            Outline("Show us your sheds", 31, ago(900, 8), ago(hours=3, minutes=12), sticky=True),
            Outline("Slugs, once more", 4, ago(hours=5, minutes=2), ago(minutes=19)),
            Outline("New path: wood chips or gravel", 23, ago(200, 1, 30), ago(150, 17)),
            Outline("Who has the key to the tool box", 1, ago(2, 6, 55), ago(2, 6, 55)),
        ),
    ),
    "Modellbahn und Werkstatt": (
        GERMAN,
        (
            Outline("Weiche klemmt nach dem Ölen", 9, ago(75, 4, 4), ago(71, 20, 9)),
            Outline("Euer schönster Bahnhof", 38, ago(2000, 9, 26), ago(730, 7, 1)),
            Outline("Welche Farbe hält auf Messing?", 15, ago(330, 2, 2), ago(250, 22, 48)),
            Outline("Decoder wird beim Laden heiß", 2, ago(minutes=52), ago(minutes=5)),
            Outline("Treffen im Herbst – wer kommt mit?", 27, ago(60, 14, 14), ago(1, 3, 33)),
            Outline("Alte Kataloge abzugeben", 3, ago(1500), ago(1490, 11, 11), locked=True),
        ),
    ),
    "观鸟与徒步": (
        CHINESE,
        (
            Outline("周末去湿地看白鹭，有人同行吗", 20, ago(hours=20), ago(minutes=1)),
            Outline("新手第一副望远镜怎么选", 41, ago(1600, 3, 18), ago(29, 9, 9), poll=BINOCULARS),
            Outline("昨晚听到的是猫头鹰吗？", 6, ago(3, 1, 27), ago(1, 19, 5)),
            Outline("喂鸟器被松鼠占了怎么办", 11, ago(120, 10, 10), ago(95, 4, 58)),
            Outline("秋季迁徙记录（接龙）", 33, ago(800, 6, 6), ago(440, 15, 21)),
            Outline("求推荐适合雨天的短线", 5, ago(500, 23, 2), ago(498, 7, 45)),
        ),
    ),
}
THREADS = sum(len(outlines) for _, outlines in BOARDS.values())


def make_plan(seed: int, now: datetime, threads: int = THREADS) -> Plan:
    """The plan of this seed; threads beyond the usual are short, fewer leave out each last one."""
    rng = random.Random(seed)
    writers = {board: Writer(wording, rng) for board, (wording, _) in BOARDS.items()}
    outlines = dict(zip(BOARDS, _outlines(threads, rng), strict=True))
    return Plan(
        users=tuple(name for wording, _ in BOARDS.values() for name in wording.members),
        boards=tuple(BOARDS),
        threads=tuple(
            Thread(
                outline.title,
                board,
                writers[board].posts(_dates(outline, now, rng)),
                outline.sticky,
                outline.locked,
                outline.poll,
            )
            for board in BOARDS
            for outline in outlines[board]
        ),
        signatures={
            name: signature
            for wording, _ in BOARDS.values()
            for name, signature in wording.signatures.items()
        },
    )


def _outlines(threads: int, rng: random.Random) -> list[list[Outline]]:
    """For each board, the outlines of its share of so many threads."""
    shares = [len(range(place, threads, len(BOARDS))) for place in range(len(BOARDS))]
    return [
        [*outlines[:share], *_short_threads(share - len(outlines), wording, rng)]
        for share, (wording, outlines) in zip(shares, BOARDS.values(), strict=True)
    ]


def _short_threads(number: int, wording: Wording, rng: random.Random) -> Iterator[Outline]:
    titles = list(map(wording.gap.join, product(*wording.parts[1:4])))
    for title in rng.sample(titles, max(0, number)):
        size = rng.randint(1, 5)
        last = rng.randrange(3 * 24 * 60, 1000 * 24 * 60)
        first = last + rng.randrange(10, 9000) * (size > 1)
        yield Outline(title, size, ago(minutes=first), ago(minutes=last))


def _dates(outline: Outline, now: datetime, rng: random.Random) -> list[datetime]:
    """Whole minutes, ascending. Old threads have the same times of day whenever they are made."""
    start = now.replace(second=0, microsecond=0)
    if outline.last >= timedelta(days=1):
        start = start.replace(hour=0, minute=0)
    minute = timedelta(minutes=1)
    first, last = outline.first // minute, outline.last // minute
    between = rng.sample(range(last + 1, first), max(outline.size - 2, 0))
    offsets = sorted({first, last, *between}, reverse=True)
    return [start - offset * minute for offset in offsets]


class Writer:
    """Writes posts in one language, and no sentence twice."""

    def __init__(self, wording: Wording, rng: random.Random) -> None:
        self._wording = wording
        self._rng = rng
        self._written: set[str] = set()
        self._addresses = 0

    def posts(self, dates: list[datetime]) -> tuple[Post, ...]:
        posts: list[Post] = []
        cast = self._rng.sample(self._wording.members, 5)
        for number, date in enumerate(dates, 1):
            blocks = self._reply(posts) if posts else self._opening()
            edited = self._rng.random() < 0.1
            posts.append(Post(number, self._rng.choice(cast), date, tuple(blocks), edited))
        return tuple(posts)

    def _opening(self) -> list[OwnBlock | Quote]:
        paragraphs = self._rng.choice((1, 2, 3, 7))
        return [self._paragraph() for _ in range(paragraphs)]

    def _reply(self, earlier: list[Post]) -> list[OwnBlock | Quote]:
        quoted = self._rng.choice((0, 0, 0, 0, 0, 0, 1, 1, 1, 2))
        blocks: list[OwnBlock | Quote] = []
        for post in self._rng.sample(earlier, min(quoted, len(earlier))):
            blocks += [self._quote(post), *self._own()]
        return blocks or [*self._own()]

    def _quote(self, post: Post) -> Quote:
        passages = [block.text for block in post.own_blocks if block.text]
        return Quote(post.author, self._rng.choice(passages))

    def _own(self) -> list[OwnBlock]:
        if self._rng.random() < 0.2:
            return [Paragraph(self._rng.choice(self._wording.short))]
        blocks: list[OwnBlock] = [
            self._paragraph() for _ in range(self._rng.choice((1, 1, 1, 2, 3)))
        ]
        if self._rng.random() < 0.35:
            extras: tuple[Callable[[], OwnBlock], ...] = (
                self._code,
                self._list,
                self._image,
                self._link,
            )
            blocks.append(self._rng.choice(extras)())
        return blocks

    def _sentence(self) -> str:
        while True:
            sentence = self._wording.gap.join(map(self._rng.choice, self._wording.parts))
            if sentence not in self._written:
                self._written.add(sentence)
                return sentence.replace(" ,", ",")

    def _paragraph(self) -> Paragraph:
        sentences = [self._sentence() for _ in range(self._rng.choice((1, 1, 2, 3, 5)))]
        return Paragraph(self._wording.gap.join(sentences))

    def _code(self) -> Code:
        return Code(self._rng.choice(self._wording.code))

    def _list(self) -> BulletList:
        return BulletList(tuple(self._sentence() for _ in range(3)))

    def _image(self) -> Image:
        url = f"https://pictures.example/{self._next_address()}.jpg"
        return Image(url, self._rng.choice(self._wording.pictures))

    def _link(self) -> LinkParagraph:
        lead = self._rng.choice(self._wording.link_leads) + self._wording.gap
        url = f"https://reading.example/{self._next_address()}"
        return LinkParagraph(lead, self._rng.choice(self._wording.link_labels), url)

    def _next_address(self) -> str:
        self._addresses += 1
        return f"{self._wording.members[0].encode().hex()[:6]}-{self._addresses}"
