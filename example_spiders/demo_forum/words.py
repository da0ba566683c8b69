"""The shape of a language's vocabulary, and the way its phrase lists are written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """Phrases of one language that the writer combines into sentences, titles and posts.

    `patterns` are sentence templates over {s} subject, {p} predicate, {r} reason, {o} opener,
    {n} a number; `titles` and `link_leads` use the same names.
    """

    language: str
    joiner: str
    subjects: tuple[str, ...]
    predicates: tuple[str, ...]
    reasons: tuple[str, ...]
    openers: tuple[str, ...]
    patterns: tuple[str, ...]
    titles: tuple[str, ...]
    list_leads: tuple[str, ...]
    items: tuple[str, ...]
    link_leads: tuple[str, ...]
    short: tuple[str, ...]
    names: tuple[str, ...]
    signatures: tuple[str, ...]


def phrases(block: str) -> tuple[str, ...]:
    """Split a block of phrases divided by bars and line ends."""
    parts = (part.strip() for line in block.splitlines() for part in line.split("|"))
    return tuple(part for part in parts if part)
