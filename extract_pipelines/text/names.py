"""Which texts can be the name of a member."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\w+")
_NAME = re.compile(r"[^\W_][\w'’.·\-]*(?: [\w'’.·\-]+){0,3}|\w+")
LONGEST_NAME = 40


def is_token(text: str) -> bool:
    """Whether the text is nothing but CJK or other letters, digits and underscores.

    Rule 2 of the 2017 article (part 2): such a text may be a user name, so it is kept.
    """
    return _TOKEN.fullmatch(text) is not None


def is_name(text: str) -> bool:
    """Whether the text can be a member's name: one to four words, not only digits, no sentence."""
    return len(text) <= LONGEST_NAME and not text.isdigit() and _NAME.fullmatch(text) is not None
