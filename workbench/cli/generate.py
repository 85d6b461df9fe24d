"""``workbench generate``: make levels, and show how they are made."""

from __future__ import annotations

import argparse
import contextlib
import secrets
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from engine import workshop
from engine.errors import GenerationFailed, LevelError
from engine.files import levelfile
from engine.files.storage import sweep
from engine.game import registry
from engine.game.game import Game
from engine.generate.demands import rejections_text, require_possible
from engine.generate.generation import DEFAULT_MAX_ATTEMPTS, Candidate, Recipe, event_record
from engine.workshop import MAX_SEED
from workbench.cli import earlier, inputs, seedlist, status
from workbench.cli.arguments import Parser, positive, seconds, seed, setting, stage_stream
from workbench.cli.order import (
    UNSORTED,
    GeneratedLevel,
    GenerateOrder,
    kept_streams,
    rising,
    sketch_board,
)
from workbench.service import running
from workbench.terminal import console


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    add = parser.add_argument
    add("game", metavar="GAME", help="a game's name; see workbench games")
    add("--seed", metavar="N", type=seed, help="where randomness begins; drawn if absent")
    add(
        "--set", metavar="KEY=VALUE", type=setting, action="append", default=[], dest="settings",
        help="a parameter, or a fact to accept by: a number, a word, or a range A..B, A.. or ..B",
    )  # fmt: skip
    add(
        "--count",
        metavar="N",
        type=positive,
        default=1,
        help="levels to make, of seeds N, N+1, ...",
    )
    add(
        "--max-attempts", metavar="M", type=positive, default=DEFAULT_MAX_ATTEMPTS,
        help="candidates to try for each level (default %(default)s)",
    )  # fmt: skip
    add(
        "--time", metavar="SECONDS", type=seconds,
        help="take the best candidate so far after so long, for each level; it records how far "
        "that came",
    )  # fmt: skip
    add(
        "--rising", metavar="M", type=positive,
        help="make M levels instead, and keep those N of them that rise most evenly in difficulty; "
        "their files are numbered in that order",
    )  # fmt: skip
    add("--out", metavar="FILE_OR_DIR", help="a file, or a folder if --count is above 1")
    add("--steps", action="store_true", help="print each step of the making, with its board")
    add("--from", metavar="LEVEL", dest="sketch", help="generate around this level's locked cells")
    add(
        "--keep", metavar="STAGE=SEED[:ATTEMPT[:REROLL]]", type=stage_stream, action="append",
        default=[], dest="kept",
        help="a stage draws as it does with that seed, attempt and number of re-rolls, whatever "
        "the seed of the others; STAGE=LEVEL for as in that generated level",
    )  # fmt: skip
    add("--reasons", action="store_true", help="say on stderr why candidates were rejected")
    add(
        "--seeds-only", action="store_true",
        help="write no levels but their seeds, the easiest first, as a list to play through: "
        "DIFFICULTY.seeds",
    )  # fmt: skip
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Makes all levels that are not there yet, and saves each as soon as it is made."""
    game = registry.get(args.game)
    settings: dict[str, object] = dict(args.settings)
    game.generator.parameters.complete(settings)
    if args.seeds_only:
        return seedlist.run(args, game, settings)
    _require_outputs(args)
    order = _order(args, game, settings)
    seeds = _seeds_of(args, order)
    order = _beside(args, order, seeds)
    _note(args, order, seeds)
    running.prepare(game)
    new = None if args.out is None or Path(args.out).exists() else Path(args.out)
    try:
        failures = _make(args, order, seeds)
    except GenerationFailed as error:
        console.error(error)
        if new is not None:
            with contextlib.suppress(OSError):
                new.rmdir()
        return status.UNDECIDED
    except KeyboardInterrupt:
        kept = sum(path.exists() for path in map(order.path, seeds) if path is not None)
        if kept and order.folder is not None:
            console.note(f"{kept} of {len(seeds)} levels are there; the same command goes on")
        raise
    if failures:
        console.error(_failed(failures, len(seeds)))
        return status.UNDECIDED
    return status.DONE


def _make(
    args: argparse.Namespace, order: GenerateOrder, seeds: range
) -> Mapping[int, GenerationFailed]:
    """Makes the levels of all seeds, and tells of each in their order.

    Returns:
        Why there are none of some seeds.

    Raises:
        GenerationFailed: there are too few different ones to choose from.
        LevelError: a file cannot be written.
        KeyboardInterrupt: the user stopped it; all that was finished is saved.
    """
    made: list[GeneratedLevel] = []
    failures: dict[int, GenerationFailed] = {}
    with contextlib.closing(running.side_by_side(seeds, order.make, order.progress)) as each:
        for number, one in each:
            if isinstance(one, GenerationFailed):
                failures[number] = one
                continue
            _tell(args, order, one)
            if args.rising is not None:
                made.append(one)
    if args.rising is not None and not failures:
        out = None if args.out is None else Path(args.out)
        for one in rising(made, order, args.count, out):
            _print(args, one)
    return failures


def _order(args: argparse.Namespace, game: Game, settings: Mapping[str, object]) -> GenerateOrder:
    """What is to be made, as far as it can be made.

    Raises:
        LevelError: a level that is named cannot be read, or is of another game.
        ParameterError: a demand that no level can meet, or parameters that do not go together.
    """
    sketch = sketch_board(args.sketch, game, settings)
    if sketch is not None and workshop.sketch_of(game, sketch) is not None:
        settings = workshop.sized_like(game, sketch, settings)
    parameters = game.generator.parameters.complete(settings)
    recipe = Recipe(0, 0, parameters, sketch=sketch, kept=kept_streams(args.kept, game))
    require_possible(game.generator, recipe)
    folder = file = None
    if args.out is not None:
        out = Path(args.out)
        folder = out / UNSORTED if args.rising is not None else out
        folder, file = (folder, None) if args.count > 1 else (None, out)
    facts = args.json and not args.steps
    return GenerateOrder(
        game, recipe, args.max_attempts, args.time, args.steps, facts, folder, file
    )


def _seeds_of(args: argparse.Namespace, order: GenerateOrder) -> range:
    """The seeds: those named, those of a run that was not finished, or drawn ones."""
    count = int(args.rising or args.count)
    first = args.seed
    if first is None and order.folder is not None:
        first = earlier.unfinished(order.folder, order.game.name, count, order.fits)
    if first is None:
        first = earlier.drawn(secrets.randbelow, count, MAX_SEED)
    return range(first, first + count)


def _beside(args: argparse.Namespace, order: GenerateOrder, seeds: range) -> GenerateOrder:
    """The order as it is to be followed beside what is in its folder already.

    Raises:
        LevelError: another level is there under a name that is needed.
    """
    for folder in {order.folder or (order.file and order.file.parent), args.out and Path(args.out)}:
        if folder:
            sweep(folder)
    if order.folder is None:
        return order
    if args.rising is not None:
        place = rf"[0-9]{{{len(str(args.count))}}}-"
        earlier.require_ours(Path(args.out), place, order.game.name, seeds, order.fits)
    paths = {seed: path for seed in seeds if (path := order.path(seed)) is not None}
    return replace(order, there=earlier.present(paths, order.fits))


def _note(args: argparse.Namespace, order: GenerateOrder, seeds: range) -> None:
    """What is to be known before the levels are made."""
    sketch = order.recipe.sketch
    if sketch is not None and workshop.sketch_of(order.game, sketch) is None:
        console.note(f"{args.sketch}: no cell is locked, so nothing of it is kept")
    if order.there:
        console.note(f"{args.out}: {len(order.there)} of {len(seeds)} levels are there")
    if args.seed is None:
        console.note(f"seed {seeds[0]}")


def _tell(args: argparse.Namespace, order: GenerateOrder, made: GeneratedLevel) -> None:
    """What is asked for about a level that was made, or was there."""
    if args.reasons:
        console.note(_reasons(made))
    if made.candidate is not None:
        _print_steps(args, order.game, made.candidate)
    elif args.rising is None:
        _print(args, made)


def _failed(failures: Mapping[int, GenerationFailed], count: int) -> str:
    """Why there are seeds without a level, in one line."""
    seed, first = next(iter(failures.items()))
    more = len(failures) - 1
    others = f"; nor of {more} more of {count} seeds" if more else ""
    return f"seed {seed}: {first}{others}"


def _require_outputs(args: argparse.Namespace) -> None:
    """Refuses combinations that cannot end well, before any work."""
    if args.rising is not None and (args.steps or not 2 <= args.count <= args.rising):
        raise LevelError("--rising M needs --count N, 2 to M levels to keep, and no --steps")
    if args.seed is not None and args.seed + (args.rising or args.count) - 1 > MAX_SEED:
        raise LevelError(f"--seed and the number of levels lead beyond the last seed, {MAX_SEED}")
    if args.count > 1 and args.out is None and not args.json:
        raise LevelError("--count above 1 needs --out FOLDER or --json")
    if args.out is not None:
        check = inputs.require_file if args.count == 1 else inputs.require_folder
        check(args.out)


def _reasons(made: GeneratedLevel) -> str:
    """What it took to find a level."""
    if made.attempts is None:
        return f"seed {made.seed}: there before"
    reasons = rejections_text(made.attempts.rejections) or "none rejected"
    return f"seed {made.seed}: 1 of {made.attempts.tried:,} candidates ({reasons})"


def _print_steps(args: argparse.Namespace, game: Game, candidate: Candidate) -> None:
    if args.json:
        timeline = candidate.timeline
        for index in range(len(timeline)):
            console.json_line(event_record(timeline.event(index)))
    else:
        from workbench.cli import render

        for text in render.steps(game, candidate, console.wants_color(args)):
            console.line(text)


def _print(args: argparse.Namespace, made: GeneratedLevel) -> None:
    """One level on stdout, if it is wanted there."""
    if made.path is not None and not args.json:
        return
    text = levelfile.dumps(made.level)
    if not args.json:
        console.level_file(text)
        return
    provenance, verdict = made.level.provenance, made.level.verdict
    assert provenance is not None and verdict is not None and made.facts is not None
    console.json_line(
        {
            "game": made.level.game,
            "file": None if made.path is None else str(made.path),
            "seed": made.seed,
            "attempt": provenance.attempt,
            "toml": text,
            "verdict": {"digest": verdict.digest, "rules": verdict.rules, **made.facts},
        }
    )
