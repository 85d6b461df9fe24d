"""What if a cell were something else: every single change of a level, tried in the background.

Whatever changes the level or the aim begins anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from engine.edit import edits
from engine.edit.edits import Change
from engine.game.boards import Tool
from engine.game.game import Game
from engine.improvement.whatif import Standing
from engine.values.budget import Control
from engine.values.grid import Cell
from engine.values.level import Level, board_digest
from engine.values.picture import Picture
from workbench.features.whatif import effects
from workbench.features.whatif.effects import ChangeGroup, Effect, Yardstick
from workbench.features.whatif.trials import Pace, WhatIfTrials
from workbench.service.lanes import Outcome
from workbench.service.solving import SolverService
from workbench.session.verdicts import Hop, through
from workbench.text import status
from workbench.text.measures import units
from workbench.ui.boards.fitting import HOTTEST, HeatMap

LANE = "edits"
LISTED = 40
"""Changes in the list of the best."""
_EMPTY = Picture(())


@dataclass(frozen=True, slots=True)
class WhatIfReport:
    """What there is to say about one cell, and about the whole board.

    Attributes:
        picture: the board.
        aim: what ranks the changes.
        cell: the cell in question.
        contents: what stands there, in words.
        yardstick: what changes are held against.
        here: what changes of the cell come to, the best first.
        best: the best changes of the whole board, those of the best cell first.
        tried: changes tried so far.
        state: ``running``, ``done`` or ``stopped``.
        pace: how fast changes are tried and how long that still takes, while it can be said.
    """

    picture: Picture = _EMPTY
    aim: str = ""
    cell: Cell = (0, 0)
    contents: str = ""
    yardstick: Yardstick = field(default_factory=Yardstick)
    here: tuple[ChangeGroup, ...] = ()
    best: tuple[ChangeGroup, ...] = ()
    tried: int = 0
    state: str = "done"
    pace: str = ""

    def place(self, cell: Cell) -> str:
        """Where a cell lies, in short."""
        return status.place_brief(self.picture, *cell)

    @property
    def figure_keys(self) -> tuple[str, ...]:
        """The first key of what the aim looks at; none while nothing was looked at."""
        stands = (self.yardstick.base, *(group.standing for group in (*self.best, *self.here)))
        return next((tuple(each.figures)[:1] for each in stands if each.figures), ())

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
        words = self.yardstick.change_words
        return f"{place} → " + "; ".join(words(group.brief, group.standing) for group in self.here)


class WhatIf:
    """The effects of all single changes of the level that it follows.

    Attributes:
        aim: what they are wanted for, as ``workbench improve --aim`` has it; a new one counts from
            the next :meth:`follow` on.
        base: how the board stands as it is; undecided for a draft.
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
        self._followed: tuple[str, ...] = ()
        self._picture = _EMPTY
        self._effects: dict[Cell, list[Effect]] = {}
        self._groups: dict[Cell, list[ChangeGroup]] = {}
        self.aim = "longer"
        self.base = Standing()
        self.tried = 0
        self.state = "done"
        self._pace = Pace()

    def follow(self, level: Level, tool: Tool | None = None, near: Cell = (0, 0)) -> None:
        """Turn to a level and the aim, unless these are what is being looked at.

        Changes by ``tool`` and around ``near`` are tried first.
        """
        board, aim = level.board, self.aim
        followed = (board_digest(board), level.intended or "", aim)
        if followed == self._followed:
            return
        self._followed = followed
        self._picture = self._game.boards.picture(board)
        self._effects, self._groups = {}, {}
        self.base, self.tried = Standing(), 0
        self.state = "running"
        pace = self._pace = Pace()

        def job(control: Control) -> None:
            """Everything, delivered as it is found."""
            trials = WhatIfTrials(self._game, self._solver, control)
            changes = [*edits.changes(self._game, board, tool, near)]
            trials.run(level, aim, changes, lambda *found: self._deliver(followed, *found), pace)

        self._solver.background(job, through(self._hop, partial(self._ended, followed)), LANE)

    def leave(self) -> None:
        """Stop; what is still being tried is dropped."""
        self._followed = ()
        self._solver.stop(LANE)

    # In the lane's thread.

    def _deliver(
        self, followed: tuple[str, ...], base: Standing | None, found: Sequence[Effect]
    ) -> None:
        self._hop(lambda: self._arrived(followed, base, found))

    # In the UI thread.

    def _arrived(
        self, followed: tuple[str, ...], base: Standing | None, found: Sequence[Effect]
    ) -> None:
        if followed != self._followed:
            return
        if base is not None:
            self.base = base
            self._groups.clear()
        for effect in found:
            cell = effect.change.row, effect.change.col
            known = self._effects.setdefault(cell, [])
            known[:] = [*(each for each in known if each.change is not effect.change), effect]
            self._groups.pop(cell, None)
        self.tried = sum(map(len, self._effects.values()))
        self._changed()

    def _ended(self, followed: tuple[str, ...], outcome: Outcome[None]) -> None:
        if followed == self._followed:
            self.state = "stopped" if outcome.cancelled or outcome.error else "done"
            self._changed()

    # What was found.

    @property
    def yardstick(self) -> Yardstick:
        """What changes are held against."""
        return Yardstick(self.base, units(self._game, self.base.facts))

    def groups(self, cell: Cell) -> list[ChangeGroup]:
        """What changes of a cell come to, the best first."""
        if cell not in self._groups:
            tried = self._effects.get(cell, ())
            self._groups[cell] = self.yardstick.grouped(tried)
        return self._groups[cell]

    def offers(self, change: Change) -> bool:
        """Whether a change is one of the board that is followed."""
        tried = self._effects.get((change.row, change.col), ())
        return any(effect.change is change for effect in tried)

    def report(self, cell: Cell, contents: str) -> WhatIfReport:
        """What there is to say with the cursor on a cell."""
        yardstick = self.yardstick
        firsts = [self.groups(other)[0] for other in self._effects]
        better = [group for group in firsts if yardstick.is_better(group.standing)]
        better.sort(key=lambda group: effects.rank(group.standing), reverse=True)
        here, best = tuple(self.groups(cell)), tuple(better[:LISTED])
        pace = self._pace.words if self.state == "running" else ""
        return WhatIfReport(
            self._picture, self.aim, cell, contents, yardstick, here, best, self.tried, self.state,
            pace,
        )  # fmt: skip

    def heat_map(self) -> HeatMap:
        """What is drawn over the board."""
        drawn, yardstick = HeatMap(), self.yardstick
        for cell in self._effects:
            found = self.groups(cell)[0].standing
            drawn.numbers[cell] = yardstick.number(found)
            drawn.heat[cell] = min(yardstick.heat(found), HOTTEST)
            named = yardstick.mark(found)
            if named:
                drawn.marks[cell] = named
        return drawn
