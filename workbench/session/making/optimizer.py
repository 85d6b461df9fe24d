"""The optimisations of the levels of one document: the one under way, and those before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine import workshop
from workbench.commands.keymap import key
from workbench.document.history import HistoryEntry, Home, named_like
from workbench.session.making import progress
from workbench.session.making.optimisations import Optimisation
from workbench.session.playback import Playback, SessionPart

if TYPE_CHECKING:
    from engine.staging.lineage import Relative
    from engine.values.budget import ProgressSnapshot
    from workbench.service.solving import Made
    from workbench.session.making.maker import Maker


class Optimizer(SessionPart):
    """Watches, ends and continues an optimisation; takes over a level of its family."""

    def __init__(self, playback: Playback, maker: Maker) -> None:
        super().__init__(playback)
        self._maker = maker

    @property
    def snapshot(self) -> ProgressSnapshot | None:
        """How far the generation under way has improved a level; None if it has not, or none is."""
        search = self._maker.search
        return search.snapshot if search is not None else None

    @property
    def best_so_far(self) -> HistoryEntry | None:
        """The version that taking what the generation under way has improved would make now.

        One that is not acceptable yet counts too: its recipe leads back to it, to go on from.
        """
        snapshot, request, history = self.snapshot, self._maker.request, self._history
        if snapshot is None or request is None:
            return None
        parameters = request.recipe.parameters.having(snapshot.unit, snapshot.done)
        recipe = replace(request.recipe, attempt=snapshot.attempt, parameters=parameters)
        level = workshop.level_by(self._game, recipe, snapshot.board)
        if not request.anew:
            level = named_like(level, history.level, self._game.title)
        level = self._maker.stages.locked_in(level, self._maker.stages.names)
        home = Home() if request.anew else history.document.home
        return HistoryEntry(f"run cut short, {progress.best_score(snapshot)}", level, home)

    @property
    def optimisation(self) -> Optimisation | None:
        """The one under way, else the one that the level at hand came from."""
        snapshot, request, past = self.snapshot, self._maker.request, self._maker.optimisations
        if snapshot is not None and request is not None:
            state = "ending" if self.finishing else "running"
            return Optimisation(past.upcoming, request.recipe, snapshot, state)
        ended = self._ended_with
        return past.of(ended) if ended is not None else None

    @property
    def _ended_with(self) -> ProgressSnapshot | None:
        """How the one ended that the level at hand came from; None if it came from none."""
        made = self._history.made
        return made.candidate.snapshot if made is not None else None

    @property
    def finishing(self) -> bool:
        """Whether the generation under way was asked to end with the best so far."""
        search = self._maker.search
        return search is not None and search.finishing

    @property
    def refusal(self) -> str | None:
        """Why there is nothing to see of an optimisation; None if there is."""
        if not self._game.generator.improves:
            return f"{self._game.title} is made without; {key('design.improve')} improves a level"
        if self._maker.making or self.optimisation is not None or len(self._maker.optimisations):
            return None
        if self._history.made is None and not self._history.level.by_hand:
            return self._history.unmade
        return f"this level was not optimised ({key('design.new-seed')} draws one)"

    @property
    def no_finish(self) -> str | None:
        """Why there is no best level so far to take; None if there is."""
        snapshot = self.snapshot
        if not self._maker.making:
            return "nothing is being generated"
        if snapshot is None:
            return "there is no level to improve yet"
        if self.finishing:
            return "it is ending already"
        return f"the best so far is not acceptable: {snapshot.fault}" if snapshot.fault else None

    def finish(self) -> None:
        """End the generation under way with the best level so far."""
        self._solver.finish("make")
        self._history.changed()

    @property
    def no_more(self) -> str | None:
        """Why the optimisation that the level came from cannot go on; None if it can."""
        snapshot = self._ended_with
        if self._maker.making:
            return "a level is being generated"
        if snapshot is None:
            return "the level at hand was not optimised"
        parameters = {parameter.key: parameter for parameter in self._game.parameters.parameters}
        if snapshot.unit not in parameters:
            return f"no parameter sets the {snapshot.unit}"
        if snapshot.done >= parameters[snapshot.unit].high:
            return f"there can be no more {snapshot.unit}"
        return None

    @property
    def most_more(self) -> int:
        """By how many steps the optimisation can go on."""
        snapshot = self._ended_with
        if self.no_more is not None or snapshot is None:
            return 0
        return self._game.parameters[snapshot.unit].high - snapshot.done

    def go_on(self, steps: int) -> None:
        """Go on from where the optimisation of the level ended: its recipe with more steps."""
        made, before, maker = self._history.made, self._ended_with, self._maker
        if made is None or before is None or self.no_more is not None:
            self._history.say(f"not gone on: {self.no_more}")
            return
        recipe = made.candidate.recipe
        total = before.done + min(steps, self.most_more)
        parameters = recipe.parameters.having(before.unit, total)
        maker.sheet = maker.sheet.with_value(self._game.parameters[before.unit], total)
        again = replace(recipe, parameters=parameters)
        maker.remake(again, lambda made: self._went_on(made, before))

    def _went_on(self, made: Made, before: ProgressSnapshot) -> None:
        snapshot = made.candidate.snapshot or before
        score = f"best score {snapshot.best:,}, was {before.best:,}{self._maker.reservations(made)}"
        said = f"gone on to {snapshot.done:,} {snapshot.unit}: {score}"
        name = f"go on to {snapshot.done:,} {snapshot.unit}"
        self._maker.take_remade(name, made, len(self._game.generator.stages) - 1, said)

    def take_relative(self, relative: Relative) -> None:
        """Make a level of the family the level at hand: one entry to undo."""
        self._history.change(f"take the level of step {relative.iteration:,}", relative.board)
