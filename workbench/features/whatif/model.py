"""What if a cell were something else: every single change of a board, tried in the background.

Changes are tried in small batches, so that the first ones are on the screen while the others
are still being solved, and a batch that the helper process has to do in plain Python is over
soon. Whatever changes the board begins anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

from engine.edit import edits
from engine.edit.edits import Change, Effect, Length
from engine.game.boards import Tool
from engine.game.game import Game
from engine.values.budget import Budget, Control
from engine.values.grid import Cell
from engine.values.level import Board, board_digest
from engine.values.picture import Picture
from workbench.document import status
from workbench.document.verdicts import Hop, through
from workbench.features.whatif import effects
from workbench.features.whatif.effects import ChangeGroup, Goal
from workbench.service.lanes import Outcome
from workbench.service.solving import SolverService
from workbench.ui.fitting import HOTTEST, HeatMap

LANE = "edits"
BATCH = 8
"""Changes tried between two looks at the clock."""
PAUSE = 0.3
"""Seconds between two deliveries: a heat map that changes more often costs bytes, not time."""
LISTED = 10
"""Changes in the list of the best."""
_EMPTY = Picture(())


@dataclass(frozen=True, slots=True)
class Trial:
    """The task of finding out the lengths of a few boards."""

    game: Game
    boards: tuple[Board, ...]

    @property
    def game_name(self) -> str:
        """The game whose kernels it takes."""
        return self.game.name

    def run(self, control: Control) -> tuple[Length, ...]:
        """The length of every board, in order; fewer if stopped."""
        found = []
        for board in self.boards:
            length = edits.length_of(self.game, board, Budget(edits.MAX_STATES), control)
            if control.cancelled:
                break
            found.append(length)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class WhatIfReport:
    """What there is to say about one cell, and about the whole board.

    Attributes:
        picture: the board.
        goal: what ranks the changes.
        cell: the cell in question.
        contents: what stands there, in words.
        base: the length as the board stands.
        here: what changes of the cell come to, the best first.
        best: the best changes of the whole board, those of the best cell first.
        tried: changes tried so far.
        state: ``running``, ``done`` or ``stopped``.
    """

    picture: Picture = _EMPTY
    goal: Goal = field(default_factory=Goal)
    cell: Cell = (0, 0)
    contents: str = ""
    base: Length = field(default_factory=Length)
    here: tuple[ChangeGroup, ...] = ()
    best: tuple[ChangeGroup, ...] = ()
    tried: int = 0
    state: str = "done"

    def place(self, cell: Cell) -> str:
        """Where a cell lies, in short."""
        return status.place_brief(self.picture, *cell)

    @property
    def nothing_here(self) -> str:
        """What there is to say of a cell without changes."""
        return "nothing to change" if self.state == "done" else "not tried yet"

    @property
    def nothing_better(self) -> str:
        """What there is to say while no change is better."""
        if self.state == "done":
            return "none is better than it is"
        if not self.tried:
            return "being tried" if self.state == "running" else "not tried"
        return "none better so far"

    @property
    def sentence(self) -> str:
        """The report on the cell in one line."""
        place = f"{self.place(self.cell)} {self.contents}"
        if not self.here:
            return f"{place}: {self.nothing_here}"
        texts = (effects.change_words(group.brief, group.length, self.base) for group in self.here)
        return f"{place} → " + "; ".join(texts)


class WhatIf:
    """The effects of all single changes of the board that it follows.

    Attributes:
        base: the length as the board stands; undecided for a draft.
        tried: changes tried so far.
        state: ``running``, ``done`` or ``stopped``.
    """

    def __init__(
        self, game: Game, solver: SolverService, hop: Hop, changed: Callable[[], None]
    ) -> None:
        self._game = game
        self._solver = solver
        self._hop = hop
        self._changed = changed
        self._digest = ""
        self._picture = _EMPTY
        self._effects: dict[Cell, list[Effect]] = {}
        self._groups: dict[Cell, list[ChangeGroup]] = {}
        self._goal = Goal()
        self.base = Length()
        self.tried = 0
        self.state = "done"

    @property
    def goal(self) -> Goal:
        """What the designer wants; changes already tried are ranked by a new one at once."""
        return self._goal

    @goal.setter
    def goal(self, goal: Goal) -> None:
        self._goal = goal
        self._groups.clear()

    def follow(self, board: Board, tool: Tool | None = None, near: Cell = (0, 0)) -> None:
        """Turn to a board, unless it is the one that is being looked at.

        Changes by ``tool`` and around ``near`` are tried first.
        """
        digest = board_digest(board)
        if digest == self._digest:
            return
        self._digest = digest
        self._picture = self._game.boards.picture(board)
        self._effects, self._groups = {}, {}
        self.base, self.tried = Length(), 0
        self.state = "running"
        self._solver.background(
            lambda control: self._try_all(digest, board, tool, near, control),
            through(self._hop, partial(self._ended, digest)),
            LANE,
        )

    def leave(self) -> None:
        """Stop; what is still being tried is dropped."""
        self._digest = ""
        self._solver.stop(LANE)

    # In the lane's thread.

    def _try_all(
        self, digest: str, board: Board, tool: Tool | None, near: Cell, control: Control
    ) -> None:
        if not self._game.boards.problems(board):
            self._deliver(digest, [], self._solver.run(Trial(self._game, (board,)), control))
        waiting: list[Effect] = []
        sent = time.perf_counter()
        changes = edits.changes(self._game, board, tool, near)
        while batch := [] if control.cancelled else list(islice(changes, BATCH)):
            trial = Trial(self._game, tuple(change.board for change in batch))
            lengths = self._solver.run(trial, control)
            waiting += [Effect(c, length) for c, length in zip(batch, lengths, strict=False)]
            if time.perf_counter() - sent >= PAUSE:
                self._deliver(digest, waiting, ())
                waiting, sent = [], time.perf_counter()
        self._deliver(digest, waiting, ())

    def _deliver(self, digest: str, found: list[Effect], base: tuple[Length, ...]) -> None:
        self._hop(lambda: self._arrived(digest, found, base))

    # In the UI thread.

    def _arrived(self, digest: str, found: list[Effect], base: tuple[Length, ...]) -> None:
        if digest != self._digest:
            return
        for length in base:
            self.base = length
            self._groups.clear()
        self.tried += len(found)
        for effect in found:
            cell = effect.change.row, effect.change.col
            self._effects.setdefault(cell, []).append(effect)
            self._groups.pop(cell, None)
        self._changed()

    def _ended(self, digest: str, outcome: Outcome[None]) -> None:
        if digest == self._digest:
            self.state = "stopped" if outcome.cancelled or outcome.error else "done"
            self._changed()

    # What was found.

    def groups(self, cell: Cell) -> list[ChangeGroup]:
        """What changes of a cell come to, the best first."""
        if cell not in self._groups:
            tried = self._effects.get(cell, ())
            self._groups[cell] = effects.grouped(tried, self.goal, self.base)
        return self._groups[cell]

    def offers(self, change: Change) -> bool:
        """Whether a change is one of the board that is followed."""
        tried = self._effects.get((change.row, change.col), ())
        return any(effect.change is change for effect in tried)

    def report(self, cell: Cell, contents: str) -> WhatIfReport:
        """What there is to say with the cursor on a cell."""
        firsts = [self.groups(other)[0] for other in self._effects]
        before = self.goal.score(self.base)
        better = [group for group in firsts if self.goal.score(group.length) > before]
        better.sort(key=lambda group: self.goal.score(group.length), reverse=True)
        here, best = tuple(self.groups(cell)), tuple(better[:LISTED])
        return WhatIfReport(
            self._picture, self.goal, cell, contents, self.base, here, best, self.tried, self.state
        )

    def heat_map(self) -> HeatMap:
        """What is drawn over the board."""
        drawn = HeatMap()
        for cell in self._effects:
            length = self.groups(cell)[0].length
            drawn.numbers[cell] = effects.number(length, self.base)
            drawn.heat[cell] = self._degree(length)
            named = effects.mark(length, self.goal, self.base)
            if named:
                drawn.marks[cell] = named
        return drawn

    def _degree(self, length: Length) -> int:
        """How far a length is from what it was, as a degree of heat."""
        if length.moves is None:
            return 0
        return min(abs(length.moves - (self.base.moves or 0)), HOTTEST)
