"""Improving the level at hand for an aim, by small changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from engine.errors import EngineError, quoted
from engine.files.improvedtable import MOST_ISLANDS
from engine.values.budget import Control, ProgressSnapshot
from engine.values.level import board_digest
from workbench.service import tasks
from workbench.service.lanes import Outcome
from workbench.session.history import VersionChange
from workbench.session.making.sheet import new_seed
from workbench.session.playback import Playback, SessionPart
from workbench.session.verdicts import through
from workbench.text.intended import TITLE, broken
from workbench.text.status import count, figure

if TYPE_CHECKING:  # the searches behind it are imported with the first one
    from engine.improvement.improving import ImprovedLevel

LANE = "improve"
OPTIONS = ("islands=", "intended=")
"""Beginnings of the words that may stand behind an aim."""


class Improver(SessionPart):
    """Improves the level, shows how far that has come, and takes what came of it.

    Attributes:
        aim: what was asked for last, as it was typed.
        search: the improving under way, to watch it; None while there is none.
    """

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self.aim = "longer"
        self.search: Control | None = None
        self._digest = ""
        """Of the board that is being improved."""
        self._asked = Asked(self.aim)

    @property
    def refusal(self) -> str | None:
        """Why the level cannot be improved; None if it can."""
        if self._game.mutations is None:
            return f"levels of {self._game.title} cannot be improved"
        if self._history.verdicts.problems:
            return "a draft cannot be improved"
        return "it is being improved already" if self.search is not None else None

    @property
    def aims(self) -> tuple[str, ...]:
        """What levels of the game can be improved for."""
        from engine.improvement.aims import aims_of

        return aims_of(self._game)

    def objection(self, wanted: str) -> str | None:
        """Why what is typed is no aim of the game, perhaps with ``islands=N``; None if it is."""
        from engine.improvement.aims import aim_named

        try:
            aim_named(self._game, Asked.of(wanted).aim)
        except EngineError as problem:
            return str(problem)
        return None

    @property
    def no_finish(self) -> str | None:
        """Why there is no best level so far to take; None if there is."""
        if self.search is None or self.search.snapshot is None:
            return "there is no level to improve yet"
        return "it is ending already" if self.search.finishing else None

    def finish(self) -> None:
        """End with the best level so far."""
        self._solver.finish(LANE)
        self._history.changed()

    def follow(self, _: VersionChange) -> None:
        """Give up a level that was to replace another version."""
        if self.search is not None and board_digest(self._history.board) != self._digest:
            self._solver.stop(LANE)

    def improve(self, wanted: str, seconds: float | None = None) -> None:
        """Improve the level for an aim, for so long or until it is ended; see :meth:`objection`."""
        self.aim, self._digest = wanted, board_digest(self._history.board)
        self._asked = asked = Asked.of(wanted)
        level, seed = self._history.level, new_seed()
        task = partial(tasks.improve, level, asked.aim, seed, asked.islands, seconds)
        arrived = through(self._history.hop, self._arrived)
        self.search = self._solver.background(partial(self._solver.run_apart, task), arrived, LANE)
        self._history.say("")

    def _arrived(self, outcome: Outcome[ImprovedLevel]) -> None:
        seen = self.search.snapshot if self.search is not None else None
        self.search = None
        if board_digest(self._history.board) != self._digest:
            self._history.say("no longer improved: the level was changed meanwhile")
        elif outcome.value is None:
            self._history.say(outcome.error or _stopped(seen))
        else:
            self._take(outcome.value)

    def _take(self, found: ImprovedLevel) -> None:
        """Make what came of it the level, one entry to undo, unless that is no better."""
        history = self._history
        steps = count(found.iterations, "iteration")
        if board_digest(found.level.board) == self._digest:
            self._history.say(f"nothing better in {steps}")
            return
        if found.broken is not None and not self._asked.any_solution:
            there = f"on the better level the {TITLE} is {broken(found.broken)}"
            self._history.say(f"not taken: {there}. Add intended=any to the aim to take it.")
            return
        changes = ", ".join(
            f"{key} {figure(found.before[key])}, now {figure(value)}"
            for key, value in found.after.items()
        )
        self._history.notice = f"improved by {steps}: {changes}"
        self._playback.view_kind = "timeline"
        attachment = history.document.attachment
        history.put(f"improve: {self.aim}", found.level, attachment)


@dataclass(frozen=True, slots=True)
class Asked:
    """An aim with the options behind it, as they are typed.

    Attributes:
        aim: as ``workbench improve --aim`` has it.
        islands: independent searches side by side.
        any_solution: whether the intended solution may break.
    """

    aim: str
    islands: int = 1
    any_solution: bool = False

    @classmethod
    def of(cls, wanted: str) -> Asked:
        """Read what is typed.

        Raises:
            EngineError: an option has no such value.
        """
        aim, _, word = wanted.rpartition(" ")
        option, value = word.partition("=")[::2]
        if not aim or f"{option}=" not in OPTIONS:
            return cls(wanted)
        asked = cls.of(aim.rstrip())
        if option == "intended":
            if value != "any":
                raise EngineError(f"intended: expected any, found {quoted(value)}")
            return replace(asked, any_solution=True)
        if value not in map(str, range(1, MOST_ISLANDS + 1)):
            raise EngineError(f"islands: expected 1 to {MOST_ISLANDS}, found {quoted(value)}")
        return replace(asked, islands=int(value))


def _stopped(seen: ProgressSnapshot | None) -> str:
    """What an improving had come to when it was stopped."""
    return "stopped" if seen is None else f"stopped after {count(seen.done, 'iteration')}"
