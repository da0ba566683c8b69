"""Where the years of other calendars begin: python -m benchmarks.calendars [--write].

Needs ``jdatetime`` (Solar Hijri) and ``hijridate`` (Umm al-Qura), of the extra ``bench``. Prints
how many years there are of each, and writes them into the package: for each the first year, and
for each year the day that it begins on, counted as Python's ``date.toordinal`` does, with the
lengths of its months.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from datetime import date
from itertools import pairwise
from typing import Any

from hijridate import Hijri
from jdatetime import date as solar_hijri

from extract_pipelines.text.calendars import TABLE
from extract_pipelines.text.date_parts import YEARS


def years_of(to_gregorian: Callable[[int, int], date], first: int) -> dict[str, Any]:
    """The years of a calendar that begin in those that are read.

    :param to_gregorian: the first day of a month of a year
    :param first: a year that begins before them
    """
    while to_gregorian(first, 1).year < YEARS.start - 1:
        first += 1
    rows = []
    year = first
    while to_gregorian(year, 1).year < YEARS.stop - 25:
        starts = [to_gregorian(year, month).toordinal() for month in range(1, 13)]
        starts.append(to_gregorian(year + 1, 1).toordinal())
        rows.append([starts[0], "".join(str(b - a - 29) for a, b in pairwise(starts))])
        year += 1
    return {"first": first, "years": rows}


def main() -> None:
    """Print the figures; write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    table = {
        "persian": years_of(lambda y, m: solar_hijri(y, m, 1).togregorian(), 1340),
        "islamic": years_of(lambda y, m: Hijri(y, m, 1).to_gregorian(), 1380),
    }
    print({name: len(rows["years"]) for name, rows in table.items()})
    if asked.write:
        TABLE.write_text(json.dumps(table, separators=(",", ":")) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
