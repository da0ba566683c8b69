"""The posts of the modern skin: one <article> each, flat or really nested."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from html import escape
from urllib.parse import quote

from example_spiders.demo_forum.dates import month_of, short_display
from example_spiders.demo_forum.markup import BlockMarkup, linked_text
from example_spiders.demo_forum.model import Block, Post, User
from example_spiders.demo_forum.site import link


class ModernMarkup(BlockMarkup):
    """Blocks as HTML5 elements of their own."""

    def text(self, block: Block) -> str:
        """A paragraph."""
        return f"<p>{linked_text(block)}</p>"

    def quote(self, block: Block) -> str:
        """A blockquote whose cite tells the name."""
        name = escape(block.source.author.name) if block.source else ""
        words = "".join(f"<p>{escape(line)}</p>" for line in block.text.split("\n"))
        return f"<blockquote><cite>{name} said:</cite>{words}</blockquote>"

    def code(self, block: Block) -> str:
        """Preformatted code."""
        return f'<pre><code class="lang-conf">{escape(block.text)}</code></pre>'

    def image(self, block: Block) -> str:
        """A lazy picture whose caption is its alternative text."""
        url = escape(block.url)
        return f'<p><img loading="lazy" src="{url}" alt="{escape(block.text)}" width="640"></p>'

    def spoiler(self, block: Block) -> str:
        """A folded paragraph."""
        return f"<details><summary>Spoiler</summary><p>{escape(block.text)}</p></details>"


MARKUP = ModernMarkup()


def profile_path(user: User) -> str:
    """The path of a member's page."""
    return f"/u/{quote(user.name)}"


def time_tag(moment: datetime, now: datetime) -> str:
    """A <time> with the exact moment in its attributes and a short text."""
    stamp = moment.isoformat(timespec="seconds")
    title = f"{moment:%Y-%m-%d %H:%M} UTC"
    return f'<time datetime="{stamp}" title="{title}">{short_display(moment, now)}</time>'


class StreamMarkup:
    """Draws the posts of one page of a thread.

    `page_paths` are all pages of the thread, for the links to answered posts on other pages.
    """

    def __init__(
        self,
        posts: Sequence[Post],
        nested: bool,
        page_paths: Sequence[str],
        per_page: int,
        now: datetime,
    ) -> None:
        self._posts = posts
        self._here = {post.number for post in posts}
        self._nested = nested
        self._page_paths = page_paths
        self._per_page = per_page
        self._now = now

    def draw(self) -> str:
        """All posts of the page."""
        return "\n".join(self._entry(post) for post in self._posts if not self._inside(post))

    def _inside(self, post: Post) -> bool:
        """Whether the post is drawn inside the one it answers."""
        return self._nested and post.parent in self._here

    def _entry(self, post: Post) -> str:
        below = [p for p in self._posts if self._nested and p.parent == post.number]
        children = "\n".join(self._entry(child) for child in below)
        number = post.number
        return f"""<article class="entry" id="post-{number}">
{_author_card(post.author)}
<div class="entry-main"><header class="entry-head">
<a class="permalink" href="#post-{number}">#{number}</a> {time_tag(post.date, self._now)}
{self._reply_ref(post)}</header>
<div class="prose">
{MARKUP.draw(post.blocks)}
</div>
{self._edit_note(post)}{_signature(post.author)}{self._actions(post)}</div>
{f'<div class="children">{children}</div>' if children else ""}</article>"""

    def _reply_ref(self, post: Post) -> str:
        if post.parent is None or self._inside(post):
            return ""
        anchor = f"#post-{post.parent}"
        here = post.parent in self._here
        page = "" if here else self._page_paths[(post.parent - 1) // self._per_page]
        return link(page + anchor, f"in reply to #{post.parent}", 'class="reply-ref"')

    def _edit_note(self, post: Post) -> str:
        if not post.edited:
            return ""
        name, when = escape(post.author.name), time_tag(post.edited, self._now)
        return f'<p class="edited">Last edited by {name} {when}</p>\n'

    def _actions(self, post: Post) -> str:
        faces = "".join(f'<span class="face">{face} {n}</span> ' for face, n in post.reactions)
        reply = link(f"{self._page_paths[0]}/reply?to={post.number}", "Reply", 'rel="nofollow"')
        return f"""<footer class="entry-actions">{faces}{reply}
<button type="button">Share</button> <button type="button">Report</button></footer>"""


def _author_card(user: User) -> str:
    path = profile_path(user)
    level = "Regular" if user.posts > 2000 else "Member"
    return f"""<aside class="author-card">
<a href="{path}"><img class="avatar" src="/avatars/{user.uid}.png" alt=""></a>
{link(path, user.name, 'class="name"')} <span class="level">{level}</span>
<span class="count">{user.posts} posts</span> <span>Joined {month_of(user.joined)}</span></aside>"""


def _signature(user: User) -> str:
    if not user.signature:
        return ""
    button = '<button type="button" class="sig-toggle">Show signature</button>'
    return f'{button}<div class="sig" hidden>{escape(user.signature)}</div>\n'
