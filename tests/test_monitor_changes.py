"""What a visit finds of a thread: new, edited, dated and deleted floors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract_pipelines.forum.assembly import Assembly, merge_floors
from extract_pipelines.forum.changes import Changes, SeenFloor
from extract_pipelines.forum.date_uncertainty import error_of, is_compatible, is_same
from extract_pipelines.forum.recrawl_plan import RecrawlPlan
from extract_pipelines.forum.rows import ListRow, PageLink
from extract_pipelines.forum.seen import SeenStore
from extract_pipelines.forum.visits import Visit
from extract_pipelines.items import Floor, ForumThread

names = count()


def visit(
    seen: Sequence[SeenFloor], floors: Sequence[Floor], number: int = 1, last: int | None = None
) -> Changes:
    """What a page tells that is read alone."""
    shown = page(number, [*floors], last=last or number)
    return Visit(first=number).compare(seen, shown, f"id{next(names)}")


def read(
    seen: Sequence[SeenFloor], pages: dict[int, list[Floor]], order: Sequence[int], first: int = 1
) -> tuple[list[SeenFloor], list[str | None]]:
    """What is seen of a thread after its pages were read in an order; ids of floors that went."""
    known = {one.id: one for one in seen}
    reading, deleted = Visit(first=first), []
    for number in order:
        shown = page(number, pages[number], last=max(pages))
        found = reading.compare([*known.values()], shown, f"id{next(names)}")
        gone = [replace(one, deleted=True) for one in found.deleted]
        known |= {one.id: one for one in [*found.kept, *gone]}
        deleted += [one.post_id for one in gone]
    return [*known.values()], deleted


def cut(floors: Sequence[Floor], per_page: int) -> dict[int, list[Floor]]:
    """Pages of so many floors."""
    starts = range(0, len(floors), per_page)
    return {number: [*floors[at : at + per_page]] for number, at in enumerate(starts, start=1)}


def floor(
    author: str, text: str, date: str = "2024-05-06 10:00", post_id: str | None = None
) -> Floor:
    return Floor(
        author=author,
        body=text,
        date=date.replace(" ", "T") + ":00",
        date_raw=date,
        date_precision="minute",
        post_id=post_id,
    )


FIVE = [floor("bob", f"Words of post {n}", f"2024-05-0{n} 10:00", str(n)) for n in range(1, 6)]


def test_a_deleted_floor_does_not_make_others_new_though_ids_are_places() -> None:
    seen = visit([], FIVE).kept
    left = [
        floor(one.author or "", one.body, one.date_raw or "", str(place))
        for place, one in enumerate([*FIVE[:2], *FIVE[3:]], start=1)
    ]
    found = visit(seen, left)
    assert found.statuses == ["seen"] * 4
    assert [gone.id for gone in found.deleted] == [seen[2].id]


def test_two_posts_of_the_same_words_are_two() -> None:
    same = [floor("bob", "+1", f"2024-05-0{n} 10:00") for n in (1, 2, 3)]
    seen = visit([], same[:2]).kept
    assert visit(seen, same).statuses == ["seen", "seen", "new"]


def test_an_edit_is_told_by_id_or_by_author_and_minute() -> None:
    seen = visit([], FIVE).kept
    by_id = [*FIVE[:4], floor("bob", "Other words", "2024-05-05 10:00", "5")]
    assert visit(seen, by_id).statuses == ["seen"] * 4 + ["edited"]
    plain = [floor("bob", f"Words {n}", f"2024-05-0{n} 10:00") for n in (1, 2)]
    edited = [plain[0], floor("bob", "Other words", "2024-05-02 10:00")]
    assert visit(visit([], plain).kept, edited).statuses == ["seen", "edited"]


def test_a_signature_that_is_read_once_and_once_not_is_no_edit() -> None:
    plain = [floor("bob", f"Words {n}", f"2024-05-0{n} 10:00", str(n)) for n in (1, 2, 3)]
    signed = [replace(one, body=f"{one.body}\nKeep smiling") for one in plain]
    assert visit(visit([], plain).kept, signed).statuses == ["seen"] * 3
    assert visit(visit([], signed).kept, plain).statuses == ["seen"] * 3
    more = [replace(plain[0], body="Words 1\nIt is solved"), *plain[1:]]
    assert visit(visit([], plain).kept, more).statuses == ["edited", "seen", "seen"]


def test_nothing_is_deleted_that_another_page_may_show() -> None:
    seen = [*visit([], FIVE, 1, last=2).kept, *visit([], FIVE_MORE, 2).kept]
    assert visit(seen, FIVE, 1, last=2).deleted == []
    last = visit(seen, FIVE_MORE[:4], 2)
    assert [gone.post_id for gone in last.deleted] == ["10"]


FIVE_MORE = [floor("ann", f"Words of {n}", f"2024-06-{n:02} 10:00", str(n)) for n in range(6, 11)]


MANY = [floor(f"u{n % 5}", f"Words of {n}", f"2024-07-{n:02} 10:00", str(n)) for n in range(1, 29)]


@given(
    st.permutations([1, 2, 3]), st.sampled_from([10, 6, 14]), st.sets(st.integers(2, 28)), st.data()
)
def test_what_moves_between_pages_is_not_deleted(
    order: list[int], per_page: int, removed: set[int], data: st.DataObject
) -> None:
    """Whatever else is deleted or added, how many floors a page has, which page comes first."""
    seen, _ = read([], cut(MANY, 10), order)
    left = [one for one in MANY if int(one.post_id or 0) not in removed]
    place = data.draw(st.integers(0, len(left)))
    pages = cut(
        [*left[:place], floor("ann", "Held back till now", post_id="99"), *left[place:]], per_page
    )
    first = data.draw(st.integers(1, len(pages)))
    asked = data.draw(st.permutations(range(first, len(pages) + 1)))
    then, deleted = read(seen, pages, asked, first)
    assert {int(one or 0) for one in deleted} <= removed
    last = data.draw(st.permutations(range(1, len(pages) + 1)))
    _, others = read(then, pages, last)
    assert {int(one or 0) for one in [*deleted, *others]} == removed


def test_posts_in_place_of_a_whole_thread_do_not_delete_it() -> None:
    seen, _ = read([], cut(MANY, 10), [1, 2, 3])
    strange = [floor("", "FAQ Members Login", ""), floor("", "You have to log in", "")]
    for _ in range(3):
        seen, deleted = read(seen, {1: strange}, [1])
        assert deleted == []
    assert not any(one.deleted for one in seen)
    _, deleted = read(seen, cut(MANY[:3], 10), [1])
    assert set(deleted) >= {one.post_id for one in MANY[3:]}


def test_a_floor_that_comes_back_is_told_as_that_once() -> None:
    seen = visit([], FIVE).kept
    (gone,) = visit(seen, [*FIVE[:2], *FIVE[3:]]).deleted
    marked = [*seen[:2], *seen[3:], replace(gone, deleted=True)]
    again = visit(marked, FIVE)
    assert again.statuses == ["seen", "seen", "restored", "seen", "seen"]
    assert visit(again.kept, FIVE).statuses == ["seen"] * 5


posts = st.lists(
    st.tuples(st.sampled_from(["ann", "bob"]), st.integers(0, 10**6), st.booleans()),
    max_size=12,
    unique_by=lambda post: post[1],
)


@given(posts, posts, st.data())
def test_a_visit_tells_each_change_and_the_next_none(
    old: list[tuple[str, int, bool]], new: list[tuple[str, int, bool]], data: st.DataObject
) -> None:
    def made(post: tuple[str, int, bool]) -> Floor:
        author, number, has_id = post
        date = f"2024-05-{number % 28 + 1:02} {number % 24:02}:{number % 60:02}"
        return floor(author, f"Words {number}", date, str(number) if has_id else None)

    before = [made(post) for post in old]
    known = {post[1] for post in old}
    added = [made(post) for post in new if post[1] not in known]
    kept = [one for one in before if data.draw(st.booleans())]
    after = [*kept, *added]
    seen = visit([], before).kept
    found = visit(seen, after)
    # Of a post without an id, an edit is as good as one that goes and one that comes.
    assert found.statuses[: len(kept)] == ["seen"] * len(kept)
    assert "seen" not in found.statuses[len(kept) :]
    assert set(visit(found.kept, after).statuses) <= {"seen"}


@pytest.mark.parametrize(
    ("better", "than"),
    [
        ("2024-05-06 10:00:30", "2024-05-06 10:00"),
        ("2024-05-06 10:00", "2024-05-06"),
        ("2024-05-06 10:00", "3 hours ago"),
        ("2024-05-06 10:00", "Yesterday 10:00"),
        ("Yesterday 20:48", "1 day ago"),
        ("5 minutes ago", "3小时前"),
        ("2024-05-06", "2 days ago"),
        ("9 days ago", "1 week ago"),
        ("3 weeks ago", "1 month ago"),
        ("May 6, 2024, 7 a.m.", "2024-05-06"),
    ],
)
def test_of_two_dates_one_is_better(better: str, than: str) -> None:
    assert error_of("2024-05-06T10:00", better) < error_of("2024-05-06T10:00", than)


def test_dates_are_compared_within_what_they_can_be_off() -> None:
    assert is_compatible("2024-05-06T10:00", 7200.0, "2024-05-06T11:30", 60.0)
    assert not is_compatible("2024-05-06T10:00", 60.0, "2024-05-06T11:30", 60.0)
    assert is_compatible("2024-05-06T10:00+00:00", 60.0, "2024-05-06T18:00", 60.0)
    assert is_same("2024-05-06T10:00:00+00:00", "2024-05-06T10:00:00")
    assert not is_same("2024-05-06T10:00:00+00:00", "2024-05-06T10:00:00+08:00")


def test_a_post_of_two_weeks_ago_is_the_same_for_a_week() -> None:
    post = replace(floor("bob", "It leaks"), date_raw="2 weeks ago", date_precision="week")
    seen = visit([], [replace(post, date="2026-11-01")]).kept
    again = visit(seen, [replace(post, date="2026-11-07")])
    assert again.statuses == ["seen"]
    shown = visit(seen, [floor("bob", "It leaks", "2026-10-26 10:00")])
    assert shown.statuses == ["dated"]


def page(number: int, floors: list[Floor], *, last: int) -> ForumThread:
    url = f"https://forum.example/topic/5/?page={number}"
    following = f"https://forum.example/topic/5/?page={number + 1}" if number < last else None
    return ForumThread(url=url, floors=floors, page_number=number, next_page_url=following)


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 1)])
def test_pages_are_put_together_in_order(order: tuple[int, ...]) -> None:
    every = [*FIVE, *FIVE_MORE]
    parts = {1: every[:4], 2: every[3:7], 3: [every[0], *every[7:]]}
    assembly = Assembly()
    for number in order:
        assembly.add(page(number, parts[number], last=3))
    assert assembly.is_complete
    assert [one.body for one in assembly.merged().floors] == [one.body for one in every]


def test_what_is_missing_is_told() -> None:
    assembly = Assembly()
    assembly.add(page(2, FIVE, last=4))
    assert assembly.missing == [1, 3]
    merged = assembly.merged()
    assert (merged.complete, merged.missing_pages) == (False, [1, 3])


def test_ids_that_all_floors_of_a_page_share_tell_nothing() -> None:
    pages = [[floor("bob", f"Words {n}{m}", post_id="21") for m in (1, 2)] for n in (1, 2)]
    assert len(merge_floors(pages)) == 4


def row(number: int, date: str) -> ListRow:
    url = f"https://forum.example/topic/{number}/"
    link = PageLink(url, f"Title {number}", f"forum.example/topic/{number}", "shape", number, "a")
    return ListRow(link, {"date": date, "error": 60.0, "numbers": {}})


def test_threads_that_may_have_been_edited_have_their_turn(tmp_path: Path) -> None:
    store = SeenStore(tmp_path / "seen.sqlite")
    plan = RecrawlPlan("forum.example", store)
    rows = [row(number, f"2024-05-{number % 28 + 1:02}T10:00:00") for number in range(100)]
    assert len(plan.of_rows(rows)) == 100
    for one in rows:
        young = one.link.key.endswith(("/7", "/8"))
        store.threads.note_read(
            one.link.key,
            floors=3,
            pages=1,
            last_url=one.link.url,
            changed=9_000.0 if young else 0.0,
            now=10_000.0,
        )
    again = RecrawlPlan("forum.example", store)
    assert again.at_start(10_060.0) == []
    likeliest, *others = [reading.thread[-2:] for reading in again.at_start(11_000.0)]
    assert {likeliest, others[0]} == {"/7", "/8"}
    assert len(others) <= 3  # the share that the first start had no use for, and that of this one
    assert RecrawlPlan("forum.example", store).of_rows(rows) == []
    store.close()


def test_a_thread_that_cannot_be_read_is_given_up_until_it_moves(tmp_path: Path) -> None:
    store = SeenStore(tmp_path / "seen.sqlite")
    RecrawlPlan("forum.example", store).of_rows([row(1, "2024-05-06T10:00:00")])
    tries = []
    for _ in range(5):
        asked = RecrawlPlan("forum.example", store).at_start(0.0)
        store.threads.count_tries("forum.example", {reading.thread for reading in asked})
        tries.append(len(asked))
    assert tries == [1, 1, 1, 0, 0]
    moved = RecrawlPlan("forum.example", store).of_rows([row(1, "2024-05-07T10:00:00")])
    assert [reading.thread for reading in moved] == ["forum.example/topic/1"]
    store.threads.count_tries("forum.example", {"forum.example/topic/1"})
    assert RecrawlPlan("forum.example", store).at_start(0.0) == moved
    store.close()


def test_a_run_that_never_comes_to_a_thread_does_not_give_it_up(tmp_path: Path) -> None:
    store = SeenStore(tmp_path / "seen.sqlite")
    noted = RecrawlPlan("forum.example", store).of_rows([row(1, "2024-05-06T10:00:00")])
    for _ in range(5):
        assert RecrawlPlan("forum.example", store).at_start(0.0) == noted
        store.threads.count_tries("forum.example", set())
    store.close()
