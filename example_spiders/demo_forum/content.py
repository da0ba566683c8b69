"""The two forums' content: users, boards and threads, drawn from a seed, written on request."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import count

from example_spiders.demo_forum.model import Board, Thread, ThreadPlan, User
from example_spiders.demo_forum.posts import PostMaker
from example_spiders.demo_forum.writer import VOCABULARIES, Writer

FRESHEST_MINUTES = 8
OLDEST_MINUTES = 4_000_000
_TAGS = ("howto", "beginners", "repair", "budget", "winter", "reviews", "travel", "diy")


@dataclass(frozen=True)
class ForumSpec:
    """What tells one forum of the demo from another.

    `languages` and `sizes` are dealt to the threads in turn; after the first round of `sizes` the
    lengths are drawn. Every `nest_every`-th thread is a tree (0: none).
    """

    key: str
    languages: tuple[str, ...]
    sizes: tuple[int, ...]
    boards: tuple[Board, ...]
    members: tuple[tuple[str, int], ...]
    first_tid: int
    nest_every: int = 0
    emoji: bool = False


CLASSIC = ForumSpec(
    key="classic",
    languages=("zh", "zh", "zh", "en", "zh", "zh", "zh"),
    sizes=(23, 1, 8, 47, 4, 12),
    boards=(
        Board(2, "器材与摄影", "gear", "相机、镜头和照片的一切"),
        Board(5, "骑行和远足", "ride", "路线、装备、约伴"),
        Board(7, "茶余饭后", "tea", "想到哪里说到哪里"),
        Board(11, "修修补补", "repair", "拆得开，也要装得回去"),
    ),
    members=(("zh", 24), ("en", 4), ("de", 5)),
    first_tid=15,
)
MODERN = ForumSpec(
    key="modern",
    languages=("en", "de", "en", "en", "de"),
    sizes=(31, 14, 1, 6, 3, 22),
    boards=(
        Board(1, "General", "general", "Anything that fits nowhere else"),
        Board(2, "Workshop", "workshop", "Building, breaking and mending"),
        Board(3, "Auf Deutsch", "deutsch", "Alles auf Deutsch", language="de"),
    ),
    members=(("en", 16), ("de", 12), ("zh", 3)),
    first_tid=17,
    nest_every=4,
    emoji=True,
)


class Forum:
    """One forum: its plans are made at once, a thread's posts when they are asked for.

    `taken` holds the titles in use, and gets those of this forum.
    """

    def __init__(
        self, spec: ForumSpec, threads: int, seed: int, now: datetime, taken: set[str]
    ) -> None:
        self.spec = spec
        self._seed = f"{seed}/{spec.key}"
        self._now = now
        self.users = tuple(self._make_users())
        self.plans = tuple(self._make_plans(threads, taken))
        self._by_tid = {plan.tid: plan for plan in self.plans}
        self._written = lru_cache(maxsize=512)(self._write)

    def thread(self, tid: int) -> Thread | None:
        """The thread with this number, if there is one."""
        return self._written(tid) if tid in self._by_tid else None

    def threads(self, plans: tuple[ThreadPlan, ...]) -> list[Thread]:
        """The written threads of these plans."""
        return [self._written(plan.tid) for plan in plans]

    def board_plans(self, board: Board) -> tuple[ThreadPlan, ...]:
        """The plans of one board, the most recently active first."""
        return tuple(plan for plan in self.plans if plan.board is board)

    def _make_users(self) -> Iterator[User]:
        rng = random.Random(f"{self._seed}/users")
        uids = count(3)
        for language, limit in self.spec.members:
            words = VOCABULARIES[language]
            for name in words.names[:limit]:
                joined = date(rng.randint(2004, 2012), rng.randint(1, 12), rng.randint(1, 28))
                signature = rng.choice(words.signatures) if rng.random() < 0.35 else None
                posts = rng.randint(5, 9000)
                yield User(
                    next(uids), name, joined, posts, posts * 3 + rng.randint(0, 99), signature
                )

    def _make_plans(self, threads: int, taken: set[str]) -> Iterator[ThreadPlan]:
        rng = random.Random(f"{self._seed}/plans")
        for rank in range(threads):
            language = self.spec.languages[rank % len(self.spec.languages)]
            yield ThreadPlan(
                tid=self.spec.first_tid + 3 * (threads - 1 - rank),
                board=self._board_for(language, rank),
                title=_unused_title(Writer(rng, VOCABULARIES[language]), taken),
                language=language,
                author=rng.choice(self.users),
                size=self._size(rng, rank),
                last=self._now - _age(rank, threads),
                pace=60 if rank == 0 else rng.choice((15, 60, 240, 1500, 9000)),
                nested=bool(self.spec.nest_every) and rank % self.spec.nest_every == 1,
                views=rng.randint(40, 30_000),
                tags=tuple(rng.sample(_TAGS, rng.randint(1, 3))),
            )

    def _board_for(self, language: str, rank: int) -> Board:
        own = [board for board in self.spec.boards if board.language == language]
        boards = own or [board for board in self.spec.boards if not board.language]
        return boards[rank % len(boards)]

    def _size(self, rng: random.Random, rank: int) -> int:
        drawn = rng.choice((1, 2, 3, rng.randint(4, 9), rng.randint(4, 19), rng.randint(10, 47)))
        return self.spec.sizes[rank] if rank < len(self.spec.sizes) else drawn

    def _write(self, tid: int) -> Thread:
        plan = self._by_tid[tid]
        maker = PostMaker(plan, self.users, self._now, f"{self._seed}/{tid}", self.spec.emoji)
        return Thread(plan, maker.posts())


def _age(rank: int, threads: int) -> timedelta:
    share = (rank / (threads - 1)) ** 0.6 if threads > 1 else 0.0
    return timedelta(minutes=int(FRESHEST_MINUTES * (OLDEST_MINUTES / FRESHEST_MINUTES) ** share))


def _unused_title(writer: Writer, taken: set[str]) -> str:
    for attempt in count():
        title = writer.title()
        if attempt > 50:
            title = f"{title} ({len(taken)})"
        if title not in taken:
            break
    taken.add(title)
    return title
