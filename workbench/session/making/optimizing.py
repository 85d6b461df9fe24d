"""The optimisations of the levels of one document: the one under way, and those before."""

from __future__ import annotations

from dataclasses import replace

from engine import workshop
from engine.generate.lineage import Relative
from engine.values.solved import Solved
from engine.values.watching import Sight
from workbench.commands.keymap import key
from workbench.document.history import Entry, Home, named_like
from workbench.service.lanes import Outcome
from workbench.service.solving import Made
from workbench.session.making import watching
from workbench.session.making.rebuilding import Rebuilding
from workbench.session.making.runs import Run, Runs


class Optimizing(Rebuilding):
    """Watching, ending and going on with an optimisation; taking over a level of its family.

    Attributes:
        runs: the runs that have ended.
    """

    runs: Runs

    @property
    def live_sight(self) -> Sight | None:
        """How far the generation under way has improved a level; None if it has not, or none is."""
        return self.search.sight if self.search is not None else None

    @property
    def best_so_far(self) -> Entry | None:
        """The version that taking what the generation under way has improved would make now.

        One that is not acceptable yet is told too: its recipe leads back to it, to go on from.
        """
        sight, asked, order = self.live_sight, self._asked, self._order
        if sight is None or asked is None or order is None:
            return None
        parameters = asked.parameters.having(sight.unit, sight.done)
        recipe = replace(asked, attempt=sight.attempt, parameters=parameters)
        level = workshop.level_by(self.game, recipe, sight.board)
        if not order.anew:
            level = named_like(level, self.level, self.game.title)
        level = self._locked_in(level, self.locked_stages)
        home = Home() if order.anew else self.document.home
        return Entry(f"run cut short, {watching.best(sight)}", level, home)

    @property
    def run(self) -> Run | None:
        """The run under way, else the one that the level at hand came from."""
        sight, asked = self.live_sight, self._asked
        if sight is not None and asked is not None:
            state = "ending" if self.finishing else "running"
            return Run(self.runs.upcoming, asked.seed, asked.parameters, sight, state)
        made = self.made
        if made is None or made.candidate.sight is None:
            return None
        return self.runs.of(made.candidate.sight)

    @property
    def finishing(self) -> bool:
        """Whether the generation under way was asked to end with the best so far."""
        return self.search is not None and self.search.finishing

    @property
    def no_optimisation(self) -> str | None:
        """Why there is nothing to see of an optimisation; None if there is."""
        if not self.game.generator.improves:
            return f"levels of {self.game.title} are not improved step by step"
        if self.making or self.run is not None or len(self.runs):
            return None
        if self.made is None and self.level.provenance is not None:
            return self.unmade
        return f"this level was not optimised ({key('design.generate')} generates one)"

    @property
    def no_finish(self) -> str | None:
        """Why there is no best level so far to take; None if there is."""
        sight = self.live_sight
        if not self.making:
            return "nothing is being generated"
        if sight is None:
            return "there is no level to improve yet"
        if self.finishing:
            return "it is ending already"
        return f"the best so far is not acceptable: {sight.fault}" if sight.fault else None

    def finish(self) -> None:
        """End the generation under way with the best level so far."""
        self.solver.finish("make")
        self._changed()

    @property
    def no_more(self) -> str | None:
        """Why the run that the level came from cannot go on; None if it can."""
        made = self.made
        if self.making:
            return "a level is being generated"
        if made is None or made.candidate.sight is None:
            return "the level at hand was not optimised"
        sight = made.candidate.sight
        parameters = {
            parameter.key: parameter for parameter in self.game.generator.parameters.parameters
        }
        if sight.unit not in parameters:
            return f"no parameter sets the {sight.unit}"
        if sight.done >= parameters[sight.unit].high:
            return f"there can be no more {sight.unit}"
        return None

    @property
    def most_more(self) -> int:
        """By how many steps the run can go on."""
        made = self.made
        if self.no_more is not None or made is None or made.candidate.sight is None:
            return 0
        sight = made.candidate.sight
        return self.game.generator.parameters[sight.unit].high - sight.done

    def go_on(self, steps: int) -> None:
        """Go on from where the run of the level ended: its recipe with more steps."""
        made = self.made
        if made is None or made.candidate.sight is None or self.no_more is not None:
            self._refuse(f"not gone on: {self.no_more}")
            return
        before, recipe = made.candidate.sight, made.candidate.recipe
        total = before.done + min(steps, self.most_more)
        parameters = recipe.parameters.having(before.unit, total)
        self.sheet = self.sheet.with_value(self.game.generator.parameters[before.unit], total)
        again = replace(recipe, parameters=parameters)
        self._remake(again, lambda outcome: self._went_on(outcome, before))

    def _went_on(self, outcome: Outcome[Made], before: Sight) -> None:
        made = self._arrived(outcome)
        if made is None:
            return
        sight = made.candidate.sight or before
        self._take_remade(
            f"go on to {sight.done:,} {sight.unit}", made, len(self.game.generator.stages) - 1
        )
        self.notice = (
            f"gone on to {sight.done:,} {sight.unit}: best score {sight.best:,}, "
            f"was {before.best:,}{self._reservations(made)}"
        )
        self._changed()

    def take_relative(self, relative: Relative) -> None:
        """Make a level of the family the level at hand: one entry to undo."""
        name = f"take the level of step {relative.iteration:,}"
        level = self.level.with_edited_board(relative.board)
        self.document.change(name, level, self.document.entry.attachment)
        self.show_version()

    # Remembering runs.

    def show_version(self, solved: Solved | None = None) -> None:
        """Bring everything in line; the run that the version came from is remembered."""
        if self.made is not None:
            self._note(self.made)
        super().show_version(solved)

    def _note(self, made: Made, speed: float = 0.0) -> None:
        recipe, sight = made.candidate.recipe, made.candidate.sight
        if sight is not None:
            self.runs.note(recipe.seed, recipe.parameters, sight, "ended", speed)

    def _arrived(self, outcome: Outcome[Made]) -> Made | None:
        asked, seen = self._asked, self._search.sight if self._search is not None else None
        made = super()._arrived(outcome)
        if made is not None:
            self._note(made, seen.speed if seen is not None else 0.0)
        elif asked is not None and seen is not None:
            state = "stopped" if outcome.cancelled else "failed"
            self.runs.note(asked.seed, asked.parameters, seen, state)
            self._changed()
        return made
