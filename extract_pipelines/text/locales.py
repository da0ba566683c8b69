"""Tags of languages and locales: ``de``, ``zh-Hant-TW``, ``pt_BR.UTF-8``."""

from __future__ import annotations

import re
from typing import Final

_SEPARATOR: Final = re.compile(r"[-_.@]")


def subtags_of(tag: str | None) -> list[str]:
    """The parts of a tag in lower case, the language first; an empty one if there is no tag."""
    return _SEPARATOR.split((tag or "").strip().lower())
