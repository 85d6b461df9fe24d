"""Files from elsewhere: refused in one line and left as they are, or harmless."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from pathlib import Path

import catalogues
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue import schema, statistics
from engine.catalogue.catalogue_digest import compute_digest
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.entry_reader import CatalogueEntry
from engine.catalogue.exporter import export_levels
from engine.catalogue.importer import add_level
from engine.catalogue.merger import merge_catalogues
from engine.catalogue.query import Query, Selection
from engine.catalogue.query_keys import list_key_kinds
from engine.catalogue.store import Catalogue
from engine.errors import EngineError
from engine.files import levelfile

LEVEL = Path("levels/fruit-dating/01-first-date.toml")
WORD = "\x1b[31m\u202e'; DROP TABLE level; --"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A catalogue with generated levels, an imported one, and what was said of them."""
    folder = tmp_path_factory.mktemp("made")
    catalogues.fill(folder / "batch.db", [{"word": "x" * 20, "list": [1, 2]}] * 40)
    with Catalogue.open(folder / "batch.db") as batch:
        merge_catalogues(folder / "all.db", [batch])
    with Catalogue.open_for_adding(folder / "all.db") as catalogue:
        add_level(catalogue, levelfile.read_level(LEVEL))
    return folder / "all.db"


def everything(path: Path, out: Path) -> list[CatalogueEntry]:
    """All that can be asked of a catalogue, as far as it is not refused."""
    with Catalogue.open(path) as catalogue:
        whole = Selection(catalogue, Query())
        found = [*whole.read_entries()]
        list_key_kinds(catalogue)
        statistics.build_histogram(whole, "moves")
        statistics.build_density(whole, "moves", "states")
        whole.count_groups("word")
        compute_digest(whole)
        with contextlib.suppress(EngineError):
            export_levels([whole], out / "table.csv")
            export_levels([Selection(catalogue, Query(limit=2))], out / "levels")
        merge_catalogues(out / "merged.db", [catalogue])
        return found


