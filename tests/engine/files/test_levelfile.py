"""Level files: what is read, what is refused and how, and that saving loses nothing."""

from __future__ import annotations

import datetime
import os
import random
import stat
import threading
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from killing import lines_until_killed

from engine.errors import LevelError
from engine.files import levelfile, storage, untrusted_toml
from engine.files.storage import FileChanged, FileStamp
from engine.game import registry
from engine.values.level import Level, Provenance, StreamId, Verdict, compute_digest
from engine.values.painted_weights import PaintedWeights
from engine.values.toml_fields import list_field_keys

PLAIN = """\
format = 1
game = "fruit-dating"
title = "First date"

[board]
tiles = \"\"\"
#####
#...#
#####
\"\"\"
pieces = \"\"\"
.....
.A.A.
.....
\"\"\"
"""

FULL = """\
format = 1
game = "fruit-dating"
title = "First date"
author = "A. Designer"
notes = \"\"\"
Two lines,
and \\"quotes\\".
\"\"\"
tags = [
    "tutorial",
    "pairs-1",
]
rating = 3.5

[board]
tiles = \"\"\"
#####
#.~.#
#####
\"\"\"
pieces = \"\"\"
.....
.A.A.
.....
\"\"\"
locked = \"\"\"
xxxxx
x...x
xxxxx
\"\"\"
gates = [
    { row = 1, col = 1, direction = "right" },
]

[board.weather]
rain = true

[provenance]
generator = "fruit-dating/1"
seed = 42
attempt = 17
edited = false
locked = [
    "walls",
    "fruit",
]
machine = "left"

[provenance.reroll]
objects = 2

[provenance.kept.walls]
seed = 7
attempt = 3
reroll = 1
since = "Monday"

[provenance.weights.fruit]
grid = \"\"\"
 .  .  .  .  .
 .  0 20  .  .
 .  .  .  .  .
\"\"\"
by = "hand"

[provenance.parameters]
rows = 8
walls = "3..6"

[weights.mud]
grid = \"\"\"
. . . . .
. . . 7 .
. . . . .
\"\"\"

[verdict]
digest = "sha256:00"
rules = 1
complete = true
moves = 6
solution = "RULDRU"

[verdict.max_combo]
moves = 3

[history]
first = 1979-05-27 07:32:00+00:00

[[history.saves]]
by = "a name that is long enough to make an inline table too wide for one line of text"
on = 1979-05-27

[[history.saves]]
by = "another"
on = 1979-05-28
"""


def changed(text, old, new):
    assert old in text
    return text.replace(old, new, 1)


