"""An explanation as one HTML file that needs nothing else."""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from extract_pipelines.explain.chart import chart_of
from extract_pipelines.explain.explanation import ROLES, ExplainedPiece, Explanation

if TYPE_CHECKING:
    from jinja2 import Template

# Bytes of the page's text that a report shows, written as HTML, and pieces of it.
MOST_BYTES = 900_000
MOST_PIECES = 6000
# Characters of one piece.
LONGEST_PIECE = 3000
LONGEST_REST = 40
# Characters of a tag path, a place, or a reason with one in it.
LONGEST_NAME = 300
# Floors whose fields are shown.
MOST_FLOORS = 300
# Roles of what did not come out.
LEFT = ("template", "rule", "boilerplate")
# What HTML may not hold: control characters, halves of pairs, and what is no character.
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")

_WEB = re.compile(r"https?://[^\s\"<>\\^`{|}]+", re.IGNORECASE)


class MissingExtraError(ImportError):
    """A package is not installed that only reports need; the message says how to install it."""


def require_jinja() -> None:
    """See that reports can be written.

    :raises MissingExtraError: if Jinja2 is not installed
    """
    if find_spec("jinja2") is None:
        raise MissingExtraError(
            'Reports need Jinja2: pip install "jinja2>=3.1", or pip install ".[explain]" in a clone'
            " of extract_pipelines."
        )


def write_report(explanation: Explanation, path: str | PathLike[str]) -> None:
    """Write an explanation as an HTML file that can be opened from disk.

    :raises MissingExtraError: if Jinja2 is not installed
    :raises OSError: if the file cannot be written
    """
    Path(path).write_text(render(explanation), "utf-8")


def render(explanation: Explanation) -> str:
    """An explanation as HTML: all that stands in it is escaped; nothing is loaded from elsewhere.

    :raises MissingExtraError: if Jinja2 is not installed
    """
    require_jinja()
    style, script = _read("report.css"), _read("report.js")
    shown = _shown(explanation.pieces)
    whys = list(dict.fromkeys(piece.why for piece in shown))
    paths = list(dict.fromkeys(piece.path for piece in shown))
    return _template().render(
        told=explanation,
        roles=ROLES,
        counts=Counter(piece.role for piece in explanation.pieces),
        floors=explanation.floors[:MOST_FLOORS],
        lines=_lines(explanation.pieces, shown, whys, paths),
        shown={piece.leaf for piece in shown},
        whys=whys,
        paths=paths,
        charts=[chart_of(figure) for figure in explanation.figures],
        style=style,
        script=script,
        policy=f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)};"
        " base-uri 'none'; form-action 'none'",
    )


@dataclass(slots=True)
class _Shown:
    """A piece, as it is shown."""

    leaf: int
    text: str
    role: str
    why: int
    path: int
    position: int
    spaced: bool
    probability: float | None


@dataclass(slots=True)
class _Line:
    """A visual line of the page, or so many pieces that are left out."""

    pieces: list[_Shown] = field(default_factory=list)
    told: str = ""
    """The roles on it, where they are others than on the line before."""
    only: str = ""
    """The role of all its pieces, if it is one."""
    left_out: int = 0


def _shown(pieces: Sequence[ExplainedPiece]) -> list[ExplainedPiece]:
    """The pieces that a report has room for: those that came out, then the others.

    Of many in a row that have one role the first ones come first, so that none crowds out others.
    """
    room = MOST_BYTES
    kept: list[ExplainedPiece] = []
    ranks = [
        (role in LEFT, place, piece)
        for role, run in groupby(pieces, key=lambda one: one.role)
        for place, piece in enumerate(run)
    ]
    for _, _, piece in sorted(ranks):
        room -= len(escape(_cut(piece.text)).encode("utf-8", "replace"))
        if room < 0 or len(kept) == MOST_PIECES:
            break
        kept.append(piece)
    return sorted(kept)


def _cut(text: str) -> str:
    rest = len(text) - LONGEST_PIECE
    return text if rest <= LONGEST_REST else f"{text[:LONGEST_PIECE]} … ({rest:,} more characters)"


def _shortened(text: str) -> str:
    """A name without its middle, if it is long."""
    half = LONGEST_NAME // 2
    return text if len(text) <= LONGEST_NAME else f"{text[:half]} … {text[-half:]}"


def _lines(
    pieces: Sequence[ExplainedPiece],
    shown: Iterable[ExplainedPiece],
    whys: Sequence[str],
    paths: Sequence[str],
) -> list[_Line]:
    why_numbers = {why: number for number, why in enumerate(whys)}
    path_numbers = {path: number for number, path in enumerate(paths)}
    left = {piece.leaf for piece in shown}
    found: list[_Line] = []
    before = ""
    for (is_shown, _), group in groupby(
        pieces, key=lambda one: (one.leaf in left, one.line if one.leaf in left else -1)
    ):
        if not is_shown:
            found.append(_Line(left_out=sum(1 for _ in group)))
            before = ""
            continue
        own = [
            _Shown(
                one.leaf,
                _cut(one.text),
                one.role,
                why_numbers[one.why],
                path_numbers[one.path],
                one.position,
                one.spaced,
                one.probability,
            )
            for one in group
        ]
        roles = list(dict.fromkeys(one.role for one in own))
        told = " · ".join(roles)
        only = roles[0] if len(roles) == 1 else ""
        found.append(_Line(own, "" if told == before else told, only))
        before = told
    return found


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415 - of an extra

    environment = Environment(autoescape=True, undefined=StrictUndefined, finalize=_fit)
    environment.tests["web"] = _is_web
    environment.filters["shortened"] = _shortened
    return environment.from_string(_read("report.html"))


def _fit(value: Any) -> Any:
    """A value without what no HTML may hold; what is our own markup stays as it is."""
    return _UNFIT.sub("\ufffd", value) if type(value) is str else value


def _is_web(url: str) -> bool:
    """Whether a link may lead there: an address of the web, with no odd character in it."""
    return len(url) <= LONGEST_PIECE and _WEB.fullmatch(url) is not None


@cache
def _read(name: str) -> str:
    return files(__package__).joinpath("look", name).read_text("utf-8").strip()


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