@given(st.data())
def test_damage_is_reported_in_a_line_or_does_no_harm(made, tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("damaged")
    content = bytearray(made.read_bytes())
    page = data.draw(st.integers(0, len(content) // 4096 - 1), "page")
    for _ in range(data.draw(st.integers(1, 4), "how often")):
        at = 4096 * page + data.draw(st.integers(0, 4095))
        length = data.draw(st.sampled_from((1, 4, 100)))
        content[at : at + length] = data.draw(st.binary(min_size=length, max_size=length))
    path = folder / "damaged.db"
    path.write_bytes(content)
    try:
        everything(path, folder)
    except EngineError as error:
        assert "\n" not in str(error)
    assert path.read_bytes() == content
    assert not [*folder.glob("damaged.db-*")]


@given(st.integers(0, 100))
def test_a_part_of_a_file_is_refused(made, tmp_path_factory, percent):
    folder = tmp_path_factory.mktemp("cut")
    content = made.read_bytes()
    path = folder / "cut.db"
    path.write_bytes(content[: len(content) * percent // 101])
    with pytest.raises(CatalogueError, match=r"cut\.db"):
        everything(path, folder)
    assert [each.name for each in folder.iterdir()] == ["cut.db"]


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"", "an empty file"), (b"format = 1\n", "not an SQLite file"), (b"\0" * 5000, "SQLite"),
     (b"SQLite format 3\0" + b"\1" * 5000, "not an SQLite file")],
)  # fmt: skip
def test_other_files_are_refused(tmp_path, content, said):
    path = tmp_path / "other.db"
    path.write_bytes(content)
    for write in (False, True):
        with pytest.raises(CatalogueError, match=said):
            Catalogue.open(path, write=write)
    if content:
        with pytest.raises(CatalogueError, match=said):
            Catalogue.open_for_adding(path)
    assert dict(catalogues.files(tmp_path)) == {"other.db": content}


def test_what_is_no_file_is_refused(tmp_path):
    with pytest.raises(CatalogueError, match="no such file"):
        Catalogue.open(tmp_path / "missing.db")
    with pytest.raises(CatalogueError, match="a folder"):
        Catalogue.open(tmp_path)
    assert [*tmp_path.iterdir()] == []


CHANGES = {
    "trigger": "CREATE TRIGGER t AFTER INSERT ON tag BEGIN DELETE FROM level; END",
    "view": "CREATE VIEW v AS SELECT load_extension('x')",
    "table in place of a view": "CREATE TABLE other (a)",
    "virtual table": "CREATE VIRTUAL TABLE v USING fts5(a)",
    "index": "CREATE INDEX i ON level (abs(seed))",
    "column": "ALTER TABLE level ADD COLUMN more",
    "generated column": 'ALTER TABLE "facts:fruit-dating" ADD COLUMN x AS (abs(moves))',
    "default": 'ALTER TABLE "facts:fruit-dating" ADD COLUMN x DEFAULT (1)',
    "facts of no game": 'CREATE TABLE "facts:../x" (id INTEGER PRIMARY KEY)',
    "facts with a check": 'CREATE TABLE "facts:skiddy" (id INTEGER PRIMARY KEY, "a" CHECK (a > 1))',
    "facts with a key that is none": 'CREATE TABLE "facts:skiddy" (id INTEGER PRIMARY KEY, "a b")',
    "a missing table": "DROP TABLE mark",
    "another program": "PRAGMA application_id = 7",
    "a newer version": f"PRAGMA user_version = {schema.SCHEMA_VERSION + 1}",
    "no version": "PRAGMA user_version = 0",
}


@pytest.mark.parametrize("change", CHANGES)
def test_other_tables_than_ours_are_refused(made, tmp_path, change):
    path = tmp_path / "hostile.db"
    shutil.copy(made, path)
    connection = sqlite3.connect(path)
    try:
        connection.execute(CHANGES[change])
    except sqlite3.OperationalError:
        pytest.skip("this SQLite cannot make it")
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    content = path.read_bytes()
    for opening in (Catalogue.open, Catalogue.open_for_adding):
        with pytest.raises(CatalogueError) as refused:
            opening(path)
        assert str(refused.value).startswith(str(path)) and "\n" not in str(refused.value)
    if change == "a newer version":
        assert "newer workbench" in str(refused.value)
    assert dict(catalogues.files(tmp_path)) == {"hostile.db": content}


VALUES = {
    "a text for a number": ('UPDATE "facts:fruit-dating" SET moves = ?', WORD),
    "a blob for a number": ('UPDATE "facts:fruit-dating" SET moves = ?', b"\xff" * 1000),
    "a number for a text": ('UPDATE "facts:fruit-dating" SET word = ?', 2**62),
    "a number for a board": ("UPDATE level SET board = ?", 5),
    "no board": ("UPDATE level SET board = ?", b"\0\1\2"),
    "a text for a seed": ("UPDATE level SET seed = ?", WORD),
    "no shape": ("UPDATE level SET shape = ?", 99),
    "no run": ("UPDATE level SET run = ?", 99),
    "another game": ("UPDATE run SET game = ?", "x'); --"),
    "counts of words": ("UPDATE run SET rejections = ?", '{"a":"x"}'),
    "seconds without end": ("UPDATE run SET seconds = ?", 1e999),
    "counts below nothing": ("UPDATE run SET kept = ?", -1),
    "settings that are none": ("UPDATE run SET settings = ?", "[" * 5000),
    "a shape that is none": ("UPDATE shape SET facts = ?", '[["moves","blob"]]'),
    "packed facts that are none": ("UPDATE level SET others = ?", b"["),
    "a file that is none": ("UPDATE level SET file = ?", b"x" * 100),
    "a blob of 5 MB": ("UPDATE level SET board = zeroblob(5000000) WHERE id = ?", 1),
    "a text that is none": ("UPDATE level SET title = CAST(? AS TEXT)", b"\xff\xfe"),
    "a tag of commands": ("INSERT INTO tag VALUES (?, 1)", WORD),
    "a note of commands": ("INSERT INTO mark VALUES (1, 3, ?)", WORD),
    "stars without number": ("INSERT INTO mark VALUES (1, ?, NULL)", WORD),
    "infinite": ('UPDATE "facts:fruit-dating" SET moves = ?', 1e999),
}


ASKED = (
    [],
    ["--json"],
    ["--count"],
    ["--digest"],
    ["--group", "moves"],
    ["--histogram", "moves"],
    ["--where", "moves>3", "--sort", "moves"],
)


@pytest.mark.parametrize("change", VALUES)
def test_other_values_than_ours_do_no_harm(made, tmp_path, run, change):
    path = tmp_path / "hostile.db"
    shutil.copy(made, path)
    connection = sqlite3.connect(path, isolation_level=None)
    query, value = VALUES[change]
    connection.execute(query, (value,))
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    content = path.read_bytes()
    with contextlib.suppress(CatalogueError):
        everything(path, tmp_path)
    for options in ASKED:
        status, output, messages = run("catalogue", str(path), *options)
        assert status in (0, 2)
        assert "fault of the workbench" not in messages and "\x1b" not in output + messages
        assert "\u202e" not in output + messages
        assert status == 0 or messages.count("\n") == 1
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("DELETE FROM level WHERE id = 2", "run 1: levels missing: 1"),
        ('DELETE FROM "facts:fruit-dating" WHERE id = 2', "levels without facts: 1"),
        ("UPDATE level SET fingerprint = zeroblob(16) WHERE id = 2", "level 2: the fingerprint"),
        ("UPDATE level SET board = x'00' WHERE id = 3", "level 3"),
    ],
)
def test_a_check_finds_what_opening_does_not(tmp_path, run, change, said):
    path = tmp_path / "some.db"
    catalogues.fill_with_real(path, "fruit-dating")
    good = f"{path}: 3 levels, no damage found\n"
    assert run("catalogue", str(path), "--check") == (0, good, "")
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(change)
    connection.close()
    status, output, messages = run("catalogue", str(path), "--check")
    assert (status, output) == (2, "") and said in messages and messages.count("\n") == 1


