"""What of the level on the design screen matters, found in the background, and in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.evaluation.mechanics import mechanics
from engine.evaluation.relevance import Relevance, Worth
from engine.game.game import Game
from engine.search.solved import Solved
from engine.values.budget import Control
from engine.values.grid import Cell
from engine.values.mechanics import Mechanics
from workbench.features.maps.finding import MapFinder, unanswered, unknown
from workbench.service import tasks
from workbench.service.solving import SolverService
from workbench.service.tasks import Task
from workbench.session.verdicts import Hop, Verdicts
from workbench.text.measures import counted, units
from workbench.text.status import count

Found = Sequence[Relevance]

LOOKING = "looking for what matters: each thing is taken away by itself"
NOTHING = "there is nothing on this board that could be taken away"
WORTHS: Mapping[Worth, str] = {
    "inert": "changes nothing",
    "needed": "needed",
    "other": "changes something else",
    "unknown": "not known",
}
"""What a thing can be worth in words, what is looked for first."""
_MARKED: tuple[Worth, ...] = ("needed", "inert")
"""What has a mark in the theme; where a cell holds several things, the later one is seen."""


def refusal(verdicts: Verdicts) -> str | None:
    """Why nothing can be known of what matters on a board; None if it can, or will be."""
    refused = unanswered(verdicts, "solution")
    if refused is None and verdicts.board is not None:
        empty = next(iter(verdicts.game.boards.things(verdicts.board)), None) is None
        refused = NOTHING if empty else unknown(verdicts, lambda solved: unsought(solved.facts))
    return refused


def unsought(facts: Mapping[str, Any]) -> str | None:
    """Why a verdict cannot be compared with another; None if it can."""
    return None if facts.get("complete") else "not known: too many positions"


class Matters(NamedTuple):
    """What matters on a board: what is different without each thing, and what solutions need."""

    things: tuple[Relevance, ...]
    mechanics: Mechanics


class RelevanceFinder(MapFinder[Matters]):
    """What matters on the board that it follows."""

    looking = LOOKING
    refusal = staticmethod(refusal)

    def __init__(
        self, game: Game, solver: SolverService, hop: Hop, changed: Callable[[], None]
    ) -> None:
        super().__init__(solver, hop, changed)
        self._game = game

    def found(self, task: Task[tuple[Relevance, ...]], solved: Solved, control: Control) -> Matters:
        """What each thing is worth; of the mechanics this process has the whole answer."""
        things = self._solver.run(task, control)
        return Matters(things, mechanics(self._game, solved, control))

    def task(self, verdicts: Verdicts, solved: Solved) -> Task[tuple[Relevance, ...]]:
        """Solves what is left without each thing."""
        assert verdicts.board is not None
        return partial(tasks.relevances, verdicts.game, verdicts.board, dict(solved.facts))


def mark(each: Relevance) -> str | None:
    """The theme's mark of a thing; None for a plain one."""
    return each.worth if each.worth in _MARKED else None


def marks(found: Found) -> dict[Cell, str]:
    """The theme's marks of the cells that hold some things."""
    listed = [((each.thing.row, each.thing.col), mark(each)) for each in found]
    return {cell: name for name in _MARKED for cell, own in listed if own == name}


def parted(found: Found) -> tuple[Found, Found]:
    """The things that a level is made of, and those that only stand around."""
    own = tuple(each for each in found if each.thing.counted)
    return own, tuple(each for each in found if not each.thing.counted)


def summary(found: Found) -> str:
    """How many of the things that a level is made of change nothing."""
    own, around = parted(found)
    if not found:
        return NOTHING
    if not own:
        return f"nothing but {around_words(around)}"
    inert = sum(each.worth == "inert" for each in own)
    verb = "changes" if inert == 1 else "change"
    return f"{inert} of {count(len(own), 'thing')} {verb} nothing"


def around_words(around: Found) -> str:
    """How many things stand around, such as ``8 walls``."""
    kinds = {each.thing.kind for each in around}
    return count(len(around), kinds.pop() if len(kinds) == 1 else "thing")


def in_short(found: Found) -> str:
    """How many of some things are needed, and how many are inert."""
    worths = [each.worth for each in found]
    return f"{worths.count('needed')} needed, {worths.count('inert')} inert"


def left(game: Game, facts: Mapping[str, Any], each: Relevance, *, wide: bool = True) -> str:
    """What the level of some facts is without a thing, such as ``7 moves``.

    Where there is no room, a length of several units is without their names.
    """
    if each.worth == "unknown":
        return WORTHS[each.worth]
    if each.inert:
        return "the same"
    if not each.solvable:
        return "cannot be won"
    if each.moves is None:
        return "no known length"
    measured = units(game, {"layers": each.moves} if "layers" in facts else {})
    if len(measured) > 1 and not wide:
        return f"{each.moves:,} in all"
    return counted(measured, each.moves)


def thing_words(game: Game, facts: Mapping[str, Any], each: Relevance) -> str:
    """What a thing is worth, and what the level is without it."""
    said = WORTHS[each.worth]
    if each.worth in ("inert", "unknown"):
        return said
    return f"{said}, without it: {left(game, facts, each)}"


def cell_words(game: Game, facts: Mapping[str, Any], found: Found, cell: Cell) -> str:
    """What is known of the things of a cell, in one line; of all things if it holds none."""
    here = [each for each in found if (each.thing.row, each.thing.col) == cell]
    if not here:
        return summary(found)
    if len(here) == 1 and here[0].thing.direction is None:
        return thing_words(game, facts, here[0])
    return " · ".join(f"{each.thing.title}: {thing_words(game, facts, each)}" for each in here)
