"""The scheduler: rounds of mutations are tried by workers and kept in the catalogue in their order.

A round is a fixed number of mutations of the archive as the round before left it. What they led to
is taken in the order of their numbers, in one transaction with the number of mutations done. So
the catalogue is the same with any workers and after any stop; a round that was cut short
is done again from its beginning.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from engine.archive.asking import ArchiveWish
from engine.archive.emitter import sources
from engine.archive.grid import Cell, Elite
from engine.archive.progress import Filling
from engine.archive.task import FillTask, task_of
from engine.archive.trying import WORSE, Outcome, PlacedLevel, Trial, Trials
from engine.archive.workers import Workers
from engine.batch.reporting import reporting
from engine.batch.watching import FILLING, asked_to_pause
from engine.catalogue.entries import Entries, Entry
from engine.catalogue.inserting import Inserter
from engine.catalogue.levels import Levels, board_of
from engine.catalogue.runs import RunState
from engine.catalogue.store import Catalogue
from engine.evaluation.solving import storing_anew
from engine.files import levelfile
from engine.files.improvedtable import MOST_ITERATIONS
from engine.game import registry
from engine.improvement.descending import descendant
from engine.values.budget import Control
from engine.values.entries import present
from engine.values.level import Level, Verdict, board_digest

ROUND = 64
"""Mutations of a round; iterations are done in whole rounds."""
DEFAULT_SECONDS = 10.0
_LOOK_SECONDS = 0.1
"""Between two looks whether a pause is over."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is to be done.

    Attributes:
        seconds: of this go; None for no limit.
        iterations: in all, those of earlier goes included; None for no limit.
        seed: of the mutations; None for that of an earlier go, or a drawn one.
        jobs: worker processes; None for one a core.
    """

    seconds: float | None = None
    iterations: int | None = None
    seed: int | None = None
    jobs: int | None = None


def fill(
    path: Path | str,
    wish: ArchiveWish,
    effort: Effort = Effort(seconds=DEFAULT_SECONDS),
    *,
    on_progress: Callable[[Filling], None] = lambda _: None,
    control: Control | None = None,
) -> Filling:
    """Fills cells of an archive over the levels of a catalogue with new ones, empty cells first.

    The same wish with the same seed goes on where it ended. What is added depends on the levels
    that were there, the wish, the seed and the number of mutations, on nothing else.

    Args:
        path: the catalogue, of levels of one game that has mutations.
        wish: the archive.
        effort: how much is to be done; it also ends as soon as ``control`` is asked to finish.
        on_progress: is handed the state several times a second, first before any work.
        control: to stop it; what was added stays.

    Raises:
        CatalogueError: no catalogue, or it cannot be written.
        ArchiveError: no such archive, or there is no level in it to begin with.
        ParameterError: the game has no mutations.
        Cancelled: ``control`` was cancelled; the same call goes on.
    """
    control = control or Control()
    Catalogue.open(path).close()  # what is missing is not made
    with Catalogue.begin(path) as catalogue:
        task = task_of(catalogue, wish, effort.seed)
        with (
            reporting(catalogue.path, FILLING, on_progress) as report,
            closing(Workers(task.order, effort.jobs)) as workers,
        ):
            return _Rounds(catalogue, task, workers, report).run(effort, control)


class _Rounds:
    """One go at the filling of an archive."""

    def __init__(
        self,
        catalogue: Catalogue,
        task: FillTask,
        workers: Workers,
        on_progress: Callable[[Filling], None],
    ) -> None:
        self._catalogue, self._task, self._workers, self._on_progress = (
            catalogue,
            task,
            workers,
            on_progress,
        )
        self._levels = Levels(catalogue.path)
        self._run, self._archive = task.run, task.archive
        self._sound: set[int] = set()
        self._before = self._run.tried
        self._end: float | None = None
        self._most: int | None = None

    def run(self, effort: Effort, control: Control) -> Filling:
        """Runs rounds until the effort is made."""
        counted, self._most = time.monotonic(), effort.iterations
        self._end = None if effort.seconds is None else counted + effort.seconds
        most = MOST_ITERATIONS if self._most is None else self._most

        def over() -> bool:
            """Whether it has to end, once there was a round; reports progress on the way."""
            self._on_progress(self._filling())
            late = self._left == 0.0 and self._run.tried > self._before
            return control.finishing or late

        while self._run.tried < most and not over():
            counted += self._pause(control)
            cells = self._sources()
            trials = self._trials(cells)
            outcomes = self._workers.outcomes(trials, control, over)
            if outcomes is None:
                break
            now = time.monotonic()
            self._keep(cells, trials, outcomes, now - counted)
            counted = now
        self._on_progress(self._filling())
        return self._filling()

    def _pause(self, control: Control) -> float:
        """Waits as long as it is asked to pause; gives the seconds of that, which do not count.

        Raises:
            Cancelled: ``control`` was cancelled meanwhile.
        """
        began, left = time.monotonic(), self._left
        while asked_to_pause(self._catalogue.path) and not control.finishing:
            control.require_going_on()
            self._on_progress(replace(self._filling(), left=left, paused=True))
            time.sleep(_LOOK_SECONDS)
        waited = time.monotonic() - began
        self._end = None if self._end is None else self._end + waited
        return waited

    @property
    def _left(self) -> float | None:
        """Seconds that are left; None for no limit."""
        return None if self._end is None else max(self._end - time.monotonic(), 0.0)

    def _filling(self) -> Filling:
        task, run = self._task, self._run
        return Filling(
            run.game, task.wish, self._archive, task.archive, run.first_seed, run.tried, run.kept,
            run.duplicates, run.rejections, run.seconds, run.tried - self._before,
            self._workers.number, self._left, self._most,
        )  # fmt: skip

    def _sources(self) -> list[Cell]:
        task = self._task
        return sources(self._archive, task.order.seed, self._run.tried, ROUND, task.targets)

    def _trials(self, cells: Sequence[Cell]) -> Trials:
        """The mutations of the next round."""
        elites, first = self._archive.elites, self._run.tried
        entries = Entries(self._catalogue).of({elites[cell].level for cell in cells})
        known = {entry.id: self._source(entry) for entry in entries}
        trials = tuple(
            Trial(number, *known[elites[cell].level]) for number, cell in enumerate(cells, first)
        )
        bests = tuple((cell, elites[cell].value) for cell in sorted(elites))
        return Trials(trials, bests)

    def _source(self, entry: Entry) -> tuple[bytes, int | None]:
        """The packed board of a level, and how many of its things are inert if that is known.

        Raises:
            CatalogueError: the board is damaged, or breaks a rule of its game.
        """
        if entry.id not in self._sound:
            board = board_of(entry, self._catalogue.path)
            for problem in registry.get(entry.game).boards.problems(board):
                raise self._catalogue.error(f"level {entry.id}: {problem}")
            self._sound.add(entry.id)
        inert = entry.facts.get("inert")
        return entry.packed, inert if isinstance(inert, int) else None

    def _keep(
        self, cells: Sequence[Cell], trials: Trials, outcomes: Sequence[Outcome], seconds: float
    ) -> None:
        """Keeps what a round has led to, in one transaction."""
        archive, elites = self._archive, self._archive.elites
        run, done = self._run, self._run.tried + len(trials.trials)
        run = replace(run, tried=done, candidates=done, seconds=run.seconds + seconds)
        rejections = dict(run.rejections)
        with self._catalogue.transaction():
            inserter = self._catalogue.inserter(run.game)
            for trial, cell, found in zip(trials.trials, cells, outcomes, strict=True):
                if isinstance(found, str) or not archive.wants(found.cell, found.value):
                    reason = found if isinstance(found, str) else WORSE
                    rejections[reason] = rejections.get(reason, 0) + 1
                elif inserter.find(found.fingerprint) is not None:
                    run = replace(run, duplicates=run.duplicates + 1)
                else:
                    parent = self._parent(elites[cell].level)
                    number = self._insert(run, inserter, parent, trial.number, found)
                    archive = archive.with_elite(found.cell, Elite(number, found.value))
                    run = replace(run, kept=run.kept + 1)
            run = replace(run, rejections=rejections)
            self._catalogue.save_run(run)
        self._run, self._archive = run, archive

    def _insert(
        self, run: RunState, inserter: Inserter, parent: Level, number: int, found: PlacedLevel
    ) -> int:
        """Adds the level that a mutation led to, with its file; gives its number."""
        game = registry.get(run.game)
        board = game.boards.unpack(found.board)
        level = descendant(parent, board, self._task.aim, run.first_seed, number)
        level = storing_anew(level)
        facts = present(game.solver.stored(found.verdict, level.recorded))
        verdict = Verdict(board_digest(board), game.rules_version, facts)
        level = replace(level, verdict=verdict)
        made = level.provenance
        assert made is not None
        return inserter.insert(
            run.id,
            found.facts,
            (made.seed, made.attempt, found.fingerprint, found.board),
            (level.title, level.author, zlib.compress(levelfile.dumps(level).encode(), 9)),
        )

    def _parent(self, number: int) -> Level:
        """The level of a number, whole."""
        (entry,) = Entries(self._catalogue).of([number])
        return self._levels.level(entry)
