"""The lines of a record that may be its text: not its date, its author, titles, files, captions."""

from __future__ import annotations

from typing import Final

from extract_pipelines.page import Page
from extract_pipelines.page.date_mentions import DateMention, is_clock
from extract_pipelines.page.memo import once_a_view
from extract_pipelines.page.pagination import BACK, FORWARD
from extract_pipelines.page.tag_paths import SAME_LINE
from extract_pipelines.posts.authors.naming import is_answered
from extract_pipelines.posts.bodies.attachments import without_attachments
from extract_pipelines.posts.bodies.code_captions import without_code_captions
from extract_pipelines.posts.bodies.file_boxes import without_file_boxes
from extract_pipelines.posts.bodies.form_lines import without_form_lines
from extract_pipelines.posts.bodies.record_lines import RecordLine, lines_of_record
from extract_pipelines.posts.bodies.title_lines import title_headings, without_titles
from extract_pipelines.posts.quotes.signatures import LONGEST_SIGNATURE, is_delimiter
from extract_pipelines.posts.unboxed.letter_heads import leaves_of_head
from extract_pipelines.posts.views.views import RecordView
from extract_pipelines.text.encoded import is_escaped_markup
from extract_pipelines.text.names import COLONS

# Characters of what says that a post is by somebody, and from when.
LONGEST_LABELS: Final = 24
# What stands by itself between a text and who signs it.
DASHES: Final = ("-", "--", "–", "—")


def candidate_lines(page: Page, view: RecordView, author: int) -> list[RecordLine]:
    """The lines of a record but its date, its author, titles and the head of a letter.

    They are kept with its view.

    :param author: the leaf of its author; -1 if it has none
    """
    known = _known_lines(page, view)
    found = known.get(author)
    if found is None:
        dated = view.record.mention.leaf
        skipped = {dated, *_named_with(page, view, author), *title_headings(page)}
        skipped.update(leaves_of_head(page, dated), _around_name(page, author, dated))
        if dated >= 0 and dated + 1 in view.dated_leaves and is_clock(page.leaves[dated + 1].text):
            skipped.add(dated + 1)
        skipped.update(_clock_of_block(page, view.record.mention))
        skipped.update(_whom_answered(page, view, author))
        found = _without_signature(page, lines_of_record(page, view, skipped))
        found = [
            line
            for line in without_attachments(without_form_lines(page, view, found))
            if not (_leads_around(page, line) or is_escaped_markup(line.text))
        ]
        found = without_file_boxes(page, without_titles(page, found))
        found = without_code_captions(page, found)
        known[author] = found
    return found


def _clock_of_block(page: Page, mention: DateMention) -> range:
    """The leaf of a time of day that is alone in a block, of which an attribute tells the day."""
    if mention.leaf >= 0 or page.tags[mention.node] in SAME_LINE:
        return range(0)
    leaves = range(*page.flat.leaf_range(mention.node))
    return leaves if len(leaves) == 1 and is_clock(page.leaves[leaves[0]].text) else range(0)


@once_a_view
def _known_lines(page: Page, view: RecordView) -> dict[int, list[RecordLine]]:
    """What `candidate_lines` has given for a record, by its author's leaf."""
    return {}


def _named_with(page: Page, view: RecordView, author: int) -> range:
    """The leaf of an author, with the dash that signs a text, as in "I agree – Anna".

    In a line as "+1 Anna: I agree" with all before it.

    :param author: index of the leaf; -1 if there is none
    """
    first, lines = author, page.flat.lines
    if author > 1 and page.flat.texts[author - 1] in DASHES and lines[author - 2] == lines[author]:
        first -= 1
    if author >= 0 and _is_speaker(page, view, author):
        while first > 0 and lines[first - 1] == lines[author]:
            first -= 1
    return range(first, author + 1)


def _whom_answered(page: Page, view: RecordView, author: int) -> list[int]:
    """The leaves before a text that tell whom it answers: "in reply to Anna", before ": I agree".

    Or the one behind the date, if this ends so: "On 3 May 2024, in reply to" before a name.

    :param author: index of the author's leaf; -1 if there is none
    """
    texts, lines = page.flat.texts, page.flat.lines
    behind = view.record.mention.leaf + 1
    told = [behind] if 0 < behind < len(texts) and is_answered(page, behind) else []
    return told + [
        leaf
        for name in view.leaves[1:-1]
        if texts[name + 1] in COLONS and is_answered(page, name)
        if name - 2 in (-1, author) or lines[name - 2] != lines[name]
        for leaf in range(name - 1, name + 2)
    ]


def _around_name(page: Page, author: int, dated: int) -> range:
    """The leaves around an author on a line as "posted by Anna on 3 May: a text", up to the date.

    :param author: index of the author's leaf, and of the date's; -1 if there is none
    """
    texts, lines = page.flat.texts, page.flat.lines
    if not 0 <= author < dated < len(lines) - 1 or lines[author] != lines[dated + 1]:
        return range(0)
    first = author
    while first > 0 and lines[first - 1] == lines[author]:
        first -= 1
    size = sum(len(texts[leaf]) for leaf in range(first, dated) if leaf != author)
    return range(first, dated) if size <= LONGEST_LABELS else range(0)


def _is_speaker(page: Page, view: RecordView, author: int) -> bool:
    """Whether a colon, and more than a date, follow an author's name on its line."""
    texts, lines = page.flat.texts, page.flat.lines
    said = author + 1
    if said == len(texts) or not texts[said].startswith(COLONS):
        return False
    if texts[said] in COLONS:
        said += 1
    if said == len(texts) or lines[said] != lines[author]:
        return False
    return said not in view.dated_leaves and not is_clock(texts[said])


def _leads_around(page: Page, line: RecordLine) -> bool:
    """Whether a line is links to what comes before or after, by the arrow that it has at an end.

    One link between two of them is a quotation.
    """
    back, forward = line.text[0] in BACK, line.text[-1] in FORWARD
    if not (back or forward) or (back and forward and len(line.leaves) == 1):
        return False
    return all(page.flat.in_link[leaf] for leaf in line.leaves)


def _without_signature(page: Page, lines: list[RecordLine]) -> list[RecordLine]:
    """The lines without what follows the last one that parts a signature, if that is not much."""
    for number in reversed(range(len(lines))):
        if is_delimiter(lines[number].text):
            rest = sum(line.size for line in lines[number:])
            return lines[:number] if rest <= LONGEST_SIGNATURE else lines
    return lines
