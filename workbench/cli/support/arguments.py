"""Parsing of arguments: one-line errors, and the options that several verbs share."""

from __future__ import annotations

import argparse
import re
import threading
from collections.abc import Callable
from typing import Any, Literal, NoReturn

from engine.errors import LONGEST, clipped, quoted
from engine.values.budget import DEFAULT_MAX_STATES, MAX_DEPTH
from engine.values.grid import Area
from engine.values.level import Stream
from engine.values.parameters import WHERE
from engine.workshop import MAX_SEED
from workbench.cli.support import status
from workbench.terminal import console

ALL = "all"
"""In place of numbers of nodes."""
_UNRECOGNIZED = "unrecognized arguments: "
_LONG_WORD = re.compile(rf"'[^']{{{LONGEST},}}'|\S{{{LONGEST},}}")


def _clip(found: re.Match[str]) -> str:
    return clipped(found[0])


class Parser(argparse.ArgumentParser):
    """A parser that answers bad usage with one line and exit status 2."""

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(prog=prog, description=description, allow_abbrev=False)
        self.add_argument("--no-color", action="store_true", help="no colours, as with NO_COLOR")

    def print_help(self, file: object = None) -> None:
        """Writes the help; argparse itself would ignore that it cannot be read."""
        console.lines(self.format_help().splitlines())

    def error(self, message: str) -> NoReturn:
        """Says what is wrong with the arguments, and exits."""
        head, colon, refused = message.partition(_UNRECOGNIZED)
        # Here and there argparse quotes an argument by itself, whole.
        text = head + colon + clipped(refused) if colon else _LONG_WORD.sub(_clip, message)
        console.error(f"{self.prog}: {text}; see {self.prog} --help")
        raise SystemExit(status.REFUSED)

    def option(
        self, usage: str, help_text: str, kind: Callable[[str], Any] = str, **more: Any
    ) -> None:
        """An option with a value, its usage such as ``--seed N``; ``more`` is for argparse."""
        name, metavar = usage.split()
        self.add_argument(name, metavar=metavar, help=help_text, type=kind, **more)

    def flag(self, name: str, help_text: str) -> None:
        """An option without a value."""
        self.add_argument(name, action="store_true", help=help_text)

    def add_json(self) -> None:
        """``--json``."""
        self.flag("--json", "one JSON object per input")

    def add_out(self) -> None:
        """``--out``."""
        self.option("--out FILE", "where to write it; standard output if absent")

    def add_inputs(
        self,
        help_text: str = "a level file, - for standard input",
        metavar: str = "LEVEL",
        number: int | Literal["+"] = 1,
    ) -> None:
        """The inputs, which the verb handles one by one."""
        self.add_argument("inputs", metavar=metavar, nargs=number, help=help_text)

    def add_wishes(self) -> None:
        """``--set`` and ``--where``, together as ``settings``: what generated levels are to be."""
        self.option(
            "--set KEY=VALUE",
            "a parameter, or a fact to accept by: a number, a word, or a range A..B, A.. or ..B",
            setting,
            dest="settings",
            action="append",
            default=[],
        )
        self.option(
            "--where EXPR",
            "what must hold of every level, such as 'moves 8..10 and not states>500'",
            expression,
            dest="settings",
            action="append",
        )

    def add_solver(self) -> None:
        """``--strategy``, ``--depth``, ``--set``, ``--max-states``, ``--time`` and ``--rules``."""
        self.option("--strategy S", "the solver's way; see workbench games")
        self.option("--depth N", "moves at most, for a strategy of limited depth", depth)
        options = "an option of the strategy, such as stall=0; see workbench games"
        self.option("--set KEY=VALUE", options, setting, action="append")
        enough = "give up once more states are known (default %(default)s)"
        self.option("--max-states N", enough, positive, default=DEFAULT_MAX_STATES)
        self.option("--time SECONDS", "give up after so many seconds", seconds)
        rules = "other rules, for games that have them: names separated by commas"
        self.option("--rules R", rules, words, action="extend")


def words(text: str) -> tuple[str, ...]:
    """Words separated by commas; blanks round them do not count."""
    found = tuple(word for part in text.split(",") if (word := part.strip()))
    if not found:
        raise _expected("names separated by commas", text)
    return found


def positive(text: str) -> int:
    """A whole number of at least 1."""
    return _whole(text, 1, 2**63 - 1, "a whole number, 1 or more")


def depth(text: str) -> int:
    """A limit of depth for a search."""
    return _whole(text, 1, MAX_DEPTH, f"a whole number from 1 to {MAX_DEPTH}")


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


def seed(text: str) -> int:
    """A seed of generation."""
    return _whole(text, 0, MAX_SEED, f"a whole number from 0 to {MAX_SEED}")


def cell_size(text: str) -> int:
    """Pixels of a cell's side."""
    return _whole(text, 8, 400, "a whole number from 8 to 400")


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


def _whole(text: str, low: int, high: int, meaning: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise _expected(meaning, text)
    return value


def _expected(meaning: str, text: str) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(f"expected {meaning}, found {quoted(text)}")
