"""Damaged states through load and read: python -m benchmarks.mutated_states [--states 1500].

In the stored state of each of the embedded demo's sites something is changed (a value to one of
another type or out of range, a field or an item left out, doubled, cut off, or in the place of
another). A state must be refused with the path of what is wrong, or read all pages as before.

Each is tried a second time as if some other program had written it, with a digest that fits: then
it must be refused, or be of use without an error.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from benchmarks.mutations import demo_sources
from extract_pipelines import Page, Site
from extract_pipelines.learned.state import StateError, digest_of

Place = tuple[Any, Any]
WRONG = (None, True, "", "x", "é" * 99, -1, 0, 7, 0.5, -0.5, 1e308, float("nan"), float("inf"))
WRONG_PARTS: tuple[Any, ...] = (
    1 << 54,
    1 << 64,
    1 << 4000,
    [],
    {},
    [[]],
    {"": None},
    [0] * 5000,
    "AAAA",
    "\ud800",
)


def keys_of(holder: Any) -> Sequence[Any]:
    """The keys of an object, or the indices of a list."""
    return sorted(holder) if isinstance(holder, dict) else range(len(holder))


def place_in(state: Any, chance: random.Random) -> Place:
    """Some value in a state, as what holds it and its key there; each depth is as likely."""
    holder, key = state, chance.choice(sorted(state))
    while (value := holder[key]) and isinstance(value, dict | list) and chance.random() < 0.9:
        holder = value
        key = (
            chance.choice(sorted(value))
            if isinstance(value, dict)
            else chance.randrange(len(value))
        )
    return holder, key


def to_wrong(place: Place, chance: random.Random) -> None:
    """Put another value there."""
    holder, key = place
    holder[key] = copy.deepcopy(chance.choice((*WRONG, *WRONG_PARTS)))


def to_near(place: Place, chance: random.Random) -> None:
    """Change the value a bit: a number, the length of a text, of a list, or of an object."""
    holder, key = place
    value = holder[key]
    if isinstance(value, str):
        holder[key] = value[: chance.randint(0, len(value))] + value[: chance.randint(0, 9)]
    elif isinstance(value, list):
        holder[key] = [*value[: chance.randint(0, len(value))], *value[: chance.randint(0, 9)]]
    elif isinstance(value, dict):
        value[chance.choice(["", "x", *value])] = chance.choice(list(value.values()) or [1])
    elif value is not None:
        holder[key] = value * chance.choice((-1, 2, 10**9)) + chance.choice((-1, 1))


def leave_out(place: Place, chance: random.Random) -> None:
    """Drop the field or the item."""
    holder, key = place
    del holder[key]


def exchange(place: Place, chance: random.Random) -> None:
    """Give it the value of its neighbour."""
    holder, key = place
    holder[key] = copy.deepcopy(holder[chance.choice(keys_of(holder))])


MUTATIONS: Sequence[Callable[[Place, random.Random], None]] = (
    to_wrong, to_wrong, to_near, leave_out, exchange,
)  # fmt: skip


def mutated(state: dict[str, Any], count: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """So many states, each with one thing in it that was changed."""
    chance = random.Random(seed)
    found = 0
    while found < count:
        changed = copy.deepcopy(state)
        chance.choice(MUTATIONS)(place_in(changed, chance), chance)
        if repr(changed) != repr(state):
            found += 1
            yield changed


def sealed(state: dict[str, Any]) -> dict[str, Any]:
    """The state with a digest that fits, as a program that made a mistake would write it."""
    told = {name: value for name, value in state.items() if name != "digest"}
    return {**told, "digest": digest_of(told)}


def try_state(state: dict[str, Any], pages: Sequence[Page], before: Sequence[Any]) -> str:
    """What comes of a damaged state: ``refused``, ``reads as before`` or ``reads otherwise``."""
    try:
        site = Site.from_state(state)
    except StateError:
        return "refused"
    return "reads as before" if items_of(site, pages) == before else "reads otherwise"


def use(state: dict[str, Any], pages: Sequence[Page], other: Site) -> str:
    """What comes of a damaged state with a digest that fits: ``refused``, or it is ``of use``."""
    try:
        site = Site.from_state(state)
    except StateError:
        return "refused"
    items_of(site, pages)
    site.merge(other)
    for page in pages:
        site.learn(page)
    items_of(Site.from_state(json.loads(json.dumps(site.to_state()))), pages)
    return "of use"


def items_of(site: Site, pages: Sequence[Page]) -> list[Any]:
    """How the site reads the pages."""
    return [site.extract(page) for page in pages]


def learned() -> tuple[Site, list[Page]]:
    """The pages of the demo's sites, all as if of one, and what was learned of them."""
    sources = enumerate(demo_sources())
    pages = [
        Page(source, f"https://demo.example/{number % 3}/{number}") for number, source in sources
    ]
    site = Site()
    for page in pages:
        site.learn(page)
    return site, pages


def main() -> None:
    """Print what came of how many states."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    site, pages = learned()
    state = json.loads(json.dumps(site.to_state()))
    before = items_of(Site.from_state(state), pages)
    told, sealed_told = Counter[str](), Counter[str]()
    for damaged in mutated(state, asked.states, asked.seed):
        told[try_state(damaged, pages, before)] += 1
        sealed_told[use(sealed(damaged), pages, site)] += 1
    print(f"{asked.states} damaged states: {dict(told)}")
    print(f"the same with a digest that fits: {dict(sealed_told)}")


if __name__ == "__main__":
    main()