class TestReading:
    def test_a_plain_level(self):
        level = levelfile.loads(PLAIN)
        assert level.title == "First date"
        assert level.author is None and level.notes is None and level.tags == ()
        assert level.board.tiles == ("#####", "#...#", "#####")
        assert level.provenance is None and level.verdict is None

    def test_a_full_level(self):
        level = levelfile.loads(FULL)
        assert level.tags == ("tutorial", "pairs-1")
        assert level.notes == 'Two lines,\nand "quotes".\n'
        assert level.provenance == Provenance(
            "fruit-dating/1",
            42,
            17,
            reroll={"objects": 2},
            kept={"walls": StreamId(7, 3, 1)},
            weights={
                "fruit": PaintedWeights(((None,) * 5, (None, 0, 20, None, None), (None,) * 5))
            },
            locked=("walls", "fruit"),
            parameters={"rows": 8, "walls": "3..6"},
            extra={"machine": "left"},
        )
        assert level.verdict.digest == "sha256:00"
        assert level.verdict.facts["max_combo"] == {"moves": 3}
        assert level.extra["rating"] == 3.5
        assert level.extra["history"]["saves"][1]["on"] == datetime.date(1979, 5, 28)

    def test_a_title_may_be_absent(self):
        level = levelfile.loads(changed(PLAIN, 'title = "First date"\n', ""))
        assert level.title == ""
        assert "title" not in levelfile.dumps(level)

    def test_a_stale_verdict_is_kept_as_read(self):
        level = levelfile.loads(FULL)
        assert not level.has_fresh_verdict(1)
        fresh = replace(level.verdict, digest=compute_digest(level.board))
        assert replace(level, verdict=fresh).has_fresh_verdict(1)
        assert not replace(level, verdict=fresh).has_fresh_verdict(2)

    @pytest.mark.parametrize(
        "spelled",
        [
            PLAIN.replace("\n", "\r\n").encode(),
            b"\xef\xbb\xbf" + PLAIN.encode(),
            PLAIN.replace('= """\n', '= """').encode(),
            PLAIN.replace('"""', "'''").encode(),
            PLAIN.replace("[board]\n", "board.").replace("\npieces", "\nboard.pieces").encode(),
            PLAIN.replace("format = 1", "'format'   =\t0x1 # one").encode(),
        ],
        ids=["crlf", "bom", "no first newline", "literal strings", "dotted keys", "comment"],
    )
    def test_any_spelling_of_the_same_values(self, spelled):
        assert levelfile.loads(spelled) == levelfile.loads(PLAIN)

    def test_rules_broken_by_a_draft_are_no_errors_of_reading(self):
        level = levelfile.loads(changed(PLAIN, ".A.A.", ".A..."))
        assert registry.get_game("fruit-dating").boards.find_problems(level.board)


