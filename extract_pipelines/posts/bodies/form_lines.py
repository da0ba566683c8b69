"""Lines of a record that belong to a form below its text: what is said of how to fill it in."""

from __future__ import annotations

from bisect import bisect_left

from extract_pipelines.page import FlatTree, Page
from extract_pipelines.posts.bodies.record_lines import RecordLine
from extract_pipelines.posts.views.views import RecordView


def without_form_lines(page: Page, view: RecordView, lines: list[RecordLine]) -> list[RecordLine]:
    """The lines but those in forms below others.

    The last of the records may hold the form that sorts the answers, or the one for an answer. Of a
    form in which a post is changed the lines are kept that its field has, too: they are the post.
    """
    tree = page.flat
    forms = tree.tagged("form")
    first, last = (bisect_left(forms, end) for end in (view.record.start + 1, view.record.stop))
    if first == last:
        return lines
    firsts = [line.leaves[0] for line in lines]
    kept: list[RecordLine] = []
    done = 0
    for form in forms[first:last]:
        start, stop = (bisect_left(firsts, leaf) for leaf in tree.leaf_range(form))
        start += _count_of_copied(page, form, lines[start:stop])
        if 0 < start < stop and start >= done and _has_choices(tree, form):
            kept += lines[done:start]
            done = stop
    return kept + lines[done:]


def _count_of_copied(page: Page, form: int, lines: list[RecordLine]) -> int:
    """How many lines a form begins with, down to the last one that a field of it holds, too."""
    fields = page.flat.tagged("textarea")
    first, last = (bisect_left(fields, end) for end in (form, page.flat.subtree_end[form]))
    held = "|".join(_letters(page.elements[field].text or "") for field in fields[first:last])
    if held.strip("|") == "":
        return 0
    copied = (rank for rank, line in enumerate(lines, 1) if _letters(line.text) in held)
    return max(copied, default=0)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _has_choices(tree: FlatTree, form: int) -> bool:
    """Whether there is something in a form to choose from or to write into."""
    for tag in ("select", "textarea"):
        found = tree.tagged(tag)
        at = bisect_left(found, form)
        if at < len(found) and found[at] < tree.subtree_end[form]:
            return True
    return False
