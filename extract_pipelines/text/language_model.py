"""How much a text looks like a language: a model of character pairs for each language."""

from __future__ import annotations

import json
import math
import re
import unicodedata
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import add
from pathlib import Path
from typing import Any, Final

from extract_pipelines.text.scripts import RANGES

FORMAT: Final = "extract_pipelines language model"
VERSION: Final = 1
# A file of more bytes than this, unpacked, is no model.
LARGEST_FILE: Final = 20_000_000

# Characters of a text that are looked at.
SAMPLE: Final = 100
# Costs, -log P in nats, are stored as whole numbers of 1/STEPS.
STEPS: Final = 16

# Signs of code and menus: no sentence with one is learned, and each has P = exp(-30).
SIGNS: Final = "|<>{}=\\^`→«»"
SIGN_COST: Final = 30 * STEPS

# Stands for what is no character of the language: a word of another script, an address.
FOREIGN: Final = "\ufffc"
_ADDRESS: Final = r"(?:https?://|www\.)\S+"
_PICTURES: Final = r"[\u200d\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]+"
_DIGITS: Final = re.compile(r"\d+")
_REPEATED: Final = re.compile(r"([.,!?~])(?: ?\1)+")
_EMOTICONS: Final = re.compile(r"(?<!\w)(?:[:;=8][-']?[)(DPp/|]+|<3+|\^[_.]?\^)(?!\w)")
_QUOTES: Final = str.maketrans("’‘‛“”„‟", "'''" + '"' * 4)
# Calls, keys with their values, and declarations count as a sign of code.
_CODE: Final = re.compile(
    r"""\w\(['"]|\w\(\)|\w\.\w+\(|\w['"] ?: ?[\w'"\[{-]|\w: ?[\w#%. -]{1,30};|\w\[\w\]|['"]\);"""
)
# One of these is in both.
_SELDOM: Final = re.compile(r"[(\[:;=8<^]")
_GUILLEMETS: Final = re.compile(r"« ?([^«»]*?) ?»|»([^«»]*)«")


@lru_cache(maxsize=64)
def _foreign_runs(scripts: frozenset[str]) -> re.Pattern[str]:
    others = "".join(ranges for script, ranges in RANGES.items() if script not in scripts)
    return re.compile(f"{_ADDRESS}|[{others}]+")


_PICTURE_RUNS: Final = re.compile(_PICTURES)
_ADDRESSES: Final = re.compile(_ADDRESS)


def prepare(text: str, scripts: frozenset[str]) -> str:
    """The text as a model of these scripts reads it, its first 100 characters.

    Widths and quotation marks are made alike, pictures (emoji) left out. A text all in capitals is
    lowered. A call, a key with its value and a declaration are a sign of code. A run of digits is
    one ``0``; a run of letters of other scripts and an address (URL) are one sign each.
    """
    text = text[:SAMPLE]
    if text.isascii():
        foreign = _ADDRESSES if "Latin" in scripts else _foreign_runs(scripts)
    else:
        text = _PICTURE_RUNS.sub("", unicodedata.normalize("NFKC", text)).translate(_QUOTES)
        text = _GUILLEMETS.sub(r'"\1\2"', text)
        foreign = _foreign_runs(scripts)
    if text.isupper():
        text = text.lower()
    if _SELDOM.search(text):
        text = _CODE.sub(SIGNS[0], _EMOTICONS.sub("", text))
    text = _DIGITS.sub("0", foreign.sub(FOREIGN, text))
    text = _REPEATED.sub(r"\1", text)
    return " ".join(text.split())


class _Costs(dict[str, int]):
    """-log P(b|a) by pair ``ab``; for a pair that is not listed, from its single characters."""

    def __init__(self, pairs: Mapping[str, int], single: Mapping[str, int], unseen: dict[str, int]):
        super().__init__(pairs)
        self._single = single
        self._unseen = unseen
        self._rarest = max(single.values(), default=0)

    def __missing__(self, pair: str) -> int:
        cost = self._single.get(pair[1])
        if cost is None:
            return SIGN_COST if pair[1] in SIGNS else self._rarest
        return self._unseen.get(pair[0], 0) + cost


