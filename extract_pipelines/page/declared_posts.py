"""Where the posts stand that a page declares, in JSON-LD or as microdata.

Vocabulary: https://schema.org/DiscussionForumPosting, Question, Answer and Comment.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from extract_pipelines.page.dom import Page
from extract_pipelines.page.json_ld import has_type, objects_of, plain_text
from extract_pipelines.page.memo import once_a_page
from extract_pipelines.page.text_places import BEGINNING, places_of

POSTS: Final = ("DiscussionForumPosting", "Question", "Answer", "Comment", "UserComments")
# Properties with the text of a post; where one has none of its own, its question is its heading.
_TEXTS: Final = ("text", "articleBody", "description", "headline")
_OWN_TEXTS: Final = ("text", "articleBody")
# Posts of a page that are looked for.
MOST_POSTS: Final = 1000


@once_a_page
def declared_posts(page: Page) -> Sequence[int]:
    """Indices of elements, each in another post that the data tell of, in document order.

    Posts that the page does not show are left out.
    """
    written, marked = _in_json(page), _in_markup(page)
    return written if len(written) >= len(marked) else marked


def _in_json(page: Page) -> Sequence[int]:
    places = places_of(page, list(islice(_texts(page), MOST_POSTS)))
    return sorted({node for node in places if node is not None})


def _texts(page: Page) -> Iterator[str]:
    """The beginnings of the texts of posts in the page's JSON-LD, without markup."""
    for value in objects_of(page):
        if has_type(value, POSTS):
            text = next((value[key] for key in _TEXTS if isinstance(value.get(key), str)), "")
            yield plain_text(text[: 50 * BEGINNING])  # markup may stand in it


def _in_markup(page: Page) -> Sequence[int]:
    """The elements that are marked as the texts of posts: rows that lead to threads have none."""
    names = page.flat.values("itemprop").items()
    texts = sorted(node for node, name in names if name in _OWN_TEXTS)
    found = set()
    for node, kind in page.flat.values("itemtype").items() if texts else ():
        at = bisect_right(texts, node)
        if at < len(texts) and texts[at] < page.subtree_end[node] and kind.endswith(POSTS):
            found.add(texts[at])
    return sorted(found)
