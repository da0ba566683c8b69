"""The ``EXTRACT_`` settings: read, checked, and told by name where they are wrong."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field, fields
from typing import Any

from scrapy.settings import BaseSettings

from extract_pipelines.options import Options

logger = logging.getLogger(__name__)

PREFIX = "EXTRACT_"


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
    warmup_pages: int = 2
    """Pages of a kind to see before its items leave."""
    hold_pages: int = 64
    """Most items that wait for that at a time, over all sites."""
    hold_bytes: int = 32_000_000
    """Most bytes of pages that wait."""
    queue_pages: int = 32
    """Most recorded pages that wait to be learned, over all sites."""
    max_sites: int = 1000
    """Most sites that are known at a time; the least recently used is forgotten."""
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
    store: str | None = None
    """Where what was seen is kept: ``sqlite:///path``; None: in the JOBDIR, or in ``.scrapy``."""
    options: Options = field(default_factory=Options)

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> ExtractSettings:
        """Read and check all settings of the prefix.

        :raises SettingError: with a sentence that names the first wrong setting
        """
        own = {item.name for item in fields(cls)} - {"options"}
        chosen = {item.name for item in fields(Options)}
        _warn_of_unknown(settings, own | chosen)
        values = {name: _read(settings, name) for name in own if _is_set(settings, name)}
        return cls(**values, options=_options(settings, chosen))


# What a setting may be: words, or the least whole number; others are 0 or more.
_WORDS = {"changes": ("new", "all"), "threads": ("page", "thread")}
_LEAST = {"queue_pages": 1, "max_sites": 1, "hold_threads": 1}


def _read(settings: BaseSettings, name: str) -> Any:
    if name in ("enabled", "split", "monitor"):
        return _boolean(settings, name)
    if name == "urls":
        return _patterns(settings, name)
    if name == "store":
        return _text(settings, name)
    if name in _WORDS:
        return _word(settings, name, _WORDS[name])
    return _integer(settings, name, _LEAST.get(name, 0))


def _setting(name: str) -> str:
    return PREFIX + name.upper()


def _is_set(settings: BaseSettings, name: str) -> bool:
    return settings.get(_setting(name)) is not None


def _warn_of_unknown(settings: BaseSettings, known: set[str]) -> None:
    names = {_setting(name) for name in known}
    for name in settings:
        if isinstance(name, str) and name.startswith(PREFIX) and name not in names:
            logger.warning("%s is no setting of extract_pipelines and has no effect", name)


def _boolean(settings: BaseSettings, name: str) -> bool:
    try:
        return settings.getbool(_setting(name))
    except ValueError:
        raise _error(settings, name, "must be True or False") from None


def _word(settings: BaseSettings, name: str, allowed: tuple[str, ...]) -> str:
    value = settings.get(_setting(name))
    if value not in allowed:
        raise _error(settings, name, f"must be one of {', '.join(map(repr, allowed))}")
    return str(value)


def _text(settings: BaseSettings, name: str) -> str:
    value = settings.get(_setting(name))
    if not isinstance(value, str):
        raise _error(settings, name, "must be a text such as 'sqlite:///path'")
    return value


def _integer(settings: BaseSettings, name: str, least: int) -> int:
    value = settings.get(_setting(name))
    try:
        number = int(value)
        if isinstance(value, bool | float) or number < least:
            raise ValueError
    except (TypeError, ValueError):
        raise _error(settings, name, f"must be a whole number, {least} or more") from None
    return number


def _patterns(settings: BaseSettings, name: str) -> tuple[re.Pattern[str], ...]:
    value = settings.get(_setting(name))
    if isinstance(value, str):
        value = [value] if value else []
    if not isinstance(value, list | tuple | set | frozenset):
        raise _error(settings, name, "must be a list of regular expressions")
    patterns = []
    for pattern in value:
        try:
            patterns.append(re.compile(pattern))
        except (re.error, TypeError) as error:
            why = f"must hold regular expressions, but {pattern!r} is none ({error})"
            raise SettingError(f"{_setting(name)} {why}.") from None
    return tuple(patterns)


def _options(settings: BaseSettings, names: set[str]) -> Options:
    values = {name: settings.get(_setting(name)) for name in names if _is_set(settings, name)}
    if "cluster_passes" in values:
        values["cluster_passes"] = _integer(settings, "cluster_passes", 1)
    try:
        return Options(**values)
    except ValueError as error:
        name, _, why = str(error).partition(" ")
        raise SettingError(f"{_setting(name)} {why}.") from None


def _error(settings: BaseSettings, name: str, why: str) -> SettingError:
    return SettingError(f"{_setting(name)} {why}, not {settings.get(_setting(name))!r}.")
