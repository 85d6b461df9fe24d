"""The glyphs of a Linjat board, and the numbers that stand for them in compiled code."""

from __future__ import annotations

EMPTY_GLYPH, DOT_GLYPH, DIGITS = ".", "*", "123456789"
GLYPHS = EMPTY_GLYPH + DOT_GLYPH + DIGITS
MEANING = "expected . empty, * dot or a number 1 to 9"

EMPTY, DOT = 0, 10
"""Codes of a cell without a number; the code of a number is its value."""
CODES = {EMPTY_GLYPH: EMPTY, DOT_GLYPH: DOT} | {digit: int(digit) for digit in DIGITS}

NAMES = {EMPTY_GLYPH: "empty", DOT_GLYPH: "dot"} | {digit: f"number-{digit}" for digit in DIGITS}
TITLES = {EMPTY_GLYPH: "empty", DOT_GLYPH: "dot"} | {digit: f"number {digit}" for digit in DIGITS}

LEAST_SIDE, MAX_SIDE = 4, 16
MAX_CELLS = MAX_SIDE * MAX_SIDE
MAX_VALUE = 9

ROW_AT = 32
"""In a word of cells on a cross, the bit of row 0; columns begin at bit 0."""
