"""Levels as grids of comma-separated values, for spreadsheets and scripts.

A value names the contents of one cell as the editor's tools are named, the tile first, such as
``mud+stone`` or ``floor+fruit-a+gate-right``. It is empty where there is no cell. A blank line
separates levels. Names are all that a grid holds, so a spreadsheet finds no formula in it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from engine.files.exports.map_layout import build_map
from engine.values.level import Level


def format_grids(levels: Sequence[Level]) -> str:
    """Return levels as grids, with a blank line between two of them."""
    return "\n".join(map(_format_grid, levels))


def _format_grid(level: Level) -> str:
    layers = build_map(level)
    cells = [[[name] if name is not None else [] for name in line] for line in layers.tiles]
    for name, row, col in (*layers.pieces, *layers.gates):
        cells[row][col].append(name)
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerows(["+".join(names) for names in line] for line in cells)
    return output.getvalue()
