"""Which of a page's texts is its title, by the page and by what its site has taught."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, ClassVar, Final, NamedTuple

from extract_pipelines.items.trace import tell
from extract_pipelines.learned.counts import keep
from extract_pipelines.learned.state import COUNT, NUMBER, cells, fields, table, whole
from extract_pipelines.page import Page
from extract_pipelines.page.boosted_trees import load
from extract_pipelines.site.titles.candidates import TitleCandidate
from extract_pipelines.site.titles.features import Candidates, find_candidates, find_far_candidates
from extract_pipelines.site.titles.link_texts import LinkTexts
from extract_pipelines.site.titles.subjects import letter_subject, subject_instead
from extract_pipelines.template import Template, entries_of, entry

# Path of the parts of <title> among the template's entries.
TITLE_PATH: Final = "html/head/title"
OF_TEMPLATE: Final = tuple("pages known_inside known_around known_outside known_shown".split())
OF_SLOTS: Final = tuple(
    "slot_pages slot_share slot_votes slot_differs slots_votes votes_of_best".split()
)
OF_CUTS: Final = ("known_cut", "known_kept")
STACKED: Final = ("odds", "odds_behind", *OF_TEMPLATE, *OF_SLOTS, *OF_CUTS)
"""What decides where the site is known: the log odds of the page alone, how far they are behind the
best ones of the page, and what the site tells."""
# Log odds that a text is the title of a page which a link on another page calls so.
CALLED: Final = 5.0
_HEADING: Final = re.compile(r"/h[1-6][/ ]")  # in the name of a place
# Where no candidate is as probable, those farther above the first date are looked at.
SURE: Final = 0.8
# Slots and cuts that a kind remembers, and bits by which the texts in a slot are told apart.
MOST_SLOTS: Final = 160
MOST_CUTS: Final = 40
BITS: Final = 48


class TitleScored(NamedTuple):
    """The texts that may be the title, and how likely each of them is."""

    candidates: Sequence[TitleCandidate]
    odds: Sequence[float]
    """Log odds, which only compare the candidates of a page."""
    called: Sequence[bool]
    """Whether links on other pages call the page so."""

    @property
    def probabilities(self) -> list[float]:
        """How probable each is, as exactly one of them is the title."""
        return probabilities(self.odds)

    @property
    def is_sure(self) -> bool:
        """Whether one of them is probable enough not to look for others."""
        return max(self.probabilities, default=0.0) >= SURE

    @property
    def top(self) -> float:
        """The log odds of the likeliest."""
        return max(self.odds, default=-math.inf)


class TitlePlace:
    """A place where candidates stood on pages of a kind."""

    __slots__ = ("bits", "pages", "votes")

    def __init__(self, pages: int = 0, votes: float = 0.0, bits: int = 0) -> None:
        self.pages = pages
        self.votes = votes
        """Sum of the probabilities of what stood there to be the title."""
        self.bits = bits
        """The texts there, a bit each."""

    @property
    def differs(self) -> float:
        """About how many different texts stood there, for each page."""
        empty = BITS - self.bits.bit_count()
        texts = -BITS * math.log(max(0.5, empty) / BITS)
        return min(1.0, texts / max(1, self.pages))


NO_PLACE: Final = TitlePlace()


class TitleModel:
    """At which places the titles of one kind of pages stand, as the pages stream in.

    Each page gives each place of its candidates the probability that the scorer gives the text
    there when it knows nothing of the site; they add up.
    """

    def __init__(self) -> None:
        self.pages = 0
        self.slots: dict[str, TitlePlace] = {}
        self.cuts: Counter[str] = Counter()
        """On how many pages a text stands around what may be the title, in one text with it."""

    def learn(self, page: Page, links: LinkTexts | None = None) -> None:
        """Add a page.

        :param links: what links of the site's pages say
        """
        read = _with_links(page, _candidates_of(page, links), links)
        self.add(read.candidates, read.probabilities)

    def add(self, found: Sequence[TitleCandidate], chances: Sequence[float]) -> None:
        """Add a page of which the candidates are so probably the title."""
        self.pages += 1
        for candidate, chance in zip(found, chances, strict=True):
            bit = 1 << _hash(candidate.key) % BITS
            for name in candidate.slots:
                slot = self.slots.setdefault(_name(name), TitlePlace())
                slot.pages += 1
                slot.votes += chance
                slot.bits |= bit
        around = [one for candidate in found for one in (*candidate.cuts, *candidate.keeps)]
        self.cuts.update(map(_name, dict.fromkeys(around)))  # a set has another order each run
        self._keep()

    def merge(self, other: TitleModel) -> None:
        """Add what another worker learned: of each place, what more pages told is kept."""
        self.pages = max(self.pages, other.pages)
        for name, theirs in other.slots.items():
            own = self.slots.get(name, NO_PLACE)
            best = max(own, theirs, key=lambda slot: (slot.pages, slot.votes, slot.bits))
            self.slots[name] = TitlePlace(best.pages, best.votes, best.bits)
        self.cuts |= other.cuts
        self._keep()

    def _keep(self) -> None:
        """Keep the places with the most votes, if there are too many."""
        if len(self.slots) > 2 * MOST_SLOTS:
            kept = sorted(self.slots.items(), key=lambda item: (-item[1].votes, item[0]))
            self.slots = dict(kept[:MOST_SLOTS])
        if len(self.cuts) > 2 * MOST_CUTS:
            keep(self.cuts, MOST_CUTS)

    STATE: ClassVar = fields(
        pages=COUNT,
        slots=table(cells(whole(1), NUMBER, whole(0, (1 << BITS) - 1)), 2 * MOST_SLOTS),
        cuts=table(COUNT, 2 * MOST_CUTS),
    )

    def to_state(self) -> dict[str, Any]:
        """Plain values that `from_state` takes back."""
        slots = {name: [slot.pages, slot.votes, slot.bits] for name, slot in self.slots.items()}
        return {"pages": self.pages, "slots": slots, "cuts": dict(self.cuts)}

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> TitleModel:
        """The model of which `to_state` gave the values."""
        model = cls()
        model.pages = state["pages"]
        model.slots = {name: TitlePlace(*values) for name, values in state["slots"].items()}
        model.cuts = Counter(state["cuts"])
        return model

    def choose(self, page: Page, template: Template, links: LinkTexts | None = None) -> str | None:
        """The title of a page; None if it has no text that may be one.

        :param links: what links of the site's pages say
        """
        read = self._score(page, _candidates_of(page, links), template, links)
        if self.pages and not read.is_sure:
            far = self._score(page, find_far_candidates(page), template, links)
            read = far if far.top > read.top else read
        tell(lambda: read)
        best = read.candidates[read.odds.index(read.top)].text if read.candidates else None
        return letter_subject(page) or (best and subject_instead(page, best))

    def _score(
        self, page: Page, candidates: Candidates, template: Template, links: LinkTexts | None
    ) -> TitleScored:
        """Candidates by the page and by what its site has taught."""
        found, odds = candidates.found, candidates.odds
        if found and self.pages and template.pages > 1:
            score, top = load("site/titles", "site", STACKED), max(odds)
            known = zip(
                odds, in_template(page, candidates, template), self.at_slots(found), strict=True
            )
            odds = [score(own, top - own, *shared, *slots) for own, shared, slots in known]
            candidates = candidates._replace(odds=odds)
        return _with_links(page, candidates, links)

    def at_slots(self, found: Sequence[TitleCandidate]) -> list[tuple[float, ...]]:
        """What other pages tell of the places where the candidates stand."""
        slots = [
            [self.slots.get(_name(name), NO_PLACE) for name in candidate.slots]
            for candidate in found
        ]
        best = [max(own, key=_mean_votes) for own in slots]
        most = max((slot.votes for slot in best), default=0.0)
        return [
            (
                slot.pages,
                slot.pages / max(1, self.pages),
                _mean_votes(slot),
                slot.differs if slot.pages else -1.0,
                sum(map(_mean_votes, own)),
                slot.votes / most if most else -1.0,
                min(self._shares(candidate.cuts), default=-1.0),
                max(self._shares(candidate.keeps), default=-1.0),
            )
            for candidate, own, slot in zip(found, slots, best, strict=True)
        ]

    def _shares(self, around: Sequence[str]) -> list[float]:
        """For each text that may stand around a title the share of pages that have it."""
        return [self.cuts[_name(one)] / max(1, self.pages) for one in around]


def in_template(page: Page, candidates: Candidates, template: Template) -> list[tuple[float, ...]]:
    """What the template tells of each candidate, by the share of pages that have its parts."""
    entries = entries_of(page).leaves
    of_parts = [entry(TITLE_PATH, part) for part in candidates.parts]
    of_leaves = [entries[one.leaves[0]] if one.leaves else 0 for one in candidates.found]
    shares = template.shares([*of_parts, *of_leaves])
    parts, shown = shares[: len(of_parts)], shares[len(of_parts) :]
    return [
        (min(template.pages, 32), *_around(one, parts), share if one.leaves else -1.0)
        for one, share in zip(candidates.found, shown, strict=True)
    ]


def _around(candidate: TitleCandidate, parts: Sequence[float]) -> tuple[float, float, float]:
    """How many pages share the parts of ``<title>`` in the text, all around it, and the outermost.

    A site's name is outermost; between it and the title may stand what few pages have, a board's.
    """
    if candidate.run is None:
        return -1.0, -1.0, -1.0
    first, last = candidate.run
    around = [*parts[:first], *parts[last:]]
    outermost = [*parts[: min(first, 1)], *(parts[-1:] if last < len(parts) else ())]
    return max(parts[first:last]), min(around, default=1.0), min(outermost, default=1.0)


def _candidates_of(page: Page, links: LinkTexts | None) -> Candidates:
    """A page's candidates, those farther above the posts too where links call only one of these."""
    near = find_candidates(page)
    if links is None or any(links.call(page, [one.key for one in near.found])):
        return near
    return find_far_candidates(page) if any(links.call(page, near.farther)) else near


