"""How an answer is compared with the gold: texts, names of authors."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

import lxml.html
from rapidfuzz.distance import LCSseq

WORD = re.compile(r"\w+")
# Markup that annotators left in the gold posts.
INLINE_TAG = re.compile(
    r"</?(?:p|br|a|b|i|u|em|strong|div|span|img|ul|ol|li|blockquote)\b[^<>]*>", re.IGNORECASE
)
MARKDOWN_LINK = re.compile(r"\[([^\]\[]*)\]\((?:https?:|mailto:|/)[^)\s]*\)")
SESSION = re.compile(r"(^|[&;?])(?:sid|s|phpsessid)=[0-9a-f]{10,}")
LINK = re.compile(
    r"https?:|\.{0,2}/|[\w./-]+\.(?:php|pl|asp)\?|members?/|index\.php", re.IGNORECASE
)
NAME_BREAK = re.compile(r"[\s、,，;；&]+")
# Words in a shingle.
SHINGLE = 4


class Score(NamedTuple):
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float
    f1: float


def score(common: float, answered: float, gold: float) -> Score:
    """The score of an answer that has so much in common with the gold.

    Where the gold is empty, only an empty answer is right.
    """
    if not gold:
        return Score(*[float(not answered)] * 3)
    precision = common / answered if answered else 0.0
    return Score(precision, common / gold, f1_of(precision, common / gold))


def f1_of(precision: float, recall: float) -> float:
    """The harmonic mean."""
    return 2 * precision * recall / (precision + recall) if precision and recall else 0.0


def mean(values: Iterable[float]) -> float:
    """The mean, or NaN of nothing."""
    listed = list(values)
    return sum(listed) / len(listed) if listed else float("nan")


def mean_score(scores: Sequence[Score]) -> Score:
    """The mean of each of the three."""
    return Score(*(mean(values) for values in zip(*scores, strict=True)))


def bag_score(answered: Sequence[object], gold: Sequence[object]) -> Score:
    """How much two bags of tokens share, whatever their order."""
    common = (Counter(answered) & Counter(gold)).total()
    return score(common, len(answered), len(gold))


def word_score(answered: str, gold: str) -> Score:
    """The bag score of the words, case ignored."""
    return bag_score(WORD.findall(answered.lower()), WORD.findall(gold.lower()))


def character_score(answered: str, gold: str) -> Score:
    """The score by the longest common subsequence of characters, white space left out."""
    answered, gold = ("".join(text.split()) for text in (answered, gold))
    return score(LCSseq.similarity(answered, gold), len(answered), len(gold))


def shingles(text: str) -> Counter[tuple[str, ...]]:
    """The runs of four words of a text; a shorter text is one run."""
    words = WORD.findall(text)
    if not words:
        return Counter()
    starts = range(max(1, len(words) - SHINGLE + 1))
    return Counter(tuple(words[start : start + SHINGLE]) for start in starts)


def normalised(text: str) -> str:
    """A post's text for comparison: no markup of annotators, lower case, single spaces."""
    text = MARKDOWN_LINK.sub(r"\1", INLINE_TAG.sub(" ", text))
    return " ".join(unicodedata.normalize("NFC", text).lower().split())


def names(author: str) -> list[str]:
    """The names in a line of authors, in alphabetical order."""
    return sorted(filter(None, NAME_BREAK.split(author.lower())))


class Authors:
    """The names that a page shows for the links in it.

    Annotators gave some authors by name and some by the link to the profile; both count, as does
    any text that links to the same place.

    :param html: the page
    :param url: its address
    """

    def __init__(self, html: str, url: str) -> None:
        self._url = url
        self._names: dict[str, set[str]] = defaultdict(set)
        parser = lxml.html.HTMLParser(encoding="utf-8")
        document = lxml.html.document_fromstring(html.encode(errors="replace"), parser=parser)
        for link in document.iter("a"):
            shown = link.text_content().strip() or " ".join(
                image.get("alt", "") for image in link.iter("img")
            )
            if "href" in link.attrib and _plain_name(shown):
                self._names[self._place(link.get("href", ""))].add(_plain_name(shown))

    def same(self, gold: str, answered: str) -> bool:
        """Do the two stand for the same author?"""
        if not answered:
            return False
        if _plain_name(gold) == _plain_name(answered):
            return True
        if LINK.match(gold):
            gold_place = self._place(gold)
            if LINK.match(answered) and self._place(answered) == gold_place:
                return True
            return _plain_name(answered) in self._names.get(gold_place, ())
        if LINK.match(answered):
            return _plain_name(gold) in self._names.get(self._place(answered), ())
        return False

    def _place(self, link: str) -> str:
        """A link's path and query without session identifiers."""
        parts = urlsplit(urljoin(self._url, link.strip()))
        return SESSION.sub("", unquote(f"{parts.path}?{parts.query}").lower()).strip("?&")


def _plain_name(name: str) -> str:
    return " ".join(re.sub(r"\W+", " ", name.lower()).split())
