"""The glyphs on a Linjat board, and the integer codes that kernels use for them."""

from __future__ import annotations

EMPTY_GLYPH, DOT_GLYPH, DIGITS = ".", "*", "123456789"
GLYPHS = EMPTY_GLYPH + DOT_GLYPH + DIGITS
MEANING = "expected . empty, * dot or a number 1 to 9"

EMPTY, DOT = 0, 10
"""The codes for an empty cell and for a dot. The code for a number is its value."""
CODES = {EMPTY_GLYPH: EMPTY, DOT_GLYPH: DOT} | {digit: int(digit) for digit in DIGITS}

NAMES = {EMPTY_GLYPH: "empty", DOT_GLYPH: "dot"} | {digit: f"number-{digit}" for digit in DIGITS}
TITLES = {EMPTY_GLYPH: "empty", DOT_GLYPH: "dot"} | {digit: f"number {digit}" for digit in DIGITS}

LEAST_SIDE, MAX_SIDE = 4, 16
MAX_CELLS = MAX_SIDE * MAX_SIDE
MAX_VALUE = 9

ROW_BIT = 32
"""The position of the bit for row 0 in a word that holds the cells of a cross: the row and column
through one number. The bits for the columns begin at position 0."""
