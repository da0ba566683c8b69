"""Features of record groups by their dates: how these follow each other, and how far apart.

Answers come later than what they answer, minutes to days apart; lists begin with the latest.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from math import log2
from typing import Final, final

from extract_pipelines.page.date_mentions import DateMention, order_share
from extract_pipelines.posts.records.records import Record

DATE_NAMES: tuple[str, ...] = (
    *"order distinct_dates clock_share relative_share unresolved_share".split(),
    *"ascending descending time_span time_gap newest oldest".split(),
)
_EPOCH: Final = datetime(1970, 1, 1)
# Characters of a date down to its minute, without a zone.
_TO_MINUTE: Final = 16
_UNKNOWN: Final = -1.0


@final
class DateFeatures:
    """Computes the features of dates for the groups of one page.

    :param mentions: the dates of the page
    """

    def __init__(self, mentions: Sequence[DateMention]) -> None:
        values = [mention.date.value for mention in mentions]
        self._hours = {value: _hours(value) for value in values if value}
        known = [hours for hours in self._hours.values() if hours is not None]
        self._first, self._last = min(known, default=0.0), max(known, default=0.0)

    def of(self, records: Sequence[Record]) -> tuple[float, ...]:
        """The features of a group, named by `DATE_NAMES`."""
        mentions = [record.mention for record in records]
        dates = [mention.date for mention in mentions]
        n = len(dates)
        return (
            order_share(mentions),
            len({date.raw for date in dates}) / n,
            sum([date.precision in ("minute", "second") for date in dates]) / n,
            sum([date.relative for date in dates]) / n,
            sum([date.value is None for date in dates]) / n,
            *self._times([self._hours.get(date.value or "") for date in dates]),
        )

    def _times(self, all_hours: Sequence[float | None]) -> tuple[float, ...]:
        """Six features of when the records were written; all `_UNKNOWN` if no date is known.

        Of neighbours the shares that rise and that fall; the days from the earliest to the latest
        and the median minutes between neighbours, both as log2(1 + x); whether the page has no
        later one, and no earlier one.
        """
        known = [hours for hours in all_hours if hours is not None]
        if not known:
            return (_UNKNOWN,) * 6
        first, last = min(known), max(known)
        steps = [after - before for before, after in pairwise(known)]
        lengths = sorted([abs(step) for step in steps])
        return (
            sum([step >= 0 for step in steps]) / len(steps) if steps else _UNKNOWN,
            sum([step <= 0 for step in steps]) / len(steps) if steps else _UNKNOWN,
            log2(1 + (last - first) / 24),
            log2(1 + 60 * lengths[len(lengths) // 2]) if lengths else _UNKNOWN,
            float(last >= self._last),
            float(first <= self._first),
        )


def _hours(value: str) -> float | None:
    """Hours from the beginning of 1970 to a date as it is displayed; none without a day."""
    try:
        when = datetime.fromisoformat(value[:_TO_MINUTE])
    except ValueError:
        return None
    return (when - _EPOCH).total_seconds() / 3600
