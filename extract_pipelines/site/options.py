"""The strategies to read pages with, by name."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import Final

from extract_pipelines.article.choose import STRATEGIES
from extract_pipelines.page import MAX_ELEMENTS
from extract_pipelines.published.language_filter import SHIPPED, load_model
from extract_pipelines.template import SUPPORT

FILTERS: Final = ("auto", "rules", "language", "none")
FLOORS: Final = ("auto", "records", "clusters", "none")
BODIES: Final = tuple(STRATEGIES)


@dataclass(frozen=True, slots=True)
class Options:
    """How pages are read.

    :param filter: ``auto`` (the rules, where clusters or a published method of the body need them),
        ``rules`` (the four rules), ``language`` (what the models of the site's languages
        accept) or ``none`` (every leaf is kept)
    :param language_models: codes of shipped models, or files, for the filter ``language``; if none
        are given, each page's are chosen by its declared language and its scripts
    :param floors: ``records``, ``clusters``, ``auto`` (which are records),
        or ``none`` to take every page for an article
    :param cluster_passes: how often positions are cut at the peaks of their differences, 1 or 2
    :param support: least share of a kind's pages that an entry of its template stands on, over 0
        and up to 1; see `Template`
    :param max_elements: elements of a page that are read, 1 or more; see `Page`
    :param body: a name of `STRATEGIES` in ``extract_pipelines.article.choose``, for pages without
        floors
    :raises ValueError: if a value is none of these
    :raises TypeError: if what is to be a number is none
    """

    filter: str = "auto"
    language_models: tuple[str, ...] = ()
    floors: str = "auto"
    cluster_passes: int = 2
    body: str = "auto"
    support: float = SUPPORT
    max_elements: int = MAX_ELEMENTS

    def __post_init__(self) -> None:
        for name, allowed in (
            ("filter", FILTERS),
            ("floors", FLOORS),
            ("cluster_passes", (1, 2)),
            ("body", BODIES),
        ):
            if getattr(self, name) not in allowed:
                choices = ", ".join(map(repr, allowed))
                raise ValueError(f"{name} must be one of {choices}, not {getattr(self, name)!r}")
        if not 0 < self.support <= 1:
            raise ValueError(f"support must be over 0 and not over 1, not {self.support!r}")
        # Compiled functions take no others, and a plain one of these serves both builds alike.
        object.__setattr__(self, "support", float(self.support))
        for name in ("cluster_passes", "max_elements"):
            object.__setattr__(self, name, index(getattr(self, name)))
        if self.max_elements < 1:
            raise ValueError(f"max_elements must be 1 or more, not {self.max_elements!r}")
        for model in self.language_models:
            try:
                load_model(model)
            except (OSError, ValueError) as error:
                codes = ", ".join(SHIPPED)
                why = f"must hold files of models or some of {codes}; {error}"
                raise ValueError(f"language_models {why}") from None
