"""Conversion: every form keeps what it can, says what it cannot, and is recognised by its text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fruit_boards import board_of, boards
from hypothesis import given, settings
from hypothesis import strategies as st
from test_levelfile import FULL
from toy_game import SLOPE, TOY, ToyBoard, ToyBoards

from engine.errors import EngineError, LevelError
from engine.files import conversion, levelfile, suffixes
from engine.game import registry
from engine.game.boards import TextFormat
from engine.games.fruit_dating.board import FruitBoard
from engine.values.level import Level

BOARD = """\
fruit-dating
title: First date
author: A. Designer

#######
#A.~oA#
#..v..#
#######

piece 1,3 b
gate 1,4 right
gate 2,1 up
locked 1,1 2,4
"""


def drafts() -> st.SearchStrategy[FruitBoard]:
    """Boards of any shape with anything anywhere, the edges of the board included."""

    def filled(rows: int, cols: int) -> st.SearchStrategy[FruitBoard]:
        def grid(glyphs: str) -> st.SearchStrategy[tuple[str, ...]]:
            line = st.text(glyphs, min_size=cols, max_size=cols)
            return st.lists(line, min_size=rows, max_size=rows).map(tuple)

        places = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1), st.integers(0, 3))
        locked = grid("x.").map(lambda lines: lines if any("x" in line for line in lines) else None)
        gates = st.lists(places, max_size=5).map(lambda found: tuple(sorted(found)))
        return st.builds(
            FruitBoard,
            grid("#.~h>^<v"),
            grid(".ABCDEFGHocb"),
            st.none() | locked,
            gates=gates,
        )

    return st.tuples(st.integers(1, 9), st.integers(1, 9)).flatmap(lambda size: filled(*size))


class TestEveryForm:
    @pytest.mark.parametrize("form", [*conversion.LEVEL_FORMATS, "text"])
    @given(board=boards() | drafts())
    def test_any_board_comes_back(self, form, board):
        level = Level("fruit-dating", board)
        text = conversion.write_level(level, form)
        assert conversion.read_level(text) == level
        assert conversion.find_lost_keys(level, text, form) == ()
        assert conversion.write_level(conversion.read_level(text), form) == text
        assert text.endswith("\n")

    @pytest.mark.parametrize("form", ["toml", "json"])
    def test_nothing_of_a_level_file_is_lost(self, form):
        level = levelfile.loads(FULL.partition("[history]")[0])
        text = conversion.write_level(level, form)
        assert conversion.read_level(text) == level
        assert conversion.find_lost_keys(level, text, form) == ()

    @pytest.mark.parametrize("form", ["share", "text"])
    def test_what_has_no_place_is_named(self, form):
        level = levelfile.loads(FULL)
        level = replace(level, board=replace(level.board, extra={"mood": "calm"}))
        named = conversion.find_lost_keys(level, conversion.write_level(level, form), form)
        assert {"notes", "tags", "provenance", "verdict"} <= set(named)
        assert ("title" in named) == (form == "share")
        assert ("board.mood" in named) == (form == "text")

    def test_files_are_known_by_their_endings(self):
        for form in ("toml", "json", "share", "text"):
            name = f"a.b/c{suffixes.SUFFIXES[form].upper()}"
            assert suffixes.find_format(name, [*conversion.LEVEL_FORMATS, conversion.TEXT]) == form
        assert suffixes.find_format("a.b/c", conversion.LEVEL_FORMATS) is None
        with pytest.raises(LevelError, match=r"^a\.tmx: expected .* \.toml or \.json"):
            suffixes.find_format("a.tmx", conversion.LEVEL_FORMATS)

    def test_names(self):
        names = ("toml", "json", "share", "text", "rows", "solve", "record", "net")
        assert conversion.list_format_names() == names

    def test_line_ends_and_marks_of_other_systems(self):
        content = b"\xef\xbb\xbf" + BOARD.replace("\n", "\r\n").encode()
        assert conversion.read_level(content) == conversion.read_level(BOARD)

    @pytest.mark.parametrize(
        ("content", "options", "words"),
        [
            ("", {}, "not a level file"),
            ("#####\n#A.A#\n#####\n", {}, "not a level file"),
            (b"\xff", {}, "expected UTF-8"),
            (b" " * (1 << 20) + b"x", {}, "expected at most 1048576 bytes"),
            ("x", {"form": "text"}, "the text does not name its game"),
            ("x", {"form": "gif", "game": "fruit-dating"}, "no format 'gif'"),
            ("x", {"game": "chess"}, "unknown game 'chess'"),
            (FULL, {"form": "json"}, "not JSON: expecting value at column 1"),
            (FULL, {"form": "share"}, "expected pw1:GAME:BOARD"),
            (FULL, {"form": "toml", "game": "toy"}, "expected a level of toy"),
        ],
    )
    def test_refusals(self, content, options, words):
        with pytest.raises(EngineError, match=words) as caught:
            conversion.read_level(content, "a.x", **options)
        assert str(caught.value).isprintable()


class TestFruitText:
    def test_what_it_looks_like(self):
        level = conversion.read_level(BOARD)
        assert level.title == "First date" and level.author == "A. Designer"
        assert [*level.board.iterate_pieces()] == [
            (1, 1, "A"), (1, 3, "b"), (1, 4, "o"), (1, 5, "A")
        ]  # fmt: skip
        assert level.board.tiles[1] == "#..~..#"
        assert level.board.gates == ((1, 4, 0), (2, 1, 1))
        assert level.board.is_locked(2, 4)
        assert conversion.write_level(level, "text") == BOARD

    def test_a_bare_board_is_read_when_the_game_is_named(self):
        level = conversion.read_level("  ####\n  #AA#\n\n  ####  \n", game="fruit-dating")
        assert level.board == board_of("#### #..# ####", ".... .AA. ....")

    @given(st.text(), st.none() | st.text())
    def test_any_title_is_kept_but_for_its_line_ends(self, title, author):
        level = Level("fruit-dating", board_of("#### #..# ####", ".... .AA. ...."), title, author)
        try:
            text = conversion.write_level(level, "text")
            again = conversion.read_level(text, form="text")
        except LevelError as error:  # a lone surrogate
            assert "surrogate" in str(error)
            return
        assert again.title == " ".join(title.split())
        assert again.board == level.board

    @pytest.mark.parametrize(
        ("old", "new", "words"),
        [
            ("title:", "topic:", ":2: expected title: or author:, found 'topic:'"),
            ("#A.~oA#", "#A.?oA#", ":6: unknown character '\\?' at column 4"),
            ("#A.~oA#", "#A.~oA", ":6: expected 7 characters"),
            ("gate 1,4 right", "gate 1,4", ":11: expected ROW,COL and one of right up"),
            ("gate 1,4 right", "gate 1,4 east", "found '1,4 east'"),
            ("gate 1,4 right", "gate 9,4 right", ":11: 9,4 is outside the board"),
            ("piece 1,3 b", "piece 1,3 z", "expected ROW,COL and one of A B"),
            ("locked 1,1 2,4", "locked 1,1 here", "expected ROW,COL, found 'here'"),
            ("locked 1,1 2,4", "#######", ":13: expected piece, gate or locked"),
            (BOARD.partition("#")[1] + BOARD.partition("#")[2], "", "at least one row"),
        ],
    )  # fmt: skip
    def test_refusals_name_line_and_column(self, old, new, words):
        assert old in BOARD
        with pytest.raises(LevelError, match=words):
            conversion.read_level(BOARD.replace(old, new, 1), form="text")

    @given(st.integers(0, len(BOARD)), st.text(max_size=8), st.integers(0, 12))
    @settings(max_examples=200)
    def test_any_damage_is_a_level_or_an_error(self, place, inserted, dropped):
        damaged = BOARD[:place] + inserted + BOARD[place + dropped :]
        try:
            conversion.read_level(damaged, game="fruit-dating", form="text")
        except LevelError as error:
            assert str(error).isprintable()


class Rows(TextFormat):
    """A format as a plug-in may bring it: no name in it, and only its own characters."""

    name = "rows"
    title = "rows joined by slashes"

    def can_read(self, text):
        return "S" in text and set(text) <= set("#.~GS/\n")

    def read(self, text):
        return Level("toy", ToyBoard(tuple(text.strip().split("/"))))

    def write(self, level):
        return "/".join(level.board.cells) + "\n"


class TestPlugIns:
    @pytest.fixture(autouse=True)
    def toy(self, monkeypatch):
        game, installed = TOY, registry.get_game
        monkeypatch.setattr(ToyBoards, "text_formats", (Rows(),))
        monkeypatch.setattr(registry, "get_game", lambda n: game if n == "toy" else installed(n))
        monkeypatch.setattr(registry, "list_games", lambda: (installed("fruit-dating"), game))

    def test_a_game_brings_its_own_format(self):
        level = Level("toy", SLOPE, "Slope")
        text = conversion.write_level(level, "rows")
        assert text.startswith("########/#S.....#/")
        assert conversion.read_level(text) == replace(level, title="")
        assert conversion.find_lost_keys(level, text, "rows") == ("title",)
        assert conversion.list_format_names() == ("toml", "json", "share", "text", "rows")

    @pytest.mark.parametrize("form", ["toml", "json", "share"])
    def test_the_common_forms_need_nothing_of_a_game(self, form):
        level = Level("toy", SLOPE)
        assert conversion.read_level(conversion.write_level(level, form)) == level

    def test_a_form_of_another_game_is_refused(self):
        with pytest.raises(EngineError, match="toy has no format 'text'; its formats are"):
            conversion.write_level(Level("toy", SLOPE), "text")
