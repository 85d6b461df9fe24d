"""What hints lead to: a better kind of win while it can be had, else any win."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.position import Position
from engine.values.guide import Prospect
from engine.values.judgement import Aim
from workbench.session.playing.advice import Advice
from workbench.session.playing.way import Route
from workbench.text.measures import Moves

ANY = "any win"


@dataclass(frozen=True, slots=True)
class Course:
    """The kind of win that is led to from a position, and the way there.

    Attributes:
        way: the way to wins of that kind.
        aim: the kind, None for any win.
        title: what the win would be called; empty in a game whose wins are all alike.
        short: the same in one or two words.
        missed: a better kind that cannot be had any more, None if there is none.
        since: the number of the move that put it out of reach; None if that is not known, or no
            move did.
    """

    way: Route
    moves: Moves
    aim: Aim | None = None
    title: str = ""
    short: str = ""
    missed: Aim | None = None
    since: int | None = None

    @property
    def prospect(self) -> Prospect | None:
        """What lies ahead; None while it is not known."""
        return self.way.prospect(self.moves)

    @property
    def ahead(self) -> str:
        """How long the way on is, in words; see :meth:`Route.ahead`."""
        return self.way.ahead(self.moves)

    @property
    def off(self) -> int | None:
        """Moves lost; see :meth:`Route.off_track`."""
        return self.way.off_track(self.moves)

    @property
    def lost(self) -> str:
        """That a better kind of win cannot be had any more, as a sentence; empty if it can."""
        if self.missed is None:
            return ""
        since = "" if self.since is None else f" since your move {self.since}"
        return f"{self.missed.title} is out of reach{since}"


def course(advice: Advice, position: Position, moves: Moves, *, aiming: bool = True) -> Course:
    """What hints lead to: a better kind of win if ``aiming`` and it can be had, else any."""
    missed = since = None
    aims = advice.game.play.aims
    for aim in aims if aiming else ():
        way = advice.toward(aim)
        if can_be_had(advice, position, moves, aim) is False:
            if missed is None and not way.closed:
                missed, since = aim, _since(way, moves)
        elif way.prospect(moves) is not None or advice.searching:
            title, short = _titles(advice, aim, moves)
            return Course(way, moves, aim, title, short, missed, since)
    named = ANY if aims else ""
    return Course(advice, moves, None, named, named, missed, since)


def can_be_had(advice: Advice, position: Position, moves: Moves, aim: Aim) -> bool | None:
    """Whether a win of a kind can be reached from a position; None while that is not known."""
    if advice.game.play.missed(position, aim):
        return False
    prospect = advice.toward(aim).prospect(moves)
    return None if prospect is None else not prospect.dead


def _titles(advice: Advice, aim: Aim, moves: Moves) -> tuple[str, str]:
    """What a win of a kind would be called now, in full and in short."""
    prospect = advice.toward(aim).prospect(moves)
    remaining = None if prospect is None else prospect.remaining
    if aim.best and remaining is not None and len(moves) + remaining == advice.best:
        return aim.best, aim.best
    return aim.title, aim.short


def _since(way: Route, moves: Moves) -> int | None:
    """The number of the move that put a kind of win out of reach."""
    back = way.way_back(moves)
    return None if back is None else len(moves) - back + 1
