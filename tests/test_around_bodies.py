"""What a forum tells around the text of a post: its subject above, its files below."""

from __future__ import annotations

import pytest

from extract_pipelines import extract
from tests.pages import THREADS, thread_page

TITLE = "Noisy gearbox"


def said(below: str = "", above: str = "") -> list[str]:
    posts = [(author, date, f"{above}{text}{below}") for author, date, text in THREADS[TITLE]]
    posts[0] = THREADS[TITLE][0]
    item = extract(thread_page(TITLE, posts), "https://a.example/thread/1")
    return [floor.own_text for floor in getattr(item, "floors", [])]


@pytest.mark.parametrize(
    "below",
    [
        '<dl><dt><a href="/f/9">gear.zip</a></dt><dd>(1.35 KiB) Downloaded 458 times</dd></dl>',
        '<dl><dd><img src="/f/9"> The gear.jpg (3.61 Mio) Consulté 12465 fois</dd></dl>',
        '<div><a href="/f/9">gear.png</a> (23.44 kB, 640x480 - viewed 123 times.)</div>',
        '<p><a href="/f/9">gear.zip</a> (53.7 KB, 下载次数: 12)</p>',
        '<p><a href="/f/9">шум.rar</a> (12,3 Кб) 45 скачиваний</p>',
    ],
)
def test_files_and_how_often_they_were_read_are_no_text(below: str) -> None:
    assert said(below) == [text for _, _, text in THREADS[TITLE]]


@pytest.mark.parametrize(
    "line",
    [
        "The disk of the old one (40 GB) had two partitions, and 3 of the games were on it.",
        "It has 16 GB and 32 GB.",
        "I cut 2 of the pictures (about 400 kB each).",
    ],
)
def test_sizes_that_somebody_tells_are_text(line: str) -> None:
    texts = [text for _, _, text in THREADS[TITLE]]
    assert said(f"<p>{line}</p>") == [texts[0], *(f"{text}\n{line}" for text in texts[1:])]


@pytest.mark.parametrize("subject", [f"Re: {TITLE}", f"标 题：{TITLE}", f"Ответ: {TITLE}"])
def test_the_title_of_the_thread_with_a_mark_before_it_is_no_text(subject: str) -> None:
    assert said(above=f"<div>{subject}</div>") == [text for _, _, text in THREADS[TITLE]]


def test_another_line_with_a_mark_before_it_is_text() -> None:
    line = "Re: your gearbox"
    assert said(above=f"<p>{line}</p>")[1].startswith(line)


def test_a_date_that_a_text_begins_with_is_no_time_of_its_post() -> None:
    line = "Changes of 28.12.2023:"
    assert said(above=f"<p>{line}</p>")[1].startswith(line)
