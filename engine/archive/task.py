"""The filling of an archive as its catalogue records it, begun or found again."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from engine.archive.asking import (
    MOST_BINS,
    ArchiveError,
    ArchiveWish,
    archive_of,
    space_of,
    targets_of,
)
from engine.archive.grid import Archive, Cell, Space
from engine.archive.progress import Filling
from engine.archive.trying import TrialOrder
from engine.catalogue.errors import CatalogueError
from engine.catalogue.query import Query, Selection
from engine.catalogue.runs import Kind, RunState
from engine.catalogue.statistics import Axis
from engine.catalogue.store import Catalogue
from engine.evaluation.candidates import mutations_of
from engine.game import registry
from engine.game.game import Game
from engine.improvement.descending import DESCENT

_KIND: Kind = "archive"
_ASKED = ("archive", "best", "targets")
"""What distinguishes fillings of one catalogue, beside the seed."""
_DRAWN = 1_000_000
"""Seeds that one is drawn from: short to write down."""


@dataclass(frozen=True, slots=True)
class FillTask:
    """What is to be filled, and how far it has come.

    Attributes:
        wish: the archive as it was asked for, with what is best in a cell.
        order: what each mutation is tried with.
        targets: the cells that are to be filled; none for all.
        run: its ledger: ``tried`` are mutations, ``kept`` levels.
        archive: as it is before the next mutation.
    """

    wish: ArchiveWish
    order: TrialOrder
    targets: tuple[Cell, ...]
    run: RunState
    archive: Archive

    @property
    def aim(self) -> str:
        """What its levels are said to be made for."""
        return f"archive={self.run.settings['archive']}"


def task_of(catalogue: Catalogue, wish: ArchiveWish, seed: int | None) -> FillTask:
    """The filling that is asked for: the one that is there, else a new one.

    Raises:
        ArchiveError: no such archive, or there is no level in it to begin with.
        CatalogueError: damaged, or it cannot be written.
        EngineError: no such fact.
        ParameterError: the game has no mutations.
    """
    selection = Selection(catalogue, Query())
    game = _game_of(selection)
    mutations_of(game)
    space = space_of(wish, selection)
    settings = _settings(wish, space)
    run = _found(catalogue, settings, seed)
    if run is not None:
        space = _recorded_space(run, catalogue)
    targets, archive = targets_of(wish.targets, space), archive_of(selection, space)
    if not archive.elites:
        raise ArchiveError(f"{catalogue.path}: no level in a cell, and none to begin with")
    if run is None:
        first = secrets.randbelow(_DRAWN) if seed is None else seed
        run = RunState(0, _KIND, game.name, DESCENT, game.rules_version, settings, {}, 0, first, 0)
        with catalogue.transaction():
            run = catalogue.add_run(run)
    asked = ArchiveWish(wish.facts, settings["best"], wish.targets)
    return FillTask(asked, TrialOrder(game.name, space, run.first_seed), targets, run, archive)


def _game_of(selection: Selection) -> Game:
    """The one game that has levels.

    Raises:
        ArchiveError: there is none, or there are several.
    """
    if len(selection.games) != 1:
        found = ", ".join(selection.games) or "none"
        name = selection.catalogue.path
        raise ArchiveError(f"{name}: expected levels of one game, found those of {found}")
    return registry.get(selection.games[0])


def _settings(wish: ArchiveWish, space: Space) -> dict[str, Any]:
    """What the catalogue records of a filling."""
    return {
        "archive": wish.facts,
        "best": space.best + (":desc" if space.falling else ""),
        "targets": list(wish.targets),
        "whole": [axis.whole for axis in space.axes],
        "edges": [list(axis.edges) for axis in space.axes],
    }


def recorded(catalogue: Catalogue, wish: ArchiveWish | None = None) -> Filling | None:
    """How far the filling of a wish has come by the ledger; None if there is none.

    Args:
        catalogue: open to be read.
        wish: as it was asked for, whatever is best if that is not said; None for the filling that
            was begun last.

    Raises:
        CatalogueError: damaged.
    """
    found = [run for run in catalogue.runs() if run.kind == _KIND and _is_of(run, wish)]
    if not found:
        return None
    run = found[-1]
    space = _recorded_space(run, catalogue)
    archive = archive_of(Selection(catalogue, Query()), space)
    targets = _recorded_targets(run, space, catalogue)
    asked = ArchiveWish(str(run.settings["archive"]), str(run.settings["best"]), targets)
    return Filling(
        run.game, asked, archive, archive, run.first_seed, run.tried, run.kept, run.duplicates,
        run.rejections, run.seconds,
    )  # fmt: skip


def _is_of(run: RunState, wish: ArchiveWish | None) -> bool:
    """Whether a filling was asked for in the words of a wish."""
    if wish is None:
        return True
    settings = run.settings
    asked = {"archive": wish.facts, "targets": [*wish.targets]}
    asked |= {} if wish.best is None else {"best": wish.best}
    return all(settings.get(key) == value for key, value in asked.items())


def _found(catalogue: Catalogue, settings: Mapping[str, Any], seed: int | None) -> RunState | None:
    """The last filling that was asked for in the same words, of that seed or any."""
    found = None
    for run in catalogue.runs():
        same = all(run.settings.get(key) == settings[key] for key in _ASKED)
        if run.kind == _KIND and same and seed in (None, run.first_seed):
            found = run
    if found is not None and found.generator != DESCENT:
        made = f"filled by {found.generator}; this is {DESCENT}"
        raise CatalogueError(f"{catalogue.path}: {made}")
    return found


def _recorded_space(run: RunState, catalogue: Catalogue) -> Space:
    """The cells that a filling began with.

    Raises:
        CatalogueError: damaged.
    """
    settings = run.settings
    try:
        keys = [part.strip().partition(":")[0] for part in settings["archive"].split(",")]
        best, _, way = settings["best"].partition(":")
        axes = [
            Axis(bool(whole), _edges(edges))
            for whole, edges in zip(settings["whole"], settings["edges"], strict=True)
        ]
        return Space((keys[0], keys[1]), (axes[0], axes[1]), best, way == "desc")
    except (AttributeError, KeyError, TypeError, ValueError, IndexError) as error:
        raise CatalogueError(f"{catalogue.path}: damaged: run {run.id}") from error


def _recorded_targets(run: RunState, space: Space, catalogue: Catalogue) -> tuple[str, ...]:
    """The targets that a filling began with, as they were asked for.

    Raises:
        CatalogueError: damaged.
    """
    targets = run.settings.get("targets", [])
    try:
        if not isinstance(targets, list) or not all(isinstance(each, str) for each in targets):
            raise ValueError("expected texts")
        targets_of(targets, space)
    except (ValueError, ArchiveError) as error:
        raise CatalogueError(f"{catalogue.path}: damaged: run {run.id}") from error
    return tuple(targets)


def _edges(edges: Any) -> tuple[int | float, ...]:
    """Edges of bins, which rise.

    Raises:
        ValueError: they are none.
    """
    numbers = all(isinstance(edge, int | float) and math.isfinite(edge) for edge in edges)
    rising = numbers and all(low < high for low, high in pairwise(edges))
    if not rising or len(edges) > MOST_BINS + 2:
        raise ValueError("expected edges")
    return tuple(edges)
