"""``workbench generate``: make levels, and show how they are made."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Mapping
from typing import Any

from engine import workshop
from engine.errors import GenerationFailed, LevelError, quoted, similar
from engine.evaluation.boardfacts import kinds_of_boards
from engine.files import levelfile
from engine.game import registry
from engine.game.game import Game
from engine.generation.wishes import WishedLevels
from engine.staging.demands import rejections_text, require_possible
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS, Candidate, Event, Recipe
from engine.workshop import MAX_SEED
from workbench.cli.support import inputs, sources, status
from workbench.cli.support.arguments import OncePerKey, Parser
from workbench.cli.support.conversions import (
    area,
    positive,
    seconds,
    seed,
    stage_file,
    stage_stream,
    whole,
)
from workbench.cli.support.order import GeneratedLevel, GenerateOrder
from workbench.service import running
from workbench.terminal import console

MOST_LEVELS = 1_000_000
"""Levels that one command makes at most; ``workbench batch`` makes more."""


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    option, flag = parser.option, parser.flag
    parser.add_argument("game", metavar="GAME", help="a game's name; see workbench games")
    option("--seed N", "where randomness begins; drawn if absent", seed)
    parser.add_wishes()
    levels = whole(1, MOST_LEVELS)
    option("--count N", "levels to make, of seeds N, N+1, ...", levels, default=1)
    tries = "candidates to try for each level (default %(default)s)"
    option("--max-attempts M", tries, positive, default=DEFAULT_MAX_ATTEMPTS)
    option(
        "--time SECONDS",
        "take the best candidate so far after so long, for each level; it records how far that "
        "came",
        seconds,
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
    option("--keep-area ROW,COL,ROW,COL", f"lock the cells {corners}, too", area)
    option("--renew-area ROW,COL,ROW,COL", f"lock all cells but those {corners}, too", area)
    option(
        "--weights STAGE=FILE",
        "a grid of weights for the cells that a stage chooses among, 0 to 1000 or . for its own, "
        "separated by blanks; in place of those of --from",
        stage_file,
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
        stage_stream,
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
    """Makes all levels that are not there yet, and saves each as soon as it is made."""
    game = registry.get(args.game)
    settings: dict[str, object] = dict(args.settings)
    game.parameters.complete(settings)
    if args.seed is not None and args.seed + (args.rising or args.count) - 1 > MAX_SEED:
        raise LevelError(f"--seed and the number of levels lead beyond the last seed, {MAX_SEED}")
    if args.seeds_only:
        from workbench.cli.support import seedlist

        return seedlist.run(args, game, settings)
    _require_outputs(args, game)
    order = _order(args, game, settings)
    seeds = order.seeds
    new = order.out is not None and not order.out.exists()
    try:
        failures = _make(order)
    except GenerationFailed as error:
        console.error(error)
        if order.out is not None and new:
            with contextlib.suppress(OSError):
                order.out.rmdir()
        return status.UNDECIDED
    except KeyboardInterrupt:
        kept = sum(path.exists() for path in map(order.path, seeds) if path is not None)
        if kept and order.folder is not None:
            console.note(f"{kept} of {len(seeds)} levels are there; the same command goes on")
        raise
    if not failures:
        return status.DONE
    first, reason = next(iter(failures.items()))
    more = len(failures) - 1
    others = f"; nor of {more} more of {len(seeds)} seeds" if more else ""
    console.error(f"seed {first}: {reason}{others}")
    return status.UNDECIDED


def _make(order: GenerateOrder) -> Mapping[int, GenerationFailed]:
    """Makes the levels of all seeds, and reports each in their order.

    Returns:
        Why there are none of some seeds.

    Raises:
        GenerationFailed: there are too few different ones to choose from.
        LevelError: a file cannot be written.
        KeyboardInterrupt: the user stopped it; all that was finished is saved.
    """
    args = order.args
    made: list[GeneratedLevel] = []
    failures: dict[int, GenerationFailed] = {}
    with contextlib.closing(running.side_by_side(order.seeds, order.make, order.progress)) as each:
        for number, one in each:
            if isinstance(one, GenerationFailed):
                failures[number] = one
                continue
            if args.rising is not None:
                made.append(one)
            if args.reasons:
                console.note(_reasons(one))
            if one.candidate is not None:
                _print_steps(args, order.game, one.candidate)
            elif args.rising is None:
                _print(args, one)
    for one in order.rising(made) if made and not failures else ():
        _print(args, one)
    return failures


def _order(args: argparse.Namespace, game: Game, settings: Mapping[str, object]) -> GenerateOrder:
    """What is to be made, as far as it can be made, beside what is there already.

    Raises:
        LevelError: a level that is named cannot be read, or is of another game; another level
            is there under a name that is needed.
        ParameterError: a demand that no level can meet, or parameters that do not go together.
    """
    source = None if args.sketch is None else sources.locked(args, game)
    sketch = None if source is None else sources.sketch(args.sketch, source.board, game, settings)
    weights = sources.painted(args.weights, game, source)
    locked = None if sketch is None else workshop.sketch_of(game, sketch)
    settings = workshop.sized_like(game, settings, locked, weights)
    parameters, kept = game.parameters.complete(settings), sources.kept(args.kept, game)
    like = sources.like(args.like, game, parameters)
    recipe = Recipe(0, 0, parameters, {}, sketch, kept, weights, like)
    require_possible(WishedLevels(game), recipe)
    order = GenerateOrder(args, game, recipe)
    order.begin()
    if source is not None and locked is None and not source.painted:
        console.note(f"{args.sketch}: no cell is locked, so nothing of it is kept")
    if order.there:
        console.note(f"{args.out}: {len(order.there)} of {order.number} levels are there")
    if args.seed is None:
        console.note(f"seed {order.seeds[0]}")
    return order


def _require_outputs(args: argparse.Namespace, game: Game) -> None:
    """Refuses combinations that cannot end well, before any work."""
    if args.by is not None:
        numbers = [key for key, kind in kinds_of_boards([game]).items() if kind in (int, float)]
        if args.rising is None or args.by not in numbers:
            known = similar(args.by, numbers, "expected a number such as moves, with --rising M")
            raise LevelError(f"--by: no fact {quoted(args.by)} to rise by; {known}")
    if args.sketch is None and (args.keep_area or args.renew_area):
        raise LevelError("--keep-area and --renew-area need --from LEVEL")
    if args.rising is not None and (args.steps or not 2 <= args.count <= args.rising):
        raise LevelError("--rising M needs --count N, 2 to M levels to keep, and no --steps")
    if args.count > 1 and args.out is None and not args.json:
        raise LevelError("--count above 1 needs --out FOLDER or --json")
    if args.out is not None and args.count == 1:
        inputs.require_level_name(args.out)
    if args.out is not None:
        inputs.require_writable(args.out, folder=args.count > 1)


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

        console.lines(render.steps(game, candidate, console.wants_color(args)))


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
    record = {
        "game": made.level.game,
        "file": made.path,
        "seed": made.seed,
        "attempt": provenance.attempt,
        "toml": text,
        "verdict": {"digest": verdict.digest, "rules": verdict.rules, **made.facts},
    }
    console.json_line(record)


def event_record(event: Event) -> dict[str, Any]:
    """An event as ``--steps --json`` prints it."""
    keys = ("stage", "row", "col", "old", "new", "weight", "draw")
    return {key: getattr(event, key) for key in keys}
