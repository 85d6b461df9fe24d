"""The glyphs on the monk's cube, and the integer codes that kernels use for them."""

from __future__ import annotations

MONK_GLYPH, LOCK_GLYPH = "M", "x"
OBSTACLE_GLYPH, PATH_GLYPH, KARMA_GLYPH, SOLDIERS_GLYPH = "#", ".", "*", "S"
TILE_GLYPHS = OBSTACLE_GLYPH + PATH_GLYPH + KARMA_GLYPH + SOLDIERS_GLYPH
"""The glyphs for tiles. A glyph's index is its code."""
GLYPHS = TILE_GLYPHS + MONK_GLYPH
MEANING = "expected # obstacle, . path, * karma, S soldiers or M the monk"

OBSTACLE, PATH, KARMA, SOLDIERS = range(4)
"""The two-bit codes for tiles. Bit 0 is set for path and soldiers, and bit 1 for karma and
soldiers. The monk has no code, because the tile under him is path."""
PROTECTIVE = 4
"""The code for an obstacle that a generator in progress must keep. Play treats it like any other
obstacle."""
PROTECTIVE_GLYPH = "P"
"""The glyph for a protective obstacle in event logs. It does not occur in level files."""

UNSEEN_GLYPH = "?"
"""The glyph for a cell that the player cannot see. It does not occur in level files."""

NAMES = {
    OBSTACLE_GLYPH: "obstacle",
    PATH_GLYPH: "path",
    KARMA_GLYPH: "karma",
    SOLDIERS_GLYPH: "soldiers",
    MONK_GLYPH: "monk",
    UNSEEN_GLYPH: "unseen",
}
THINGS = {OBSTACLE_GLYPH: "obstacle", KARMA_GLYPH: "karma", SOLDIERS_GLYPH: "soldier"}
"""The tiles that can be removed, leaving path, with their names in the singular."""
TITLES = NAMES | {PROTECTIVE_GLYPH: "obstacle", UNSEEN_GLYPH: "out of view"}

KARMA_KEY, DEFAULT_KARMA, MAX_KARMA = "karma_needed", 7, 16
"""The key for the amount of karma that opens the exit, and that amount's default and maximum."""


def list_tile_codes(cells: str) -> tuple[int, ...]:
    """Return the tile codes for the glyphs ``cells``, with path under the monk."""
    return tuple(map(TILE_GLYPHS.index, cells.replace(MONK_GLYPH, PATH_GLYPH)))


MECHANICS = {
    "turn_barred": "A turn along the way would let soldiers reach the monk.",
    "karma_turned_in": "A turn brings karma within reach while some is still missing.",
    "karma_left": "Some karma is out of reach throughout and is left behind.",
    "squares_parted": "A turn parts the squares that the monk can be on, so that he has to choose.",
    "row_turned": "A row is turned.",
    "column_turned": "A column is turned.",
    "side_spun": "An outer row or column is turned, and a side face with it.",
}
"""A mapping from the name of the fact for each mechanic to a description of the mechanic."""
