"""How levels of a game are made, and changed a little.

A generator has stages, parameters, candidates, and its events in words. Mutations are small random
changes, by which levels are improved; see :mod:`engine.improvement.climbing`. Whatever the change,
the size of a board stays as it is, its locked cells, and how many there are of each kind of piece
and feature. Walls and clues may come and go.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.game.position import OwnBoard
from engine.staging.demands import Limit, certain
from engine.staging.generation import Attempts, Candidate, Event, Recipe, Stage
from engine.values.budget import Control
from engine.values.level import Board
from engine.values.parameters import Schema

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers


class Generator(ABC):
    """Makes levels.

    Attributes:
        parameters: the parameters, and the facts that a level can be accepted by.
        improves: whether it goes on improving a first board; see :mod:`engine.values.budget`.
    """

    stages: tuple[Stage, ...]
    parameters: Schema
    improves: bool = False

    def limits(self, recipe: Recipe) -> Iterable[Limit]:
        """What no level of a recipe goes beyond; by default, all that is kept can be solved.

        Raises:
            ParameterError: parameters that do not go together, or locked cells that no level has.
        """
        return certain(self.parameters, "solvable")

    @abstractmethod
    def candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        """One candidate with its log of events; not yet judged by the solver.

        It is just what the recipe says: a request to finish early is passed over. Games that
        take no more than a moment need not heed ``control`` at all.

        Raises:
            Cancelled: ``control`` was cancelled.
        """

    @abstractmethod
    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """Tries up to ``count`` candidates, from ``recipe.attempt`` on, until one is accepted.

        Generates, solves and judges without a log; long calls poll ``control``. A game that goes
        on improving a candidate publishes the control's ``snapshot``, and takes the best so far
        when asked to finish.
        """

    @abstractmethod
    def describe(self, event: Event) -> str:
        """One event of generation in words, with the draw that caused it."""

    def describe_action(self, events: Sequence[Event]) -> str:
        """The events of one whole action in words; by default one after the other."""
        return "; ".join(map(self.describe, events))


class Mutations(ABC):
    """The mutations of a game's boards, what they can be for, and what is not to suffer by them.

    Attributes:
        needs: facts of the solver that make a board a level at all, the first of them the most
            needed: what lacks one is worse than whatever has it.
        guarded: further facts of the solver that are not to fall, numbers.
        solutions: the fact that counts the shortest solutions, or says whether there is but one;
            None where nothing does.
        trapped: whether the solver's graph of states shows which moves lead into dead ends.
        rising: by the name of an aim of the game's own, the facts of the solver that are to rise,
            the first of them first.
        nearing: by the name of an aim with a number, the same, the last of which is to come to that
            number; under the aim's own name the solver has it of a level that is as wanted.
        best: the fact by which levels alike in others are compared, ``KEY`` where the least is best
            and ``KEY:desc`` where the greatest is.
        wishes: by the name of an aim of the game's own, the expression over facts that
            distinguish levels that a level is to come as close to as it may.
    """

    needs: tuple[str, ...] = ("solvable",)
    guarded: tuple[str, ...] = ()
    solutions: str | None = None
    trapped: bool = False
    best: str = "moves:desc"
    rising: Mapping[str, tuple[str, ...]] = {}
    nearing: Mapping[str, tuple[str, ...]] = {}
    wishes: Mapping[str, str] = {}

    @abstractmethod
    def mutate(self, board: OwnBoard, random: RandomNumbers) -> Board:
        """The board with one random change, which may break a rule of the game.

        The same board for the same numbers, and that itself where the change comes to nothing.
        """

    def faults(self, board: OwnBoard) -> Mapping[str, int]:
        """How often each thing is wrong that a look shows and that is not to rise; by default none.

        By what is wrong, the same for every board of the game, such as ``touching pairs``.
        """
        return {}