REFUSED = [
    ("format = 1", "", ["format", "missing"]),
    ("format = 1", "format = true", ["format", "an integer", "a boolean"]),
    ("format = 1", "format = 2", ["format", "newer", "left untouched"]),
    ("format = 1", "format = 0", ["format", "expected 1"]),
    ("format = 1", "format = 1.0", ["format", "a float"]),
    ('"fruit-dating"', '"chess"', ["game", "chess", "fruit-dating"]),
    ('"fruit-dating"', "7", ["game", "a string"]),
    ('game = "fruit-dating"', "", ["game", "missing"]),
    ('"First date"', "['x']", ["title", "a string", "an array"]),
    ('"A. Designer"', "1979-05-27", ["author", "a string", "a date"]),
    ("    \"tutorial\",", "    1,", ["tags[0]", "a string", "an integer"]),
    ("[board]", "[boards]", ["board", "missing"]),
    ("#.~.#", "#.?.#", ["board.tiles", "row 1", "column 2", "'?'", "wall"]),
    ("#.~.#", "#.~#", ["board.tiles", "row 1", "5 characters", "found 4"]),
    (".A.A.", ".A.A#", ["board.pieces", "row 1", "column 4", "fruit"]),
    ("row = 1, col = 1", "row = 1, col = 9", ["board.gates[0]", "column 9", "outside"]),
    ('direction = "right"', 'direction = "east"', ["board.gates[0].direction", "east"]),
    ("x...x\n", "x...\n", ["board.locked", "row 1"]),
    ("seed = 42", "seed = -1", ["provenance.seed", "0 or more", "-1"]),
    ("seed = 42", f"seed = {2**63}", ["provenance.seed", "64 bits"]),
    ("seed = 42", "seed = true", ["provenance.seed", "an integer"]),
    ("seed = 42", "", ["provenance.seed", "missing"]),
    ("attempt = 17", "attempt = -17", ["provenance.attempt", "0 or more"]),
    ("edited = false", "edited = 0", ["provenance.edited", "true or false"]),
    ("objects = 2", "objects = 0", ["provenance.reroll.objects", "1 or more"]),
    ("seed = 7", "seed = -7", ["provenance.kept.walls.seed", "0 or more", "-7"]),
    ("seed = 7", "", ["provenance.kept.walls.seed", "missing"]),
    ("attempt = 3", 'attempt = "3"', ["provenance.kept.walls.attempt", "an integer"]),
    ("reroll = 1", "reroll = -1", ["provenance.kept.walls.reroll", "0 or more"]),
    ("[provenance.kept.walls]", "[provenance.kept]", ["provenance.kept.seed", "a table"]),
    ('"fruit",', "3,", ["provenance.locked[1]", "a string"]),
    (".  0 20", ". 0 1001", ["provenance.weights.fruit.grid", "row 1", "column 2", "0 to 1000"]),
    (".  0 20", ". -1 20", ["provenance.weights.fruit.grid", "row 1", "column 1", "'-1'"]),
    (".  0 20", ". ٢ 20", ["provenance.weights.fruit.grid", "row 1", "column 1"]),
    (".  0 20", ". 20", ["provenance.weights.fruit.grid", "row 1", "5 weights", "found 4"]),
    (".  0 20", "", ["provenance.weights.fruit.grid", "row 1", "5 weights", "found 2"]),
    (" .  .  .  .  .", "", ["provenance.weights.fruit.grid", "row 0", "a row of weights"]),
    ("[provenance.weights.fruit]", "[provenance.weights]", ["provenance.weights.grid", "a table"]),
    ("[provenance.weights.fruit]", "[[provenance.weights]]", ["provenance.weights", "a table"]),
    ("[weights.mud]", "[weights.mud.0]", ["weights.mud.grid", "missing"]),
    ("rows = 8", "rows = [8]", ["provenance.parameters.rows", "a number or a word"]),
    ("[provenance.parameters]", "[provenance.others]", ["provenance.parameters", "missing"]),
    ("rules = 1", "", ["verdict.rules", "missing"]),
    ('digest = "sha256:00"', "digest = 0", ["verdict.digest", "a string"]),
    ("format = 1", "format = = 1", ["x.toml:1", "not TOML", "column 10"]),
    ("seed = 42", "seed = 42 42", ["x.toml:", "not TOML"]),
    ('rating = 3.5', 'rating = "', ["x.toml:", "not TOML"]),
    ('rating = 3.5', "rating = " + "9" * 5000, ["not TOML"]),
    ('rating = 3.5', "rating = 0x" + "f" * 5000, ["rating", "64 bits"]),
    ('rating = 3.5', "rating = " + "[" * 5000 + "]" * 5000, ["nested too deeply"]),
    ('rating = 3.5', "rating = " + "[" * 80 + "]" * 80, ["rating", "nested too deeply"]),
    ('rating = 3.5', "rating" + ".a" * 100_000 + " = 1", ["nested too deeply"]),
    ('rating = 3.5', 'rating = 1\nrating = 2', ["not TOML"]),
]  # fmt: skip


class TestRefusing:
    @pytest.mark.parametrize(("old", "new", "words"), REFUSED)
    def test_it_says_where_and_what_was_expected(self, old, new, words):
        with pytest.raises(LevelError) as caught:
            levelfile.loads(changed(FULL, old, new), "x.toml")
        message = str(caught.value)
        assert message.startswith("x.toml")
        assert "\n" not in message
        for word in words:
            assert word in message

    def test_a_board_that_is_no_table(self):
        text = PLAIN[: PLAIN.index("[board]")] + "board = 1\n"
        with pytest.raises(LevelError, match="board: expected a table, found an integer"):
            levelfile.loads(text)

    def test_bytes_that_are_no_text(self):
        with pytest.raises(LevelError, match=r"x\.toml:3: expected UTF-8, found the byte 0xff"):
            levelfile.loads(b'format = 1\n\n"\xff"', "x.toml")

    def test_no_control_character_reaches_the_terminal(self):
        with pytest.raises(LevelError) as caught:
            levelfile.loads(changed(PLAIN, "fruit-dating", r"\u001b[2J\n"), "a\x1b.toml")
        assert str(caught.value).isprintable()

    def test_a_file_that_is_too_long_is_not_parsed(self, tmp_path, monkeypatch):
        monkeypatch.setattr(tomllib, "loads", None)
        path = tmp_path / "long.toml"
        path.write_text(PLAIN + "# " + "x" * untrusted_toml.MAX_BYTES)
        with pytest.raises(LevelError, match=r"long\.toml: expected at most 1048576 bytes"):
            levelfile.read_level(path)

    def test_what_is_no_file(self, tmp_path):
        for name, words in (("none.toml", "no such file"), ("", "a folder")):
            with pytest.raises(LevelError, match=words) as caught:
                levelfile.read_level(tmp_path / name)
            assert str(tmp_path) in str(caught.value)
        with pytest.raises(LevelError):
            levelfile.read_level("nul\0.toml")

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_what_may_not_be_read(self, tmp_path):
        path = tmp_path / "secret.toml"
        path.write_text(PLAIN)
        path.chmod(0)
        with pytest.raises(LevelError, match="permission denied"):
            levelfile.read_level(path)


