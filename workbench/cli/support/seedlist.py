"""``workbench generate --seeds-only``: lists of levels to play through, as files of seeds."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Mapping
from pathlib import Path

from engine.errors import GenerationFailed, LevelError
from engine.game import registry
from engine.game.game import Game
from engine.playlists import seedfile
from engine.playlists.levellist import proven_file, unsaid
from engine.playlists.seedfile import SeedFile
from engine.staging.demands import require_possible
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS, Recipe
from engine.values.budget import Control
from engine.values.parameters import SIMILARITY, WHERE
from engine.workshop import MAX_SEED
from workbench.cli.support import inputs, status
from workbench.service import running
from workbench.terminal import console


def run(args: argparse.Namespace, game: Game, settings: Mapping[str, object]) -> int:
    """Finds out the order of difficulty of so many seeds, and writes them in it with their figures.

    Raises:
        EngineError: options that do not go together, or a file that cannot be written.
    """
    rules = registry.campaign_of(game)
    _require_alone(args, settings)
    schema = game.parameters
    complete = schema.complete(settings)
    require_possible(game.generator, Recipe(0, 0, complete))
    grade = complete.integer(rules.parameter)
    stated = set(settings) - {rules.parameter}
    # A list that does not say is taken to be from before it could.
    old = {key: schema[key].parse(value) for key, value in unsaid(game).items()}
    stated |= {key for key, value in old.items() if complete.values[key] != value}
    others = {key: schema[key].typed(complete.values[key]) for key in stated}
    path = _path(args.out, grade)
    drawn = secrets.randbelow(MAX_SEED - args.count + 2)
    first = drawn if args.seed is None else args.seed
    seeds = tuple(range(first, first + args.count))
    unsorted = SeedFile(grade, seeds, game.generator_name, settings=others)
    done = [0]

    def job(control: Control) -> SeedFile:
        """The seeds in the order of difficulty, with what is proven of their levels."""
        return proven_file(unsorted, game, control, lambda number, _: done.__setitem__(0, number))

    try:
        found = running.run(job, lambda _: f"rating {done[0]:,} of {args.count:,} levels")
    except GenerationFailed as error:
        console.error(error)
        return status.UNDECIDED
    title = f"{game.title}, {rules.parameter} {grade}: one level a line, by its seed"
    if path is None:
        console.exactly(seedfile.dumps(found, title))
    else:
        seedfile.write(path, found, title)
    if args.seed is None:
        console.note(f"seed {first}")
    return status.DONE


def _require_alone(args: argparse.Namespace, settings: Mapping[str, object]) -> None:
    """Refuses what a seed alone cannot express, and what such a file has no room for."""
    options = {
        "--steps": args.steps, "--from": args.sketch, "--keep": args.kept, "--time": args.time,
        "--weights": args.weights,
        "--rising": args.rising, "--by": args.by, "--json": args.json, "--reasons": args.reasons,
        "--where": WHERE.key in settings, "--like": args.like,
        SIMILARITY.key: SIMILARITY.key in settings,
        "--max-attempts": args.max_attempts != DEFAULT_MAX_ATTEMPTS,
    }  # fmt: skip
    if given := [option for option, value in options.items() if value]:
        raise LevelError(f"--seeds-only does not go with {given[0]}")


def _path(out: str | None, grade: int) -> Path | None:
    """The file to write: the one named, or one in the folder named."""
    if out is None:
        return None
    name = f"{grade}{seedfile.SUFFIX}"
    path = Path(out)
    if path.is_dir():
        return path / name
    if path.name != name:
        raise LevelError(f"expected the name {name}, which gives the grade", file=out)
    inputs.require_writable(out, folder=False)
    return path
