"""A real forum: fossil's own, where a reply stands below the post that it answers."""

from __future__ import annotations

import hashlib
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, Self

from tests.debian import find_program, start_server

from .content import Plan, Post, Thread
from .process import LOOPBACK, free_port, run
from .seeding import source_of
from .truth import KnownBoard, KnownForum, KnownPage, KnownThread

PACKAGES = ("fossil", "libfuse2")
# Of the posts of a thread, each answers the one so many before it, in turns.
STEPS_BACK = (1, 1, 2, 3)
# What a stranger may do: read the forum, tickets and wiki, and follow links.
STRANGERS_MAY = "2hjorz"


class Told(NamedTuple):
    """A thread as the forum stores it."""

    artifacts: list[bytes]
    address: str
    """The path that the list of threads leads to: its latest post's."""
    parents: dict[int, int]


class FossilForum:
    """A running forum; see `RunningForum`."""

    def __init__(self, workdir: Path, plan: Plan) -> None:
        self._program, environ = find_program("fossil", PACKAGES)
        self._environ = {**environ, "FOSSIL_HOME": str(workdir), "FOSSIL_USER": "admin"}
        self._workdir = workdir
        told = [told_thread(thread) for thread in plan.threads]
        self._fill([artifact for thread in told for artifact in thread.artifacts])
        self._port = free_port()
        self.url = f"http://{LOOPBACK}:{self._port}/forum"
        self.truth = KnownForum(
            boards=(KnownBoard("Forum", self.url),),
            threads=tuple(
                self._known(thread, one) for thread, one in zip(plan.threads, told, strict=True)
            ),
            others=(),
            posts_elsewhere=(),
        )

    def _known(self, thread: Thread, told: Told) -> KnownThread:
        url = f"http://{LOOPBACK}:{self._port}{told.address}"
        posts = tuple(in_tree(thread.posts, told.parents))
        return KnownThread(thread.title, self.url, (KnownPage(url, posts),), told.parents)

    def _fill(self, artifacts: list[bytes]) -> None:
        folder = self._workdir / "artifacts"
        folder.mkdir()
        for number, artifact in enumerate(artifacts):
            (folder / str(number)).write_bytes(artifact)
        self._ask("reconstruct", "forum.fossil", str(folder))
        for user in ("nobody", "anonymous"):
            self._ask("user", "capabilities", user, STRANGERS_MAY, "-R", "forum.fossil")

    def _ask(self, *arguments: str) -> None:
        run((self._program, *arguments), cwd=self._workdir, environ=self._environ)

    def __enter__(self) -> Self:
        options = ("server", "forum.fossil", "--localhost", "--port", str(self._port))
        self._process = start_server(
            (self._program, *options), self._answers, self._environ, self._workdir
        )
        return self

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url, timeout=5) as response:
                return bool(response.status == 200)
        except OSError:
            return False

    def __exit__(self, *error: object) -> None:
        self._process.communicate()


def told_thread(thread: Thread) -> Told:
    """The artifacts of a thread's posts, in the format of fossil's forum posts."""
    artifacts: list[bytes] = []
    names: list[str] = []
    parents: dict[int, int] = {}
    for at, post in enumerate(thread.posts):
        cards = [f"D {post.date:%Y-%m-%dT%H:%M:%S}.000"]
        if at:
            back = min(at, STEPS_BACK[at % len(STEPS_BACK)])
            parents[post.number] = thread.posts[at - back].number
            cards += [f"G {names[0]}", f"I {names[at - back]}"]
        else:
            cards.append(f"H {escaped(thread.title)}")
        cards += ["N text/x-markdown", f"U {escaped(post.author)}"]
        artifact = sealed(cards, source_of(post).encode())
        artifacts.append(artifact)
        names.append(hashlib.sha3_256(artifact).hexdigest())
    return Told(artifacts, f"/forumpost/{names[-1][:10]}", parents)


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(" ", "\\s")


def sealed(cards: list[str], text: bytes) -> bytes:
    """Cards, text, and the checksum of both."""
    head = "".join(f"{card}\n" for card in [*cards, f"W {len(text)}"]).encode()
    whole = head + text + b"\n"
    return whole + f"Z {hashlib.md5(whole, usedforsecurity=False).hexdigest()}\n".encode()


def in_tree(posts: tuple[Post, ...], parents: Mapping[int, int]) -> Iterator[Post]:
    """The posts as the forum shows them: each followed by its answers, these by their dates."""
    answers: dict[int | None, list[Post]] = defaultdict(list)
    for post in posts:
        answers[parents.get(post.number)].append(post)
    waiting = [*answers[None]]
    while waiting:
        post = waiting.pop(0)
        yield post
        waiting[:0] = answers[post.number]
