"""Virtual environments for forum engines, apart from the one the tests run in."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .process import Command, engine_environ, run

ENVIRONMENTS = Path(__file__).resolve().parents[2] / ".forums"
COMPLETE = "complete"


def engine_python(name: str, requirements: tuple[str, ...]) -> Path:
    """The Python of an environment with ``requirements``, made on first use and kept.

    The environment is built where it stays (its scripts name their interpreter by full path),
    under a lock that the system releases if the builder dies; its last file tells it is complete.
    """
    home = ENVIRONMENTS / f"{name}-{_fingerprint(requirements)}"
    python = home / "bin" / "python"
    ENVIRONMENTS.mkdir(exist_ok=True)
    with locked(home.with_name(f"{home.name}.lock")):
        if not (home / COMPLETE).exists():
            _build(home, python, requirements)
    return python


def _fingerprint(requirements: tuple[str, ...]) -> str:
    told = (requirements, sys.version, sys.base_prefix, str(ENVIRONMENTS))
    return hashlib.sha256(repr(told).encode()).hexdigest()[:12]


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait for the lock of a file; the system releases it if this process dies."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _build(home: Path, python: Path, requirements: tuple[str, ...]) -> None:
    environ = engine_environ(python)
    venv: Command = (sys.executable, "-m", "venv", "--without-pip", home)
    quiet = ("--quiet", "--no-input", "--disable-pip-version-check")
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--no-compile", *quiet)
    if home.exists():
        shutil.rmtree(home)
    run(venv, cwd=ENVIRONMENTS, environ=environ)
    run((*pip, *requirements), cwd=ENVIRONMENTS, environ=environ, seconds=900)
    (home / COMPLETE).touch()
