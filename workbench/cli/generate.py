"""``workbench generate``: make levels, and show how they are made."""

from __future__ import annotations

import argparse
import secrets
import threading
from dataclasses import dataclass, replace
from pathlib import Path

from engine import levelfile, registry, workshop
from engine.accepting import told_rejections
from engine.budget import Control
from engine.errors import GenerationFailed, LevelError, quoted
from engine.game import Game
from engine.generation import DEFAULT_MAX_ATTEMPTS, Attempts, Candidate, event_record
from engine.level import Board, Level, Stream, board_digest
from engine.ordering import ramp
from engine.workshop import MAX_SEED
from workbench import watching
from workbench.cli import files, inputs, kernels, making, output, seedlist, status, steps
from workbench.cli.arguments import Parser, positive, seconds, seed, setting, stage_stream


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


@dataclass(frozen=True, slots=True)
class _Order:
    """What the levels of all seeds are to be like; see :func:`workshop.generate`.

    Attributes:
        seconds: how long each may take until the best so far is taken; None for as long as it
            takes.
    """

    game: Game
    settings: dict[str, object]
    max_attempts: int
    sketch: Board | None
    kept: dict[str, Stream]
    seconds: float | None

    def make(self, seed: int, control: Control) -> tuple[Level, Candidate, Attempts]:
        """The accepted level of a seed.

        Raises:
            GenerationFailed: there is none; names the seed.
            Cancelled: ``control`` was cancelled.
        """
        timer = None
        if self.seconds is not None:
            timer = threading.Timer(self.seconds, control.finish)
            timer.start()
        try:
            return workshop.generate(
                self.game,
                seed,
                self.settings,
                max_attempts=self.max_attempts,
                sketch=self.sketch,
                kept=self.kept,
                control=control,
            )
        except GenerationFailed as error:
            raise GenerationFailed(f"seed {seed}: {error}") from error
        finally:
            if timer is not None:
                timer.cancel()

    def progress(self, seed: int, control: Control) -> str:
        """How far the level of a seed has come, in words."""
        sight = control.sight
        far = watching.line(sight) if sight else f"{control.candidates:,} candidates"
        return f"generating {self.game.name} {seed}: {far}"


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
        if args.seeds_only:
            return seedlist.run(args, game, settings)
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
        first = secrets.randbelow(MAX_SEED - _seeds(args) + 2)
    kernels.prepare(game)
    order = _Order(game, settings, args.max_attempts, sketch, kept, args.time)
    made: list[_Made] = []
    seeds = range(first, first + _seeds(args))
    try:
        for number, (level, candidate, attempts) in making.each(seeds, order.make, order.progress):
            if args.reasons:
                output.note(_reasons(number, attempts))
            if args.steps:
                _print_steps(args, game, candidate)
            if args.out is not None or not args.steps:
                made.append(_Made(number, level, _path(args, game, number)))
        if args.rising is not None:
            made = _rising(args, game, made)
    except GenerationFailed as error:
        output.error(error)
        return status.UNDECIDED
    if args.seed is None:
        output.note(f"seed {first}")
    _write(args, made)
    return status.DONE


def _require_outputs(args: argparse.Namespace) -> None:
    """Refuses combinations that cannot end well, before any work."""
    if args.rising is not None and (args.steps or not 2 <= args.count <= args.rising):
        raise LevelError("--rising M needs --count N, 2 to M levels to keep, and no --steps")
    if args.seed is not None and args.seed + _seeds(args) - 1 > MAX_SEED:
        raise LevelError(f"--seed and the number of levels lead beyond the last seed, {MAX_SEED}")
    if args.count > 1 and args.out is None and not args.json:
        raise LevelError("--count above 1 needs --out FOLDER or --json")
    if args.out is not None:
        check = files.require_file if args.count == 1 else files.require_folder
        check(args.out)


def _seeds(args: argparse.Namespace) -> int:
    """How many levels to make."""
    return int(args.rising or args.count)


def _rising(args: argparse.Namespace, game: Game, made: list[_Made]) -> list[_Made]:
    """The levels that rise most evenly, from the easiest on, in files numbered in that order.

    Raises:
        GenerationFailed: there are not as many different levels as are wanted.
    """

    def difficulty(one: _Made) -> float | None:
        """How hard a level that was made is, by its verdict."""
        assert one.level.verdict is not None
        return game.difficulty(one.level.verdict.facts)

    found = ramp(made, difficulty, args.count, lambda one: board_digest(one.level.board))
    if len(found) < args.count:
        raise GenerationFailed(f"only {len(found)} different levels among {len(made)}")
    digits = len(str(args.count))
    return [
        one
        if one.path is None
        else replace(one, path=one.path.with_name(f"{place:0{digits}}-{one.path.name}"))
        for place, one in enumerate(found, start=1)
    ]


def _sketch(name: str | None, game: Game) -> Board | None:
    if name is None:
        return None
    level = inputs.level(name)
    _require_game(level, name, game)
    return level.board


def _require_game(level: Level, name: str, game: Game) -> None:
    if level.game != game.name:
        raise LevelError(
            f"expected {quoted(game.name)}, found {quoted(level.game)}", file=name, key="game"
        )


def _kept(named: list[tuple[str, Stream | str]], game: Game) -> dict[str, Stream]:
    """The streams of the stages to keep, by stage name; of a level's file as that records it."""
    known = [stage.name for stage in game.stages]
    kept = {}
    for stage, source in named:
        if stage not in known:
            raise LevelError(f"--keep: expected one of {', '.join(known)}, found {quoted(stage)}")
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
        output.level_file(text)
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
