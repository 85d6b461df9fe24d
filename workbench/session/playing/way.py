"""The way to a win from the positions of a level, or to a win of one kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.values.guide import Guide, Ponders, Prospect
from engine.values.judgement import Aim
from workbench.service.lanes import Outcome
from workbench.service.solving import SolverService
from workbench.service.tasks import ponder
from workbench.session.verdicts import Hop, through
from workbench.text.measures import Moves, PlayCounter
from workbench.text.status import count


class Lookahead:
    """A guide that answers at once, with what is known; what it lacks is searched for meanwhile.

    Args:
        guide: the guide that may have to search.
        lane: the service's lane to search in.
        service: gives what searches, and the way back to the thread of the session; None for now.
        changed: called in that thread when more is known.
    """

    def __init__(
        self,
        guide: Ponders,
        lane: str,
        service: Callable[[], tuple[SolverService, Hop] | None],
        changed: Callable[[], None],
    ) -> None:
        self.guide = guide
        self._lane, self._service, self._changed = lane, service, changed
        self._found: dict[Moves, Prospect | None] = {}
        self._wanted: dict[Moves, None] = {}
        self._busy = False

    @property
    def searching(self) -> bool:
        """Whether more will be known."""
        return bool(self._wanted)

    def prospect(self, moves: Moves) -> Prospect | None:
        """What lies ahead after some moves; None while it is not known."""
        found = self._found.get(moves) or self.guide.known(moves)
        if found is not None:
            self._found[moves] = found
        elif moves not in self._found:
            self._wanted[moves] = None
        if self._wanted and not self._busy:
            self._search()
        return found

    def toward(self, aim: Aim) -> Guide | None:
        """A guide to wins of one kind; may take long."""
        return self.guide.toward(aim)

    def drop(self) -> None:
        """Forget what was asked and is not known yet: the next question comes first."""
        self._wanted.clear()
        self._busy = False

    def _search(self) -> None:
        if (service := self._service()) is None:
            return
        solver, hop = service
        # The newest first: that is where the player is.
        task = partial(ponder, self.guide, (*reversed(self._wanted),))
        self._busy = True
        arrived = through(hop, self._arrived)
        solver.background(lambda control: solver.run(task, control), arrived, self._lane)

    def _arrived(self, outcome: Outcome[dict[Moves, Prospect | None]]) -> None:
        found = outcome.value or {}
        self._busy = False
        self._found |= found
        going_on = found and not outcome.cancelled
        self._wanted = {moves: None for moves in self._wanted if going_on and moves not in found}
        if self._wanted:
            self._search()
        self._changed()


class Route:
    """What is known of the way to a win after any moves from the start.

    Attributes:
        measure: how long ways are.
        solution: a shortest solution, None if none is known.
    """

    def __init__(self, measure: PlayCounter, guide: Guide | None = None) -> None:
        self.measure = measure
        self.show(guide, None, None)

    def show(self, guide: Guide | None, solution: Moves | None, length: int | None) -> None:
        """Takes a guide to positions, a shortest solution and its length, None for what is unknown.

        There is no length either where there is no solution.
        """
        self.solution, self._guide, self._length = solution, guide, length
        self._known: dict[Moves, Prospect | None] = {}

    @property
    def best(self) -> int | None:
        """The length of a shortest solution, None if that is not known or there is none."""
        start = self.prospect(())
        if start is None:
            return self._length
        return None if start.dead else self.total(())

    @property
    def closed(self) -> bool:
        """Whether it is known that there is no such win, whatever is done."""
        start = self.prospect(())
        return start is not None and start.dead

    def prospect(self, moves: Moves) -> Prospect | None:
        """What lies ahead after some moves from the start; None while it is not known."""
        guide = self._guide
        if isinstance(guide, Lookahead):  # remembers by itself what it knows by now
            return guide.prospect(moves)
        if moves not in self._known:
            self._known[moves] = None if guide is None else guide.prospect(moves)
        return self._known[moves]

    def rest(self, moves: Moves) -> Moves | None:
        """The moves of a shortest way on; None while not known, or if there is none."""
        prospect, rest = self.prospect(moves), list[str]()
        while prospect is not None and prospect.remaining:
            rest.append(prospect.best[0])
            prospect = self.prospect((*moves, *rest))
        return None if prospect is None or prospect.dead else tuple(rest)

    def total(self, moves: Moves) -> int | None:
        """The length of these moves and the shortest way on; None if not known or there is none."""
        if self.measure.plain:
            prospect = self.prospect(moves)
            remaining = None if prospect is None else prospect.remaining
            return None if remaining is None else len(moves) + remaining
        rest = self.rest(moves)
        return None if rest is None else self.measure.length(moves + rest)

    def ahead(self, moves: Moves) -> str:
        """How long the shortest way on is, in words; empty if not known or there is none."""
        if self.measure.plain:
            prospect = self.prospect(moves)
            remaining = None if prospect is None else prospect.remaining
            return "" if remaining is None else count(remaining, self.measure.unit)
        rest = self.rest(moves)
        return "" if rest is None else self.measure.ahead(moves, rest)

    def off_track(self, moves: Moves) -> int | None:
        """By how much these and the shortest way on exceed the optimum; None if not known.

        None too where no win can be reached.
        """
        total, best = self.total(moves), self.best
        return None if total is None or best is None else total - best

    def way_back(self, moves: Moves) -> int | None:
        """How many of the last moves to take back until a win can be reached; None if never."""
        for back in range(len(moves) + 1):
            prospect = self.prospect(moves[: len(moves) - back])
            if prospect is None:
                return None
            if not prospect.dead:
                return back
        return None
