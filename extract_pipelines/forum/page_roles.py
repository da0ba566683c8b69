"""What a page may be to a reader of forums."""

from __future__ import annotations

from typing import Final, Literal

PageRole = Literal["thread", "list", "other"]
THREAD: Final = "thread"
# Of threads, or of boards.
LIST: Final = "list"
# Anything else, or nothing that is known.
OTHER: Final = "other"
