"""What forum engines made with Django share: filled with a plan, then served on this machine."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self
from urllib.parse import urljoin

from .changes import Change, Changes, changed
from .content import Plan, Thread
from .fetching import source
from .process import LOOPBACK, ServerProcess, engine_environ, free_port, run
from .truth import KnownBoard, KnownForum, KnownPage, KnownThread, Layout, Paths

ROOT = Path(__file__).resolve().parents[2]
POSTS_PER_PAGE = 10


def flat_layout(thread: Thread) -> Layout:
    """One post after the other."""
    posts = thread.posts
    starts = range(0, len(posts), POSTS_PER_PAGE)
    return Layout(tuple(posts[start : start + POSTS_PER_PAGE] for start in starts), {})


@dataclass(frozen=True)
class Site:
    """A Django site with a directory of its own, run by the Python of its engine.

    Its modules are found in that directory, and the modules of the tests as ``tests``.
    """

    python: Path
    home: Path
    settings: str
    seeder: str
    """The module beside this one that fills and changes the site; see ``seeding.py``."""
    variables: Mapping[str, str] = field(default_factory=dict)
    """Environment variables its settings read."""
    layout: Callable[[Thread], Layout] = flat_layout
    """How the engine shows a thread."""
    shows_signatures: bool = False

    @property
    def environ(self) -> dict[str, str]:
        return {
            **engine_environ(self.python),
            "DJANGO_SETTINGS_MODULE": self.settings,
            "PYTHONPATH": os.pathsep.join((str(self.home), str(ROOT))),
            **self.variables,
        }

    @property
    def django_admin(self) -> Path:
        return self.python.with_name("django-admin")

    def manage(self, *arguments: str) -> None:
        run([self.python, self.django_admin, *arguments], cwd=self.home, environ=self.environ)

    def seed(self, plan: Plan) -> Paths:
        """Put ``plan`` into the site's database."""
        paths: Paths = self._ask_seeder(plan)
        return paths

    def change(self, plan: Plan, changes: tuple[Change, ...]) -> list[str]:
        """Change the site's database, which holds ``plan``; gives the paths of new threads."""
        new_threads: list[str] = self._ask_seeder(Changes(plan, changes))
        return new_threads

    def _ask_seeder(self, question: Plan | Changes) -> Any:
        asked, answer = self.home / "asked.pickle", self.home / "answer.pickle"
        asked.write_bytes(pickle.dumps(question))
        command = (self.python, "-m", f"{__package__}.{self.seeder}", asked, answer)
        run(command, cwd=self.home, environ=self.environ)
        return pickle.loads(answer.read_bytes())

    def serve(self, plan: Plan, paths: Paths) -> RunningForum:
        """Start the site's server, and wait until it answers; its settings may read FORUM_URL."""
        port = free_port()
        url = f"http://{LOOPBACK}:{port}/"
        server = ServerProcess(
            self.python,
            (self.django_admin, "runserver", f"{LOOPBACK}:{port}", "--noreload"),
            cwd=self.home,
            environ={**self.environ, "FORUM_URL": url},
            log=self.home / f"server-{port}.log",
        )
        try:
            server.wait_until_it_answers(port)
        except BaseException:
            server.stop()
            raise
        return RunningForum(url, self, server, plan, paths)


class RunningForum:
    """A running forum.

    :ivar url: its index
    :ivar truth: what is known to stand in it
    :ivar plan: the same, without addresses
    """

    def __init__(
        self, url: str, site: Site, server: ServerProcess, plan: Plan, paths: Paths
    ) -> None:
        self.url = url
        self.plan = plan
        self.server = server
        self._site = site
        self._paths = paths
        self._sources: dict[str, bytes] = {}
        self.truth = self._known()

    def source(self, url: str) -> bytes:
        """What the server sends for an address, be it an error page; it is asked once."""
        if url not in self._sources:
            self._sources[url] = source(url)
        return self._sources[url]

    def change(self, *changes: Change) -> KnownForum:
        """Change what stands in the forum, while it runs; gives the truth afterwards.

        For a forum of the test's own: other tests hold what they know of a shared one.

        :raises ValueError: for a thread or a post that is not there
        """
        after = changed(self.plan, changes)
        new_threads = self._site.change(self.plan, changes)
        self.plan = after
        self._sources.clear()
        self._paths = self._paths._replace(threads=[*self._paths.threads, *new_threads])
        self.truth = self._known()
        return self.truth

    def _known(self) -> KnownForum:
        paths = self._paths
        boards = {title: urljoin(self.url, path) for title, path in paths.boards.items()}
        threads = (
            _known_thread(
                thread, boards[thread.board], urljoin(self.url, path), self._site.layout(thread)
            )
            for thread, path in zip(self.plan.threads, paths.threads, strict=True)
        )
        return KnownForum(
            boards=tuple(KnownBoard(title, address) for title, address in boards.items()),
            threads=tuple(threads),
            others=tuple(urljoin(self.url, path) for path in paths.others),
            posts_elsewhere=tuple(urljoin(self.url, path) for path in paths.posts_elsewhere),
            signatures=self.plan.signatures if self._site.shows_signatures else {},
        )

    def served_with(self, **variables: str) -> RunningForum:
        """The same forum, served once more with other variables for its settings."""
        site = replace(self._site, variables={**self._site.variables, **variables})
        return site.serve(self.plan, self._paths)

    def stop(self) -> None:
        self.server.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()


def _known_thread(thread: Thread, board_url: str, url: str, layout: Layout) -> KnownThread:
    pages = tuple(
        KnownPage(url if number == 1 else f"{url}?{layout.query}page={number}", posts)
        for number, posts in enumerate(layout.pages, 1)
    )
    return KnownThread(thread.title, board_url, pages, layout.parents)
