"""The posts of the classic skin: nested tables, floor labels, quotes, notes, signatures."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from html import escape

from example_spiders.demo_forum.dates import chinese_day, chinese_display, chinese_stamp
from example_spiders.demo_forum.markup import BlockMarkup, linked_text
from example_spiders.demo_forum.model import Block, Post, Thread, User
from example_spiders.demo_forum.site import link

FLOORS = {1: "楼主", 2: "沙发", 3: "板凳", 4: "地板"}
_RANKS = ((500, "新手上路"), (2000, "注册会员"), (6000, "高级会员"), (15000, "金牌会员"))


class ClassicMarkup(BlockMarkup):
    """Blocks divided by line breaks; lazy pictures, copy buttons and smileys among the words."""

    glue = "<br />\n<br />\n"

    def text(self, block: Block) -> str:
        """Bare text: this board knows no paragraphs."""
        smiley = f' <img src="/static/smiley/{block.smiley}.gif" border="0" alt="" />'
        return linked_text(block) + (smiley if block.smiley else "")

    def quote(self, block: Block) -> str:
        """A blockquote that begins with its header."""
        source = block.source
        header = ""
        if source:
            stamp = chinese_stamp(source.date)
            header = (
                f"<font color='#999999'>引用：{escape(source.author.name)} 发表于 {stamp}</font>"
            )
        words = escape(block.text).replace("\n", "<br />\n")
        return f'<div class="refbox"><blockquote>{header}<br />\n{words}</blockquote></div>'

    def code(self, block: Block) -> str:
        """A numbered list of lines with a copy button."""
        lines = "\n".join(f"<li>{escape(line)}</li>" for line in block.text.split("\n"))
        button = '<em class="cpy" onclick="copy(this)">复制代码</em>'
        return f'<div class="codebox"><ol>{lines}</ol>{button}</div>'

    def image(self, block: Block) -> str:
        """An attachment: the address is in `file` until a script moves it to `src`."""
        size = 20 + len(block.url) * 7 % 90
        name = escape(block.text)
        return (
            f'<div class="attach"><img src="/static/none.gif" file="{escape(block.url)}"'
            f' width="600" alt="{name}" /><p class="attinfo">'
            f"{name} ({size} KB, 下载次数: {size // 9})</p></div>"
        )

    def spoiler(self, block: Block) -> str:
        """A box with a heading of the board's own."""
        return f'<div class="lockbox"><b>本帖隐藏的内容</b><p>{escape(block.text)}</p></div>'


MARKUP = ClassicMarkup()


def floor_label(number: int) -> str:
    """楼主, 沙发, 板凳, 地板, 5# ..."""
    return FLOORS.get(number, f"{number}#")


def profile_path(user: User) -> str:
    """The path of a member's page."""
    return f"/space-uid-{user.uid}.html"


def post_table(thread: Thread, post: Post, now: datetime, author_of: Callable[[int], User]) -> str:
    """One post as the board draws it; `author_of` names the author of a post by its number."""
    tid, number = thread.plan.tid, post.number
    reply = f"/forum.php?mod=post&action=reply&tid={tid}"
    only = f"/forum.php?mod=viewthread&tid={tid}&authorid={post.author.uid}"
    find = f"/forum.php?mod=redirect&goto=findpost&tid={tid}&no={number}"
    printable = f"/forum.php?mod=viewthread&tid={tid}&action=printable"
    tools = f" | {link(printable, '打印')} | {link('/home.php?mod=favorite', '收藏')}"
    note = f"{_edit_note(post)}{_reply_line(post, author_of)}"
    return f"""<a name="no{number}"></a>
<table class="pbox" id="p{tid}_{number}" cellspacing="0" cellpadding="4" width="98%" border="0">
<tr><td class="pleft" rowspan="2" width="170" valign="top">{_author_cell(post.author)}</td>
<td class="pright" valign="top">
<table width="100%" cellspacing="0"><tr class="pinfo">
<td>发表于 {chinese_display(post.date, now)} |
{link(only, "只看该作者")}{tools if number == 1 else ""}</td>
<td align="right"><strong>{link(find, floor_label(number))}</strong></td></tr></table>
<table width="100%" cellspacing="0"><tr><td class="msgcell" id="msg{tid}_{number}">
{note}{MARKUP.draw(post.blocks)}</td></tr></table>
</td></tr>
<tr><td class="pfoot" valign="bottom">{_signature(post.author)}<div class="pctl" align="right">
{link(reply, "回复")} {link(f"{reply}&repquote={number}", "引用")}
{link("/misc.php?mod=report", "举报")} <a href="#top">TOP</a></div></td></tr>
</table>
"""


def printable_post(post: Post) -> str:
    """One post of the print view."""
    return (
        f"<hr noshade size=1><b>作者: </b>{escape(post.author.name)}&nbsp;&nbsp;"
        f"<b>时间: </b>{chinese_stamp(post.date)}<br /><br />\n{MARKUP.draw(post.blocks)}<br />\n"
    )


def _author_cell(user: User) -> str:
    path = profile_path(user)
    rank = next((name for limit, name in _RANKS if user.points < limit), "论坛元老")
    face = f'<a href="{path}"><img src="/avatars/{user.uid}.gif" border="0" alt="" /></a>'
    return f"""<div class="pname">{link(path, user.name, 'class="uname"')}</div>
<div class="pface">{face}</div>
<div class="prank">{rank}</div>
<table class="pstat"><tr><td>帖子</td><td>{user.posts}</td></tr>
<tr><td>积分</td><td>{user.points}</td></tr>
<tr><td>注册时间</td><td>{chinese_day(user.joined)}</td></tr></table>
<div>{link("/home.php?mod=pm", "发短消息")} {link("/home.php?mod=friend", "加为好友")}</div>"""


def _edit_note(post: Post) -> str:
    if not post.edited:
        return ""
    stamp = chinese_stamp(post.edited)
    name = escape(post.author.name)
    return f'<i class="pnote">本帖最后由 {name} 于 {stamp} 编辑</i><br /><br />\n'


def _reply_line(post: Post, author_of: Callable[[int], User]) -> str:
    """回复 3# 小鱼儿 的帖子: the board's own line where a reply does not quote."""
    if post.parent is None or post.blocks[0].kind == "quote":
        return ""
    name = escape(author_of(post.parent).name)
    return f'<b class="pto">回复 {post.parent}# <i>{name}</i> 的帖子</b><br /><br />\n'


def _signature(user: User) -> str:
    return f'<div class="psig">{escape(user.signature)}</div>' if user.signature else ""
