"""Which texts are sentences, and no labels: by their size alone, in any language."""

from __future__ import annotations

from typing import Final

# A text of more bytes is a sentence (a Chinese character has three).
MOST_BYTES_OF_LABEL: Final = 60


def is_sentence(text: str) -> bool:
    """Whether a text is too long for a label."""
    if len(text) > MOST_BYTES_OF_LABEL:
        return True
    return not text.isascii() and len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES_OF_LABEL
