"""The effects of all single changes to a level, which are found in the background.

When the level or the objective changes, the search starts again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from engine.edit import single_changes
from engine.edit.single_changes import Change
from engine.game.boards import Tool
from engine.game.game import Game
from engine.improvement.change_assessment import Assessment
from engine.values.budget import Control
from engine.values.grid import Cell
from engine.values.level import Level, compute_digest
from engine.values.picture import Picture
from workbench.features.whatif import change_effects
from workbench.features.whatif.change_effects import ChangeGroup, Effect, EffectComparison
from workbench.features.whatif.change_trials import TrialProgress, WhatIfTrials
from workbench.service.job_slots import Outcome
from workbench.service.solver_service import SolverService
from workbench.session.board_verdicts import CallInUi, deliver_in_ui
from workbench.text import quantity_text
from workbench.text.solution_length import list_units
from workbench.ui.boards.board_fit import MAX_HEAT, HeatMap

WHATIF_JOB = "edits"
MAX_LISTED = 40
"""The largest number of changes to list as the best ones."""
_EMPTY = Picture(())


@dataclass(frozen=True, slots=True)
class WhatIfReport:
    """The possible changes to one cell, and the best changes to the whole board.

    Attributes:
        picture: The picture of the board.
        objective: The objective by which boards are assessed.
        cell: The cell that the report is about.
        contents: A description of what is on the cell.
        comparison: The comparison between changed boards and the unchanged board.
        here: The possible changes to the cell, grouped by effect, best first.
        best: The best changes to the whole board, one group for each cell, best first.
        tried_count: The number of changes tried so far.
        state: The state of the search, which is ``running``, ``done`` or ``stopped``.
        progress: The rate of trials and the remaining time, or "" while they are not known.
    """

    picture: Picture = _EMPTY
    objective: str = ""
    cell: Cell = (0, 0)
    contents: str = ""
    comparison: EffectComparison = field(default_factory=EffectComparison)
    here: tuple[ChangeGroup, ...] = ()
    best: tuple[ChangeGroup, ...] = ()
    tried_count: int = 0
    state: str = "done"
    progress: str = ""

    def format_place(self, cell: Cell) -> str:
        """Return a short description of where ``cell`` is on the board."""
        return quantity_text.format_brief_place(self.picture, *cell)

    @property
    def figure_keys(self) -> tuple[str, ...]:
        """A tuple with the key of the objective's first fact; it is empty before any assessment."""
        state = (self.comparison.base, *(group.assessment for group in (*self.best, *self.here)))
        return next((tuple(each.figures)[:1] for each in state if each.figures), ())

    @property
    def nothing_here(self) -> str:
        """The text to show if no change to the cell has been tried."""
        return "no changes are possible" if self.state == "done" else "not tried yet"

    @property
    def nothing_better(self) -> str:
        """The text to show if no change that has been tried is an improvement."""
        if self.state == "done":
            return "No change is an improvement."
        if not self.tried_count:
            return "Trying changes..." if self.state == "running" else "Not tried."
        return "No improvement so far."

    @property
    def sentence(self) -> str:
        """A description, in one line, of the possible changes to the cell."""
        place = f"{self.format_place(self.cell)} {self.contents}"
        if not self.here:
            return f"{place}: {self.nothing_here}"
        words = self.comparison.describe_change
        return f"{place} → " + "; ".join(
            words(group.brief, group.assessment) for group in self.here
        )


