"""The import of level files into a catalogue."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.catalogue.annotation import AnnotationEdit, annotate_levels, is_tag, write_annotations
from engine.catalogue.run_record import CatalogueRun
from engine.catalogue.store import Catalogue
from engine.evaluation.rating import rate_level
from engine.files import levelfile
from engine.game import registry
from engine.values.budget import Control
from engine.values.level import Level

FactTable = Mapping[str, Any]

_NO_ANNOTATIONS = AnnotationEdit()


def compute_facts(level: Level, control: Control | None = None) -> FactTable:
    """Solve a level, and return all of its facts that queries can use. This may take a long time.

    Raises:
        LevelError: The board breaks a rule of its game.
        Cancelled: ``control`` was cancelled.
    """
    rating = rate_level(level, None, control)
    figures = {**rating.derived, **rating.structure, **rating.counts}
    return {**rating.solved.all_facts, **figures, **rating.mechanics}


@contextmanager
def open_for_import(path: Path) -> Iterator[Catalogue]:
    """Open a catalogue for adding levels, creating it if it is missing.

    A new catalogue is removed again if it stays empty.

    Raises:
        CatalogueError: The file is not a catalogue or holds a batch, or another process is adding
            levels to it.
        LevelError: The file cannot be written.
    """
    new = not os.path.lexists(path)
    with Catalogue.open_for_adding(path) as catalogue:
        require_importable(catalogue)
        try:
            yield catalogue
        finally:
            if new and not catalogue.list_runs():
                catalogue.discard_file()


def add_level(
    catalogue: Catalogue,
    level: Level,
    facts: Callable[[Level], FactTable] = compute_facts,
    annotations: AnnotationEdit = _NO_ANNOTATIONS,
) -> bool:
    """Add a level unless the catalogue already has its board, and return whether it was added.

    The catalogue stores the complete text of the level file, including the recipe, so an export
    writes the same file.

    Args:
        catalogue: The catalogue, open for adding levels.
        level: The level, whose valid tags become tags in the catalogue.
        facts: A function that computes all facts of a level. It is called only for a new level.
        annotations: Further annotations for the level, which are applied even if the catalogue
            already has it.

    Raises:
        LevelError: The board breaks a rule of its game.
        CatalogueError: The catalogue cannot be written, or holds a batch.
        Cancelled: The computation of the facts was cancelled.
    """
    require_importable(catalogue)
    game = registry.get_game(level.game)
    fingerprint = game.boards.compute_fingerprint(level.board)
    with catalogue.translate_errors():
        there = catalogue.get_inserter(level.game).find_level(fingerprint)
    if there is not None:
        annotate_levels(catalogue, [there], annotations)
        return False
    # Compute the facts before the transaction, because solving may take a long time and would lock
    # out every other writer.
    found = facts(level)
    made = level.provenance
    own = (None, None) if made is None else (made.seed, made.attempt)
    text = zlib.compress(levelfile.dumps(level).encode(), 9)
    with catalogue.begin_transaction():
        number = catalogue.get_inserter(level.game).insert_level(
            _get_import_run(catalogue, level.game).id,
            found,
            (*own, fingerprint, game.boards.pack_board(level.board)),
            (level.title, level.author, text),
        )
        write_annotations(catalogue, number, AnnotationEdit(tags=tuple(filter(is_tag, level.tags))))
        write_annotations(catalogue, number, annotations)
    return True


def require_importable(catalogue: Catalogue) -> None:
    """Raise an error if the catalogue holds a batch, which could not continue after an import.

    Raises:
        CatalogueError: The catalogue holds a batch.
    """
    if any(run.kind == "batch" for run in catalogue.list_runs()):
        raise catalogue.build_error(
            "it holds a batch; import into another catalogue and merge the two"
        )


def _get_import_run(catalogue: Catalogue, game: str) -> CatalogueRun:
    """Return the catalogue's run for imported levels of a game, creating it if there is none."""
    found = [run for run in catalogue.list_runs() if run.kind == "import" and run.game == game]
    if found:
        return found[0]
    rules = registry.get_game(game).rules_version
    return catalogue.add_run(CatalogueRun(0, "import", game, "", rules, {}, {}, 0, 0, 0))
