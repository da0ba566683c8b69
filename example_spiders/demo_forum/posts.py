"""Writes the posts of one thread: who answers whom, when, and in which words."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime, timedelta

from example_spiders.demo_forum.model import Block, Post, ThreadPlan, User
from example_spiders.demo_forum.writer import VOCABULARIES, Writer

QUOTE_LIMIT = 120
DEEPEST = 4
SMILEYS = ("smile", "wink", "cool", "cry")
_EMOJI = ("🙂", "😅", "🚲", "☕", "🎉")
_REACTIONS = ("👍", "❤️", "😂")


class PostMaker:
    """Makes the posts of a planned thread, always the same for the same seed."""

    def __init__(
        self, plan: ThreadPlan, users: tuple[User, ...], now: datetime, seed: str, emoji: bool
    ) -> None:
        self._plan = plan
        self._now = now
        self._emoji = emoji
        self._rng = random.Random(seed)
        self._writer = Writer(self._rng, VOCABULARIES[plan.language])
        self._cast = [plan.author, *self._rng.sample(users, min(len(users), 9))]

    def posts(self) -> tuple[Post, ...]:
        """All posts in the order of their numbers."""
        parents = self._parents()
        dates = self._dates()
        numbers = preorder(parents) if self._plan.nested else [*range(1, self._plan.size + 1)]
        written: list[Post] = []
        for index, parent in enumerate(parents):
            answered = None if parent is None else written[parent]
            written.append(self._post(numbers[index], dates[index], answered, written))
        return tuple(sorted(written, key=lambda post: post.number))

    def _parents(self) -> list[int | None]:
        """For each post, oldest first, the index of the post it answers."""
        parents: list[int | None] = [None]
        depths = [0]
        share = 0.75 if self._plan.nested else 0.45
        for index in range(1, self._plan.size):
            parent = self._rng.randint(max(0, index - 12), index - 1)
            answers = self._rng.random() < share and depths[parent] < DEEPEST
            parents.append(parent if answers else None)
            depths.append(depths[parent] + 1 if answers else 0)
        return parents

    def _dates(self) -> list[datetime]:
        """The dates, oldest first: counted back from the last one, with some long silences."""
        dates = [self._plan.last]
        for _ in range(self._plan.size - 1):
            gap = 1 + int(self._rng.expovariate(1 / self._plan.pace))
            if self._rng.random() < 0.03:
                gap += self._rng.randint(20, 400) * 1440
            dates.append(dates[-1] - timedelta(minutes=gap))
        return dates[::-1]

    def _post(
        self, number: int, date: datetime, answered: Post | None, earlier: list[Post]
    ) -> Post:
        author = self._rng.choice(self._cast) if earlier else self._plan.author
        own = self._opening() if not earlier else self._reply()
        post = Post(
            number=number,
            author=author,
            date=date,
            blocks=self._with_quotes(own, answered, earlier),
            parent=answered.number if answered else None,
            reactions=self._draw_reactions(),
        )
        edited = date + timedelta(minutes=self._rng.randint(2, 1200))
        return replace(post, edited=edited) if self._edits(edited) else post

    def _edits(self, edited: datetime) -> bool:
        return self._rng.random() < 0.08 and edited < self._now

    def _opening(self) -> list[Block]:
        blocks = [self._writer.paragraph() for _ in range(self._rng.randint(1, 4))]
        return self._with_extras(blocks, 0.7)

    def _reply(self) -> list[Block]:
        kind = self._rng.random()
        if kind < 0.22:
            return [Block("text", self._writer.short())]
        if kind < 0.45:
            return [self._cheerful(self._writer.line())]
        if kind < 0.8:
            return self._with_extras([self._cheerful(self._writer.paragraph(1, 4))], 0.3)
        return self._with_extras(
            [self._writer.paragraph() for _ in range(self._rng.randint(3, 6))], 0.5
        )

    def _cheerful(self, block: Block) -> Block:
        """The block with an emoji or a smiley now and then."""
        if self._rng.random() > 0.25:
            return block
        if self._emoji:
            return replace(block, text=f"{block.text} {self._rng.choice(_EMOJI)}")
        return replace(block, smiley=self._rng.choice(SMILEYS))

    def _with_extras(self, blocks: list[Block], share: float) -> list[Block]:
        while self._rng.random() < share:
            share *= 0.6
            place = self._rng.randint(1, len(blocks))
            blocks[place:place] = self._extra()
        return blocks

    def _extra(self) -> list[Block]:
        kind = self._rng.randint(0, 9)
        if kind < 3:
            return [self._writer.image()]
        if kind < 5:
            return [*self._writer.bullets()]
        if kind < 7:
            return [self._writer.linked()]
        if kind < 9:
            return [self._writer.code()]
        return [self._writer.spoiler()]

    def _with_quotes(
        self, own: list[Block], answered: Post | None, earlier: list[Post]
    ) -> tuple[Block, ...]:
        """The own blocks after a quote of the answered post, and now and then a second quote."""
        if answered is None or self._rng.random() < 0.4:
            return tuple(own)
        blocks = [_quote(answered), *own]
        if self._rng.random() < 0.15 and len(earlier) > 1:
            other = self._rng.choice([post for post in earlier if post is not answered])
            blocks += [_quote(other), self._writer.line()]
        return tuple(blocks)

    def _draw_reactions(self) -> tuple[tuple[str, int], ...]:
        faces = self._rng.sample(_REACTIONS, self._rng.choice((0, 0, 1, 2)))
        return tuple((face, self._rng.randint(1, 12)) for face in faces)


def preorder(parents: list[int | None]) -> list[int]:
    """The number (from 1) each post gets when every answer stands below what it answers."""
    children: dict[int | None, list[int]] = {}
    for index, parent in enumerate(parents):
        children.setdefault(parent, []).append(index)
    numbers = [0] * len(parents)
    waiting = children[None][::-1]
    for number in range(1, len(parents) + 1):
        index = waiting.pop()
        numbers[index] = number
        waiting += reversed(children.get(index, []))
    return numbers


def _quote(source: Post) -> Block:
    text = source.own_text
    if len(text) > QUOTE_LIMIT:
        text = text[:QUOTE_LIMIT].rstrip() + "..."
    return Block("quote", text, source=source)
