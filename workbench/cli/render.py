"""``workbench render``: a picture of a level."""

from __future__ import annotations

import argparse
from functools import partial

from engine import workshop
from engine.errors import LevelError, printable
from engine.storage import replace_file
from workbench.cli import inputs, output, pictures, status
from workbench.cli.arguments import Parser


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_level()
    parser.add_argument(
        "--format", choices=("text", "svg", "png"), default="text", help="default %(default)s"
    )
    parser.add_argument("--theme", metavar="T", help="name of a theme")
    parser.add_argument("--out", metavar="F", help="where to write it; standard output if absent")


def run(args: argparse.Namespace) -> int:
    """Draws the level."""
    if args.format == "png":
        output.error("workbench render: png is not yet available")
        return status.REFUSED
    return inputs.each([args.level], partial(_one, args))


def _one(args: argparse.Namespace, name: str) -> int:
    level = inputs.level(name)
    game = workshop.require_playable(level)
    picture = game.picture(level.board)
    if args.format == "svg":
        text = pictures.svg(game, picture, args.theme, printable(level.title or name))
    else:
        color = args.out is None and output.wants_color(args)
        text = pictures.text(game, picture, args.theme, color)
    if args.out is None:
        output.exactly(text)
        return status.DONE
    try:
        replace_file(args.out, text.encode())
    except LevelError as error:
        output.error(error)
        return status.REFUSED
    return status.DONE
