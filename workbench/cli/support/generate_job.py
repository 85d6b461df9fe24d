"""The job behind ``workbench generate``, which generates and saves one level for each seed.

A level that an earlier command with the same recipe has saved in the folder is not generated again.
A command without ``--seed`` continues an unfinished set of levels. The first seed in a set is a
multiple of the number of levels, so that it can be determined from any file in the set. For
example, with ``--count 10``, a file for seed 4237 belongs to the set with the seeds 4230 to 4239.
"""

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
from engine.evaluation.board_facts import BoardFacts
from engine.files import levelfile
from engine.files.storage import require_regular
from engine.files.temporary_file import remove_abandoned
from engine.game.game import Game
from engine.playlists.difficulty_curve import choose_ramp
from engine.stages.candidate import Attempts, Candidate, Recipe
from engine.values.budget import Control
from engine.values.expression import get_fact
from engine.values.level import Level, compute_digest
from engine.workshop import MAX_SEED
from workbench.cli.support import input_and_output_files
from workbench.session.generation import generation_text


@dataclass(frozen=True, slots=True)
class GeneratedLevel:
    """An accepted level with its seed, facts and file.

    Attributes:
        seed: The level's seed.
        level: The level itself.
        facts: All of the solver's facts, in which unknown ones have the value None. The attribute
            itself is None if the facts are not needed.
        path: The path of the level's file, or None if the level has no file.
        attempts: The attempts that the level took, or None if its file already existed.
        candidate: The candidate with its event log, or None if the steps are not needed.
    """

    seed: int
    level: Level
    facts: Mapping[str, Any] | None
    path: Path | None
    attempts: Attempts | None = None
    candidate: Candidate | None = None


UNSORTED_FOLDER = "unsorted"
"""The subfolder of OUT that contains the levels until all of them have been generated."""


