"""Generating and re-rolling the level of one document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine import workshop
from engine.generation import Recipe
from engine.level import Level, board_digest
from workbench.designing import status
from workbench.designing.sheet import Sheet
from workbench.designing.stagelocks import StageLocks
from workbench.service.lanes import Outcome
from workbench.service.solving import Made


class Generating(StageLocks):
    """Making the level, in whole or in part, around its locked cells.

    Attributes:
        sheet: seed and parameters of the next generation.
        making: a level is being generated.
    """

    sheet: Sheet
    making = False

    def generate(self) -> None:
        """Generate from the sheet; the level that comes replaces the present one.

        Locked stages keep their random draws, locked cells what stands on them.
        """
        if len(self.locked_stages) == len(self.game.stages):
            self._refuse("every stage is locked: nothing would change (L unlocks)")
            return
        sketch = workshop.sketch_of(self.game, self.board)
        if sketch is not None:
            settings = workshop.sized_like(self.game, sketch, self.sheet.settings)
            self.sheet = Sheet.of(self.game, self.sheet.seed, settings)
        locked = self.locked_stages
        made = self._begin(lambda outcome: self._generated(outcome, locked))
        sheet = self.sheet
        self.solver.generate(self.game, sheet.seed, sheet.settings, made, sketch, self._kept())

    def reroll(self) -> None:
        """Roll the stage at the playhead once more."""
        made, player = self.made, self._timeline
        if made is None or player is None:
            self._refuse("nothing to re-roll: not a generated level (g generates one)")
            return
        if self.stage_refused is not None:
            self._refuse(self.stage_refused)
            return
        number, stage = player.stage, self.game.stages[player.stage]
        recipe = made.candidate.recipe.rolled_again(stage.name)
        self._remake(recipe, lambda outcome: self._rerolled(outcome, number))

    def _remake(self, recipe: Recipe, arrived: Callable[[Outcome[Made]], None]) -> None:
        """Make just this candidate, around the cells that are locked now."""
        around = replace(recipe, sketch=self.board)
        self.solver.remake(self.game, around, self._begin(arrived))

    def _begin(self, arrived: Callable[[Outcome[Made]], None]) -> Callable[[Outcome[Made]], None]:
        """A level is being made from now on."""
        self.making = True
        self.notice = ""
        self._changed()
        return self._from_lane(arrived)

    def _refuse(self, reason: str) -> None:
        self.notice = reason
        self._changed()

    def _generated(self, outcome: Outcome[Made], locked: frozenset[str]) -> None:
        made = self._arrived(outcome)
        if made is None:
            return
        seed = made.candidate.recipe.seed
        tried = made.attempts.tried if made.attempts else 1
        self.notice = f"seed {seed}: {status.count(tried, 'candidate')} in " + status.duration(
            made.seconds
        )
        if locked:
            kept = (stage.title for stage in self.game.stages if stage.name in locked)
            self.notice += f" · kept {', '.join(kept)}"
        cells = len(self.game.picture(made.candidate.board).locked)
        if cells:
            self.notice += f" · around {status.count(cells, 'locked cell')}"
        self._take(f"generate seed {seed}", replace(made, locked=locked))
        # Another level, not a change of this one: there is nothing to compare.
        self.verdicts.forget_before()
        self._changed()

    def _rerolled(self, outcome: Outcome[Made], number: int) -> None:
        made = self._arrived(outcome)
        if made is None:
            return
        stage = self.game.stages[number]
        times = made.candidate.recipe.stream(stage.name).reroll
        self.notice = f"{stage.title} rolled again ({times}){self._reservations(made)}"
        self._take_remade(f"re-roll {stage.title}", made, number)

    def _reservations(self, made: Made) -> str:
        """What there is to say against a candidate that nobody searched for."""
        told = ""
        if made.candidate.failed is not None:
            told = f" · {made.candidate.failed} failed"
        elif made.rejected is not None:
            told = f" · not acceptable: {made.rejected}"
        dropped = " · your edits set aside (u brings them back)" if self.redrawn else ""
        return told + dropped

    def _take_remade(self, name: str, made: Made, number: int) -> None:
        """Show a candidate as the level, at the end of one of its stages."""
        self._take(name, replace(made, locked=self.locked_stages))
        if self._timeline is not None:
            self._timeline.seek_stage(number)
        self._changed()

    def _take(self, name: str, made: Made) -> None:
        self.document.change(name, named_like(made.level, self.level, self.game.title), made)
        self.mode = "timeline"
        self.show_version(made.solved, made.seconds)

    def _arrived(self, outcome: Outcome[Made]) -> Made | None:
        """What was made, or None with a notice that says why there is nothing."""
        self.making = False
        if outcome.cancelled:
            self.notice = "stopped"
        elif outcome.error is not None:
            self.notice = outcome.error
        elif outcome.value is not None:
            return outcome.value
        self._changed()
        return None

    def _from_lane(
        self, arrived: Callable[[Outcome[Made]], None]
    ) -> Callable[[Outcome[Made]], None]:
        return lambda outcome: self._hop(lambda: arrived(outcome))

    def _rebuilt_arrived(self, outcome: Outcome[Made]) -> None:
        made = outcome.value
        if made is None or board_digest(made.level.board) != self.verdicts.digest:
            return  # an old generator's level, or edited meanwhile: there is no timeline
        self._rebuilt = replace(made, locked=frozenset(made.candidate.recipe.kept))
        self.show_version()


def named_like(made: Level, old: Level, game_title: str) -> Level:
    """The generated level with what a designer wrote on the old one kept."""
    automatic = old.provenance is not None and old.title == f"{game_title} {old.provenance.seed}"
    return replace(
        made,
        title=made.title if automatic or not old.title else old.title,
        author=old.author,
        notes=old.notes,
        tags=old.tags,
        extra=old.extra,
    )
