"""Records of playtests: a player's actions with their times, and the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from heapq import merge
from typing import Literal, get_args

from engine.values.grid import Cell
from engine.values.level import Table

EventKind = Literal["move", "undo", "redo", "restart", "hint", "pause"]
PlayResult = Literal["won", "lost", "left"]

RESULTS: tuple[PlayResult, ...] = get_args(PlayResult)

WIPED = "none"
"""The word that files use for a removed pencil mark."""


@dataclass(frozen=True, slots=True)
class PlayEvent:
    """One action of a player, or a pause.

    Attributes:
        seconds: The time in seconds since the session began, rounded to a tenth. For a pause, it is
            the time when the pause began.
        kind: The kind of event.
        move: The move, in the notation of the game; empty for other events.
        amount: The degree of a hint, or the length of a pause in seconds; 0 for other events.
    """

    seconds: float
    kind: EventKind
    move: str = ""
    amount: float = 0

    def __str__(self) -> str:
        """Format the event as it is stored in a file."""
        details = {"move": self.move, "hint": f"{self.amount:.0f}", "pause": f"{self.amount:.1f}"}
        return f"{self.seconds:.1f} {self.kind} {details.get(self.kind, '')}".rstrip()


@dataclass(frozen=True, slots=True)
class PencilEvent:
    """A pencil mark that a player made or removed.

    Attributes:
        seconds: The time in seconds since the session began, rounded to a tenth.
        cell: The cell with the mark.
        kind: The kind of mark, as the game names it (:class:`engine.game.drag_input.Pencil`); empty
            if the mark was removed.
    """

    seconds: float
    cell: Cell
    kind: str

    def __str__(self) -> str:
        """Format the event as it is stored in a file."""
        return f"{self.seconds:.1f} {self.cell[0]},{self.cell[1]} {self.kind or WIPED}"


@dataclass(frozen=True, slots=True)
class PlayRecord:
    """The record of one session of play.

    Attributes:
        started: The time when the session began, with its offset from UTC.
        board: The digest of the board (:func:`engine.values.level.compute_digest`).
        rules: The version of the rules.
        result: The outcome at the end of the session.
        seconds: The duration of the session in seconds, including pauses.
        events: The events, in order.
        optimum: The length of a shortest solution, in the game's measure
            (:meth:`engine.game.play.Play.count_play`); None if it was unknown.
        deaths: The number of times that the player lost, including losses that were undone.
        solution_shown: True if the player saw the solution before the session ended.
        combo: True if the win was of the game's better kind, such as a maximum combo in Skiddy;
            None if the level was not won, the game has no such kind, or the record does not say.
        medals: The titles that the win earned, the lowest first; None if they were unknown.
        marks: The pencil marks that were made or removed, in order. They are not in ``events``,
            because they do not change the position.
        view: The side from which the player saw the board, if only part of it was visible
            (:attr:`engine.game.walking_input.StepInput.views`); empty if all of it was visible.
        explored: The times when the player looked from another side, in seconds since the session
            began, rounded to a tenth.
        extra: The unknown keys, which are preserved.
    """

    started: datetime
    board: str
    rules: int
    result: PlayResult
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
        """The number of moves that count at the end, after all undos, redos and restarts."""
        count = made = 0
        for event in self.events:
            if event.kind == "move":
                count = made = count + 1
            # An undo at the start changes nothing.
            elif event.kind == "undo":
                count = max(count - 1, 0)
            # A redo can restore no more moves than were made on the current branch.
            elif event.kind == "redo":
                count = min(count + 1, made)
            elif event.kind == "restart":
                count = 0
        return count

    @property
    def timeline(self) -> Iterator[PlayEvent | PencilEvent]:
        """The events and pencil marks together, in chronological order."""
        return merge(self.events, self.marks, key=lambda done: done.seconds)

    @property
    def active_seconds(self) -> float:
        """The duration of the session in seconds, not counting pauses."""
        return max(self.seconds - sum(e.amount for e in self.events if e.kind == "pause"), 0.0)

    def count_events(self, kind: EventKind) -> int:
        """Return the number of events of one kind."""
        return sum(event.kind == kind for event in self.events)
