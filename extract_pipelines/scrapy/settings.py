"""The ``EXTRACT_`` settings: read, checked, and told by name where they are wrong."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import partial
from os import PathLike
from typing import Any

from scrapy.settings import BaseSettings

from extract_pipelines.explain import MissingExtraError, require_jinja
from extract_pipelines.items.fields import ItemFields
from extract_pipelines.page.page_types import known_page_type
from extract_pipelines.site.options import Options
from extract_pipelines.site.stores import OPENERS

logger = logging.getLogger(__name__)

PREFIX = "EXTRACT_"
# Bounds of EXTRACT_SAVE_SECONDS.
LEAST_SECONDS = 0.05
MOST_SECONDS = 3600
# So much of a wrong value is told.
MOST_SHOWN = 200


class SettingError(ValueError):
    """A setting has a value that it cannot have; the message names it."""


@dataclass(frozen=True, slots=True)
class ExtractSettings:
    """The settings of a crawl. A field is the setting of its name: ``urls`` is EXTRACT_URLS.

    The fields of `Options` are settings, too: ``body`` is EXTRACT_BODY.
    """

    enabled: bool = True
    urls: tuple[re.Pattern[str], ...] = ()
    """Pages in whose URL one of these is found are read without the spider's doing."""
    page_type: tuple[tuple[re.Pattern[str], str], ...] = ()
    """What pages are in whose URL an expression is found: ``thread`` or ``article``; the first
    that is found counts."""
    min_probability: float = 0.0
    """Threads that are less likely to be ones do not come out."""
    warmup_pages: int = 2
    """Pages of a kind to see before its items leave."""
    hold_pages: int = 64
    """Most items that wait for that at a time, over all sites."""
    hold_bytes: int = 32_000_000
    """Most bytes of pages that wait."""
    hold_seconds: int = 60
    """Longest time that an item waits for that."""
    queue_pages: int = 32
    """Most recorded pages that wait to be learned, over all sites."""
    max_sites: int = 1000
    """Most sites in memory at a time; the least recently used goes to the store."""
    store: str | None = None
    """``memory``, or the address of a store; None: a file in the JOBDIR; in .scrapy to
    monitor; else memory."""
    store_reset: bool = False
    """Whether a store that cannot be read is moved aside, and a new one begun."""
    freeze: bool = False
    """Whether the stored templates are used as they are: nothing is learned or written."""
    save_seconds: float = 5.0
    """How often what was learned, and the job's requests, are written."""
    split: bool = False
    """Whether JSON, JSON Lines and CSV feeds have a row for each floor."""
    monitor: bool = False
    """Whether only what is new or changed since the last visit comes out."""
    changes: str = "new"
    """``new``: a thread with its new and changed floors; ``all``: all floors, marked."""
    threads: str = "page"
    """``page``: an item for each page of a thread; ``thread``: one for all its pages."""
    hold_threads: int = 64
    """Most threads that wait for pages at a time."""
    articles: bool = True
    """Whether a `PageItem` of a page that is no thread comes out, as an article."""
    fields: ItemFields | None = None
    """The fields that items come out with, as dicts; None: all, as they are."""
    explain_dir: str | None = None
    """A folder for reports of pages that were read with a low probability."""
    explain_below: float = 0.5
    """The probability below which a page gets a report."""
    explain_pages: int = 100
    """Most reports that a crawl writes."""
    fail_when_blind: bool = False
    """Whether the process ends with an error if nothing was read where there was something."""
    options: Options = field(default_factory=Options)

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> ExtractSettings:
        """Read and check all settings of the prefix.

        :raises SettingError: with a sentence that names the first wrong setting
        """
        own = {item.name for item in fields(cls)} - {"options"}
        chosen = {item.name for item in fields(Options)}
        readers: dict[str, Callable[[BaseSettings, str], Any]] = {
            "enabled": _boolean,
            "split": _boolean,
            "monitor": _boolean,
            "articles": _boolean,
            "fail_when_blind": _boolean,
            "changes": partial(_word, allowed=("new", "all")),
            "threads": partial(_word, allowed=("page", "thread")),
            "urls": _patterns,
            "page_type": _page_types,
            "min_probability": _share,
            "store": _address,
            "store_reset": _boolean,
            "freeze": _boolean,
            "fields": _item_fields,
            "explain_dir": _report_folder,
            "explain_below": _share,
            "save_seconds": _seconds,
        }
        values: dict[str, Any] = {
            name: readers[name](settings, name)
            if name in readers
            else _integer(settings, name, _LEAST.get(name, 0))
            for name in own
            if _is_set(settings, name)
        }
        if values.get("fail_when_blind") and not values.get("monitor"):
            raise SettingError("EXTRACT_FAIL_WHEN_BLIND needs EXTRACT_MONITOR = True.")
        return cls(**values, options=_options(settings, chosen))