class TestWriting:
    def test_the_text_of_a_level(self):
        for text in (PLAIN, FULL):
            assert levelfile.dumps(levelfile.loads(text)) == text

    def test_facts_that_are_null_are_left_out(self):
        verdict = Verdict("sha256:0", 1, {"moves": None, "combo": {"moves": None, "stars": 2}})
        level = replace(levelfile.loads(PLAIN), verdict=verdict)
        table = tomllib.loads(levelfile.dumps(level))["verdict"]
        assert table == {"digest": "sha256:0", "rules": 1, "combo": {"stars": 2}}

    def test_a_saved_file_is_read_back(self, tmp_path):
        path = tmp_path / "a.toml"
        level = levelfile.loads(FULL)
        stamp = levelfile.write_level(level, path)
        assert levelfile.read_level(path) == level
        assert stamp == FileStamp.from_file(path)
        assert stamp.mtime_ns == path.stat().st_mtime_ns
        assert stamp.backup is None
        assert list(tmp_path.iterdir()) == [path]

    def test_a_save_keeps_the_mode_and_a_new_file_obeys_the_mask(self, tmp_path):
        old, new = tmp_path / "old.toml", tmp_path / "new.toml"
        old.write_text("")
        old.chmod(0o640)
        for path in (old, new):
            levelfile.write_level(levelfile.loads(PLAIN), path)
        mask = os.umask(0)
        os.umask(mask)
        assert stat.S_IMODE(old.stat().st_mode) == 0o640
        assert stat.S_IMODE(new.stat().st_mode) == 0o666 & ~mask

    def test_the_target_of_a_link_is_written(self, tmp_path):
        (tmp_path / "real").mkdir()
        real, link = tmp_path / "real" / "a.toml", tmp_path / "link.toml"
        real.write_text("")
        link.symlink_to(real)
        levelfile.write_level(levelfile.loads(PLAIN), link)
        assert link.is_symlink()
        assert real.read_text() == PLAIN

    @pytest.mark.parametrize("name", ["", "none/a.toml", "a.toml/b.toml", "nul\0"])
    def test_what_cannot_be_written(self, tmp_path, name):
        (tmp_path / "a.toml").write_text("kept")
        with pytest.raises(LevelError):
            levelfile.write_level(levelfile.loads(PLAIN), f"{tmp_path}/{name}")
        assert [path.name for path in tmp_path.iterdir()] == ["a.toml"]
        assert (tmp_path / "a.toml").read_text() == "kept"

    def test_a_device_is_not_replaced(self, tmp_path):
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        with pytest.raises(LevelError, match="not a regular file"):
            levelfile.write_level(levelfile.loads(PLAIN), pipe)
        assert pipe.is_fifo()

    def test_what_could_not_be_read_again_is_not_written(self, tmp_path):
        level = levelfile.loads(PLAIN)
        for notes in ("x" * untrusted_toml.MAX_BYTES, "\ud800"):
            with pytest.raises(LevelError):
                levelfile.write_level(replace(level, notes=notes), tmp_path / "a.toml")
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("fails", ["fsync", "rename"])
    def test_a_failed_save_leaves_the_old_file_and_no_other(self, tmp_path, monkeypatch, fails):
        path = tmp_path / "a.toml"
        path.write_text(PLAIN)

        def fail(*_):
            raise OSError(28, "No space left on device")

        owner, name = (storage.os, "fsync") if fails == "fsync" else (Path, "replace")
        monkeypatch.setattr(owner, name, fail)
        with pytest.raises(LevelError, match=r"a\.toml: cannot be written: no space left"):
            levelfile.write_level(levelfile.loads(FULL), path)
        monkeypatch.undo()
        assert list(tmp_path.iterdir()) == [path]
        assert path.read_text() == PLAIN

    def test_a_killed_save_leaves_the_old_file_or_the_new(self, tmp_path):
        path = tmp_path / "a.toml"
        versions = [replace(levelfile.loads(PLAIN), notes=c * 100_000) for c in "ab"]
        texts = {levelfile.dumps(version).encode() for version in versions}
        levelfile.write_level(versions[0], path)
        script = (
            "import sys\nfrom engine.files import levelfile\n"
            "from dataclasses import replace\n"
            "level = levelfile.read_level(sys.argv[1])\n"
            "print('go', flush=True)\n"
            "while True:\n"
            "    for c in 'ba':\n"
            "        levelfile.write_level(replace(level, notes=c * 100_000), sys.argv[1])\n"
        )
        for patience in (0.01, 0.05):
            assert lines_until_killed(script, path, seconds=patience) == ["go"]
            assert path.read_bytes() in texts


