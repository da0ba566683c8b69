"""Words of addresses, as tables: what keys of a query and words of a path name."""

from __future__ import annotations

# Keys of a query, and words before a number in a path, that name a thread.
THREAD_KEYS = tuple(
    "t tid topic topicid topic_id thread threadid thread_id showtopic th ptid discussion".split()
)
# The same for a board.
BOARD_KEYS = tuple(
    "fid f forum forumid forum_id board boardid board_id showforum bid frm_id bo_table catid"
    " cid c".split()
)
# Keys that number things of a kind that the path, or another key, tells.
NUMBER_KEYS = ("id", "wr_id", "no", "num", "number", "idx")
# Keys whose value tells what is shown, where its number's key does not.
VERB_KEYS = ("view", "mod", "act", "g", "page", "func", "op", "ubb", "task", "m")
# Keys whose value is a path: ?q=node/15
ROUTE_KEYS = ("p", "q", "r", "route", "path")
# Segments of a path.
THREAD_WORDS = frozenset(
    "t d topic topics thread threads discussion discussions conversation question questions"
    " viewtopic showthread viewthread td-p".split()
)
# Of these, the ones behind which a title stands before the id: /t/3-old-pumps/15
TITLE_FIRST = frozenset(("t",))
BOARD_WORDS = frozenset(
    "forum forums board boards category categories section f c fid viewforum forumdisplay"
    " bd-p".split()
)
POST_WORDS = frozenset("post posts comment comments reply message answer pid m-p".split())
# Query keys that name one post of a thread, or a place in it: the thread is told by another.
POST_KEYS = frozenset(
    "pid post postid post_id comment commentid comment_id answer findpost".split()
)
# It names a post or a page; see `address`.
POST_OR_PAGE = "p"
# Keys that tell the number of a page, those that count posts or threads before it, and others.
PAGE_KEYS = tuple("page pg seite pagenumber pageno pagenum paged pn part whichpage cpage".split())
OFFSET_KEYS = ("start", "offset", "st", "limitstart")
CURSOR_KEYS = ("cursor", "after")
# Words of a path before the number of a page; the first three may be a segment of their own.
PAGE_WORDS = ("page", "paged", "seite", "pg", "p")
PAGE_SEGMENTS = frozenset(PAGE_WORDS[:3])
SESSION_KEYS = frozenset(
    "sid s phpsessid jsessionid session sessionid zenid token highlight hilit "
    "utm_source utm_medium utm_campaign ref".split()
)
PEOPLE = frozenset("u uid user users member members profile profiles space".split())
# Words of a path or a query that lead to a form, a person, or another view of the same page.
AVOIDED = PEOPLE | frozenset(
    "login logout logging signin signup register registration password lostpw account auth "
    "reply newreply newthread newtopic posting compose publish create edit delete quote report "
    "flag like vote share print printable printview printpage printthread archiver lofiversion "
    "search find send email memberlist pm privmsg message messages "
    "rss feed feeds atom xml calendar help faq rules terms privacy contact admin moderate "
    "moderation subscribe unsubscribe subscriptions favorite bookmark bookmarks whosonline online "
    "sort order orderby sortby desc asc authorid goto redirect markread unread".split()
)
# Endings of a path that tells the same for a program.
FEEDS = frozenset(("rss", "atom", "xml", "json", "rdf"))
# Behind the id of a thread only these are no part of its title.
ACTIONS = frozenset(
    "find reply newreply create edit delete quote report flag like vote share print printable "
    "printview subscribe unsubscribe bookmark post".split()
)
MONTHS = frozenset(
    "january february march april may june july august september october november december".split()
)
