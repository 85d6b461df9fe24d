"""Generating and re-rolling the level of one document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.level import Level, board_digest
from workbench.designing import status
from workbench.designing.sheet import Sheet
from workbench.designing.versions import Versions
from workbench.service.lanes import Outcome
from workbench.service.solving import Made


class Generating(Versions):
    """Making the level, in whole or in part.

    Attributes:
        sheet: seed and parameters of the next generation.
        making: a level is being generated.
    """

    sheet: Sheet
    making = False

    def generate(self) -> None:
        """Generate from the sheet; the level that comes replaces the present one."""
        self.making = True
        self.notice = ""
        made = self._from_lane(self._generated)
        self.solver.generate(self.game, self.sheet.seed, self.sheet.settings, made)
        self._changed()

    def reroll(self) -> None:
        """Roll the stage at the playhead once more."""
        made, player = self.made, self._timeline
        if made is None or player is None:
            self.notice = "nothing to re-roll: not a generated level (g generates one)"
            self._changed()
            return
        stage = player.stage
        self.making = True
        self.notice = ""
        self.solver.reroll(
            self.game,
            made.candidate.recipe,
            self.game.stages[stage].name,
            self._from_lane(lambda outcome: self._rerolled(outcome, stage)),
        )
        self._changed()

    def _generated(self, outcome: Outcome[Made]) -> None:
        made = self._arrived(outcome)
        if made is None:
            return
        seed = made.candidate.recipe.seed
        tried = made.attempts.tried if made.attempts else 1
        self.notice = f"seed {seed}: {status.count(tried, 'candidate')} in " + status.duration(
            made.seconds
        )
        self._take(f"generate seed {seed}", made)
        # Another level, not a change of this one: there is nothing to compare.
        self.verdicts.forget_before()
        self._changed()

    def _rerolled(self, outcome: Outcome[Made], stage: int) -> None:
        made = self._arrived(outcome)
        if made is None:
            return
        name = self.game.stages[stage]
        times = made.candidate.recipe.reroll[name.name]
        dropped = ", your edits set aside (u brings them back)" if self.edited_since else ""
        failed = made.candidate.failed
        told = f": {failed}" if failed else ""
        self.notice = f"{name.title} rolled again ({times}){told}{dropped}"
        self._take(f"re-roll {name.title}", made)
        if self._timeline is not None:
            self._timeline.seek_stage(stage)
        self._changed()

    def _take(self, name: str, made: Made) -> None:
        self.document.change(name, _named_like(made.level, self.level, self.game.title), made)
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
        self._rebuilt = made
        self.show_version()


def _named_like(made: Level, old: Level, game_title: str) -> Level:
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
