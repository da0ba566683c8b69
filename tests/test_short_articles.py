"""A short article with its author and date is no thread of one post."""

from __future__ import annotations

import pytest

from extract_pipelines import Article, extract

PARAGRAPHS = """\
The old swing bridge over the canal will stay shut until the end of March, the port said. Divers \
found cracks in two of the four bearings that carry it.
Buses between the island and the station go by the lock in the meantime, which takes them a \
quarter of an hour longer. The ferry that ran until 1974 is not coming back.
The last time the bridge was closed for repairs, in the winter of 2009, the work took twice as \
long as had been planned.""".split("\n")
HAN_PARAGRAPHS = """\
本报讯 昨天上午，城东新图书馆正式向市民开放。新馆位于滨河路，建筑面积一万二千平方米，\
设有少儿阅览区、自习室和一个可以容纳两百人的报告厅。
据了解，新馆藏书约三十万册，读者凭身份证即可办理借阅手续，每人每次最多可以借阅八册，\
期限为一个月。老馆将改建为社区活动中心，预计明年春天完工。""".split("\n")
TEXT, HAN_TEXT = ("".join(f"<p>{one}</p>" for one in some) for some in (PARAGRAPHS, HAN_PARAGRAPHS))
ROWS = "".join(
    f'<li><a href="/2016/12/{name.lower().replace(" ", "-")}-{n}">{name}</a></li>'
    for n, name in enumerate(["New lock gates", "Harbour fair", "Ice on the canal", "Bus strike"])
)
GOSSIP = f"""<title>Bridge Shut -- Till Spring!! | Dockside</title>
<div id="nav"><a href="/photos">Photos</a> <a href="/videos">Videos</a></div>
<div class="post"><div class="post-date">11/28/2016 11:00 AM PST</div>
<h2>Bridge Shut -- Till Spring!!</h2>
<div class="byline">BY <a href="/staff/mona-hart">MONA HART</a></div><div class="all">{TEXT}</div>
<div class="share"><a href="#c">212 Comments</a> <a href="#">Share on Facebook</a></div></div>
<div class="hot"><h3>Around the Web</h3><ul>{ROWS}</ul></div>"""
DAILY = f"""<title>城东新图书馆昨日开放_新城晚报</title>
<div class="top"><a href="/">首页</a> <a href="/bdxw/">本地新闻</a> <a href="/ms/">民生</a></div>
<div class="crumb">您的位置：<a href="/">首页</a> &gt; <a href="/bdxw/">本地新闻</a> &gt; 正文</div>
<div class="content"><h1>城东新图书馆昨日开放</h1>
<div class="info">2019-09-23 14:34:05　来源：新城晚报　作者：李晓梅　编辑：王强</div>
<div class="text">{HAN_TEXT}</div><div class="editor">[责任编辑：王强]</div></div>
<div class="related"><h3>相关新闻</h3><ul><li><a href="/1.html">滨河路改造完工</a></ul></div>"""


@pytest.mark.parametrize(
    ("page", "paragraphs"),
    [(GOSSIP, PARAGRAPHS), (DAILY, HAN_PARAGRAPHS)],
    ids=["gossip", "Chinese daily"],
)
def test_a_short_article_is_no_thread(page: str, paragraphs: list[str]) -> None:
    item = extract(f"<html><body>{page}</body></html>", "https://news.example/2016/12/09/4967693")
    assert isinstance(item, Article)
    assert all(paragraph in item.body for paragraph in paragraphs)
