"""What stored states may hold: told beside each class that has one, checked where it is loaded.

A state is plain JSON values. A check takes a value and its path, and raises `StateError` if that is
no value which this program would have written there. Checks of parts make the check of the whole::

    STATE = fields(pages=COUNT, shapes=table(COUNT, 8))
    STATE({"pages": 6, "shapes": {"/t/#": "x"}}, "kinds[2]")
    # StateError: kinds[2].shapes["/t/#"]: expected a whole number from 0 on, got "x"
"""

from __future__ import annotations

import base64
import json
import sys
from array import array
from collections.abc import Callable, Mapping
from hashlib import blake2b
from operator import lt
from typing import Any, Final, NoReturn

# Counts and numbers are at most this: every reader of JSON keeps them exactly.
MOST: Final = 1 << 53
# Characters of a wrong value, or of a key, that are shown.
SHOWN: Final = 40

Check = Callable[[Any, str], None]


class StateError(ValueError):
    """A state is none that was written; the message begins with the path of what is wrong."""


def refuse(path: str, expected: str, value: Any) -> NoReturn:
    """Tell what is wrong.

    :raises StateError: always
    """
    raise StateError(f"{path.lstrip('.') or 'state'}: expected {expected}, got {_told(value)}")


def _told(value: Any) -> str:
    if isinstance(value, dict):
        return f"an object of {len(value)}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is not None and not isinstance(value, str | int | float):
        return f"a {type(value).__name__}"
    if isinstance(value, int) and abs(value) > 1 << 64:
        return f"a number of {value.bit_length()} bits"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def whole(least: int = 0, most: int = MOST) -> Check:
    """A whole number within bounds."""
    bound = f"to {most}" if most < MOST else "on"

    def check(value: Any, path: str) -> None:
        if type(value) is not int or not least <= value <= most:
            refuse(path, f"a whole number from {least} {bound}", value)

    return check


def _odds(value: Any, path: str) -> None:
    """A number, negative or not."""
    if type(value) not in (int, float) or not -MOST <= value <= MOST:
        refuse(path, "a number", value)


def _number(value: Any, path: str) -> None:
    """A number that is not negative."""
    if type(value) not in (int, float) or not 0 <= value <= MOST:
        refuse(path, "a number from 0 on", value)


def _text(value: Any, path: str) -> None:
    """A text."""
    if not isinstance(value, str):
        refuse(path, "a text", value)


def one_of(*values: Any) -> Check:
    """One of some values."""
    expected = " or ".join(json.dumps(value) for value in values)

    def check(value: Any, path: str) -> None:
        if not any(value == known and type(value) is type(known) for known in values):
            refuse(path, expected, value)

    return check


def optional(check: Check) -> Check:
    """A value, or null."""
    return lambda value, path: None if value is None else check(value, path)


def all_of(*checks: Check) -> Check:
    """A value that passes several checks, one after the other."""

    def check(value: Any, path: str) -> None:
        for one in checks:
            one(value, path)

    return check


def fields(**checks: Check) -> Check:
    """An object with these names and no others."""

    def check(value: Any, path: str) -> None:
        if not isinstance(value, dict):
            refuse(path, "an object", value)
        for name, check_of in checks.items():
            if name not in value:
                raise StateError(f"{path}.{name}".lstrip(".") + ": is missing")
            check_of(value[name], f"{path}.{name}")
        if unknown := value.keys() - checks.keys():
            raise StateError(f"{path}.{min(map(str, unknown))}".lstrip(".") + ": is not known")

    return check


def items(check: Check, most: int) -> Check:
    """A list of so many items at most."""

    def check_all(value: Any, path: str) -> None:
        if not isinstance(value, list) or len(value) > most:
            refuse(path, f"a list of at most {most}", value)
        for i, item in enumerate(value):
            check(item, f"{path}[{i}]")

    return check_all


def cells(*checks: Check) -> Check:
    """A list with one item for each check."""

    def check(value: Any, path: str) -> None:
        if not isinstance(value, list) or len(value) != len(checks):
            refuse(path, f"a list of {len(checks)}", value)
        for i, check_of in enumerate(checks):
            check_of(value[i], f"{path}[{i}]")

    return check


def table(check: Check, most: int, key: Check = _text) -> Check:
    """An object with so many keys at most, whatever their names."""

    def check_all(value: Any, path: str) -> None:
        if not isinstance(value, dict) or len(value) > most:
            refuse(path, f"an object of at most {most}", value)
        for name, item in value.items():
            key(name, path)
            check(item, f"{path}[{_told(name)}]")

    return check_all


def hashes(most: int) -> Check:
    """So many hashes of 64 bits at most, ascending, as `text_of` gives them."""

    def check(value: Any, path: str) -> None:
        try:
            found = hashes_of(value)
        except (TypeError, ValueError):
            found = None
        if found is None or len(found) > most or not all(map(lt, found, found[1:])):
            refuse(path, f"at most {most} ascending hashes in base64", value)

    return check


def _any(value: Any, path: str) -> None:
    """Whatever it is: it is checked elsewhere, or not read."""


ANY: Check = _any
COUNT: Final = whole()
NUMBER: Check = _number
ODDS: Check = _odds
TEXT: Check = _text


def text_of(found: array[int]) -> str:
    """Hashes of 64 bits as base64 of 8 bytes each; see `hashes_of`."""
    return base64.b64encode(bytes_of(found)).decode()


def hashes_of(encoded: str) -> array[int]:
    """The hashes of which `text_of` gave the text.

    :raises ValueError: if it did not
    """
    found = array("Q", base64.b64decode(encoded, validate=True))
    if sys.byteorder == "big":
        found.byteswap()
    return found


def bytes_of(found: array[int]) -> bytes:
    """The bytes of an array, the same on all machines."""
    if sys.byteorder == "big":
        found = found[:]
        found.byteswap()
    return found.tobytes()


def digest_of(state: Mapping[str, Any]) -> str:
    """What tells a state from all others that this program may have written."""
    data = json.dumps(state, sort_keys=True, separators=(",", ":")).encode()
    return blake2b(data, digest_size=16).hexdigest()


def is_unchanged(state: dict[str, Any], path: str) -> None:
    """The state's digest is that of its other fields: nothing has changed since it was written."""
    told = {name: value for name, value in state.items() if name != "digest"}
    if state["digest"] != (digest := digest_of(told)):
        refuse(f"{path}.digest", f"{_told(digest)} as for what was written", state["digest"])
