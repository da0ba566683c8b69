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
        ("", '<span itemprop="author creator">Jane Doe</span>', "Jane Doe"),
        ("", '<a href="/jane" rel="author nofollow">Jane Doe</a>', "Jane Doe"),
        ("", "<b>作者：</b><a href=/u>茉莉</a>", "茉莉"),
        ("", "作者：张三 2017-01-09", "张三"),
        ("", "Author: Ann Lee", "Ann Lee"),
        ("", "By Ann Lee, Staff Writer", "Ann Lee"),
        ("", "By Ann Lee | Staff Writer", "Ann Lee"),
        ("", "By Ann Lee - May 3, 2026", "Ann Lee"),
        ("", "By Ann Lee on May 3, 2026", "Ann Lee"),
        ("", "By Ann Lee, John Carter and Bo Ek", "Ann Lee, John Carter and Bo Ek"),
        ("", "Par Anne Dupont, à Lyon", "Anne Dupont"),
        ("", "Von Hans Meier, Berlin", "Hans Meier"),
        ("", "By Monday morning, London was empty", None),
        ("", "By Monday morning, Main Street", None),
        ("", "By the Sea, London", None),
        ("", "编辑：李雷 记者：王芳", "王芳"),
        ("", "Автор: Олег Кузнецов", "Олег Кузнецов"),
        ("", "By Ann Lee and John Carter", "Ann Lee and John Carter"),
        ("", "Autor: Jürgen Groß und Ann Lee", "Jürgen Groß und Ann Lee"),
        ("", "本报记者 王建宏 张文攀", "王建宏 张文攀"),
        ("", "来源：新闻晨报 编辑：山石", "山石"),
        ("", "（记者 张三 李四）", "张三 李四"),
        ("", "2004年7月16日08:19 [ 黄 宇 ] 来源：[", "黄宇"),
        ("", "赵四 发表于 2005-9-15 11:46:00", "赵四"),
        ("", "<span>发文机关：</span><b>东山县人民政府</b>", "东山县人民政府"),
        ("", "作者：张三 来源：新华网", "张三"),
        ("", "作者： 来源：新华网 发布时间：2017-01-09", None),
        ("", "本报记者王建宏 张文攀报道", "王建宏 张文攀"),
        ("", "记者 张三 通讯员 李四 摄影 王五", "张三"),
        ("", "作者 张三 2017-01-09", "张三"),
        ("", "（一）", None),
        ("", "Written by Jane Doe", "Jane Doe"),
        ("", "von Anna Müller", "Anna Müller"),
        ("", '<a href="/author/jane">Jane Doe</a>', "Jane Doe"),
        ("", '<span class="post-author">By Jane Doe</span>', "Jane Doe"),
        ("", "<span>Filter by</span> <b>Size</b>", None),
        ("", "By the river stood a mill.", None),
        ("", "بقلم: سَلِيم الحدّاد", "سَلِيم الحدّاد"),
        ("", "โดย สมชาย ใจดี", "สมชาย ใจดี"),
        ("", "लेखक: अनिल शर्मा", "अनिल शर्मा"),
        ("", "מאת יעל כהן", "יעל כהן"),
        ("", '<span class="author">கண்ணன் மூர்த்தி</span>', "கண்ணன் மூர்த்தி"),
        ("", "[서울=연합뉴스] 김민수 기자 = 어제 물레방아가 멈췄다.", "김민수"),
        ("", "이영희·박철수 기자 mill@news.example", "이영희·박철수"),
        ("", "사진 기자단", None),
        ("", '<span class="author">编辑 张三</span>', None),
        ("", '<span class="author">stary_poezd</span>', "stary_poezd"),
        ("", '<div class="autor"><a href="/autores/ana">Ana Ruiz</a></div>', "Ana Ruiz"),
        ("", '<a href="/author/w2/">maren77</a>', "maren77"),
        ("", '<span class="author">12</span>', None),
        ("", '<p class="comment-author"><a href="/ann">Ann</a></p>', None),
        ("", '<p class="comment-by"><a href="/author/ann">Ann</a></p>', None),
        ("", '<p>By Post Author</p><p class="byline">By <a href="/ann">ann</a></p>', "ann"),
        ("", '<span class="author">Author</span>', None),
        ("", '<span class="author">admin</span>', None),
        ('<meta name="author" content="admin">', "", None),
        ('<meta name="author" content="Ann Lee, Ph.D. and Bo Ek">', "", "Ann Lee, Ph.D. and Bo Ek"),
        (
            '<meta name="author" content="Mill"><meta property="og:site_name" content="Mill">',
            "By Ann Lee",
            "Ann Lee",
        ),
        (
            (
                '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" '
                'content="Ann Lee">'
            ),
            "",
            "Ann Lee",
        ),
        (
            (
                '<script type="application/ld+json">{"@graph": [{"@type": "Article", "author": '
                '[{"@id": "#1"}, {"name": "Bo Ek"}]}, {"@id": "#1", "name": "Ann Lee"}]}</script>'
            ),
            "",
            "Ann Lee, Bo Ek",
        ),
        (
            (
                '<script type="application/ld+json">{"@type": "NewsArticle", "author": '
                '{"@type": "Organization", "name": "Mill Trust"}}</script>'
            ),
            "By Ann Lee",
            "Ann Lee",
        ),
        ("", "", None),
    ],
)
def test_the_author_is_who_the_page_names(head: str, line: str, author: str | None) -> None:
    page = f"<html><head><title>Mill</title>{head}</head><body><p>{line}</p>{TEXT}</body></html>"
    assert extract(page, "https://a.example/").author == author


def test_names_below_the_title_and_at_the_end_of_a_chinese_text() -> None:
    text = "<p>" + "磨坊停了下来，直到冰化了才有人来磨面。" * 6 + "</p>"
    head = "<title>磨坊停了</title>"
    below = f"{head}<h1>磨坊停了</h1><p>胡平</p>{text * 3}"
    assert extract(below, "https://a.example/").author == "胡平"
    closing = f"{head}<h1>磨坊停了</h1>{text * 3}<p>镇上的人都很高兴。（常书香 马丹阳 ）</p>"
    assert extract(closing, "https://a.example/").author == "常书香 马丹阳"
    prose = f"{head}<h1>磨坊停了</h1>{text * 3}<p>记者采访了三位老人（见图）。</p>"
    assert extract(prose, "https://a.example/").author is None


def test_a_line_of_a_menu_far_from_the_article_names_no_author() -> None:
    menu = "".join(f"<li><a href=/{n}>Mills of the year {n}</a></li>" for n in range(1900, 1930))
    head = "<h1>The last miller</h1>"
    line = "<p>By Product Type | All</p>"
    source = "<title>The last miller</title><body>{}<ul>{}</ul>{}{}</body>"
    assert extract(source.format(line, menu, head, TEXT), "https://a.example/m").author is None
    near = source.format("", menu, head, "<p>By Ann Lee | Mills</p>" + TEXT)
    assert extract(near, "https://a.example/m").author == "Ann Lee"
