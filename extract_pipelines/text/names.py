"""Which texts can be the name of a member."""

from __future__ import annotations

import re

from extract_pipelines.text.lexicon import words
from extract_pipelines.text.lexicon.patterns import alternatives, any_of

_TOKEN = re.compile(r"\w+")
_NAME = re.compile(r"[^\W_][\w'’.·\-]*(?: [\w'’.·\-]+){0,3}|\w+")
LONGEST_NAME = 40
_EDITED = alternatives({"changed", *(phrase.split()[0] for phrase in words("edited"))})
# What says that a name follows: `by`, `Posted by`, `Author:`, but not who edited a text.
_SIGNED = re.compile(
    rf"(?:(?!{_EDITED})[^\W\d_]+\s)?{any_of('by')}(?:\s?[:：]\s*|\s+)"
    rf"|{any_of('author', 'author_label')}\s?[:：]\s*",
    re.IGNORECASE,
)


def is_token(text: str) -> bool:
    """Whether the text is nothing but CJK or other letters, digits and underscores.

    Rule 2 of the 2017 article (part 2): such a text may be a user name, so it is kept.
    """
    return _TOKEN.fullmatch(text) is not None


def is_name(text: str) -> bool:
    """Whether the text can be a member's name: one to four words, not only digits, no sentence."""
    return len(text) <= LONGEST_NAME and not text.isdigit() and _NAME.fullmatch(text) is not None


def announces_name(text: str) -> bool:
    """Whether the text is a word or two after which a name follows: ``by``, ``Reported by:``."""
    return len(text) <= LONGEST_NAME and _SIGNED.fullmatch(f"{text} ") is not None


def signed_name(text: str) -> str | None:
    """The name in a text that says that it is one, as in ``by Anna``; None if it says nothing."""
    found = _SIGNED.match(text)
    name = text[found.end() :] if found else ""
    return name if is_name(name) else None
