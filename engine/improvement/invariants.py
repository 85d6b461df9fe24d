"""The invariants of a level, which its improvements must not violate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.evaluation.evaluated_board import EvaluatedBoard, get_mutations
from engine.game.game import Game
from engine.values.expression import get_fact
from engine.values.level import Board


@dataclass(frozen=True, slots=True)
class Invariants:
    """The qualities of a board that every change to it must preserve.

    Attributes:
        game: The game of the board.
        facts: The solver's facts about the board; empty for a draft.
        faults: For each kind of fault that can be found without solving the board, the number of
            such faults.
    """

    game: Game
    facts: Mapping[str, Any]
    faults: Mapping[str, int]

    @classmethod
    def from_board(cls, source: EvaluatedBoard) -> Invariants:
        """Create the invariants of a solved board."""
        return cls.from_facts(source.game, source.board, source.facts)

    @classmethod
    def from_facts(cls, game: Game, board: Board, facts: Mapping[str, Any]) -> Invariants:
        """Create the invariants of a board whose facts are known."""
        return cls(game, facts, get_mutations(game).count_faults(board))

    def find_lost_needs(self, facts: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the facts that every level must have and that a change to the board has removed.

        Args:
            facts: The solver's facts about the changed board.
        """
        needs = get_mutations(self.game).required_facts
        return tuple(need for need in needs if self.facts.get(need) and not facts[need])

    def find_fallen_facts(self, facts: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the guarded facts whose values are lower than on the original board, or unknown.

        Args:
            facts: The solver's facts about the changed board.
        """
        fallen = []
        for key in get_mutations(self.game).guarded_facts if self.facts else ():
            before, after = get_fact(self.facts, key), get_fact(facts, key)
            if before is not None and (after is None or after < before):
                fallen.append(key)
        return tuple(fallen)

    def find_increased_faults(self, board: Board) -> tuple[str, ...]:
        """Return the kinds of faults that are more frequent on ``board`` than on the original."""
        faults = get_mutations(self.game).count_faults(board)
        return tuple(name for name, number in faults.items() if number > self.faults[name])
