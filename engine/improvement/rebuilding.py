"""Generated levels made again from what they record."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import EngineError
from engine.evaluation.solving import with_verdict
from engine.game import registry
from engine.generation.generating import WITNESS_KEY, witness_entry
from engine.generation.recipes import recipe_of
from engine.improvement.improving import improved_again
from engine.values.budget import Control
from engine.values.level import Level


def regenerated(level: Level, control: Control | None = None) -> Level:
    """The level made again from its provenance, under its own title and notes.

    One that was improved is improved again from the board that it records.

    Its verdict is the old one still; see :func:`with_verdict`.

    Raises:
        LevelError: the level cannot be rebuilt (see :func:`recipe_of`).
        EngineError: its recipe leads to a board that breaks a rule of the game.
        Cancelled: ``control`` was cancelled.
    """
    game = registry.get(level.game)
    if level.provenance is not None and level.provenance.improve is not None:
        board = improved_again(level, level.provenance.improve, control or Control())
        return replace(level, board=board, provenance=level.provenance.before_edits())
    candidate = game.generator.candidate(recipe_of(level), control)
    assert level.provenance is not None
    if game.boards.problems(candidate.board):
        raise EngineError("the recipe leads to a board that breaks a rule of the game")
    provenance = level.provenance.before_edits()
    others = {key: value for key, value in provenance.extra.items() if key != WITNESS_KEY}
    provenance = replace(provenance, extra=witness_entry(candidate) | others)
    return replace(level, board=candidate.board, provenance=provenance)


def rebuild(level: Level) -> Level:
    """The level generated again from its provenance, with its verdict.

    Raises:
        EngineError: as :func:`regenerated`.
    """
    rebuilt = regenerated(level)
    return with_verdict(rebuilt, registry.get(level.game).solver.solve(rebuilt.board))
