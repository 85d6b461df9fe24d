"""The tables of a catalogue, and the check that a file has just these.

``run`` has what the levels of one batch are made from, said once, and its ledger; ``level`` seed,
board and fingerprint; ``shape`` which facts levels have, and of what kind; ``mark`` and ``tag``
what the designer says of a level. A table ``facts:GAME`` has a column for each fact of the game's
levels that is a number, a text, true or false: narrow, since a filter looks through all of it.
"""

from __future__ import annotations

import re
import sqlite3

from engine.catalogue.errors import CatalogueError
from engine.catalogue.named import APPLICATION
from engine.errors import quoted

STEPS = (
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
"""What makes each version of the schema of the one before it; the first of an empty file."""
VERSION = len(STEPS)

LONGEST_NAME, DEEPEST = 60, 8
"""Characters of a fact's name within its table, and names of a key, at most."""
_NAME = rf"[a-z_][a-z0-9_]{{0,{LONGEST_NAME - 1}}}"
_KEY = re.compile(rf"{_NAME}(\.{_NAME}){{0,{DEEPEST - 1}}}", re.ASCII)
MOST_COLUMNS = 500
"""Columns of facts that a game can have at most."""
_FACTS = "facts:"
_GAME = re.compile(r"[a-z][a-z0-9_-]{0,63}", re.ASCII)


def create(connection: sqlite3.Connection) -> None:
    """Makes the tables of a new catalogue, or those that an older one lacks."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for step in STEPS[version:]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def facts_table(game: str) -> str:
    """The table of a game's facts, quoted.

    Raises:
        CatalogueError: no name of a game.
    """
    if not _GAME.fullmatch(game):
        raise CatalogueError(f"no name of a game: {quoted(game)}")
    return f'"{_FACTS}{game}"'


def columns(connection: sqlite3.Connection, game: str) -> list[str]:
    """The facts of a game that have columns, in order; none if it has no table yet."""
    rows = connection.execute(f"PRAGMA table_info({facts_table(game)})").fetchall()
    return [name for _, name, *_ in rows[1:]]


def add_columns(connection: sqlite3.Connection, game: str, keys: list[str]) -> None:
    """Gives facts columns, in a table that is made if it is not there."""
    table = facts_table(game)
    connection.execute(f"CREATE TABLE IF NOT EXISTS {table} (id INTEGER PRIMARY KEY)")
    for key in keys:
        connection.execute(f'ALTER TABLE {table} ADD COLUMN "{key}"')


def games(connection: sqlite3.Connection) -> list[str]:
    """The games that have a table of facts, by name."""
    found = connection.execute(
        "SELECT substr(name, 7) FROM sqlite_schema WHERE name GLOB 'facts:*' ORDER BY name"
    )
    return [name for (name,) in found]


def require_ours(connection: sqlite3.Connection, path: object) -> None:
    """Refuses what is no catalogue, or has other tables, views, triggers or indices than one.

    Raises:
        CatalogueError: it is none of ours, or of a later version.
        sqlite3.Error: damaged.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise CatalogueError(f"{path}: no catalogue: an SQLite file of another program")
    if version > VERSION:
        newer = f"made by a newer workbench (catalogue version {version}, this knows {VERSION})"
        raise CatalogueError(f"{path}: {newer}")
    if version < 1:
        raise CatalogueError(f"{path}: damaged: catalogue version {version}")
    expected = _expected(version)
    for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_schema"):
        if name in expected and expected.pop(name) == (kind, sql):
            continue
        if kind == "table" and _is_facts_table(name, sql):
            continue
        foreign = f"{kind} {quoted(name)} does not belong in it"
        raise CatalogueError(f"{path}: no catalogue of ours: {foreign}")
    if expected:
        raise CatalogueError(f"{path}: damaged: {' and '.join(expected)} missing")


def _expected(version: int) -> dict[str, tuple[str, str | None]]:
    """Kind and text of all that a version has, by name."""
    connection = sqlite3.connect(":memory:")
    try:
        for step in STEPS[:version]:
            for statement in step:
                connection.execute(statement)
        rows = connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    finally:
        connection.close()
    return {name: (kind, sql) for kind, name, sql in rows}


def _is_facts_table(name: str, sql: object) -> bool:
    """Whether a table is one of facts, just as it is made here."""
    game = name.removeprefix(_FACTS)
    if game == name or not _GAME.fullmatch(game) or not isinstance(sql, str):
        return False
    head = f"CREATE TABLE {facts_table(game)} (id INTEGER PRIMARY KEY"
    if not (sql.startswith(head) and sql.endswith(")")):
        return False
    found = sql[len(head) : -1].split(", ")[1:]
    keys = [text[1:-1] for text in found]
    rebuilt = "".join(f', "{key}"' for key in keys)
    return sql == f"{head}{rebuilt})" and all(map(is_key, keys)) and len(keys) <= MOST_COLUMNS


def is_key(key: str) -> bool:
    """Whether a fact that is called so can have a column of its own."""
    return _KEY.fullmatch(key) is not None
