"""Stage locks: a locked stage keeps its random draws when a new level is generated."""

from __future__ import annotations

from dataclasses import replace

from engine.stages.candidate import Stage
from engine.values.level import Level, StreamId
from workbench.commands.keymap import get_key_hint
from workbench.session.board_content import Playback, SessionPart


class StageLocks(SessionPart):
    """The locked stages of the current level. Each change to them is an undo step."""

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self._stages = self._game.generator.stages

    @property
    def names(self) -> frozenset[str]:
        """The names of the locked stages."""
        provenance = self._history.level.provenance
        locked = provenance.locked if provenance is not None else ()
        return frozenset(stage.name for stage in self._stages if stage.name in locked)

    @property
    def numbers(self) -> frozenset[int]:
        """The indices of the locked stages in the game's list of stages."""
        locked = self.names
        return frozenset(n for n, stage in enumerate(self._stages) if stage.name in locked)

    @property
    def are_all_locked(self) -> bool:
        """True if every stage that makes random draws is locked."""
        return self.names.issuperset(stage.name for stage in self._stages if stage.draws)

    def find_refusal(self, number: int | None = None) -> str | None:
        """Return the reason why a stage cannot be re-rolled or locked, or None if it can.

        If ``number`` is None, the stage is the one at the playhead, so the timeline must be shown.
        """
        if self._history.generation is None:
            return self._history.generation_refusal
        if number is not None or self._playback.view_kind == "timeline":
            return None
        return f"choose the stage in the timeline ({get_key_hint('design.cancel')})"

    @property
    def reroll_refusal(self) -> str | None:
        """The reason why the stage at the playhead cannot be re-rolled, or None if it can."""
        player = self._playback.timeline
        if player is None:
            return None
        stage = self._stages[player.stage]
        if not stage.draws:
            return _format_no_draws(stage)
        if stage.name not in self.names:
            return None
        return f"{stage.title} is locked ({get_key_hint('design.lock-stage')} unlocks it)"

    def toggle_lock(self, number: int | None = None) -> None:
        """Lock or unlock stage ``number``, or the stage at the playhead if it is None."""
        made, player = self._history.generation, self._playback.timeline
        if made is None or player is None:
            self._history.show_notice(f"Nothing to lock: {self._history.generation_refusal}")
            return
        stage = self._stages[player.stage if number is None else number]
        locking = stage.name not in self.names
        if locking and not stage.draws:
            self._history.show_notice(_format_no_draws(stage))
            return
        self._history.notice = f"{stage.title} unlocked"
        if locking:
            makes = f"{get_key_hint('design.new-seed')} and {get_key_hint('design.generate')}"
            unlocks = f"{get_key_hint('design.lock-stage')} unlocks it"
            self._history.notice = (
                f"{stage.title} locked: {makes} keep its random numbers. {unlocks}."
            )
        # ``^`` adds the name if it is missing and removes it otherwise.
        level = self.apply_locks(self._history.level, self.names ^ {stage.name})
        self._history.add_version(f"{'lock' if locking else 'unlock'} {stage.title}", level, made)

    def list_kept_streams(self) -> dict[str, StreamId]:
        """Return the random stream that the next level must reuse for each locked stage."""
        made = self._history.generation
        if made is None:
            return {}
        locked = self.names
        return {
            stage.name: made.candidate.recipe.get_stream(stage.name)
            for stage in self._stages
            if stage.name in locked
        }

    def apply_locks(self, level: Level, locked: frozenset[str]) -> Level:
        """Return ``level`` with the stages in ``locked`` locked and all others unlocked."""
        if level.provenance is None:
            return level
        names = tuple(stage.name for stage in self._stages if stage.name in locked)
        return replace(level, provenance=replace(level.provenance, locked=names))


def _format_no_draws(stage: Stage) -> str:
    """Format the reason why a stage without random draws cannot be re-rolled or locked."""
    return f"{stage.title} uses no random numbers, so it never changes"