def unknown_settings(settings: BaseSettings) -> Iterator[str]:
    """A sentence, without its full stop, for each setting of the prefix that there is not."""
    own = {one.name for kind in (ExtractSettings, Options) for one in fields(kind)} - {"options"}
    known = set(map(_setting, own))
    own_names = sorted(name.removeprefix(PREFIX) for name in known)
    for name in settings:
        if isinstance(name, str) and name.startswith(PREFIX) and name not in known:
            near = get_close_matches(name.removeprefix(PREFIX), own_names, 1)
            perhaps = f"; perhaps {PREFIX}{near[0]} is meant" if near else ""
            yield f"{name} is no setting of extract_pipelines and has no effect{perhaps}"


# What the command line can say, too. A number that is neither would pass for True in Scrapy.
_BOOLEANS = {"True": True, "true": True, "1": True, "False": False, "false": False, "0": False}
# The least whole number of a setting; of others it is 0.
_LEAST = {"queue_pages": 1, "max_sites": 1, "hold_threads": 1}


def _setting(name: str) -> str:
    return PREFIX + name.upper()


def _is_set(settings: BaseSettings, name: str) -> bool:
    return settings.get(_setting(name)) is not None


def warn_of_unknown(settings: BaseSettings) -> None:
    """Log the settings of the prefix that there are not: once in a crawl, or in a command."""
    for warning in unknown_settings(settings):
        logger.warning("%s", warning)


def _boolean(settings: BaseSettings, name: str) -> bool:
    value = settings.get(_setting(name))
    if isinstance(value, bool | int | str) and str(value) in _BOOLEANS:
        return _BOOLEANS[str(value)]
    raise _error(settings, name, "must be True or False")


def _word(settings: BaseSettings, name: str, allowed: tuple[str, ...]) -> str:
    value = settings.get(_setting(name))
    if value not in allowed:
        raise _error(settings, name, f"must be one of {', '.join(map(repr, allowed))}")
    return str(value)


def _integer(settings: BaseSettings, name: str, least: int) -> int:
    value = settings.get(_setting(name))
    try:
        number = int(value)
        if isinstance(value, bool | float) or number < least:
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        raise _error(settings, name, f"must be a whole number, {least} or more") from None
    return number


def _number(settings: BaseSettings, name: str) -> float:
    value = settings.get(_setting(name))
    try:
        if isinstance(value, bool):
            raise ValueError
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise _error(settings, name, "must be a number") from None


def _of_json(settings: BaseSettings, name: str) -> Any:
    """The value of a setting; a list or an object that is written as JSON as what it says."""
    value = settings.get(_setting(name))
    if isinstance(value, str):
        with suppress(ValueError):
            told = json.loads(value)
            return told if isinstance(told, list | dict) else value
    return value


def _pattern(value: Any) -> re.Pattern[str]:
    """A regular expression; one of bytes is found in no address, which is text."""
    pattern: re.Pattern[Any] = re.compile(value)
    if isinstance(pattern.pattern, str):
        return pattern
    raise TypeError("it is of bytes")


def _patterns(settings: BaseSettings, name: str) -> tuple[re.Pattern[str], ...]:
    value = _of_json(settings, name)
    if isinstance(value, str) and value.startswith(('["', "['")):  # as an expression, all letters
        raise _error(settings, name, "must be one regular expression, or a JSON list of them")
    if isinstance(value, str):
        value = [value] if value else []
    if not isinstance(value, list | tuple | set | frozenset):
        raise _error(settings, name, "must be a list of regular expressions")
    patterns = []
    for pattern in value:
        try:
            patterns.append(_pattern(pattern))
        except (re.error, TypeError) as error:
            why = f"must hold regular expressions, but {pattern!r} is none ({error})"
            raise SettingError(f"{_setting(name)} {why}.") from None
    return tuple(patterns)


