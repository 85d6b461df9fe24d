"""The intended solution of the open level, checked after every change."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from engine.errors import EngineError
from engine.evaluation.intended_solution import IntendedSolution, check_intended, pin_solution
from engine.game.playthrough import replay_moves
from engine.search.solver_result import SolverResult
from engine.values.budget import Control
from engine.values.level import Level
from workbench.service.job_slots import Outcome
from workbench.session.board_content import Playback, SessionPart
from workbench.session.board_verdicts import deliver_in_ui
from workbench.session.playback_players import MovesPlayer, TracePlayer
from workbench.session.solution_choices import NamedSolution
from workbench.text.intended_text import TITLE, format_intended
from workbench.text.quantity_text import capitalize_first

SLOT = "intended"


class PinnedSolution(SessionPart):
    """The part that pins, checks and shows the intended solution.

    A replay shows immediately whether the solution still wins. Once the board is solved, the
    solution is compared with others in the background.
    """

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self._level: Level | None = None
        self._solved: SolverResult | None = None
        self._found: IntendedSolution | None = None

    @property
    def status(self) -> IntendedSolution | None:
        """The state of the intended solution, or None if there is none or the board is a draft."""
        level, solved = self._history.level, self._history.solver_result
        shown = self._level
        # Recompute the state only after a change to the board or solution, not to the title.
        if shown is None or (shown.intended, shown.board) != (level.intended, level.board):
            draft = bool(self._game.boards.find_problems(level.board))
            # The replay is quick enough to run here. The comparison is not.
            self._found = None if draft else check_intended(self._game, level)
            self._solved = None
        self._level = level
        if self._found is not None and self._found.is_winning and solved is not None:
            self._compare_solutions(level, solved)
        return self._found

    def _compare_solutions(self, level: Level, solved: SolverResult) -> None:
        """Start comparing the intended solution with other solutions, once for each verdict."""
        if solved is self._solved:
            return
        self._solved = solved

        def compare(_: Control) -> IntendedSolution | None:
            return check_intended(self._game, level, solved)

        arrived = deliver_in_ui(self._history.call_in_ui, partial(self._handle_comparison, solved))
        self._solver.run_in_background(compare, arrived, SLOT)

    def _handle_comparison(
        self, solved: SolverResult, outcome: Outcome[IntendedSolution | None]
    ) -> None:
        if solved is self._solved and outcome.value is not None:
            self._found = outcome.value
            self._history.notify_change()

    @property
    def summary(self) -> str:
        """A clause about the intended solution, or an empty string if there is none."""
        found = self.status
        return "" if found is None else format_intended(self._game, self._history.board, found)

    @property
    def candidate(self) -> tuple[str, ...]:
        """The moves to pin: the whole solution that is shown, or the path to the selected row."""
        player = self._playback.player
        if isinstance(player, MovesPlayer):
            return player.all_moves
        return player.get_moves() if isinstance(player, TracePlayer) else ()

    @property
    def pin_refusal(self) -> str | None:
        """The reason why the moves on the board cannot be pinned, or None if they can."""
        return self.find_refusal(self.candidate)

    def find_refusal(self, moves: tuple[str, ...]) -> str | None:
        """Return the reason why ``moves`` cannot be pinned, or None if they can."""
        if self._history.verdicts.problems:
            return "a draft has no solution"
        if not moves:
            return "show a solution or make winning moves first"
        # A replay decides whether the moves win, so no verdict is needed.
        played, legal = replay_moves(self._game.play, self._history.board, moves)
        return None if legal and played.position.status == "won" else "these moves do not win"

    @property
    def unpin_refusal(self) -> str | None:
        """The reason why there is no solution to unpin, or None if there is one."""
        pinned = self._history.level.intended is not None
        return None if pinned else "no intended solution is pinned"

    @property
    def step_refusal(self) -> str | None:
        """The reason why the intended solution cannot be shown, or None if it can."""
        problems = self._history.verdicts.problems
        return f"a draft cannot be played: {problems[0]}" if problems else self.unpin_refusal

    def pin_moves(self, moves: tuple[str, ...]) -> None:
        """Pin winning moves as the intended solution, in a single undo step."""
        history = self._history
        try:
            level = pin_solution(self._game, history.level, moves)
        except EngineError as error:
            self._history.show_notice(str(error))
            return
        if level == history.level:
            self._history.show_notice("These moves are already pinned.")
            return
        history.add_version(f"pin the {TITLE}", level, history.document.attachment)
        self._history.show_notice(f"{capitalize_first(TITLE)} pinned: {self.summary}")

    def unpin_moves(self) -> None:
        """Remove the intended solution from the level, in a single undo step."""
        history = self._history
        level = replace(history.level, intended=None)
        history.add_version(f"unpin the {TITLE}", level, history.document.attachment)
        self._history.show_notice(f"{capitalize_first(TITLE)} unpinned.")

    def show_solution(self) -> None:
        """Show the intended solution from its start, up to the first move that fails."""
        text = self._history.level.intended
        if text is not None:
            self._playback.show_solution(NamedSolution(TITLE, self._game.play.read_moves(text)))
