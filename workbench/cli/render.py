"""``workbench render``: a picture of a level."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import PurePath

from engine import workshop
from engine.errors import EngineError, printable
from engine.files.storage import replace_file
from workbench.cli import inputs, pictures, status
from workbench.cli.arguments import Parser, cell_size
from workbench.terminal import console

FORMATS = ("text", "svg", "png")


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_level()
    parser.add_argument("--format", choices=FORMATS, help="default by --out, else text")
    parser.add_argument("--theme", metavar="T", help="name of a theme")
    parser.add_argument(
        "--cell",
        metavar="N",
        type=cell_size,
        default=pictures.CELL,
        help="pixels of a cell's side in a PNG (default %(default)s)",
    )
    parser.add_argument("--out", metavar="F", help="where to write it; standard output if absent")


def run(args: argparse.Namespace) -> int:
    """Draws the level."""
    return inputs.each([args.level], partial(_one, args))


def _one(args: argparse.Namespace, name: str) -> int:
    level = inputs.level(name)
    game = workshop.require_playable(level)
    picture = game.boards.picture(level.board)
    title = printable(level.title or name)
    form = _format(args)
    content: str | bytes
    if form == "png":
        if args.out is None and sys.stdout.isatty():
            raise EngineError("a terminal cannot show a PNG; use --out")
        content = pictures.png(game, picture, args.theme, title, args.cell)
    elif form == "svg":
        content = pictures.svg(game, picture, args.theme, title)
    else:
        color = args.out is None and console.wants_color(args)
        content = pictures.text(game, picture, args.theme, color)
    if args.out is None:
        console.exactly(content)
    else:
        replace_file(args.out, content.encode() if isinstance(content, str) else content)
    return status.DONE


def _format(args: argparse.Namespace) -> str:
    suffix = PurePath(args.out or "").suffix.lower().removeprefix(".")
    return str(args.format or (suffix if suffix in FORMATS else "text"))
