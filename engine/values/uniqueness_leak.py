"""Uniqueness leaks: conclusions that hold only if the level has exactly one solution.

A *leak* of a puzzle is a conclusion that

- is true in the puzzle's only solution,
- follows, at some point of the deduction, from the rules of the game and the assumption that there
  is exactly one solution, and
- does not follow from one more layer of the solver's sound rules, whatever the order of the rules.

A puzzle with leaks can be solved with less reasoning than its designer intended. Only a puzzle that
provably has one solution can have leaks. For any other puzzle, the assumption is false.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.values.grid import Cell
from engine.values.ratings_and_awards import Judgement


class Leak(NamedTuple):
    """A conclusion that relies on uniqueness, at the first point where it can be drawn.

    Attributes:
        rule: The kind of reasoning, as a phrase.
        cell: The cell of the piece that the conclusion is about.
        concluded_cells: The cells that must belong to the piece, according to the conclusion.
        premise_cells: The cells from which the conclusion follows.
        text: The conclusion and its reason, in one sentence.
        layer: The number of layers of sound deduction before that point.
        proven: The layer in which sound deduction proves the conclusion; None if it never does.
        moves: The moves that draw everything that sound deduction has proven by that point.
    """

    rule: str
    cell: Cell
    concluded_cells: tuple[Cell, ...]
    premise_cells: tuple[Cell, ...]
    text: str
    layer: int
    proven: int | None
    moves: tuple[str, ...]

    @property
    def benefit(self) -> str:
        """The advantage of the leak over sound deduction, in words."""
        if self.proven is None:
            return "never proven by the rules of deduction"
        return f"proven no sooner than in layer {self.proven}"


def format_moment(leak: Leak) -> str:
    """Return a phrase that says at which point of the deduction a leak occurs."""
    return f"after layer {leak.layer}" if leak.layer else "at the start"


def judge_leaks(leaks: tuple[Leak, ...]) -> Judgement:
    """Rate a puzzle by its leaks."""
    number = len(leaks)
    rating = f"{number} leak{'s' * (number != 1)}" if number else "no leaks"
    lines = tuple((format_moment(leak), f"{leak.text}; {leak.benefit}") for leak in leaks)
    return Judgement("Uniqueness leaks", rating, rating if number else "", lines, ())
