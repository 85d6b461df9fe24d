"""The solutions to the open level that can be played back, one for each kind of win."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from engine.game.game import Game
from engine.search.solver_result import SolverResult
from workbench.session.history import History

if TYPE_CHECKING:
    from engine.search.solution_finder import Solution


class NamedSolution(NamedTuple):
    """A solution to play back. Its title is empty in a game with only one kind of win."""

    title: str
    moves: tuple[str, ...]


class SolutionChoices:
    """The solutions that can be played back, and which of them is selected.

    Initially a shortest solution is selected. If several kinds of wins have equally short
    solutions, the solution for the best kind is selected.
    """

    def __init__(self, history: History) -> None:
        self._history = history
        self._solved: SolverResult | None = None
        self._solutions: tuple[NamedSolution, ...] = ()
        self._number = 0
        self._picked: NamedSolution | None = None

    def clear(self) -> None:
        """Drop all solutions, because the board has changed."""
        self._solved, self._solutions, self._number, self._picked = None, (), 0, None

    @property
    def best_solutions(self) -> tuple[NamedSolution, ...]:
        """One solution for each kind of win, taken from the most recent verdict."""
        solved = self._history.solver_result
        # While a new search is running, the solutions from the last verdict stay available.
        if solved is not None and solved is not self._solved:
            self._solved, self._solutions = solved, _select_solutions(self._history.game, solved)
        return self._solutions

    @property
    def selected_solution(self) -> NamedSolution | None:
        """The selected solution, or None while no solution is known."""
        if self._picked is not None:
            return self._picked
        return (
            self.best_solutions[self._number] if self._number < len(self.best_solutions) else None
        )

    def select_solution(self, solution: NamedSolution) -> None:
        """Select a solution, which need not be one of the choices."""
        self._picked = solution

    @property
    def has_list(self) -> bool:
        """True if all solutions can be listed and there is at least one."""
        solved = self._history.solver_result
        return solved is not None and solved.solutions is not None and bool(solved.solvable)

    def list_solutions(self) -> Iterator[tuple[Solution, NamedSolution]]:
        """Yield all shortest solutions of each kind, then a longer one for each first move.

        First moves that also begin a shortest solution are skipped.
        """
        solved = self._history.solver_result
        if solved is None or solved.solutions is None:
            return
        finder = solved.solutions
        shortest = {found.kind: len(found.moves) for found in finder.list_firsts()}
        longer = (
            found for found in finder.list_by_move() if len(found.moves) > shortest[found.kind]
        )
        for found in chain(finder.list_all_shortest(), longer):
            yield found, NamedSolution(finder.get_title(found), found.moves)

    def select_next_kind(self) -> bool:
        """Select the next kind of win, and return True.

        After the last kind, or a solution picked from a list, select the first kind and return
        False.
        """
        if self._picked is not None:
            self._picked, self._number = None, 0
            return False
        self._number = (self._number + 1) % max(len(self.best_solutions), 1)
        return self._number > 0


def _select_solutions(game: Game, solved: SolverResult) -> tuple[NamedSolution, ...]:
    """Return the first shortest solution of each kind.

    If the game has only one kind of win, return the verdict's solution, if any.
    """
    if solved.solutions is None or not solved.solutions.kinds:
        return () if solved.moves is None else (NamedSolution("", solved.moves),)
    firsts = solved.solutions.list_firsts()
    titles = [solved.solutions.get_title(found) for found in firsts]
    for aim in game.play.aims:
        if firsts and firsts[0].kind == aim.kind:  # the first solution is the shortest of all kinds
            titles[0] = aim.best_title or titles[0]
    return tuple(
        NamedSolution(title, found.moves) for title, found in zip(titles, firsts, strict=True)
    )
