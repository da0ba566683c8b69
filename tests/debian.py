"""Programs of Debian packages: those of this machine, or else unpacked beside the tests' others."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.forums.environment import COMPLETE, ENVIRONMENTS, locked

# A server is killed when standard input ends: should this process die, the system closes it.
_ON_A_LEASH = '"$@" & server=$!; cat >/dev/null; kill -9 $server; wait $server'


class ProgramMissingError(RuntimeError):
    """A program is not installed, and cannot be fetched."""

    def __init__(self, name: str, told: str = "") -> None:
        super().__init__(
            f"These tests need {name}: install it (apt-get install {name}), or run them on a"
            f" Debian whose package lists are there (apt-get update).\n{told}"
        )


def find_program(name: str, packages: tuple[str, ...]) -> tuple[str, Mapping[str, str]]:
    """The program of this machine, or else one unpacked from its Debian package.

    :param packages: the program's, and those of the libraries that it needs beyond the C library
    :return: the program, and the environment to run it in
    :raises ProgramMissingError: if there is neither
    """
    installed = shutil.which(name)
    if installed:
        return installed, os.environ
    home = ENVIRONMENTS / name
    ENVIRONMENTS.mkdir(exist_ok=True)
    with locked(home.with_name(f"{name}.lock")):
        if not (home / COMPLETE).exists():
            shutil.rmtree(home, ignore_errors=True)
            _unpack(name, packages, home)
    libraries = sorted({str(path.parent) for path in home.rglob("*.so.*")})
    environ = {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(libraries)}
    return str(home / "usr" / "bin" / name), environ


def _unpack(name: str, packages: tuple[str, ...], home: Path) -> None:
    home.mkdir()
    try:
        if _run("apt-get", "download", *packages, cwd=home).returncode:
            # The package lists may be missing, as in a fresh container.
            _run("apt-get", "update", cwd=home)
            _run("apt-get", "download", *packages, cwd=home).check_returncode()
        for package in home.glob("*.deb"):
            _run("dpkg", "-x", str(package), str(home), cwd=home).check_returncode()
            package.unlink()
    except (OSError, subprocess.CalledProcessError) as error:
        raise ProgramMissingError(name, f"{error}\n{getattr(error, 'stderr', '')}") from None
    (home / COMPLETE).touch()


def _run(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def start_server(
    command: Sequence[str],
    answers: Callable[[], bool],
    environ: Mapping[str, str],
    workdir: Path | None = None,
) -> subprocess.Popen[bytes]:
    """A server that answers; it ends when its standard input is closed, or this process dies.

    :param command: the program and its options
    :raises ProgramMissingError: if it ends, or does not answer within 30 seconds
    """
    process = subprocess.Popen(
        ["/bin/sh", "-c", _ON_A_LEASH, "sh", *command],
        cwd=workdir,
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
    )
    deadline = time.monotonic() + 30
    while not answers():
        if process.poll() is not None or time.monotonic() > deadline:
            process.communicate()
            raise ProgramMissingError(command[0], "It does not start.")
        time.sleep(0.02)
    return process
