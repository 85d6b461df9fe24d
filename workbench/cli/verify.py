"""``workbench verify``: replay moves on a level."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from engine import workshop
from engine.game.play import Playthrough, refusal, replay
from engine.values.judgement import Aim, Award
from workbench.cli import inputs, status
from workbench.cli.arguments import Parser
from workbench.document.measures import PlayCounter
from workbench.document.status import count
from workbench.service import running
from workbench.session.playing.medals import open_questions, told
from workbench.terminal import console
from workbench.terminal.console import TextPainter

UNKNOWN = "not known, too many positions"
"""What is said of a medal that would take a longer search."""


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_level()
    parser.add_argument("--moves", metavar="STRING", required=True, help="the moves to make")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Replays the moves."""
    return inputs.each([args.level], partial(_one, args))


def _one(args: argparse.Namespace, name: str) -> int:
    level = inputs.level(name)
    game = workshop.require_playable(level)
    moves = game.read_moves(args.moves)
    play, legal = replay(game, level.board, moves)
    won, lost = (play.position.status == word for word in ("won", "lost"))
    awards = _awards(play, name) if won else ()
    if args.json:
        answer: dict[str, Any] = {
            "legal": legal,
            "won": won,
            "lost": lost,
            "moves": len(play.moves),
        }
        answer |= {aim.asked: _won_so(play, aim) for aim in game.aims if aim.asked}
        if game.medals:
            answer["medals"] = [award.title for award in awards if award.earned]
        console.json_line(answer)
    else:
        text = _came_to(play, awards) if legal else _stopped(play, moves)
        painter = TextPainter(console.wants_color(args))
        console.line(painter(text, "good" if legal and won else "bad"))
    return status.DONE if legal and won else status.NEGATIVE


def _won_so(play: Playthrough, aim: Aim) -> bool | None:
    """Whether moves have led to a win of a kind; None if they have led to none."""
    position = play.position
    return None if position.status != "won" else not play.game.missed(position, aim)


def _awards(play: Playthrough, name: str) -> Collection[Award]:
    """What a win has earned, by a search of the level; nothing where there are no medals."""
    game = play.game
    if not game.medals:
        return ()
    solved = running.solve(game, play.start.board)
    awards = game.awards(play.position, len(play.moves), solved.facts)
    if left := open_questions(awards):
        console.note(f"{name}: {left}: {UNKNOWN}")
    return awards


def _came_to(play: Playthrough, awards: Collection[Award]) -> str:
    """What legal moves came to, in words."""
    made = PlayCounter(play.game, play.start.board).played(play.moves)
    if play.position.status == "won":
        kinds = [f"{'' if _won_so(play, aim) else 'no '}{aim.title}" for aim in play.game.aims]
        return "; ".join(
            filter(None, [", ".join([f"won in {made}", *kinds]), told(awards, UNKNOWN)])
        )
    if play.position.status == "lost":
        return f"lost after {made}: {play.last.note if play.last else ''}"
    return f"not won after {made}"


def _stopped(play: Playthrough, moves: Sequence[str]) -> str:
    """Which move changed nothing, and why."""
    move = moves[len(play.moves)]
    reason = refusal(play.game.play(play.position, move))
    place = f"move {len(play.moves) + 1} ({move})"
    return f"{place} changes nothing: {reason}; {count(len(play.moves), 'move')} before it"
