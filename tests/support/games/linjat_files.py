"""Levels of Linjat for the command line."""

from __future__ import annotations

UNIQUE = ("    ", ".  4", "4 ..", ". 3.")
WAY = "1,3:0,3-3,3 2,0:0,0-3,0 3,2:1,2-3,2"
STUCK = ("4. .", "   2", " 4 .", "    ")
AMBIGUOUS = (" 3  ", "    ", ". 3 ", "    ")
IMPOSSIBLE = ("4   ", "    ", ".   ", " 5  ")
OVERLAPPING = ("4    ", "     ", ".    ", " 5   ")
BOARDS = {
    "unique": UNIQUE,
    "stuck": STUCK,
    "ambiguous": AMBIGUOUS,
    "impossible": IMPOSSIBLE,
    "overlapping": OVERLAPPING,
}
