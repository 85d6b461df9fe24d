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
from workbench.drawing.brush import Overlay
from workbench.theme import theming
from workbench.theme.scales import PICTURED, SIZES, Scale
from workbench.ui.help import HelpPane, HelpScreen
from workbench.ui.lines import width_of
from workbench.ui.manual import keys, legend
from workbench.ui.manual.pages import HEAD, ManualEntry, ManualSection
from workbench.ui.manual.screens import pages
from workbench.ui.screen import CommandScreen

pytestmark = pytest.mark.usefixtures("app_world")

GAMES = registry.names()
THEME = theming.load_shipped("default")
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


@pytest.mark.parametrize("context", sorted({command.context for command in commands.own()}))
def test_every_command_is_reported_to_its_end_at_any_width(context: str) -> None:
    sections = keys.sections((context,) if context != "app" else (), lambda _: True)
    assert {entry.words for entry in entries(sections)} >= {c.title for c in commands.of(context)}
    for section in sections:
        for width in (40, 52, 70):
            lines = text_of(section.lines(width))
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
        offered = filter(screen.offers, commands.of(*screen.CONTEXTS, "app"))
        listed = entries(pages(screen)[0].make(THEME))
        assert {command.title for command in offered} <= {entry.words for entry in listed}


async def test_keys_of_the_focused_pane_come_first() -> None:
    app = WorkbenchApp(Document(level_in(files_of("skiddy")[0])), "design")
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        for pane in ("trace", "parameters"):
            app.screen.query_one(f"#{pane}").focus()
            await pilot.pause()
            assert isinstance(app.screen, CommandScreen)
            first, *rest = pages(app.screen)[0].make(THEME)
            assert first.title.endswith(keys.HERE)
            offered = {command.title for command in commands.of(pane)}
            assert {entry.words for entry in first.entries} <= offered
            assert rest[-1].title.endswith(keys.EVERYWHERE)


# The legend.


@pytest.mark.parametrize("name", GAMES)
def test_every_glyph_of_the_boards_of_a_game_is_in_the_legend(name: str) -> None:
    game = registry.get(name)
    shown: list[Picture] = [game.boards.picture(level_in(f).board) for f in files_of(name)]
    shown += [
        picture for rule in game.manual for picture in manual.pictures(game.boards, game.play, rule)
    ]
    for picture in shown:
        board, *_ = legend.board(game, [picture], [], THEME)
        drawn = {text for entry in board.entries for text, _ in entry.head}
        titles = {entry.words for entry in board.entries}
        for each in legend.names(picture):
            assert game.boards.title(each) in titles
            look = THEME.look(name, each)
            alike = legend.titled(game, legend.names(picture))[game.boards.title(each)]
            assert look.glyph in drawn or len(alike) > legend.MOST


@pytest.mark.parametrize("scale", PICTURED)
@pytest.mark.parametrize("name", GAMES)
def test_what_a_board_in_sight_has_pictures_of_is_in_the_legend_as_drawn(
    name: str, scale: Scale
) -> None:
    game = registry.get(name)
    for file in files_of(name)[:3]:
        picture = game.boards.picture(level_in(file).board)
        board, *_ = legend.board(game, [picture], [], THEME, scale)
        shown = {
            entry.words: ["".join(text for text, _ in line) for line in entry.picture]
            for entry in board.entries
        }
        for piece in picture.pieces.values():
            drawn = shown[game.boards.title(piece.name)]
            assert drawn or not THEME.look(name, piece.name).pictures.get(scale)
            assert not drawn or (len(drawn[0]), len(drawn)) == SIZES[scale]
        lines = board.lines(60)
        assert all(width_of(line) <= 60 for line in lines)


@pytest.mark.parametrize("theme", theming.shipped())
def test_the_marks_of_every_theme_are_explained(theme: str) -> None:
    loaded = theming.load_shipped(theme)
    marks = loaded.tables["marks"]
    assert {*marks} == {*legend.MARKS}
    overlay = Overlay((0, 0), {(0, 0): 1.0}, {}, {(0, n): mark for n, mark in enumerate(marks)})
    game = registry.get("skiddy")
    _, over, *_ = legend.board(game, [Picture((("floor",),))], [overlay], loaded)
    assert len(over.entries) == len(marks) + 2


async def test_signs_of_visible_panes_are_explained() -> None:
    app = WorkbenchApp(Document(level_in(files_of("skiddy")[0])), "design")
    async with app.run_test(size=(120, 60)) as pilot:
        await settled(pilot)
        shown = await helped(pilot, "right")
        for words in ("red goal", "on the reported solution", "where the page stands"):
            assert words in shown


def test_figures_stand_below_each_other_where_there_is_no_room() -> None:
    figure = ((("0123456789", ""),),)
    entry = ManualEntry((), "Words.", figures=(figure, figure), arrow=">")
    assert len(text_of(entry.lines(0, 40))) == 2
    assert text_of(entry.lines(0, 20))[1:] == [" 0123456789", " >", " 0123456789"]


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
        found = text_of(app.screen.query_one(HelpPane).lines(70, 400))
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
    long = ManualEntry((("x" * (HEAD + 5), ""),), "Words.")
    assert text_of(long.lines(HEAD, 60)) == [" " + "x" * (HEAD + 5), " " * (HEAD + 2) + "Words."]
