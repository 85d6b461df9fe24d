"""Improvement of the open level toward an objective by small mutations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from engine.errors import EngineError, quote_input
from engine.files.improvement_record import MAX_ISLANDS
from engine.values.budget import Control, ProgressSnapshot
from engine.values.level import compute_digest
from workbench.service import tasks
from workbench.service.job_slots import Outcome
from workbench.session.board_content import Playback, SessionPart
from workbench.session.board_verdicts import deliver_in_ui
from workbench.session.generation.generator_settings import draw_seed
from workbench.session.history import VersionChange
from workbench.text.intended_text import TITLE, explain_failure
from workbench.text.quantity_text import format_count, format_figure

if TYPE_CHECKING:  # the search modules are imported with the first search
    from engine.improvement.level_improvement import ImprovedLevel

SLOT = "improve"
OPTIONS = ("islands=", "intended=")
"""The options that may follow the objective in the user's input."""


class Improver(SessionPart):
    """The part that improves the open level: it starts the search and applies the result.

    Attributes:
        objective: The objective requested last, as typed.
        search: The control for the running improvement, or None if none is running.
    """

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self.objective = "longer"
        self.search: Control | None = None
        self._digest = ""
        """The digest of the board being improved."""
        self._request = TypedObjective(self.objective)

    @property
    def refusal(self) -> str | None:
        """The reason why the level cannot be improved, or None if it can."""
        if self._game.mutations is None:
            return f"levels of {self._game.title} cannot be improved"
        if self._history.verdicts.problems:
            return "a draft cannot be improved"
        return "the level is already being improved" if self.search is not None else None

    @property
    def objectives(self) -> tuple[str, ...]:
        """The objectives that the game supports."""
        from engine.improvement.improvement_objectives import list_objectives

        return list_objectives(self._game)

    def find_refusal(self, text: str) -> str | None:
        """Return the reason why a typed objective is invalid, or None if it is valid."""
        from engine.improvement.improvement_objectives import parse_objective

        try:
            parse_objective(self._game, TypedObjective.from_text(text).objective)
        except EngineError as problem:
            return str(problem)
        return None

    @property
    def finish_refusal(self) -> str | None:
        """The reason why the improvement cannot be ended early, or None if it can."""
        if self.search is None or self.search.snapshot is None:
            return "no better level has been found yet"
        return "the improvement is already stopping" if self.search.is_finishing else None

    def finish_early(self) -> None:
        """Stop the improvement early and use the best level found so far."""
        self._solver.finish_generation(SLOT)
        self._history.notify_change()

    def follow_version(self, _: VersionChange) -> None:
        """Cancel the improvement if the board it was started on has been replaced."""
        if self.search is not None and compute_digest(self._history.board) != self._digest:
            self._solver.cancel_job(SLOT)

    def improve_level(self, text: str, seconds: float | None = None) -> None:
        """Start improving the level in the background.

        Call :meth:`find_refusal` first to reject an invalid ``text``.

        Args:
            text: The objective as typed, with its options.
            seconds: The time limit in seconds, or None if there is none.

        Raises:
            EngineError: An option has an invalid value.
        """
        self.objective, self._digest = text, compute_digest(self._history.board)
        self._request = asked = TypedObjective.from_text(text)
        level, seed = self._history.level, draw_seed()
        task = partial(tasks.improve_level, level, asked.objective, seed, asked.islands, seconds)
        arrived = deliver_in_ui(self._history.call_in_ui, self._handle_outcome)
        self.search = self._solver.run_in_background(
            partial(self._solver.run_in_helper, task), arrived, SLOT
        )
        self._history.show_notice("")

    def _handle_outcome(self, outcome: Outcome[ImprovedLevel]) -> None:
        # Read the progress for the message before the search is dropped.
        seen = self.search.snapshot if self.search is not None else None
        self.search = None
        if compute_digest(self._history.board) != self._digest:
            self._history.show_notice("Improvement stopped: the level has changed in the meantime.")
        elif outcome.value is None:
            self._history.show_notice(outcome.error or _format_stopped(seen))
        else:
            self._accept_result(outcome.value)

    def _accept_result(self, found: ImprovedLevel) -> None:
        """Make the improved level the current one, or show a notice that explains why not."""
        history = self._history
        steps = format_count(found.iterations, "iteration")
        if compute_digest(found.level.board) == self._digest:
            tried = f"No improvement found in {steps}."
            best = "The level cannot be improved further."
            self._history.show_notice(tried if found.iterations else best)
            return
        # Breaking the intended solution needs the user's explicit consent.
        if found.broken is not None and not self._request.any_solution:
            there = f"on the better level, the {TITLE} is {explain_failure(found.broken)}"
            self._history.show_notice(
                f"Not used: {there}. Add intended=any to the objective to use it anyway."
            )
            return
        changes = ", ".join(
            f"{key} {format_figure(found.before[key])}, now {format_figure(value)}"
            for key, value in found.after.items()
        )
        self._history.notice = f"Improved in {steps}: {changes}."
        self._playback.view_kind = "timeline"
        attachment = history.document.attachment
        history.add_version(f"improve: {self.objective}", found.level, attachment)


@dataclass(frozen=True, slots=True)
class TypedObjective:
    """A parsed objective, with the options that the user typed after it.

    Attributes:
        objective: The objective, in the syntax of ``workbench improve --aim``.
        islands: The number of independent searches to run in parallel.
        any_solution: True if the improvement may break the intended solution.
    """

    objective: str
    islands: int = 1
    any_solution: bool = False

    @classmethod
    def from_text(cls, text: str) -> TypedObjective:
        """Parse an objective and its options as the user typed them.

        Raises:
            EngineError: An option has an invalid value.
        """
        aim, _, word = text.rpartition(" ")
        option, value = word.partition("=")[::2]
        if not aim or f"{option}=" not in OPTIONS:
            return cls(text)
        # Options are read from right to left, one at a time.
        asked = cls.from_text(aim.rstrip())
        if option == "intended":
            if value != "any":
                raise EngineError(f"intended: expected any, found {quote_input(value)}")
            return replace(asked, any_solution=True)
        if value not in map(str, range(1, MAX_ISLANDS + 1)):
            raise EngineError(f"islands: expected 1 to {MAX_ISLANDS}, found {quote_input(value)}")
        return replace(asked, islands=int(value))


def _format_stopped(seen: ProgressSnapshot | None) -> str:
    """Format the number of iterations that a stopped improvement had done."""
    return (
        "Stopped." if seen is None else (f"Stopped after {format_count(seen.done, 'iteration')}.")
    )
