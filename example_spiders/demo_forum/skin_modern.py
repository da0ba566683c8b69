"""The modern skin: an HTML5 board with <time> elements, tags, nested answers, side lists."""

from __future__ import annotations

import re
from html import escape

from example_spiders.demo_forum.dates import month_of
from example_spiders.demo_forum.model import Thread, ThreadPlan, slugify
from example_spiders.demo_forum.site import (
    ForumSite,
    Handler,
    Page,
    Query,
    cut,
    link,
    page_count,
    page_window,
    valid_page,
)
from example_spiders.demo_forum.skin_modern_posts import StreamMarkup, profile_path, time_tag

NAME = "Demo Board"
_COOKIES = """<div class="cookie-banner" role="dialog"><p>We use cookies to keep you logged in and
to count visits.</p><button type="button">Accept</button>
<button type="button">Decline</button></div>"""
_FOOTER = """<footer class="site-foot"><nav><a href="/about">About</a>
<a href="/about#terms">Terms</a>
<a href="/about#privacy">Privacy</a></nav><p>&copy; Demo Board &middot; runs on Tinderbox 4.1</p>
</footer>"""


class ModernSite(ForumSite):
    """The site of the modern skin."""

    def routes(self) -> dict[str, Handler]:
        """Clean addresses; page numbers are in the query."""
        return {
            "/": self._index,
            "/latest": self._latest,
            "/c/([a-z]+)": self._category,
            "/tag/([a-z]+)": self._tag,
            r"/t/([^/]+)/(\d+)": self._thread,
            r"/t/[^/]+/(\d+)/reply": self._reply,
            "/u/([^/]+)": self._profile,
            "/login": self._login,
            "/about": self._about,
        }

    def not_found(self) -> Page:
        """The board's 404 page."""
        body = "<h1>Nothing here</h1><p>This page does not exist or is private.</p>"
        return Page(self._layout("Page not found", body), status=404)

    def thread_path(self, plan: ThreadPlan, page: int = 1) -> str:
        """/t/slug/17?page=2."""
        query = f"?page={page}" if page > 1 else ""
        return f"/t/{slugify(plan.title)}/{plan.tid}{query}"

    def _index(self, _match: re.Match[str], _query: Query) -> Page:
        cards = "".join(
            f'<li class="category">{link(f"/c/{board.slug}", board.name)} <p>{board.about}</p>'
            f'<span class="count">{len(plans)} topics</span></li>'
            for board, plans in self.boards
        )
        topics = "".join(map(self._topic_row, self.forum.threads(self.forum.plans[:10])))
        body = f"""<h1>{NAME}</h1><ul class="categories">{cards}</ul>
<h2>Active topics</h2><ul class="topics">{topics}</ul>{link("/latest", "All latest topics")}"""
        return Page(self._layout(NAME, body))

    def _latest(self, _match: re.Match[str], query: Query) -> Page | None:
        return self._listing("Latest topics", "/latest", self.forum.plans, query)

    def _category(self, match: re.Match[str], query: Query) -> Page | None:
        for board, plans in self.boards:
            if board.slug == match[1]:
                return self._listing(board.name, f"/c/{board.slug}", plans, query)
        return None

    def _tag(self, match: re.Match[str], query: Query) -> Page | None:
        plans = tuple(plan for plan in self.forum.plans if match[1] in plan.tags)
        path = f"/tag/{match[1]}"
        return self._listing(f"Tag: {match[1]}", path, plans, query) if plans else None

    def _listing(
        self, name: str, path: str, plans: tuple[ThreadPlan, ...], query: Query
    ) -> Page | None:
        last = page_count(len(plans), self.topics_per_page)
        page = valid_page(query.get("page", "1"), last)
        if page is None:
            return None
        paths = [f"{path}?page={n}" if n > 1 else path for n in range(1, last + 1)]
        threads = self.forum.threads(tuple(cut(plans, page, self.topics_per_page)))
        rows = "".join(map(self._topic_row, threads))
        body = f"""<h1>{escape(name)}</h1><ul class="topics">
{rows}</ul>{_page_bar(paths, page)}"""
        return Page(self._layout(name, body, paths, page))

    def _topic_row(self, thread: Thread) -> str:
        plan, latest = thread.plan, thread.latest
        title = link(self.thread_path(plan), plan.title, 'class="topic-title"')
        author = link(profile_path(plan.author), plan.author.name)
        last = link(profile_path(latest.author), latest.author.name)
        return f"""<li class="topic">{title} {_tags(plan)}
<span class="by">{author} {time_tag(thread.first.date, self.clock())}</span>
<span class="count">{plan.size - 1} replies</span> <span class="count">{plan.views} views</span>
<span class="last">{last} {time_tag(latest.date, self.clock())}</span></li>
"""

    def _thread(self, match: re.Match[str], query: Query) -> Page | None:
        thread = self.forum.thread(int(match[2]))
        if thread is None:
            return None
        plan = thread.plan
        page = valid_page(query.get("page", "1"), self.last_page(plan))
        if page is None:
            return None
        if match[1] != slugify(plan.title):
            return Page(status=301, location=self.thread_path(plan, page))
        return Page(self._thread_page(thread, page))

    def _thread_page(self, thread: Thread, page: int) -> str:
        plan = thread.plan
        paths = [self.thread_path(plan, n) for n in range(1, self.last_page(plan) + 1)]
        posts = self.posts_on(thread, page)
        stream = StreamMarkup(posts, plan.nested, paths, self.per_page, self.clock()).draw()
        bar = _page_bar(paths, page)
        body = f"""<nav class="crumbs">{link("/", NAME)} &rsaquo;
{link(f"/c/{plan.board.slug}", plan.board.name)}</nav>
<h1>{escape(plan.title)}</h1><div class="topic-meta">{_tags(plan)}
<span>{plan.views} views</span> <span>{plan.size - 1} replies</span></div>
{bar}<section class="stream{" tree" if plan.nested else ""}">
{stream}
</section>{bar}
<p class="join">{link("/login", "Log in")} to join the conversation.
{link(f"{paths[0]}/reply", "Reply to topic", 'rel="nofollow" class="button"')}</p>
{self._related(plan)}"""
        return self._layout(plan.title, body, paths, page)

    def _related(self, plan: ThreadPlan) -> str:
        plans = self.board_and_plans(plan.board)
        place = plans.index(plan)
        near = [other for other in plans[max(0, place - 2) : place + 4] if other is not plan]
        rows = "".join(
            f"<li>{link(self.thread_path(other), other.title)} "
            f"<span>{other.size - 1}</span> {time_tag(other.last, self.clock())}</li>"
            for other in near
        )
        return f'<aside class="related"><h3>Related topics</h3><ul>{rows}</ul></aside>'

    def _reply(self, match: re.Match[str], _query: Query) -> Page | None:
        thread = self.forum.thread(int(match[1]))
        if thread is None:
            return None
        body = f"""<h1>Reply</h1><p>{link(self.thread_path(thread.plan), thread.plan.title)}</p>
<form method="post"><textarea name="body" placeholder="Write a reply"></textarea>
<p>You have to {link("/login", "log in")} first.</p><button disabled>Post</button></form>"""
        return Page(self._layout("Reply", body))

    def _profile(self, match: re.Match[str], _query: Query) -> Page | None:
        user = self.users_by_name.get(match[1])
        if user is None:
            return None
        rows = "".join(
            f"<li>{link(self.thread_path(plan), plan.title)}</li>" for plan in self.threads_by(user)
        )
        body = f"""<h1>{escape(user.name)}</h1><img src="/avatars/{user.uid}.png" alt="">
<dl><dt>Posts</dt><dd>{user.posts}</dd><dt>Joined</dt><dd>{month_of(user.joined)}</dd></dl>
<h2>Topics</h2><ul>{rows}</ul>"""
        return Page(self._layout(user.name, body))

    def _login(self, _match: re.Match[str], _query: Query) -> Page:
        body = """<h1>Log in</h1><form method="post"><input name="email" type="email">
<input name="password" type="password"><button>Log in</button></form>"""
        return Page(self._layout("Log in", body))

    def _about(self, _match: re.Match[str], _query: Query) -> Page:
        body = """<h1>About this board</h1><p>A board about things that can be mended.</p>
<h2 id="terms">Terms</h2><p>Be kind.</p><h2 id="privacy">Privacy</h2><p>Nothing is kept.</p>"""
        return Page(self._layout("About", body))

    def _layout(self, title: str, body: str, paths: list[str] | None = None, page: int = 1) -> str:
        """The whole page; `paths` are the pages it is one of, for the link elements."""
        number = f" - Page {page}" if page > 1 else ""
        return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<title>{escape(title)}{number} | {NAME}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="og:site_name" content="{NAME}">
