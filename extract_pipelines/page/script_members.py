"""Names of members in the data that a page brings for its scripts, by their numbers.

NGA writes ``commonui.userInfo.setAll({"58": {"uid": 58, "username": "Anna"}})``, and leaves links
to its members without a text.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from extract_pipelines.page.dom import Page
from extract_pipelines.page.head import unseen_elements
from extract_pipelines.page.json_ld import MOST_VALUES
from extract_pipelines.page.memo import once_a_page

_NAMES: Final = ("username", "user_name", "nickname", "screen_name", "display_name")
_NUMBERS: Final = ("uid", "user_id", "userid", "userId", "id")
_NAMED: Final = re.compile(rf'"(?:{"|".join(_NAMES)})"\s*:')
# What a value begins behind: an assignment, or the bracket of a call.
_BEFORE_VALUE: Final = re.compile(r"[=(]\s*(?=[{\[])")
# So many values of a script are looked into, and none of a longer script.
MOST_STARTS: Final = 20
LONGEST_SCRIPT: Final = 2_000_000


@once_a_page
def script_members(page: Page) -> Mapping[str, str]:
    """The names of members that scripts tell, by the numbers of these."""
    found: dict[str, str] = {}
    for script in unseen_elements(page)["script"]:
        source = script.text or ""
        if len(source) <= LONGEST_SCRIPT and _NAMED.search(source):
            for value in _values(source):
                for number, name in _members(value):
                    found.setdefault(number, name)
    return found


def _values(source: str) -> Iterator[Any]:
    """The JSON values of a script that are assigned, handed to a function, or all that it is."""
    decoder = json.JSONDecoder(strict=False)
    starts = [match.end() for match in islice(_BEFORE_VALUE.finditer(source), MOST_STARTS)]
    end = 0
    for start in starts or [len(source) - len(source.lstrip())]:
        if start < end:
            continue
        try:
            value, end = decoder.raw_decode(source, start)
        except (ValueError, RecursionError):
            continue
        yield value


def _members(value: Any) -> Iterator[tuple[str, str]]:
    """Number and name of the objects in a value that have a member's name."""
    coming: deque[tuple[str, Any]] = deque([("", value)])
    for _ in range(MOST_VALUES):
        if not coming:
            return
        key, one = coming.popleft()
        if isinstance(one, list):
            coming.extend(("", inner) for inner in one if isinstance(inner, (dict, list)))
        elif isinstance(one, dict):
            names = (one.get(name) for name in _NAMES)
            name = next((name for name in names if isinstance(name, str) and name.strip()), None)
            numbers = (str(one.get(number, "")) for number in _NUMBERS)
            number = key if key.isdigit() else next(filter(str.isdigit, numbers), "")
            if name and number:
                yield number, name.strip()
            coming.extend(item for item in one.items() if isinstance(item[1], (dict, list)))
