"""Commands and servers of a forum engine, run by the engine's own Python."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

LOOPBACK = "127.0.0.1"
LEASH = Path(__file__).with_name("leash.py")
TAIL = 4000
Command = Sequence[str | Path]


class EngineError(RuntimeError):
    """A command or server of a forum engine failed; tells the end of its output."""

    def __init__(self, what: str, command: Command, output: str) -> None:
        super().__init__(f"{what}: {' '.join(map(str, command))}\n{output[-TAIL:]}")


def engine_environ(python: Path) -> dict[str, str]:
    """The environment for programs of the virtual environment that ``python`` belongs to.

    What tells Python and Django where to look is left out; pip's and the system's settings stay.
    """
    ours = ("PYTHON", "DJANGO_", "VIRTUAL_ENV")
    environ = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    search = (str(python.parent), environ.get("PATH", os.defpath))
    return environ | {"PATH": os.pathsep.join(search), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}


def run(command: Command, *, cwd: Path, environ: Mapping[str, str], seconds: float = 120) -> None:
    try:
        subprocess.run(
            command,
            cwd=cwd,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=True,
        )
    except subprocess.CalledProcessError as error:
        raise EngineError(f"exit code {error.returncode}", command, error.output) from None
    except subprocess.TimeoutExpired as error:
        output = (error.output or b"").decode("utf-8", "replace")
        raise EngineError(f"not done in {seconds} s", command, output) from None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """A script that serves HTTP on a port of this machine, with all the processes it starts.

    It runs on a leash: should this process die without stopping it, it ends by itself.
    """

    def __init__(
        self, python: Path, script: Command, *, cwd: Path, environ: Mapping[str, str], log: Path
    ) -> None:
        self.command: Command = [python, LEASH, *script]
        self.log = log
        with log.open("wb") as output:
            self._process = subprocess.Popen(
                self.command,
                cwd=cwd,
                env=environ,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._stopped = False

    def wait_until_it_answers(self, port: int, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while not self._answers(port):
            exit_code = self._process.poll()
            if exit_code is not None:
                raise self._failure(f"ended with exit code {exit_code}")
            if time.monotonic() > deadline:
                raise self._failure(f"no answer in {seconds} s")
            time.sleep(0.05)

    def _answers(self, port: int) -> bool:
        connection = http.client.HTTPConnection(LOOPBACK, port, timeout=10)
        try:
            connection.request("GET", "/")
            return connection.getresponse().status < http.HTTPStatus.BAD_REQUEST
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _failure(self, what: str) -> EngineError:
        return EngineError(what, self.command, self.log.read_text("utf-8", "replace"))

    def stop(self) -> None:
        if self._stopped:
            return
        self._stopped = True
        self._signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        self._signal(signal.SIGKILL)
        self._process.communicate()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
