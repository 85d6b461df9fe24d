"""``workbench render``: a picture of a level; and boards as text for other verbs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from engine import workshop
from engine.errors import EngineError, printable
from engine.files import endings
from engine.files.storage import replace_file
from engine.game.game import Game
from engine.staging.generation import Candidate
from engine.values.picture import Picture
from workbench.cli.support import inputs, status
from workbench.cli.support.arguments import Parser
from workbench.cli.support.conversions import whole
from workbench.drawing import rendering
from workbench.terminal import console, link
from workbench.terminal.console import Painted
from workbench.theme import themechoice, themefile
from workbench.theme.themechoice import ThemeChoice
from workbench.theme.theming import Theme

FORMATS = ("text", "svg", "png")


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_inputs()
    parser.add_argument("--format", choices=FORMATS, help="default by --out, else text")
    parser.option("--theme T", "name of a theme")
    pixels = "pixels of a cell's side in a PNG (default %(default)s)"
    parser.option("--cell N", pixels, whole(8, 400), default=rendering.PNG_CELL)
    parser.add_out()


def each(args: argparse.Namespace, name: str) -> int:
    """Draws a level."""
    if args.theme is not None:
        themechoice.require_theme(args.theme)
    level = inputs.level(name)
    game = workshop.require_playable(level)
    picture = game.boards.picture(level.board)
    title = printable(level.title or name)
    form = endings.chosen_format(args.out, args.format, FORMATS)
    if form == "png":
        if args.out is None and sys.stdout.isatty():
            raise EngineError("a terminal cannot show a PNG; use --out")
        theme = _theme(themechoice.named(args.theme or themefile.DEFAULT))
        content = rendering.render_png(game, picture, theme, title, cell=args.cell)
    elif form == "svg":
        theme = _theme(themechoice.named(args.theme or themefile.DEFAULT))
        content = rendering.render_svg(game, picture, theme, title).encode()
    else:
        color = args.out is None and console.wants_color(args)
        theme = _theme(themechoice.choose(link.detect(), args.theme))
        content = _text_of(game, picture, theme, color).encode()
    if args.out is None:
        console.exactly(content)
    else:
        replace_file(args.out, content)
    return status.DONE


def _theme(chosen: ThemeChoice) -> Theme:
    """Return the theme to draw with, and warn if it is not the theme that was chosen."""
    if chosen.problem is not None:
        console.note(f"warning: {chosen.problem}; drawn with the theme {chosen.theme.name}")
    return chosen.theme


def _text_of(game: Game, picture: Picture, theme: Theme, color: bool) -> str:
    """Return a picture as lines of text, all ended."""
    return rendering.render_text(game, picture, theme, color, colours=link.detect().colours)


def steps(game: Game, candidate: Candidate, color: bool) -> Iterator[str]:
    """Every event of a candidate's making, in order."""
    painter, theme = console.painter(color), _theme(themechoice.choose(link.detect()))
    timeline = candidate.timeline
    recipe = candidate.recipe
    titles = {stage.name: stage.title for stage in game.generator.stages}
    yield painter(f"{game.title}, seed {recipe.seed}, attempt {recipe.attempt}", "title")
    for index in range(len(timeline)):
        event = timeline.event(index)
        yield ""
        place = f"row {event.row}, column {event.col}"
        change = f"{event.plane} {event.old} -> {event.new}"
        number = f"{index + 1}/{len(timeline)}"
        yield painter(f"{number}  {titles[event.stage]}  {place}  {change}", "title")
        yield game.generator.describe(event)
        picture = game.boards.picture(candidate.board_at(index + 1))
        for row in _text_of(game, picture, theme, color).splitlines():
            yield Painted.of(row, row)
