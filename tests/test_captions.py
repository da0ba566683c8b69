"""What the captions of a page's buttons, links and fields stand for."""

from __future__ import annotations

import pytest

from extract_pipelines import Page
from extract_pipelines.page.captions import MEANINGS, captions_of
from extract_pipelines.posts.scoring.caption_features import CAPTION_NAMES, CaptionFeatures
from extract_pipelines.posts.scoring.sums import RecordRanges
from extract_pipelines.text.lexicon import CAPTIONS, rows


def meanings(source: str) -> set[str]:
    _, found = captions_of(Page(f"<html><body>{source}</body></html>"))
    return {
        meaning
        for number, meaning in enumerate(MEANINGS)
        if any(bits >> number & 1 for bits in found)
    }


@pytest.mark.parametrize(
    ("source", "meaning"),
    [
        ("<p>Posts: 1,204</p>", "post_count"),
        ("<dl><dt>Beiträge</dt><dd>17</dd></dl>", "post_count"),
        ("<a href='/r'>回复(3)</a>", "reply"),
        ("<a href='/r'>Ответить</a>", "reply"),
        ("<input type='submit' value='Post reply'>", "reply"),
        ("<textarea placeholder='Write a reply…'></textarea>", "reply"),
        ("<img src='r.gif' alt='Report post'>", "report"),
        ("<a href='#' title='J’aime'><i></i></a>", "like"),
        ("<span>Senior Member</span>", "rank"),
        ("<b>相关阅读：</b>", "related"),
        ("<span>责任编辑：王芳</span>", "related"),
        ("<a href='/n'>続きを読む</a>", "related"),
        ("<b>12 Kommentare</b>", "comment"),
        ("<b>12 komentářů</b>", "comment"),
        ("<b>3 条评论</b>", "comment"),
        ("<b>共3条回复</b>", "replies"),
        ("<b>浏览 12 次</b>", "views"),
        ("<b>3件のコメント</b>", "comment"),
        ("<b>댓글 3개</b>", "comment"),
        ("<b>อ่าน 12 ครั้ง</b>", "views"),
    ],
)
def test_a_caption_tells_what_it_stands_for(source: str, meaning: str) -> None:
    assert meaning in meanings(source)


@pytest.mark.parametrize(
    "source",
    [
        "<p>I wrote a reply to that post, and got no answer.</p>",
        "<p>Replying</p>",
        "<div title='Reply'>So it is.</div>",
        "<p></p><a title=''></a><input value=' '>",
        "<p>(12)</p><p>: :</p>",
    ],
)
def test_a_text_with_such_a_word_in_it_is_no_caption(source: str) -> None:
    assert not meanings(source)


def test_every_caption_has_a_known_meaning_and_can_be_found() -> None:
    for language, row in rows(CAPTIONS).items():
        for meaning, several in row.items():
            assert meaning in MEANINGS, language
            for caption in several.split():
                assert meaning in meanings(f"<p>{caption.replace('_', ' ').title()}</p>"), caption


def test_records_tell_the_share_that_has_a_caption_and_the_page_how_many() -> None:
    page = Page(
        "<html><body><a>Reply</a>"
        "<div>One <a>Reply</a> <a>Reply</a> <b>Guest</b></div><div>Two <b>Posts: 4</b></div>"
        "</body></html>"
    )
    parts = RecordRanges()
    for node in page.flat.tagged("div"):
        parts.starts.append(node)
        parts.stops.append(page.subtree_end[node])
        parts.ends.append(len(parts.starts))
    told = dict(zip(CAPTION_NAMES, CaptionFeatures(page).of(parts), strict=True))
    assert told["reply_in_records"] == 0.5
    assert told["reply_on_page"] == 2.0  # of three: log2(1 + 3)
    assert told["post_count_in_records"] == 0.5
    assert told["share_on_page"] == 0.0
