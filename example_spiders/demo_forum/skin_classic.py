"""The classic skin: a Chinese board of tables in GBK, dates relative for what is recent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from html import escape

from example_spiders.demo_forum.dates import (
    CHINA,
    chinese_day,
    chinese_display,
)
from example_spiders.demo_forum.model import Board, Post, Thread, ThreadPlan, User
from example_spiders.demo_forum.site import (
    ForumSite,
    Handler,
    Page,
    Query,
    cut,
    link,
    page_count,
    valid_page,
)
from example_spiders.demo_forum.skin_classic_frame import (
    LOGIN,
    NAME,
    head,
    layout,
    page_bar,
    reply_form,
)
from example_spiders.demo_forum.skin_classic_posts import post_table, printable_post, profile_path

_GROUPS = ("交流", "分享", "求助", "讨论")
_ADVERT = "<table width='98%'><tr><td class='adrow'>广告：本站服务器由石榴云赞助</td></tr></table>"


class ClassicSite(ForumSite):
    """The site of the classic skin."""

    charset = "gbk"

    def routes(self) -> dict[str, Handler]:
        """Static-looking addresses, and the scripts behind them."""
        return {
            r"/(?:index\.php)?": self._index,
            r"/forum-(\d+)-(\d+)\.html": self._board,
            r"/thread-(\d+)-(\d+)-1\.html": self._thread,
            r"/space-uid-(\d+)\.html": self._profile,
            r"/forum\.php": self._script,
            r"/(?:member|home|misc)\.php": self._login,
            r"/search\.php": self._search,
            r"/announcement\.php": self._announcement,
        }

    def not_found(self) -> Page:
        """The board's message box."""
        return self._message("抱歉，指定的主题不存在或已被删除或正在被审核", 404)

    def thread_path(self, plan: ThreadPlan, page: int = 1) -> str:
        """/thread-15-2-1.html."""
        return f"/thread-{plan.tid}-{page}-1.html"

    def _index(self, _match: re.Match[str], _query: Query) -> Page:
        rows = "".join(self._board_row(board, plans) for board, plans in self.boards)
        online = "，".join(link(profile_path(user), user.name) for user in self.forum.users[:6])
        posts = sum(plan.size for plan in self.forum.plans)
        return Page(
            self._layout(
                "首页",
                [],
                f"""<p>今日: {len(self.forum.plans) % 97} | 帖子: {posts} | 会员: {len(self.users)}
</p><table class="list" width="98%">
<tr class="head"><td>版块</td><td>主题 / 帖数</td><td>最后发表</td></tr>
{rows}</table>
<table class="list" width="98%"><tr class="head"><td>在线会员 - 6 人在线</td></tr>
<tr><td>{online}</td></tr></table>""",
            )
        )

    def _board_row(self, board: Board, plans: tuple[ThreadPlan, ...]) -> str:
        last = "从未"
        if plans:
            latest = self.forum.threads(plans[:1])[0]
            title = latest.plan.title[:12] + "..."
            last = (
                f"{link(self._last_post_path(latest.plan), title)}<br />"
                f"{chinese_display(latest.latest.date, self.clock())} "
                f"{link(profile_path(latest.latest.author), latest.latest.author.name)}"
            )
        name = link(f"/forum-{board.number}-1.html", board.name)
        return (
            f"<tr><td><b>{name}</b><br />{board.about}</td>"
            f"<td>{len(plans)} / {sum(plan.size for plan in plans)}</td><td>{last}</td></tr>\n"
        )

    def _board(self, match: re.Match[str], _query: Query) -> Page | None:
        board = next((b for b, _ in self.boards if b.number == int(match[1])), None)
        if board is None:
            return None
        plans = self.board_and_plans(board)
        last = page_count(len(plans), self.topics_per_page)
        page = valid_page(match[2], last)
        if page is None:
            return None
        threads = self.forum.threads(tuple(cut(plans, page, self.topics_per_page)))
        bar = page_bar([f"/forum-{board.number}-{n}.html" for n in range(1, last + 1)], page)
        notice = link("/announcement.php", "公告: 发帖前请先搜索，求助请写明型号")
        rows = "".join(self._topic_row(thread) for thread in threads)
        body = f"""{bar}<table class="list" width="98%">
<tr class="head"><td>主题</td><td>作者</td><td>回复/查看</td><td>最后发表</td></tr>
<tr><td colspan="4">{notice} 2012-5-20</td></tr>
{rows}</table>{bar}"""
        return Page(self._layout(board.name, [(board.name, "")], body))

    def _topic_row(self, thread: Thread) -> str:
        plan, latest, now = thread.plan, thread.latest, self.clock()
        group = link(f"/forum-{plan.board.number}-1.html", f"[{_GROUPS[plan.tid % 4]}]")
        pages = " ".join(
            link(self.thread_path(plan, n), str(n))
            for n in range(2, min(self.last_page(plan), 4) + 1)
        )
        last = link(self._last_post_path(plan), chinese_display(latest.date, now))
        title = link(self.thread_path(plan), plan.title, 'class="subj"')
        return f"""<tr><td>{group} {title} {pages}</td>
<td>{link(profile_path(plan.author), plan.author.name)}<br />{chinese_day(_day_of(thread))}</td>
<td>{plan.size - 1}/{plan.views}</td>
<td>{link(profile_path(latest.author), latest.author.name)}<br />{last}</td></tr>
"""

    def _thread(self, match: re.Match[str], _query: Query) -> Page | None:
        thread = self.forum.thread(int(match[1]))
        page = valid_page(match[2], self.last_page(thread.plan)) if thread else None
        if thread is None or page is None:
            return None
        posts = [self._post(thread, post) for post in self.posts_on(thread, page)]
        posts.insert(1, _ADVERT)
        paths = [
            self.thread_path(thread.plan, n) for n in range(1, self.last_page(thread.plan) + 1)
        ]
        return Page(self._thread_page(thread, "".join(posts), page_bar(paths, page)))

    def _post(self, thread: Thread, post: Post) -> str:
        def author_of(number: int) -> User:
            return thread.posts[number - 1].author

        return post_table(thread, post, self.clock(), author_of)

    def _thread_page(self, thread: Thread, posts: str, bar: str) -> str:
        plan = thread.plan
        reply = f"/forum.php?mod=post&action=reply&tid={plan.tid}"
        near = "/forum.php?mod=redirect&tid=" + str(plan.tid)
        crumbs = [(plan.board.name, f"/forum-{plan.board.number}-1.html"), (plan.title, "")]
        older = link(f"{near}&goto=nextoldset", "上一主题")
        newer = link(f"{near}&goto=nextnewset", "下一主题")
        body = f"""<div class="bar">{link(reply, "回复主题")} {bar}</div>
<table width="98%"><tr><td class="ttitle">[{_GROUPS[plan.tid % 4]}] <b>{escape(plan.title)}</b></td>
<td align="right">查看: {plan.views} | 回复: {plan.size - 1}</td></tr></table>
{posts}
<div class="bar">{bar}</div><div align="center">{older} | {newer}</div>
{reply_form(reply)}"""
        return self._layout(f"{plan.title} - {plan.board.name}", crumbs, body)

    def _script(self, _match: re.Match[str], query: Query) -> Page | None:
        """forum.php: everything that is about one thread, by `mod`."""
        tid = query.get("tid", "")
        thread = self.forum.thread(int(tid)) if re.fullmatch("[0-9]{1,9}", tid) else None
        if thread is None:
            return None
        match query.get("mod"):
            case "post":
                form = reply_form(f"/forum.php?mod=post&action=reply&tid={tid}")
                return Page(self._layout("发表回复", [("参与/回复主题", "")], form))
            case "redirect":
                return self._redirect(thread.plan, query)
            case "viewthread" if query.get("action") == "printable":
                return Page(_printable(thread))
            case "viewthread":
                return self._only_author(thread, query.get("authorid", ""))
        return None

    def _redirect(self, plan: ThreadPlan, query: Query) -> Page:
        plans, goto = self.forum.plans, query.get("goto")
        if goto == "lastpost":
            return _moved(self.thread_path(plan, self.last_page(plan)) + "#lastpost")
        if goto == "findpost":
            number = valid_page(query.get("no", ""), plan.size)
            page = self.page_of(number) if number else 1
            return _moved(f"{self.thread_path(plan, page)}#no{number}")
        near = plans.index(plan) + (1 if goto == "nextoldset" else -1)
        if not 0 <= near < len(plans):
            return self._message("没有更多的主题了")
        return _moved(self.thread_path(plans[near]))

    def _only_author(self, thread: Thread, uid: str) -> Page:
        chosen = [post for post in thread.posts if str(post.author.uid) == uid]
        posts = "".join(self._post(thread, post) for post in chosen)
        return Page(
            self._thread_page(thread, posts, link(self.thread_path(thread.plan), "显示全部"))
        )

    def _profile(self, match: re.Match[str], _query: Query) -> Page | None:
        user = self.users.get(int(match[1]))
        if user is None:
            return None
        name = escape(user.name)
        topics = "".join(
            f"<li>{link(self.thread_path(plan), plan.title)}</li>" for plan in self.threads_by(user)
        )
        body = f"""<table class="list"><tr><td><img src="/avatars/{user.uid}.gif" alt="" /></td>
<td><b>{name}</b> (UID: {user.uid})<br />帖子: {user.posts}<br />积分: {user.points}<br />
注册时间: {chinese_day(user.joined)}<br />个人签名: {escape(user.signature or "无")}
</td></tr></table>
<p>{name}的主题</p><ul>{topics}</ul>"""
        return Page(self._layout(f"{user.name}的个人资料", [(user.name, "")], body))

    def _message(self, text: str, status: int = 200) -> Page:
        box = (
            f'<table class="msgbox"><tr><td><p>{text}</p>{link("/", "返回首页")}</td></tr></table>'
        )
        return Page(self._layout("提示信息", [], box), status)

    def _login(self, _match: re.Match[str], _query: Query) -> Page:
        text = "<p>您需要登录后才可以进行本操作</p>"
        return Page(self._layout("登录", [("登录", "")], text + LOGIN))

    def _search(self, _match: re.Match[str], _query: Query) -> Page:
        form = """<form action="/search.php"><table><tr><td>
关键词 <input name="srchtxt" size="40" />
<input type="submit" value="搜索" /></td></tr></table></form>"""
        return Page(self._layout("搜索", [("搜索", "")], form))

    def _announcement(self, _match: re.Match[str], _query: Query) -> Page:
        body = """<table class="list"><tr class="head"><td>公告</td></tr>
<tr><td>admin 2012-5-20</td></tr>
<tr><td>发帖前请先搜索。求助请写明型号、症状和已经试过的办法。交易双方自行承担风险。</td></tr></table>"""
        return Page(self._layout("公告", [("公告", "")], body))

    def _last_post_path(self, plan: ThreadPlan) -> str:
        return f"/forum.php?mod=redirect&tid={plan.tid}&goto=lastpost"

    def _layout(self, title: str, crumbs: Sequence[tuple[str, str]], body: str) -> str:
        return layout(title, crumbs, body, self.clock())


def _day_of(thread: Thread) -> date:
    return thread.first.date.astimezone(CHINA).date()


def _moved(path: str) -> Page:
    return Page(status=302, location=path)


def _printable(thread: Thread) -> str:
    posts = "".join(map(printable_post, thread.posts))
    title = escape(thread.plan.title)
    return f"""{head(f"{thread.plan.title} - {NAME}")}
<body><b>标题: </b>{title} [打印本页]<br />\n{posts}<hr noshade size=1>
欢迎光临 {NAME} Powered by GranataBoard! 2.5</body></html>
"""
