"""What forum engines made with Django share: filled with a plan, then served on this machine."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urljoin

from .content import Plan, Thread
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
class RunningForum:
    """A running forum and what is known to stand in it."""

    url: str
    truth: KnownForum
    server: ServerProcess

    def stop(self) -> None:
        self.server.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


@dataclass(frozen=True)
class Site:
    """A Django site with a directory of its own, run by the Python of its engine.

    Its modules are found in that directory, and the modules of the tests as ``tests``.
    """

    python: Path
    home: Path
    settings: str
    variables: Mapping[str, str] = field(default_factory=dict)
    """Environment variables its settings read."""

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

    def seed(self, plan: Plan, seeder: str) -> Paths:
        """Let the module ``seeder`` beside this one put ``plan`` into the site's database."""
        plan_file, paths_file = self.home / "plan.pickle", self.home / "paths.pickle"
        plan_file.write_bytes(pickle.dumps(plan))
        command = (self.python, "-m", f"{__package__}.{seeder}", plan_file, paths_file)
        run(command, cwd=self.home, environ=self.environ)
        paths: Paths = pickle.loads(paths_file.read_bytes())
        return paths

    def serve(
        self,
        plan: Plan,
        paths: Paths,
        layout: Callable[[Thread], Layout] = flat_layout,
        *,
        signatures: bool = False,
    ) -> RunningForum:
        """Start the site's server, and wait until it answers; its settings may read FORUM_URL.

        :param layout: how the engine shows a thread
        :param signatures: whether the engine shows those of the plan
        """
        port = free_port()
        url = f"http://{LOOPBACK}:{port}/"
        server = ServerProcess(
            self.python,
            (self.django_admin, "runserver", f"{LOOPBACK}:{port}", "--noreload"),
            cwd=self.home,
            environ={**self.environ, "FORUM_URL": url},
            log=self.home / "server.log",
        )
        try:
            server.wait_until_it_answers(port)
        except BaseException:
            server.stop()
            raise
        shown = plan.signatures if signatures else {}
        return RunningForum(url, _known_forum(url, plan, paths, layout, shown), server)


def _known_forum(
    url: str,
    plan: Plan,
    paths: Paths,
    layout: Callable[[Thread], Layout],
    signatures: Mapping[str, str],
) -> KnownForum:
    boards = {title: urljoin(url, path) for title, path in paths.boards.items()}
    threads = (
        _known_thread(thread, boards[thread.board], urljoin(url, path), layout(thread))
        for thread, path in zip(plan.threads, paths.threads, strict=True)
    )
    return KnownForum(
        boards=tuple(KnownBoard(title, address) for title, address in boards.items()),
        threads=tuple(threads),
        others=tuple(urljoin(url, path) for path in paths.others),
        posts_elsewhere=tuple(urljoin(url, path) for path in paths.posts_elsewhere),
        signatures=signatures,
    )


def _known_thread(thread: Thread, board_url: str, url: str, layout: Layout) -> KnownThread:
    pages = tuple(
        KnownPage(url if number == 1 else f"{url}?{layout.query}page={number}", posts)
        for number, posts in enumerate(layout.pages, 1)
    )
    return KnownThread(thread.title, board_url, pages, layout.parents)
