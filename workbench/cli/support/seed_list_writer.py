"""``workbench generate --seeds-only``: write a list of seeds to play through."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Mapping
from pathlib import Path

from engine.errors import GenerationFailed, LevelError
from engine.game import registry
from engine.game.game import Game
from engine.playlists import seedfile
from engine.playlists.seed_list import get_default_settings, prove_file
from engine.playlists.seedfile import SeedFile
from engine.stages.accepted_candidate_search import require_possible
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS, Recipe
from engine.values.budget import Control
from engine.values.parameter_schema import SIMILARITY, WHERE
from engine.workshop import MAX_SEED
from workbench.cli.support import exit_status, input_and_output_files
from workbench.service import foreground
from workbench.terminal import command_line_output


def write_seed_list(args: argparse.Namespace, game: Game, settings: Mapping[str, object]) -> int:
    """Write a list of seeds, sorted by the difficulty of their levels.

    Returns:
        The exit status.

    Raises:
        EngineError: Options contradict each other, or the file cannot be written.
    """
    rules = registry.get_campaign(game)
    _require_no_other_options(args, settings)
    schema = game.parameters
    complete = schema.complete_settings(settings)
    require_possible(game.generator, Recipe(0, 0, complete))
    grade = complete.get_integer(rules.parameter)
    stated = set(settings) - {rules.parameter}
    # A list is read with the old defaults, so it must record every value that differs from those.
    old = {key: schema[key].parse_value(value) for key, value in get_default_settings(game).items()}
    stated |= {key for key, value in old.items() if complete.values[key] != value}
    others = {key: schema[key].format_typed(complete.values[key]) for key in stated}
    path = _choose_path(args.out, grade)
    drawn = secrets.randbelow(MAX_SEED - args.count + 2)
    first = drawn if args.seed is None else args.seed
    seeds = tuple(range(first, first + args.count))
    unsorted = SeedFile(grade, seeds, game.generator_name, settings=others)
    done = [0]

    def job(control: Control) -> SeedFile:
        return prove_file(unsorted, game, control, lambda number, _: done.__setitem__(0, number))

    try:
        found = foreground.run_with_progress(
            job, lambda _: f"rating {done[0]:,} of {args.count:,} levels"
        )
    except GenerationFailed as error:
        command_line_output.print_error(error)
        return exit_status.UNDECIDED
    title = f"{game.title}, {rules.parameter} {grade}: one level a line, by its seed"
    if path is None:
        command_line_output.write_content(seedfile.dumps(found, title))
    else:
        seedfile.write_seed_file(path, found, title)
    if args.seed is None:
        command_line_output.print_note(f"seed {first}")
    return exit_status.DONE


def _require_no_other_options(args: argparse.Namespace, settings: Mapping[str, object]) -> None:
    """Raise LevelError if an option was given whose effect a list of seeds cannot record."""
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


def _choose_path(out: str | None, grade: int) -> Path | None:
    """Return the path to write a list of seeds to, or None for standard output.

    Args:
        out: The value of ``--out``, which is a folder or a file called ``GRADE.seeds``, or None.
        grade: The grade of the levels in the list.

    Raises:
        LevelError: The file has another name, or cannot be written.
    """
    if out is None:
        return None
    name = f"{grade}{seedfile.SEEDS_SUFFIX}"
    path = Path(out)
    if path.is_dir():
        return path / name
    if path.name != name:
        raise LevelError(f"expected the name {name}, which gives the grade", file=out)
    input_and_output_files.require_writable(out, folder=False)
    return path
