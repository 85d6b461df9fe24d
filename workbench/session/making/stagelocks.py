"""Stages that keep their random draws while others are made anew."""

from __future__ import annotations

from dataclasses import replace

from engine.generate.generation import Stage
from engine.values.level import Level, Stream
from workbench.commands.keymap import key
from workbench.session.versions import Versions


class StageLocks(Versions):
    """Which stages of the level are locked; locking is a version of the document, to be undone."""

    @property
    def locked_stages(self) -> frozenset[str]:
        """Names of the stages that the next generation keeps."""
        provenance = self.level.provenance
        locked = provenance.locked if provenance is not None else ()
        return frozenset(stage.name for stage in self.game.generator.stages if stage.name in locked)

    @property
    def locked_numbers(self) -> frozenset[int]:
        """Their numbers among the game's stages."""
        locked = self.locked_stages
        return frozenset(
            n for n, stage in enumerate(self.game.generator.stages) if stage.name in locked
        )

    @property
    def stage_refused(self) -> str | None:
        """Why the stage at the playhead cannot be rolled again; None if it can."""
        player = self._timeline
        if player is None:
            return None
        stage = self.game.generator.stages[player.stage]
        if not stage.draws:
            return _undrawn(stage)
        if stage.name not in self.locked_stages:
            return None
        return f"{stage.title} is locked ({key('design.lock-stage')} unlocks it)"

    def lock_stage(self, number: int | None = None) -> None:
        """Lock a stage, or unlock it.

        Args:
            number: the stage; that of the playhead if None.
        """
        made, player = self.made, self._timeline
        if made is None or player is None:
            self.notice = f"nothing to lock: {self.unmade}"
            self._changed()
            return
        stage = self.game.generator.stages[player.stage if number is None else number]
        locking = stage.name not in self.locked_stages
        if locking and not stage.draws:
            self.notice = _undrawn(stage)
            self._changed()
            return
        name = f"{'lock' if locking else 'unlock'} {stage.title}"
        level = self._locked_in(self.level, self.locked_stages ^ {stage.name})
        self.document.change(name, level, made)
        self.notice = f"{stage.title} unlocked"
        if locking:
            makes = f"{key('design.new-seed')} and {key('design.generate')}"
            unlocks = f"{key('design.lock-stage')} unlocks"
            self.notice = f"{stage.title} locked: {makes} keep its draws, {unlocks}"
        self.show_version()

    def _kept(self) -> dict[str, Stream]:
        """The streams that the next generation keeps: those of the locked stages as they are."""
        made = self.made
        if made is None:
            return {}
        names = (
            stage.name for stage in self.game.generator.stages if stage.name in self.locked_stages
        )
        return {name: made.candidate.recipe.stream(name) for name in names}

    def _locked_in(self, level: Level, locked: frozenset[str]) -> Level:
        """A generated level with these stages locked, whatever it was made with."""
        if level.provenance is None:
            return level
        names = tuple(stage.name for stage in self.game.generator.stages if stage.name in locked)
        return replace(level, provenance=replace(level.provenance, locked=names))


def _undrawn(stage: Stage) -> str:
    """Why a stage is neither rolled again nor locked."""
    return f"nothing is drawn for {stage.title}: it always comes out the same"