def test_reading_needs_no_right_to_write(made, tmp_path):
    folder = tmp_path / "medium"
    folder.mkdir()
    path = folder / "some.db"
    shutil.copy(made, path)
    before = dict(catalogues.files(folder))
    path.chmod(0o444)
    folder.chmod(0o555)
    try:
        assert everything(path, tmp_path)
        assert dict(catalogues.files(folder)) == before
    finally:
        folder.chmod(0o755)


def test_what_a_killed_writer_left_is_read_and_left(made, tmp_path):
    source = tmp_path / "source.db"
    catalogues.fill(source, [{}])
    with Catalogue.open_for_adding(source) as catalogue:
        run = catalogue.begin_batch(catalogues.GAME, catalogues.SETTINGS, 0, 2)
        catalogue.append_results(run, [catalogues.row(1)])
        assert len(catalogues.entries(source)) == 2
        for names in (("", "-wal"), ("", "-wal", "-shm")):
            folder = tmp_path / str(len(names))
            folder.mkdir()
            for name in names:
                shutil.copy(f"{source}{name}", f"{folder}/some.db{name}")
            before = dict(catalogues.files(folder))
            assert len(catalogues.entries(folder / "some.db")) == 2
            after = dict(catalogues.files(folder))
            assert after.keys() == before.keys()
            assert {n: after[n] for n in ("some.db", "some.db-wal")} == {
                n: before[n] for n in ("some.db", "some.db-wal")
            }
            assert len(catalogues.entries(folder / "some.db")) == 2
            with Catalogue.open_for_adding(folder / "some.db") as again:
                assert again.list_runs()[0].kept == 2
            assert [each.name for each in folder.iterdir()] == ["some.db"]
