"""Uniqueness leaks: conclusions that work only for a player who trusts that there is one solution.

A *leak* of a puzzle is a conclusion that

- is true in its one solution,
- follows at some moment of reasoning by the rules of the game alone, if it is granted that there
  is exactly one solution, and
- is not known after one more layer of the solver's sound rules, whichever it would try first.

Puzzles with leaks can be solved with less thought than they are meant to take. Only a puzzle that
is proven to have one solution has any: of others nothing may be concluded in this way.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.values.grid import Cell
from engine.values.judgement import Judgement


@dataclass(frozen=True, slots=True)
class Leak:
    """One conclusion from trust alone, where it can first be drawn.

    Attributes:
        rule: the kind of thought, a phrase.
        cell: the piece that something is concluded of.
        claims: the cells that are concluded to be its own.
        because: the cells to look at.
        text: the conclusion and why it follows from trust, one sentence.
        layer: how many layers of sound reasoning come before it.
        proven: the layer that proves it; None if sound reasoning never gets there.
        moves: the moves that draw what is known at that moment.
    """

    rule: str
    cell: Cell
    claims: tuple[Cell, ...]
    because: tuple[Cell, ...]
    text: str
    layer: int
    proven: int | None
    moves: tuple[str, ...]

    @property
    def saves(self) -> str:
        """What trust is worth, in words."""
        if self.proven is None:
            return "never proven by the rules of deduction"
        return f"proven no sooner than in layer {self.proven}"


def when(leak: Leak) -> str:
    """At which moment of sound reasoning a leak opens."""
    return f"after layer {leak.layer}" if leak.layer else "at the start"


def judged(leaks: tuple[Leak, ...]) -> Judgement:
    """What a puzzle's leaks come to."""
    number = len(leaks)
    rating = f"{number} leak{'s' * (number != 1)}" if number else "no leaks"
    lines = tuple((when(leak), f"{leak.text}; {leak.saves}") for leak in leaks)
    return Judgement("Uniqueness leaks", rating, rating if number else "", lines, ())
