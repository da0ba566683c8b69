"""The addresses of many forum engines: threads and boards, their pages, and single posts."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

import pytest

from extract_pipelines.url import (
    address,
    asked_page,
    is_avoided,
    is_permalink,
    page_key,
    plain_url,
    thread_form,
    thread_id,
    thread_key,
)

HOST = "https://forum.example"


class Forms(NamedTuple):
    """Addresses of thread 15 and board 3 of a site."""

    thread: list[str]
    """The thread's first page, in all its forms."""
    pages: list[str]
    """Its second and third page, and so on."""
    posts: list[str]
    """Permalinks of posts of it that tell the thread."""
    other: str
    """Another thread."""
    board: list[str]
    """A board's pages."""
    other_board: str
    counts: bool = False
    """Whether the pages are told by how many posts stand before them."""
    name: str | None = "15"
    """The thread's id."""


ENGINES = {
    "phpBB": Forms(
        ["/viewtopic.php?f=3&t=15", "/viewtopic.php?t=15&start=0", "/viewtopic.php?t=15&sid=0a1b"],
        ["/viewtopic.php?f=3&t=15&start=20", "/viewtopic.php?t=15&start=40"],
        ["/viewtopic.php?t=15&p=301#p301", "/viewtopic.php?f=3&t=15&p=301"],
        "/viewtopic.php?f=3&t=16",
        ["/viewforum.php?f=3", "/viewforum.php?f=3&start=25"],
        "/viewforum.php?f=4",
        counts=True,
    ),
    "phpBB with titles": Forms(
        ["/tools-f3/old-pump-t15.html", "/tools-f3/new-title-t15.html"],
        ["/tools-f3/old-pump-t15-20.html", "/tools-f3/old-pump-t15-s40.html"],
        [],
        "/tools-f3/old-pump-t16.html",
        ["/tools-f3/", "/tools-f3-25.html"],
        "/tools-f4/",
        counts=True,
    ),
    "phpBB with words": Forms(
        ["/topic15.html"],
        ["/topic15-20.html"],
        [],
        "/topic16.html",
        ["/forum3.html", "/forum3-25.html"],
        "/forum4.html",
        counts=True,
    ),
    "vBulletin 3": Forms(
        ["/showthread.php?t=15", "/showthread.php?s=ab12&t=15"],
        ["/showthread.php?t=15&page=2", "/showthread.php?page=3&t=15"],
        ["/showthread.php?t=15&p=301#post301"],
        "/showthread.php?t=150",
        ["/forumdisplay.php?f=3", "/forumdisplay.php?f=3&page=2"],
        "/forumdisplay.php?f=4",
    ),
    "vBulletin 4": Forms(
        ["/showthread.php?15-Old-pump", "/showthread.php?15-t", "/showthread.php?15"],
        ["/showthread.php?15-Old-pump/page2", "/showthread.php?15-t/page3"],
        ["/showthread.php?15-Old-pump&p=301&viewfull=1#post301"],
        "/showthread.php?16-Old-pump",
        ["/forumdisplay.php?3-Tools", "/forumdisplay.php?3-Tools/page2"],
        "/forumdisplay.php?4-Tools",
    ),
    "vBulletin 4, paths": Forms(
        ["/threads/15-Old-pump", "/threads/15"],
        ["/threads/15-Old-pump/page2", "/threads/15-t/page3"],
        ["/threads/15-Old-pump?p=301#post301"],
        "/threads/16-Old-pump",
        ["/forums/3-Tools", "/forums/3-Tools/page2"],
        "/forums/4-Tools",
    ),
    "vBulletin 4, script and path": Forms(
        ["/showthread.php/15-Old-pump"],
        ["/showthread.php/15-Old-pump/page2"],
        [],
        "/showthread.php/16-Old-pump",
        ["/forumdisplay.php/3-Tools", "/forumdisplay.php/3-Tools/page2"],
        "/forumdisplay.php/4-Tools",
    ),
    "vBulletin 5": Forms(
        ["/forum/tools/hammers/15-old-pump", "/forum/tools/hammers/15-new-title"],
        ["/forum/tools/hammers/15-old-pump/page2"],
        ["/forum/tools/hammers/15-old-pump?p=301#post301"],
        "/forum/tools/hammers/16-old-pump",
        ["/forum/tools/hammers", "/forum/tools/hammers/page2"],
        "/forum/tools/saws",
    ),
    "vBulletin archive": Forms(
        ["/archive/index.php/t-15.html"],
        ["/archive/index.php/t-15-p-2.html"],
        [],
        "/archive/index.php/t-16.html",
        ["/archive/index.php/f-3.html", "/archive/index.php/f-3-p-2.html"],
        "/archive/index.php/f-4.html",
    ),
    "Discuz": Forms(
        ["/viewthread.php?tid=15&extra=page%3D2", "/viewthread.php?tid=15"],
        ["/viewthread.php?tid=15&extra=page%3D1&page=2"],
        ["/viewthread.php?tid=15&pid=301#pid301"],
        "/viewthread.php?tid=16",
        ["/forumdisplay.php?fid=3", "/forumdisplay.php?fid=3&page=2"],
        "/forumdisplay.php?fid=4",
    ),
    "Discuz X": Forms(
        ["/forum.php?mod=viewthread&tid=15&extra=page%3D1", "/forum.php?mod=viewthread&tid=15"],
        ["/forum.php?mod=viewthread&tid=15&extra=page%3D1&page=2"],
        ["/forum.php?mod=viewthread&tid=15&pid=301#pid301"],
        "/forum.php?mod=viewthread&tid=16",
        ["/forum.php?mod=forumdisplay&fid=3", "/forum.php?mod=forumdisplay&fid=3&page=2"],
        "/forum.php?mod=forumdisplay&fid=4",
    ),
    "Discuz X, static": Forms(
        ["/thread-15-1-1.html", "/thread-15-1-2.html"],
        ["/thread-15-2-1.html", "/thread-15-3-1.html"],
        [],
        "/thread-16-1-1.html",
        ["/forum-3-1.html", "/forum-3-2.html"],
        "/forum-4-1.html",
    ),
    "Discuz X, static in a folder": Forms(
        ["/bbs/thread-15-1-1.html"],
        ["/bbs/thread-15-2-1.html"],
        [],
        "/bbs/thread-16-1-1.html",
        ["/bbs/forum-15-1.html", "/bbs/forum-15-2.html"],
        "/bbs/forum-4-1.html",
    ),
    "SMF": Forms(
        ["/index.php?topic=15.0", "/index.php?topic=15.0;topicseen", "/index.php?topic=15"],
        ["/index.php?topic=15.20", "/index.php?PHPSESSID=0a1b&topic=15.40"],
        ["/index.php?topic=15.msg301#msg301", "/index.php?topic=15.msg301;topicseen#new"],
        "/index.php?topic=16.0",
        ["/index.php?board=3.0", "/index.php?board=3.20"],
        "/index.php?board=4.0",
        counts=True,
    ),
    "SMF, paths": Forms(
        ["/forum/index.php/topic,15.0.html", "/forum/index.php/topic,15.0"],
        ["/forum/index.php/topic,15.20.html"],
        ["/forum/index.php/topic,15.msg301.html#msg301"],
        "/forum/index.php/topic,16.0.html",
        ["/forum/index.php/board,3.0.html", "/forum/index.php/board,3.20.html"],
        "/forum/index.php/board,4.0.html",
        counts=True,
    ),
    "MyBB": Forms(
        ["/showthread.php?tid=15"],
        ["/showthread.php?tid=15&page=2"],
        ["/showthread.php?tid=15&pid=301#pid301"],
        "/showthread.php?tid=16",
        ["/forumdisplay.php?fid=3", "/forumdisplay.php?fid=3&page=2"],
        "/forumdisplay.php?fid=4",
    ),
    "MyBB, static": Forms(
        ["/bbs/thread-15.html"],
        ["/bbs/thread-15-page-2.html"],
        ["/bbs/thread-15-post-301.html#pid301"],
        "/bbs/thread-16.html",
        ["/bbs/forum-15.html", "/bbs/forum-15-page-2.html"],
        "/bbs/forum-4.html",
    ),
    "XenForo": Forms(
        ["/threads/old-pump.15/", "/threads/new-title.15/", "/threads/15/"],
        ["/threads/old-pump.15/page-2", "/threads/new-title.15/page-3"],
        ["/threads/old-pump.15/post-301"],
        "/threads/old-pump.16/",
        ["/forums/tools.3/", "/forums/tools.3/page-2"],
        "/forums/tools.4/",
    ),
    "XenForo, query": Forms(
        ["/index.php?threads/old-pump.15/", "/index.php?threads/new-title.15/"],
        ["/index.php?threads/old-pump.15/page-2"],
        ["/index.php?threads/old-pump.15/post-301"],
        "/index.php?threads/old-pump.16/",
        ["/index.php?forums/tools.3/", "/index.php?forums/tools.3/page-2"],
        "/index.php?forums/tools.4/",
    ),
    "Invision 2": Forms(
        ["/index.php?showtopic=15", "/index.php?s=0a1b&showtopic=15"],
        ["/index.php?showtopic=15&st=20"],
        ["/index.php?showtopic=15&pid=301"],
        "/index.php?showtopic=16",
        ["/index.php?showforum=3", "/index.php?showforum=3&st=30"],
        "/index.php?showforum=4",
        counts=True,
    ),
    "Invision 3": Forms(
        ["/topic/15-old-pump/", "/topic/15-new-title/"],
        ["/topic/15-old-pump/page-2", "/topic/15-old-pump/page__st__40"],
        ["/topic/15-old-pump/?p=301", "/topic/15-old-pump/page__view__findpost__p__301"],
        "/topic/16-old-pump/",
        ["/forum/3-tools/", "/forum/3-tools/page-2"],
        "/forum/4-tools/",
    ),
    "Invision 4": Forms(
        ["/topic/15-old-pump/", "/index.php?/topic/15-old-pump/"],
        ["/topic/15-old-pump/page/2/", "/topic/15-old-pump/?page=3"],
        ["/topic/15-old-pump/?do=findComment&comment=301"],
        "/topic/16-old-pump/",
        ["/forum/3-tools/", "/forum/3-tools/page/2/"],
        "/forum/4-tools/",
    ),
    "FluxBB": Forms(
        ["/viewtopic.php?id=15"],
        ["/viewtopic.php?id=15&p=2"],
        [],
        "/viewtopic.php?id=16",
        ["/viewforum.php?id=1", "/viewforum.php?id=1&p=2"],
        "/viewforum.php?id=4",
    ),
    "PunBB, paths": Forms(
        ["/topic/15/old-pump/", "/topic/15/"],
        ["/topic/15/old-pump/page/2/"],
        [],
        "/topic/16/old-pump/",
        ["/forum/3/tools/", "/forum/3/tools/page/2/"],
        "/forum/4/tools/",
    ),
    "Discourse": Forms(
        ["/t/old-pump/15", "/t/new-title/15", "/t/hinges/15", "/t/3-old-pumps/15"],
        ["/t/old-pump/15?page=2"],
        [],
        "/t/old-pump/16",
        ["/c/tools/3", "/c/tools/3?page=2"],
        "/c/tools/4",
    ),
    "Flarum": Forms(
        ["/d/15-old-pump", "/d/15-new-title", "/d/15"],
        ["/d/15-old-pump?page=2"],
        ["/d/15-old-pump/21"],
        "/d/16-old-pump",
        ["/t/tools", "/t/tools?page=2"],
        "/t/saws",
    ),
    "NodeBB": Forms(
        ["/topic/15/old-pump", "/topic/15/hinges", "/topic/15"],
        ["/topic/15/old-pump?page=2"],
        ["/topic/15/old-pump/21", "/topic/15/hinges/21"],
        "/topic/16/old-pump",
        ["/category/3/tools", "/category/3/tools?page=2"],
        "/category/4/tools",
    ),
    "Vanilla": Forms(
        ["/discussion/15/old-pump", "/discussion/15/old-pump/p1"],
        ["/discussion/15/old-pump/p2"],
        [],
        "/discussion/16/old-pump",
        ["/categories/tools", "/categories/tools/p2"],
        "/categories/saws",
    ),
    "bbPress": Forms(
        ["/forums/topic/old-pump/"],
        ["/forums/topic/old-pump/page/2/"],
        [],
        "/forums/topic/new-pump/",
        ["/forums/forum/tools/", "/forums/forum/tools/page/2/"],
        "/forums/forum/saws/",
        name=None,
    ),
    "bbPress, query": Forms(
        ["/?topic=old-pump"],
        ["/?topic=old-pump&paged=2"],
        [],
        "/?topic=new-pump",
        ["/?forum=tools", "/?forum=tools&paged=2"],
        "/?forum=saws",
        name=None,
    ),
    "wpForo": Forms(
        ["/community/tools/old-pump/"],
        ["/community/tools/old-pump/paged/2/"],
        [],
        "/community/tools/new-pump/",
        ["/community/tools/", "/community/tools/paged/2/"],
        "/community/saws/",
        name=None,
    ),
    "Simple:Press": Forms(
        ["/forum/tools/old-pump/"],
        ["/forum/tools/old-pump/page-2/"],
        [],
        "/forum/tools/new-pump/",
        ["/forum/tools/", "/forum/tools/page-2/"],
        "/forum/saws/",
        name=None,
    ),
    "Asgaros": Forms(
        ["/?page_id=4&view=topic&id=15"],
        ["/?page_id=4&view=topic&id=15&part=2"],
        [],
        "/?page_id=4&view=topic&id=16",
        ["/?page_id=4&view=forum&id=15", "/?page_id=4&view=forum&id=15&part=2"],
        "/?page_id=4&view=forum&id=4",
    ),
    "Woltlab": Forms(
        ["/forum/thread/15-old-pump/", "/forum/thread/15-new-title/"],
        ["/forum/thread/15-old-pump/?pageNo=2"],
        ["/forum/thread/15-old-pump/?postID=301#post301"],
        "/forum/thread/16-old-pump/",
        ["/forum/board/3-tools/", "/forum/board/3-tools/?pageNo=2"],
        "/forum/board/4-tools/",
    ),
    "Woltlab, query": Forms(
        ["/forum/index.php?thread/15-old-pump/"],
        ["/forum/index.php?thread/15-old-pump/&pageNo=2"],
        ["/forum/index.php?thread/15-old-pump/&postID=301#post301"],
        "/forum/index.php?thread/16-old-pump/",
        ["/forum/index.php?board/3-tools/", "/forum/index.php?board/3-tools/&pageNo=2"],
        "/forum/index.php?board/4-tools/",
    ),
    "Burning Board 3": Forms(
        ["/index.php?page=Thread&threadID=15"],
        ["/index.php?page=Thread&threadID=15&pageNo=2"],
        ["/index.php?page=Thread&threadID=15&postID=301#post301"],
        "/index.php?page=Thread&threadID=16",
        ["/index.php?page=Board&boardID=3", "/index.php?page=Board&boardID=3&pageNo=2"],
        "/index.php?page=Board&boardID=4",
    ),
    "YaBB": Forms(
        ["/cgi-bin/YaBB.pl?num=1234567890", "/cgi-bin/YaBB.pl?num=1234567890/0"],
        ["/cgi-bin/YaBB.pl?num=1234567890/15"],
        [],
        "/cgi-bin/YaBB.pl?num=1234567891",
        ["/cgi-bin/YaBB.pl?board=tools", "/cgi-bin/YaBB.pl?board=tools/20"],
        "/cgi-bin/YaBB.pl?board=saws",
        counts=True,
        name="1234567890",
    ),
    "UBB.classic": Forms(
        ["/cgi-bin/ultimatebb.cgi?ubb=get_topic;f=3;t=000015"],
        ["/cgi-bin/ultimatebb.cgi?ubb=get_topic;f=3;t=000015;p=2"],
        [],
        "/cgi-bin/ultimatebb.cgi?ubb=get_topic;f=3;t=000016",
        ["/cgi-bin/ultimatebb.cgi?ubb=forum;f=3", "/cgi-bin/ultimatebb.cgi?ubb=forum;f=3;page=2"],
        "/cgi-bin/ultimatebb.cgi?ubb=forum;f=4",
        name="000015",
    ),
    "UBB.threads": Forms(
        ["/ubbthreads.php/topics/15/old-pump", "/ubbthreads.php/topics/15"],
        ["/ubbthreads.php/topics/15/2"],
        [],
        "/ubbthreads.php/topics/16/old-pump",
        ["/ubbthreads.php/forums/3/1/tools", "/ubbthreads.php/forums/3/2/tools"],
        "/ubbthreads.php/forums/4/1/saws",
    ),
    "JForum": Forms(
        ["/posts/list/15.page"],
        ["/posts/list/20/15.page", "/posts/list/40/15.page"],
        [],
        "/posts/list/16.page",
        ["/forums/show/3.page", "/forums/show/50/3.page"],
        "/forums/show/4.page",
    ),
    "Phorum": Forms(
        ["/read.php?3,15"],
        ["/read.php?3,15,page=2"],
        ["/read.php?3,15,301#msg-301"],
        "/read.php?3,16",
        ["/list.php?15", "/list.php?15,page=2"],
        "/list.php?4",
    ),
    "FUDforum": Forms(
        ["/index.php?t=msg&th=15&start=0", "/index.php?t=msg&th=15"],
        ["/index.php?t=msg&th=15&start=40"],
        [],
        "/index.php?t=msg&th=16",
        ["/index.php?t=thread&frm_id=3", "/index.php?t=thread&frm_id=3&start=40"],
        "/index.php?t=thread&frm_id=4",
        counts=True,
    ),
    "esoTalk": Forms(
        ["/?p=15-old-pump"],
        ["/?p=15-old-pump/p2"],
        [],
        "/?p=16-old-pump",
        ["/?p=conversations/tools", "/?p=conversations/tools&page=2"],
        "/?p=conversations/saws",
    ),
    "Lithium": Forms(
        ["/t5/Tools/Old-pump/td-p/15"],
        ["/t5/Tools/Old-pump/td-p/15/page/2"],
        [],
        "/t5/Tools/Old-pump/td-p/16",
        ["/t5/Tools/bd-p/tools", "/t5/Tools/bd-p/tools/page/2"],
        "/t5/Tools/bd-p/saws",
    ),
    "gnuboard": Forms(
        ["/bbs/board.php?bo_table=free&wr_id=15"],
        [],
        [],
        "/bbs/board.php?bo_table=free&wr_id=16",
        ["/bbs/board.php?bo_table=free", "/bbs/board.php?bo_table=free&page=2"],
        "/bbs/board.php?bo_table=qa",
    ),
    "PHPWind": Forms(
        ["/read.php?tid=15", "/read.php?tid=15&fpage=3"],
        ["/read.php?tid=15&page=2"],
        [],
        "/read.php?tid=16",
        ["/thread.php?fid=3", "/thread.php?fid=3&page=2"],
        "/thread.php?fid=4",
    ),
    "PHPWind, static": Forms(
        ["/read-htm-tid-15.html"],
        ["/read-htm-tid-15-page-2.html"],
        [],
        "/read-htm-tid-16.html",
        ["/thread-htm-fid-15.html", "/thread-htm-fid-15-page-2.html"],
        "/thread-htm-fid-4.html",
    ),
    "Tieba": Forms(
        ["/p/15"],
        ["/p/15?pn=2"],
        ["/p/15?pid=301&cid=0#301"],
        "/p/16",
        ["/f?kw=pump", "/f?kw=pump&pn=50"],
        "/f?kw=saw",
    ),
    "Kunena": Forms(
        ["/forum/3-tools/15-old-pump", "/forum/3-tools/15-new-title"],
        ["/forum/3-tools/15-old-pump?start=20"],
        [],
        "/forum/3-tools/16-old-pump",
        ["/forum/3-tools", "/forum/3-tools?start=20"],
        "/forum/4-tools",
        counts=True,
    ),
    "Kunena, query": Forms(
        ["/index.php?option=com_kunena&view=topic&catid=3&id=15&Itemid=7"],
        ["/index.php?option=com_kunena&view=topic&catid=3&id=15&Itemid=7&limitstart=20"],
        [],
        "/index.php?option=com_kunena&view=topic&catid=3&id=16&Itemid=7",
        ["/index.php?option=com_kunena&view=category&catid=3"],
        "/index.php?option=com_kunena&view=category&catid=4",
        counts=True,
    ),
    "Redmine": Forms(
        ["/boards/1/topics/15"],
        ["/boards/1/topics/15?page=2"],
        ["/boards/1/topics/15?r=301#message-301"],
        "/boards/1/topics/16",
        ["/projects/pump/boards/1", "/projects/pump/boards/1?page=2"],
        "/projects/pump/boards/2",
    ),
    "Spirit": Forms(
        ["/topic/15/old-pump/", "/topic/15/top-10/"],
        ["/topic/15/old-pump/?page=2"],
        [],
        "/topic/16/old-pump/",
        ["/category/3/tools/", "/category/3/tools/?page=2"],
        "/category/4/tools/",
    ),
    "machina": Forms(
        ["/forum/tools-2/topic/old-pump-15/", "/forum/tools-2/topic/new-title-15/"],
        ["/forum/tools-2/topic/old-pump-15/?page=2"],
        ["/forum/tools-2/topic/old-pump-15/?post=301#301"],
        "/forum/tools-2/topic/old-pump-16/",
        ["/forum/tools-2/", "/forum/tools-2/?page=2"],
        "/forum/saws-4/",
    ),
    "askbot": Forms(
        ["/question/15/old-pump/", "/question/15/"],
        ["/question/15/old-pump/?page=2"],
        ["/question/15/old-pump/?answer=301#post-id-301"],
        "/question/16/old-pump/",
        [
            "/questions/scope:all/sort:activity-desc/page:1/",
            "/questions/scope:all/sort:activity-desc/page:2/",
        ],
        "/questions/scope:unanswered/sort:activity-desc/page:1/",
    ),
    "HyperKitty": Forms(
        ["/archives/list/a@lists.example/thread/ABCDEFGHIJKLMNOPQRSTUVWXYZ234567/"],
        ["/archives/list/a@lists.example/thread/ABCDEFGHIJKLMNOPQRSTUVWXYZ234567/?page=2"],
        [],
        "/archives/list/a@lists.example/thread/BBCDEFGHIJKLMNOPQRSTUVWXYZ234567/",
        ["/archives/list/a@lists.example/2024/5/", "/archives/list/a@lists.example/2024/5/?page=2"],
        "/archives/list/a@lists.example/2024/6/",
        name=None,
    ),
    "Pipermail": Forms(
        ["/pipermail/talk/2024-May/000015.html"],
        [],
        [],
        "/pipermail/talk/2024-May/000016.html",
        ["/pipermail/talk/2024-May/thread.html"],
        "/pipermail/talk/2024-May/subject.html",
        name="000015",
    ),
    "mwForum": Forms(
        ["/topic_show.pl?tid=15"],
        ["/topic_show.pl?tid=15;pg=2"],
        [],
        "/topic_show.pl?tid=16",
        ["/board_show.pl?bid=3", "/board_show.pl?bid=3;pg=2"],
        "/board_show.pl?bid=4",
    ),
    "Carbon": Forms(
        ["/t/15"],
        ["/t/15-2", "/t/15-3"],
        [],
        "/t/16",
        ["/page/1", "/page/2"],
        "/tags",
    ),
    "HYBBS": Forms(
        ["/?t/15.html"],
        ["/?t/15/2.html"],
        [],
        "/?t/16.html",
        ["/?f/15.html"],
        "/?f/4.html",
    ),
    "Xiuno": Forms(
        ["/?thread-15.htm"],
        ["/?thread-15-2.htm"],
        [],
        "/?thread-16.htm",
        ["/?forum-15.htm", "/?forum-15-2.htm"],
        "/?forum-4.htm",
    ),
    "ProBoards": Forms(
        ["/thread/15/old-pump", "/thread/15/hinges"],
        ["/thread/15/old-pump?page=2"],
        [],
        "/thread/16/old-pump",
        ["/board/3/tools", "/board/3/tools?page=2"],
        "/board/4/tools",
    ),
    "Snitz": Forms(
        ["/topic.asp?TOPIC_ID=15"],
        ["/topic.asp?TOPIC_ID=15&whichpage=2"],
        [],
        "/topic.asp?TOPIC_ID=16",
        ["/forum.asp?FORUM_ID=3", "/forum.asp?FORUM_ID=3&whichpage=2"],
        "/forum.asp?FORUM_ID=4",
    ),
    "titles with pages": Forms(
        ["/tools/15-old-pump.html"],
        ["/tools/15-old-pump-2.html", "/tools/15-old-pump-3.html"],
        [],
        "/tools/16-old-pump.html",
        ["/tools/"],
        "/saws/",
    ),
    "numbered boards": Forms(
        ["/forum/3/15.html"],
        ["/forum/3/15.html?page=2"],
        [],
        "/forum/3/16.html",
        ["/forum/3/", "/forum/3/?page=2"],
        "/forum/4/",
    ),
    "pages by p": Forms(
        ["/t/1500", "/t/1500?p=1"],
        ["/t/1500?p=2"],
        [],
        "/t/1600",
        ["/go/tools", "/go/tools?p=2"],
        "/go/saws",
        name="1500",
    ),
}