<meta property="og:title" content="{escape(title)}">
{self._link_elements(paths or [], page)}<link rel="stylesheet" href="/static/board.css">
<script>document.documentElement.className = "js";</script></head>
<body>{_COOKIES}
<header class="site-head"><a class="brand" href="/">{NAME}</a>
<nav><a href="/latest">Latest</a> <a href="/about">About</a> <a href="/login">Log in</a></nav>
<form action="/latest"><input type="search" name="q" placeholder="Search topics"></form></header>
<main>
{body}
</main>
{_FOOTER}</body></html>
"""

    def _link_elements(self, paths: list[str], page: int) -> str:
        numbers = {"canonical": page, "prev": page - 1, "next": page + 1}
        return "".join(
            f'<link rel="{rel}" href="{escape(self.absolute(paths[n - 1]))}">\n'
            for rel, n in numbers.items()
            if 1 <= n <= len(paths)
        )


def _tags(plan: ThreadPlan) -> str:
    tags = " ".join(link(f"/tag/{tag}", tag, 'class="tag" rel="tag"') for tag in plan.tags)
    return f'<span class="tags">{tags}</span>'


def _page_bar(paths: list[str], page: int) -> str:
    if len(paths) < 2:
        return ""
    parts = [
        "<span>…</span>"
        if n is None
        else f'<span aria-current="page">{n}</span>'
        if n == page
        else link(paths[n - 1], str(n))
        for n in page_window(page, len(paths))
    ]
    if page < len(paths):
        parts.append(link(paths[page], "Next", 'rel="next"'))
    return f'<nav class="pages">{" ".join(parts)}</nav>\n'
