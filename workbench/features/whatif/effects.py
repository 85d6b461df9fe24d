"""Effects of single changes in words and numbers: what they are good for, and how they rank."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from engine.edit.edits import Change, Effect, Length
from engine.values.grid import Cell
from workbench.document import status

Aim = Literal["longer", "shorter", "solvable", "nearest"]
Mark = Literal["better", "worse", "same", "broken", ""]

FURTHEST = 9
"""The largest difference that a cell of two columns has room for, with its sign."""
FEW = 3
"""Tools that are named where there is little room."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What the designer wants of a change; ``wanted`` is the length to come near to."""

    aim: Aim = "longer"
    wanted: int = 0

    def __str__(self) -> str:
        """The goal in a word or two."""
        return f"nearest to {self.wanted}" if self.aim == "nearest" else self.aim

    def score(self, length: Length) -> tuple[int, int]:
        """How good a length is: a solution is better than none, not knowing is in between.

        Where one solution is promised, several are little better than none.
        """
        if length.unique is False:
            return 0, 1
        if not length.solvable:
            return (1, 0) if length.solvable is None else (0, 0)
        if length.moves is None or self.aim == "solvable":
            return 2, 0
        if self.aim == "nearest":
            return 2, -abs(length.moves - self.wanted)
        return 2, length.moves if self.aim == "longer" else -length.moves


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """Changes of one cell that come to the same length."""

    changes: tuple[Change, ...]
    length: Length

    @property
    def cell(self) -> Cell:
        """The cell that they change."""
        return self.changes[0].row, self.changes[0].col

    @property
    def names(self) -> str:
        """The tools in words, such as ``stone, car or barrel``."""
        titles = [change.tool.title for change in self.changes]
        return " or ".join(filter(None, (", ".join(titles[:-1]), titles[-1])))

    @property
    def brief(self) -> str:
        """The tools in words, only some if there are many."""
        if len(self.changes) <= FEW:
            return self.names
        titles = ", ".join(change.tool.title for change in self.changes[: FEW - 1])
        return f"{titles} or {len(self.changes) - FEW + 1} others"


def grouped(effects: Iterable[Effect], goal: Goal, base: Length) -> list[ChangeGroup]:
    """The changes of one cell by what they come to, the best first.

    Of lengths that are as good for the goal, the one nearest to what it was comes first.
    """

    def rank(effect: Effect) -> tuple[tuple[int, int], int, int]:
        """What sorts an effect: by the goal, then by how little changes, then by length."""
        moves = effect.length.moves or 0
        return goal.score(effect.length), -abs(moves - (base.moves or 0)), moves

    ordered = sorted(effects, key=rank, reverse=True)
    return [
        ChangeGroup(tuple(effect.change for effect in group), length)
        for length, group in groupby(ordered, key=lambda effect: effect.length)
    ]


def mark(length: Length, goal: Goal, base: Length) -> Mark:
    """How a cell whose best change comes to a length is marked."""
    if length.solvable is None:
        return ""
    if not length.solvable or length.unique is False:
        same = (length.solvable, length.unique) == (base.solvable, base.unique)
        return "same" if same else "broken"
    now, before = goal.score(length), goal.score(base)
    return "same" if now == before else "better" if now > before else "worse"


def number(length: Length, base: Length) -> str:
    """A length in two columns: the difference if there was a solution before, else itself."""
    if length.solvable is None:
        return "?"
    if not length.solvable:
        return "x"
    if length.unique is False:
        return "2+"
    if length.moves is None:
        return "ok"
    if base.moves is None:
        return str(length.moves) if length.moves < 100 else "++"
    more = length.moves - base.moves
    if abs(more) > FURTHEST:
        return "++" if more > 0 else "--"
    return f"{more:+}" if more else "="


def difference(length: Length, base: Length) -> str:
    """What became of the length, such as ``+3``; empty where there is nothing to compare."""
    if length.moves is None or base.moves is None or length.unique is False:
        return ""
    return f"{length.moves - base.moves:+}" if length.moves != base.moves else "="


def words(length: Length) -> str:
    """A length in words."""
    if length.solvable is None:
        return "undecided"
    if not length.solvable:
        return "unsolvable"
    if length.unique is False:
        return "several solutions"
    return "solvable" if length.moves is None else status.count(length.moves, length.unit)


def change_words(names: str, length: Length, base: Length) -> str:
    """What tools come to, such as ``stone: 9 moves, +3``."""
    more = difference(length, base).replace("=", "no change")
    return f"{names}: {words(length)}" + (f", {more}" if more else "")
