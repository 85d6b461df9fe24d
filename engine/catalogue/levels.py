"""Whole levels of what a catalogue has of them: with provenance and verdict, as files have them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.catalogue import shapes
from engine.catalogue.entries import Entry
from engine.catalogue.errors import CatalogueError
from engine.catalogue.runs import RunState
from engine.errors import EngineError, LevelError
from engine.evaluation.solving import require_playable, with_verdict
from engine.files import levelfile
from engine.files.tomltext import MAX_BYTES
from engine.game import registry
from engine.generation.bulk import Bulk
from engine.values.budget import Control
from engine.values.level import Board, Level, Provenance


def board_of(entry: Entry, path: Path) -> Board:
    """The board of a level.

    Raises:
        CatalogueError: damaged.
    """
    try:
        return registry.get(entry.game).boards.unpack(entry.packed)
    except EngineError as error:
        raise _damaged(entry, path, error) from error


class Levels:
    """Makes the levels of a catalogue whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._bulks: dict[int, Bulk] = {}

    def level(self, entry: Entry, control: Control | None = None) -> Level:
        """The level as a file has it: what ``generate`` makes of its seed, or what was imported.

        One that an older generator made has the board of then, and is solved anew.

        Raises:
            CatalogueError: damaged, of settings that are not known here, or its seed leads to
                another board.
            Cancelled: ``control`` was cancelled.
        """
        control = control or Control()
        if entry.file is not None:
            return self._imported(entry, entry.file)
        board, run, game = board_of(entry, self._path), entry.run, registry.get(entry.game)
        if entry.seed is None or entry.attempt is None:
            raise _damaged(entry, self._path, "it has no seed")
        if run.generator != game.generator_name:
            title = f"{game.title} {entry.seed}"
            made = Provenance(run.generator, entry.seed, entry.attempt, parameters=run.settings)
            level = Level(entry.game, board, title=title, provenance=made)
            require_playable(level)
            solved = game.solver.solve(board, control=control)
            control.require_going_on()
            return with_verdict(level, solved)
        try:
            level = self._bulk(run).level(entry.seed, entry.attempt, board, control)
        except LevelError as error:  # what its seed leads to is no level at all
            raise _damaged(entry, self._path, error) from error
        if level.board.table() != board.table():
            raise _damaged(entry, self._path, "its seed leads to another board")
        return _as_recorded(level, run)

    def _bulk(self, run: RunState) -> Bulk:
        if run.id not in self._bulks:
            game = registry.get(run.game)
            try:
                settings = game.parameters.recorded(run.settings)
                self._bulks[run.id] = Bulk(game, settings, run.max_attempts)
            except EngineError as error:
                raise CatalogueError(f"{self._path}: settings: {error}") from error
        return self._bulks[run.id]

    def _imported(self, entry: Entry, file: bytes) -> Level:
        try:
            return levelfile.loads(shapes.unfolded(file, MAX_BYTES))
        except (EngineError, ValueError) as error:
            raise _damaged(entry, self._path, error) from error


def _as_recorded(level: Level, run: RunState) -> Level:
    """Return a level with the parameters that its run records, without those of later versions.

    So it is the file that the version of then wrote.
    """
    made = level.provenance
    assert made is not None
    parameters = {key: value for key, value in made.parameters.items() if key in run.settings}
    return replace(level, provenance=replace(made, parameters=parameters))


def _damaged(entry: Entry, path: Path, why: object) -> CatalogueError:
    return CatalogueError(f"{path}: damaged: level {entry.id}: {why}")