@pytest.fixture(params=ENGINES)
def forms(request: pytest.FixtureRequest) -> Forms:
    found: Forms = ENGINES[request.param]
    return found._replace(
        thread=[HOST + url for url in found.thread],
        pages=[HOST + url for url in found.pages],
        posts=[HOST + url for url in found.posts],
        board=[HOST + url for url in found.board],
        other=HOST + found.other,
        other_board=HOST + found.other_board,
    )


def test_a_thread_has_one_key_and_one_id(forms: Forms) -> None:
    urls = [*forms.thread, *forms.pages, *forms.posts]
    assert {url: thread_key(url) for url in urls} == dict.fromkeys(urls, thread_key(urls[0]))
    assert {url: thread_id(url) for url in urls} == dict.fromkeys(urls, forms.name)


def test_another_thread_and_the_boards_have_keys_of_their_own(forms: Forms) -> None:
    boards = {thread_key(url) for url in forms.board}
    assert len(boards) == 1
    keys = {thread_key(forms.thread[0]), thread_key(forms.other)} | boards
    assert len(keys) == 3
    assert thread_key(forms.other_board) not in keys


def test_each_page_has_a_key_of_its_own(forms: Forms) -> None:
    assert len({page_key(url) for url in forms.thread}) == 1
    pages = [forms.thread[0], *forms.pages]
    assert len({page_key(url) for url in pages}) == len(pages)
    assert len({page_key(url) for url in forms.board}) == len(forms.board)
    assert not {page_key(url) for url in forms.posts} & {page_key(url) for url in pages}


