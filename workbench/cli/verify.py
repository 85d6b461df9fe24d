"""``workbench verify``: replay moves on a level."""

from __future__ import annotations

import argparse
from functools import partial

from engine import workshop
from engine.play import refusal, replay
from workbench.cli import inputs, output, status
from workbench.cli.arguments import Parser
from workbench.cli.output import Painter


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
    made = len(play.moves)
    won = play.position.status == "won"
    lost = play.position.status == "lost"
    if args.json:
        output.json_line({"legal": legal, "won": won, "lost": lost, "moves": made})
    else:
        painter = Painter(output.wants_color(args))
        count = f"{made} move{'' if made == 1 else 's'}"
        if not legal:
            reason = refusal(game.play(play.position, moves[made]))
            text = f"move {made + 1} ({moves[made]}) changes nothing: {reason}; {count} before it"
        elif won:
            text = f"won in {count}"
        else:
            note = play.last.note if play.last else ""
            text = f"lost after {count}: {note}" if lost else f"not won after {count}"
        output.line(painter(text, "good" if legal and won else "bad"))
    return status.DONE if legal and won else status.NEGATIVE
