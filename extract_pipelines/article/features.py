"""Features of blocks: what tells content from boilerplate, for the learned scorer."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import accumulate
from typing import ClassVar, Final

from extract_pipelines.article.blocks import MEASURES, NO_CONTAINER, Blocks
from extract_pipelines.article.hints import HINTS, flags, hints_around
from extract_pipelines.page import Page, type_features
from extract_pipelines.page.tag_paths import INLINE

_SECTIONS: Final = (
    "nav footer header aside main article section form table ul ol li dl button figure p pre "
    "blockquote label a h1 h2 h3 h4 td th"
).split()
_TAGS: Final = (
    "p li td th dd dt h1 h2 h3 h4 h5 h6 div span a button label pre code figcaption blockquote "
    "option section article body strong em b i"
).split()
_SECTION_NUMBER: Final = {tag: number for number, tag in enumerate(_SECTIONS)}
_TAG_NUMBER: Final = {tag: number for number, tag in enumerate(_TAGS)}
_INLINE: Final = INLINE - frozenset("p br h1 h2 h3 h4 h5".split())
_ENDS: Final = ".!?。！？…;；"
_WORD: Final = re.compile(r"\w+")
# The same for a text in ASCII, which costs less: its letters in lower case, spaces between words.
_ASCII_WORDS: Final = bytes(
    ord(one.lower()) if one.isalnum() or one == "_" else ord(" ") for one in map(chr, range(128))
).ljust(256)
# A block with so many letters outside links is a text.
LONG: Final = 100
LONGEST_LABEL: Final = 150
MOST_REPEATED: Final = 5
FAR: Final = -2.0
# Blocks on either side that say what a block stands among.
WINDOW: Final = 5
# Containers around a block that are looked at, from the inside.
LEVELS: Final = 4


class Features:
    """Computes the features of one page's blocks.

    Blocks of one tag path, class, container and hints are a group: much of what is known of them
    is the same for all. All numbers are floats, which Python compares in half the time.

    :ivar groups: what the blocks of each group share, named by `GROUP_NAMES`
    :ivar group_of: for each block the number of its group
    """

    def __init__(self, page: Page) -> None:
        self.blocks = blocks = Blocks(page)
        self._tree, self._count = page.flat, len(blocks)
        paths = self._tree.paths
        self._paths = [paths[start] for start in blocks.starts[:-1]]
        self._texts = [blocks.text(block) for block in range(self._count)]
        self._repeated = Counter(self._texts)
        self._title = frozenset(_words(page.title))
        self._heading = next((i for i, path in enumerate(self._paths) if "/h1" in path), -1)
        self._long = [i for i, length in enumerate(blocks.unlinked) if length > LONG]
        self._before = list(accumulate(blocks.lengths, initial=0.0))
        self._unlinked_before = list(accumulate(blocks.unlinked, initial=0.0))
        self._best = blocks.best_container()
        self._above_best = self._ancestors(self._best)
        self._around: dict[int, tuple[float, ...]] = {}
        self.groups: list[tuple[float, ...]] = []
        self.group_of: list[int] = []
        self._find_groups(page)

    def _find_groups(self, page: Page) -> None:
        alike, alike_of = self._count_alike()
        of_page, hints = self._read_page(page), hints_around(page)
        inner: dict[int, tuple[float, ...]] = {}
        hinted: dict[int, tuple[float, ...]] = {}
        numbers: dict[tuple[int, int, int], int] = {}
        for block, node in enumerate(self.blocks.nodes):
            around, hint = self.blocks.container(block), hints[node]
            key = (alike_of[block], around, hint)
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(self.groups)
                if around not in inner:
                    inner[around] = self._measured(around) + self._to_best(max(0, around))
                if hint not in hinted:
                    hinted[hint] = flags(hint) + of_page
                self.groups.append(alike[alike_of[block]] + inner[around] + hinted[hint])
            self.group_of.append(number)

    _ALIKE_NAMES: ClassVar = tuple("alike alike_length alike_links alike_share".split())

    def _count_alike(self) -> tuple[list[tuple[float, ...]], list[int]]:
        """Of the blocks of each tag path and class what is known by that; and each block's number.

        It is their count, mean length, links and share of the page's letters, and what the tag
        path tells.
        """
        classes, parents = self._tree.values("class"), self._tree.parents
        numbers: dict[tuple[str, str | None], int] = {}
        counts: list[int] = []
        lengths: list[float] = []
        unlinked: list[float] = []
        of_block = []
        blocks, paths = self.blocks, self._paths
        for block, node in enumerate(blocks.nodes):
            key = (paths[block], classes.get(node) or classes.get(parents[node]))
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(counts)
                counts.append(0)
                lengths.append(0.0)
                unlinked.append(0.0)
            counts[number] += 1
            lengths[number] += blocks.lengths[block]
            unlinked[number] += blocks.unlinked[block]
            of_block.append(number)
        letters = self._before[-1]
        alike = []
        for (path, _), number in numbers.items():
            count, length = float(counts[number]), lengths[number]
            told = (count, length / count, 1 - unlinked[number] / length, length / letters)
            alike.append(told + _of_path(path))
        return alike, of_block

    def _ancestors(self, node: int) -> dict[int, int]:
        """Steps up from the element to each element around it, itself included."""
        steps: dict[int, int] = {}
        while node >= 0:
            steps[node] = len(steps)
            node = self._tree.parents[node]
        return steps

    _PAGE_NAMES: ClassVar = (
        *"letters unlinked blocks texts articles text_share best_share".split(),
        *"paragraphs density".split(),
    )

    def _read_page(self, page: Page) -> tuple[float, ...]:
        letters, unlinked = self._before[-1] or 1.0, self._unlinked_before[-1]
        return (
            letters,
            unlinked,
            float(self._count),
            float(len(self._long)),
            float(len(self._tree.tagged("article"))),
            sum([self.blocks.unlinked[block] for block in self._long]) / letters,
            self.blocks.measure(self._best)[0] if self._best >= 0 else 0.0,
            sum([path.endswith("/p") for path in self._paths]) / max(1, self._count),
            len(self._tree.elements) / letters,
            *map(float, type_features.page_type_features(page)),
        )

    def of_block(self, block: int) -> tuple[float, ...]:
        """What is a block's own, named by `OWN_NAMES`."""
        return self._of_text(block) + self._of_place(block)

    _TEXT_NAMES: ClassVar = (
        *"length links leaves sentence commas repeated title_share".split(),
        *"share_of_title".split(),
    )

    def _of_text(self, block: int) -> tuple[float, ...]:
        text, length = self._texts[block], self.blocks.lengths[block]
        words = _words(text) if len(text) <= LONGEST_LABEL else []
        shared = [word for word in words if word in self._title]
        common = len(set(shared)) if shared else 0
        return (
            length,
            1 - self.blocks.unlinked[block] / length,
            float(self.blocks.starts[block + 1] - self.blocks.starts[block]),
            1.0 if text[-1] in _ENDS else 0.0,
            float(text.count(",") + text.count("\uff0c")),
            float(min(self._repeated[text], MOST_REPEATED)),
            common / len(words) if words else 0.0,
            common / len(self._title) if common else 0.0,
        )

    _PLACE_NAMES: ClassVar = (
        *"place unlinked_before after_heading side_of_heading after_text".split(),
        *"before_text length_before length_after letters_near unlinked_near".split(),
        *"distance_to_best".split(),
    )

    def _of_place(self, block: int) -> tuple[float, ...]:
        count, lengths = self._count, self.blocks.lengths
        heading, long = self._heading, self._long
        first, last = max(0, block - WINDOW), min(count, block + WINDOW + 1)
        letters = self._before[last] - self._before[first]
        unlinked = self._unlinked_before[last] - self._unlinked_before[first]
        return (
            block / count,
            self._unlinked_before[block] / (self._unlinked_before[-1] or 1.0),
            FAR if heading < 0 else (block - heading) / count,
            0.0 if heading < 0 else float((block > heading) - (block < heading)),
            (block - long[0]) / count if long else FAR,
            (long[-1] - block) / count if long else FAR,
            lengths[block - 1] if block else -1.0,
            lengths[block + 1] if block + 1 < count else -1.0,
            letters,
            unlinked / letters,
            (self.blocks.nodes[block] - self._best) / len(self._tree.elements),
        )

    def _measured(self, container: int) -> tuple[float, ...]:
        """What is measured of a container and those around it, as many as `LEVELS`."""
        if container < 0:
            return NO_CONTAINER * LEVELS
        found = self._around.get(container)
        if found is None:
            wider = self._measured(self.blocks.wider(container))
            found = self.blocks.measure(container) + wider[: -len(NO_CONTAINER)]
            self._around[container] = found
        return found

    _BEST_NAMES: ClassVar = tuple("down_to_common up_to_common side_of_best".split())

    def _to_best(self, node: int) -> tuple[float, ...]:
        """Steps to the best container: down from what holds both, up to it, and its side."""
        best, ends = self._best, self._tree.subtree_end
        if best < 0:
            return (-1.0, -1.0, 0.0)
        up, after = 0, node >= ends[best]
        while not node <= best < ends[node]:
            node = self._tree.parents[node]
            up += 1
        down = self._above_best[node]
        return (float(down), float(up), 0.0 if not down else 1.0 if after else -1.0)


