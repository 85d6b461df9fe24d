"""The front door for scripts: levels opened, made, solved, rated, improved, in bulk and one by one.

A level comes from a file or from a seed. In a script::

    from engine import workshop

    level, candidate, attempts = workshop.generate(workshop.game("skiddy"), seed=7)
    print(workshop.solve(level).facts)
    workshop.save_level(level, path)

What these functions do is in :mod:`engine.evaluation`, :mod:`engine.generation`,
:mod:`engine.improvement`, :mod:`engine.batch`, :mod:`engine.catalogue` and :mod:`engine.archive`;
``docs/scripting.md`` shows them at work.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.errors import quoted
from engine.evaluation.solving import (
    answer,
    require_playable,
    solve,
    timed,
    with_new_verdict,
    with_verdict,
)
from engine.files.levelfile import read as open_level
from engine.files.levelfile import write as save_level
from engine.game.registry import get as game
from engine.values.budget import Budget, Control
from engine.values.level import MAX_SEED

if TYPE_CHECKING:
    from engine.archive.asking import ArchiveWish
    from engine.archive.asking import archive_over as archive
    from engine.archive.filling import Effort, fill
    from engine.archive.grid import Archive
    from engine.archive.progress import Filling
    from engine.batch.batching import batch
    from engine.batch.progress import BatchProgress
    from engine.catalogue.results import Results, query
    from engine.evaluation.rating import rate
    from engine.generation.generating import (
        follow,
        generate,
        level_by,
        level_of,
        sized_like,
        sketch_of,
        usual_size,
    )
    from engine.generation.recipes import is_made_by, origin, recipe_of
    from engine.improvement.improving import ImprovedLevel, improve
    from engine.improvement.rebuilding import rebuild, regenerated
    from engine.values.watched import watched

_LATER = {
    "Archive": "engine.archive.grid:Archive",
    "Effort": "engine.archive.filling:Effort",
    "Filling": "engine.archive.progress:Filling",
    "ImprovedLevel": "engine.improvement.improving:ImprovedLevel",
    "BatchProgress": "engine.batch.progress:BatchProgress",
    "Results": "engine.catalogue.results:Results",
    "ArchiveWish": "engine.archive.asking:ArchiveWish",
    "archive": "engine.archive.asking:archive_over",
    "batch": "engine.batch.batching:batch",
    "fill": "engine.archive.filling:fill",
    "follow": "engine.generation.generating:follow",
    "generate": "engine.generation.generating:generate",
    "improve": "engine.improvement.improving:improve",
    "is_made_by": "engine.generation.recipes:is_made_by",
    "level_by": "engine.generation.generating:level_by",
    "level_of": "engine.generation.generating:level_of",
    "origin": "engine.generation.recipes:origin",
    "query": "engine.catalogue.results:query",
    "rate": "engine.evaluation.rating:rate",
    "rebuild": "engine.improvement.rebuilding:rebuild",
    "recipe_of": "engine.generation.recipes:recipe_of",
    "regenerated": "engine.improvement.rebuilding:regenerated",
    "sized_like": "engine.generation.generating:sized_like",
    "sketch_of": "engine.generation.generating:sketch_of",
    "usual_size": "engine.generation.generating:usual_size",
    "watched": "engine.values.watched:watched",
}
"""What is imported when it is first asked for: no verb is to wait at its start for what it has no
use for."""

__all__ = [
    "MAX_SEED",
    "Archive",
    "ArchiveWish",
    "BatchProgress",
    "Budget",
    "Control",
    "Effort",
    "Filling",
    "ImprovedLevel",
    "Results",
    "answer",
    "archive",
    "batch",
    "fill",
    "follow",
    "game",
    "generate",
    "improve",
    "is_made_by",
    "level_by",
    "level_of",
    "open_level",
    "origin",
    "query",
    "rate",
    "rebuild",
    "recipe_of",
    "regenerated",
    "require_playable",
    "save_level",
    "sized_like",
    "sketch_of",
    "solve",
    "timed",
    "usual_size",
    "watched",
    "with_new_verdict",
    "with_verdict",
]


def __getattr__(name: str) -> Any:
    """What is imported later."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__} has no attribute {quoted(name)}")
    module, _, there = _LATER[name].partition(":")
    return getattr(import_module(module), there)
