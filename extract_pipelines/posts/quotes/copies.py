"""Posts that a page shows twice: the answer that solved a thread stands above the others, too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from extract_pipelines.items import Floor, Quote
from extract_pipelines.items.trace import tell_dropped

# A copy may have so many characters more than the post: "BEST", "Accepted solution".
LONGEST_LABEL: Final = 20
# A shorter post may repeat the last line of another one by chance, or be written twice.
SHORTEST_COPY: Final = 30
ELLIPSES: Final = ("...", "…")


def without_copies(floors: Sequence[Floor]) -> list[Floor]:
    """Floors without those that show a later one before its turn; what repeats one is a quote.

    A copy has the author, the date and the text of a later floor, and its number, or a date that is
    later than that of a floor between both. Somebody who posts the same twice is left alone. A copy
    that is cut ends with an ellipsis, and has the author and the beginning of a later floor.

    :param floors: in the order of the page; the own text of one that ends with the whole text of a
        later one loses that, and its `quotes` have it
    """
    dropped = dict.fromkeys(_whole_copies(floors), "a copy of a later post")
    dropped |= dict.fromkeys(_cut_copies(floors), "the beginning of a later post")
    for place, why in dropped.items():
        tell_dropped(floors[place], why)
    kept = [floor for place, floor in enumerate(floors) if place not in dropped]
    _quote_repeated(kept)
    return kept


def _whole_copies(floors: Sequence[Floor]) -> Iterator[int]:
    """The places of floors that say all of a later one."""
    of_one_date: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, floor in enumerate(floors):
        if floor.author and floor.date:
            of_one_date[floor.author, floor.date].append(place)
    for places in of_one_date.values():
        for first, other in pairwise(places):
            if _shows(floors[first], floors[other]) and _is_early(floors, first, other):
                yield first


def _cut_copies(floors: Sequence[Floor]) -> Iterator[int]:
    """The places of floors that are the beginning of a later one."""
    if not any(floor.own_text.endswith(ELLIPSES) for floor in floors):
        return
    of_one_start: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, floor in enumerate(floors):
        if floor.author:
            of_one_start[floor.author, _on_one_line(floor)[:SHORTEST_COPY]].append(place)
    for places in of_one_start.values():
        for first, other in pairwise(places):
            if _is_cut(floors[first], floors[other]):
                yield first


def _shows(copy: Floor, post: Floor) -> bool:
    """Whether a floor says what another one does, perhaps with a label."""
    said, text = copy.body, post.body
    if len(text) >= SHORTEST_COPY and text in said:
        return True
    return text != "" and len(said) <= len(text) + LONGEST_LABEL and said.endswith(text)


def _is_early(floors: Sequence[Floor], copy: int, post: int) -> bool:
    """Whether a floor stands before its turn, if it is another one."""
    one, other = floors[copy], floors[post]
    if one.post_id and one.post_id == other.post_id:
        return True
    if one.post_id and other.post_id and len(other.body) < SHORTEST_COPY:
        return False
    date = one.date or ""
    return any(between.date and between.date < date for between in floors[copy + 1 : post])


def _is_cut(copy: Floor, post: Floor) -> bool:
    """Whether a floor is the beginning of another one's text, and an ellipsis."""
    said = _on_one_line(copy)
    cut = next((said.removesuffix(one) for one in ELLIPSES if said.endswith(one)), "")
    return len(cut) >= SHORTEST_COPY and _on_one_line(post).startswith(cut)


def _on_one_line(floor: Floor) -> str:
    return " ".join(floor.own_text.split())


def _quote_repeated(floors: Sequence[Floor]) -> None:
    """Take from the end of each own text what a later floor says as a whole.

    A last line that more than these two have is no text: a signature, say.
    """
    by_last_line: dict[str, list[Floor]] = defaultdict(list)
    for floor in floors:
        if len(floor.own_text) >= SHORTEST_COPY:
            by_last_line[floor.own_text.rpartition("\n")[2]].append(floor)
    for several in by_last_line.values():
        if len(several) == 2:
            floor, post = several
            if floor.own_text.endswith(f"\n{post.own_text}"):
                floor.own_text = floor.own_text.removesuffix(post.own_text).rstrip("\n")
                floor.quotes.append(Quote(author=post.author, text=post.own_text, url=None))