def _page_types(settings: BaseSettings, name: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    value = _of_json(settings, name)
    if isinstance(value, dict):
        value = list(value.items())
    if not isinstance(value, list | tuple) or not all(
        isinstance(pair, list | tuple) and len(pair) == 2 for pair in value
    ):
        raise _error(settings, name, "must be a list of pairs: a regular expression, a type")
    found = []
    for pattern, page_type in value:
        try:
            found.append((_pattern(pattern), known_page_type(page_type) or ""))
        except (re.error, TypeError, ValueError) as error:
            pair = f"({pattern!r}, {page_type!r})"
            raise SettingError(f"{_setting(name)} has a wrong pair {pair}: {error}.") from None
    return tuple(found)


def _share(settings: BaseSettings, name: str) -> float:
    number = _number(settings, name)
    if not 0 <= number <= 1:
        raise _error(settings, name, "must be from 0 to 1")
    return number


def _listed(settings: BaseSettings, name: str) -> Any:
    """The value of a setting; one that is written with commas, or as JSON, as a list."""
    value = _of_json(settings, name)
    if isinstance(value, str):
        return [part for part in map(str.strip, value.split(",")) if part]
    return value


def _names(settings: BaseSettings, name: str) -> tuple[str, ...]:
    value = _listed(settings, name)
    if not isinstance(value, list | tuple) or not all(
        isinstance(part, str | PathLike) for part in value
    ):
        raise _error(settings, name, "must be a list of language codes or files")
    return tuple(map(str, value))


def _item_fields(settings: BaseSettings, name: str) -> ItemFields | None:
    value = _listed(settings, name)
    if not isinstance(value, list | tuple) or not all(isinstance(part, str) for part in value):
        raise _error(settings, name, "must be a list of names of fields")
    try:
        return ItemFields(value) if value else None
    except ValueError as error:
        raise SettingError(f"{_setting(name)} is wrong: {error}.") from None


def _address(settings: BaseSettings, name: str) -> str:
    value = settings.get(_setting(name))
    if value != "memory" and not (isinstance(value, str) and value.startswith(tuple(OPENERS))):
        choices = ", ".join(f"{prefix}…" for prefix in OPENERS)
        raise _error(settings, name, f"must be memory or an address that begins {choices}")
    return str(value)


def _report_folder(settings: BaseSettings, name: str) -> str:
    value = settings.get(_setting(name))
    if not isinstance(value, str | PathLike) or not str(value):
        raise _error(settings, name, "must be a folder")
    try:
        require_jinja()
    except MissingExtraError as error:
        raise SettingError(f"{_setting(name)} is set. {error}") from None
    return str(value)


def _seconds(settings: BaseSettings, name: str) -> float:
    value = settings.get(_setting(name))
    try:
        number = float(value)
        if isinstance(value, bool) or not LEAST_SECONDS <= number <= MOST_SECONDS:
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        least_most = f"a number from {LEAST_SECONDS} to {MOST_SECONDS}"
        raise _error(settings, name, f"must be {least_most}") from None
    return number


def _options(settings: BaseSettings, names: set[str]) -> Options:
    values = {name: settings.get(_setting(name)) for name in names if _is_set(settings, name)}
    if "cluster_passes" in values:
        values["cluster_passes"] = _integer(settings, "cluster_passes", 1)
    if "max_elements" in values:
        values["max_elements"] = _integer(settings, "max_elements", 1)
    if "support" in values:
        values["support"] = _number(settings, "support")
    if "language_models" in values:
        values["language_models"] = _names(settings, "language_models")
    try:
        return Options(**values)
    except ValueError as error:
        name, _, why = str(error).partition(" ")
        raise SettingError(f"{_setting(name)} {why}.") from None


def _error(settings: BaseSettings, name: str, why: str) -> SettingError:
    told = repr(settings.get(_setting(name)))
    if len(told) > MOST_SHOWN:
        told = f"{told[:MOST_SHOWN]}…"
    return SettingError(f"{_setting(name)} {why}, not {told}.")