def test_the_number_of_a_page_is_told_unless_posts_are_counted(forms: Forms) -> None:
    for at, url in enumerate(forms.pages, start=2):
        if not forms.counts and not address(url).ending:
            assert asked_page(url) == (None if "__" in url else at), url
        if forms.counts:
            assert asked_page(url) is None


def test_permalinks_are_told_from_pages(forms: Forms) -> None:
    assert [url for url in forms.posts if not is_permalink(url)] == []
    others = chain(forms.thread, forms.pages, forms.board)
    assert [url for url in others if is_permalink(url)] == []


def test_none_is_taken_for_a_form_or_a_person(forms: Forms) -> None:
    urls = chain(forms.thread, forms.pages, forms.board)
    assert [url for url in urls if is_avoided(url)] == []


def test_a_shape_leads_to_threads_alone(forms: Forms) -> None:
    assert thread_form(forms.other) == thread_form(forms.thread[0])


def test_what_is_asked_for_is_the_same_address(forms: Forms) -> None:
    for url in chain(forms.thread, forms.pages, forms.board):
        assert page_key(plain_url(url)) == page_key(url)
        if "sid" not in url.lower() and "s=" not in url:
            assert plain_url(url) == url


@pytest.mark.parametrize(
    ("url", "name", "page", "post"),
    [
        (f"{HOST}/viewtopic_15_2.html", "15", "2", None),
        (f"{HOST}/old-pump-1500-2", "1500", "1", None),
        (f"{HOST}/forums/garden-15/old-pump", "old-pump", "1", None),
        (f"{HOST}/thread/old-pump/post/301", "old-pump", "1", "301"),
        (f"{HOST}/topic/old-pump/post-301", "old-pump", "1", "301"),
        ("https://[broken/15", "https://[broken/15", "1", None),
    ],
)
def test_numbers_and_titles_tell_what_they_stand_for(
    url: str, name: str, page: str, post: str | None
) -> None:
    found = address(url)
    assert (found.name, found.page, found.post) == (name, page, post)
