"""The fill scheduler, which runs rounds of mutations and adds good levels to the catalogue.

A round is a fixed number of mutations, whose parents are elites of the archive as it was when the
round began. The results are processed in the order of the mutations' numbers, and saved in one
transaction together with the number of mutations tried. Therefore the catalogue is the same for any
number of workers and after any interruption. An interrupted round is repeated from its beginning.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from engine.archive.archive_grid import ArchiveCell, Elite
from engine.archive.archive_spec import ArchiveSpec
from engine.archive.fill_progress import FillProgress
from engine.archive.fill_record import FillJob, prepare_job
from engine.archive.mutation_trials import NOT_BETTER, PlacedLevel, Trial, TrialGroup, TrialOutcome
from engine.archive.mutation_workers import TrialWorkers
from engine.archive.parent_selection import choose_sources
from engine.batch.progress_reader import FILL, is_pause_requested
from engine.batch.progress_writer import report_progress
from engine.catalogue.entry_reader import CatalogueEntry, EntryReader
from engine.catalogue.inserter import Inserter
from engine.catalogue.level_loader import LevelLoader, unpack_board
from engine.catalogue.run_record import CatalogueRun
from engine.catalogue.store import Catalogue
from engine.evaluation.level_verdicts import update_storage
from engine.files import levelfile
from engine.files.improvement_record import MAX_ITERATIONS
from engine.game import registry
from engine.improvement.mutation_chain import create_descendant
from engine.values.budget import Control
from engine.values.level import Level, Verdict, compute_digest
from engine.values.toml_fields import drop_nulls

ROUND_SIZE = 64
"""The number of mutations in a round. Only whole rounds are saved."""
DEFAULT_SECONDS = 10.0
_PAUSE_CHECK_SECONDS = 0.1
"""The time between two checks for the end of a pause, in seconds."""


@dataclass(frozen=True, slots=True)
class FillOptions:
    """The limits, seed and number of workers for one call of :func:`fill_archive`.

    Attributes:
        seconds: The time limit for this call; None for no limit.
        iterations: The limit on the number of mutations, including those in earlier calls; None for
            no limit.
        seed: The seed of the mutations; None for the seed of the recorded fill, or a random seed if
            no fill is recorded.
        jobs: The number of worker processes; None for one per core.
    """

    seconds: float | None = None
    iterations: int | None = None
    seed: int | None = None
    jobs: int | None = None


def fill_archive(
    path: Path | str,
    spec: ArchiveSpec,
    options: FillOptions = FillOptions(seconds=DEFAULT_SECONDS),
    *,
    on_progress: Callable[[FillProgress], None] = lambda _: None,
    control: Control | None = None,
) -> FillProgress:
    """Fill the cells of an archive with new levels, empty cells first.

    A call with the same specification and seed continues where the previous one ended. The levels
    added depend only on the levels already in the catalogue, the specification, the seed and the
    number of mutations.

    Args:
        path: The path of a catalogue whose levels belong to one game, which must have mutations.
        spec: The specification of the archive.
        options: The limits, the seed and the number of workers.
        on_progress: A callback that receives the progress several times a second, the first time
            before any work begins.
        control: The control through which the caller can finish the fill early or cancel it. In
            both cases, levels already added are kept.

    Raises:
        CatalogueError: The file is not a catalogue, or cannot be written.
        ArchiveError: The specification is invalid, or no cell has a level to start from.
        ParameterError: The game has no mutations.
        Cancelled: ``control`` was cancelled. Another call with the same arguments continues the
            fill.
    """
    control = control or Control()
    Catalogue.open(path).close()  # refuses a missing file, which open_for_adding would create
    with Catalogue.open_for_adding(path) as catalogue:
        task = prepare_job(catalogue, spec, options.seed)
        with (
            report_progress(catalogue.path, FILL, on_progress) as report,
            closing(TrialWorkers(task.trial_spec, options.jobs)) as workers,
        ):
            return _FillScheduler(catalogue, task, workers, report).run(options, control)


class _FillScheduler:
    """The loop in :func:`fill_archive` that tries and saves one round after another."""

    def __init__(
        self,
        catalogue: Catalogue,
        task: FillJob,
        workers: TrialWorkers,
        on_progress: Callable[[FillProgress], None],
    ) -> None:
        self._catalogue, self._task, self._workers, self._on_progress = (
            catalogue,
            task,
            workers,
            on_progress,
        )
        self._levels = LevelLoader(catalogue.path)
        self._run, self._archive = task.run, task.archive
        self._checked_levels: set[int] = set()
        self._tried_before = self._run.tried
        self._deadline: float | None = None
        self._max_iterations: int | None = None

    def run(self, options: FillOptions, control: Control) -> FillProgress:
        """Run rounds until a limit is reached or ``control`` ends them, and return the progress."""
        counted, self._max_iterations = time.monotonic(), options.iterations
        self._deadline = None if options.seconds is None else counted + options.seconds
        most = MAX_ITERATIONS if self._max_iterations is None else self._max_iterations

        def should_stop() -> bool:
            self._on_progress(self._build_progress())
            # Each call completes at least one round, so that repeated short calls make progress.
            late = self._seconds_left == 0.0 and self._run.tried > self._tried_before
            return control.is_finishing or late

        while self._run.tried < most and not should_stop():
            counted += self._wait_while_paused(control)
            cells = self._choose_sources()
            trials = self._build_trials(cells)
            outcomes = self._workers.run_trials(trials, control, should_stop)
            # If the search was stopped during a round, the results of that round are dropped, and
            # the next call repeats it.
            if outcomes is None:
                break
            now = time.monotonic()
            self._save_round(cells, trials, outcomes, now - counted)
            counted = now
        self._on_progress(self._build_progress())
        return self._build_progress()

    def _wait_while_paused(self, control: Control) -> float:
        """Wait while a pause is requested, and return the waiting time in seconds.

        Raises:
            Cancelled: ``control`` was cancelled during the pause.
        """
        began, left = time.monotonic(), self._seconds_left
        while is_pause_requested(self._catalogue.path) and not control.is_finishing:
            control.raise_if_cancelled()
            self._on_progress(replace(self._build_progress(), left=left, paused=True))
            time.sleep(_PAUSE_CHECK_SECONDS)
        waited = time.monotonic() - began
        self._deadline = None if self._deadline is None else self._deadline + waited
        return waited

    @property
    def _seconds_left(self) -> float | None:
        """The seconds left until the time limit, or None if there is no limit."""
        return None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)

    def _build_progress(self) -> FillProgress:
        task, run = self._task, self._run
        return FillProgress(
            run.game, task.spec, self._archive, task.archive, run.first_seed, run.tried, run.kept,
            run.duplicates, run.rejections, run.seconds, run.tried - self._tried_before,
            self._workers.count, self._seconds_left, self._max_iterations,
        )  # fmt: skip

    def _choose_sources(self) -> list[ArchiveCell]:
        task = self._task
        return choose_sources(
            self._archive, task.trial_spec.seed, self._run.tried, ROUND_SIZE, task.targets
        )

    def _build_trials(self, cells: Sequence[ArchiveCell]) -> TrialGroup:
        """Build the mutations of the next round, one for each parent cell in ``cells``."""
        elites, first = self._archive.elites, self._run.tried
        entries = EntryReader(self._catalogue).read_entries({elites[cell].level for cell in cells})
        known = {entry.id: self._get_source(entry) for entry in entries}
        trials = tuple(
            Trial(number, *known[elites[cell].level]) for number, cell in enumerate(cells, first)
        )
        bests = tuple((cell, elites[cell].value) for cell in sorted(elites))
        return TrialGroup(trials, bests)

    def _get_source(self, entry: CatalogueEntry) -> tuple[bytes, int | None]:
        """Return a level's packed board and its number of inert objects, which is None if unknown.

        Raises:
            CatalogueError: The board is damaged, or breaks a rule of its game.
        """
        if entry.id not in self._checked_levels:
            board = unpack_board(entry, self._catalogue.path)
            for problem in registry.get_game(entry.game).boards.find_problems(board):
                raise self._catalogue.build_error(f"level {entry.id}: {problem}")
            self._checked_levels.add(entry.id)
        inert = entry.facts.get("inert")
        return entry.packed, inert if isinstance(inert, int) else None

    def _save_round(
        self,
        cells: Sequence[ArchiveCell],
        trials: TrialGroup,
        outcomes: Sequence[TrialOutcome],
        seconds: float,
    ) -> None:
        """Save the results of a round in the catalogue, in one transaction."""
        archive, elites = self._archive, self._archive.elites
        run, done = self._run, self._run.tried + len(trials.trials)
        run = replace(run, tried=done, candidates=done, seconds=run.seconds + seconds)
        rejections = dict(run.rejections)
        with self._catalogue.begin_transaction():
            inserter = self._catalogue.get_inserter(run.game)
            for trial, cell, found in zip(trials.trials, cells, outcomes, strict=True):
                # The archive grows within the round. A level that was the best in its cell when it
                # was tried may be no better than one from an earlier mutation in the same round.
                if isinstance(found, str) or not archive.would_improve(found.cell, found.value):
                    reason = found if isinstance(found, str) else NOT_BETTER
                    rejections[reason] = rejections.get(reason, 0) + 1
                elif inserter.find_level(found.fingerprint) is not None:
                    run = replace(run, duplicates=run.duplicates + 1)
                else:
                    parent = self._load_parent(elites[cell].level)
                    number = self._insert_level(run, inserter, parent, trial.number, found)
                    archive = archive.with_elite(found.cell, Elite(number, found.value))
                    run = replace(run, kept=run.kept + 1)
            run = replace(run, rejections=rejections)
            self._catalogue.save_run(run)
        self._run, self._archive = run, archive

    def _insert_level(
        self, run: CatalogueRun, inserter: Inserter, parent: Level, number: int, found: PlacedLevel
    ) -> int:
        """Add the level that a mutation produced to the catalogue, and return its id.

        Args:
            run: The run of the fill.
            inserter: The inserter for the game.
            parent: The level that was mutated.
            number: The number of the mutation.
            found: The new level.
        """
        game = registry.get_game(run.game)
        board = game.boards.unpack_board(found.board)
        level = create_descendant(parent, board, self._task.objective, run.first_seed, number)
        # Record in the provenance that the verdict is stored in the current format.
        level = update_storage(level)
        facts = drop_nulls(
            game.solver.select_stored_facts(found.verdict, level.recorded_parameters)
        )
        verdict = Verdict(compute_digest(board), game.rules_version, facts)
        level = replace(level, verdict=verdict)
        made = level.provenance
        assert made is not None
        return inserter.insert_level(
            run.id,
            found.facts,
            (made.seed, made.attempt, found.fingerprint, found.board),
            (level.title, level.author, zlib.compress(levelfile.dumps(level).encode(), 9)),
        )

    def _load_parent(self, number: int) -> Level:
        """Load the complete level with the id ``number``."""
        (entry,) = EntryReader(self._catalogue).read_entries([number])
        return self._levels.load_level(entry)
