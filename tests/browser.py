"""A headless Chromium, driven through a pipe by its DevTools protocol; nothing else is needed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import F_DUPFD, fcntl
from pathlib import Path
from select import select
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
TIMEOUT = 60
OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-quic"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--remote-debugging-pipe",
)
LAUNCH = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
KEYS = {"Tab": 9, "Enter": 13, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39, " ": 32}


class Tab:
    """A tab of the browser.

    :ivar told: what the page logged, the errors of its scripts, and what it asked for
    """

    def __init__(self, send: int, receive: int) -> None:
        self._send, self._receive = send, receive
        self._number = 0
        self._session: str | None = None
        self._unread = b""
        self.told: list[tuple[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> Any:
        """Ask for something, and wait for the answer."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._send, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._unread:
            assert select([self._receive], [], [], TIMEOUT)[0], "Chromium does not answer"
            read = os.read(self._receive, 1 << 20)
            assert read, "Chromium has ended"
            self._unread += read
        text, _, self._unread = self._unread.partition(b"\0")
        answer: dict[str, Any] = json.loads(text)
        if "method" in answer:
            self.told.append((answer["method"], answer["params"]))
        return answer

    def open(self, path: Path, anchor: str = "") -> None:
        """Open a file, and wait until it is loaded."""
        for url in ("about:blank", f"{path.as_uri()}{anchor}"):
            self.told.clear()
            self.call("Page.navigate", url=url)
            while not any(name == "Page.loadEventFired" for name, _ in self.told):
                self._next()

    def ask(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait_for(self, expression: str) -> None:
        """Wait until an expression is true in the page."""
        look = f"const look = () => ({expression}) ? done() : setTimeout(look, 20);"
        promise = f"new Promise(done => {{ {look} look(); }})"
        self.call("Runtime.evaluate", expression=promise, awaitPromise=True)

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            told = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
            typed = {"text": {"Enter": "\r"}.get(key, key)} if key in ("Enter", " ") else {}
            self.call("Input.dispatchKeyEvent", type="keyDown", **told, **typed)
            self.call("Input.dispatchKeyEvent", type="keyUp", **told)

    def show(self, width: int, scheme: str) -> bytes:
        """Give the window another width and mode, ``light`` or ``dark``; a picture of it (PNG)."""
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media="", features=features)
        return b64decode(self.call("Page.captureScreenshot")["data"])

    @property
    def complaints(self) -> list[Any]:
        """What the page logged or was refused, and its dialogs."""
        names = ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")
        return [
            told for name, told in self.told if name in (*names, "Page.javascriptDialogOpening")
        ]

    @property
    def requests(self) -> list[str]:
        """The addresses that were asked for."""
        asked = [told for name, told in self.told if name == "Network.requestWillBeSent"]
        return [one["request"]["url"] for one in asked]


@contextmanager
def chromium(folder: Path) -> Iterator[Tab]:
    """A tab of a browser of its own.

    :param folder: where it keeps its things
    """
    assert CHROMIUM
    (read, send), (receive, write) = os.pipe(), os.pipe()
    # The protocol's file descriptors are 3 and 4; others that are passed on stand above them.
    passed = [fcntl(end, F_DUPFD, 10) for end in (read, write)]
    process = subprocess.Popen(
        [
            *(sys.executable, "-c", LAUNCH, *map(str, passed)),
            *(CHROMIUM, *OPTIONS, f"--user-data-dir={folder}"),
        ],
        pass_fds=passed,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for end in (read, write, *passed):
        os.close(end)
    try:
        yield Tab(send, receive)
    finally:
        os.close(send)
        os.close(receive)
        process.kill()
        process.wait(TIMEOUT)
