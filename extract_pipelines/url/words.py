"""Words of addresses, as tables: what keys of a query and words of a path name."""

from __future__ import annotations

from typing import Final

# Keys of a query, and words before a number in a path, that name a thread.
THREAD_KEYS: Final = tuple(
    "t tid topic topicid topic_id thread threadid thread_id showtopic th ptid discussion".split()
)
# The same for a board.
BOARD_KEYS: Final = tuple(
    "fid f forum forumid forum_id board boardid board_id showforum bid frm_id bo_table catid"
    " cid c".split()
)
# Keys that number things of a kind that the path, or another key, tells.
NUMBER_KEYS: Final = ("id", "wr_id", "no", "num", "number", "idx")
# Keys whose value tells what is shown, where its number's key does not.
VERB_KEYS: Final = ("view", "mod", "act", "g", "page", "func", "op", "ubb", "task", "m")
# Keys whose value is a path: ?q=node/15
ROUTE_KEYS: Final = ("p", "q", "r", "route", "path")
# Segments of a path.
THREAD_WORDS: Final = frozenset(
    "t d topic topics thread threads discussion discussions conversation question questions"
    " viewtopic showthread viewthread td-p".split()
)
# Of these, the ones behind which a title stands before the id: /t/3-old-pumps/15
TITLE_FIRST: Final = frozenset(("t",))
BOARD_WORDS: Final = frozenset(
    "forum forums board boards category categories section f c fid viewforum forumdisplay"
    " bd-p".split()
)
POST_WORDS: Final = frozenset("post posts comment comments reply message answer pid m-p".split())
# Query keys that name one post of a thread, or a place in it: the thread is told by another.
POST_KEYS: Final = frozenset(
    "pid post postid post_id comment commentid comment_id answer findpost".split()
)
# It names a post or a page; see `address`.
POST_OR_PAGE: Final = "p"
# Keys that tell the number of a page, those that count posts or threads before it, and others.
PAGE_KEYS: Final = tuple(
    "page pg seite pagenumber pageno pagenum paged pn part whichpage cpage".split()
)
OFFSET_KEYS: Final = ("start", "offset", "st", "limitstart")
CURSOR_KEYS: Final = ("cursor", "after")
# Words of a path before the number of a page; the first three may be a segment of their own.
PAGE_WORDS: Final = ("page", "paged", "seite", "pg", "p")
PAGE_SEGMENTS: Final = frozenset(PAGE_WORDS[:3])
SESSION_KEYS: Final = frozenset(
    "sid s phpsessid jsessionid session sessionid zenid token highlight hilit "
    "utm_source utm_medium utm_campaign ref".split()
)
PEOPLE: Final = frozenset("u uid user users member members profile profiles space".split())
# Words of a path or a query that lead to a form, a person, or another view of the same page.
AVOIDED: Final = PEOPLE | frozenset(
    "login logout logging signin signup register registration password lostpw account auth "
    "reply newreply newthread newtopic posting compose publish create edit delete quote report "
    "flag like vote share print printable printview printpage printthread archiver lofiversion "
    "search find send email memberlist pm privmsg message messages "
    "rss feed feeds atom xml calendar help faq rules terms privacy contact admin moderate "
    "moderation subscribe unsubscribe subscriptions favorite bookmark bookmarks whosonline online "
    "sort order orderby sortby desc asc authorid goto redirect markread unread".split()
)
# Of these, words of scripts that lead to a thread that the query names.
REDIRECTORS: Final = frozenset(("goto", "redirect"))
# Endings of a path that tells the same for a program.
FEEDS: Final = frozenset(("rss", "atom", "xml", "json", "rdf"))
# Behind the id of a thread only these are no part of its title.
ACTIONS: Final = frozenset(
    "find reply newreply create edit delete quote report flag like vote share print printable "
    "printview subscribe unsubscribe bookmark post".split()
)
MONTHS: Final = frozenset(
    "january february march april may june july august september october november december".split()
)
