"""``workbench verify``: replay moves on a level, or pin them as its intended solution."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from engine import workshop
from engine.errors import EngineError
from engine.evaluation.intended_solution import pin_solution
from engine.files import share_string
from engine.files.storage import FileStamp
from engine.game.game import Game
from engine.game.playthrough import Playthrough, find_refusal, replay_moves
from engine.values.level import Level
from engine.values.ratings_and_awards import Aim, Award
from workbench.cli.support import exit_status, input_and_output_files
from workbench.cli.support.argument_parser import VerbParser
from workbench.service import foreground
from workbench.session.playtest.win_kind_text import format_medals, format_unknown
from workbench.terminal import command_line_output
from workbench.text.quantity_text import format_count
from workbench.text.solution_length import PlayCounter

UNKNOWN_MEDAL = "not known, too many positions"
"""The text for a medal that only a longer search could decide."""


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_inputs()
    moves = "the moves to make; those of the intended solution if absent"
    parser.add_option("--moves STRING", moves)
    parser.add_flag("--pin", "if they win, keep them in the file as the intended solution")
    parser.add_flag("--unpin", "take the intended solution out of the file, whatever it does")
    parser.add_json()


def process_input(args: argparse.Namespace, name: str) -> int:
    """Replay moves on a level, or remove its intended solution, and return the exit status."""
    stamp = None
    if args.pin or args.unpin:
        _require_file(args, name)
        stamp = input_and_output_files.take_stamp(name)
    level = input_and_output_files.read_level(name)
    if args.unpin:
        return _remove_pin(args, name, level, stamp)
    game = workshop.require_playable(level)
    moves = game.play.read_moves(_get_moves(args, level))
    playthrough, legal = replay_moves(game.play, level.board, moves)
    # These are two facts, because the game may be neither won nor lost.
    won, lost = (playthrough.position.status == word for word in ("won", "lost"))
    awards = _evaluate_awards(game, playthrough, name) if won else ()
    answer: dict[str, Any] = {
        "legal": legal,
        "won": won,
        "lost": lost,
        "moves": len(playthrough.moves),
    }
    answer |= {
        aim.verify_key: _has_won_by_aim(playthrough, aim)
        for aim in game.play.aims
        if aim.verify_key
    }
    if game.play.medals:
        answer["medals"] = [award.title for award in awards if award.earned]
    if args.pin:
        answer["pinned"] = legal and won
    if legal and won and args.pin:
        # Writing the file loses its comments, so skip that if the same moves are already pinned.
        with_line = pin_solution(game, level, moves)
        if with_line != level:
            input_and_output_files.save_if_unchanged(with_line, name, stamp)
    text = (
        _describe_outcome(game, playthrough, awards)
        if legal
        else _describe_refusal(playthrough, moves)
    )
    if args.pin:
        text += "; pinned" if legal and won else "; not pinned"
    style = "good" if legal and won else "bad"
    command_line_output.print_answer(args, answer, lambda painter: [painter(text, style)])
    return exit_status.DONE if legal and won else exit_status.NEGATIVE


def _get_moves(args: argparse.Namespace, level: Level) -> str:
    """Return the moves to replay.

    Raises:
        EngineError: No moves were given, and the level has no intended solution.
    """
    asked: str | None = level.intended if args.moves is None else args.moves
    if asked is None:
        raise EngineError("no intended solution is pinned; --moves STRING names the moves")
    return asked


def _require_file(args: argparse.Namespace, name: str) -> None:
    """Check that the input is a file, which ``--pin`` and ``--unpin`` can change.

    Raises:
        EngineError: The input is not a file, or the options contradict each other.
    """
    option = "--pin" if args.pin else "--unpin"
    if args.unpin and (args.pin or args.moves is not None):
        raise EngineError("--unpin is given alone, without --pin and --moves")
    if name == input_and_output_files.STDIN or share_string.is_share_string(name):
        raise EngineError(f"{option} needs a level file")


def _remove_pin(args: argparse.Namespace, name: str, level: Level, stamp: FileStamp | None) -> int:
    """Remove the intended solution from a level, which may be a draft."""
    had = level.intended is not None
    if had:
        input_and_output_files.save_if_unchanged(replace(level, intended=None), name, stamp)
    text = "the intended solution is no longer pinned" if had else "nothing was pinned"
    command_line_output.print_answer(args, {"pinned": False}, lambda _: [text])
    return exit_status.DONE


def _has_won_by_aim(playthrough: Playthrough, aim: Aim) -> bool | None:
    """Return True if the win also met ``aim``, False if it did not, or None if there is no win."""
    position = playthrough.position
    return None if position.status != "won" else not playthrough.play.is_aim_missed(position, aim)


def _evaluate_awards(game: Game, playthrough: Playthrough, name: str) -> Collection[Award]:
    """Solve the level, and return, for each of the game's medals, whether the win has earned it."""
    if not game.play.medals:
        return ()
    solved = foreground.solve_with_progress(game, playthrough.start.board)
    awards = game.play.list_awards(playthrough.position, len(playthrough.moves), solved.facts)
    if left := format_unknown(awards):
        command_line_output.print_note(f"{name}: {left}: {UNKNOWN_MEDAL}")
    return awards


def _describe_outcome(game: Game, playthrough: Playthrough, awards: Collection[Award]) -> str:
    """Describe the outcome of the moves, all of which must be legal."""
    made = PlayCounter(game, playthrough.start.board).format_moves(playthrough.moves)
    if playthrough.position.status == "won":
        kinds = [
            f"{'' if _has_won_by_aim(playthrough, aim) else 'no '}{aim.title}"
            for aim in playthrough.play.aims
        ]
        return "; ".join(
            filter(
                None, [", ".join([f"won in {made}", *kinds]), format_medals(awards, UNKNOWN_MEDAL)]
            )
        )
    if playthrough.position.status == "lost":
        return f"lost after {made}: {playthrough.last_step.note if playthrough.last_step else ''}"
    return f"not won after {made}"


def _describe_refusal(playthrough: Playthrough, moves: Sequence[str]) -> str:
    """Describe the first move that changes nothing, and give the reason."""
    move = moves[len(playthrough.moves)]
    reason = find_refusal(playthrough.play.step(playthrough.position, move))
    where = f"move {len(playthrough.moves) + 1} ({move})"
    return (
        f"{where} changes nothing: {reason}; "
        f"{format_count(len(playthrough.moves), 'move')} before it"
    )
