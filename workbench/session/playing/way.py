"""The way to a win from the positions of a level, or to a win of one kind."""

from __future__ import annotations

from collections.abc import Mapping

from engine.values.guide import Guide, Ponders, Prospect
from workbench.document.measures import Moves, PlayCounter
from workbench.document.status import count


class Route:
    """What is known of the way to a win after any moves from the start.

    Attributes:
        measure: how long ways are.
        wanted: moves that something was asked of, and that have to be searched first.
    """

    def __init__(self, measure: PlayCounter) -> None:
        self.measure = measure
        self.wanted: dict[Moves, None] = {}
        self._guide: Guide | None = None
        self._waits = True
        self._known: dict[Moves, Prospect | None] = {}
        self._shortest: Moves | None = None
        self._length: int | None = None

    def show(self, guide: Guide | None, solution: Moves | None, length: int | None) -> None:
        """Takes what has been found out.

        Args:
            guide: knows positions; None if nothing is known of them.
            solution: a shortest one, None if none is known.
            length: of a shortest solution, None if not known or there is none.
        """
        self._guide, self._shortest, self._length = guide, solution, length
        self._known.clear()
        self.wanted.clear()

    @property
    def solution(self) -> Moves | None:
        """A shortest solution, None if none is known."""
        return self._shortest

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
        if moves not in self._known:
            guide = self._guide
            if isinstance(guide, Ponders) and self._waits:
                known = guide.known(moves)
                if known is None:
                    self.wanted[moves] = None
                    return None
                self._known[moves] = known
            else:
                self._known[moves] = None if guide is None else guide.prospect(moves)
        return self._known[moves]

    def learn(self, found: Mapping[Moves, Prospect | None]) -> None:
        """Takes what a search has found out; None for what it could not."""
        self._known.update(found)
        self.wanted = {moves: None for moves in self.wanted if moves not in found}

    def forget_unknown(self) -> bool:
        """Has what could not be found out be searched again; False if there is nothing such."""
        unknown = [moves for moves, found in self._known.items() if found is None]
        if not isinstance(self._guide, Ponders):
            return False
        for moves in unknown:
            del self._known[moves]
        return bool(unknown)

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
