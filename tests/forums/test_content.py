from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

from .content import make_plan

NOW = datetime(2025, 3, 1, 17, 40, 12, tzinfo=UTC)
PLAN = make_plan(seed=1, now=NOW)
POSTS = [post for thread in PLAN.threads for post in thread.posts]


def test_the_same_seed_gives_the_same_plan() -> None:
    assert make_plan(1, NOW) == PLAN
    assert make_plan(2, NOW) != PLAN


def test_old_posts_have_the_same_times_of_day_whenever_they_are_made() -> None:
    later = make_plan(1, NOW + timedelta(days=40, hours=5))
    old = next(thread for thread in PLAN.threads if thread.posts[-1].number > 40)
    again = next(thread for thread in later.threads if thread.title == old.title)
    assert [p.date.time() for p in old.posts] == [p.date.time() for p in again.posts]


def test_every_kind_of_block_occurs_often() -> None:
    kinds = Counter(type(block).__name__ for post in POSTS for block in post.blocks)
    assert min(kinds.values()) >= 5
    assert set(kinds) == {"Paragraph", "LinkParagraph", "Code", "BulletList", "Image", "Quote"}
    assert {"+1", "Danke!", "顶"} <= {post.text for post in POSTS}
    assert sum(post.edited for post in POSTS) >= 10


def test_longer_posts_are_recognised_by_their_text() -> None:
    texts = Counter(post.text for post in POSTS if len(post.text) > 20)
    assert set(texts.values()) == {1}


def test_dates_rise_within_a_thread_and_reach_from_years_to_minutes_ago() -> None:
    for thread in PLAN.threads:
        dates = [post.date for post in thread.posts]
        assert dates == sorted(set(dates))
    ages = [NOW - post.date for post in POSTS]
    assert max(ages) > timedelta(days=1500)
    assert timedelta() < min(ages) < timedelta(minutes=3)


def test_some_threads_are_sticky_or_locked_or_have_a_poll_and_some_members_sign() -> None:
    for kind in ("sticky", "locked", "poll"):
        assert sum(bool(getattr(thread, kind)) for thread in PLAN.threads) == 1
    assert len(PLAN.users) > len(PLAN.signatures) >= 10
    assert PLAN.signatures.keys() <= set(PLAN.users)


def test_a_plan_can_have_few_threads_or_many() -> None:
    few = make_plan(1, NOW, threads=4)
    assert len(few.threads) == 4
    assert {thread.board for thread in few.threads} == set(PLAN.boards)
    many = make_plan(1, NOW, threads=200)
    assert len({thread.title for thread in many.threads}) == len(many.threads) == 200
    assert {thread.title for thread in PLAN.threads} < {thread.title for thread in many.threads}
    assert all(thread.posts[-1].date < NOW for thread in many.threads)
