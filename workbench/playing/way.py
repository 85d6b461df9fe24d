"""The way to a win from the positions of a level, or to a win of one kind."""

from __future__ import annotations

from engine.guide import Guide, Prospect

Moves = tuple[str, ...]


class Way:
    """What is known of the way to a win after any moves from the start."""

    def __init__(self) -> None:
        self._guide: Guide | None = None
        self._known: dict[Moves, Prospect | None] = {}
        self._shortest: Moves | None = None
        self._length: int | None = None

    def show(self, guide: Guide | None, solution: Moves | None, length: int | None) -> None:
        """Takes what has been found out.

        Args:
            guide: knows positions; None if nothing is known of them.
            solution: a shortest one, None if none is known.
            length: moves of a shortest solution, None if not known or there is none.
        """
        self._guide, self._shortest, self._length = guide, solution, length
        self._known.clear()

    @property
    def solution(self) -> Moves | None:
        """A shortest solution, None if none is known."""
        return self._shortest

    @property
    def best(self) -> int | None:
        """Moves of a shortest solution, None if that is not known or there is none."""
        start = self.prospect(())
        return self._length if start is None else start.remaining

    @property
    def closed(self) -> bool:
        """Whether it is known that there is no such win, whatever is done."""
        start = self.prospect(())
        return start is not None and start.dead

    def prospect(self, moves: Moves) -> Prospect | None:
        """What lies ahead after some moves from the start; None while it is not known."""
        if moves not in self._known:
            self._known[moves] = None if self._guide is None else self._guide.prospect(moves)
        return self._known[moves]

    def off_track(self, moves: Moves) -> int | None:
        """Moves by which these and the shortest way on exceed the optimum; None if not known.

        None too where no win can be reached.
        """
        prospect, best = self.prospect(moves), self.best
        if prospect is None or prospect.remaining is None or best is None:
            return None
        return len(moves) + prospect.remaining - best

    def way_back(self, moves: Moves) -> int | None:
        """How many of the last moves to take back until a win can be reached; None if never."""
        for back in range(len(moves) + 1):
            prospect = self.prospect(moves[: len(moves) - back])
            if prospect is None:
                return None
            if not prospect.dead:
                return back
        return None