def _called(page: Page, found: Sequence[TitleCandidate], links: LinkTexts | None) -> Sequence[bool]:
    """For each candidate whether links on other pages call the page so.

    Of a page with headings what none of them has, and what stands in ``<title>`` alone or in a list
    of links besides, is not asked: newspapers have a shorter headline there, and on front pages.
    """
    if links is None:
        return [False] * len(found)
    called = links.call(page, [one.key for one in found])
    headings = [one.key for one in found if any(map(_HEADING.search, one.slots))]
    if not headings:
        return called
    return [
        told and (one.shown > one.links or any(one.key in heading for heading in headings))
        for one, told in zip(found, called, strict=True)
    ]


def _with_links(page: Page, candidates: Candidates, links: LinkTexts | None) -> TitleScored:
    """Candidates with what links on other pages say."""
    called = _called(page, candidates.found, links)
    pairs = zip(candidates.odds, called, strict=True)
    odds = [own + CALLED * is_called for own, is_called in pairs]
    return TitleScored(candidates.found, odds, called)


def _mean_votes(slot: TitlePlace) -> float:
    return slot.votes / slot.pages if slot.pages else -1.0


def probabilities(odds: Sequence[float]) -> list[float]:
    """How probable each candidate of a page is to be its title, as exactly one of them is."""
    top = max(odds, default=0.0)
    weights = [math.exp(one - top) for one in odds]
    total = sum(weights)
    return [weight / total for weight in weights]


def _hash(text: str) -> int:
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).digest()
    return int.from_bytes(digest)


@lru_cache(maxsize=8192)
def _name(slot: str) -> str:
    return f"{_hash(slot):012x}"
