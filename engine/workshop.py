"""The public API for scripts: open, generate, solve, rate and improve levels, and build packs.

A level comes from a file or is generated from a seed. An example script::

    from engine import workshop

    level = workshop.generate(workshop.game("skiddy"), seed=7).level
    print(workshop.solve(level).facts)
    workshop.save_level(level, path)

``dir(workshop)`` lists exactly the names that this module offers. Each comes from a package of the
engine and is imported on first use, so that commands start without unneeded modules. The functions
check the types of their arguments: a mistake is an :class:`~engine.errors.EngineError` of one line
that names the function and the argument. ``docs/reference/api.md`` lists all names with examples.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError, quote_input

if TYPE_CHECKING:
    from engine.archive.archive_grid import Archive
    from engine.archive.archive_spec import ArchiveSpec
    from engine.archive.archive_spec import build_archive as archive
    from engine.archive.fill_progress import FillProgress
    from engine.archive.fill_scheduler import FillOptions
    from engine.archive.fill_scheduler import fill_archive as fill
    from engine.batch.batch_generation import run_batch as batch
    from engine.batch.batch_progress import BatchProgress
    from engine.catalogue.query_results import QueryResults
    from engine.catalogue.query_results import query_catalogue as query
    from engine.evaluation.level_verdicts import (
        build_solve_table,
        require_playable,
        solve_board,
        store_new_verdict,
        store_verdict,
    )
    from engine.evaluation.level_verdicts import solve_level as solve
    from engine.evaluation.rating import rate_level as rate
    from engine.files.levelfile import read_level as open_level
    from engine.files.levelfile import write_level as save_level
    from engine.game.registry import get_game as game
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
    from engine.generation.recorded_recipe import is_generated_by, read_recipe, remake_candidate
    from engine.improvement.level_improvement import ImprovedLevel, improve
    from engine.improvement.reconstruction import rebuild, regenerate_level
    from engine.playlists.pack_builder import BuiltPack
    from engine.playlists.pack_builder import build_pack as pack
    from engine.values.background_computation import run_with_progress
    from engine.values.budget import Budget, Control
    from engine.values.level import MAX_SEED

_PLACES = {
    "MAX_SEED": "engine.values.level:MAX_SEED",
    "Archive": "engine.archive.archive_grid:Archive",
    "ArchiveSpec": "engine.archive.archive_spec:ArchiveSpec",
    "BatchProgress": "engine.batch.batch_progress:BatchProgress",
    "Budget": "engine.values.budget:Budget",
    "Control": "engine.values.budget:Control",
    "FillOptions": "engine.archive.fill_scheduler:FillOptions",
    "FillProgress": "engine.archive.fill_progress:FillProgress",
    "BuiltPack": "engine.playlists.pack_builder:BuiltPack",
    "AcceptedLevel": "engine.generation.level_generation:AcceptedLevel",
    "ImprovedLevel": "engine.improvement.level_improvement:ImprovedLevel",
    "QueryResults": "engine.catalogue.query_results:QueryResults",
    "add_size": "engine.generation.level_generation:add_size",
    "archive": "engine.archive.archive_spec:build_archive",
    "batch": "engine.batch.batch_generation:run_batch",
    "build_level": "engine.generation.level_generation:build_level",
    "build_recipe_level": "engine.generation.level_generation:build_recipe_level",
    "build_solve_table": "engine.evaluation.level_verdicts:build_solve_table",
    "fill": "engine.archive.fill_scheduler:fill_archive",
    "find_sketch": "engine.generation.level_generation:find_sketch",
    "follow_recipe": "engine.generation.level_generation:follow_recipe",
    "game": "engine.game.registry:get_game",
    "generate": "engine.generation.level_generation:generate_level",
    "get_default_size": "engine.generation.level_generation:get_default_size",
    "improve": "engine.improvement.level_improvement:improve",
    "is_generated_by": "engine.generation.recorded_recipe:is_generated_by",
    "open_level": "engine.files.levelfile:read_level",
    "query": "engine.catalogue.query_results:query_catalogue",
    "pack": "engine.playlists.pack_builder:build_pack",
    "rate": "engine.evaluation.rating:rate_level",
    "read_recipe": "engine.generation.recorded_recipe:read_recipe",
    "rebuild": "engine.improvement.reconstruction:rebuild",
    "regenerate_level": "engine.improvement.reconstruction:regenerate_level",
    "remake_candidate": "engine.generation.recorded_recipe:remake_candidate",
    "require_playable": "engine.evaluation.level_verdicts:require_playable",
    "run_with_progress": "engine.values.background_computation:run_with_progress",
    "save_level": "engine.files.levelfile:write_level",
    "solve": "engine.evaluation.level_verdicts:solve_level",
    "solve_board": "engine.evaluation.level_verdicts:solve_board",
    "store_new_verdict": "engine.evaluation.level_verdicts:store_new_verdict",
    "store_verdict": "engine.evaluation.level_verdicts:store_verdict",
}
"""The module and name behind each name of this module."""

_DESCRIPTIONS = {
    "Game": "a game, which game(name) returns",
    "Level": "a level, which open_level(path) reads",
    "Candidate": "a candidate, which generate returns",
    "Recipe": "a recipe, which read_recipe(level) returns",
    "SolverResult": "a solver's result, which solve(level) returns",
    "QueryResults": "levels of a catalogue, which query(path) finds",
    "Budget": "a Budget",
    "Control": "a Control",
    "ArchiveSpec": "an ArchiveSpec",
    "FillOptions": "FillOptions",
    "Path": "a path",
    "Mapping": "a dictionary",
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "None": "None",
}
"""The annotations that are checked, each with its description in error messages."""

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


def __dir__() -> list[str]:
    """Return the names that this module offers."""
    return __all__


def __getattr__(name: str) -> Any:
    """Import one of the names in :data:`_PLACES` on first use."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__} has no attribute {quote_input(name)}")
    module, _, there = _PLACES[name].partition(":")
    found = getattr(import_module(module), there)
    if callable(found) and not inspect.isclass(found):
        found = _check_arguments(found, name)
    globals()[name] = found
    return found


