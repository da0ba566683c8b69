"""Signatures: what follows a line that parts them off, and what an author's posts end with."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from extract_pipelines.items import Floor
from extract_pipelines.items.trace import tell

# So many posts of an author tell what they end with; two may do so by chance.
FEWEST_POSTS: Final = 3
# A shorter line (in bytes; a Chinese character has three) may end several posts by chance.
SHORTEST_LINE: Final = 12
MOST_LINES: Final = 5
# What parts a signature from the text above it: two hyphens (RFC 3676, 4.3), or a rule this long.
_HYPHENS: Final = "--"
_RULE: Final = 10 * "_"
# Below that, Chinese bulletin boards tell where a post came from: "※ 来源:·site·[FROM: 1.2.3.*]".
_ORIGIN: Final = re.compile(r"※\s?(?:来源|來源|发信站|發信站|修改|转载|轉載)\s?[:：]")
# So many bytes a signature may have.
LONGEST_SIGNATURE: Final = 500


class SharedEnding(NamedTuple):
    """A line that was taken from the end of all posts of an author."""

    floors: Sequence[Floor]
    line: str


def is_delimiter(line: str) -> bool:
    """Whether a line is what parts a signature from the text above it."""
    return line == _HYPHENS or (line.startswith(_RULE) and not line.strip("_"))


def without_signature(text: str) -> str:
    """A text without what follows the last line that parts it from a signature."""
    if _HYPHENS not in text and _RULE not in text and "※" not in text:
        return text
    lines = text.split("\n")
    end = signature_start(lines)
    return "\n".join(lines[:end]).rstrip() if end < len(lines) else text


def signature_start(lines: Sequence[str]) -> int:
    """The number of the last line that parts a signature from a text.

    Where none does, or too much follows it, how many lines there are, but for those at the end that
    tell where the post came from; more hyphens may part these off, or end the text.
    """
    end = len(lines)
    while end > 1 and _ORIGIN.match(lines[end - 1].strip()):
        end -= 1
    for number in reversed(range(1, end)):
        line = lines[number].strip()
        is_last = end < len(lines) or number == end - 1
        if is_delimiter(line) or (is_last and len(line) > 1 and not line.strip("-")):
            rest = sum(len(line.encode()) for line in lines[number:])
            return number if rest <= LONGEST_SIGNATURE else end
    return end


def drop_signatures(floors: Iterable[Floor]) -> None:
    """Take from the posts of each author the lines that all of them end with.

    A line is none if one of them says nothing else, or if the author's own name ends it.
    """
    by_author: dict[str, list[Floor]] = defaultdict(list)
    for floor in floors:
        if floor.author and floor.body:
            by_author[floor.author].append(floor)
    for author, posts in by_author.items():
        if len(posts) >= FEWEST_POSTS and len({post.body for post in posts}) > 1:
            for _ in range(MOST_LINES):
                if not _drop_last_line(author, posts):
                    break


def _drop_last_line(author: str, posts: Sequence[Floor]) -> bool:
    last = {post.body.rpartition("\n")[2] for post in posts}
    line = last.pop()
    if last or len(line.encode()) < SHORTEST_LINE or author in line:
        return False
    if any(post.body == line and not post.images for post in posts):
        return False
    tell(lambda: SharedEnding(posts, line))
    for post in posts:
        post.body = post.body.removesuffix(line).rstrip("\n")
        post.own_text = post.own_text.removesuffix(line).rstrip("\n")
    return True
