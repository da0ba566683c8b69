"""Commands of Scrapy, each in a process of its own.

The processes are forked from one that has imported Scrapy already: to import it takes longer than
most crawls of a test.
"""

from __future__ import annotations

import gc
import importlib
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from io import BufferedReader, FileIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory

import scrapy.cmdline

from tests.environ import ENVIRON

TIMEOUT = 120
STREAMS = {"stdin": 0, "stdout": 1, "stderr": 2}

_forking = multiprocessing.get_context("forkserver")
_forking.set_forkserver_preload(["tests.preloaded"])


class Command:
    """A command of Scrapy that is running, as ``python -m scrapy`` would run it.

    :param cwd: the folder that it runs in
    :param environ: its environment; PYTHONPATH comes before where modules are looked for here
    :param stdin: what it can read
    """

    def __init__(
        self,
        *arguments: str,
        cwd: Path,
        environ: Mapping[str, str] = ENVIRON,
        stdin: bytes = b"",
    ) -> None:
        self._arguments = arguments
        self._folder = TemporaryDirectory()
        Path(self._folder.name, "stdin").write_bytes(stdin)
        self._process = _forking.Process(
            target=_run, args=(arguments, str(cwd), dict(environ), self._folder.name), daemon=True
        )
        self._process.start()

    def poll(self) -> int | None:
        """The exit code; None as long as it runs."""
        return self._process.exitcode

    def interrupt(self) -> None:
        """Press Ctrl-C once."""
        assert self._process.pid
        os.kill(self._process.pid, signal.SIGINT)

    def kill(self) -> None:
        """End the process at once, as kill -9 does."""
        self._process.kill()

    def wait(self) -> subprocess.CompletedProcess[str]:
        """What it has written, once it has ended.

        :raises TimeoutExpired: if it does not, and has to be killed
        """
        self._process.join(TIMEOUT)
        if self._process.exitcode is None:
            self._process.kill()
            raise subprocess.TimeoutExpired(self._arguments, TIMEOUT)
        told = [Path(self._folder.name, name).read_text("utf-8") for name in ("stdout", "stderr")]
        self._folder.cleanup()
        return subprocess.CompletedProcess(self._arguments, self._process.exitcode, *told)


def scrapy_command(
    *arguments: str, cwd: Path, environ: Mapping[str, str] = ENVIRON, stdin: bytes = b""
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; see `Command`."""
    return Command(*arguments, cwd=cwd, environ=environ, stdin=stdin).wait()


def _run(arguments: tuple[str, ...], cwd: str, environ: Mapping[str, str], streams: str) -> None:
    """Called in the process."""
    for name, number in STREAMS.items():
        os.dup2(os.open(Path(streams, name), os.O_CREAT | os.O_RDWR), number)
    sys.stdin = TextIOWrapper(BufferedReader(FileIO(0, closefd=False)), "utf-8")
    os.environ.clear()
    os.environ.update(environ)
    os.chdir(cwd)
    sys.path[:0] = ["", *filter(None, environ.get("PYTHONPATH", "").split(os.pathsep))]
    importlib.invalidate_caches()
    code: str | int | None = 1
    try:
        scrapy.cmdline.execute(["scrapy", *arguments])
    except SystemExit as end:
        code = end.code
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)
    gc.collect()  # what is told of objects that nobody used is told at the end
    sys.exit(code)
