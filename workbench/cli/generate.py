"""``workbench generate``: generate levels or, on request, print the generator's steps."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Mapping
from typing import Any

from engine import workshop
from engine.errors import GenerationFailed, LevelError, quote_input, suggest_similar
from engine.evaluation.board_facts import list_fact_types
from engine.files import levelfile, leveljson
from engine.game import registry
from engine.game.game import Game
from engine.generation.constraints import ConstrainedLevels
from engine.stages.accepted_candidate_search import format_rejection_counts, require_possible
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS, Candidate, Event, Recipe
from engine.workshop import MAX_SEED
from workbench.cli.support import exit_status, generate_input_files, input_and_output_files
from workbench.cli.support.argument_actions import OncePerKey
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import (
    build_integer_parser,
    parse_area,
    parse_positive,
    parse_seconds,
    parse_seed,
    parse_stage_file,
    parse_stage_stream,
)
from workbench.cli.support.generate_job import GeneratedLevel, GenerateJob
from workbench.service import foreground
from workbench.terminal import command_line_output

MAX_LEVELS = 1_000_000
"""The largest number of levels that one command can generate. A batch can generate more."""


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    option, flag = parser.add_option, parser.add_flag
    parser.add_argument("game", metavar="GAME", help="a game's name; see workbench games")
    option("--seed N", "where randomness begins; drawn if absent", parse_seed)
    parser.add_constraints()
    levels = build_integer_parser(1, MAX_LEVELS)
    option("--count N", "levels to make, of seeds N, N+1, ...", levels, default=1)
    tries = "candidates to try for each level (default %(default)s)"
    option("--max-attempts M", tries, parse_positive, default=DEFAULT_MAX_ATTEMPTS)
    option(
        "--time SECONDS",
        "take the best candidate so far after so long, for each level; it records how far that "
        "came",
        parse_seconds,
    )
    option(
        "--rising M",
        "make M levels instead, and keep those N of them that rise most evenly in difficulty; "
        "their files are numbered in that order",
        levels,
    )
    option(
        "--by KEY",
        "with --rising: by another number than difficulty, such as mechanics_every or moves",
    )
    option("--out FILE_OR_DIR", "a file, or a folder if --count is above 1")
    flag("--steps", "print each step of the making, with its board")
    option(
        "--from LEVEL",
        "generate around this level's locked cells, by the weights painted on it",
        dest="sketch",
    )
    corners = "of --from, between two corners"
    option("--keep-area ROW,COL,ROW,COL", f"lock the cells {corners}, too", parse_area)
    option("--renew-area ROW,COL,ROW,COL", f"lock all cells but those {corners}, too", parse_area)
    option(
        "--weights STAGE=FILE",
        "a grid of weights for the cells that a stage chooses among, 0 to 1000 or . for its own, "
        "separated by blanks; in place of those of --from",
        parse_stage_file,
        dest="weights",
        action=OncePerKey,
        default=[],
    )
    option(
        "--like LEVEL",
        "what similarity, in --set and --where, is to: a level of the game, such as one that the "
        "new ones are not to be too much like",
    )
    option(
        "--keep STAGE=SEED[:ATTEMPT[:REROLL]]",
        "a stage draws as it does with that seed, attempt and number of re-rolls, whatever the "
        "seed of the others; STAGE=LEVEL for as in that generated level",
        parse_stage_stream,
        dest="kept",
        action=OncePerKey,
        default=[],
    )
    flag("--reasons", "say on stderr why candidates were rejected")
    flag(
        "--seeds-only",
        "write no levels but their seeds, the easiest first, as a list to play through: "
        "DIFFICULTY.seeds",
    )
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Generate all levels that do not exist yet, saving each level as soon as it is accepted."""
    game = registry.get_game(args.game)
    settings: dict[str, object] = dict(args.settings)
    game.parameters.complete_settings(settings)
    if args.seed is not None and args.seed + (args.rising or args.count) - 1 > MAX_SEED:
        raise LevelError(f"--seed and the number of levels lead beyond the last seed, {MAX_SEED}")
    # A list of seeds cannot record the effects of many options, so it needs other checks.
    if args.seeds_only:
        from workbench.cli.support import seed_list_writer

        return seed_list_writer.write_seed_list(args, game, settings)
    _require_outputs(args, game)
    order = _prepare_job(args, game, settings)
    seeds = order.seeds
    # If this command creates the folder but no level goes into it, remove the folder again.
    new = order.out_path is not None and not order.out_path.exists()
    try:
        failures = _make_levels(order)
    except GenerationFailed as error:
        command_line_output.print_error(error)
        if order.out_path is not None and new:
            with contextlib.suppress(OSError):
                order.out_path.rmdir()
        return exit_status.UNDECIDED
    except KeyboardInterrupt:
        # The same command can continue only from levels that were saved in a folder.
        kept = sum(path.exists() for path in map(order.get_path, seeds) if path is not None)
        if kept and order.folder is not None:
            command_line_output.print_note(
                f"{kept} of {len(seeds)} levels are there; the same command continues"
            )
        raise
    if not failures:
        return exit_status.DONE
    first, reason = next(iter(failures.items()))
    more = len(failures) - 1
    others = f"; nor of {more} more of {len(seeds)} seeds" if more else ""
    command_line_output.print_error(f"seed {first}: {reason}{others}")
    return exit_status.UNDECIDED