@dataclass(slots=True)
class GenerateJob:
    """A job that generates the requested levels, one for each seed.

    Attributes:
        args: The verb's arguments.
        game: The game to generate levels for.
        recipe: The recipe that all levels share, with 0 in place of the seed.
        seeds: The seeds of the levels.
        existing: The levels that an earlier command has saved in the folder, keyed by seed.
    """

    args: argparse.Namespace
    game: Game
    recipe: Recipe
    seeds: range = range(0)
    existing: Mapping[int, Level] = field(default_factory=dict)

    @property
    def level_count(self) -> int:
        """The number of levels to generate."""
        return int(self.args.rising or self.args.count)

    @property
    def out_path(self) -> Path | None:
        """The file or folder to write, or None for standard output."""
        return None if self.args.out is None else Path(self.args.out)

    @property
    def folder(self) -> Path | None:
        """The folder for files named after seeds, or None for a single file or standard output."""
        if self.out_path is None or self.args.count == 1:
            return None
        return self.out_path if self.args.rising is None else self.out_path / UNSORTED_FOLDER

    def get_path(self, seed: int) -> Path | None:
        """Return the path of the file for the level from ``seed``, or None for standard output."""
        folder = self.folder
        return self.out_path if folder is None else folder / self._format_file_name(seed)

    def prepare_seeds(self) -> None:
        """Choose the seeds, and find the levels that already exist.

        Without ``--seed``, the first seed is that of an unfinished set of levels or, if there is no
        such set, a random multiple of the number of levels.

        Raises:
            LevelError: A file to be written already contains a different level. The message names
                the file.
        """
        first, folder = self.args.seed, self.folder
        if first is None and folder is not None:
            first = self._find_unfinished_seed(folder)
        if first is None:
            first = secrets.randbelow((MAX_SEED + 1) // self.level_count) * self.level_count
        self.seeds = range(first, first + self.level_count)
        if self.out_path is None:
            return
        # An interrupted command may have left temporary files behind.
        for swept in {self.out_path, folder or self.out_path.parent}:
            remove_abandoned(swept)
        if folder is None:
            return
        if self.args.rising is not None:
            prefix = rf"[0-9]{{{len(str(self.args.count))}}}-"
            # `_read_level` raises an error if a numbered file contains a different level.
            for seed, path in self._find_seed_files(self.out_path, prefix):
                if seed in self.seeds:
                    self._read_level(seed, path)
        self.existing = self._read_existing(
            {seed: folder / self._format_file_name(seed) for seed in self.seeds}
        )

    def _read_existing(self, paths: Mapping[int, Path]) -> dict[int, Level]:
        """Read the files in ``paths`` that exist, and return their levels, keyed by seed.

        Raises:
            LevelError: A file does not contain the expected level. The message names the file.
        """
        there = {seed: path for seed, path in paths.items() if os.path.lexists(path)}
        return {seed: self._read_level(seed, path) for seed, path in there.items()}

    def _read_level(self, seed: int, path: Path) -> Level:
        """Read a level from a file, and check that it is the one that ``seed`` would generate.

        Raises:
            LevelError: The file contains a different level, or no level at all.
        """
        require_regular(path)
        level = levelfile.read_level(path)
        recipe, early = replace(self.recipe, seed=seed), self.args.time is not None
        ours = level.game == self.game.name
        if not (ours and workshop.is_generated_by(level, recipe, finished_early=early)):
            raise LevelError("another level; not overwritten", file=str(path))
        return level

    def _find_unfinished_seed(self, folder: Path) -> int | None:
        """Return the first seed of an unfinished set in ``folder``, or None if there is none.

        Normally, a set begins at a multiple of the number of levels. If no such set could contain
        all the files, the set is assumed to begin at the smallest seed.
        """
        seeds = []
        for seed, path in self._find_seed_files(folder):
            with contextlib.suppress(LevelError):  # a level with another recipe
                self._read_level(seed, path)
                seeds.append(seed)
        seeds.sort()
        while seeds:
            # A set's seeds are consecutive, so each is less than `level_count` above the smallest.
            near = [seed for seed in seeds if seed < seeds[0] + self.level_count]
            begun = seeds[0] - seeds[0] % self.level_count
            # Prefer the multiple at or below the smallest seed, if a set that begins there contains
            # all of these seeds.
            first = begun if near[-1] < begun + self.level_count else seeds[0]
            batch = [seed for seed in near if seed < first + self.level_count]
            if len(batch) < self.level_count:
                return first
            seeds = seeds[len(batch) :]
        return None

    def _find_seed_files(self, folder: Path, prefix: str = "") -> Iterator[tuple[int, Path]]:
        """Yield the seed and the path of each file in ``folder`` that is named after a seed.

        Args:
            folder: The folder to search.
            prefix: A regular expression for the text that precedes the game's name.
        """
        name = re.escape(self.game.name)
        pattern = re.compile(rf"{prefix}{name}-(0|[1-9][0-9]{{0,18}})\.toml", re.ASCII)
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            match = pattern.fullmatch(path.name)
            if match is not None:
                yield int(match[1]), path

    def _format_file_name(self, seed: int) -> str:
        return f"{self.game.name}-{seed}.toml"

    def make_level(self, seed: int, control: Control) -> GeneratedLevel | GenerationFailed:
        """Generate the level from ``seed``, and save it if the job writes files.

        Returns:
            The accepted level, or the error if no level was accepted.

        Raises:
            ParameterError: Parameters contradict each other.
            LevelError: The level cannot be saved.
            Cancelled: ``control`` was cancelled.
        """
        path, old, steps = self.get_path(seed), self.existing.get(seed), self.args.steps
        if old is not None:
            candidate = workshop.remake_candidate(old, control) if steps else None
            wanted = self.args.json and not steps
            facts = (
                self.game.solver.solve(old.board, control=control).newest_facts if wanted else None
            )
            control.raise_if_cancelled()
            return GeneratedLevel(seed, old, facts, path, candidate=candidate)
        # When the time is up, the search ends with the best candidate so far.
        timer = threading.Timer(self.args.time or 0, control.finish)
        if self.args.time is not None:
            timer.start()
        try:
            level, candidate, attempts, solved = workshop.follow_recipe(
                self.game, replace(self.recipe, seed=seed), self.args.max_attempts, control
            )
        except GenerationFailed as error:
            return error
        finally:
            timer.cancel()
        if path is not None and self.folder is None:
            input_and_output_files.save_level(level, path)
        elif path is not None and not input_and_output_files.save_new_level(level, path):
            # Another process with the same command may have created the file in the meantime.
            level = self._read_level(seed, path)
        shown = candidate if steps else None
        return GeneratedLevel(seed, level, solved.newest_facts, path, attempts, shown)

    def format_progress(self, seed: int, control: Control) -> str:
        """Describe the progress of generating the level from ``seed``."""
        snapshot = control.snapshot
        far = (
            generation_text.format_improvement(snapshot)
            if snapshot
            else f"{control.candidates:,} candidates"
        )
        return f"generating {self.game.name} {seed}: {far}"

    def select_rising(self, generated: Sequence[GeneratedLevel]) -> list[GeneratedLevel]:
        """Choose the levels with the smoothest difficulty curve, and save them as numbered files.

        Raises:
            GenerationFailed: There are fewer different levels than requested.
            LevelError: A file cannot be written, or already contains a different level.
        """
        heights = {one.seed: self._measure_difficulty(one.level) for one in generated}
        wanted, likeness = self.args.count, lambda one: compute_digest(one.level.board)
        found = choose_ramp(generated, lambda one: heights[one.seed], wanted, likeness)
        if len(found) == wanted and self.out_path is not None:
            found = self._save_numbered(found, self.out_path)
        if self.folder is not None:
            for one in generated:
                if one.path is not None:
                    one.path.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # the folder may contain other files
                self.folder.rmdir()
        if len(found) < wanted:
            raise GenerationFailed(f"only {len(found)} different levels among {len(generated)}")
        return found

    def _measure_difficulty(self, level: Level) -> float | None:
        """Return a level's difficulty, or the value of the fact that ``--by`` names instead."""
        if self.args.by is not None:
            known: float | None = get_fact(
                BoardFacts(self.game, level.board, Control()), self.args.by
            )
            return known
        assert level.verdict is not None
        return self.game.solver.rate_difficulty(level.verdict.facts)

    def _save_numbered(self, found: Sequence[GeneratedLevel], out: Path) -> list[GeneratedLevel]:
        """Save levels as numbered files, and return the levels with their new paths."""
        digits = len(str(len(found)))
        paths = {
            one.seed: out / f"{number:0{digits}}-{self._format_file_name(one.seed)}"
            for number, one in enumerate(found, start=1)
        }
        there = self._read_existing(paths)
        for one in found:
            if one.seed not in there:
                input_and_output_files.save_new_level(one.level, paths[one.seed])
        return [replace(one, path=paths[one.seed]) for one in found]
