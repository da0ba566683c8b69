"""The frame of the classic skin: head, login box, menu, breadcrumb, page bar, footer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape

from example_spiders.demo_forum.dates import chinese_stamp
from example_spiders.demo_forum.site import link, page_window

NAME = "石榴树论坛"
LOGIN = """<form method="post" action="/member.php?mod=logging&amp;action=login">
<table class="loginbox"><tr><td>用户名 <input type="text" name="username" size="12" /></td>
<td>密码 <input type="password" name="password" size="12" /></td>
<td><input type="checkbox" name="keep" /> 自动登录 <input type="submit" value="登录" /></td></tr>
<tr><td colspan="3"><a href="/member.php?mod=register">立即注册</a>
<a href="/member.php?mod=lostpw">找回密码</a></td></tr></table></form>"""


def layout(title: str, crumbs: Sequence[tuple[str, str]], body: str, now: datetime) -> str:
    """The whole page; a crumb without a path is not a link."""
    trail = " &raquo; ".join(
        link(path, name) if path else escape(name) for name, path in [(NAME, "/"), *crumbs]
    )
    return f"""{head(f"{title} - {NAME} - Powered by GranataBoard!")}
<body><a name="top"></a><div id="wrap">
<table width="98%"><tr><td>
<a href="/"><img src="/static/logo.gif" alt="{NAME}" border="0" /></a></td>
<td align="right">{LOGIN}</td></tr></table>
<table class="menu" width="98%"><tr><td><a href="/">论坛首页</a> <a href="/search.php">搜索</a>
<a href="/announcement.php">公告</a> <a href="/member.php?mod=register">注册</a></td></tr></table>
<div class="nav">{trail}</div>
{body}
<table class="foot" width="98%"><tr><td>Powered by <b>GranataBoard!</b> 2.5 &copy; 2004-2012<br />
{link("/misc.php?mod=contact", "联系我们")} | 石榴备00000000号</td>
<td align="right">GMT+8, {chinese_stamp(now)}<br />Processed in 0.0{now.second + 11} second(s)</td>
</tr></table></div></body></html>
"""


def head(title: str) -> str:
    """Everything above the body."""
    kind = '"-//W3C//DTD XHTML 1.0 Transitional//EN"'
    return f"""<!DOCTYPE html PUBLIC {kind} "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head>
<meta http-equiv="Content-Type" content="text/html; charset=gbk" />
<title>{escape(title)}</title>
<style type="text/css">.msgcell {{font-size: 14px}} .psig {{border-top: 1px dashed #ccc}}</style>
<script type="text/javascript">var charset = 'gbk', copied = '代码已复制';</script></head>"""


def page_bar(paths: Sequence[str], page: int) -> str:
    """1 2 3 ... 下一页; nothing where there is one page only."""
    if len(paths) < 2:
        return ""
    parts = [
        "..." if n is None else f"<strong>{n}</strong>" if n == page else link(paths[n - 1], str(n))
        for n in page_window(page, len(paths))
    ]
    if page < len(paths):
        parts.append(link(paths[page], "下一页", 'class="nxt"'))
    return f'<span class="pages">{" ".join(parts)}</span>'


def reply_form(path: str) -> str:
    """The box for a quick answer, which asks to log in."""
    return f"""<form method="post" action="{escape(path)}"><table class="list" width="98%">
<tr class="head"><td>发表回复</td></tr>
<tr><td><textarea name="message" rows="6" cols="80"></textarea><br />
<input type="submit" value="发表回复" /> 您需要登录后才可以回帖
{link("/member.php?mod=logging", "登录")}
</td></tr></table></form>"""
