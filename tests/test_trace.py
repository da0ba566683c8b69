"""What the steps of a reading tell of their decisions is what they decided."""

from __future__ import annotations

import pytest

from extract_pipelines import Page, Site
from extract_pipelines.article.features import GROUP_NAMES, OWN_NAMES
from extract_pipelines.items import ForumThread
from extract_pipelines.items.trace import (
    FieldSought,
    FloorParts,
    listening,
    tell,
)
from extract_pipelines.page import text_of
from extract_pipelines.page.boosted_trees import contributions, load
from extract_pipelines.posts.records.group_facts import GroupScored
from extract_pipelines.posts.scoring.scoring import MOST_SAMPLES
from extract_pipelines.site.titles.model import TitleScored

THREAD = "".join(
    f'<div class="post"><a href="/user/{name}">{name}</a> <span>2024-03-0{day} 10:0{day}</span>'
    f"<div class=text><p>{'This is what I think of the new router. ' * day}</p></div></div>"
    for day, name in enumerate(("anna", "bert", "carla", "dora"), start=1)
)


def test_the_parts_of_floors_are_what_the_floors_say() -> None:
    page = Page(f"<title>Routers</title><h1>Routers</h1>{THREAD}", "https://forum.example/t/1")
    with listening() as told:
        item = Site().extract(page)
    assert isinstance(item, ForumThread)
    parts = {id(one.floor): one for one in told if isinstance(one, FloorParts)}
    for floor in item.floors:
        own = parts[id(floor)]
        assert own.author is not None
        assert own.author.text == floor.author
        assert text_of(own.body) == floor.body
    titles = [one for one in told if isinstance(one, TitleScored)]
    best = max(zip(titles[-1].probabilities, titles[-1].candidates, strict=True))[1]
    assert best.text == item.title


def test_what_was_looked_at_for_an_author_ends_with_the_place_that_names_one() -> None:
    html = f"<h1>Tea</h1><p>By Anna Miller</p><p>{'Tea is a drink, and an old one. ' * 20}</p>"
    with listening() as told:
        Site().extract(Page(html))
    sought = [one for one in told if isinstance(one, FieldSought) and one.field == "author"]
    assert sought[-1].looked[-1] == ("a byline", "Anna Miller")
    assert all(found is None for _, found in sought[-1].looked[:-1])


def test_nobody_listening_no_fact_is_made() -> None:
    def never() -> object:
        raise AssertionError

    tell(never)
    with pytest.raises(AssertionError), listening():
        tell(never)


@pytest.mark.parametrize("low", [0.0, 1.0, 40.0])
def test_contributions_add_up_to_the_log_odds(low: float) -> None:
    names = (*OWN_NAMES, *GROUP_NAMES)
    values = [low + number % 7 for number in range(len(names))]
    others = [low / 2 + number % 3 for number in range(len(names))]
    moved, moved_else = (contributions("article", "blocks", row) for row in (values, others))
    score = load("article", "blocks", names)
    assert sum(moved) - sum(moved_else) == pytest.approx(score(*values) - score(*others))
    assert len(moved) == len(names)


def test_a_site_that_knows_its_posts_reads_no_sample_of_them_any_more() -> None:
    pages = [
        Page(
            f"<title>Routers {n}</title><h1>Routers {n}</h1>{THREAD.replace('router', f'box {n}')}",
            f"https://forum.example/t/{n}",
        )
        for n in range(16)
    ]
    site = Site()
    samples = []
    for page in pages:
        with listening() as told:
            site.learn(page)
            item = site.extract(page)
        assert isinstance(item, ForumThread)
        assert len(item.floors) == 4
        samples.append(sum(isinstance(one, GroupScored) and one.scorer == "inside" for one in told))
    assert samples[0] > 0
    assert samples[-1] == 0


def test_elements_around_the_same_posts_share_a_sample() -> None:
    """All of them are looked into, though no more than six samples are read."""
    wrapped = THREAD.replace('<div class="post">', "<div>" * 7 + '<div class="post">')
    wrapped = wrapped.replace("</p></div></div>", "</p></div></div>" + "</div>" * 7)
    with listening() as told:
        item = Site().extract(Page(f"<title>Routers</title><h1>Routers</h1>{wrapped}"))
    assert isinstance(item, ForumThread)
    around = [one for one in told if isinstance(one, GroupScored) and one.scorer == "inside"]
    assert len(around) > MOST_SAMPLES
