"""What most pages of a site show in the form of a post: an announcement, or an advertisement."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Final

from extract_pipelines.items import Floor
from extract_pipelines.posts.records.records import Record

# A post says nothing of its own where no more of it than this share is left without the notices.
MOST_OWN: Final = 0.2


def without_notices(told: Mapping[Record, Floor], notices: Set[str]) -> dict[Record, Floor]:
    """What each record says: nothing where that is what most pages of the site say.

    :param notices: sentences of the site's template on the page
    """
    return {
        record: Floor() if is_notice(floor, notices) else floor for record, floor in told.items()
    }


def is_notice(floor: Floor, notices: Set[str]) -> bool:
    """Whether a post says nothing but sentences of the site's template."""
    rest = floor.body
    for notice in notices:
        rest = rest.replace(notice, "")
    return len(rest) < len(floor.body) and len(rest) <= MOST_OWN * len(floor.body)
