"""The lists of a forum that are known: how far each was read, and when each of its pages was."""

from __future__ import annotations

from extract_pipelines.forum.connection import Connection
from extract_pipelines.forum.resume_point import ResumePoint
from extract_pipelines.forum.threads import SHORTEST_PAUSE

LIST_TABLES = """
CREATE TABLE IF NOT EXISTS monitor_lists (list TEXT PRIMARY KEY, complete INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS monitor_list_stops (
    list TEXT PRIMARY KEY, site TEXT NOT NULL, page INTEGER NOT NULL, url TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS monitor_list_pages (
    page TEXT PRIMARY KEY, site TEXT NOT NULL, url TEXT NOT NULL, checked REAL NOT NULL
)
"""


class KnownLists:
    """The tables of lists and their pages. What cannot be written is found again by a later run."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def is_begun(self, listing: str) -> bool:
        """Whether pages of a list were read, but not yet to its end."""
        row = self._connection.execute(
            "SELECT complete FROM monitor_lists WHERE list = ?", (listing,)
        ).fetchone()
        return bool(row and not row[0])

    def begin(self, listing: str) -> None:
        """A list is being read beyond its first page."""
        self._connection.write("INSERT OR IGNORE INTO monitor_lists VALUES (?, 0)", (listing,))

    def set_resume_point(self, listing: str, site: str, point: ResumePoint) -> None:
        """The threads of a list's pages before this one are all known: a later run goes on here."""
        self._connection.write(
            "INSERT INTO monitor_list_stops SELECT ?, ?, ?, ?"
            " WHERE EXISTS (SELECT 1 FROM monitor_lists WHERE list = ? AND NOT complete)"
            " ON CONFLICT (list) DO UPDATE SET page = excluded.page, url = excluded.url"
            " WHERE excluded.page > page",
            (listing, site, *point, listing),
        )

    def resume_point(self, listing: str) -> ResumePoint | None:
        """Where to go on with a list, if it was not read to its end."""
        row = self._connection.execute(
            "SELECT page, url FROM monitor_list_stops WHERE list = ?", (listing,)
        ).fetchone()
        return ResumePoint(*row) if row else None

    def begun(self, site: str) -> list[str]:
        """Addresses of the pages that the reading of the site's lists is to go on from."""
        query = "SELECT url FROM monitor_list_stops WHERE site = ?"
        return [url for (url,) in self._connection.execute(query, (site,))]

    def set_complete(self, listing: str) -> None:
        """A list was read to its end."""
        self._connection.write("INSERT OR REPLACE INTO monitor_lists VALUES (?, 1)", (listing,))
        self._connection.write("DELETE FROM monitor_list_stops WHERE list = ?", (listing,))

    def to_check(self, site: str, now: float, most: int) -> list[str]:
        """Addresses of pages of the site's lists that were not read for the longest time."""
        rows = self._connection.execute(
            "SELECT url FROM monitor_list_pages WHERE site = ? AND checked <= ?"
            " ORDER BY checked LIMIT ?",
            (site, now - SHORTEST_PAUSE, most),
        )
        return [url for (url,) in rows]

    def note_read(self, page: str, site: str, url: str, now: float) -> None:
        """A page of a list was read.

        :param page: its key; see `extract_pipelines.url.page_key`
        """
        self._connection.write(
            "INSERT OR REPLACE INTO monitor_list_pages VALUES (?, ?, ?, ?)", (page, site, url, now)
        )
