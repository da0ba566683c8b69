"""Which texts are data (keys, pictures, encrypted pages) and no language."""

from __future__ import annotations

import re
from typing import Final

# No word of a language that is written in ASCII is so long; base64 is broken at 64 or 76.
LONGEST_WORD: Final = 60
# Share of a text in longer words that makes it data; a sentence may hold a long address.
MOST_ENCODED: Final = 0.5
_TOO_LONG: Final = re.compile(rf"[!-~]{{{LONGEST_WORD},}}")


def is_encoded(text: str) -> bool:
    """Whether most of the text stands in words that are too long for any language."""
    return _has_long_word(text) and (
        sum(map(len, _TOO_LONG.findall(text))) > MOST_ENCODED * len(text)
    )


def _has_long_word(text: str) -> bool:
    """Whether so many characters stand in a row without a space; splits no text into its words."""
    start = 0
    while start + LONGEST_WORD <= len(text):
        space = text.rfind(" ", start, start + LONGEST_WORD)
        if space < 0:
            return True
        start = space + 1
    return False


def is_escaped_markup(text: str) -> bool:
    """Whether a text is percent-encoded markup, as scripts keep it in the page: "%3Ca%20href…"."""
    return text.startswith("%3C") and text.endswith("%3E") and " " not in text
