"""Stages that keep their random draws while others are made anew."""

from __future__ import annotations

from dataclasses import replace

from engine.level import Stream
from workbench.designing.versions import Versions


class StageLocks(Versions):
    """Which stages of the level are locked; locking is a version of the document, to be undone."""

    @property
    def locked_stages(self) -> frozenset[str]:
        """Names of the stages that the next generation keeps."""
        return self.made.locked if self.made is not None else frozenset()

    @property
    def locked_numbers(self) -> frozenset[int]:
        """Their numbers among the game's stages."""
        locked = self.locked_stages
        return frozenset(n for n, stage in enumerate(self.game.stages) if stage.name in locked)

    @property
    def stage_refused(self) -> str | None:
        """Why the stage at the playhead cannot be rolled again; None if it can."""
        player = self._timeline
        if player is None:
            return None
        stage = self.game.stages[player.stage]
        locked = stage.name in self.locked_stages
        return f"{stage.title} is locked (L unlocks it)" if locked else None

    def lock_stage(self, number: int | None = None) -> None:
        """Lock a stage, or unlock it.

        Args:
            number: the stage; that of the playhead if None.
        """
        made, player = self.made, self._timeline
        if made is None or player is None:
            self.notice = "nothing to lock: not a generated level (g generates one)"
            self._changed()
            return
        stage = self.game.stages[player.stage if number is None else number]
        locking = stage.name not in made.locked
        name = f"{'lock' if locking else 'unlock'} {stage.title}"
        self.document.change(name, self.level, replace(made, locked=made.locked ^ {stage.name}))
        self.notice = (
            f"{stage.title} locked: G and g keep its draws, L unlocks"
            if locking
            else f"{stage.title} unlocked"
        )
        self.show_version()

    def _kept(self) -> dict[str, Stream]:
        """The streams that the next generation keeps: those of the locked stages as they are."""
        made = self.made
        if made is None:
            return {}
        names = (stage.name for stage in self.game.stages if stage.name in made.locked)
        return {name: made.candidate.recipe.stream(name) for name in names}
