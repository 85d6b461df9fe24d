"""What ``generate`` is to make: the levels of some seeds, each saved as soon as it is made."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine import workshop
from engine.errors import GenerationFailed
from engine.game.game import Game
from engine.generate.generation import Attempts, Candidate, Recipe
from engine.search.solved import Solved
from engine.values.budget import Control
from engine.values.level import Level
from workbench.cli import earlier, files
from workbench.session.making import progress


@dataclass(frozen=True, slots=True)
class Made:
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
class Order:
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

    def make(self, seed: int, control: Control) -> Made | GenerationFailed:
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
            return Made(seed, old, facts, path, candidate=candidate)
        try:
            level, candidate, attempts, solved = self._follow(seed, control)
        except GenerationFailed as error:
            return error
        if path is not None and self.folder is None:
            files.save(level, path)
        elif path is not None and not files.save_new(level, path):
            # Another run of the same command may have made it meanwhile.
            level = earlier.level_at(seed, path, self.fits)
        return Made(seed, level, solved.facts, path, attempts, candidate if self.steps else None)

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
