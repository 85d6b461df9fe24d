"""The reconstruction of generated and improved levels from the recipes that they record."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import EngineError
from engine.evaluation.level_verdicts import store_verdict
from engine.game import registry
from engine.generation.level_generation import WITNESS_KEY, build_witness_entry
from engine.generation.recorded_recipe import read_recipe
from engine.improvement.level_improvement import repeat_improvement
from engine.values.budget import Control
from engine.values.level import Level


def regenerate_level(level: Level, control: Control | None = None) -> Level:
    """Rebuild a level from its recipe, keeping its title and notes.

    If the level was improved, the improvement is repeated on the board in its record. The stored
    verdict is not updated; see :func:`engine.evaluation.level_verdicts.store_verdict`.

    Raises:
        LevelError: The level cannot be rebuilt (see
            :func:`engine.generation.recorded_recipe.read_recipe`).
        EngineError: The board that the recipe yields breaks a rule of the game.
        Cancelled: ``control`` was cancelled.
    """
    game = registry.get_game(level.game)
    if level.provenance is not None and level.provenance.improve is not None:
        board = repeat_improvement(level, level.provenance.improve, control or Control())
        return replace(level, board=board, provenance=level.provenance.without_edits())
    candidate = game.generator.build_candidate(read_recipe(level), control)
    assert level.provenance is not None
    if game.boards.find_problems(candidate.board):
        raise EngineError("the recipe generates a board that breaks a rule of the game")
    provenance = level.provenance.without_edits()
    # The stored witness belongs to the old board. All other unknown entries are kept.
    others = {key: value for key, value in provenance.extra.items() if key != WITNESS_KEY}
    provenance = replace(provenance, extra=build_witness_entry(candidate) | others)
    return replace(level, board=candidate.board, provenance=provenance)


def rebuild(level: Level) -> Level:
    """Rebuild a level from its recipe, and solve it to store a new verdict.

    Raises:
        EngineError: The level cannot be rebuilt; see :func:`regenerate_level`.
    """
    rebuilt = regenerate_level(level)
    return store_verdict(rebuilt, registry.get_game(level.game).solver.solve(rebuilt.board))
