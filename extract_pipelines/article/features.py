"""Features of blocks: what tells content from boilerplate, for the learned scorer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

from extract_pipelines.article.blocks import LEVELS, NO_CONTAINER, Blocks, Container
from extract_pipelines.article.hints import HINTS, Hints, flags
from extract_pipelines.page import Page
from extract_pipelines.page import type_features as page_type
from extract_pipelines.page.tag_paths import INLINE

_SECTIONS = (
    "nav footer header aside main article section form table ul ol li dl button figure p pre "
    "blockquote label a h1 h2 h3 h4 td th"
).split()
_TAGS = (
    "p li td th dd dt h1 h2 h3 h4 h5 h6 div span a button label pre code figcaption blockquote "
    "option section article body strong em b i"
).split()
_TAG_NUMBER = {tag: number for number, tag in enumerate(_TAGS)}
_INLINE = INLINE - frozenset("p br h1 h2 h3 h4 h5".split())
_ENDS = tuple(".!?。！？…;；")
_WORD = re.compile(r"\w+")
# A block with so many letters outside links is a text.
LONG = 100
LONGEST_LABEL = 150
MOST_REPEATED = 5
FAR = -2.0
# Blocks on either side that say what a block stands among.
WINDOW = 5

_FIELDS = ("share", "unlinked", "sentences", "elements", "density")
OWN_NAMES: tuple[str, ...] = (
    *"length links leaves sentence commas repeated title_share share_of_title".split(),
    *"place unlinked_before after_heading side_of_heading after_text before_text".split(),
    *"length_before length_after letters_near unlinked_near distance_to_best".split(),
)
GROUP_NAMES: tuple[str, ...] = (
    *"alike alike_length alike_links alike_share".split(),
    *(f"in_{tag}" for tag in _SECTIONS),
    *"tag block_tag depth".split(),
    *(f"{name}_{level}" for level in range(LEVELS) for name in _FIELDS),
    *"down_to_common up_to_common side_of_best".split(),
    *(f"under_{name}" for name in HINTS),
    *(f"near_{name}" for name in HINTS),
    *"letters unlinked blocks texts articles text_share best_share paragraphs density".split(),
    *page_type.NAMES,
)


class Features:
    """Computes the features of one page's blocks.

    Blocks of one tag path, class and container are a group: much of what is known of them is the
    same for all. All numbers are floats, which Python compares in half the time.
    """

    def __init__(self, page: Page) -> None:
        self.blocks = blocks = Blocks(page)
        self._page = page
        self._count = len(blocks)
        self._texts = [blocks.text(block) for block in range(self._count)]
        self._repeated = Counter(self._texts)
        self._title = frozenset(_WORD.findall(page.title.lower()))
        self._paths = [page.leaves[start].path for start in blocks.starts[:-1]]
        self._heading = next((i for i, path in enumerate(self._paths) if "/h1" in path), None)
        long = [i for i, length in enumerate(blocks.unlinked) if length > LONG]
        self._long = (long[0], long[-1]) if long else None
        self._before = [0.0, *accumulate(blocks.lengths)]
        self._unlinked_before = [0.0, *accumulate(blocks.unlinked)]
        self._alike = self._count_alike()
        self._best = blocks.best_container()
        self._above_best = self._ancestors(self._best)
        self._around: dict[int, tuple[float, ...]] = {}
        self._groups: dict[tuple[Any, ...], tuple[float, ...]] = {}
        self._hints = Hints(page)
        self._of_page = self._read_page(len(long))

    def _count_alike(self) -> list[tuple[float, ...]]:
        """For each block those with its tag path and class: count, mean length, links, share."""
        classes, parents = self._page.values("class"), self._page.parents
        sums: dict[tuple[str, str | None], list[float]] = {}
        of_block = []
        blocks = self.blocks
        for node, path, length, unlinked in zip(
            blocks.nodes, self._paths, blocks.lengths, blocks.unlinked, strict=True
        ):
            name = classes.get(node) or classes.get(parents[node])
            total = sums.setdefault((path, name), [0.0, 0.0, 0.0])
            total[0] += 1
            total[1] += length
            total[2] += unlinked
            of_block.append(total)
        letters = self._before[-1]
        told = {
            id(total): (total[0], total[1] / total[0], 1 - total[2] / total[1], total[1] / letters)
            for total in sums.values()
        }
        return [told[id(total)] for total in of_block]

    def _ancestors(self, node: int) -> dict[int, int]:
        """Steps up from the element to each element around it, itself included."""
        steps: dict[int, int] = {}
        while node >= 0:
            steps[node] = len(steps)
            node = self._page.parents[node]
        return steps

    def _read_page(self, texts: int) -> tuple[float, ...]:
        letters, unlinked = self._before[-1] or 1.0, self._unlinked_before[-1]
        return (
            letters,
            unlinked,
            float(self._count),
            float(texts),
            float(len(self._page.flat.tagged("article"))),
            sum(length for length in self.blocks.unlinked if length > LONG) / letters,
            self.blocks.container(self._best).share if self._best >= 0 else 0.0,
            sum(path.endswith("/p") for path in self._paths) / max(1, self._count),
            len(self._page.elements) / letters,
            *map(float, page_type.page_type(self._page)),
        )

    def of_group(self, block: int) -> tuple[float, ...]:
        """What a block shares with its group, named by `GROUP_NAMES`: one object for all of it."""
        node, path, alike = self.blocks.nodes[block], self._paths[block], self._alike[block]
        around = self.blocks.containers(block)
        under, near = self._hints.of(node)
        inner = around[0].node if around else 0
        key = (id(alike), inner, under, near)
        found = self._groups.get(key)
        if found is None:
            found = self._groups[key] = (
                *alike,
                *_of_path(path),
                *(self._around.get(inner) or self._read_containers(inner, around)),
                *flags(under),
                *flags(near),
                *self._of_page,
            )
        return found

    def of_block(self, block: int) -> tuple[float, ...]:
        """What is a block's own, named by `OWN_NAMES`."""
        return (*self._of_text(block), *self._of_place(block))

    def _of_text(self, block: int) -> tuple[float, ...]:
        text = self._texts[block]
        length = self.blocks.lengths[block]
        words = _WORD.findall(text.lower()) if len(text) <= LONGEST_LABEL else ()
        common = len(self._title.intersection(words))
        return (
            length,
            1 - self.blocks.unlinked[block] / length,
            float(self.blocks.starts[block + 1] - self.blocks.starts[block]),
            1.0 if text.endswith(_ENDS) else 0.0,
            float(text.count(",") + text.count("\uff0c")),
            float(min(self._repeated[text], MOST_REPEATED)),
            common / len(words) if words else 0.0,
            common / len(self._title) if common else 0.0,
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
            FAR if heading is None else (block - heading) / count,
            0.0 if heading is None else float((block > heading) - (block < heading)),
            (block - long[0]) / count if long else FAR,
            (long[1] - block) / count if long else FAR,
            lengths[block - 1] if block else -1.0,
            lengths[block + 1] if block + 1 < count else -1.0,
            letters,
            unlinked / letters,
            (self.blocks.nodes[block] - self._best) / len(self._page.elements),
        )

    def _read_containers(self, inner: int, around: Sequence[Container]) -> tuple[float, ...]:
        missing = (NO_CONTAINER,) * (LEVELS - len(around))
        numbers = [number for container in (*around, *missing) for number in container[1:]]
        found = self._around[inner] = tuple(map(float, (*numbers, *self._to_best(inner))))
        return found

    def _to_best(self, node: int) -> tuple[int, int, int]:
        """Steps to the best container: down from what holds both, up to it, and its side."""
        if self._best < 0:
            return (-1, -1, 0)
        up, after = 0, node >= self._page.subtree_end[self._best]
        while node not in self._above_best:
            node = self._page.parents[node]
            up += 1
        down = self._above_best[node]
        return (down, up, 0 if not down else 1 if after else -1)


@lru_cache(maxsize=4096)
def _of_path(path: str) -> tuple[float, ...]:
    tags = path.split("/")
    inside = set(tags)
    block_tag = next((tag for tag in reversed(tags) if tag not in _INLINE), "")
    return (
        *(float(tag in inside) for tag in _SECTIONS),
        float(_TAG_NUMBER.get(tags[-1], -1)),
        float(_TAG_NUMBER.get(block_tag, -1)),
        float(len(tags)),
    )
