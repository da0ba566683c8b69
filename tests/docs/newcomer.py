"""Someone new with a machine of their own, who does what the documents say."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path

from redis import Redis

from tests.commands import TIMEOUT
from tests.crawling import ROOT
from tests.docs.blocks import Block
from tests.docs.web import ExampleWeb
from tests.environ import ENVIRON
from tests.forums.process import free_port
from tests.redis_server import RedisServer

BIN = Path(sys.executable).parent
STAT = re.compile(r"'extract_pipelines/([\w/]+)':")
# Warnings of Python come from what other packages do.
COMPLAINT = re.compile(r"Traceback|ERROR|(?<!\[py\.warnings\] )WARNING: (?!Location )")
NOT_CLONED = shutil.ignore_patterns(".*", "__pycache__", "*.so", "threads.json")
# Documents of which each section goes on with the project of the one before.
ONE_PROJECT = ("quickstart.md", "tutorial.md")
# A forum on this machine need not be spared. The documents' settings follow, and win.
HURRY = """
AUTOTHROTTLE_START_DELAY = 0.05
CONCURRENT_REQUESTS_PER_DOMAIN = 4
DOWNLOAD_DELAY = 0
LOG_LEVEL = "INFO"
TELNETCONSOLE_ENABLED = False
"""


class Newcomer:
    """Has a clone of this repository, and a project of their own for each section of a document.

    What the documents have installed goes to an environment of its own; what that depends on is
    there already, in the one that the tests run in.
    """

    def __init__(
        self, folder: Path, web: ExampleWeb, redis_server: RedisServer, addon: str
    ) -> None:
        """Set the machine up.

        :param addon: the settings that turn the add-on on
        """
        self.web = web
        self._folder = folder
        self._addon = addon
        self.installed = folder / "installed"
        self._packages = make_environment(self.installed)
        self.scrapyd_port = free_port()
        self.stats: set[str] = set()
        """Names of the stats that crawls have logged."""
        self._running: list[subprocess.Popen[bytes]] = []
        self._redis_url = redis_server.url
        self.redis = Redis.from_url(redis_server.url)
        self._environ = {
            **ENVIRON,
            **redis_server.environ,
            "PATH": os.pathsep.join([str(BIN), os.environ["PATH"], str(redis_server.tools)]),
            "PYTHONPATH": str(self._packages),
            "PYTHONUTF8": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }
        self._proxied = {
            **self._environ,
            "http_proxy": web.url,
            "https_proxy": web.url,
            "no_proxy": "127.0.0.1",
        }

    @cached_property
    def clone(self) -> Path:
        """A clone of the repository, whose environment is this one."""
        home = self._folder / "clone"
        shutil.copytree(ROOT, home, ignore=NOT_CLONED)
        environment = home / ".venv"
        environment.mkdir()
        (environment / "bin").symlink_to(BIN)
        (environment / ".installed").touch()
        return home

    def project(self, block: Block) -> Path:
        """The project ``watch`` of the block's section, with the add-on on.

        Sections of some documents share one, which a block of theirs begins.
        """
        document, _, section = block.name.partition(" (")[0].partition(": ")
        if document in ONE_PROJECT:
            return self._folder / document
        section = f"{document}-{section}"
        home = self._folder / "".join(c if c.isalnum() else "-" for c in section)
        if not home.exists():
            shutil.copytree(self._new_project, home, symlinks=True)
        return home

    @cached_property
    def _new_project(self) -> Path:
        home = self._folder / "watch"
        self.start_project(home)
        self.add_settings(home, self._addon)
        return home

    def start_project(self, home: Path) -> None:
        """Make the project ``watch`` as Scrapy does, in a folder with a virtual environment."""
        self.run(f"scrapy startproject watch {home}", self._folder)
        self.add_settings(home, HURRY)
        (home / ".venv").mkdir()
        (home / ".venv" / "bin").symlink_to(BIN)

    def add_settings(self, project: Path, text: str) -> None:
        """Put settings at the end of a project's own."""
        with (project / "watch" / "settings.py").open("a", encoding="utf-8") as file:
            file.write(f"\n{text}\n")

    def placed(self, text: str, project: Path) -> str:
        """A text of the documents with this machine's addresses of servers and of the project."""
        for name, here in {
            "/srv/forum": str(project),
            "localhost:6800": f"127.0.0.1:{self.scrapyd_port}",
            "redis://templates.example:6379/0": self._redis_url,
            "redis://queue.example:6379/0": self._redis_url,
        }.items():
            text = text.replace(name, here)
        return text

    def install(self, script: str) -> None:
        """Run commands of pip in the clone; they find the package index where it really is."""
        path = os.pathsep.join([str(self.installed / "bin"), os.environ["PATH"]])
        environ = {name: value for name, value in self._environ.items() if name != "PYTHONPATH"}
        self._run(script, self.clone, {**environ, "PATH": path})

    def run(self, script: str, folder: Path, *, complaints: bool = False) -> str:
        """Run shell commands, of which none may fail, and give what they print.

        :param complaints: whether it may be a warning, or an error
        """
        return self._run(script, folder, self._proxied, complaints=complaints)

    def _run(
        self, script: str, folder: Path, environ: Mapping[str, str], *, complaints: bool = False
    ) -> str:
        done = subprocess.run(
            self._command(script),
            cwd=folder,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=TIMEOUT,
            check=False,
        )
        told = f"{script}\n{done.stdout}"
        assert done.returncode == 0, told
        self.stats.update(STAT.findall(done.stdout))
        assert complaints or not any(map(COMPLAINT.search, done.stdout.splitlines())), told
        return done.stdout

    def start(self, script: str, folder: Path) -> None:
        """Start shell commands that go on in the background."""
        self._log = folder / "background.log"
        with self._log.open("wb") as log:
            process = subprocess.Popen(
                self._command(f"trap '' TERM\n{script}\nwait"),
                cwd=folder,
                env=self._proxied,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._running.append(process)

    def end(self) -> None:
        """End in good order what was started last."""
        process = self._running[-1]
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(TIMEOUT)
        assert "Traceback" not in self._log.read_text("utf-8")

    def _command(self, script: str) -> list[str]:
        return ["bash", "-e", "-o", "pipefail", "-c", script]

    def close(self) -> None:
        """End what still runs."""
        for process in self._running:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def make_environment(home: Path) -> Path:
    """An environment that finds all that this one has; give the folder of its packages."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(home)}))
    (packages / "around.pth").write_text(sysconfig.get_path("purelib"))
    pip = home / "bin" / "pip"
    pip.write_text(f'#!/bin/sh\nexec {home}/bin/python -m pip "$@"\n')
    pip.chmod(0o755)
    return packages


def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so; fail if it takes too long."""
    deadline = time.monotonic() + TIMEOUT
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)
