"""The record of an archive fill in its catalogue, from which an interrupted fill can continue."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from engine.archive.archive_grid import Archive, ArchiveCell, GridSpec
from engine.archive.archive_spec import (
    MAX_BINS,
    ArchiveError,
    ArchiveSpec,
    fill_grid,
    parse_targets,
    resolve_grid,
)
from engine.archive.fill_progress import FillProgress
from engine.archive.mutation_trials import TrialSpec
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.query import Query, Selection
from engine.catalogue.run_record import CatalogueRun, RunKind
from engine.catalogue.statistics import Axis
from engine.catalogue.store import Catalogue
from engine.evaluation.evaluated_board import require_mutations
from engine.game import registry
from engine.game.game import Game
from engine.improvement.mutation_chain import CHAIN_VERSION

_KIND: RunKind = "archive"
_SPEC_KEYS = ("archive", "best", "targets")
"""The settings that, together with the seed, distinguish the fills in a catalogue."""
_SEED_LIMIT = 1_000_000
"""The exclusive upper bound for random seeds, low enough for seeds to be easy to write down."""


@dataclass(frozen=True, slots=True)
class FillJob:
    """An archive fill, with the progress recorded in its catalogue.

    Attributes:
        spec: The specification of the archive, with an explicit ``best``.
        trial_spec: The settings shared by all mutations.
        targets: The cells to fill; an empty tuple means all empty cells.
        run: The catalogue run that records the progress. Its ``tried`` counts mutations, and its
            ``kept`` counts levels.
        archive: The archive from which the parent of the next mutation is chosen.
    """

    spec: ArchiveSpec
    trial_spec: TrialSpec
    targets: tuple[ArchiveCell, ...]
    run: CatalogueRun
    archive: Archive

    @property
    def objective(self) -> str:
        """The objective recorded in the provenance of each new level."""
        return f"archive={self.run.settings['archive']}"


def prepare_job(catalogue: Catalogue, spec: ArchiveSpec, seed: int | None) -> FillJob:
    """Return the fill that the catalogue records for ``spec``, creating it if necessary.

    Args:
        catalogue: The catalogue, open for adding levels.
        spec: The specification of the archive.
        seed: The seed of the mutations; None for the seed of the latest fill with this
            specification, or a random seed if there is no such fill.

    Raises:
        ArchiveError: The specification is invalid, or no cell has a level to start from.
        CatalogueError: The catalogue is damaged or cannot be written.
        EngineError: A named fact is unknown, or is not a number.
        ParameterError: The game has no mutations.
    """
    selection = Selection(catalogue, Query())
    game = _require_one_game(selection)
    # Called only for its error: a game without mutations is refused before anything is written.
    require_mutations(game)
    space = resolve_grid(spec, selection)
    settings = _build_settings(spec, space)
    run = _find_run(catalogue, settings, seed)
    if run is not None:
        # Use the recorded bins instead of bins computed from the current levels, because the grid
        # must not change between calls.
        space = _read_grid(run, catalogue)
    targets, archive = parse_targets(spec.targets, space), fill_grid(selection, space)
    if not archive.elites:
        raise ArchiveError(
            f"{catalogue.path}: no cell has a level, and no level to start from was given"
        )
    if run is None:
        first = secrets.randbelow(_SEED_LIMIT) if seed is None else seed
        run = CatalogueRun(
            0, _KIND, game.name, CHAIN_VERSION, game.rules_version, settings, {}, 0, first, 0
        )
        with catalogue.begin_transaction():
            run = catalogue.add_run(run)
    asked = ArchiveSpec(spec.facts, settings["best"], spec.targets)
    return FillJob(asked, TrialSpec(game.name, space, run.first_seed), targets, run, archive)


def _require_one_game(selection: Selection) -> Game:
    """Return the game that all levels in a selection belong to.

    Raises:
        ArchiveError: The selection is empty, or has levels from several games.
    """
    if len(selection.games) != 1:
        found = ", ".join(selection.games) or "none"
        name = selection.catalogue.path
        raise ArchiveError(f"{name}: expected levels of one game, found those of {found}")
    return registry.get_game(selection.games[0])


def _build_settings(spec: ArchiveSpec, grid: GridSpec) -> dict[str, Any]:
    """Build the settings that the catalogue records for a new fill."""
    return {
        "archive": spec.facts,
        "best": grid.best + (":desc" if grid.maximize else ""),
        "targets": list(spec.targets),
        "whole": [axis.whole for axis in grid.axes],
        "edges": [list(axis.edges) for axis in grid.axes],
    }


def read_recorded_fill(
    catalogue: Catalogue, spec: ArchiveSpec | None = None
) -> FillProgress | None:
    """Return the progress of a fill that the catalogue records, or None if there is no such fill.

    Args:
        catalogue: The catalogue, open for reading.
        spec: The specification of the fill, in which a ``best`` of None matches any ``best``; None
            for the fill that began most recently.

    Raises:
        CatalogueError: The catalogue is damaged.
    """
    found = [run for run in catalogue.list_runs() if run.kind == _KIND and _has_spec(run, spec)]
    if not found:
        return None
    run = found[-1]
    space = _read_grid(run, catalogue)
    archive = fill_grid(Selection(catalogue, Query()), space)
    targets = _read_targets(run, space, catalogue)
    asked = ArchiveSpec(str(run.settings["archive"]), str(run.settings["best"]), targets)
    return FillProgress(
        run.game, asked, archive, archive, run.first_seed, run.tried, run.kept, run.duplicates,
        run.rejections, run.seconds,
    )  # fmt: skip


def _has_spec(run: CatalogueRun, spec: ArchiveSpec | None) -> bool:
    """Return True if ``spec`` is None or describes the fill recorded as ``run``."""
    if spec is None:
        return True
    settings = run.settings
    asked = {"archive": spec.facts, "targets": [*spec.targets]}
    asked |= {} if spec.best is None else {"best": spec.best}
    return all(settings.get(key) == value for key, value in asked.items())


def _find_run(
    catalogue: Catalogue, settings: Mapping[str, Any], seed: int | None
) -> CatalogueRun | None:
    """Return the latest fill that has the specification in ``settings`` and the given seed.

    Args:
        catalogue: The catalogue, open for reading.
        settings: The settings of the fill, of which only those in the specification are compared.
        seed: The seed of the mutations; None for any seed.

    Returns:
        The run of the fill, or None if there is no such fill.

    Raises:
        CatalogueError: The fill was made by a different version of the mutations.
    """
    found = None
    for run in catalogue.list_runs():
        same = all(run.settings.get(key) == settings[key] for key in _SPEC_KEYS)
        if run.kind == _KIND and same and seed in (None, run.first_seed):
            found = run
    if found is not None and found.generator != CHAIN_VERSION:
        made = f"filled by {found.generator}, this workbench has {CHAIN_VERSION}"
        raise CatalogueError(f"{catalogue.path}: {made}")
    return found


def _read_grid(run: CatalogueRun, catalogue: Catalogue) -> GridSpec:
    """Return the grid that was recorded when a fill began.

    Raises:
        CatalogueError: The recorded settings are damaged.
    """
    settings = run.settings
    try:
        keys = [part.strip().partition(":")[0] for part in settings["archive"].split(",")]
        best, _, way = settings["best"].partition(":")
        axes = [
            Axis(bool(whole), _check_edges(edges))
            for whole, edges in zip(settings["whole"], settings["edges"], strict=True)
        ]
        return GridSpec((keys[0], keys[1]), (axes[0], axes[1]), best, way == "desc")
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        raise CatalogueError(f"{catalogue.path}: damaged: run {run.id}") from error


def _read_targets(run: CatalogueRun, space: GridSpec, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the target strings that were recorded when a fill began.

    Raises:
        CatalogueError: The recorded settings are damaged.
    """
    targets = run.settings.get("targets", [])
    try:
        if not isinstance(targets, list) or not all(isinstance(each, str) for each in targets):
            raise ValueError("expected texts")
        parse_targets(targets, space)
    except (ValueError, ArchiveError) as error:
        raise CatalogueError(f"{catalogue.path}: damaged: run {run.id}") from error
    return tuple(targets)


def _check_edges(edges: Any) -> tuple[int | float, ...]:
    """Return the bin edges as a tuple if they are valid.

    Raises:
        ValueError: An edge is not a finite number, the edges do not strictly ascend, or there are
            too many of them.
    """
    numbers = all(isinstance(edge, int | float) and math.isfinite(edge) for edge in edges)
    rising = numbers and all(low < high for low, high in pairwise(edges))
    # An axis with MAX_BINS bins has MAX_BINS + 1 edges. An axis of whole numbers may have one more.
    if not rising or len(edges) > MAX_BINS + 2:
        raise ValueError("expected edges")
    return tuple(edges)
