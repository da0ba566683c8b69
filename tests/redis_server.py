"""A real redis-server on a free port of this machine."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path
from typing import Self

from tests.debian import find_program, start_server
from tests.forums.process import LOOPBACK, free_port

# The server's Debian package, and the libraries that it needs beyond the C library.
PACKAGES = ("redis-server", "redis-tools", "libjemalloc2", "liblzf1", "libatomic1")


class RedisServer:
    """A server without persistence, which can be stopped and started again on its port."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://{LOOPBACK}:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program, environ = find_program("redis-server", PACKAGES)
        # Its tools, such as redis-cli, stand beside it.
        self.tools = Path(program).parent
        self.environ = environ
        options = ("--bind", LOOPBACK, "--port", str(self.port), "--save", "", "--dir", "/tmp")
        self._process = start_server((program, *options), self._answers, environ)

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
