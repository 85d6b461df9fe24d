"""What ``generate`` is to make: the levels of some seeds, each saved as soon as it is made."""

from __future__ import annotations

import argparse
import contextlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine import workshop
from engine.campaign.ordering import ramp
from engine.errors import GenerationFailed, LevelError, ParameterError, quoted
from engine.game.game import Game
from engine.generate.generation import Attempts, Candidate, Recipe
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


UNSORTED = "unsorted"
"""The folder within OUT where levels wait until all are made."""


@dataclass(slots=True)
class GenerateOrder:
    """The levels of some seeds, as the arguments ask for them; see :func:`workshop.follow`.

    Attributes:
        args: the arguments of the verb.
        game: whose levels.
        recipe: of the level of seed 0.
        seeds: of the levels.
        there: levels that an earlier run left in the folder, by seed.
    """

    args: argparse.Namespace
    game: Game
    recipe: Recipe
    seeds: range = range(0)
    there: Mapping[int, Level] = field(default_factory=dict)

    @property
    def out(self) -> Path | None:
        """The file or folder to write; None for standard output."""
        return None if self.args.out is None else Path(self.args.out)

    @property
    def folder(self) -> Path | None:
        """Where levels go as files named by their seeds; None for nowhere, or for one file."""
        if self.out is None or self.args.count == 1:
            return None
        return self.out if self.args.rising is None else self.out / UNSORTED

    def path(self, seed: int) -> Path | None:
        """Where the level of a seed goes."""
        folder = self.folder
        return self.out if folder is None else folder / f"{self.game.name}-{seed}.toml"

    def fits(self, seed: int, level: Level) -> bool:
        """Whether a level is what the order makes of a seed."""
        recipe = replace(self.recipe, seed=seed)
        early = self.args.time is not None
        return level.game == self.game.name and workshop.is_made_by(
            level, recipe, finished_early=early
        )

    def make(self, seed: int, control: Control) -> GeneratedLevel | GenerationFailed:
        """The accepted level of a seed, in its file if it has one, or why there is none.

        Raises:
            ParameterError: parameters that do not go together.
            LevelError: it cannot be saved.
            Cancelled: ``control`` was cancelled.
        """
        path, old, steps = self.path(seed), self.there.get(seed), self.args.steps
        if old is not None:
            candidate = workshop.origin(old, control) if steps else None
            wanted = self.args.json and not steps
            facts = self.game.solver.solve(old.board, control=control).facts if wanted else None
            control.require_going_on()
            return GeneratedLevel(seed, old, facts, path, candidate=candidate)
        timer = threading.Timer(self.args.time or 0, control.finish)
        if self.args.time is not None:
            timer.start()
        try:
            level, candidate, attempts, solved = workshop.follow(
                self.game, replace(self.recipe, seed=seed), self.args.max_attempts, control
            )
        except GenerationFailed as error:
            return error
        finally:
            timer.cancel()
        if path is not None and self.folder is None:
            inputs.save(level, path)
        elif path is not None and not inputs.save_new(level, path):
            # Another run of the same command may have made it meanwhile.
            level = earlier.level_at(seed, path, self.fits)
        shown = candidate if steps else None
        return GeneratedLevel(seed, level, solved.facts, path, attempts, shown)

    def progress(self, seed: int, control: Control) -> str:
        """How far the level of a seed has come, in words."""
        snapshot = control.snapshot
        far = progress.improvement(snapshot) if snapshot else f"{control.candidates:,} candidates"
        return f"generating {self.game.name} {seed}: {far}"


def rising(made: Sequence[GeneratedLevel], order: GenerateOrder) -> list[GeneratedLevel]:
    """The levels that rise most evenly, from the easiest on, in files numbered in that order.

    Raises:
        GenerationFailed: there are not as many different levels as are wanted.
        LevelError: a file cannot be written, or another level has its name.
    """

    def difficulty(one: GeneratedLevel) -> float | None:
        """How hard a level that was made is, by its verdict."""
        assert one.level.verdict is not None
        return order.game.solver.difficulty(one.level.verdict.facts)

    count, out = order.args.count, order.out
    found = ramp(made, difficulty, count, lambda one: board_digest(one.level.board))
    if len(found) == count and out is not None:
        found = _numbered(found, order, out)
    if order.folder is not None:
        for one in made:
            if one.path is not None:
                one.path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # other files are in it
            order.folder.rmdir()
    if len(found) < count:
        raise GenerationFailed(f"only {len(found)} different levels among {len(made)}")
    return found


def _numbered(
    found: Sequence[GeneratedLevel], order: GenerateOrder, out: Path
) -> list[GeneratedLevel]:
    """The levels in files that are numbered in their order."""
    digits, name = len(str(len(found))), order.game.name
    paths = {
        one.seed: out / f"{place:0{digits}}-{name}-{one.seed}.toml"
        for place, one in enumerate(found, start=1)
    }
    there = earlier.present(paths, order.fits)
    for one in found:
        if one.seed not in there:
            inputs.save_new(one.level, paths[one.seed])
    return [replace(one, path=paths[one.seed]) for one in found]


def sketch_board(name: str | None, game: Game, settings: Mapping[str, object]) -> Board | None:
    """The board to generate around.

    Raises:
        LevelError: it cannot be read, or is of another game.
        ParameterError: another number of rows or columns is asked for.
    """
    if name is None:
        return None
    board = _level_of(game, name).board
    asked = game.generator.parameters.complete(settings).values
    if workshop.sketch_of(game, board) is None:
        for key, number in (("rows", board.rows), ("cols", board.cols)):
            if key in settings and asked.get(key) != number:
                raise ParameterError(f"{key}={asked[key]}: {name} has {number}")
    return board


def _level_of(game: Game, name: str) -> Level:
    """A named level of a game."""
    level = inputs.level(name)
    if level.game != game.name:
        expected = f"expected {quoted(game.name)}, found {quoted(level.game)}"
        raise LevelError(expected, file=name, key="game")
    return level


def kept_streams(named: list[tuple[str, Stream | str]], game: Game) -> dict[str, Stream]:
    """The streams of the stages to keep, by stage name; of a level's file as that records it."""
    known = [stage.name for stage in game.generator.stages]
    kept = {}
    for stage, source in named:
        if stage not in known:
            raise LevelError(f"--keep: expected one of {', '.join(known)}, found {quoted(stage)}")
        if isinstance(source, str):
            level = _level_of(game, source)
            try:
                kept[stage] = workshop.recipe_of(level).stream(stage)
            except LevelError as error:
                raise error.in_file(source) from error
        else:
            kept[stage] = source
    return kept
