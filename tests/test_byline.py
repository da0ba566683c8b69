"""Authors of articles, as pages declare them or bylines tell."""

from __future__ import annotations

import pytest

from extract_pipelines import extract

TEXT = "<p>" + "The mill stood still, and nobody came to grind until the ice broke. " * 3 + "</p>"


@pytest.mark.parametrize(
    ("head", "line", "author"),
    [
        ('<meta name="author" content="Jane Doe">', "", "Jane Doe"),
        ('<meta name="author" content="https://a.example/jane">', "By Ann Lee", "Ann Lee"),
        ("", '<a rel="author" href="/jane">Jane Doe</a>', "Jane Doe"),
        ("", '<span itemprop="author">Jane Doe</span>', "Jane Doe"),
        ("", "<b>作者：</b><a href=/u>茉莉</a>", "茉莉"),
        ("", "作者：张三 2017-01-09", "张三"),
        ("", "本报记者 王建宏 张文攀", "王建宏 张文攀"),
        ("", "来源：新闻晨报 编辑：山石", "山石"),
        ("", "By the river stood a mill.", None),
        ("", "", None),
    ],
)
def test_the_author_is_who_the_page_names(head: str, line: str, author: str | None) -> None:
    page = f"<html><head><title>Mill</title>{head}</head><body><p>{line}</p>{TEXT}</body></html>"
    assert extract(page, "https://a.example/").author == author
