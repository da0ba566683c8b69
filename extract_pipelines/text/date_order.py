"""The order of day and month in numeric dates: what a locale tells of it, and how evidence counts.

How locales write dates and times is a table of Unicode's CLDR; ``benchmarks/date_locales.py`` makes
it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, Literal, NamedTuple, cast, get_args

from extract_pipelines.text.date_parts import Order
from extract_pipelines.text.locales import subtags_of

TABLE: Final = Path(__file__).with_name("date_locales.json")
# Where so many of those who speak a language write dates in one order, the language tells it.
LEAST_SHARE: Final = 0.9

OrderSource = Literal["dates", "locale", "clock"]
"""What an order is known by, the strongest first: dates that can be read in no other; the locale
that a page declares; its language, and a clock as in that language's likely region."""
_SOURCES: Final[tuple[OrderSource, ...]] = get_args(OrderSource)


class KnownOrder(NamedTuple):
    """An order of day and month, and what it is known by."""

    order: Order
    source: OrderSource


Votes = Counter[KnownOrder]

# How a state names them.
NAMES: Final = {
    order if source == "dates" else f"{order} {source}": KnownOrder(order, source)
    for order in cast("tuple[Order, ...]", get_args(Order))
    for source in _SOURCES
}


class _Region(NamedTuple):
    order: Order
    hours: int
    """Of its clock: 12 or 24."""


class _Language(NamedTuple):
    likely: str
    """Code of the region that is meant if none is named."""
    share: float
    """Of those who speak it, how many write dates in the order of that region."""
    regions: Mapping[str, _Region]
    """By code."""


@cache
def _languages() -> Mapping[str, _Language]:
    table = json.loads(TABLE.read_text(encoding="ascii"))
    return {
        language: _Language(
            row["likely"],
            row["share"],
            {region: _Region(*it) for region, it in row["regions"].items()},
        )
        for language, row in table.items()
    }


def locale_order(locale: str | None, hours: int | None) -> KnownOrder | None:
    """The order in which a locale writes numeric dates.

    None if the locale does not tell it. A language alone does not, if it has several orders, unless
    the clock is that of its likely region. A language or a likely region (``en-US``) is what
    software declares unasked: it tells nothing where the clock is none of its own.

    :param locale: as a page declares it: ``en-GB``, ``pt_BR``, ``de``
    :param hours: of the clock beside the page's numeric dates, 12 or 24, if they have a time
    """
    language, *subtags = subtags_of(locale)
    known = _languages().get(language)
    if known is None:
        return None
    code = next((tag.upper() for tag in subtags if len(tag) == 2), "")
    region, likely = known.regions.get(code), known.regions[known.likely]
    if region and (code != known.likely or hours in (None, region.hours)):
        return KnownOrder(region.order, "locale")
    if region is None and known.share >= LEAST_SHARE:
        clocks = {None, *(region.hours for region in known.regions.values())}
        return KnownOrder(likely.order, "locale") if hours in clocks else None
    return KnownOrder(likely.order, "clock") if hours == likely.hours else None


def strongest(votes: Votes) -> KnownOrder | None:
    """The order with the most votes by the strongest source that has any."""
    for source in _SOURCES:
        cast_votes = [vote for vote in votes if vote.source == source]
        if cast_votes:
            return max(cast_votes, key=lambda vote: (votes[vote], vote.order))
    return None


def stronger(one: KnownOrder | None, other: KnownOrder | None) -> KnownOrder | None:
    """The one that is known by the stronger source; the first, if none is stronger."""
    known = [order for order in (one, other) if order]
    return min(known, key=lambda order: _SOURCES.index(order.source), default=None)


def to_state(votes: Votes) -> dict[str, int]:
    """Plain values that `from_state` takes back."""
    return {name: votes[known] for name, known in NAMES.items() if known in votes}


def from_state(state: Mapping[str, int]) -> Votes:
    """The votes of which `to_state` gave the values."""
    return Counter({NAMES[name]: count for name, count in state.items()})