class TestChangesOnDisk:
    @pytest.fixture
    def path(self, tmp_path):
        path = tmp_path / "a.toml"
        path.write_text(PLAIN)
        return path

    def test_a_changed_file_is_not_overwritten(self, path):
        stamp = FileStamp.from_file(path)
        path.write_text(FULL)
        with pytest.raises(FileChanged) as caught:
            levelfile.write_level(levelfile.loads(PLAIN), path, expect=stamp)
        assert caught.value.path == path
        assert path.read_text() == FULL
        levelfile.write_level(levelfile.loads(PLAIN), path, expect=FileStamp.from_file(path))
        assert path.read_text() == PLAIN

    def test_a_touched_file_is_the_same(self, path):
        stamp = FileStamp.from_file(path)
        os.utime(path, ns=(0, 0))
        assert FileStamp.from_file(path) == stamp
        levelfile.write_level(levelfile.loads(FULL), path, expect=stamp)

    def test_saves_follow_each_other(self, path):
        stamp = FileStamp.from_file(path)
        for title in "abc":
            level = replace(levelfile.loads(PLAIN), title=title)
            stamp = levelfile.write_level(level, path, expect=stamp)
        assert levelfile.read_level(path).title == "c"

    def test_a_deleted_file_is_written_again(self, path):
        stamp = FileStamp.from_file(path)
        path.unlink()
        levelfile.write_level(levelfile.loads(PLAIN), path, expect=stamp)
        assert path.read_text() == PLAIN

    def test_the_first_save_keeps_comments_beside_the_file(self, path):
        commented = PLAIN + "# why it is so\n"
        path.write_text(commented)
        stamp = levelfile.write_level(levelfile.loads(PLAIN), path)
        assert stamp.backup == path.with_name("a.toml.orig")
        assert stamp.backup.read_text() == commented
        assert path.read_text() == PLAIN
        assert levelfile.write_level(levelfile.loads(FULL), path).backup is None

    def test_what_was_kept_is_never_overwritten(self, path):
        first = path.with_name("a.toml.orig")
        first.write_text("mine")
        path.write_text(PLAIN + "# one\n")
        assert levelfile.write_level(levelfile.loads(FULL), path).backup.name == "a.toml.orig2"
        assert first.read_text() == "mine"
        path.write_text(PLAIN + "# one\n")
        assert levelfile.write_level(levelfile.loads(FULL), path).backup.name == "a.toml.orig2"

    def test_a_new_file_overwrites_nothing(self, path):
        with pytest.raises(FileExistsError):
            levelfile.write_level(levelfile.loads(FULL), path, new=True)
        assert path.read_text() == PLAIN
        path.unlink()
        levelfile.write_level(levelfile.loads(FULL), path, new=True)
        assert levelfile.read_level(path) == levelfile.loads(FULL)

    def test_no_process_saves_between_a_look_and_a_save(self, path, monkeypatch):
        """Two savers who both saw the old file: the second one sees what the first has done."""
        stamp = FileStamp.from_file(path)
        write = storage.replace_file
        second = threading.Thread(target=lambda: refused.append(saves(path, stamp, "second")))
        refused = []

        def slow(target, content):
            monkeypatch.setattr(storage, "replace_file", write)
            second.start()
            second.join(0.05)
            return write(target, content)

        monkeypatch.setattr(storage, "replace_file", slow)
        assert not saves(path, stamp, "first")
        second.join(60)
        assert refused == [True]
        assert levelfile.read_level(path).title == "first"

    def test_a_pipe_is_not_waited_for(self, tmp_path):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(LevelError, match="not a regular file"):
            FileStamp.from_file(tmp_path / "pipe")

    def test_a_wall_is_no_comment(self, path):
        for text in (PLAIN, PLAIN.replace('"""', "'''"), FULL + 'x = "a # b\\" # c"\n'):
            path.write_text(text)
            assert levelfile.write_level(levelfile.loads(FULL), path).backup is None


