"""The loader that turns catalogue entries into complete levels, with provenance and verdict."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.catalogue import fact_columns
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.entry_reader import CatalogueEntry
from engine.catalogue.run_record import CatalogueRun
from engine.errors import EngineError, LevelError
from engine.evaluation.level_verdicts import require_playable, store_verdict
from engine.files import levelfile
from engine.files.untrusted_toml import MAX_BYTES
from engine.game import registry
from engine.generation.bulk_generator import BulkGenerator
from engine.values.budget import Control
from engine.values.level import Board, Level, Provenance


def unpack_board(entry: CatalogueEntry, path: Path) -> Board:
    """Unpack the board in a catalogue entry.

    Raises:
        CatalogueError: The board is damaged.
    """
    try:
        return registry.get_game(entry.game).boards.unpack_board(entry.packed)
    except EngineError as error:
        raise _build_error(entry, path, error) from error


class LevelLoader:
    """A loader that builds complete levels from a catalogue's entries."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._bulks: dict[int, BulkGenerator] = {}

    def load_level(self, entry: CatalogueEntry, control: Control | None = None) -> Level:
        """Return the complete level for an entry.

        The level is read from the level file in the entry if there is one. Otherwise it is
        generated again from its seed, unless a different version of the generator made it. In that
        case its stored board is solved again.

        Raises:
            CatalogueError: The entry is damaged, has unknown settings, or its seed yields a
                different board.
            Cancelled: ``control`` was cancelled.
        """
        control = control or Control()
        if entry.file is not None:
            return self._load_file(entry, entry.file)
        board, run, game = unpack_board(entry, self._path), entry.run, registry.get_game(entry.game)
        if entry.seed is None or entry.attempt is None:
            raise _build_error(entry, self._path, "it has no seed")
        # The seed may yield a different board with this version of the generator, so use the stored
        # board.
        if run.generator != game.generator_name:
            title = f"{game.title} {entry.seed}"
            made = Provenance(run.generator, entry.seed, entry.attempt, parameters=run.settings)
            level = Level(entry.game, board, title=title, provenance=made)
            require_playable(level)
            solved = game.solver.solve(board, control=control)
            control.raise_if_cancelled()
            return store_verdict(level, solved)
        try:
            level = self._get_bulk(run).build_level(entry.seed, entry.attempt, board, control)
        except LevelError as error:  # the seed yields no level at all
            raise _build_error(entry, self._path, error) from error
        if level.board.to_table() != board.to_table():
            raise _build_error(entry, self._path, "its seed generates a different board")
        return _drop_new_parameters(level, run)

    def _get_bulk(self, run: CatalogueRun) -> BulkGenerator:
        if run.id not in self._bulks:
            game = registry.get_game(run.game)
            try:
                settings = game.parameters.restore_settings(run.settings)
                self._bulks[run.id] = BulkGenerator(game, settings, run.max_attempts)
            except EngineError as error:
                raise CatalogueError(f"{self._path}: settings: {error}") from error
        return self._bulks[run.id]

    def _load_file(self, entry: CatalogueEntry, file: bytes) -> Level:
        try:
            return levelfile.loads(fact_columns.decompress_limited(file, MAX_BYTES))
        except (EngineError, ValueError) as error:
            raise _build_error(entry, self._path, error) from error


def _drop_new_parameters(level: Level, run: CatalogueRun) -> Level:
    """Return the level without any parameters that its run does not record.

    Such parameters were added in a later release. Without them, the level file is identical to the
    one that the earlier release wrote.
    """
    made = level.provenance
    assert made is not None
    parameters = {key: value for key, value in made.parameters.items() if key in run.settings}
    return replace(level, provenance=replace(made, parameters=parameters))


def _build_error(entry: CatalogueEntry, path: Path, problem: object) -> CatalogueError:
    return CatalogueError(f"{path}: damaged: level {entry.id}: {problem}")
