"""``workbench verify``: replay moves on a level."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from engine import workshop
from engine.errors import EngineError
from engine.evaluation.intended import pinned
from engine.files import sharing
from engine.files.storage import FileStamp
from engine.game.game import Game
from engine.game.playthrough import Playthrough, refusal, replay
from engine.values.judgement import Aim, Award
from engine.values.level import Level
from workbench.cli.support import inputs, status
from workbench.cli.support.arguments import Parser
from workbench.service import running
from workbench.session.playing.kinds import open_questions, summary
from workbench.terminal import console
from workbench.text.measures import PlayCounter
from workbench.text.status import count

UNKNOWN = "not known, too many positions"
"""What is said of a medal that would take a longer search."""


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_inputs()
    moves = "the moves to make; those of the intended solution if absent"
    parser.option("--moves STRING", moves)
    parser.flag("--pin", "if they win, keep them in the file as the intended solution")
    parser.flag("--unpin", "take the intended solution out of the file, whatever it does")
    parser.add_json()


def each(args: argparse.Namespace, name: str) -> int:
    """Replays the moves on a level, or changes what is pinned."""
    stamp = None
    if args.pin or args.unpin:
        _require_file(args, name)
        stamp = inputs.stamp_of(name)
    level = inputs.level(name)
    if args.unpin:
        return _unpinned(args, name, level, stamp)
    game = workshop.require_playable(level)
    moves = game.play.read_moves(_asked(args, level))
    playthrough, legal = replay(game.play, level.board, moves)
    won, lost = (playthrough.position.status == word for word in ("won", "lost"))
    awards = _awards(game, playthrough, name) if won else ()
    answer: dict[str, Any] = {
        "legal": legal,
        "won": won,
        "lost": lost,
        "moves": len(playthrough.moves),
    }
    answer |= {aim.asked: _won_so(playthrough, aim) for aim in game.play.aims if aim.asked}
    if game.play.medals:
        answer["medals"] = [award.title for award in awards if award.earned]
    if args.pin:
        answer["pinned"] = legal and won
    if legal and won and args.pin:
        with_line = pinned(game, level, moves)
        if with_line != level:
            inputs.save_unchanged(with_line, name, stamp)
    text = _came_to(game, playthrough, awards) if legal else _stopped(playthrough, moves)
    if args.pin:
        text += "; pinned" if legal and won else "; not pinned"
    style = "good" if legal and won else "bad"
    console.answer(args, answer, lambda painter: [painter(text, style)])
    return status.DONE if legal and won else status.NEGATIVE


def _asked(args: argparse.Namespace, level: Level) -> str:
    """The moves to replay.

    Raises:
        EngineError: none are given, and the level has no intended solution.
    """
    asked: str | None = level.intended if args.moves is None else args.moves
    if asked is None:
        raise EngineError("no intended solution is pinned; --moves STRING names the moves")
    return asked


def _require_file(args: argparse.Namespace, name: str) -> None:
    """Refuses to pin where nothing can be written, and contradicting options.

    Raises:
        EngineError: it does not go.
    """
    option = "--pin" if args.pin else "--unpin"
    if args.unpin and (args.pin or args.moves is not None):
        raise EngineError("--unpin stands alone, without --pin and --moves")
    if name == inputs.STDIN or sharing.is_share_string(name):
        raise EngineError(f"{option} needs a level file")


def _unpinned(args: argparse.Namespace, name: str, level: Level, stamp: FileStamp | None) -> int:
    """Takes the intended solution off a level, which may be a draft."""
    had = level.intended is not None
    if had:
        inputs.save_unchanged(replace(level, intended=None), name, stamp)
    text = "the intended solution is no longer pinned" if had else "nothing was pinned"
    console.answer(args, {"pinned": False}, lambda _: [text])
    return status.DONE


def _won_so(playthrough: Playthrough, aim: Aim) -> bool | None:
    """Whether moves have led to a win of a kind; None if they have led to none."""
    position = playthrough.position
    return None if position.status != "won" else not playthrough.play.missed(position, aim)


def _awards(game: Game, playthrough: Playthrough, name: str) -> Collection[Award]:
    """What a win has earned, by a search of the level; nothing where there are no medals."""
    if not game.play.medals:
        return ()
    solved = running.solve(game, playthrough.start.board)
    awards = game.play.awards(playthrough.position, len(playthrough.moves), solved.facts)
    if left := open_questions(awards):
        console.note(f"{name}: {left}: {UNKNOWN}")
    return awards


def _came_to(game: Game, playthrough: Playthrough, awards: Collection[Award]) -> str:
    """What legal moves came to, in words."""
    made = PlayCounter(game, playthrough.start.board).played(playthrough.moves)
    if playthrough.position.status == "won":
        kinds = [
            f"{'' if _won_so(playthrough, aim) else 'no '}{aim.title}"
            for aim in playthrough.play.aims
        ]
        return "; ".join(
            filter(None, [", ".join([f"won in {made}", *kinds]), summary(awards, UNKNOWN)])
        )
    if playthrough.position.status == "lost":
        return f"lost after {made}: {playthrough.last.note if playthrough.last else ''}"
    return f"not won after {made}"


def _stopped(playthrough: Playthrough, moves: Sequence[str]) -> str:
    """Which move changed nothing, and why."""
    move = moves[len(playthrough.moves)]
    reason = refusal(playthrough.play.step(playthrough.position, move))
    where = f"move {len(playthrough.moves) + 1} ({move})"
    return f"{where} changes nothing: {reason}; {count(len(playthrough.moves), 'move')} before it"
