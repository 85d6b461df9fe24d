"""Conversions of arguments from text, each with one line for what cannot be converted."""

from __future__ import annotations

import argparse
import re
import threading
from collections.abc import Callable

from engine.errors import quoted
from engine.values.grid import Area
from engine.values.level import MAX_SEED, Stream
from engine.values.parameters import WHERE

ALL = "all"
"""In place of numbers of nodes."""
MOST_WHOLE = 2**63 - 1
"""The greatest whole number that an option takes."""
_INTEGER = re.compile(r"[+-]?\d+", re.ASCII)


def words(text: str) -> tuple[str, ...]:
    """Words separated by commas; blanks round them do not count."""
    found = tuple(word for part in text.split(",") if (word := part.strip()))
    if not found:
        raise _expected("names separated by commas", text)
    return found


def whole(low: int, high: int = MOST_WHOLE) -> Callable[[str], int]:
    """Return a parser of whole numbers from ``low`` to ``high``."""

    def parse(text: str) -> int:
        """Parse a number."""
        # 100 digits are beyond every limit, and Python refuses thousands.
        found = int(text[:100]) if _INTEGER.fullmatch(text) else low - 1
        if low <= found <= high:
            return found
        if found < low and high == MOST_WHOLE:
            raise _expected(f"a whole number, {low} or more", text)
        raise _expected(f"a whole number from {low} to {high:,}", text)

    return parse


positive = whole(1)
seed = whole(0, MAX_SEED)


def node_numbers(text: str) -> tuple[int, ...] | str:
    """Numbers of nodes separated by commas, with or without an S before them; ALL as it is."""
    if text.strip() == ALL:
        return ALL
    names = [name.strip().upper().removeprefix("S") for name in text.split(",")]
    if not all(re.fullmatch(r"\d{1,18}", name, re.ASCII) for name in names):
        raise _expected("numbers of nodes separated by commas, or all", text)
    return tuple(map(int, names))


def svg_file(text: str) -> str:
    """A file named ``*.svg``, or ``-``."""
    if text != "-" and not text.endswith(".svg"):
        raise _expected("a file *.svg, or -", text)
    return text


def seconds(text: str) -> float:
    """A length of time, in seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= threading.TIMEOUT_MAX:
        raise _expected("seconds, more than 0", text)
    return value


def setting(text: str) -> tuple[str, str]:
    """``KEY=VALUE`` as its two parts."""
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise _expected("KEY=VALUE", text)
    return key, value


def expression(text: str) -> tuple[str, str]:
    """A demand as a setting."""
    return WHERE.key, text


def stage_stream(text: str) -> tuple[str, Stream | str]:
    """``STAGE=SEED[:ATTEMPT[:REROLL]]`` as stage and stream; else as stage and file name."""
    stage, equals, source = text.partition("=")
    if not stage or not equals or not source:
        raise _expected("STAGE=SEED[:ATTEMPT[:REROLL]] or STAGE=LEVEL", text)
    if not re.fullmatch(r"\d+(:\d+){0,2}", source, re.ASCII):
        return stage, source
    numbers = [seed(number) for number in f"{source}:0:0".split(":")]
    return stage, Stream(numbers[0], numbers[1], numbers[2])


def stage_file(text: str) -> tuple[str, str]:
    """``STAGE=FILE`` as its two parts."""
    stage, equals, name = text.partition("=")
    if not stage or not equals or not name:
        raise _expected("STAGE=FILE", text)
    return stage, name


def area(text: str) -> Area:
    """``ROW,COLUMN,ROW,COLUMN``, two opposite corners, as a rectangle."""
    if not re.fullmatch(r"\d{1,4}(,\d{1,4}){3}", text, re.ASCII):
        raise _expected("ROW,COLUMN,ROW,COLUMN of two corners", text)
    top, left, bottom, right = map(int, text.split(","))
    return Area.between((top, left), (bottom, right))


def _expected(meaning: str, text: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"expected {meaning}, found {quoted(text)}")
