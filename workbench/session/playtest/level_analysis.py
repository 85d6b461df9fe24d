"""The solver's analysis of the level being played, computed in the background."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.errors import MoveError
from engine.game import exploration
from engine.game.game import Game
from engine.game.reasoned_trace import ReasonedTrace
from engine.search.solver_result import SolverResult
from engine.values.level import Level
from engine.values.ratings_and_awards import Aim
from engine.values.win_distance_guide import Guide, SlowGuide
from workbench.service.job_slots import Outcome
from workbench.service.solver_service import SolverService
from workbench.session.board_verdicts import CallInUi, deliver_in_ui
from workbench.session.playtest.shortest_win_routes import BackgroundGuide, WinRoute
from workbench.text.solution_length import MoveTuple, PlayCounter

if TYPE_CHECKING:
    from engine.search.maps.statemap import StateMap

SLOT = "play"


class LevelAnalysis(WinRoute):
    """The route to any win in a level, and the routes to better kinds of wins.

    Until the search ends, a verdict saved with the level is used if it is fresh.

    Args:
        game: The game that the level belongs to.
        level: The level to analyse. Its board must be valid.
        notify_change: A function called in the session's thread when more is known.
    """

    def __init__(self, game: Game, level: Level, notify_change: Callable[[], None]) -> None:
        measure = PlayCounter(game, level.board)
        super().__init__(measure)
        self.game = game
        self._level = level
        self._notify_change = notify_change
        self._answer: Outcome[SolverResult] | None = None
        self._routes: dict[Aim | None, WinRoute] = {
            None: self,
            **{aim: WinRoute(measure) for aim in game.play.aims},
        }
        self._requested_guide: Guide | None = (
            None  # the guide from which guides to better wins were last requested
        )
        self._is_requesting = False
        self._service: tuple[SolverService, CallInUi] | None = None
        self._background_guide: BackgroundGuide | None = None
        fresh = level.verdict is not None and level.has_fresh_verdict(game.rules_version)
        self.facts: Mapping[str, Any] = level.verdict.facts if fresh and level.verdict else {}
        self._follow_facts()

    def request_analysis(self, solver: SolverService, call_in_ui: CallInUi) -> None:
        """Request the solver's result for the board, then the guides to better kinds of wins.

        A result that has arrived already is not requested again.
        """
        self._service = solver, call_in_ui
        if self._answer is None:
            self._requested_guide, self._is_requesting = None, False
            arrived = deliver_in_ui(call_in_ui, self._handle_answer)
            solver.solve_board(self.game, self._level.board, arrived, slot=SLOT, guided=True)
        else:
            self._request_guides()

    def complete_routes(self) -> None:
        """Compute the guides to better kinds of wins immediately, in the calling thread."""
        guide = self._final_guide
        if guide is not None:
            if self._background_guide is not None:
                self._background_guide = None
                self.set_guide(guide, *self._known_solution(None))
            self._requested_guide = guide
            self._handle_guides(guide, Outcome(self._build_guides(guide), None, cancelled=False))

    @property
    def _solver_result(self) -> SolverResult | None:
        return self._answer.value if self._answer else None

    @property
    def states(self) -> StateMap | None:
        """The state graph of the level, or None if it is unknown or the solver builds none."""
        return self._solver_result.states if self._solver_result else None

    @property
    def reasoning(self) -> ReasonedTrace | None:
        """The finished trace of a solver that reasons, or None if there is none."""
        trace = self._solver_result.trace if self._solver_result else None
        return trace if isinstance(trace, ReasonedTrace) else None

    @property
    def is_searching(self) -> bool:
        """True if a search that may answer more questions is still running."""
        if self._answer is None or self._is_requesting:
            return True
        return self._background_guide is not None and self._background_guide.is_searching

    @property
    def incompleteness(self) -> str:
        """The reason why the finished search left something unknown, or "" if it did not."""
        answer = self._answer
        if answer is None:
            return ""
        if answer.error is not None:
            return answer.error
        if answer.value is None or answer.cancelled:
            return "the search was stopped"
        return "" if answer.value.facts.get("complete") else "there are too many positions"

    @property
    def unknown_reason(self) -> str:
        """The reason to give if the lookahead for a position is unknown."""
        if self.is_searching:
            return "still searching"
        return self.incompleteness or "there are too many positions"

    def get_route(self, aim: Aim | None) -> WinRoute:
        """Return the route to a kind of win; None means any win."""
        return self._routes[aim]

    def store_answer(self, answer: Outcome[SolverResult]) -> None:
        """Store the solver's answer for the board, and set the routes from it."""
        self._answer = answer
        if answer.value is None:
            return
        facts = answer.value.facts
        # A partial result replaces a saved verdict only if it includes a solution.
        if facts.get("moves") is not None or facts.get("complete"):
            self.facts = facts
        guide, self._background_guide = answer.value.guide, None
        if isinstance(guide, SlowGuide):
            # While guides to better wins are being built, provide no service, because a search in
            # the same slot would cancel that job.
            self._background_guide = guide = BackgroundGuide(
                guide,
                SLOT,
                lambda: None if self._is_requesting else self._service,
                self._notify_change,
            )
        self._follow_facts(guide)

    def _handle_answer(self, answer: Outcome[SolverResult]) -> None:
        self.store_answer(answer)
        self._request_guides()
        self._notify_change()

    def _request_guides(self) -> None:
        # Building guides can take as long as the search itself, so it is a separate job.
        guide, aims = self._final_guide, self.game.play.aims
        if self._service is None or guide is None or guide is self._requested_guide or not aims:
            return
        solver, hop = self._service
        self._requested_guide, self._is_requesting = guide, True
        solver.run_in_background(
            lambda _: self._build_guides(guide),
            deliver_in_ui(hop, partial(self._handle_guides, guide)),
            slot=SLOT,
        )

    @property
    def _final_guide(self) -> Guide | None:
        """The guide from the finished search, or None if there is none."""
        return self._solver_result.guide if self._solver_result else None

    def _build_guides(self, guide: Guide) -> dict[Aim, Guide | None]:
        return {aim: guide.build_guide(aim) for aim in self.game.play.aims}

    def _handle_guides(self, guide: Guide, found: Outcome[dict[Aim, Guide | None]]) -> None:
        # These guides are outdated if the board was solved again in the meantime.
        if guide is not self._requested_guide:
            return
        self._is_requesting = False
        for aim, toward in (found.value or {}).items():
            if toward is not None:
                self._routes[aim].set_guide(toward, *self._known_solution(aim))
        self._notify_change()

    def _follow_facts(self, guide: Guide | None = None) -> None:
        """Set all routes from ``guide`` or, without one, from the known solutions.

        A route from a solution covers only the positions along that solution.
        """
        for aim, way in self._routes.items():
            solution, length = self._known_solution(aim)
            # The search's guide leads to any win, so it is of no use for better kinds of wins.
            known = guide if aim is None else None
            if known is None and solution is not None and self.game.compares_lengths:
                known = exploration.follow_solution(
                    self.game.play, self._level.board, solution, aim
                )
            way.set_guide(known, solution, length)

    def _known_solution(self, aim: Aim | None) -> tuple[MoveTuple | None, int | None]:
        """Return a shortest solution for a kind of win, and its length.

        Either is None if the facts do not contain it. In a game whose solutions are not compared by
        length, the length is always None.
        """
        if not self.game.compares_lengths:
            return (self._solver_result.moves if self._solver_result else None), None
        facts = self.facts if aim is None else self.facts.get(aim.name)
        if not isinstance(facts, Mapping):
            return None, None
        length, word = facts.get(self.measure.units[0].key), facts.get("solution")
        try:
            solution = self.game.play.read_moves(word) if isinstance(word, str) else None
        except MoveError:  # the verdict was written by hand
            solution = None
        return solution, length if isinstance(length, int) else None
