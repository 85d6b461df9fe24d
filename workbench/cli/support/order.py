"""What ``generate`` is to make: the levels of some seeds, each saved as soon as it is made."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine import workshop
from engine.errors import GenerationFailed, LevelError
from engine.evaluation.boardfacts import KnownOfBoard
from engine.files import levelfile
from engine.files.storage import require_regular
from engine.files.temporary import sweep
from engine.game.game import Game
from engine.playlists.ramp import ramp
from engine.staging.generation import Attempts, Candidate, Recipe
from engine.values.budget import Control
from engine.values.expression import fact
from engine.values.level import Level, board_digest
from engine.workshop import MAX_SEED
from workbench.cli.support import inputs
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
        there: levels that an earlier call left in the folder, by seed.
    """

    args: argparse.Namespace
    game: Game
    recipe: Recipe
    seeds: range = range(0)
    there: Mapping[int, Level] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """How many levels are to be made."""
        return int(self.args.rising or self.args.count)

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
        return self.out if folder is None else folder / self._file(seed)

    def begin(self) -> None:
        """Settles the seeds, and what is there already.

        The seeds are those named, those of a batch that was not finished, or drawn ones: these
        begin at a multiple of their number, so that any level of a batch says where it began.

        Raises:
            LevelError: another level is there under a name that is needed; names the file.
        """
        first, folder = self.args.seed, self.folder
        if first is None and folder is not None:
            first = self._unfinished(folder)
        if first is None:
            first = secrets.randbelow((MAX_SEED + 1) // self.number) * self.number
        self.seeds = range(first, first + self.number)
        if self.out is None:
            return
        for swept in {self.out, folder or self.out.parent}:
            sweep(swept)
        if folder is None:
            return
        if self.args.rising is not None:
            prefix = rf"[0-9]{{{len(str(self.args.count))}}}-"
            for seed, path in self._named(self.out, prefix):
                if seed in self.seeds:
                    self._level_at(seed, path)
        self.there = self._present({seed: folder / self._file(seed) for seed in self.seeds})

    def _present(self, paths: Mapping[int, Path]) -> dict[int, Level]:
        """The levels that are there of some, by seed.

        Raises:
            LevelError: something else has the name of one; names the file.
        """
        there = {seed: path for seed, path in paths.items() if os.path.lexists(path)}
        return {seed: self._level_at(seed, path) for seed, path in there.items()}

    def _level_at(self, seed: int, path: Path) -> Level:
        """The level in the file of a seed.

        Raises:
            LevelError: it is another level than the order makes of the seed, or none.
        """
        require_regular(path)
        level = levelfile.read(path)
        recipe, early = replace(self.recipe, seed=seed), self.args.time is not None
        ours = level.game == self.game.name
        if not (ours and workshop.is_made_by(level, recipe, finished_early=early)):
            raise LevelError("another level; not overwritten", file=str(path))
        return level

    def _unfinished(self, folder: Path) -> int | None:
        """The first seed of a batch without ``--seed`` that was not finished; None for none.

        Levels that do not say where their batch began are taken to begin with the first of them.
        """
        seeds = []
        for seed, path in self._named(folder):
            with contextlib.suppress(LevelError):  # of another batch
                self._level_at(seed, path)
                seeds.append(seed)
        seeds.sort()
        while seeds:
            near = [seed for seed in seeds if seed < seeds[0] + self.number]
            begun = seeds[0] - seeds[0] % self.number
            first = begun if near[-1] < begun + self.number else seeds[0]
            batch = [seed for seed in near if seed < first + self.number]
            if len(batch) < self.number:
                return first
            seeds = seeds[len(batch) :]
        return None

    def _named(self, folder: Path, begin: str = "") -> Iterator[tuple[int, Path]]:
        """The files of a folder that are named by a seed, with that.

        ``begin`` is a pattern of what comes before the game's name in theirs.
        """
        name = re.escape(self.game.name)
        pattern = re.compile(rf"{begin}{name}-(0|[1-9][0-9]{{0,18}})\.toml", re.ASCII)
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            match = pattern.fullmatch(path.name)
            if match is not None:
                yield int(match[1]), path

    def _file(self, seed: int) -> str:
        return f"{self.game.name}-{seed}.toml"

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
            facts = self.game.solver.solve(old.board, control=control).renewed if wanted else None
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
            # Another call of the same command may have made it meanwhile.
            level = self._level_at(seed, path)
        shown = candidate if steps else None
        return GeneratedLevel(seed, level, solved.renewed, path, attempts, shown)

    def progress(self, seed: int, control: Control) -> str:
        """How far the level of a seed has come, in words."""
        snapshot = control.snapshot
        far = progress.improvement(snapshot) if snapshot else f"{control.candidates:,} candidates"
        return f"generating {self.game.name} {seed}: {far}"

    def rising(self, made: Sequence[GeneratedLevel]) -> list[GeneratedLevel]:
        """The levels that rise most evenly, from the easiest on, in files numbered in that order.

        Raises:
            GenerationFailed: there are not as many different levels as are wanted.
            LevelError: a file cannot be written, or another level has its name.
        """
        heights = {one.seed: self._height(one.level) for one in made}
        wanted, likeness = self.args.count, lambda one: board_digest(one.level.board)
        found = ramp(made, lambda one: heights[one.seed], wanted, likeness)
        if len(found) == wanted and self.out is not None:
            found = self._numbered(found, self.out)
        if self.folder is not None:
            for one in made:
                if one.path is not None:
                    one.path.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # other files are in it
                self.folder.rmdir()
        if len(found) < wanted:
            raise GenerationFailed(f"only {len(found)} different levels among {len(made)}")
        return found

    def _height(self, level: Level) -> float | None:
        """How hard a level that was made is, or what else the set is to rise by."""
        if self.args.by is not None:
            known: float | None = fact(
                KnownOfBoard(self.game, level.board, Control()), self.args.by
            )
            return known
        assert level.verdict is not None
        return self.game.solver.difficulty(level.verdict.facts)

    def _numbered(self, found: Sequence[GeneratedLevel], out: Path) -> list[GeneratedLevel]:
        """The levels in files that are numbered in their order."""
        digits = len(str(len(found)))
        paths = {
            one.seed: out / f"{number:0{digits}}-{self._file(one.seed)}"
            for number, one in enumerate(found, start=1)
        }
        there = self._present(paths)
        for one in found:
            if one.seed not in there:
                inputs.save_new(one.level, paths[one.seed])
        return [replace(one, path=paths[one.seed]) for one in found]
