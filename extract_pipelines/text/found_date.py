"""A date that was found in a text."""

from __future__ import annotations

from typing import Final

from extract_pipelines.text.date_parts import Order, Precision, UnresolvedDate
from extract_pipelines.text.date_words import ANY, Label
from extract_pipelines.text.lexicon import Languages


class FoundDate:
    """A date found in a text.

    `value` is ISO 8601: a moment, or only a day where no time is written. It has an offset only
    where the text gives one, or the date is relative to an aware `now`. It is None if the date
    cannot be resolved: the order of day and month is not known, there is no `now` to count from,
    or only a month is written. `raw` is `text[start:end]`, without the label. `order` is the order
    of day and month that a numeric date proves by itself, as one number is too great for a month;
    one with the year first proves none.
    `ambiguous` tells that `value` depends on the order that is given. `hours` is the clock that the
    time is told by, 12 or 24; None without a time, or where it is a word ("noon"). `disputed` are
    the languages in which the name of its month is that of different ones: empty for most names.
    """

    __slots__ = (
        *("ambiguous", "disputed", "end", "hours", "label", "order"),
        *("precision", "raw", "relative", "start", "value"),
    )

    def __init__(
        self,
        value: str | None,
        raw: str,
        start: int,
        end: int,
        precision: Precision,
        *,
        hours: int | None = None,
        label: Label | None = None,
    ) -> None:
        self.value = value
        self.raw = raw
        self.start = start
        self.end = end
        self.precision: Precision = precision
        self.hours = hours
        self.label: Label | None = label
        self.relative = False
        self.order: Order | None = None
        self.ambiguous = False
        self.disputed: Languages = ANY

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FoundDate) and self._told == other._told

    def __hash__(self) -> int:
        return hash((self.raw, self.start, self.value))

    @property
    def _told(self) -> tuple[object, ...]:
        return (
            *(self.value, self.raw, self.start, self.end, self.precision, self.relative),
            *(self.order, self.label, self.ambiguous, self.hours, self.disputed),
        )

    def with_value(self, value: str | None) -> FoundDate:
        """The same date with another value."""
        start, end = self.start, self.end
        precision, hours, label = self.precision, self.hours, self.label
        date = FoundDate(value, self.raw, start, end, precision, hours=hours, label=label)
        return date.told_as(self)

    def told_by(self, other: FoundDate, text: str) -> FoundDate:
        """This age as one with the date behind it in a text, which tells of which day it is."""
        if other.value is None and not other.ambiguous:
            return self
        start, end, precision, hours = self.start, other.end, other.precision, other.hours
        raw, label = text[start:end], self.label or other.label
        date = FoundDate(other.value, raw, start, end, precision, hours=hours, label=label)
        return date.told_as(other)

    def told_as(self, other: UnresolvedDate | FoundDate) -> FoundDate:
        """This date with what another tells of how it was written."""
        self.relative, self.order = other.relative, other.order
        self.ambiguous, self.disputed = other.ambiguous, other.disputed
        return self

    @property
    def exactness(self) -> str:
        """How exact `value` is: ``none`` without one, else the unit that it is counted in.

        Hours, weeks, months and years are so only where they are counted back from now.
        """
        if self.value is None:
            return "none"
        if self.precision == "hour" and not self.relative:  # "7 a.m."
            return "minute"
        return self.precision

    @property
    def tells_time(self) -> bool:
        """Whether it tells an hour of the day."""
        return self.precision in ("second", "minute", "hour")


NO_DATE: Final = FoundDate(None, "", 0, 0, "day")
"""Stands where there is no date."""


def found_in(
    text: str, reading: UnresolvedDate, value: str | None, label: Label | None
) -> FoundDate:
    """What was read in a text, with its value."""
    start, end, precision, hours = reading.start, reading.end, reading.precision, reading.hours
    date = FoundDate(value, text[start:end], start, end, precision, hours=hours, label=label)
    return date.told_as(reading)
