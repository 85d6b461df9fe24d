"""Routes from the positions of a level to any win, or to a win of one kind.

A guide from the solver gives two answers for the position after some moves: the distance to a win
and the best next moves. Following the best moves gives a shortest route. Some guides must search
for an answer. A :class:`BackgroundGuide` wraps such a guide so that asking it never blocks.

For example, suppose that the optimum is 12 moves and that the player has made the moves ``RRU``. If
the distance to a win is now 11, the total is 14, which is 2 moves more than the optimum.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.values.ratings_and_awards import Aim
from engine.values.win_distance_guide import Guide, Lookahead, SlowGuide
from workbench.service.job_slots import Outcome
from workbench.service.solver_service import SolverService
from workbench.service.tasks import look_ahead
from workbench.session.board_verdicts import CallInUi, deliver_in_ui
from workbench.text.quantity_text import format_count
from workbench.text.solution_length import MoveTuple, PlayCounter


class BackgroundGuide:
    """A guide that gives known answers immediately and finds the others in the background.

    Args:
        guide: The guide to wrap, which may have to search for an answer.
        slot: The name of the job slot in which to search.
        get_service: A function that returns the solver service and a function that runs a callback
            in the session's thread, or None if neither is available yet.
        notify_change: A function called in the session's thread when more answers are known.
    """

    def __init__(
        self,
        guide: SlowGuide,
        slot: str,
        get_service: Callable[[], tuple[SolverService, CallInUi] | None],
        notify_change: Callable[[], None],
    ) -> None:
        self.guide = guide
        self._slot, self._get_service, self._notify_change = slot, get_service, notify_change
        self._found: dict[MoveTuple, Lookahead | None] = {}
        self._wanted: dict[MoveTuple, None] = {}
        self._busy = False

    @property
    def is_searching(self) -> bool:
        """True if some questions have not been answered yet."""
        return bool(self._wanted)

    def look_ahead(self, moves: MoveTuple) -> Lookahead | None:
        """Return the lookahead for the position after ``moves``, or None while it is unknown."""
        found = self._found.get(moves) or self.guide.look_up(moves)
        if found is not None:
            self._found[moves] = found
        # A stored None is final: the guide has no answer for these moves.
        elif moves not in self._found:
            self._wanted[moves] = None
        if self._wanted and not self._busy:
            self._start_search()
        return found

    def build_guide(self, aim: Aim) -> Guide | None:
        """Build a guide to one kind of win. This may take a long time."""
        return self.guide.build_guide(aim)

    def drop_questions(self) -> None:
        """Drop all pending questions, so that the next one is answered first."""
        self._wanted.clear()
        self._busy = False

    def _start_search(self) -> None:
        if (service := self._get_service()) is None:
            return
        solver, hop = service
        # Put the newest question first, because it is about the current position.
        task = partial(look_ahead, self.guide, (*reversed(self._wanted),))
        self._busy = True
        arrived = deliver_in_ui(hop, self._handle_answers)
        solver.run_in_background(
            lambda control: solver.run_task(task, control), arrived, self._slot
        )

    def _handle_answers(self, outcome: Outcome[dict[MoveTuple, Lookahead | None]]) -> None:
        found = outcome.value or {}
        self._busy = False
        # There may be more answers than questions: those for positions along the best route.
        self._found |= found
        # Without any answer, or after a cancellation, asking again might never end.
        going_on = found and not outcome.cancelled
        self._wanted = {moves: None for moves in self._wanted if going_on and moves not in found}
        if self._wanted:
            self._start_search()
        self._notify_change()


class WinRoute:
    """The routes to a win from all positions of a level.

    Attributes:
        measure: A counter that measures the length of a sequence of moves.
        solution: A shortest solution, or None if none is known.
    """

    def __init__(self, measure: PlayCounter, guide: Guide | None = None) -> None:
        self.measure = measure
        self.set_guide(guide, None, None)

    def set_guide(
        self, guide: Guide | None, solution: MoveTuple | None, length: int | None
    ) -> None:
        """Set the guide, a shortest solution and its length, each of which may be None.

        None means unknown. The length is also None if there is no solution.
        """
        self.solution, self._guide, self._length = solution, guide, length
        self._known: dict[MoveTuple, Lookahead | None] = {}

    @property
    def optimum(self) -> int | None:
        """The length of a shortest solution, or None if it is unknown or the level has none."""
        start = self.look_ahead(())
        if start is None:
            return self._length
        return None if start.is_dead else self.measure_total(())

    @property
    def is_impossible(self) -> bool:
        """True if the level is known to have no win of this kind."""
        start = self.look_ahead(())
        return start is not None and start.is_dead

    def look_ahead(self, moves: MoveTuple) -> Lookahead | None:
        """Return the lookahead for the position after ``moves``, or None while it is unknown."""
        guide = self._guide
        if isinstance(guide, BackgroundGuide):  # which has a cache
            return guide.look_ahead(moves)
        if moves not in self._known:
            self._known[moves] = None if guide is None else guide.look_ahead(moves)
        return self._known[moves]

    def find_continuation(self, moves: MoveTuple) -> MoveTuple | None:
        """Return a shortest continuation to a win, or None if it is unknown or there is none."""
        prospect, rest = self.look_ahead(moves), list[str]()
        # Each best move shortens the distance by one, so the loop ends.
        while prospect is not None and prospect.remaining:
            rest.append(prospect.best[0])
            prospect = self.look_ahead((*moves, *rest))
        return None if prospect is None or prospect.is_dead else tuple(rest)

    def measure_total(self, moves: MoveTuple) -> int | None:
        """Return the length of ``moves`` plus a shortest continuation, or None if none is known."""
        if self.measure.has_one_unit:
            prospect = self.look_ahead(moves)
            remaining = None if prospect is None else prospect.remaining
            return None if remaining is None else len(moves) + remaining
        rest = self.find_continuation(moves)
        return None if rest is None else self.measure.measure_length(moves + rest)

    def format_remaining(self, moves: MoveTuple) -> str:
        """Format the length of a shortest continuation, or return "" if it is unknown."""
        if self.measure.has_one_unit:
            prospect = self.look_ahead(moves)
            remaining = None if prospect is None else prospect.remaining
            return "" if remaining is None else format_count(remaining, self.measure.unit)
        rest = self.find_continuation(moves)
        return "" if rest is None else self.measure.format_remaining(moves, rest)

    def count_excess(self, moves: MoveTuple) -> int | None:
        """Return how many moves have been wasted, or None if that is unknown.

        The number is the length of ``moves`` plus a shortest continuation, minus the optimum. The
        result is also None if no win can be reached.
        """
        total, best = self.measure_total(moves), self.optimum
        return None if total is None or best is None else total - best

    def count_moves_back(self, moves: MoveTuple) -> int | None:
        """Return the smallest number of moves that must be taken back to make a win possible.

        The result is None if no win is possible from any earlier position, or if the lookahead for
        one is unknown.
        """
        # Dead states lead only to dead states, so the first live one found is the closest.
        for back in range(len(moves) + 1):
            prospect = self.look_ahead(moves[: len(moves) - back])
            if prospect is None:
                return None
            if not prospect.is_dead:
                return back
        return None