def _make_levels(job: GenerateJob) -> Mapping[int, GenerationFailed]:
    """Generate the levels for all seeds, and print them in the order of the seeds.

    Returns:
        A mapping from each seed that gave no accepted level to its error.

    Raises:
        GenerationFailed: There are too few different levels to choose from.
        LevelError: A file cannot be written.
        KeyboardInterrupt: The user stopped the command. All finished levels have been saved.
    """
    args = job.args
    made: list[GeneratedLevel] = []
    failures: dict[int, GenerationFailed] = {}
    with contextlib.closing(
        foreground.run_in_parallel(job.seeds, job.make_level, job.format_progress)
    ) as each:
        for number, one in each:
            if isinstance(one, GenerationFailed):
                failures[number] = one
                continue
            if args.rising is not None:
                made.append(one)
            if args.reasons:
                command_line_output.print_note(_format_reasons(one))
            if one.candidate is not None:
                _print_steps(args, job.game, one.candidate)
            elif args.rising is None:
                _print_level(args, one)
    # Levels for a difficulty curve are chosen from all seeds, so one failure prevents the choice.
    for one in job.select_rising(made) if made and not failures else ():
        _print_level(args, one)
    return failures


def _prepare_job(
    args: argparse.Namespace, game: Game, settings: Mapping[str, object]
) -> GenerateJob:
    """Create the job for the requested levels, and find out which of them already exist.

    Raises:
        LevelError: A level named by an option cannot be read or is for another game, or a file to
            be written already contains a different level.
        ParameterError: A constraint cannot be satisfied, or parameters contradict each other.
    """
    source = None if args.sketch is None else generate_input_files.read_locked_level(args, game)
    sketch = (
        None
        if source is None
        else generate_input_files.require_sketch_size(args.sketch, source.board, game, settings)
    )
    weights = generate_input_files.collect_weights(args.weights, game, source)
    locked = None if sketch is None else workshop.find_sketch(game, sketch)
    # Unless the settings give a size, locked cells and painted weights determine it.
    settings = workshop.add_size(game, settings, locked, weights)
    parameters, kept = (
        game.parameters.complete_settings(settings),
        generate_input_files.read_kept_streams(args.kept, game),
    )
    like = generate_input_files.read_reference_board(args.like, game, parameters)
    recipe = Recipe(0, 0, parameters, {}, sketch, kept, weights, like)
    require_possible(ConstrainedLevels(game), recipe)
    order = GenerateJob(args, game, recipe)
    order.prepare_seeds()
    if source is not None and locked is None and not source.next_weights:
        command_line_output.print_note(
            f"{args.sketch}: no cell is locked, so nothing of it is kept"
        )
    if order.existing:
        command_line_output.print_note(
            f"{args.out}: {len(order.existing)} of {order.level_count} levels are there"
        )
    if args.seed is None:
        command_line_output.print_note(f"seed {order.seeds[0]}")
    return order


def _require_outputs(args: argparse.Namespace, game: Game) -> None:
    """Raise LevelError if options contradict each other or the output cannot be written."""
    if args.by is not None:
        numbers = [key for key, kind in list_fact_types([game]).items() if kind in (int, float)]
        if args.rising is None or args.by not in numbers:
            known = suggest_similar(
                args.by, numbers, "expected a number such as moves, with --rising M"
            )
            raise LevelError(f"--by: no fact {quote_input(args.by)} to rise by; {known}")
    if args.sketch is None and (args.keep_area or args.renew_area):
        raise LevelError("--keep-area and --renew-area need --from LEVEL")
    if args.rising is not None and (args.steps or not 2 <= args.count <= args.rising):
        raise LevelError("--rising M needs --count N, 2 to M levels to keep, and no --steps")
    if args.count > 1 and args.out is None and not args.json:
        raise LevelError("--count above 1 needs --out FOLDER or --json")
    if args.out is not None and args.count == 1:
        input_and_output_files.require_level_name(args.out)
    if args.out is not None:
        input_and_output_files.require_writable(args.out, folder=args.count > 1)


def _format_reasons(made: GeneratedLevel) -> str:
    """Return text that says how many candidates a level took, and why candidates were rejected."""
    if made.attempts is None:
        return f"seed {made.seed}: there before"
    reasons = format_rejection_counts(made.attempts.rejections) or "none rejected"
    return f"seed {made.seed}: 1 of {made.attempts.tried:,} candidates ({reasons})"


def _print_steps(args: argparse.Namespace, game: Game, candidate: Candidate) -> None:
    if args.json:
        timeline = candidate.timeline
        for index in range(len(timeline)):
            command_line_output.print_json(build_event_record(timeline.get_event(index)))
    else:
        from workbench.cli import render

        command_line_output.print_lines(
            render.format_steps(game, candidate, command_line_output.choose_colours(args))
        )


def _print_level(args: argparse.Namespace, made: GeneratedLevel) -> None:
    """Print a level as JSON if that was requested, or as a level file if it was not saved."""
    if made.path is not None and not args.json:
        return
    text = levelfile.dumps(made.level)
    if not args.json:
        command_line_output.print_level_file(text)
        return

    provenance, verdict = made.level.provenance, made.level.verdict
    assert provenance is not None and verdict is not None and made.facts is not None
    record = {
        "format": leveljson.FORM,
        "game": made.level.game,
        "file": made.path,
        "seed": made.seed,
        "attempt": provenance.attempt,
        "board": leveljson.make_plain(made.level.board.to_table()),
        "toml": text,
        "verdict": {"digest": verdict.digest, "rules": verdict.rules, **made.facts},
    }
    command_line_output.print_json(record)


def build_event_record(event: Event) -> dict[str, Any]:
    """Return the record that ``--steps --json`` prints for an event."""
    keys = ("stage", "row", "col", "old", "new", "weight", "draw")
    return {key: getattr(event, key) for key in keys}
