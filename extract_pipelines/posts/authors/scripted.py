"""Names that scripts write into links to members, which have no text in the page as it comes."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.script_members import script_members
from extract_pipelines.posts.authors.naming import can_be_author
from extract_pipelines.posts.views.views import RecordView

_NUMBER: Final = re.compile(r"\d+")


def scripted_author(page: Page, view: RecordView) -> tuple[str | None, str]:
    """The member that a record's first link without a text leads to, if a script tells the name.

    :return: the name, and the link's address as it is written; None and nothing if there is none
    """
    members = script_members(page)
    if not members:
        return None, ""
    links, hrefs = page.flat.tagged("a"), page.flat.values("href")
    first = bisect_left(links, view.record.start)
    for node in links[first : bisect_left(links, view.record.stop)]:
        begin, end = page.flat.leaf_range(node)
        if begin < end or not view.record.holds(node):
            continue
        numbers = _NUMBER.findall(hrefs.get(node, ""))
        name = members.get(numbers[-1]) if numbers else None
        if name and can_be_author(name):
            return name, hrefs[node].strip()
    return None, ""
