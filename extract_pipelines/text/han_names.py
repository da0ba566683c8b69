"""Chinese names of people, as they are written: a surname and one or two characters."""

from __future__ import annotations

from typing import Final

from extract_pipelines.text.lexicon import words
from extract_pipelines.text.lexicon.patterns import any_of, compiled

# The most common surnames, simplified and traditional, and those of two characters.
_SURNAMES: Final = "".join(words("surname_characters"))
HAN: Final = r"\u4e00-\u9fff"
_ONE: Final = (
    rf"(?:{any_of('long_surnames')}[{HAN}]{{1,2}}"
    rf"|[{_SURNAMES}][{HAN}]{{1,2}}|[{_SURNAMES}][ \u3000]{{1,3}}[{HAN}](?![{HAN}]))"
)
# A name ends where the text does, or before what its bearer did: reported, photographed, compiled.
_END: Final = rf"(?:(?![{HAN}])|(?=报道|報道|报导|摄影|攝影|摄|整理|综合|编译))"
# A name in a text, or several with spaces or commas between them.
HAN_NAMES: Final = rf"{_ONE}{_END}(?:[ \u3000、，,]{{1,3}}{_ONE}{_END})*"
_SPREAD: Final = rf"(?<![{HAN}])([{HAN}])[ \u3000]+([{HAN}])(?![{HAN}])"


def are_han_names(text: str) -> bool:
    """Whether the text is nothing but names of people, by their surnames."""
    return compiled(HAN_NAMES).fullmatch(text) is not None


def closed_up(names: str) -> str:
    """Names without the space that makes one of two characters as wide as one of three."""
    return names if names.isascii() else compiled(_SPREAD).sub(r"\1\2", names)
