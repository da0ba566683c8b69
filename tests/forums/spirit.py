"""A real forum: django-spirit, seeded with a plan and served on this machine."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urljoin

from .content import Plan, Post, Quote, Thread
from .environment import engine_python
from .process import LOOPBACK, Command, ServerProcess, engine_environ, free_port, run
from .truth import KnownBoard, KnownForum, KnownPage, KnownThread

REQUIREMENTS = (
    "django-spirit==0.14.*",
    "Django==5.2.*",
    "django-haystack>=3.3,<3.5",
    "django-djconfig==0.11.*",
    "django-infinite-scroll-pagination==1.3.*",
    "Pillow>=11,<14",
)
POSTS_PER_PAGE = 10
CONFIG = {
    "site_name": "Leisure hours",
    "site_description": "Gardens, model railways and birds",
    "comments_per_page": POSTS_PER_PAGE,
    "topics_per_page": 10,
}
OTHERS = ("/", "/search/", "/user/login/", "/user/register/", "/user/password-reset/")
SERVED_SETTINGS = "from .dev import *\n\nST_SITE_URL = {url!r}\n"
SERVED = "--settings=forum.settings.served"
SEED_SCRIPT = Path(__file__).with_name("spirit_seed.py")


@dataclass(frozen=True)
class SpiritForum:
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


def start_spirit(workdir: Path, plan: Plan) -> SpiritForum:
    """Make a Spirit project in ``workdir``, seed it with ``plan`` and serve it until stopped."""
    python = engine_python("spirit", REQUIREMENTS)
    environ = engine_environ(python)
    project = workdir / "forum"
    run([python.with_name("spirit"), "startproject", "forum"], cwd=workdir, environ=environ)
    run([python, "manage.py", "spiritinstall"], cwd=project, environ=environ)
    paths = _seed(python, project, environ, plan)
    port = free_port()
    url = f"http://{LOOPBACK}:{port}/"
    (project / "forum" / "settings" / "served.py").write_text(SERVED_SETTINGS.format(url=url))
    runserver = ("manage.py", "runserver", f"{LOOPBACK}:{port}", "--noreload", SERVED)
    log = workdir / "server.log"
    server = ServerProcess(python, runserver, cwd=project, environ=environ, log=log)
    try:
        server.wait_until_it_answers(port)
    except BaseException:
        server.stop()
        raise
    return SpiritForum(url, _truth(url, plan, paths), server)


def _seed(python: Path, project: Path, environ: dict[str, str], plan: Plan) -> dict[str, Any]:
    plan_file, paths_file = project / "plan.json", project / "paths.json"
    plan_file.write_text(json.dumps(_told(plan)), "utf-8")
    settings = {"DJANGO_SETTINGS_MODULE": "forum.settings.dev", "PYTHONPATH": str(project)}
    command: Command = (python, "-P", SEED_SCRIPT, plan_file, paths_file)
    run(command, cwd=project, environ=environ | settings)
    paths: dict[str, Any] = json.loads(paths_file.read_text("utf-8"))
    return paths


def _told(plan: Plan) -> dict[str, Any]:
    threads = [
        {
            "title": thread.title,
            "board": thread.board,
            "posts": [_told_post(post) for post in thread.posts],
        }
        for thread in plan.threads
    ]
    return {"config": CONFIG, "users": plan.users, "boards": plan.boards, "threads": threads}


def _told_post(post: Post) -> dict[str, Any]:
    return {
        "author": post.author,
        "date": post.date.isoformat(),
        "edited": post.edited,
        "parts": [
            {"quote": block.text, "author": block.author}
            if isinstance(block, Quote)
            else {"markdown": block.markdown}
            for block in post.blocks
        ],
    }


def _truth(url: str, plan: Plan, paths: dict[str, Any]) -> KnownForum:
    boards = {title: urljoin(url, path) for title, path in paths["boards"].items()}
    threads = (
        KnownThread(thread.title, boards[thread.board], _pages(urljoin(url, path), thread))
        for thread, path in zip(plan.threads, paths["threads"], strict=True)
    )
    return KnownForum(
        boards=tuple(KnownBoard(title, address) for title, address in boards.items()),
        threads=tuple(threads),
        others=tuple(urljoin(url, path) for path in (*OTHERS, *paths["profiles"])),
    )


def _pages(url: str, thread: Thread) -> tuple[KnownPage, ...]:
    starts = range(0, len(thread.posts), POSTS_PER_PAGE)
    return tuple(
        KnownPage(
            url if number == 1 else f"{url}?page={number}",
            thread.posts[start : start + POSTS_PER_PAGE],
        )
        for number, start in enumerate(starts, 1)
    )
