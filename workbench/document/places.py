"""Where a cell lies, in the numbers that stand beside the board."""

from __future__ import annotations

from engine.values.picture import Picture


def told(picture: Picture, row: int, col: int) -> str:
    """A place in words: on its panel where a board consists of several."""
    title, row, col = _within(picture, row, col)
    return f"{title}{', ' if title else ''}row {row}, column {col}"


def brief(picture: Picture, row: int, col: int) -> str:
    """A place in short, such as ``2,3`` or ``top 2,0``."""
    title, row, col = _within(picture, row, col)
    return f"{title} {row},{col}".lstrip()


def _within(picture: Picture, row: int, col: int) -> tuple[str, int, int]:
    """The title of the panel, empty without one, and the row and the column on it."""
    for panel in picture.panels:
        if (row, col) in panel:
            down = row - panel.row
            return panel.title, panel.rows - 1 - down if panel.upwards else down, col - panel.col
    return "", row, col
