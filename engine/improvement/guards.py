"""What a level has that no change of it is to take away, whatever the change is for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.evaluation.candidates import AssessedBoard, standards_of
from engine.game.game import Game
from engine.values.expression import fact
from engine.values.level import Board


@dataclass(frozen=True, slots=True)
class Guards:
    """The qualities of one board, to hold those of changed ones against.

    Attributes:
        facts: of the solver, of the board; nothing of a draft.
        faults: how often each thing is wrong that a look at the board shows.
    """

    game: Game
    facts: Mapping[str, Any]
    faults: Mapping[str, int]

    @classmethod
    def of(cls, source: AssessedBoard) -> Guards:
        """Those of a board that was solved."""
        return cls.of_facts(source.game, source.board, source.facts)

    @classmethod
    def of_facts(cls, game: Game, board: Board, facts: Mapping[str, Any]) -> Guards:
        """Those of a board whose facts are given."""
        return cls(game, facts, standards_of(game).faults(board))

    def lost(self, facts: Mapping[str, Any]) -> tuple[str, ...]:
        """What makes a board a level, and the changed one lacks, by the keys of the facts."""
        needs = standards_of(self.game).needs
        return tuple(need for need in needs if self.facts.get(need) and not facts[need])

    def fallen(self, facts: Mapping[str, Any]) -> tuple[str, ...]:
        """The guarded facts that are less than they were, or no longer known, by their keys."""
        fallen = []
        for key in standards_of(self.game).guarded if self.facts else ():
            before, after = fact(self.facts, key), fact(facts, key)
            if before is not None and (after is None or after < before):
                fallen.append(key)
        return tuple(fallen)

    def risen(self, board: Board) -> tuple[str, ...]:
        """What is wrong more often than it was, as a look at the board shows."""
        faults = standards_of(self.game).faults(board)
        return tuple(name for name, number in faults.items() if number > self.faults[name])
