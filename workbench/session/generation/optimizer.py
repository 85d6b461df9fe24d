"""Control of the optimising generator: the running optimisation and the finished ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine import workshop
from workbench.commands.keymap import get_key_hint
from workbench.document.undo_versions import HistoryEntry, StorageLocation, copy_designer_texts
from workbench.session.board_content import Playback, SessionPart
from workbench.session.generation import generation_text
from workbench.session.generation.optimisations import Optimisation

if TYPE_CHECKING:
    from engine.stages.lineage import LineageMember
    from engine.values.budget import ProgressSnapshot
    from workbench.service.solver_service import GenerationResult
    from workbench.session.generation.level_generator import LevelGenerator


class Optimizer(SessionPart):
    """The part that watches, ends or continues an optimisation, or uses a level of its lineage."""

    def __init__(self, playback: Playback, generator: LevelGenerator) -> None:
        super().__init__(playback)
        self._generator = generator

    @property
    def snapshot(self) -> ProgressSnapshot | None:
        """The progress of the running optimisation, or None if none is running."""
        search = self._generator.search
        return search.snapshot if search is not None else None

    @property
    def best_so_far(self) -> HistoryEntry | None:
        """The version that would be added to the document if the running optimisation ended now.

        It is None if no optimisation is running. The level may not be acceptable yet, but its
        optimisation can be continued later.
        """
        snapshot, request, history = self.snapshot, self._generator.request, self._history
        if snapshot is None or request is None:
            return None
        # A recipe that stops after the steps done so far reproduces the best board so far.
        parameters = request.recipe.parameters.with_value(snapshot.unit, snapshot.done)
        recipe = replace(request.recipe, attempt=snapshot.attempt, parameters=parameters)
        level = workshop.build_recipe_level(self._game, recipe, snapshot.board)
        if not request.is_new_level:
            level = copy_designer_texts(level, history.level, self._game.title)
        level = self._generator.stages.apply_locks(level, self._generator.stages.names)
        home = StorageLocation() if request.is_new_level else history.document.location
        return HistoryEntry(
            f"stopped run, {generation_text.format_best_score(snapshot)}", level, home
        )

    @property
    def optimisation(self) -> Optimisation | None:
        """The running optimisation or, if there is none, that of the current level, if known."""
        snapshot, request, past = (
            self.snapshot,
            self._generator.request,
            self._generator.optimisations,
        )
        if snapshot is not None and request is not None:
            state = "ending" if self.is_finishing else "running"
            return Optimisation(past.next_number, request.recipe, snapshot, state)
        ended = self._final_snapshot
        return past.find_by_snapshot(ended) if ended is not None else None

    @property
    def _final_snapshot(self) -> ProgressSnapshot | None:
        """The final snapshot of the run that optimised the current level, or None if none did."""
        made = self._history.generation
        return made.candidate.snapshot if made is not None else None

    @property
    def is_finishing(self) -> bool:
        """True if the running generation has been told to end with the best level so far."""
        search = self._generator.search
        return search is not None and search.is_finishing

    @property
    def refusal(self) -> str | None:
        """The reason why there is no optimisation to show, or None if there is one."""
        if not self._game.generator.improves:
            return (
                f"the generator of {self._game.title} does not optimise. Use "
                f"{get_key_hint('design.improve')} to improve a level."
            )
        if (
            self._generator.is_generating
            or self.optimisation is not None
            or len(self._generator.optimisations)
        ):
            return None
        if self._history.generation is None and not self._history.level.is_drawn_by_hand:
            return self._history.generation_refusal
        return (
            f"this level was not optimised. Use {get_key_hint('design.new-seed')} to generate one."
        )

    @property
    def finish_refusal(self) -> str | None:
        """The reason why the running generation cannot be ended early, or None if it can."""
        snapshot = self.snapshot
        if not self._generator.is_generating:
            return "nothing is running"
        if snapshot is None:
            return "no level has been found yet"
        if self.is_finishing:
            return "the run is already stopping"
        return (
            f"the best level so far is not acceptable: {snapshot.fault}" if snapshot.fault else None
        )

    def finish_early(self) -> None:
        """Stop the running generation early and use the best level found so far."""
        self._solver.finish_generation("make")
        self._history.notify_change()

    @property
    def continue_refusal(self) -> str | None:
        """The reason why the current level cannot be optimised further, or None if it can."""
        snapshot = self._final_snapshot
        if self._generator.is_generating:
            return "a level is still being generated"
        if snapshot is None:
            return "the current level was not optimised"
        parameters = {parameter.key: parameter for parameter in self._game.parameters.parameters}
        if snapshot.unit not in parameters:
            return f"no parameter sets the {snapshot.unit}"
        if snapshot.done >= parameters[snapshot.unit].high:
            return f"the {snapshot.unit} have reached their limit"
        return None

    @property
    def max_steps(self) -> int:
        """The maximum number of steps by which the current level can be optimised further."""
        snapshot = self._final_snapshot
        if self.continue_refusal is not None or snapshot is None:
            return 0
        return self._game.parameters[snapshot.unit].high - snapshot.done

    def continue_run(self, steps: int) -> None:
        """Optimise the current level for ``steps`` more steps, or for as many as are allowed."""
        made, before, maker = self._history.generation, self._final_snapshot, self._generator
        if made is None or before is None or self.continue_refusal is not None:
            self._history.show_notice(f"Not continued: {self.continue_refusal}")
            return
        recipe = made.candidate.recipe
        total = before.done + min(steps, self.max_steps)
        parameters = recipe.parameters.with_value(before.unit, total)
        maker.settings = maker.settings.with_value(self._game.parameters[before.unit], total)
        again = replace(recipe, parameters=parameters)
        maker.regenerate(again, lambda made: self._handle_continued(made, before))

    def _handle_continued(self, result: GenerationResult, before: ProgressSnapshot) -> None:
        snapshot = result.candidate.snapshot or before
        score = (
            f"best score {snapshot.best:,}, was "
            f"{before.best:,}{self._generator.format_objections(result)}"
        )
        said = f"Continued to {snapshot.done:,} {snapshot.unit}: {score}"
        name = f"continue to {snapshot.done:,} {snapshot.unit}"
        self._generator.show_candidate(name, result, len(self._game.generator.stages) - 1, said)

    def take_relative(self, relative: LineageMember) -> None:
        """Replace the current board with that of a level in its lineage, in a single undo step."""
        self._history.change_board(
            f"use the level from step {relative.iteration:,}", relative.board
        )