def _check_arguments(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Wrap a function to check the types of its arguments by their annotations."""
    signature = inspect.signature(function)
    annotations = {
        key: [re.sub(r"\[.*", "", part) for part in parameter.annotation.split(" | ")]
        for key, parameter in signature.parameters.items()
    }
    checks = {
        key: classes for key, classes in annotations.items() if {*classes} <= {*_DESCRIPTIONS}
    }

    @functools.wraps(function)
    def checked(*arguments: Any, **options: Any) -> Any:
        try:
            given = signature.bind(*arguments, **options).arguments
        except TypeError as error:
            raise EngineError(f"{name}: {error}") from None
        for key, classes in checks.items():
            if key in given and not any(_is_instance(given[key], each) for each in classes):
                expected = " or ".join(_DESCRIPTIONS[each] for each in classes)
                found = _describe_found(given[key])
                raise EngineError(f"{name}: {key}: expected {expected}, found {found}")
        return function(*arguments, **options)

    # A task for another process is pickled by these two names.
    checked.__module__, checked.__qualname__ = __name__, name
    return checked


def _is_instance(value: object, name: str) -> bool:
    """Return True if a value is of the class that an annotation names.

    The classes of the value are compared by name, so that no class has to be imported.
    """
    if name == "int":
        return hasattr(value, "__index__")  # NumPy's whole numbers too
    if name == "float":
        return isinstance(value, int | float)
    if name == "Mapping":
        return isinstance(value, Mapping)
    names = {each.__name__ for each in type(value).__mro__}
    return (name if name != "None" else "NoneType") in names


def _describe_found(value: object) -> str:
    """Return a description of a rejected argument, with a hint where one helps."""
    if value is None or isinstance(value, str | int | float):
        return quote_input(value)
    kind = type(value).__name__
    hint = "; load_levels() of a query returns levels" if kind == "CatalogueEntry" else ""
    return f"a value of type {kind}{hint}"
