"""A real redis-server on a free port of this machine."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from tests.forums.environment import COMPLETE, ENVIRONMENTS, locked
from tests.forums.process import LOOPBACK, free_port

# The server's Debian package, and the libraries that it needs beyond the C library.
PACKAGES = ("redis-server", "redis-tools", "libjemalloc2", "liblzf1", "libatomic1")
NEEDED = (
    "These tests need redis-server: install it (apt-get install redis-server), or run them on a"
    " Debian whose package lists are there (apt-get update)."
)

# The server is killed when standard input ends: should this process die, the system closes it.
ON_A_LEASH = '"$@" & server=$!; cat >/dev/null; kill -9 $server; wait $server'


class RedisServerMissingError(RuntimeError):
    """There is no redis-server, and it cannot be fetched."""


def redis_command() -> tuple[str, Mapping[str, str]]:
    """The redis-server of this machine, or else one unpacked from its Debian package.

    :return: the program, and the environment to run it in
    :raises RedisServerMissingError: if there is neither
    """
    installed = shutil.which("redis-server")
    if installed:
        return installed, os.environ
    home = ENVIRONMENTS / "redis"
    ENVIRONMENTS.mkdir(exist_ok=True)
    with locked(home.with_name("redis.lock")):
        if not (home / COMPLETE).exists():
            shutil.rmtree(home, ignore_errors=True)
            _unpack(home)
    libraries = sorted({str(path.parent) for path in home.rglob("*.so.*")})
    environ = {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(libraries)}
    return str(home / "usr" / "bin" / "redis-server"), environ


def _unpack(home: Path) -> None:
    home.mkdir()
    try:
        subprocess.run(
            ["apt-get", "download", *PACKAGES], cwd=home, check=True, capture_output=True
        )
        for package in home.glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, home], check=True, capture_output=True)
            package.unlink()
    except (OSError, subprocess.CalledProcessError) as error:
        told = getattr(error, "stderr", b"").decode("utf-8", "replace")
        raise RedisServerMissingError(f"{NEEDED}\n{error}\n{told}") from None
    (home / COMPLETE).touch()


class RedisServer:
    """A server without persistence, which can be stopped and started again on its port."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://{LOOPBACK}:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program, environ = redis_command()
        options = ("--bind", LOOPBACK, "--port", str(self.port), "--save", "", "--dir", "/tmp")
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", ON_A_LEASH, "sh", program, *options],
            env=environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )
        deadline = time.monotonic() + 30
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RedisServerMissingError(f"redis-server does not start. {NEEDED}")
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with socket.create_connection((LOOPBACK, self.port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(7) == b"+PONG\r\n"
        except OSError:
            return False

    def empty(self) -> None:
        """Delete everything."""
        with socket.create_connection((LOOPBACK, self.port), timeout=10) as connection:
            connection.sendall(b"FLUSHALL\r\n")
            assert connection.recv(5) == b"+OK\r\n"

    def stop(self) -> None:
        if self._process:
            self._process.communicate()
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
