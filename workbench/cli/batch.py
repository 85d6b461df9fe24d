"""``workbench batch``: levels in bulk, into a catalogue that goes on where it was."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from engine.batch import watching
from engine.batch.batching import BACKENDS, MOST_JOBS, batch
from engine.batch.order import DEFAULT_PATIENCE
from engine.batch.progress import BatchProgress
from engine.batch.running import Limits
from engine.errors import EngineError, GenerationFailed, LevelError
from engine.game import registry
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS
from engine.values.budget import Control
from engine.values.parameters import WHERE
from workbench.browser import batches
from workbench.cli.support import detached, inputs, status
from workbench.cli.support.arguments import Parser
from workbench.cli.support.conversions import positive, seconds, seed, whole
from workbench.folders.state import user_state
from workbench.service import running
from workbench.terminal import console
from workbench.text.batched import progress_line, state_lines, summary


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    option = parser.option
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="a game's name; see workbench games"
    )
    option(
        "--out CATALOGUE", "the file that the levels go to; a batch in it goes on", required=True
    )
    option("--count N", "levels to be in it, all different", positive)
    option("--seed N", "the first seed; drawn if absent, or that of the batch in CATALOGUE", seed)
    parser.add_wishes()
    tries = "candidates to try for each seed (default %(default)s)"
    option("--max-attempts M", tries, positive, default=DEFAULT_MAX_ATTEMPTS)
    workers = f"worker processes, {MOST_JOBS} at most (default: one a core)"
    option("--jobs J", workers, whole(1, MOST_JOBS))
    option(
        "--backend B",
        "who makes the levels: local, processes of this machine (default), or dask",
        choices=BACKENDS,
        default=BACKENDS[0],
    )
    option("--scheduler ADDRESS", "of a Dask cluster, such as tcp://host:8786")
    option("--time SECONDS", "end after so long; the same command goes on", seconds)
    option(
        "--patience SEEDS",
        "end after so many seeds in a row without a new level (default %(default)s)",
        positive,
        default=DEFAULT_PATIENCE,
    )
    detached.arguments(parser, "the batch")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Makes a batch, or does something to one that is being made."""
    inputs.require_named("--out", args.out)
    catalogue = Path(args.out)
    asked = detached.asked(args)
    if asked:
        made_by = (args.game, args.count, args.seed, args.jobs, args.scheduler, args.time)
        others = any(each is not None for each in made_by) or args.settings or args.detach
        if len(asked) > 1 or others:
            raise LevelError(f"--{asked[0]}: expected --out CATALOGUE beside it, and nothing else")
        return detached.steer(args, args.out, watching.BATCH, watching.state, state_lines)
    if args.game is None or args.count is None:
        raise LevelError("expected GAME and --count N")
    if not catalogue.is_file():  # one that is complete is not written
        inputs.require_writable(args.out, folder=False)
    if args.detach:
        return detached.run(args, _words(args), args.out, f"--out {args.out}", watching.state)
    return _make(args, catalogue)


def _make(args: argparse.Namespace, catalogue: Path) -> int:
    """Makes the batch, in this process."""
    job = _Job(args, catalogue)
    try:
        end = running.run(job.run, lambda _: job.line())
    except GenerationFailed as error:
        job.say_how_to_resume()
        console.error(LevelError(str(error), file=args.out))
        job.answer_so_far()
        return status.UNDECIDED
    except KeyboardInterrupt:
        job.say_how_to_resume()
        job.answer_so_far()
        raise
    except EngineError:
        job.say_how_to_resume()
        raise
    console.answer(args, end.answer(), lambda paint: summary(end, args.out, paint))
    return status.DONE


class _Job:
    """The batch as it is being made, and what is known of it.

    Attributes:
        last: the last progress that was reported; None before the batch has begun.
    """

    def __init__(self, args: argparse.Namespace, catalogue: Path) -> None:
        self._game = registry.get(args.game)
        self._args = args
        self.last: BatchProgress | None = None
        self._batch = partial(
            batch,
            self._game,
            catalogue,
            args.count,
            dict(args.settings),
            seed=args.seed,
            max_attempts=args.max_attempts,
            jobs=args.jobs,
            backend=args.backend,
            scheduler=args.scheduler,
            limits=Limits(args.patience, args.time),
            on_progress=self._on_progress,
        )

    def run(self, control: Control) -> BatchProgress:
        """Makes it."""
        return self._batch(control=control)

    def line(self) -> str:
        """How far it is."""
        return f"batch {self._game.name}" if self.last is None else progress_line(self.last)

    def say_how_to_resume(self) -> None:
        """Says that the same command goes on, of a batch that has begun."""
        if self.last is not None:
            there = f"{self.last.accepted:,} of {self.last.count:,} levels are there"
            console.note(f"{self._args.out}: {there}; the same command goes on")

    def answer_so_far(self) -> None:
        """Print the object of ``--json`` for a batch that has begun and is not complete."""
        if self._args.json and self.last is not None:
            console.json_line(self.last.answer())

    def _on_progress(self, progress: BatchProgress) -> None:
        first, self.last = self.last is None, progress
        if not first:
            return
        batches.note(user_state().batches, Path(self._args.out))
        if self._args.seed is None:
            console.note(f"seed {progress.first_seed}")
        if progress.accepted and not progress.complete:
            console.note(
                f"{self._args.out}: {progress.accepted:,} of {progress.count:,} levels are there"
            )


def _words(args: argparse.Namespace) -> list[str]:
    """The command again, as it is typed, without what leaves it to itself."""
    values = {
        **{"out": args.out, "count": args.count, "seed": args.seed, "jobs": args.jobs},
        **{"max-attempts": args.max_attempts, "backend": args.backend, "time": args.time},
        **{"scheduler": args.scheduler, "patience": args.patience},
    }
    words = [f"--{name}={value}" for name, value in values.items() if value is not None]
    for key, value in args.settings:
        words.append(f"--where={value}" if key == WHERE.key else f"--set={key}={value}")
    return ["batch", args.game, *words, *(["--json"] if args.json else [])]
