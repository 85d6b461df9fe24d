"""The goal that hints lead to: a better kind of win while one is possible, otherwise any win."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.play_position import Position
from engine.values.ratings_and_awards import Aim
from engine.values.win_distance_guide import Lookahead
from workbench.session.playtest.level_analysis import LevelAnalysis
from workbench.session.playtest.shortest_win_routes import WinRoute
from workbench.text.solution_length import MoveTuple

ANY = "any win"


@dataclass(frozen=True, slots=True)
class HintGoal:
    """The kind of win that hints lead to from a given position, with the route to it.

    Attributes:
        route: The route to a win of that kind.
        moves: The moves from the start to the position.
        aim: The kind of win, or None for any win.
        title: The title of the kind of win, or an empty string if the game has only one kind.
        short: The title shortened to one or two words.
        missed: The best kind of win that can no longer be reached, or None if none was missed.
        since: The number of the move that put ``missed`` out of reach, or None if it is unknown.
    """

    route: WinRoute
    moves: MoveTuple
    aim: Aim | None = None
    title: str = ""
    short: str = ""
    missed: Aim | None = None
    since: int | None = None

    @property
    def lookahead(self) -> Lookahead | None:
        """The lookahead for the position, or None while it is unknown."""
        return self.route.look_ahead(self.moves)

    @property
    def remaining_text(self) -> str:
        """The length of a shortest continuation as text; see :meth:`WinRoute.format_remaining`."""
        return self.route.format_remaining(self.moves)

    @property
    def excess(self) -> int | None:
        """The number of wasted moves so far; see :meth:`WinRoute.count_excess`."""
        return self.route.count_excess(self.moves)

    @property
    def missed_text(self) -> str:
        """A clause about the better kind of win that was missed, or "" if none was."""
        if self.missed is None:
            return ""
        since = "" if self.since is None else f" since your move {self.since}"
        return f"{self.missed.title} is out of reach{since}"


def choose_goal(
    analysis: LevelAnalysis, position: Position, moves: MoveTuple, *, prefers_better: bool = True
) -> HintGoal:
    """Choose the kind of win that hints lead to.

    If ``prefers_better`` is True, choose the best kind of win that is still possible. Otherwise, or
    if no better kind is possible, choose any win.
    """
    missed = since = None
    aims = analysis.game.play.aims
    for aim in aims if prefers_better else ():
        way = analysis.get_route(aim)
        if is_reachable(analysis, position, moves, aim) is False:
            # A kind of win that was never possible in this level does not count as missed.
            if missed is None and not way.is_impossible:
                missed, since = aim, _find_losing_move(way, moves)
        # While the search is running, assume that this kind of win is possible.
        elif way.look_ahead(moves) is not None or analysis.is_searching:
            title, short = _get_titles(analysis, aim, moves)
            return HintGoal(way, moves, aim, title, short, missed, since)
    named = ANY if aims else ""
    return HintGoal(analysis, moves, None, named, named, missed, since)


def is_reachable(
    analysis: LevelAnalysis, position: Position, moves: MoveTuple, aim: Aim
) -> bool | None:
    """Return whether a kind of win can be reached from ``position``, or None if unknown."""
    if analysis.game.play.is_aim_missed(position, aim):
        return False
    prospect = analysis.get_route(aim).look_ahead(moves)
    return None if prospect is None else not prospect.is_dead


def _get_titles(analysis: LevelAnalysis, aim: Aim, moves: MoveTuple) -> tuple[str, str]:
    """Return the title and the short title of a kind of win."""
    prospect = analysis.get_route(aim).look_ahead(moves)
    remaining = None if prospect is None else prospect.remaining
    # A win of this kind that is also as short as the optimum may have its own title.
    if aim.best_title and remaining is not None and len(moves) + remaining == analysis.optimum:
        return aim.best_title, aim.best_title
    return aim.title, aim.short_title


def _find_losing_move(route: WinRoute, moves: MoveTuple) -> int | None:
    """Return the number of the move that put a kind of win out of reach, or None if unknown."""
    back = route.count_moves_back(moves)
    # A win was possible after taking back ``back`` moves, so the next move lost it.
    return None if back is None else len(moves) - back + 1
