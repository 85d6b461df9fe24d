"""Small random changes of levels, and what they can be for; see :mod:`engine.making.improving`.

Whatever the change, the size of a board stays as it is, its locked cells, and how many there are
of each kind of piece and feature. Walls and clues may come and go.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.game.position import OwnBoard
from engine.values.level import Board

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers


class Mutations(ABC):
    """The mutations of a game's boards, what they can be for, and what is not to suffer by them.

    Attributes:
        needs: facts of the solver that make a board a level at all, the first of them the most
            needed: what lacks one is worse than whatever has it.
        guarded: further facts of the solver that are not to fall, numbers.
        solutions: the fact that counts the shortest solutions, or says whether there is but one;
            None where nothing does.
        trapped: whether the solver's graph of states tells which moves lead into dead ends.
        rising: by the name of an aim of the game's own, the facts of the solver that are to rise,
            the first of them first.
        nearing: by the name of an aim with a number, the same, the last of which is to come to that
            number; under the aim's own name the solver tells it of a level that is as wanted.
    """

    needs: tuple[str, ...] = ("solvable",)
    guarded: tuple[str, ...] = ()
    solutions: str | None = None
    trapped: bool = False
    rising: Mapping[str, tuple[str, ...]] = {}
    nearing: Mapping[str, tuple[str, ...]] = {}

    @abstractmethod
    def mutate(self, board: OwnBoard, random: RandomNumbers) -> Board:
        """The board with one random change, which may break a rule of the game.

        The same board for the same numbers, and that itself where the change comes to nothing.
        """

    def faults(self, board: OwnBoard) -> tuple[int, ...]:
        """How often each thing is wrong that a look shows and that is not to rise; by default none.

        As many numbers for every board of the game.
        """
        return ()
