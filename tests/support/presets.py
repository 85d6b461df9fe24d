"""What comes of the presets of a game: figures of many levels, one a seed."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.evaluation.relevance import find_relevance
from engine.game.game import Game
from engine.generation.constraints import ConstrainedLevels
from engine.stages.accepted_candidate_search import find_accepted_attempt, require_possible
from engine.stages.candidate import Recipe
from engine.values.budget import Control
from engine.values.expression import get_fact


@dataclass
class Sample:
    """Levels of a preset, and what is known of them.

    Attributes:
        seconds: of processor time that finding them took.
        tried: candidates.
        facts: of each level, the figures of its layout among them.
        kinds: in how many levels there is a thing of a kind.
        things: how many things there are, are inert, and are needed.
    """

    seconds: float = 0.0
    tried: int = 0
    facts: list[Mapping[str, Any]] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    things: Counter[str] = field(default_factory=Counter)

    def values(self, key: str) -> list[float]:
        """The numbers of a fact, in order, of the levels that have it."""
        found = (get_fact(facts, key) for facts in self.facts)
        return sorted(value for value in found if isinstance(value, int | float))

    def median(self, key: str) -> float:
        """The number in the middle."""
        return statistics.median(self.values(key))

    @property
    def needed(self) -> float:
        """The share of things that are needed."""
        return self.things["needed"] / max(1, self.things["all"])


def sample(
    game: Game,
    preset: str,
    count: int,
    *,
    rated: bool = True,
    settings: Mapping[str, object] | None = None,
    shown: Callable[[int], None] = lambda _: None,
) -> Sample:
    """The levels of seeds from 1 on, each the first that is accepted; ``rated`` by their things."""
    found, source = Sample(), ConstrainedLevels(game)
    parameters = game.generator.parameters.complete_settings({"preset": preset, **(settings or {})})
    require_possible(source, Recipe(1, 0, parameters))
    for seed in range(1, count + 1):
        began = time.process_time()
        recipe, attempts = find_accepted_attempt(source, Recipe(seed, 0, parameters))
        found.seconds += time.process_time() - began
        found.tried += attempts.tried
        board = game.generator.build_candidate(recipe, Control()).board
        facts = game.solver.solve(board).all_facts
        found.facts.append({**facts, **game.boards.measure_structure(board)})
        if rated:
            counted = [one for one in find_relevance(game, board, facts) if one.thing.counted]
            found.kinds.update({one.thing.kind for one in counted})
            found.things["all"] += len(counted)
            found.things["inert"] += sum(one.inert is True for one in counted)
            found.things["needed"] += sum(one.needed is True for one in counted)
        shown(seed)
    return found
