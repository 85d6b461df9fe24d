"""Boards of the monk as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from monk_boards import GAME, HARD_54, cubes

from engine.errors import LevelError
from engine.files import conversion
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.values.level import Level

LINES = "   ***\n   ###\n   #S#\n...M..###\n####.####\n###..*###\n" + "   ###\n" * 5 + "   ***\n"


class TestText:
    def test_54_characters(self):
        level = conversion.read_level(f"  {HARD_54}\n")
        assert (level.game, level.board) == (GAME.name, MonkBoard(HARD_54))
        grouped = " ".join(HARD_54[n : n + 9] for n in range(0, 54, 9))
        assert conversion.read_level(grouped).board == level.board
        assert conversion.write_level(level, "text") == HARD_54 + "\n"

    @given(cubes(), st.sampled_from(GAME.boards.text_formats))
    def test_every_format_is_read_back(self, board, form):
        text = form.write(Level(GAME.name, board))
        assert form.can_read(text)
        assert form.read(text).board.cells == board.cells
        assert conversion.read_level(text).game == GAME.name

    @pytest.mark.parametrize(
        ("name", "text", "message"),
        [
            ("text", HARD_54[:-1], "expected 54 characters, one a cell, found 53"),
            ("text", "\n" + HARD_54[:-1] + "?", "unknown character '?' at column 54"),
            ("net", LINES.replace("S", "Q"), "unknown glyph 'Q'"),
            ("net", "###", "expected 12 rows"),
        ],
    )
    def test_what_is_none_says_why(self, name, text, message):
        form = next(form for form in GAME.boards.text_formats if form.name == name)
        with pytest.raises(LevelError) as caught:
            form.read(text)
        assert message in str(caught.value)
        assert "board" not in str(caught.value)