class WhatIfModel:
    """The effects of all single changes to the current level, kept up to date by a search.

    Attributes:
        objective: The objective, in the form that ``workbench improve --aim`` accepts. A new one
            takes effect at the next call to :meth:`follow_level`.
        base: The assessment of the unchanged board, which is undecided for a draft.
        tried_count: The number of changes tried so far.
        state: The state of the search, which is ``running``, ``done`` or ``stopped``.
    """

    def __init__(
        self,
        game: Game,
        solver: SolverService,
        run_in_ui_thread: CallInUi,
        handle_change: Callable[[], None],
    ) -> None:
        self._game = game
        self._solver = solver
        self._run_in_ui_thread = run_in_ui_thread
        self._handle_change = handle_change
        self._followed: tuple[str, ...] = ()
        self._picture = _EMPTY
        self._effects: dict[Cell, list[Effect]] = {}
        self._groups: dict[Cell, list[ChangeGroup]] = {}
        self.objective = "longer"
        self.base = Assessment()
        self.tried_count = 0
        self.state = "done"
        self._progress = TrialProgress()

    def follow_level(self, level: Level, tool: Tool | None = None, near: Cell = (0, 0)) -> None:
        """Start a new search if the level or the objective has changed since the last call.

        Args:
            level: The current level.
            tool: The tool whose changes are tried first, or None.
            near: The cell near which changes are tried first.
        """
        board, aim = level.board, self.objective
        followed = (compute_digest(board), level.intended or "", aim)
        if followed == self._followed:
            return
        self._followed = followed
        self._picture = self._game.boards.draw_picture(board)
        self._effects, self._groups = {}, {}
        self.base, self.tried_count = Assessment(), 0
        self.state = "running"
        pace = self._progress = TrialProgress()

        def job(control: Control) -> None:
            trials = WhatIfTrials(self._game, self._solver, control)
            changes = [*single_changes.list_changes(self._game, board, tool, near)]
            trials.run(
                level, aim, changes, lambda *found: self._post_effects(followed, *found), pace
            )

        self._solver.run_in_background(
            job,
            deliver_in_ui(self._run_in_ui_thread, partial(self._finish_search, followed)),
            WHATIF_JOB,
        )

    def stop_search(self) -> None:
        """Stop the search, and ignore any results that it delivers later."""
        self._followed = ()
        self._solver.cancel_job(WHATIF_JOB)

    def _post_effects(
        self, followed: tuple[str, ...], base: Assessment | None, found: Sequence[Effect]
    ) -> None:
        # This runs in the worker's thread, but only the UI thread may use the model and widgets.
        self._run_in_ui_thread(lambda: self._take_effects(followed, base, found))

    def _take_effects(
        self, followed: tuple[str, ...], base: Assessment | None, found: Sequence[Effect]
    ) -> None:
        # A search for an earlier level or objective may still deliver results.
        if followed != self._followed:
            return
        # The groups are sorted by comparison with the base, so they must be formed again.
        if base is not None:
            self.base = base
            self._groups.clear()
        for effect in found:
            cell = effect.change.row, effect.change.col
            known = self._effects.setdefault(cell, [])
            # The check for inert objects may deliver a new effect for the same change.
            known[:] = [*(each for each in known if each.change is not effect.change), effect]
            self._groups.pop(cell, None)
        self.tried_count = sum(map(len, self._effects.values()))
        self._handle_change()

    def _finish_search(self, followed: tuple[str, ...], outcome: Outcome[None]) -> None:
        if followed == self._followed:
            self.state = "stopped" if outcome.cancelled or outcome.error else "done"
            self._handle_change()

    @property
    def comparison(self) -> EffectComparison:
        """The comparison between changed boards and the unchanged board."""
        return EffectComparison(self.base, list_units(self._game, self.base.facts))

    def group_changes(self, cell: Cell) -> list[ChangeGroup]:
        """Return the changes to ``cell`` tried so far, grouped by effect, best first."""
        if cell not in self._groups:
            tried = self._effects.get(cell, ())
            self._groups[cell] = self.comparison.group_effects(tried)
        return self._groups[cell]

    def has_change(self, change: Change) -> bool:
        """Return True if ``change`` has been tried on the current board."""
        tried = self._effects.get((change.row, change.col), ())
        return any(effect.change is change for effect in tried)

    def make_report(self, cell: Cell, contents: str) -> WhatIfReport:
        """Build a report for ``cell``, given a description of what is on it."""
        yardstick = self.comparison
        # The list of the board's best changes has at most one group for each cell.
        firsts = [self.group_changes(other)[0] for other in self._effects]
        better = [group for group in firsts if yardstick.is_better(group.assessment)]
        better.sort(key=lambda group: change_effects.get_rank(group.assessment), reverse=True)
        here, best = tuple(self.group_changes(cell)), tuple(better[:MAX_LISTED])
        pace = self._progress.text if self.state == "running" else ""
        return WhatIfReport(
            self._picture, self.objective, cell, contents, yardstick, here, best,
            self.tried_count, self.state, pace,
        )  # fmt: skip

    def make_heat_map(self) -> HeatMap:
        """Build the heat map to draw on the board, from the best change to each cell."""
        drawn, yardstick = HeatMap(), self.comparison
        for cell in self._effects:
            found = self.group_changes(cell)[0].assessment
            drawn.numbers[cell] = yardstick.format_number(found)
            drawn.heat[cell] = min(yardstick.measure_heat(found), MAX_HEAT)
            named = yardstick.choose_mark(found)
            if named:
                drawn.marks[cell] = named
        return drawn