def _words(text: str) -> list[str]:
    """The words of a text, in lower case."""
    if text.isascii():
        return text.encode().translate(_ASCII_WORDS).decode().split()
    return _WORD.findall(text.lower())


_PATH_NAMES: Final = (*(f"in_{tag}" for tag in _SECTIONS), "tag", "block_tag", "depth")


@lru_cache(maxsize=4096)
def _of_path(path: str) -> tuple[float, ...]:
    tags = path.split("/")
    sections = [0.0] * len(_SECTIONS)
    for name in tags:
        section = _SECTION_NUMBER.get(name)
        if section is not None:
            sections[section] = 1.0
    block = len(tags) - 1
    while block > 0 and tags[block] in _INLINE:
        block -= 1
    block_tag = -1 if tags[block] in _INLINE else _TAG_NUMBER.get(tags[block], -1)
    tag = _TAG_NUMBER.get(tags[-1], -1)
    return (*sections, float(tag), float(block_tag), float(len(tags)))


# In the order in which `Features.of_block` gives them.
OWN_NAMES: tuple[str, ...] = (*Features._TEXT_NAMES, *Features._PLACE_NAMES)
# In the order in which `Features.groups` has them.
GROUP_NAMES: tuple[str, ...] = (
    *Features._ALIKE_NAMES,
    *_PATH_NAMES,
    *(f"{name}_{level}" for level in range(LEVELS) for name in MEASURES),
    *Features._BEST_NAMES,
    *(f"under_{name}" for name in HINTS),
    *(f"near_{name}" for name in HINTS),
    *Features._PAGE_NAMES,
    *type_features.NAMES,
)
