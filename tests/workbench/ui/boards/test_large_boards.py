"""Every screen with a cursor on a board, on boards of the largest size of each game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from plainly import frame, press, settled, until

from engine.files import levelfile
from engine.game import registry
from engine.values.level import Level
from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.drawing.grid_plan import MARGIN
from workbench.features.comparison.screen import CompareScreen
from workbench.features.play.screen import PlayScreen
from workbench.paths.resources import get_shipped_levels
from workbench.ui.boards.board_view import BoardView

pytestmark = pytest.mark.usefixtures("app_world")

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")
LARGEST = 16
SIZES = [(60, 20), (120, 40)]
"""Windows in which a board scrolls, or has numbers beside it."""


def largest_level(game: str) -> Level:
    """The first shipped level of a game, on a board as large as there can be."""
    level = levelfile.read_level(min((get_shipped_levels() / game).glob("*.toml")))
    reshaping, board = registry.get_game(game).boards.reshaper, level.board
    if reshaping is not None:
        more = LARGEST - board.rows, LARGEST - board.cols
        board = reshaping.resize(board, *(more[0], 0, more[1], 0))
    return Level(game, board, "Largest")


def keys_of(command: str) -> Sequence[str]:
    return commands.get_command(command).keys[0].split()


async def assert_cursor_goes_everywhere(pilot) -> None:
    """Moves the cursor down and across the board, and looks for its row beside the board."""
    await until(pilot, lambda: pilot.app.screen.query_one(BoardView).show_cursor)
    view = pilot.app.screen.query_one(BoardView)
    net = bool(view.picture.panels)
    numbered = view.board_size.width % LARGEST == MARGIN[0] % LARGEST
    assert net or numbered or pilot.app.size.width < 120
    for key in ("down", "right"):
        begin = view.cursor
        for _ in range(LARGEST):
            await press(pilot, key)
            assert net or not numbered or f">{view.cursor[0]}" in frame(pilot.app)
        assert view.cursor != begin
    assert net or view.cursor == (LARGEST - 1, LARGEST - 1)


@pytest.mark.parametrize(
    ("mode", "size"),
    [
        *(("design.inspect", size) for size in SIZES),
        ("design.edit", SIZES[-1]),
        pytest.param("design.edit", SIZES[0], marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("game", GAMES)
async def test_the_design_screen(game: str, mode: str, size: tuple[int, int]) -> None:
    await assert_cursor_goes_over_the_design(game, mode, size)


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("mazing-monk", SIZES[-1]),
        *(pytest.param(game, SIZES[-1], marks=pytest.mark.slow) for game in GAMES[:-1]),
        *(pytest.param(game, SIZES[0], marks=pytest.mark.slow) for game in GAMES),
    ],
)
async def test_asking_what_changes_would_do(game: str, size: tuple[int, int]) -> None:
    await assert_cursor_goes_over_the_design(game, "design.what-if", size)


async def assert_cursor_goes_over_the_design(game: str, mode: str, size: tuple[int, int]) -> None:
    """Moves the cursor over the largest board of a game, in a mode of the design screen."""
    level = largest_level(game)
    async with WorkbenchApp(Document(level), "design").run_test(size=size) as pilot:
        await settled(pilot)
        await press(pilot, *keys_of(mode))
        await assert_cursor_goes_everywhere(pilot)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["linjat", "mazing-monk"])
async def test_playing_by_hand(game: str, size: tuple[int, int]) -> None:
    level = largest_level(game)
    async with WorkbenchApp(Document(level), "play").run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, PlayScreen))
        await until(pilot, lambda: bool(pilot.app.screen.query(BoardView)))
        if game == "mazing-monk":
            await press(pilot, *keys_of("steering.go"))
        await assert_cursor_goes_everywhere(pilot)


@pytest.mark.parametrize("game", GAMES)
async def test_comparing_while_a_cell_is_asked(game: str) -> None:
    level = largest_level(game)
    document = Document(level)
    document.add_version("again", replace(level, title="Again"))
    async with WorkbenchApp(document, "design").run_test(size=SIZES[-1]) as pilot:
        await settled(pilot)
        await press(pilot, *keys_of("design.inspect"), *["down"] * 15, *keys_of("design.compare"))
        await until(pilot, lambda: "Compare with what" in frame(pilot.app))
        await press(pilot, "v")
        await until(pilot, lambda: isinstance(pilot.app.screen, CompareScreen))
        boards = pilot.app.screen.query(BoardView)
        await until(pilot, lambda: all(board.picture.rows == level.board.rows for board in boards))
