"""What a catalogue can make a query take in memory is bounded, whatever the file holds."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path

import catalogues
import pytest

from engine.catalogue import entry_reader, fact_columns, folded_json, schema
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.entry_reader import EntryReader
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue

LEVELS, MEGABYTES = 28, 300
ASK = """
import resource, sys
from workbench.cli import main
resource.setrlimit(resource.RLIMIT_AS, ({bytes}, {bytes}))
for words in {words}:
    print(words, main(["catalogue", *words]), file=sys.stderr)
"""
"""Asks for levels, within so much memory; prints the exit statuses."""
WORDS = (["some.db", "--json"], ["some.db", "--merge", "out.db"])
Change = Callable[[sqlite3.Connection], object]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    catalogues.fill(tmp_path / "some.db", [{"list": [at]} for at in range(LEVELS)])
    return tmp_path / "some.db"


def change(path: Path, change: Change) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        change(connection)


def others(value: str) -> Change:
    """Gives every level a text in JSON for the facts that have no columns."""
    packed = zlib.compress(f"[{value}]".encode(), 9)
    return lambda connection: connection.execute("UPDATE level SET others = ?", (packed,))


def many(value: str, number: int) -> str:
    return f"[{','.join([value] * number)}]"


def runs(settings: str, number: int) -> Change:
    def add(connection: sqlite3.Connection) -> None:
        row = [*connection.execute("SELECT * FROM run").fetchone()]
        row[5] = settings
        marks = ", ".join("?" * len(row))
        rows = ([more, *row[1:]] for more in range(2, number + 2))
        connection.executemany(f"INSERT INTO run VALUES ({marks})", rows)

    return add


def facts(shapes: Iterable[list[list[str]]]) -> Change:
    rows = [(json.dumps(shape),) for shape in shapes]
    query = "INSERT INTO shape (game, facts) VALUES ('fruit-dating', ?)"
    return lambda connection: connection.executemany(query, rows)


def tags(words: Iterable[str]) -> Change:
    rows = [(word,) for word in words]
    return lambda connection: connection.executemany("INSERT INTO tag VALUES (?, 1)", rows)


def asked(folder: Path, words: Sequence[Sequence[str]]) -> str:
    """What queries say, within little memory."""
    done = subprocess.run(
        [sys.executable, "-c", ASK.format(bytes=MEGABYTES << 20, words=words)],
        cwd=folder,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0 and "fault" not in done.stderr, done.stderr
    return done.stderr


def test_levels_that_unfold_to_much_are_read_one_by_one(path: Path) -> None:
    change(path, others(many('{"a":1}', folded_json.MAX_ITEMS // 2 - 10)))
    assert path.stat().st_size < 1 << 20
    said = asked(path.parent, WORDS)
    assert said.count("] 0\n") == len(WORDS), said
    with Catalogue.open(path) as catalogue:
        ids = [*Selection(catalogue, Query()).list_ids()]
        few = EntryReader(catalogue).read_all(ids[:5])
        assert all(
            entry_reader.count_values(entry) > folded_json.MAX_ITEMS // 2 - 10 for entry in few
        )
        with pytest.raises(CatalogueError, match="too many to hold at once"):
            EntryReader(catalogue).read_all(ids)


@pytest.mark.parametrize(
    "value",
    [
        many("[]", folded_json.MAX_ITEMS),
        many('{"a":1}', folded_json.MAX_ITEMS // 2),
        f'{{"a":{many("[[]]", folded_json.MAX_ITEMS)}}}',
        '{"/":[[0],[0],[0],[' + str(folded_json.MAX_ITEMS) + "]]}",
    ],
    ids=lambda value: value[:12],
)
def test_a_level_that_unfolds_to_too_much_is_damaged(path: Path, value: str) -> None:
    change(path, others(value))
    with pytest.raises(CatalogueError, match=r"some\.db: damaged: level 1$"):
        catalogues.entries(path)


TOO_MUCH = {
    "values": (
        runs(json.dumps({"a": [[]] * 200_000}), 10),
        "more than 1,000,000 values in its runs",
    ),
    "runs": (runs("{}", 60_000), "more than 1,000,000 values in its runs"),
    "texts": (
        runs(json.dumps({"a": "x" * 3_000_000}), 30),
        "more than 1,000,000 values in its runs",
    ),
    "deep": (facts([[["a"] * (schema.MAX_KEY_DEPTH + 1) + ["null"]]]), "shape 2 of facts"),
    "facts": (
        facts([[[f"a{n}", "null"] for n in range(fact_columns.MAX_FACTS + 1)]]),
        "shape 2 of facts",
    ),
    "shapes": (
        facts([[f"b{k}a{n}", "null"] for n in range(4_999)] for k in range(50)),
        "more than 4,194,304 bytes of shapes of facts",
    ),
    "tags": (tags(map(str, range(entry_reader.MAX_TAGS + 1))), "level 1: tags"),
    "tag": (tags(["x" * 101]), "level 1: tags"),
}


def test_too_much_of_anything_is_damage(path: Path) -> None:
    expected = ""
    for name, (hostile, problem) in TOO_MUCH.items():
        change(Path(shutil.copy(path, path.with_name(f"{name}.db"))), hostile)
        words = [f"{name}.db", "--json"]
        expected += f"{name}.db: damaged: {problem}\n{words} 2\n"
    assert asked(path.parent, [[f"{name}.db", "--json"] for name in TOO_MUCH]) == expected


def test_a_query_may_be_left_early(path: Path) -> None:
    with Catalogue.open(path) as catalogue:
        entry = next(Selection(catalogue, Query()).read_entries())
    assert entry.id == 1
