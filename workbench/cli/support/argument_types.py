"""Functions that convert arguments from strings. Their error messages fit in one line."""

from __future__ import annotations

import argparse
import re
import threading
from collections.abc import Callable

from engine.errors import quote_input
from engine.values.grid import Area
from engine.values.level import MAX_SEED, StreamId
from engine.values.parameter_schema import WHERE

ALL_NODES = "all"
"""The word to type for all of a tree's nodes."""
MAX_INTEGER = 2**63 - 1
"""The largest whole number that an option accepts."""
_INTEGER = re.compile(r"[+-]?\d+", re.ASCII)


def parse_words(text: str) -> tuple[str, ...]:
    """Split ``text`` at commas into words, ignoring spaces around them."""
    found = tuple(word for part in text.split(",") if (word := part.strip()))
    if not found:
        raise _create_error("names separated by commas", text)
    return found


def build_integer_parser(low: int, high: int = MAX_INTEGER) -> Callable[[str], int]:
    """Return a function that parses whole numbers from ``low`` to ``high``."""

    def parse_integer(text: str) -> int:
        # Python refuses to convert thousands of digits, and 100 digits exceed any limit here.
        found = int(text[:100]) if _INTEGER.fullmatch(text) else low - 1
        if low <= found <= high:
            return found
        # The default upper limit is too large to be worth mentioning.
        if found < low and high == MAX_INTEGER:
            raise _create_error(f"a whole number, {low} or more", text)
        raise _create_error(f"a whole number from {low} to {high:,}", text)

    return parse_integer


parse_positive = build_integer_parser(1)
parse_seed = build_integer_parser(0, MAX_SEED)


def parse_node_numbers(text: str) -> tuple[int, ...] | str:
    """Parse node numbers separated by commas, such as ``0,S3``, or the word ``all``."""
    if text.strip() == ALL_NODES:
        return ALL_NODES
    names = [name.strip().upper().removeprefix("S") for name in text.split(",")]
    if not all(re.fullmatch(r"\d{1,18}", name, re.ASCII) for name in names):
        raise _create_error("numbers of nodes separated by commas, or all", text)
    return tuple(map(int, names))


def parse_svg_path(text: str) -> str:
    """Return ``text``, which must be ``-`` or a file name with the suffix ``.svg``."""
    if text != "-" and not text.endswith(".svg"):
        raise _create_error("a file *.svg, or -", text)
    return text


def parse_seconds(text: str) -> float:
    """Parse a positive number of seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= threading.TIMEOUT_MAX:
        raise _create_error("seconds, more than 0", text)
    return value


def parse_speed(text: str) -> float:
    """Parse a number of frames a second, 0.1 to 20."""
    found = float(text) if re.fullmatch(r"\d{1,3}(\.\d{1,6})?", text, re.ASCII) else 0.0
    if not 0.1 <= found <= 20:
        raise _create_error("a number from 0.1 to 20", text)
    return found


def parse_setting(text: str) -> tuple[str, str]:
    """Split an argument of the form ``KEY=VALUE`` into its key and its value."""
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise _create_error("KEY=VALUE", text)
    return key, value


def parse_constraint(text: str) -> tuple[str, str]:
    """Return a constraint as a setting, under the key that is reserved for constraints."""
    return WHERE.key, text


def parse_stage_stream(text: str) -> tuple[str, StreamId | str]:
    """Parse a stage and the source of its random choices.

    The argument has the form ``STAGE=SEED[:ATTEMPT[:REROLL]]`` or ``STAGE=LEVEL``.

    Returns:
        The stage's name, and the random stream or the name of a level file.
    """
    stage, equals, source = text.partition("=")
    if not stage or not equals or not source:
        raise _create_error("STAGE=SEED[:ATTEMPT[:REROLL]] or STAGE=LEVEL", text)
    if not re.fullmatch(r"\d+(:\d+){0,2}", source, re.ASCII):
        return stage, source
    numbers = [parse_seed(number) for number in f"{source}:0:0".split(":")]
    return stage, StreamId(numbers[0], numbers[1], numbers[2])


def parse_stage_file(text: str) -> tuple[str, str]:
    """Split an argument of the form ``STAGE=FILE`` into the stage's name and the file name."""
    stage, equals, name = text.partition("=")
    if not stage or not equals or not name:
        raise _create_error("STAGE=FILE", text)
    return stage, name


def parse_area(text: str) -> Area:
    """Parse a rectangle, given by two opposite corners as ``ROW,COLUMN,ROW,COLUMN``."""
    if not re.fullmatch(r"\d{1,4}(,\d{1,4}){3}", text, re.ASCII):
        raise _create_error("ROW,COLUMN,ROW,COLUMN of two corners", text)
    top, left, bottom, right = map(int, text.split(","))
    return Area.from_corners((top, left), (bottom, right))


def _create_error(meaning: str, text: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"expected {meaning}, found {quote_input(text)}")