def saves(path, stamp, title):
    """Saves a level of that title; true if that was refused."""
    try:
        levelfile.write_level(replace(levelfile.loads(PLAIN), title=title), path, expect=stamp)
    except FileChanged:
        return True
    return False


@pytest.mark.parametrize(
    "path",
    ["/a/b.toml", b"/a/\xff\n.toml", "file:a%41", "/a/50%.toml", "/日本.toml", b"file:\xff%41"],
)
def test_any_path_can_be_spelled_in_a_text_file(path):
    path = Path(os.fsdecode(path))
    text = storage.encode_path(path)
    text.encode()
    assert storage.decode_path(text) == path


def test_line_ends_within_texts_stay_as_they_are():
    level = replace(
        levelfile.loads(FULL), title="a\r\nb", notes="\r\n\U000f0000\n\r", tags=("\r\n",)
    )
    assert levelfile.loads(levelfile.dumps(level)) == level


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
KEYS = TEXT.filter(lambda key: key not in {"format", "digest", "rules"} | list_field_keys(Level))
INTEGERS = st.integers(-(2**63), 2**63 - 1)
OFFSETS = st.integers(-1439, 1439).map(lambda m: datetime.timezone(datetime.timedelta(minutes=m)))
SCALARS = st.one_of(
    TEXT,
    INTEGERS,
    st.booleans(),
    st.floats(allow_nan=False),
    st.dates(),
    st.times(),
    st.datetimes(),
    st.datetimes(timezones=OFFSETS),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=4)
