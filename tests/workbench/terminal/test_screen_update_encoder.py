"""The shortest control sequences that write some columns of a screen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import pytest
from rich.cells import cell_len
from rich.color import ColorSystem

from workbench.terminal import screen_update_encoder
from workbench.terminal.column_width import split_columns

FAMILY, HEART, THUMB, FLAG = "👩‍👩‍👧‍👦", "❤\ufe0f", "👍🏽", "🇩🇪"
HINDI, TAMIL = "हिन्दी की पहेली", "தமிழ் கோடு"
TITLES = [
    HINDI,
    TAMIL,
    FAMILY,
    HEART,
    THUMB,
    FLAG,
    "e\u0301tude",
    "界の謎",
    "🏳\ufe0f‍🌈 b",
    "Glacier",
]

Width = Callable[[str], int]


def spacing(character: str) -> int:
    """A terminal with a column for spacing marks, as VTE, xterm and tmux."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def without(character: str) -> int:
    """A terminal without one, as Kitty."""
    return 0 if unicodedata.category(character) == "Mc" else spacing(character)


class Line:
    """A line of a terminal: the text of each of its columns."""

    def __init__(self, size: int, width: Width) -> None:
        self.columns = ["~"] * size
        self.at = 0
        self._width = width

    def feed(self, text: str) -> None:
        """Takes what was sent for the first line."""
        for move, to, character in re.findall(r"(\x1b\[1?;?(\d*)[HG]|\x1b\[\d*m)|(.)", text):
            if move.endswith(("H", "G")):
                self.at = int(to or 1) - 1
            elif character == "\b":
                self.at -= 1
            elif character:
                self._put(character)

    def _put(self, character: str) -> None:
        width = self._width(character)
        assert self.at + width <= len(self.columns), "beyond the end of the line"
        if not width:
            before = next(at for at in range(self.at - 1, -1, -1) if self.columns[at])
            self.columns[before] += character
            return
        self.columns[self.at : self.at + width] = [character, *[""] * (width - 1)]
        self.at += width


def sent(text: str) -> str:
    """What is sent to have a text in the first line."""
    line = [(column, None) for column in split_columns(text)]
    return screen_update_encoder.build_sequences([(0, 0, line)], [line], ColorSystem.TRUECOLOR)


@pytest.mark.parametrize("width", [spacing, without])
@pytest.mark.parametrize("title", TITLES)
def test_what_follows_a_title_is_in_its_column(title: str, width: Width) -> None:
    line = Line(cell_len(title) + 1, width)
    line.feed(sent(f"{title}|"))
    assert line.columns.index("|") == len(line.columns) - 1
    assert "~" not in line.columns, "everything that was there before is gone"
    marks = [c for c in title if unicodedata.category(c) in ("Mn", "Mc") and c != "\ufe0f"]
    shown = [c for c in "".join(line.columns) if unicodedata.category(c) in ("Mn", "Mc")]
    assert shown == marks, "no mark is lost"
