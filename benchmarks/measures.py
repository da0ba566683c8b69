"""The measures of the benchmarks."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from urllib.parse import unquote, urljoin, urlsplit

from rapidfuzz import fuzz

from extract_pipelines import Floor, Page
from extract_pipelines.text.dates import Order, find_date

WORD = re.compile(r"\w+")
# Some golds of WEB-FORUM-52 have markup in their texts.
TAG = re.compile(r"</?[a-z]+[^<>]*>", re.IGNORECASE)
LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
SESSION = re.compile(r"(?:^|[&;?])(?:sid|s|phpsessid)=[0-9a-f]{10,}")
# Golds have no zones: dates less than a day and two hours apart are near.
NEAR = timedelta(hours=26)
# Golds without a year are read as of the year in which the pages were collected.
COLLECTED = datetime(2020, 12, 31)


def scores(common: float, predicted: int, gold: int) -> tuple[float, float, float]:
    """Precision, recall and F1; an empty gold scores 1 for an empty answer and else 0."""
    if not gold:
        return (0.0, 0.0, 0.0) if predicted else (1.0, 1.0, 1.0)
    if not predicted or not common:
        return (0.0, 0.0, 0.0)
    precision, recall = common / predicted, common / gold
    return precision, recall, 2 * precision * recall / (precision + recall)


def overlap(precision: float, recall: float) -> float:
    """What two texts have in common over what either has, from precision and recall.

    With precision C / A and recall C / B it is C / (A + B - C), the score of Sun, Song and Liao,
    "DOM based content extraction via text density", 2011, for C the longest common subsequence.
    """
    return precision * recall / (precision + recall - precision * recall) if precision else 0.0


def bag_scores(predicted: Sequence[str], gold: Sequence[str]) -> tuple[float, float, float]:
    """Precision, recall and F1 of what two bags of words have in common."""
    common = sum((Counter(predicted) & Counter(gold)).values())
    return scores(common, len(predicted), len(gold))


def words(text: str | None) -> list[str]:
    """Lower-cased words of a text."""
    return WORD.findall((text or "").lower())


def plain(text: str | None) -> str:
    """A post's text to compare: no markup, lower case, single spaces."""
    bare = LINK.sub(r"\1", TAG.sub(" ", text or ""))
    return " ".join(unicodedata.normalize("NFC", bare).lower().split())


def match_posts(
    predicted: Sequence[str], gold: Sequence[str], least: float
) -> list[tuple[int, int]]:
    """Pairs of equal posts, one to one: the most similar first, of these the nearest in place.

    :param least: least similarity, 0 to 100 (rapidfuzz ratio)
    """
    found = [
        (-ratio, abs(i - j), i, j)
        for i, one in enumerate(predicted)
        for j, other in enumerate(gold)
        if (ratio := fuzz.ratio(one, other, score_cutoff=least)) >= least
    ]
    pairs: list[tuple[int, int]] = []
    used: tuple[set[int], set[int]] = (set(), set())
    for _, _, i, j in sorted(found):
        if i not in used[0] and j not in used[1]:
            used[0].add(i)
            used[1].add(j)
            pairs.append((i, j))
    return pairs


def compare_dates(gold: str, floor: Floor, order: Order) -> tuple[bool, bool] | None:
    """Whether a floor's date is the gold's as exactly as that is written, and whether it is near.

    :param order: how the site writes numeric dates
    :return: None where the gold has no date, or a relative one
    """
    known = find_date(gold, COLLECTED, order)
    if known is None or known.value is None or known.relative:
        return None
    raw = None if floor.date else find_date(floor.date_raw or "", COLLECTED, order)
    found = raw.value if raw else floor.date
    if not found:
        return False, False
    expected, answer = _moment(known.value), _moment(found)
    yearless = find_date(gold, None, order)
    if yearless and yearless.value is None:
        expected = expected.replace(year=answer.year)
    if known.precision == "day":
        answer = answer.replace(hour=0, minute=0)
    return expected == answer, abs(expected - answer) <= NEAR


def _moment(iso: str) -> datetime:
    return datetime.fromisoformat(iso).replace(second=0, microsecond=0, tzinfo=None)


def name_key(name: str | None) -> str:
    """A name to compare: words in lower case."""
    return " ".join(words(name))


def link_key(href: str, url: str) -> str:
    """A link to compare: path and query, without session ids."""
    parts = urlsplit(urljoin(url, href.strip()))
    return SESSION.sub("", unquote(f"{parts.path}?{parts.query}").lower()).strip("?&")


def names_of_links(page: Page) -> dict[str, set[str]]:
    """The texts of a page's links by `link_key`."""
    names: dict[str, set[str]] = {}
    for link in page.root.iter("a"):
        key = link_key(link.get("href") or "", page.url)
        names.setdefault(key, set()).add(name_key("".join(link.itertext())))
    return names


def same_author(gold: str, found: str | None, names: Mapping[str, set[str]], url: str) -> bool:
    """Whether a name is the gold's, or one that the page's links to the gold's profile show."""
    if not found:
        return False
    if any(sign in gold for sign in "/?="):
        return name_key(found) in names.get(link_key(gold, url), ())
    return name_key(found) == name_key(gold)
