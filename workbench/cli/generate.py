"""``workbench generate``: make levels, and show how they are made."""

from __future__ import annotations

import argparse
import secrets
from dataclasses import dataclass
from pathlib import Path

from engine import levelfile, registry, workshop
from engine.budget import Control
from engine.errors import GenerationFailed, LevelError
from engine.game import Game
from engine.generation import (
    DEFAULT_MAX_ATTEMPTS,
    Attempts,
    Candidate,
    event_record,
    told_rejections,
)
from engine.level import Board, Level, Stream
from engine.workshop import MAX_SEED
from workbench.cli import files, inputs, kernels, output, status, steps
from workbench.cli.arguments import Parser, positive, seed, setting, stage_stream


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
    parser.add_json()


@dataclass(frozen=True, slots=True)
class _Made:
    """An accepted level, and where it goes."""

    seed: int
    level: Level
    path: Path | None


def run(args: argparse.Namespace) -> int:
    """Makes all levels, then writes them: all or none."""
    try:
        game = registry.get(args.game)
        settings: dict[str, object] = dict(args.settings)
        game.parameters.complete(settings)
        _require_outputs(args)
        sketch = _sketch(args.sketch, game)
        if sketch is not None and workshop.sketch_of(game, sketch) is not None:
            settings = workshop.sized_like(game, sketch, settings)
            game.parameters.complete(settings)
        kept = _kept(args.kept, game)
    except LevelError as error:
        output.error(error)
        return status.REFUSED
    first = args.seed
    if first is None:
        first = secrets.randbelow(MAX_SEED - args.count + 2)
    kernels.prepare()
    made: list[_Made] = []
    try:
        for number in range(first, first + args.count):
            level, candidate = _make(args, game, number, settings, sketch, kept)
            one = _Made(number, level, _path(args, game, number))
            if args.steps:
                _print_steps(args, game, candidate)
            if args.out is not None or not args.steps:
                made.append(one)
    except GenerationFailed as error:
        output.error(f"seed {number}: {error}")
        return status.UNDECIDED
    if args.seed is None:
        output.note(f"seed {first}")
    _write(args, made)
    return status.DONE


def _require_outputs(args: argparse.Namespace) -> None:
    """Refuses combinations that cannot end well, before any work."""
    if args.seed is not None and args.seed + args.count - 1 > MAX_SEED:
        raise LevelError(f"--seed and --count lead beyond the last seed, {MAX_SEED}")
    if args.count > 1 and args.out is None and not args.json:
        raise LevelError("--count above 1 needs --out FOLDER or --json")
    if args.out is not None:
        check = files.require_file if args.count == 1 else files.require_folder
        check(args.out)


def _sketch(name: str | None, game: Game) -> Board | None:
    if name is None:
        return None
    level = inputs.level(name)
    _require_game(level, name, game)
    return level.board


def _require_game(level: Level, name: str, game: Game) -> None:
    if level.game != game.name:
        raise LevelError(f"expected {game.name!r}, found {level.game!r}", file=name, key="game")


def _kept(named: list[tuple[str, Stream | str]], game: Game) -> dict[str, Stream]:
    """The streams of the stages to keep, by stage name; of a level's file as that records it."""
    known = [stage.name for stage in game.stages]
    kept = {}
    for stage, source in named:
        if stage not in known:
            raise LevelError(f"--keep: expected one of {', '.join(known)}, found {stage!r}")
        if isinstance(source, str):
            level = inputs.level(source)
            _require_game(level, source, game)
            try:
                kept[stage] = workshop.recipe_of(level).stream(stage)
            except LevelError as error:
                raise error.in_file(source) from error
        else:
            kept[stage] = source
    return kept


def _make(
    args: argparse.Namespace,
    game: Game,
    number: int,
    settings: dict[str, object],
    sketch: Board | None,
    kept: dict[str, Stream],
) -> tuple[Level, Candidate]:
    """The accepted level of one seed."""

    def job(control: Control) -> tuple[Level, Candidate, Attempts]:
        return workshop.generate(
            game,
            number,
            settings,
            max_attempts=args.max_attempts,
            sketch=sketch,
            kept=kept,
            control=control,
        )

    def describe(control: Control) -> str:
        return f"generating {game.name} {number}: {control.candidates:,} candidates"

    level, candidate, attempts = kernels.run(job, describe)
    if args.reasons:
        output.note(_reasons(number, attempts))
    return level, candidate


def _reasons(number: int, attempts: Attempts) -> str:
    """What it took to find the level of a seed."""
    reasons = told_rejections(attempts.rejections) or "none rejected"
    return f"seed {number}: 1 of {attempts.tried:,} candidates ({reasons})"


def _path(args: argparse.Namespace, game: Game, number: int) -> Path | None:
    if args.out is None:
        return None
    return Path(args.out) if args.count == 1 else Path(args.out, f"{game.name}-{number}.toml")


def _print_steps(args: argparse.Namespace, game: Game, candidate: Candidate) -> None:
    if args.json:
        timeline = candidate.timeline
        for index in range(len(timeline)):
            output.json_line(event_record(timeline.event(index)))
    else:
        for text in steps.lines(game, candidate, output.wants_color(args)):
            output.line(text)


def _print(args: argparse.Namespace, made: _Made) -> None:
    """One level on stdout."""
    text = levelfile.dumps(made.level)
    if not args.json:
        output.exactly(text)
        return
    provenance, verdict = made.level.provenance, made.level.verdict
    assert provenance is not None and verdict is not None
    output.json_line(
        {
            "game": made.level.game,
            "file": None if made.path is None else str(made.path),
            "seed": made.seed,
            "attempt": provenance.attempt,
            "toml": text,
            "verdict": levelfile.verdict_table(verdict),
        }
    )


def _write(args: argparse.Namespace, made: list[_Made]) -> None:
    """The levels to their files, or to stdout."""
    if args.count > 1 and args.out is not None:
        Path(args.out).mkdir(parents=True, exist_ok=True)
    for one in made:
        if one.path is not None:
            files.save(one.level, one.path)
        if one.path is None or (args.json and not args.steps):
            _print(args, one)
