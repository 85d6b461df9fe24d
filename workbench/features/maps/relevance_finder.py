"""The background search for the relevance of objects, and functions that describe it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.evaluation.level_mechanics import find_mechanics
from engine.evaluation.relevance import Relevance, RelevanceKind
from engine.game.game import Game
from engine.search.solver_result import SolverResult
from engine.values.budget import Control
from engine.values.grid import Cell
from engine.values.mechanic_use_words import Mechanics
from workbench.features.maps.map_finder import MapFinder, explain_unanswered, explain_unknown
from workbench.service import tasks
from workbench.service.solver_service import SolverService
from workbench.service.tasks import Task
from workbench.session.board_verdicts import CallInUi, Verdicts
from workbench.text.quantity_text import format_count
from workbench.text.solution_length import format_total, list_units

Relevances = Sequence[Relevance]

SEARCHING_OBJECTS = "solving the level without each object"
NO_OBJECTS = "this board has no objects to take away"
WORTHS: Mapping[RelevanceKind, str] = {
    "inert": "changes nothing",
    "needed": "needed",
    "other": "changes something else",
    "unknown": "not known",
}
"""The names shown for the kinds of relevance, in the order in which the pane lists them."""
_MARKED: tuple[RelevanceKind, ...] = ("needed", "inert")
"""The kinds of relevance that have a mark. If both occur in a cell, the last one is drawn."""


def find_refusal(verdicts: Verdicts) -> str | None:
    """Return the reason why relevance cannot be found for a board, or None if it can be."""
    refused = explain_unanswered(verdicts, "solution")
    if refused is None and verdicts.board is not None:
        empty = next(iter(verdicts.game.boards.list_objects(verdicts.board)), None) is None
        refused = (
            NO_OBJECTS
            if empty
            else explain_unknown(verdicts, lambda solved: explain_missing(solved.facts))
        )
    return refused


def explain_missing(facts: Mapping[str, Any]) -> str | None:
    """Return the reason why these facts are not enough to find relevance, or None if they are."""
    return None if facts.get("complete") else "not known: there are too many positions"


class BoardRelevance(NamedTuple):
    """The relevance of each object on a board, and the mechanics used by the board's solutions."""

    objects: tuple[Relevance, ...]
    mechanics: Mechanics


class RelevanceFinder(MapFinder[BoardRelevance]):
    """The search for the relevance of each object on the current board."""

    searching_message = SEARCHING_OBJECTS
    refusal = staticmethod(find_refusal)

    def __init__(
        self,
        game: Game,
        solver: SolverService,
        run_in_ui_thread: CallInUi,
        handle_change: Callable[[], None],
    ) -> None:
        super().__init__(solver, run_in_ui_thread, handle_change)
        self._game = game

    def run_task(
        self, task: Task[tuple[Relevance, ...]], solved: SolverResult, control: Control
    ) -> BoardRelevance:
        """Run ``task`` to find each object's relevance, then find the mechanics.

        This is called in a thread.
        """
        things = self._solver.run_task(task, control)
        return BoardRelevance(things, find_mechanics(self._game, solved, control))

    def make_task(self, verdicts: Verdicts, solved: SolverResult) -> Task[tuple[Relevance, ...]]:
        """Return the task that solves the board once for each object, with that object removed."""
        assert verdicts.board is not None
        return partial(tasks.find_relevances, verdicts.game, verdicts.board, dict(solved.facts))


def find_mark(each: Relevance) -> str | None:
    """Return the name of the mark for an object, or None if its kind of relevance has none."""
    return each.kind if each.kind in _MARKED else None


def make_marks(found: Relevances) -> dict[Cell, str]:
    """Return the names of the marks for cells, based on the relevance of the objects in them."""
    listed = [((each.thing.row, each.thing.col), find_mark(each)) for each in found]
    # Later entries in a dictionary replace earlier ones, so "inert" replaces "needed".
    return {cell: name for name in _MARKED for cell, own in listed if own == name}


def split_counted(found: Relevances) -> tuple[Relevances, Relevances]:
    """Separate objects that count for relevance from those that do not, such as walls."""
    own = tuple(each for each in found if each.thing.counted)
    return own, tuple(each for each in found if not each.thing.counted)


def summarize(found: Relevances) -> str:
    """Return a phrase that says how many objects change nothing, or that all of them matter."""
    own, around = split_counted(found)
    if not found:
        return NO_OBJECTS
    if not own:
        return f"no objects, only {describe_uncounted(around)}"
    inert = sum(each.kind == "inert" for each in own)
    if all(each.kind in ("needed", "other") for each in own):
        return "the only object matters" if len(own) == 1 else f"all {len(own)} objects matter"
    if len(own) == inert == 1:
        return "the only object changes nothing"
    verb = "changes" if inert == 1 else "change"
    return f"{inert} of {format_count(len(own), 'object')} {verb} nothing"


def describe_uncounted(around: Relevances) -> str:
    """Return a phrase that says how many objects do not count, such as ``8 walls``."""
    kinds = {each.thing.kind for each in around}
    return format_count(len(around), kinds.pop() if len(kinds) == 1 else "object")


def format_counts(found: Relevances) -> str:
    """Return a phrase that says how many objects are needed and how many are inert."""
    worths = [each.kind for each in found]
    return f"{worths.count('needed')} needed, {worths.count('inert')} inert"


def describe_without(
    game: Game, facts: Mapping[str, Any], each: Relevance, *, wide: bool = True
) -> str:
    """Return the length of the solution without an object, as text such as ``7 moves``.

    Args:
        game: The game of the level.
        facts: The facts of the verdict on the level.
        each: The relevance of the object.
        wide: False to leave out the names of the units if there are several units.
    """
    if each.kind == "unknown":
        return WORTHS[each.kind]
    if each.inert:
        return "no change"
    if not each.solvable:
        return "cannot be won"
    if each.moves is None:
        return "length not known"
    # If the verdict has a fact for layers, the length is a number of layers.
    measured = list_units(game, {"layers": each.moves} if "layers" in facts else {})
    if len(measured) > 1 and not wide:
        return f"{each.moves:,} in total"
    return format_total(measured, each.moves)


def describe_object(game: Game, facts: Mapping[str, Any], each: Relevance) -> str:
    """Describe an object's relevance and, unless it is inert, the solution length without it."""
    said = WORTHS[each.kind]
    if each.kind in ("inert", "unknown"):
        return said
    return f"{said}, without it: {describe_without(game, facts, each)}"


def describe_cell(game: Game, facts: Mapping[str, Any], found: Relevances, cell: Cell) -> str:
    """Describe in one line the objects in a cell or, if it is empty, all objects."""
    here = [each for each in found if (each.thing.row, each.thing.col) == cell]
    if not here:
        return summarize(found)
    if len(here) == 1 and here[0].thing.direction is None:
        return describe_object(game, facts, here[0])
    return " · ".join(f"{each.thing.title}: {describe_object(game, facts, each)}" for each in here)
