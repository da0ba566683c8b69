"""Run a Python script that must not outlive the process that started it.

``python leash.py SCRIPT ARGUMENT...`` does what ``python SCRIPT ARGUMENT...`` does, and ends as
soon as its standard input does: the starter keeps the other end of that pipe, and the system
closes it when the starter dies, however it dies.
"""

from __future__ import annotations

import os
import runpy
import sys
import threading
from pathlib import Path


def _end_with_standard_input() -> None:
    while os.read(0, 1024):
        pass
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_standard_input, daemon=True).start()
    del sys.argv[0]
    sys.path[0] = str(Path(sys.argv[0]).resolve().parent)
    runpy.run_path(sys.argv[0], run_name="__main__")
