"""The glyphs of the monk's cube, and the numbers that stand for them in compiled code."""

from __future__ import annotations

MONK_GLYPH, LOCK_GLYPH = "M", "x"
OBSTACLE_GLYPH, PATH_GLYPH, KARMA_GLYPH, SOLDIERS_GLYPH = "#", ".", "*", "S"
TILE_GLYPHS = OBSTACLE_GLYPH + PATH_GLYPH + KARMA_GLYPH + SOLDIERS_GLYPH
"""The glyphs of the tiles, each at the index of its code."""
GLYPHS = TILE_GLYPHS + MONK_GLYPH
MEANING = "expected # obstacle, . path, * karma, S soldiers or M the monk"

OBSTACLE, PATH, KARMA, SOLDIERS = range(4)
"""Codes of the tiles, of two bits. The monk is none: below him is path."""
PROTECTIVE = 4
"""Code of an obstacle that a generation in progress must keep; it plays as an obstacle."""
PROTECTIVE_GLYPH = "P"
"""Its glyph in logs; no level file has it."""

UNSEEN_GLYPH = "?"
"""The glyph of a cell that the player does not see; no level file has it."""

NAMES = {
    OBSTACLE_GLYPH: "obstacle",
    PATH_GLYPH: "path",
    KARMA_GLYPH: "karma",
    SOLDIERS_GLYPH: "soldiers",
    MONK_GLYPH: "monk",
    UNSEEN_GLYPH: "unseen",
}
THINGS = {OBSTACLE_GLYPH: "obstacle", KARMA_GLYPH: "karma", SOLDIERS_GLYPH: "soldier"}
"""What can be taken away, which leaves path, and what one of it is called."""
TITLES = NAMES | {PROTECTIVE_GLYPH: "obstacle", UNSEEN_GLYPH: "not in sight"}

KARMA_KEY, DEFAULT_KARMA, MOST_KARMA = "karma_needed", 7, 16
"""The key that says how much karma opens the exit, its default and its greatest value."""


def tile_codes(cells: str) -> tuple[int, ...]:
    """The codes of the tiles of some cells, path below the monk."""
    return tuple(map(TILE_GLYPHS.index, cells.replace(MONK_GLYPH, PATH_GLYPH)))


MECHANICS = {
    "turn_barred": "Some turn on the way would let soldiers reach the monk.",
    "karma_turned_in": "A turn brings karma within reach while some is still missing.",
    "karma_left": "Karma that is never within reach is left behind.",
    "squares_parted": "A turn parts the squares that the monk can be on, so that he has to choose.",
    "row_turned": "A row is turned.",
    "column_turned": "A column is turned.",
    "side_spun": "An outer row or column is turned, and a side face with it.",
}
"""What can happen in play that wins in the fewest turns, by the names of the facts."""
