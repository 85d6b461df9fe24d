"""The wall draws what is visible, however much hangs on it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plainly import frame, press
from textual.app import App, ComposeResult

from engine.values.expression import is_satisfied, parse_expression
from engine.values.picture import Picture
from workbench.terminal.capabilities import Capabilities
from workbench.theme import theme_loader
from workbench.ui.wall.histogram_bins import make_bars
from workbench.ui.wall.wall import Tile, WallPane

MANY = 100_000


class Rows:
    """Many boards of different shapes; remembers which were asked for."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.asked: set[int] = set()

    def get_tile(self, place: int) -> Tile:
        """A board of floors, with its number below."""
        assert 0 <= place < self.count
        self.asked.add(place)
        rows = 4 + place % 3
        return Tile(
            place,
            Picture((("floor",) * 6,) * rows),
            (f"row {place}", "more than there is room for"),
            game="skiddy",
        )


class Walls(App[None]):
    """Nothing but a wall."""

    theme_glyphs = theme_loader.load_shipped("default")
    link = Capabilities("truecolor", utf8=True)

    def __init__(self, tiles: Rows) -> None:
        super().__init__()
        self.tiles = tiles

    def compose(self) -> ComposeResult:
        """The wall."""
        yield WallPane(self.tiles)


class Captioned(Rows):
    """Boards with three facts each, of as many characters as stand in a tile with its gap."""

    def get_tile(self, place: int) -> Tile:
        """A board with facts."""
        return Tile(place, Picture((("floor",) * 6,)), ("10 moves", "3*", "fun 2"), game="skiddy")


async def test_facts_take_the_gap_to_the_next_tile() -> None:
    """Whether the last tile of a row has one or the wall ends there."""
    for width, captions in ((80, 4), (77, 3)):
        app = Walls(Captioned(8))
        async with app.run_test(size=(width, 24)):
            first = next(line for line in frame(app).splitlines() if "moves" in line)
            assert first.startswith(" > 10 moves 3* fun 2  10 moves 3* fun 2")
            assert first.count("moves") == 4 and first.count("fun 2") == captions


async def test_a_hundred_thousand_rows_are_asked_for_page_by_page() -> None:
    rows = Rows(MANY)
    app = Walls(rows)
    async with app.run_test(size=(120, 40)) as pilot:
        wall = app.query_one(WallPane)
        page = wall.tile_columns * wall.tile_rows
        await pilot.pause()
        assert rows.asked and max(rows.asked) < 2 * page
        for place in (MANY, 50_000, 0):
            rows.asked.clear()
            wall.go_to(place)
            await pilot.pause()
            assert len(rows.asked) <= 2 * page
            assert min(place, MANY - 1) in rows.asked
        for name in ("down", "page-down", "up", "page-up", "last", "right", "first", "left"):
            rows.asked.clear()
            wall.bind_motions("x")[f"x.{name}"]()
            await pilot.pause()
            assert len(rows.asked) <= 2 * page
            assert 0 <= wall.cursor < MANY


@pytest.mark.parametrize("count", [0, 1, 7, 40])
async def test_every_tile_is_where_a_click_finds_it(count: int) -> None:
    app = Walls(Rows(count))
    async with app.run_test(size=(80, 24)) as pilot:
        wall = app.query_one(WallPane)
        await pilot.pause()
        found = {wall.find_place(x, y) for x in range(78) for y in range(24)} - {None}
        page = min(count, wall.tile_columns * wall.tile_rows)
        assert found == set(range(page))
        shown = frame(app)
        assert ("row 0" in shown) == bool(count) and "more" not in shown and "…" not in shown
        for name in wall.bind_motions("x").values():
            name()
        await press(pilot)
        assert wall.cursor == max(min(wall.cursor, count - 1), 0)


NUMBERS = st.lists(st.one_of(st.integers(-1000, 100_000), st.floats(-5, 5)), min_size=1)


@given(NUMBERS)
def test_what_a_bar_asks_for_holds_for_its_numbers(values: Sequence[float]) -> None:
    for bar in make_bars(values):
        wanted = parse_expression(bar.make_condition("moves"), {"moves": float})
        found = sum(is_satisfied(wanted, {"moves": value}) for value in values)
        assert found >= bar.count


class Growing(WallPane):
    """A wall on which boards are drawn large where all of them fit."""

    grows = True


@pytest.mark.parametrize(("count", "large"), [(4, True), (12, False)])
async def test_few_boards_are_drawn_large(count: int, large: bool) -> None:
    class Grown(Walls):
        """Nothing but such a wall."""

        def compose(self) -> ComposeResult:
            """The wall."""
            yield Growing(self.tiles)

    app = Grown(Rows(count))
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.pause()
        wall = app.query_one(Growing)
        last = wall.find_place(0, wall._lines + 1)
        assert (wall._lines == 6) == large
        assert last == (None if large else wall.tile_columns)
