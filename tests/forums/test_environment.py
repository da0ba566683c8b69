from __future__ import annotations

import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from . import environment
from .environment import engine_python
from .process import LEASH, LOOPBACK, EngineError, ServerProcess, engine_environ, free_port, run

PYTHON = Path(sys.executable)
ENVIRON = engine_environ(PYTHON)


def ends(port: int) -> bool:
    """Whether soon nobody listens there: a killed process takes a moment to go."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with socket.socket() as client:
            if client.connect_ex((LOOPBACK, port)):
                return True
        time.sleep(0.02)
    return False


@pytest.fixture
def builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The environments built; those with the requirement ``broken`` fail halfway."""
    built: list[Path] = []

    def build(command: tuple[str | Path, ...], **_: object) -> None:
        if "venv" in command:
            built.append(Path(command[-1]))
            built[-1].mkdir()
        elif "broken" in command:
            raise EngineError("exit code 1", command, "")

    monkeypatch.setattr(environment, "ENVIRONMENTS", tmp_path / "environments")
    monkeypatch.setattr(environment, "run", build)
    return built


def test_an_environment_is_built_once_for_each_set_of_requirements(builds: list[Path]) -> None:
    first = engine_python("engine", ("one==1",))
    assert engine_python("engine", ("one==1",)) == first
    assert engine_python("engine", ("one==2",)) != first
    assert len(builds) == 2


def test_an_environment_built_halfway_is_built_anew(builds: list[Path]) -> None:
    for _ in range(2):
        with pytest.raises(EngineError):
            engine_python("engine", ("broken",))
    assert len(builds) == 2
    assert len(set(builds)) == 1


def test_a_failing_command_tells_the_end_of_its_output(tmp_path: Path) -> None:
    script = "import sys; print('x' * 9000); sys.exit('the reason')"
    with pytest.raises(EngineError, match=r"exit code 1.*the reason") as error:
        run((PYTHON, "-c", script), cwd=tmp_path, environ=ENVIRON)
    assert len(str(error.value)) < 5000


def test_a_command_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    script = "import time; print('began', flush=True); time.sleep(60)"
    with pytest.raises(EngineError, match=r"not done in 0.5 s[\s\S]*began"):
        run((PYTHON, "-c", script), cwd=tmp_path, environ=ENVIRON, seconds=0.5)


def test_a_server_that_ends_at_once_tells_its_log(tmp_path: Path) -> None:
    script = tmp_path / "serve.py"
    script.write_text("raise SystemExit('no such table')")
    log = tmp_path / "log"
    with (
        ServerProcess(PYTHON, [script], cwd=tmp_path, environ=ENVIRON, log=log) as server,
        pytest.raises(EngineError, match=r"exit code 1[\s\S]*no such table"),
    ):
        server.wait_until_it_answers(free_port())


def test_the_children_of_a_server_end_with_it(tmp_path: Path) -> None:
    port = free_port()
    script = tmp_path / "serve.py"
    child = [sys.executable, "-m", "http.server", "--bind", LOOPBACK, str(port)]
    script.write_text(f"import subprocess\nsubprocess.run({child!r})")
    log = tmp_path / "log"
    with ServerProcess(PYTHON, [script], cwd=tmp_path, environ=ENVIRON, log=log) as server:
        server.wait_until_it_answers(port)
    assert ends(port)


def test_a_server_ends_when_its_starter_dies(tmp_path: Path) -> None:
    script = tmp_path / "serve.py"
    script.write_text("import time\nprint('up', flush=True)\ntime.sleep(60)")
    pipe = subprocess.PIPE
    with subprocess.Popen([PYTHON, LEASH, script], stdin=pipe, stdout=pipe) as server:
        assert server.stdin
        assert server.stdout
        assert server.stdout.readline() == b"up\n"
        server.stdin.close()
        assert server.wait(10) == 1
