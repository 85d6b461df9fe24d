"""What drawing with the mouse may send: every move of the pointer shows what would be."""

from __future__ import annotations

from terminal import Terminal
from test_budgets import TRUECOLOR

QUIET = 0.1
MOVES = ((1, 0), (1, 0), (0, 1), (1, 1), (0, 1), (-1, 0), (1, 0), (0, -1))
"""Rows and columns by which the pointer goes on."""
PIECES = "ABCDEFGH●■◎"


def place(terminal: Terminal, row: int, col: int) -> tuple[int, int]:
    """Column and line of the screen at which a cell is drawn, in large cells."""
    lines = terminal.text.splitlines()
    top = next(n for n, text in enumerate(lines) if " 0   1   2   3" in text)
    left = lines[top].index(" 0   1   2   3")
    return left + 4 * col + 1, top + 1 + 2 * row


def dragged(terminal: Terminal, start: tuple[int, int]) -> list[int]:
    """The bytes of every move of a drag that is put back at its end."""
    row, col = start
    terminal.mouse("press", *place(terminal, row, col))
    terminal.until_quiet(QUIET)
    costs = []
    for down, right in MOVES:
        row, col = row + down, col + right
        before = terminal.received
        terminal.mouse("drag", *place(terminal, row, col))
        terminal.receive(1.0)
        terminal.until_quiet(QUIET)
        costs.append(terminal.received - before)
    terminal.send("\x1b")
    terminal.until_quiet(0.4)
    terminal.mouse("release", *place(terminal, row, col))
    terminal.until_quiet(QUIET)
    return costs


def type_keys(terminal: Terminal, keys: str) -> None:
    """Types keys one by one, escape apart from what follows it."""
    for key in keys:
        terminal.send(key)
        terminal.until_quiet(0.4)


def test_drawing_and_moving(open_level):
    with open_level((120, 40), TRUECOLOR) as terminal:
        type_keys(terminal, "ee")
        start = next(
            (row, col)
            for row in range(1, 6)
            for col in range(1, 6)
            for x, y in [place(terminal, row, col)]
            if terminal.text.splitlines()[y][x] in PIECES
        )
        assert max(moving := dragged(terminal, start)) <= 400 and any(moving)
        type_keys(terminal, "~")
        assert max(stroke := dragged(terminal, (2, 2))) <= 400 and any(stroke)
        type_keys(terminal, "el\x1b")
        assert max(line := dragged(terminal, (2, 2))) <= 400 and any(line)
        type_keys(terminal, "er\x1b")
        assert max(outline := dragged(terminal, (2, 2))) <= 400 and any(outline)
        type_keys(terminal, "erer\x1b")
        assert max(filled := dragged(terminal, (2, 2))) <= 400 and any(filled)
