"""The tables of what was seen, in one SQLite file: made, or put aside where they cannot be read."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from extract_pipelines.forum.connection import LOCK_SECONDS, Connection
from extract_pipelines.forum.coverage_history import HISTORY_TABLE
from extract_pipelines.forum.lists import LIST_TABLES
from extract_pipelines.forum.site_notes import SITE_TABLES
from extract_pipelines.forum.threads import THREAD_TABLES
from extract_pipelines.site.stores.aside import free_name, move_aside
from extract_pipelines.site.stores.sqlite import APPLICATION_ID, damage_of, transaction

logger = logging.getLogger(__name__)

# Version of the tables; a file of another version is not read.
VERSION = 2
SEEN_TABLES = """
CREATE TABLE IF NOT EXISTS monitor_version (version INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS monitor_runs (run TEXT PRIMARY KEY, feeds TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS monitor_floors (
    id TEXT PRIMARY KEY, thread TEXT NOT NULL, rank INTEGER NOT NULL, post_id TEXT, author TEXT,
    fingerprint TEXT NOT NULL, lines TEXT NOT NULL, date TEXT, precision TEXT NOT NULL,
    error REAL NOT NULL, deleted INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS monitor_floors_of ON monitor_floors (thread);
CREATE TABLE IF NOT EXISTS monitor_claims (
    change_id TEXT PRIMARY KEY, run TEXT NOT NULL, thread TEXT NOT NULL, floors TEXT NOT NULL,
    lines INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS monitor_claims_of ON monitor_claims (thread)
"""
TABLES = ";".join((SEEN_TABLES, THREAD_TABLES, LIST_TABLES, SITE_TABLES, HISTORY_TABLE))
ANOTHER_VERSION = (
    "%s held what another version has seen; a copy is %s, and all posts are told once more"
)
DAMAGED = "%s is damaged (%s): it is now %s, and all posts are told once more"


class SeenStoreError(ValueError):
    """A store that cannot be used; the message says why."""


def prepare_tables(connection: Connection, path: Path) -> None:
    """Make the tables that are not there.

    :raises SeenStoreError: if the file is none of ours, or of another version
    """
    connection.use_write_ahead_log()
    connection.execute("PRAGMA synchronous = NORMAL")
    with connection.transaction():
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if tables and connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise SeenStoreError(f"{path} is an SQLite file of something else")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        for statement in TABLES.split(";"):
            connection.execute(statement)
        row = connection.execute("SELECT version FROM monitor_version").fetchone()
        if row is None:
            connection.execute("INSERT INTO monitor_version VALUES (?)", (VERSION,))
        elif row[0] != VERSION:
            raise SeenStoreError(
                f"{path} holds what was seen in format {row[0]}, this version reads "
                f"{VERSION}: give another EXTRACT_STORE, or set EXTRACT_STORE_RESET = True to"
                " have a copy put aside and begin anew; all posts are then told once more"
            )


def put_aside(path: Path) -> None:
    """Move a damaged file aside; copy one with tables of another version, and drop these."""
    with closing(sqlite3.connect(path, LOCK_SECONDS, isolation_level=None)) as connection:
        try:
            damage = damage_of(connection, path)
            tables = () if damage else _other_tables(connection)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            damage, tables = str(error), ()
        if tables:
            copy = free_name(path)
            connection.execute("VACUUM INTO ?", (str(copy),))
            with transaction(connection):
                for name in tables:
                    connection.execute(f"DROP TABLE {name}")
            logger.warning(ANOTHER_VERSION, path, copy)
    if damage:
        logger.warning(DAMAGED, path, damage, move_aside(path))


def _other_tables(connection: sqlite3.Connection) -> Sequence[str]:
    """The tables of another version; those of templates are none."""
    query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'monitor_*'"
    tables = [name for (name,) in connection.execute(query)]
    if "monitor_version" not in tables:
        return ()
    version = connection.execute("SELECT version FROM monitor_version").fetchone()
    return () if version in (None, (VERSION,)) else tables
