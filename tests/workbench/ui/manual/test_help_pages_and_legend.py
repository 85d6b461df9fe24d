"""What help says: nothing that screens show or offer is left unexplained."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from frames import frame
from plainly import settled, until
from rich.cells import cell_len
from shipped import files_of, level_in
from textual.pilot import Pilot

from engine.game import manual, registry
from engine.values.picture import Picture
from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.drawing.cell_brush import Overlay
from workbench.theme import theme_loader
from workbench.theme.cell_sizes import PICTURE_SCALES, SIZES, Scale
from workbench.ui.help_screen import HelpPane, HelpScreen
from workbench.ui.manual import key_help, legend
from workbench.ui.manual.help_structure import HEAD_COLUMNS, ManualEntry, ManualSection
from workbench.ui.manual.screen_help import make_pages
from workbench.ui.screen import CommandScreen
from workbench.ui.styled_lines import measure_width

pytestmark = pytest.mark.usefixtures("app_world")

GAMES = registry.list_names()
THEME = theme_loader.load_shipped("default")
ALL = "Keys", "Legend", "Rules", "Parameters", "Glossary"


def entries(sections: Iterable[ManualSection]) -> list[ManualEntry]:
    return [entry for section in sections for entry in section.entries]


def text_of(lines: Iterable[Iterable[tuple[str, object]]]) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


async def helped(pilot: Pilot[int], *presses: str) -> str:
    """What help shows after some more keys."""
    await pilot.press("question_mark")
    await until(pilot, lambda: "[Keys]" in frame(pilot.app))
    await pilot.press(*presses)
    await pilot.pause()
    return frame(pilot.app)


# Keys.


@pytest.mark.parametrize(
    "context", sorted({command.context for command in commands.list_defaults()})
)
def test_every_command_is_reported_to_its_end_at_any_width(context: str) -> None:
    sections = key_help.make_sections(
        (context,) if context != "app" else (), commands.list_in_contexts
    )
    assert {entry.title for entry in entries(sections)} >= {
        c.title for c in commands.list_in_contexts(context)
    }
    for section in sections:
        for width in (40, 52, 70):
            lines = text_of(section.draw_lines(width))
            assert all(cell_len(line) <= width for line in lines)
            listed = "".join("".join(lines).split())
            assert all("".join(entry.more.split()) in listed for entry in section.entries)


@pytest.mark.parametrize("start", ["play", "levels", "design"])
async def test_every_command_that_a_screen_offers_is_in_its_help(start: str, folder: Path) -> None:
    document = Document(level_in(files_of("skiddy")[0]))
    app = WorkbenchApp(document, start, folder=folder)  # type: ignore[arg-type]
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, CommandScreen)
        offered = screen.list_commands(*screen.CONTEXTS, "app")
        listed = entries(make_pages(screen)[0].make_sections(THEME))
        assert {command.title for command in offered} <= {entry.title for entry in listed}


async def test_keys_of_the_focused_pane_come_first() -> None:
    app = WorkbenchApp(Document(level_in(files_of("skiddy")[0])), "design")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        for pane in ("trace", "parameters"):
            app.screen.query_one(f"#{pane}").focus()
            await pilot.pause()
            assert isinstance(app.screen, CommandScreen)
            first, *rest = make_pages(app.screen)[0].make_sections(THEME)
            assert first.title.endswith(key_help.THIS_PANE)
            offered = {command.title for command in commands.list_in_contexts(pane)}
            assert {entry.title for entry in first.entries} <= offered
            assert rest[-1].title.endswith(key_help.EVERYWHERE)


# The legend.


@pytest.mark.parametrize("name", GAMES)
def test_every_glyph_of_the_boards_of_a_game_is_in_the_legend(name: str) -> None:
    game = registry.get_game(name)
    shown: list[Picture] = [game.boards.draw_picture(level_in(f).board) for f in files_of(name)]
    shown += [
        picture
        for rule in game.manual
        for picture in manual.draw_rule_pictures(game.boards, game.play, rule)
    ]
    for picture in shown:
        board, *_ = legend.make_board_sections(game, [picture], [], THEME)
        drawn = {text for entry in board.entries for text, _ in entry.head}
        titles = {entry.title for entry in board.entries}
        for each in legend.list_names(picture):
            assert game.boards.format_title(each) in titles
            look = THEME.get_look(name, each)
            alike = legend.group_by_title(game, legend.list_names(picture))[
                game.boards.format_title(each)
            ]
            assert look.glyph in drawn or len(alike) > legend.MAX_GLYPHS


@pytest.mark.parametrize("scale", PICTURE_SCALES)
@pytest.mark.parametrize("name", GAMES)
def test_what_a_board_in_sight_has_pictures_of_is_in_the_legend_as_drawn(
    name: str, scale: Scale
) -> None:
    game = registry.get_game(name)
    for file in files_of(name)[:3]:
        picture = game.boards.draw_picture(level_in(file).board)
        board, *_ = legend.make_board_sections(game, [picture], [], THEME, scale)
        shown = {
            entry.title: ["".join(text for text, _ in line) for line in entry.picture]
            for entry in board.entries
        }
        for piece in picture.pieces.values():
            drawn = shown[game.boards.format_title(piece.name)]
            assert drawn or not THEME.get_look(name, piece.name).pictures.get(scale)
            assert not drawn or (len(drawn[0]), len(drawn)) == SIZES[scale]
        lines = board.draw_lines(60)
        assert all(measure_width(line) <= 60 for line in lines)


@pytest.mark.parametrize("theme", theme_loader.list_shipped())
def test_the_marks_of_every_theme_are_explained(theme: str) -> None:
    loaded = theme_loader.load_shipped(theme)
    marks = loaded.tables["marks"]
    assert {*marks} == {*legend.MARK_MEANINGS}
    overlay = Overlay((0, 0), {(0, 0): 1.0}, {}, {(0, n): mark for n, mark in enumerate(marks)})
    game = registry.get_game("skiddy")
    _, over, *_ = legend.make_board_sections(game, [Picture((("floor",),))], [overlay], loaded)
    assert len(over.entries) == len(marks) + 2


async def test_signs_of_visible_panes_are_explained() -> None:
    app = WorkbenchApp(Document(level_in(files_of("skiddy")[0])), "design")
    async with app.run_test(size=(120, 60)) as pilot:
        await settled(pilot)
        shown = await helped(pilot, "right")
        for words in ("red goal", "on the reported solution", "position of the page"):
            assert words in shown


def test_figures_stand_below_each_other_where_there_is_no_room() -> None:
    figure = ((("0123456789", ""),),)
    entry = ManualEntry((), "Words.", figures=(figure, figure), arrow=">")
    assert len(text_of(entry.draw_lines(0, 40))) == 2
    assert text_of(entry.draw_lines(0, 20))[1:] == [" 0123456789", " >", " 0123456789"]


# Together.


async def test_pages_are_turned_and_searched_together() -> None:
    app = WorkbenchApp(Document(level_in(files_of("skiddy")[0])), "design")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        shown = await helped(pilot)
        assert all(title in shown for title in ALL) and "[Keys]" in shown
        for title in (*ALL[1:], ALL[0]):
            await pilot.press("right")
            await pilot.pause()
            assert f"[{title}]" in frame(app)
        await pilot.press("left")
        await pilot.pause()
        assert "[Glossary]" in frame(app)
        await pilot.press("slash", *"pits", "enter")
        await pilot.pause()
        app.screen.query_one(HelpPane).action_first()
        found = text_of(app.screen.query_one(HelpPane).draw_lines(70, 400))
        assert {line.partition(" · ")[0].strip() for line in found if " · " in line} >= {
            "Rules",
            "Parameters",
        }
        await pilot.press("escape")
        await pilot.click(HelpPane, offset=(10, 0))
        await pilot.pause()
        assert "[Legend]" in frame(app)
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, HelpScreen)


async def test_a_game_that_has_no_rules_has_no_page_of_them(toy: object, folder: Path) -> None:
    from toy_game import slope

    app = WorkbenchApp(Document(slope()), "play", folder=folder)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = await helped(pilot)
        assert "Rules" not in shown and "Legend" in shown and "Parameters" in shown


def test_a_long_head_has_a_line_of_its_own() -> None:
    long = ManualEntry((("x" * (HEAD_COLUMNS + 5), ""),), "Words.")
    assert text_of(long.draw_lines(HEAD_COLUMNS, 60)) == [
        " " + "x" * (HEAD_COLUMNS + 5),
        " " * (HEAD_COLUMNS + 2) + "Words.",
    ]


@pytest.mark.parametrize("width", [40, 52, 76, 100, 160])
@pytest.mark.parametrize("short", [False, True])
def test_names_and_descriptions_never_collide(width: int, short: bool) -> None:
    for section in key_help.make_sections(("design", "edit", "levels"), commands.list_in_contexts):
        for line in section.draw_lines(width, short=short):
            # A line of a command has its keys, its title and its description as separate spans.
            titles = [
                e.title for e in section.entries if any(e.title == t.strip() for t, _ in line)
            ]
            for title in titles:
                place = next(n for n, (text, _) in enumerate(line) if text.strip() == title)
                follows = any(text.strip() for text, _ in line[place + 1 :])
                assert not follows or line[place][0].endswith("  ")