class LanguageModel:
    """P(w1) ∏ P(wi|wi-1) over the characters of a language (Su Jianlin 2017, part 2).

    The conditional probabilities are smoothed with the single characters' (Witten and Bell 1991):
    P(b|a) = (n(ab) + t(a) P(b)) / (n(a) + t(a)), where t(a) is the number of different characters
    seen after a. P(b) = (n(b) + 1) / (n + m + 1) with m characters in the alphabet; any other
    character has P = 1 / (n + m + 1), and a sign of code less, see `SIGNS`.

    :ivar language: a code, such as ``de``
    :ivar scripts: what the language is written in, names as in `RANGES`
    :ivar thresholds: pairs of a length and the least score of a text of at least this length
    """

    def __init__(
        self,
        language: str,
        scripts: Iterable[str],
        *,
        single: Mapping[str, int],
        unseen: Mapping[str, int],
        pairs: Mapping[str, int],
        thresholds: Sequence[tuple[int, float]] = (),
    ) -> None:
        self.language = language
        self.scripts = frozenset(scripts)
        self.thresholds = tuple(thresholds)
        self._single = dict(single)
        self._unseen = dict(unseen)
        self._costs = _Costs(pairs, self._single, self._unseen)

    def score(self, text: str) -> float:
        """Mean log probability of a character of the text, in nats; minus infinity if empty.

        (log P(w1) + Σ log P(wi|wi-1)) / n over the n characters of the prepared text.
        """
        return self.score_prepared(prepare(text, self.scripts))

    def score_prepared(self, prepared: str) -> float:
        """The same of a text that `prepare` gave for the model's scripts."""
        if not prepared:
            return -math.inf
        cost = self._costs[f"\0{prepared[0]}"]  # P(w1): nothing is listed after it
        cost += sum(map(self._costs.__getitem__, map(add, prepared, prepared[1:])))
        return -cost / STEPS / len(prepared)

    def accepts_prepared(self, prepared: str) -> bool:
        """Whether the score of a text reaches the threshold of its length.

        A text shorter than the first threshold's length needs that threshold, too.

        :param prepared: what `prepare` gave for the model's scripts
        """
        return bool(prepared) and self.score_prepared(prepared) >= self._least(len(prepared))

    def _least(self, length: int) -> float:
        least = [score for longer, score in self.thresholds if longer <= length]
        return least[-1] if least else self.thresholds[0][1]

    def save(self, path: str | Path) -> None:
        """Write the model as a file: zlib-packed JSON, described in docs/languages.md."""
        rows: dict[str, list[Any]] = {char: ["", []] for char in self._single}
        for pair, cost in sorted(self._costs.items()):
            rows[pair[0]][0] += pair[1]
            rows[pair[0]][1].append(cost)
        values = {
            "format": FORMAT,
            "version": VERSION,
            "language": self.language,
            "scripts": sorted(self.scripts),
            "thresholds": [[length, round(score, 3)] for length, score in self.thresholds],
            "alphabet": "".join(self._single),
            "single": list(self._single.values()),
            "unseen": [self._unseen.get(char, 0) for char in self._single],
            "pairs": list(rows.values()),
        }
        packed = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
        Path(path).write_bytes(zlib.compress(packed, 9))

    @classmethod
    def load(cls, path: str | Path) -> LanguageModel:
        """The model of a file that `save` wrote.

        :raises OSError: if the file cannot be read
        :raises ValueError: if it is no model, or one of another version
        """
        values = _unpacked(Path(path))
        if not isinstance(values, dict) or values.get("format") != FORMAT:
            raise ValueError(f"{path} is no language model")
        if values.get("version") != VERSION:
            raise ValueError(f"{path} has version {values.get('version')}, not {VERSION}")
        try:
            alphabet = values["alphabet"]
            model = cls(
                values["language"],
                values["scripts"],
                single=dict(zip(alphabet, map(int, values["single"]), strict=True)),
                unseen=dict(zip(alphabet, map(int, values["unseen"]), strict=True)),
                pairs={
                    first + second: int(cost)
                    for first, (seconds, costs) in zip(alphabet, values["pairs"], strict=True)
                    for second, cost in zip(seconds, costs, strict=True)
                },
                thresholds=[(int(length), float(score)) for length, score in values["thresholds"]],
            )
            if not model.thresholds or not model.scripts <= RANGES.keys():
                raise ValueError("no thresholds or unknown scripts")
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"{path} is a damaged language model ({error})") from None
        return model


def _unpacked(path: Path) -> Any:
    try:
        unpacking = zlib.decompressobj()
        source = unpacking.decompress(path.read_bytes(), LARGEST_FILE)
        if unpacking.eof:
            return json.loads(source)
    except (zlib.error, ValueError, RecursionError):
        pass
    raise ValueError(f"{path} is no language model")


_PLAIN: Final = re.compile(r"[^\W_]|\s")
# Guillemets that stand alone part the names of a menu, as the other signs do.
_SIGNS: Final = re.compile(f"[{re.escape(SIGNS)}]")


def is_plain(text: str) -> bool:
    """Whether no sign of code is in it and 85% of its characters are letters, digits or spaces."""
    text = _GUILLEMETS.sub(r"\1\2", text)
    return not (_SIGNS.search(text) or _CODE.search(text)) and len(
        _PLAIN.findall(text)
    ) >= 0.85 * len(text)
