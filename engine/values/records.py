"""Records of playtests as values: what a player did, when, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from heapq import merge
from typing import Literal, get_args

from engine.values.grid import Cell
from engine.values.level import Table

Kind = Literal["move", "undo", "redo", "restart", "hint", "pause"]
Result = Literal["won", "lost", "left"]

RESULTS: tuple[Result, ...] = get_args(Result)

WIPED = "none"
"""Stands in files for a pencil mark that was wiped off."""


@dataclass(frozen=True, slots=True)
class PlayEvent:
    """One thing that a player did, or did not do.

    Attributes:
        seconds: since the session began, to a tenth; of a pause, when it began.
        move: the move made, a word of the game; empty for everything else.
        amount: degree of a hint, or length of a pause in seconds; 0 for everything else.
    """

    seconds: float
    kind: Kind
    move: str = ""
    amount: float = 0

    def __str__(self) -> str:
        """The event as a file has it."""
        details = {"move": self.move, "hint": f"{self.amount:.0f}", "pause": f"{self.amount:.1f}"}
        return f"{self.seconds:.1f} {self.kind} {details.get(self.kind, '')}".rstrip()


@dataclass(frozen=True, slots=True)
class PencilEvent:
    """A pencil mark entered or wiped off.

    Attributes:
        seconds: since the session began, to a tenth.
        kind: a word of the game (:class:`engine.game.placing.Pencil`); empty if it was wiped off.
    """

    seconds: float
    cell: Cell
    kind: str

    def __str__(self) -> str:
        """The event as a file has it."""
        return f"{self.seconds:.1f} {self.cell[0]},{self.cell[1]} {self.kind or WIPED}"


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """One session of play.

    Attributes:
        started: when it began, with its offset from UTC.
        board: digest of the board that was played (:func:`engine.values.level.board_digest`).
        rules: version of the rules it was played under.
        result: how the session stood when it ended.
        seconds: how long it took, pauses included.
        optimum: length of a shortest solution, None if that was not known: moves, or what the game
            counts first (:meth:`engine.game.play.Play.tally`).
        deaths: how often a position was lost in it, those taken back among them.
        solution_shown: whether the player had looked at the solution before it ended.
        combo: whether a win was of the game's better kind, in Skiddy a maximum combo; None where
            nothing was won, the game has no such kind, or the record does not say.
        medals: titles of what a win has earned, in rising order; None where that was not known.
        marks: the pencil marks, in order; they are no events, and change no position.
        view: the side from which the board was seen in part throughout
            (:attr:`engine.game.steering.Steering.views`); empty if it was seen whole.
        explored: when the player turned to look from another side, in seconds, to a tenth.
        extra: unknown keys, kept.
    """

    started: datetime
    board: str
    rules: int
    result: Result
    seconds: float
    events: tuple[PlayEvent, ...]
    optimum: int | None = None
    deaths: int = 0
    solution_shown: bool = False
    combo: bool | None = None
    medals: tuple[str, ...] | None = None
    marks: tuple[PencilEvent, ...] = ()
    view: str = ""
    explored: tuple[float, ...] = ()
    extra: Table = field(default_factory=dict)

    @property
    def moves(self) -> int:
        """The moves that count at the end: those that no undo or restart has taken back."""
        count = made = 0
        for event in self.events:
            if event.kind == "move":
                count = made = count + 1
            elif event.kind == "undo":
                count = max(count - 1, 0)
            elif event.kind == "redo":
                count = min(count + 1, made)
            elif event.kind == "restart":
                count = 0
        return count

    @property
    def together(self) -> Iterator[PlayEvent | PencilEvent]:
        """The events and the pencil marks, in the order of their times."""
        return merge(self.events, self.marks, key=lambda done: done.seconds)

    @property
    def active_seconds(self) -> float:
        """How long it took, pauses left out."""
        return max(self.seconds - sum(e.amount for e in self.events if e.kind == "pause"), 0.0)

    def count(self, kind: Kind) -> int:
        """How often something was done."""
        return sum(event.kind == kind for event in self.events)
