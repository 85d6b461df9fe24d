"""``workbench render``: draw a level as text or as a picture."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from engine import workshop
from engine.errors import EngineError, escape_unprintable
from engine.files import suffixes
from engine.files.storage import replace_file
from engine.game.game import Game
from engine.stages.candidate import Candidate
from engine.values.picture import Picture
from workbench.cli.support import exit_status, inputs
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import build_integer_parser
from workbench.drawing import export
from workbench.terminal import capabilities, console
from workbench.terminal.capabilities import Colours
from workbench.terminal.console import PaintedText
from workbench.theme import theme_choice, theme_file
from workbench.theme.theme_choice import ThemeChoice
from workbench.theme.theme_loader import Theme

FORMATS = ("text", "svg", "png")


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_inputs()
    parser.add_argument("--format", choices=FORMATS, help="default by --out, else text")
    parser.add_option("--theme T", "name of a theme")
    pixels = "pixels of a cell's side in a PNG (default %(default)s)"
    parser.add_option(
        "--cell N", pixels, build_integer_parser(8, 400), default=export.PNG_CELL_PIXELS
    )
    parser.add_out()


def process_input(args: argparse.Namespace, name: str) -> int:
    """Draw one level, and write the result to a file or standard output."""
    if args.theme is not None:
        theme_choice.require_theme(args.theme)
    level = inputs.read_level(name)
    game = workshop.require_playable(level)
    picture = game.boards.draw_picture(level.board)
    title = escape_unprintable(level.title or name)
    form = suffixes.choose_format(args.out, args.format, FORMATS)
    if form == "png":
        if args.out is None and sys.stdout.isatty():
            raise EngineError("a terminal cannot show a PNG; use --out")
        theme = _choose_for_file(args.theme, game)
        content = export.render_png(game, picture, theme, title, cell=args.cell)
    elif form == "svg":
        theme = _choose_for_file(args.theme, game)
        content = export.render_svg(game, picture, theme, title).encode()
    else:
        colours = console.choose_colours(args) if args.out is None else "none"
        # The default theme depends on the terminal only for text.
        chosen = theme_choice.choose_theme(capabilities.detect_terminal(), args.theme)
        theme = _accept_theme(chosen, game)
        content = _render_text(game, picture, theme, colours).encode()
    if args.out is None:
        console.write_content(content)
    else:
        replace_file(args.out, content)
    return exit_status.DONE


def _choose_for_file(name: str | None, game: Game) -> Theme:
    return _accept_theme(theme_choice.choose_by_name(name or theme_file.DEFAULT_THEME), game)


def _accept_theme(chosen: ThemeChoice, game: Game) -> Theme:
    """Return the chosen theme, warning the user if it or the game's own looks cannot be used."""
    if chosen.problem is not None:
        console.print_note(f"warning: {chosen.problem}; drawn with the theme {chosen.theme.name}")
    if (fault := chosen.theme.find_fault(game.name)) is not None:
        console.print_note(f"warning: {fault}")
    return chosen.theme


def _render_text(game: Game, picture: Picture, theme: Theme, colours: Colours) -> str:
    """Draw a picture as text, with a line ending after every line."""
    return export.render_text(game, picture, theme, colours != "none", colours=colours)


def format_steps(game: Game, candidate: Candidate, colours: Colours) -> Iterator[str]:
    """Yield lines that describe each event in a candidate's event log and the board after it.

    Args:
        game: The candidate's game.
        candidate: The candidate with its event log.
        colours: The colour depth of the output.
    """
    painter, theme = (
        console.create_painter(colours != "none"),
        _accept_theme(theme_choice.choose_theme(capabilities.detect_terminal()), game),
    )
    timeline = candidate.timeline
    recipe = candidate.recipe
    titles = {stage.name: stage.title for stage in game.generator.stages}
    yield painter(f"{game.title}, seed {recipe.seed}, attempt {recipe.attempt}", "title")
    for index in range(len(timeline)):
        event = timeline.get_event(index)
        yield ""
        place = f"row {event.row}, column {event.col}"
        change = f"{event.plane} {event.old} -> {event.new}"
        number = f"{index + 1}/{len(timeline)}"
        yield painter(f"{number}  {titles[event.stage]}  {place}  {change}", "title")
        yield game.generator.describe_event(event)
        picture = game.boards.draw_picture(candidate.make_board_at(index + 1))
        for row in _render_text(game, picture, theme, colours).splitlines():
            # The row contains the theme's colour sequences, which must not be escaped.
            yield PaintedText.from_text(row, row)