WEIGHTS = st.integers(1, 4).flatmap(
    lambda width: st.builds(
        PaintedWeights,
        st.lists(
            st.tuples(*[st.none() | st.integers(0, 1000)] * width), min_size=1, max_size=4
        ).map(tuple),
        TABLES.map(lambda table: {k: v for k, v in table.items() if k != "grid"}),
    )
)
PROVENANCES = st.builds(
    Provenance,
    generator=TEXT,
    seed=st.integers(0, 2**63 - 1),
    attempt=st.integers(0, 2**63 - 1),
    edited=st.booleans(),
    generated=st.none() | TEXT,
    reroll=st.dictionaries(TEXT, st.integers(1, 9), max_size=3),
    kept=st.dictionaries(
        TEXT,
        st.builds(
            StreamId,
            st.integers(0, 2**63 - 1),
            st.integers(0, 2**63 - 1),
            st.integers(0, 9),
            TABLES.map(
                lambda t: {k: v for k, v in t.items() if k not in list_field_keys(StreamId)}
            ),
        ),
        max_size=2,
    ),
    weights=st.dictionaries(TEXT, WEIGHTS, max_size=2),
    parameters=st.dictionaries(TEXT, TEXT | INTEGERS, max_size=3),
    extra=TABLES.map(
        lambda table: {k: v for k, v in table.items() if k not in list_field_keys(Provenance)}
    ),
)
LEVELS = st.builds(
    Level,
    game=st.just("fruit-dating"),
    board=TABLES.map(
        lambda extra: replace(
            levelfile.loads(FULL).board,
            extra={
                k: v for k, v in extra.items() if k not in ("tiles", "pieces", "gates", "locked")
            },
        )
    ),
    title=TEXT,
    author=st.none() | TEXT,
    notes=st.none() | TEXT,
    tags=st.lists(TEXT, max_size=3).map(tuple),
    provenance=st.none() | PROVENANCES,
    weights=st.none() | st.dictionaries(TEXT, WEIGHTS, max_size=2),
    verdict=st.none() | st.builds(Verdict, TEXT, st.integers(1, 9), TABLES),
    extra=TABLES,
)


class TestAnything:
    @given(LEVELS)
    @settings(suppress_health_check=[HealthCheck.too_slow])
    def test_what_is_written_is_read_back(self, level):
        text = levelfile.dumps(level)
        again = levelfile.loads(text)
        assert tomllib.loads(levelfile.dumps(again)) == tomllib.loads(text)
        assert levelfile.dumps(levelfile.loads(levelfile.dumps(again))) == levelfile.dumps(again)
        assert again.provenance is None or again.provenance.seed == level.provenance.seed
        assert again.title == level.title
        assert again.weights == level.weights
        assert again.notes == level.notes
        assert again.extra == level.extra

    @given(st.binary(max_size=200))
    def test_random_bytes_are_refused_politely(self, content):
        with pytest.raises(LevelError):
            levelfile.loads(content)

    @given(st.integers(0, len(FULL)), st.integers(0, 40), TEXT)
    @settings(max_examples=250)
    def test_damaged_text_is_a_level_or_an_error(self, start, length, inserted):
        read_or_refuse(FULL[:start] + inserted + FULL[start + length :])

    @given(st.data(), VALUES)
    def test_a_wrong_value_anywhere_is_a_level_or_an_error(self, data, value):
        document = tomllib.loads(FULL)
        table, key = data.draw(st.sampled_from(list(places(document))))
        table[key] = value
        read_or_refuse(tomli_w.dumps(document, multiline_strings=True))

    def test_lines_of_two_files_mixed(self):
        lines = (FULL + PLAIN).splitlines(keepends=True)
        chance = random.Random(1)
        for _ in range(100):
            read_or_refuse("".join(chance.sample(lines, chance.randrange(1, len(lines)))))

    def test_long_hostile_text_is_refused(self):
        hostile = ['"""' + '\\"""\n' * 200_000, "a." * 300_000, "[" * 500_000, '"' * 500_001]
        for text in hostile:
            with pytest.raises(LevelError):
                levelfile.loads(text)


def places(value):
    """Every place of a document as its container and its key or index."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def read_or_refuse(text):
    """Reads a text as a level; whatever can be read can be saved and read again."""
    try:
        level = levelfile.loads(text)
    except LevelError as error:
        assert str(error).isprintable()
        return
    assert levelfile.loads(levelfile.dumps(level)).board == level.board
