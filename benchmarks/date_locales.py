"""How locales write numeric dates: python -m benchmarks.date_locales CLDR [--write].

CLDR is a folder with the unpacked npm packages ``cldr-core`` and ``cldr-dates-full``, the data of
the Unicode Common Locale Data Repository in JSON. Prints how many languages and locales the table
has, and writes it into the package.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from extract_pipelines.text.date_order import TABLE

_QUOTED = re.compile(r"'[^']*'")
# The letters of CLDR's patterns for the same part of a date.
_SAME = str.maketrans("Lu", "My")


def order_of(pattern: str) -> str:
    """The order of day, month and year in a pattern, as in ``DMY``."""
    letters = re.sub("[^yMd]", "", _QUOTED.sub("", pattern).translate(_SAME))
    return "".join(dict.fromkeys(letters)).upper()


def hours_of(pattern: str) -> int:
    """Hours of the clock in a pattern: 12 or 24."""
    return 12 if re.search("[hK]", _QUOTED.sub("", pattern)) else 24


def read_cldr(folder: Path) -> dict[str, dict[str, Any]]:
    """For each language its regions with order and clock, and how many of its speakers share one.

    The likely region is the one that CLDR adds to a language alone.
    """
    likely = _json(folder, "supplemental/likelySubtags.json")["supplemental"]["likelySubtags"]
    regions: dict[str, dict[str, tuple[str, int]]] = defaultdict(dict)
    for path in sorted(folder.rglob("main/*/ca-gregorian.json")):
        locale = path.parent.name
        language, _, region = locale.partition("-")
        if language == "und" or not re.fullmatch("|[A-Z]{2}", region):
            continue
        data = json.loads(path.read_text())["main"][locale]["dates"]["calendars"]["gregorian"]
        row = order_of(_short(data["dateFormats"])), hours_of(_short(data["timeFormats"]))
        if region := region or likely.get(language, "").rpartition("-")[2]:
            regions[language][region] = row
    speakers = read_speakers(folder)
    table = {}
    for language, rows in regions.items():
        region = likely[language].rpartition("-")[2]
        share = share_of(rows[region][0], rows, speakers[language])
        table[language] = {"likely": region, "share": share, "regions": rows}
    return table


def read_speakers(folder: Path) -> dict[str, dict[str, float]]:
    """For each language how many speak it in each region."""
    regions = _json(folder, "supplemental/territoryInfo.json")["supplemental"]["territoryInfo"]
    speakers: dict[str, dict[str, float]] = defaultdict(dict)
    for region, told in regions.items():
        for language, its in told.get("languagePopulation", {}).items():
            people = float(told["_population"]) * float(its["_populationPercent"]) / 100
            speakers[language.partition("_")[0]][region] = people
    return speakers


def share_of(order: str, rows: dict[str, tuple[str, int]], speakers: dict[str, float]) -> float:
    """Share of the speakers of a language who write dates in an order."""
    known = {region: people for region, people in speakers.items() if region in rows}
    same = sum(people for region, people in known.items() if rows[region][0] == order)
    return round(same / sum(known.values()), 3) if sum(known.values()) else 1.0


def _short(formats: dict[str, Any]) -> str:
    short = formats["short"]
    return short if isinstance(short, str) else short["_value"]


def _json(folder: Path, name: str) -> Any:
    return json.loads(next(folder.rglob(name)).read_text())


def main() -> None:
    """Print the figures; write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cldr", type=Path)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    table = read_cldr(asked.cldr)
    print(f"{len(table)} languages, {sum(len(row['regions']) for row in table.values())} locales")
    if asked.write:
        rows = (f" {json.dumps(name)}: {json.dumps(table[name])}" for name in sorted(table))
        TABLE.write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main()
