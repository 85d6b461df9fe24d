"""Stages that keep their random draws while others are made anew."""

from __future__ import annotations

from dataclasses import replace

from engine.staging.generation import Stage
from engine.values.level import Level, Stream
from workbench.commands.keymap import key
from workbench.session.playback import Playback, SessionPart


class StageLocks(SessionPart):
    """Locks stages of the level; locking is a version of the document, to be undone."""

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self._stages = self._game.generator.stages

    @property
    def names(self) -> frozenset[str]:
        """Names of the stages that the next generation keeps."""
        provenance = self._history.level.provenance
        locked = provenance.locked if provenance is not None else ()
        return frozenset(stage.name for stage in self._stages if stage.name in locked)

    @property
    def numbers(self) -> frozenset[int]:
        """Their numbers among the game's stages."""
        locked = self.names
        return frozenset(n for n, stage in enumerate(self._stages) if stage.name in locked)

    @property
    def complete(self) -> bool:
        """Whether no stage is left for which anything would be drawn."""
        return self.names.issuperset(stage.name for stage in self._stages if stage.draws)

    def unknown(self, number: int | None = None) -> str | None:
        """Why there is no stage to roll again or to lock; None if there is one, or it is given."""
        if self._history.made is None:
            return self._history.unmade
        if number is not None or self._playback.view_kind == "timeline":
            return None
        return f"the timeline chooses the stage ({key('design.cancel')} goes there)"

    @property
    def no_reroll(self) -> str | None:
        """Why the stage at the playhead cannot be rolled again; None if it can."""
        player = self._playback.timeline
        if player is None:
            return None
        stage = self._stages[player.stage]
        if not stage.draws:
            return _undrawn(stage)
        if stage.name not in self.names:
            return None
        return f"{stage.title} is locked ({key('design.lock-stage')} unlocks it)"

    def lock(self, number: int | None = None) -> None:
        """Lock a stage, that of the playhead if None, or unlock it."""
        made, player = self._history.made, self._playback.timeline
        if made is None or player is None:
            self._history.say(f"nothing to lock: {self._history.unmade}")
            return
        stage = self._stages[player.stage if number is None else number]
        locking = stage.name not in self.names
        if locking and not stage.draws:
            self._history.say(_undrawn(stage))
            return
        self._history.notice = f"{stage.title} unlocked"
        if locking:
            makes = f"{key('design.new-seed')} and {key('design.generate')}"
            unlocks = f"{key('design.lock-stage')} unlocks"
            self._history.notice = f"{stage.title} locked: {makes} keep its draws, {unlocks}"
        level = self.locked_in(self._history.level, self.names ^ {stage.name})
        self._history.put(f"{'lock' if locking else 'unlock'} {stage.title}", level, made)

    def kept(self) -> dict[str, Stream]:
        """The streams that the next generation keeps: those of the locked stages as they are."""
        made = self._history.made
        if made is None:
            return {}
        locked = self.names
        return {
            stage.name: made.candidate.recipe.stream(stage.name)
            for stage in self._stages
            if stage.name in locked
        }

    def locked_in(self, level: Level, locked: frozenset[str]) -> Level:
        """A generated level with these stages locked, whatever it was made with."""
        if level.provenance is None:
            return level
        names = tuple(stage.name for stage in self._stages if stage.name in locked)
        return replace(level, provenance=replace(level.provenance, locked=names))


def _undrawn(stage: Stage) -> str:
    """Why a stage is neither rolled again nor locked."""
    return f"nothing is drawn for {stage.title}: it always comes out the same"
