"""The tables in a catalogue, and the check that a file has exactly these tables.

The table ``run`` stores the origin that the levels in a batch share, and the batch's progress. The
table ``level`` stores the seed, board and fingerprint of each level. The table ``shape`` lists the
facts that levels have, with their kinds. The tables ``mark`` and ``tag`` store the designer's
annotations. A table ``facts:GAME`` has a column for each fact of the game's levels that is a
number, string or truth value. It is separate from ``level`` so that it stays small, because a
filter reads all of it.
"""

from __future__ import annotations

import re
import sqlite3

from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.file_type import APPLICATION_ID
from engine.errors import quote_input

MIGRATIONS = (
    (
        "CREATE TABLE run (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, game TEXT NOT NULL,"
        " generator TEXT NOT NULL, rules INTEGER NOT NULL, settings TEXT NOT NULL,"
        " versions TEXT NOT NULL, max_attempts INTEGER NOT NULL, first_seed INTEGER NOT NULL,"
        " count INTEGER NOT NULL, tried INTEGER NOT NULL, kept INTEGER NOT NULL,"
        " candidates INTEGER NOT NULL, duplicates INTEGER NOT NULL, rejections TEXT NOT NULL,"
        " seconds REAL NOT NULL)",
        "CREATE TABLE shape (id INTEGER PRIMARY KEY, game TEXT NOT NULL, facts TEXT NOT NULL)",
        "CREATE TABLE level (id INTEGER PRIMARY KEY, run INTEGER NOT NULL, shape INTEGER NOT NULL,"
        " seed INTEGER, attempt INTEGER, fingerprint BLOB NOT NULL, board BLOB NOT NULL,"
        " others BLOB, title TEXT, author TEXT, file BLOB)",
        "CREATE INDEX alike ON level (fingerprint)",
        "CREATE TABLE mark (level INTEGER PRIMARY KEY, stars INTEGER, note TEXT)",
        "CREATE TABLE tag (word TEXT NOT NULL, level INTEGER NOT NULL,"
        " PRIMARY KEY (word, level)) WITHOUT ROWID",
        "CREATE INDEX tagged ON tag (level)",
    ),
)
"""The statements that create each version of the schema from the previous one, or from nothing."""
SCHEMA_VERSION = len(MIGRATIONS)

MAX_NAME_LENGTH, MAX_KEY_DEPTH = 60, 8
"""The maximum length of each name in a dotted key, and the maximum number of names in it."""
_NAME = rf"[a-z_][a-z0-9_]{{0,{MAX_NAME_LENGTH - 1}}}"
_KEY = re.compile(rf"{_NAME}(\.{_NAME}){{0,{MAX_KEY_DEPTH - 1}}}", re.ASCII)
MAX_COLUMNS = 500
"""The maximum number of fact columns for a game."""
_FACTS = "facts:"
_GAME = re.compile(r"[a-z][a-z0-9_-]{0,63}", re.ASCII)


def create_tables(connection: sqlite3.Connection) -> None:
    """Create the tables in a new catalogue, or upgrade the tables in an older one."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for step in MIGRATIONS[version:]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def quote_facts_table(game: str) -> str:
    """Return the quoted name of the table that stores a game's facts.

    Raises:
        CatalogueError: ``game`` is not a valid name for a game.
    """
    if not _GAME.fullmatch(game):
        raise CatalogueError(f"not a name of a game: {quote_input(game)}")
    return f'"{_FACTS}{game}"'


def list_columns(connection: sqlite3.Connection, game: str) -> list[str]:
    """Return the keys of a game's fact columns in order, or an empty list if it has no table."""
    rows = connection.execute(f"PRAGMA table_info({quote_facts_table(game)})").fetchall()
    return [name for _, name, *_ in rows[1:]]


def add_columns(connection: sqlite3.Connection, game: str, keys: list[str]) -> None:
    """Add columns for facts to a game's table, creating the table if it is missing."""
    table = quote_facts_table(game)
    connection.execute(f"CREATE TABLE IF NOT EXISTS {table} (id INTEGER PRIMARY KEY)")
    for key in keys:
        connection.execute(f'ALTER TABLE {table} ADD COLUMN "{key}"')


def list_games(connection: sqlite3.Connection) -> list[str]:
    """Return the names of the games that have a facts table, in alphabetical order."""
    # The prefix "facts:" has 6 characters, and substr counts from 1.
    found = connection.execute(
        "SELECT substr(name, 7) FROM sqlite_schema WHERE name GLOB 'facts:*' ORDER BY name"
    )
    return [name for (name,) in found]


def require_schema(connection: sqlite3.Connection, path: object) -> None:
    """Raise an error unless a file has exactly the tables and indices of a catalogue.

    Raises:
        CatalogueError: The file is not a catalogue, has missing or additional objects, or was made
            by a newer workbench.
        sqlite3.Error: The file is damaged.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise CatalogueError(f"{path}: not a catalogue: an SQLite file of another program")
    if version > SCHEMA_VERSION:
        newer = (
            f"made by a newer workbench (catalogue version {version}, this knows {SCHEMA_VERSION})"
        )
        raise CatalogueError(f"{path}: {newer}")
    if version < 1:
        raise CatalogueError(f"{path}: damaged: catalogue version {version}")
    # The SQL of every object must match, because a view or trigger in a foreign file could run
    # during a query.
    expected = _list_expected(version)
    for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_schema"):
        if name in expected and expected.pop(name) == (kind, sql):
            continue
        if kind == "table" and _is_facts_table(name, sql):
            continue
        foreign = f"{kind} {quote_input(name)} does not belong in it"
        raise CatalogueError(f"{path}: not a catalogue of this workbench: {foreign}")
    if expected:
        raise CatalogueError(f"{path}: damaged: {' and '.join(expected)} missing")


def _list_expected(version: int) -> dict[str, tuple[str, str | None]]:
    """Map the name of each object in a version of the schema to the object's kind and SQL."""
    connection = sqlite3.connect(":memory:")
    try:
        for step in MIGRATIONS[:version]:
            for statement in step:
                connection.execute(statement)
        rows = connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    finally:
        connection.close()
    return {name: (kind, sql) for kind, name, sql in rows}


def _is_facts_table(name: str, sql: object) -> bool:
    """Return True if ``sql`` is what SQLite stores for a facts table that this module created."""
    game = name.removeprefix(_FACTS)
    if game == name or not _GAME.fullmatch(game) or not isinstance(sql, str):
        return False
    head = f"CREATE TABLE {quote_facts_table(game)} (id INTEGER PRIMARY KEY"
    if not (sql.startswith(head) and sql.endswith(")")):
        return False
    # SQLite appends new columns to the stored text. Extract them, and rebuild the text from them
    # to compare it with the original.
    found = sql[len(head) : -1].split(", ")[1:]
    keys = [text[1:-1] for text in found]
    rebuilt = "".join(f', "{key}"' for key in keys)
    return sql == f"{head}{rebuilt})" and all(map(is_key, keys)) and len(keys) <= MAX_COLUMNS


def is_key(key: str) -> bool:
    """Return True if a fact named ``key`` can have a column."""
    return _KEY.fullmatch(key) is not None
