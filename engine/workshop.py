"""The public API for scripts: open, generate, solve, rate and improve levels, and build packs.

A level comes from a file or is generated from a seed. An example script::

    from engine import workshop

    level = workshop.generate(workshop.game("skiddy"), seed=7).level
    print(workshop.solve(level).facts)
    workshop.save_level(level, path)

The functions come from :mod:`engine.evaluation`, :mod:`engine.generation`,
:mod:`engine.improvement`, :mod:`engine.batch`, :mod:`engine.catalogue`, :mod:`engine.archive` and
:mod:`engine.playlists`; ``docs/scripting.md`` explains how to use them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.errors import quote_input
from engine.evaluation.level_verdicts import (
    build_solve_table,
    require_playable,
    solve_board,
    store_new_verdict,
    store_verdict,
)
from engine.evaluation.level_verdicts import solve_level as solve
from engine.files.levelfile import read_level as open_level
from engine.files.levelfile import write_level as save_level
from engine.game.registry import get_game as game
from engine.values.budget import Budget, Control
from engine.values.level import MAX_SEED

if TYPE_CHECKING:
    from engine.archive.archive_grid import Archive
    from engine.archive.archive_spec import ArchiveSpec
    from engine.archive.archive_spec import build_archive as archive
    from engine.archive.fill_progress import FillProgress
    from engine.archive.fill_scheduler import FillOptions
    from engine.archive.fill_scheduler import fill_archive as fill
    from engine.batch.api import run_batch as batch
    from engine.batch.batch_progress import BatchProgress
    from engine.catalogue.query_results import QueryResults
    from engine.catalogue.query_results import query_catalogue as query
    from engine.evaluation.rating import rate_level as rate
    from engine.generation.level_generation import (
        AcceptedLevel,
        add_size,
        build_level,
        build_recipe_level,
        find_sketch,
        follow_recipe,
        get_default_size,
    )
    from engine.generation.level_generation import (
        generate_level as generate,
    )
    from engine.generation.recipes import is_generated_by, read_recipe, remake_candidate
    from engine.improvement.multi_start import ImprovedLevel, improve
    from engine.improvement.reconstruction import rebuild, regenerate_level
    from engine.playlists.pack_builder import BuiltPack
    from engine.playlists.pack_builder import build_pack as pack
    from engine.values.progress_callback import run_with_progress

_LAZY_NAMES = {
    "Archive": "engine.archive.archive_grid:Archive",
    "FillOptions": "engine.archive.fill_scheduler:FillOptions",
    "FillProgress": "engine.archive.fill_progress:FillProgress",
    "BuiltPack": "engine.playlists.pack_builder:BuiltPack",
    "AcceptedLevel": "engine.generation.level_generation:AcceptedLevel",
    "ImprovedLevel": "engine.improvement.multi_start:ImprovedLevel",
    "BatchProgress": "engine.batch.batch_progress:BatchProgress",
    "QueryResults": "engine.catalogue.query_results:QueryResults",
    "ArchiveSpec": "engine.archive.archive_spec:ArchiveSpec",
    "archive": "engine.archive.archive_spec:build_archive",
    "batch": "engine.batch.api:run_batch",
    "fill": "engine.archive.fill_scheduler:fill_archive",
    "follow_recipe": "engine.generation.level_generation:follow_recipe",
    "generate": "engine.generation.level_generation:generate_level",
    "improve": "engine.improvement.multi_start:improve",
    "is_generated_by": "engine.generation.recipes:is_generated_by",
    "build_recipe_level": "engine.generation.level_generation:build_recipe_level",
    "build_level": "engine.generation.level_generation:build_level",
    "remake_candidate": "engine.generation.recipes:remake_candidate",
    "query": "engine.catalogue.query_results:query_catalogue",
    "pack": "engine.playlists.pack_builder:build_pack",
    "rate": "engine.evaluation.rating:rate_level",
    "rebuild": "engine.improvement.reconstruction:rebuild",
    "read_recipe": "engine.generation.recipes:read_recipe",
    "regenerate_level": "engine.improvement.reconstruction:regenerate_level",
    "add_size": "engine.generation.level_generation:add_size",
    "find_sketch": "engine.generation.level_generation:find_sketch",
    "get_default_size": "engine.generation.level_generation:get_default_size",
    "run_with_progress": "engine.values.progress_callback:run_with_progress",
}
"""The names that are imported on first use, so that commands start without unneeded modules."""

__all__ = [
    "MAX_SEED",
    "AcceptedLevel",
    "Archive",
    "ArchiveSpec",
    "BatchProgress",
    "Budget",
    "BuiltPack",
    "Control",
    "FillOptions",
    "FillProgress",
    "ImprovedLevel",
    "QueryResults",
    "add_size",
    "archive",
    "batch",
    "build_level",
    "build_recipe_level",
    "build_solve_table",
    "fill",
    "find_sketch",
    "follow_recipe",
    "game",
    "generate",
    "get_default_size",
    "improve",
    "is_generated_by",
    "open_level",
    "pack",
    "query",
    "rate",
    "read_recipe",
    "rebuild",
    "regenerate_level",
    "remake_candidate",
    "require_playable",
    "run_with_progress",
    "save_level",
    "solve",
    "solve_board",
    "store_new_verdict",
    "store_verdict",
]


def __getattr__(name: str) -> Any:
    """Import one of the names in :data:`_LAZY_NAMES` on first use."""
    if name not in _LAZY_NAMES:
        raise AttributeError(f"module {__name__} has no attribute {quote_input(name)}")
    module, _, there = _LAZY_NAMES[name].partition(":")
    return getattr(import_module(module), there)
