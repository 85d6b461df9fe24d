"""``workbench render``: draw a level as text or as a picture."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from functools import partial

from engine import workshop
from engine.errors import EngineError, escape_unprintable
from engine.files import suffixes
from engine.files.storage import replace_file
from engine.game.game import Game
from engine.stages.candidate import Candidate
from engine.values.picture import Picture
from workbench.cli.support import exit_status, input_and_output_files, moving_picture
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import build_integer_parser
from workbench.drawing import animation, export
from workbench.drawing.animation import Film, Frame
from workbench.terminal import capabilities, command_line_output
from workbench.terminal.capabilities import Colours
from workbench.terminal.command_line_output import PaintedText
from workbench.theme import theme_choice, theme_file
from workbench.theme.theme_choice import ThemeChoice
from workbench.theme.theme_loader import Theme

FORMATS = ("text", "svg", "png", "gif", "apng", "cast", "pdf")
_MOVING_ONLY = ("gif", "apng", "cast")
"""The formats that only make sense for several frames."""


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_inputs("level files; several, packs and folders make pages", number="+")
    parser.add_argument("--format", choices=FORMATS, help="default by --out, else text")
    moving_picture.add_arguments(parser)
    parser.add_option("--theme T", "name of a theme")
    usual = f"default {export.PNG_CELL_PIXELS}, {export.CELL_PIXELS} if it moves"
    pixels = f"pixels of a cell's side in a PNG, GIF or APNG ({usual})"
    parser.add_option("--cell N", pixels, build_integer_parser(8, 400))
    parser.add_out()


def run(args: argparse.Namespace) -> int:
    """Draw one level, or several levels on pages, and return the exit status."""
    several = len(args.inputs) > 1 or any(
        suffixes.is_pack_name(name) or os.path.isdir(name)  # noqa: PTH112 - false for an invalid path
        for name in args.inputs
    )
    render = partial(_render_pages, args) if several else partial(_render_level, args)
    # Pages hold all inputs, so an error without a place belongs to the first one.
    return input_and_output_files.process_inputs(args.inputs[:1], render)


def _render_pages(args: argparse.Namespace, _: str) -> int:
    """Draw several levels on pages, and write them to a file or standard output."""
    from workbench.cli.support import level_pages

    if args.theme is not None:
        theme_choice.require_theme(args.theme)
    form = suffixes.choose_format(args.out, args.format, FORMATS) or "text"
    if form not in ("pdf", "svg") or moving_picture.find_sequence(args) is not None:
        raise EngineError("several levels make pages: --format pdf or svg, without moves")
    if form == "pdf" and args.out is None and sys.stdout.isatty():
        raise EngineError("a terminal cannot show a PDF; use --out")
    choose = partial(_choose_for_file, args.theme or level_pages.PAPER_THEME)
    content = level_pages.render_pages(form, args.inputs, choose)
    if args.out is None:
        command_line_output.write_content(content)
    else:
        replace_file(args.out, content)
    return exit_status.DONE


def _render_level(args: argparse.Namespace, name: str) -> int:
    """Draw one level, and write the result to a file or standard output."""
    if args.theme is not None:
        theme_choice.require_theme(args.theme)
    sequence = moving_picture.find_sequence(args)
    form = suffixes.choose_format(args.out, args.format, FORMATS) or "text"
    if form == "pdf":
        return _render_pages(args, name)
    if form in _MOVING_ONLY and (sequence is None or args.at is not None):
        raise EngineError(f"{form} shows --solution, --generation or --moves M, without --at")
    if form not in ("text", "svg", "cast") and args.out is None and sys.stdout.isatty():
        raise EngineError(f"a terminal cannot show a {form.upper()}; use --out")
    level = input_and_output_files.read_level(name)
    game = workshop.require_playable(level)
    title = escape_unprintable(level.title or name)
    if sequence is None:
        frame = Frame(game.boards.draw_picture(level.board), "")
    else:
        frames = moving_picture.list_frames(args, sequence, game, level)
        frame = moving_picture.get_moment(frames, args.at)
    if form in animation.FORMATS and sequence is not None and args.at is None:
        theme, milliseconds = (
            _choose_for_file(args.theme, game),
            moving_picture.get_milliseconds(args, sequence),
        )
        film = Film(game, theme, title, frames, milliseconds)
        content = animation.render_film(film, form, args.cell or export.CELL_PIXELS)
    else:
        content = _render_moment(args, form, game, frame, title)
    if args.out is None:
        command_line_output.write_content(content)
    else:
        replace_file(args.out, content)
    return exit_status.DONE


def _render_moment(
    args: argparse.Namespace, form: str, game: Game, frame: Frame, title: str
) -> bytes:
    """Render one picture as text, SVG or PNG."""
    picture, caption = frame
    if form == "text":
        colours = command_line_output.choose_colours(args) if args.out is None else "none"
        # The default theme depends on the terminal only for text.
        chosen = theme_choice.choose_theme(capabilities.detect_terminal(), args.theme)
        return _render_text(game, picture, _accept_theme(chosen, game), colours).encode()
    theme = _choose_for_file(args.theme, game)
    if form == "png":
        cell = args.cell or export.PNG_CELL_PIXELS
        return export.render_png(game, picture, theme, title, cell=cell, caption=caption)
    return export.render_svg(game, picture, theme, title, caption=caption).encode()


def _choose_for_file(name: str | None, game: Game) -> Theme:
    return _accept_theme(theme_choice.choose_by_name(name or theme_file.DEFAULT_THEME), game)


def _accept_theme(chosen: ThemeChoice, game: Game) -> Theme:
    """Return the chosen theme, warning the user if it or the game's own looks cannot be used."""
    if chosen.problem is not None:
        command_line_output.print_note(
            f"warning: {chosen.problem}; drawn with the theme {chosen.theme.name}"
        )
    if (fault := chosen.theme.find_fault(game.name)) is not None:
        command_line_output.print_note(f"warning: {fault}")
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
        command_line_output.create_painter(colours != "none"),
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
