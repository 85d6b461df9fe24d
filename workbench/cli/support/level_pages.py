"""Levels on printed pages, with their facts and solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import workshop
from engine.catalogue.level_loader import LevelLoader
from engine.catalogue.query import Selection
from engine.errors import EngineError, LevelError, add_file_name, escape_unprintable
from engine.files.suffixes import is_pack_name
from engine.game import registry
from engine.game.game import Game
from engine.values.level import Board, Level
from engine.values.moves import format_moves
from workbench.cli.support import exit_status, input_and_output_files
from workbench.drawing import export, page_layout
from workbench.drawing.page_layout import PrintedLevel
from workbench.service import foreground
from workbench.text import verdict_text
from workbench.theme.theme_loader import Theme

PAPER_THEME = "light"
"""The theme of pages unless another one is chosen, because pages are white."""


def render_pages(form: str, names: Iterable[str], choose_theme: Callable[[Game], Theme]) -> bytes:
    """Render the levels in files, packs and folders on pages.

    Args:
        form: The format, ``svg`` or ``pdf``.
        names: The names of the inputs.
        choose_theme: A function that returns the theme for a game.

    Raises:
        EngineError: A level cannot be read or played, there are none or too many, or the library
            for PDF is not installed.
    """
    title, levels = _read_levels(names)
    render = page_layout.render_pdf if form == "pdf" else page_layout.render_svg
    return render(title, [_solve_level(level, choose_theme) for level in levels])


def _read_levels(names: Iterable[str]) -> tuple[str, list[Level]]:
    """Read the levels in level files, packs and folders.

    Returns:
        The title of all levels together, and the levels in order.

    Raises:
        EngineError: A level cannot be read or played, or there are too many.
    """
    title, levels = "", list[Level]()

    def read_file(name: str) -> int:
        levels.append(input_and_output_files.read_level(name))
        return exit_status.DONE

    for name in names:
        if is_pack_name(name):
            from engine.playlists import pack_level_files, packfile

            path = Path(name)
            with add_file_name(name):
                pack = pack_level_files.load_levels(packfile.read_pack(path), path.parent)
            title = title or pack.title
            for number, entry in enumerate(pack.levels, start=1):
                if entry.level is None or entry.trouble:
                    raise LevelError(f"level {number}: {entry.trouble}", file=name)
                levels.append(entry.level)
        elif input_and_output_files.process_files([name], read_file, empty=exit_status.REFUSED):
            raise EngineError("not all levels could be read; nothing was written")
        page_layout.require_level_count(len(levels))
    first = levels[0].title if len(levels) == 1 else ""
    return escape_unprintable(title or first or "Levels"), levels


def _solve_level(level: Level, choose_theme: Callable[[Game], Theme]) -> PrintedLevel:
    """Prepare a level for printing, with the facts and solution of a new verdict."""
    game = workshop.require_playable(level)
    solved = foreground.solve_with_progress(game, level.board)
    moves = None if solved.moves is None else format_moves(solved.moves)
    facts = solved.facts
    return _build_level(
        game,
        level.board,
        level.title,
        facts,
        moves or verdict_text.format_length(game, facts),
        choose_theme(game),
    )


def render_contact_sheet(
    selections: Sequence[Selection], title: str, choose_theme: Callable[[Game], Theme]
) -> bytes:
    """Draw the selected levels of catalogues as a PNG file.

    Raises:
        EngineError: There are no levels, or more than fit.
    """
    page_layout.require_level_count(sum(each.count_levels() for each in selections))
    levels = []
    for selection in selections:
        loader = LevelLoader(selection.catalogue.path)
        for entry in selection.read_entries():
            level, game = loader.load_level(entry), registry.get_game(entry.game)
            name, theme = level.title or f"level {entry.id}", choose_theme(game)
            levels.append(_build_level(game, level.board, name, entry.facts, "", theme))
    return page_layout.render_png(escape_unprintable(title), levels)


def _build_level(
    game: Game,
    board: Board,
    title: str,
    facts: Mapping[str, Any],
    solution: str,
    theme: Theme,
) -> PrintedLevel:
    picture = game.boards.draw_picture(board)
    svg = export.render_svg(game, picture, theme, "")
    words = ", ".join((game.title, *verdict_text.list_key_facts(game, facts)))
    name = escape_unprintable(title or game.title)
    return PrintedLevel(name, words, solution, svg, export.measure_svg(picture, ""))
