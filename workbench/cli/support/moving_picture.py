"""The frames of moving pictures: the moves of a solution, or the events of a generation."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

from engine.errors import EngineError
from engine.game.game import Game
from engine.game.playthrough import Playthrough, find_refusal
from engine.values.level import Level
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import build_integer_parser, parse_speed
from workbench.drawing.animation import MAX_FRAMES, Frame
from workbench.service import foreground

_SPEEDS = {"solution": 2.0, "moves": 2.0, "generation": 10.0}
"""The default number of frames a second for each sequence."""


def add_arguments(parser: VerbParser) -> None:
    """Declare the options that choose frames."""
    parser.add_flag("--solution", "show the intended solution or, without one, a shortest one")
    parser.add_flag("--generation", "show how the level was generated")
    parser.add_option("--moves M", "show these moves")
    parser.add_option("--at N", "one moment: after N moves or events", build_integer_parser(0))
    parser.add_option(
        "--speed N", "moves or events a second, 0.1 to 20 (default 2, a generation 10)", parse_speed
    )


def find_sequence(args: argparse.Namespace) -> str | None:
    """Return the name of the option that chooses the frames, or None if there is none.

    Raises:
        EngineError: Several such options are given, or another option needs one of them.
    """
    found = [name for name in _SPEEDS if getattr(args, name) not in (None, False)]
    if len(found) > 1:
        raise EngineError(f"expected one of --{' and --'.join(found)}, found {len(found)}")
    for name in ("at", "speed"):
        if not found and getattr(args, name) is not None:
            raise EngineError(f"--{name} needs --solution, --generation or --moves M")
    return found[0] if found else None


def get_milliseconds(args: argparse.Namespace, sequence: str) -> int:
    """Return the time for which a frame is shown, a multiple of 10."""
    return round(100 / (args.speed or _SPEEDS[sequence])) * 10


def list_frames(args: argparse.Namespace, sequence: str, game: Game, level: Level) -> list[Frame]:
    """Return all frames of a level's moving picture.

    Raises:
        EngineError: The level has no solution or no recorded generation, a move changes nothing, or
            there are more than :data:`MAX_FRAMES` frames.
        Cancelled: The user interrupted the search.
    """
    frames = (
        _generate_event_frames(game, level)
        if sequence == "generation"
        else _generate_move_frames(game, level, _list_moves(args, game, level))
    )
    listed = []
    for frame in frames:
        listed.append(frame)
        if len(listed) > MAX_FRAMES and args.at is None:
            raise EngineError(f"more than {MAX_FRAMES:,} frames; use --at N to draw one of them")
        if len(listed) - 1 == args.at:
            break
    return listed


def get_moment(frames: list[Frame], at: int | None) -> Frame:
    """Return the frame after ``at`` moves or events, or the last one for None.

    Raises:
        EngineError: There are fewer moves or events.
    """
    if at is not None and at >= len(frames):
        raise EngineError(f"--at: expected a number from 0 to {len(frames) - 1:,}, found {at:,}")
    return frames[-1 if at is None else at]


def _list_moves(args: argparse.Namespace, game: Game, level: Level) -> tuple[str, ...]:
    """Return the moves to show.

    Raises:
        EngineError: The level has no solution, or none was found within the budget.
    """
    given = args.moves if args.moves is not None else level.intended
    if given is not None:
        return tuple(game.play.read_moves(given))
    solved = foreground.solve_with_progress(game, level.board)
    if solved.moves is None:
        raise EngineError(
            "no solution was found" if solved.solvable is None else "the level is unsolvable"
        )
    return solved.moves


def _generate_move_frames(game: Game, level: Level, moves: tuple[str, ...]) -> Iterator[Frame]:
    """Yield the start and the position after each move."""
    playthrough = Playthrough(game.play, level.board)
    yield Frame(game.play.draw_picture(playthrough.start), f"0/{len(moves)}")
    for number, move in enumerate(moves, start=1):
        step = playthrough.make_move(move)
        if not step.changed:
            raise EngineError(f"move {number} of {len(moves)}, {move}: {find_refusal(step)}")
        yield Frame(game.play.draw_picture(step.after), f"{number}/{len(moves)}  {move}")


def _generate_event_frames(game: Game, level: Level) -> Iterator[Frame]:
    """Yield the empty board and the board after each event of the generation."""
    from engine.generation.recorded_recipe import remake_candidate

    candidate = foreground.run_with_progress(
        partial(remake_candidate, level), lambda _: "generating again"
    )
    titles = {stage.name: stage.title for stage in game.generator.stages}
    total = len(candidate.timeline)
    for moment in range(total + 1):
        stage = titles[candidate.timeline.get_event(moment - 1).stage] if moment else ""
        picture = game.boards.draw_picture(candidate.make_board_at(moment))
        yield Frame(picture, f"{moment}/{total}  {stage}".rstrip())
