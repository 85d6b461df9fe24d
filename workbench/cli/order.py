"""What ``generate`` is to make: the levels of some seeds, each saved as soon as it is made."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine import workshop
from engine.campaign.ordering import ramp
from engine.errors import GenerationFailed, LevelError, ParameterError, quoted
from engine.game.game import Game
from engine.generate.generation import Attempts, Candidate, Recipe
from engine.search.solved import Solved
from engine.values.budget import Control
from engine.values.level import Board, Level, Stream, board_digest
from workbench.cli import earlier, inputs
from workbench.session.making import progress


@dataclass(frozen=True, slots=True)
class GeneratedLevel:
    """An accepted level, and where it is.

    Attributes:
        seed: of the level.
        level: the level.
        facts: all that the solver says of it, null where nothing; None if that is not wanted.
        path: its file; None if it has none.
        attempts: what it took to find it; None if it was there before.
        candidate: the log of its making, where that is wanted.
    """

    seed: int
    level: Level
    facts: Mapping[str, Any] | None
    path: Path | None
    attempts: Attempts | None = None
    candidate: Candidate | None = None


@dataclass(frozen=True, slots=True)
class GenerateOrder:
    """What the levels of all seeds are to be like; see :func:`workshop.follow`.

    Attributes:
        game: whose levels.
        recipe: of the level of seed 0.
        max_attempts: candidates to try for each.
        seconds: how long each may take until the best so far is taken; None for as long as it
            takes.
        steps: whether the logs of their making are wanted.
        facts: whether all that the solver says of them is wanted.
        folder: where the levels go, as files named by their seeds; None for nowhere.
        file: where the level goes if there is one only; None for nowhere.
        there: levels that an earlier run left in the folder, by seed.
    """

    game: Game
    recipe: Recipe
    max_attempts: int
    seconds: float | None = None
    steps: bool = False
    facts: bool = False
    folder: Path | None = None
    file: Path | None = None
    there: dict[int, Level] | None = None

    def path(self, seed: int) -> Path | None:
        """Where the level of a seed goes."""
        if self.folder is None:
            return self.file
        return self.folder / f"{self.game.name}-{seed}.toml"

    def fits(self, seed: int, level: Level) -> bool:
        """Whether a level is what the order makes of a seed."""
        recipe = replace(self.recipe, seed=seed)
        return level.game == self.game.name and workshop.is_made_by(
            level, recipe, finished_early=self.seconds is not None
        )

    def make(self, seed: int, control: Control) -> GeneratedLevel | GenerationFailed:
        """The accepted level of a seed, in its file if it has one, or why there is none.

        Raises:
            ParameterError: parameters that do not go together.
            LevelError: it cannot be saved.
            Cancelled: ``control`` was cancelled.
        """
        path, old = self.path(seed), (self.there or {}).get(seed)
        if old is not None:
            candidate = workshop.origin(old, control) if self.steps else None
            facts = self.game.solver.solve(old.board, control=control).facts if self.facts else None
            control.require_going_on()
            return GeneratedLevel(seed, old, facts, path, candidate=candidate)
        try:
            level, candidate, attempts, solved = self._follow(seed, control)
        except GenerationFailed as error:
            return error
        if path is not None and self.folder is None:
            inputs.save(level, path)
        elif path is not None and not inputs.save_new(level, path):
            # Another run of the same command may have made it meanwhile.
            level = earlier.level_at(seed, path, self.fits)
        return GeneratedLevel(
            seed, level, solved.facts, path, attempts, candidate if self.steps else None
        )

    def _follow(self, seed: int, control: Control) -> tuple[Level, Candidate, Attempts, Solved]:
        timer = None
        if self.seconds is not None:
            timer = threading.Timer(self.seconds, control.finish)
            timer.start()
        try:
            recipe = replace(self.recipe, seed=seed)
            return workshop.follow(self.game, recipe, self.max_attempts, control)
        finally:
            if timer is not None:
                timer.cancel()

    def progress(self, seed: int, control: Control) -> str:
        """How far the level of a seed has come, in words."""
        snapshot = control.snapshot
        far = progress.improvement(snapshot) if snapshot else f"{control.candidates:,} candidates"
        return f"generating {self.game.name} {seed}: {far}"


UNSORTED = "unsorted"
"""The folder within OUT where levels wait until all are made."""


def rising(
    made: Sequence[GeneratedLevel], order: GenerateOrder, count: int, out: Path | None
) -> list[GeneratedLevel]:
    """The levels that rise most evenly, from the easiest on, in files numbered in that order.

    Raises:
        GenerationFailed: there are not as many different levels as are wanted.
        LevelError: a file cannot be written, or another level has its name.
    """

    def difficulty(one: GeneratedLevel) -> float | None:
        """How hard a level that was made is, by its verdict."""
        assert one.level.verdict is not None
        return order.game.solver.difficulty(one.level.verdict.facts)

    found = ramp(made, difficulty, count, lambda one: board_digest(one.level.board))
    if len(found) < count:
        _clear(made, order.folder)
        raise GenerationFailed(f"only {len(found)} different levels among {len(made)}")
    if out is None:
        return found
    digits = len(str(count))
    numbered = [
        replace(one, path=out / f"{place:0{digits}}-{order.game.name}-{one.seed}.toml")
        for place, one in enumerate(found, start=1)
    ]
    paths = {one.seed: one.path for one in numbered if one.path is not None}
    there = earlier.present(paths, order.fits)
    for one in numbered:
        if one.seed not in there and one.path is not None:
            inputs.save_new(one.level, one.path)
    _clear(made, order.folder)
    return numbered


def _clear(made: Sequence[GeneratedLevel], folder: Path | None) -> None:
    """Removes the levels from the folder where they have waited, and the folder if it is empty."""
    if folder is None:
        return
    for one in made:
        if one.path is not None:
            one.path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        folder.rmdir()


def sketch_board(name: str | None, game: Game, settings: Mapping[str, object]) -> Board | None:
    """The board to generate around.

    Raises:
        LevelError: it cannot be read, or is of another game.
        ParameterError: another number of rows or columns is asked for.
    """
    if name is None:
        return None
    level = inputs.level(name)
    _require_game(level, name, game)
    board = level.board
    asked = game.generator.parameters.complete(settings).values
    if workshop.sketch_of(game, board) is None:
        for key, number in (("rows", board.rows), ("cols", board.cols)):
            if key in settings and asked.get(key) != number:
                raise ParameterError(f"{key}={asked[key]}: {name} has {number}")
    return board


def _require_game(level: Level, name: str, game: Game) -> None:
    if level.game != game.name:
        raise LevelError(
            f"expected {quoted(game.name)}, found {quoted(level.game)}", file=name, key="game"
        )


def kept_streams(named: list[tuple[str, Stream | str]], game: Game) -> dict[str, Stream]:
    """The streams of the stages to keep, by stage name; of a level's file as that records it."""
    known = [stage.name for stage in game.generator.stages]
    kept = {}
    for stage, source in named:
        if stage not in known:
            raise LevelError(f"--keep: expected one of {', '.join(known)}, found {quoted(stage)}")
        if isinstance(source, str):
            level = inputs.level(source)
            _require_game(level, source, game)
            try:
                kept[stage] = workshop.recipe_of(level).stream(stage)
            except LevelError as error:
                raise error.in_file(source) from error
        else:
            kept[stage] = source
    return kept
