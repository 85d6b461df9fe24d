"""The map of dead ends: over the board, as a list, fresh after every edit."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace

import frames
import pytest
from cases_skiddy import FIXTURES, LEVEL_1_1
from plainly import caption, frame, press, said, settled, status, until
from skiddy_boards import GAME, board_of

from engine.game.playthrough import replay_moves
from engine.game.registry import get_game
from engine.search.maps.trapmap import Region
from engine.values.budget import Control
from engine.values.level import Level
from workbench.document.document import Document
from workbench.features.maps import dead_end_finder, map_finder
from workbench.features.maps.part import TrapsPart
from workbench.paths.resources import get_shipped_levels
from workbench.session.move_text import list_signs

pytestmark = pytest.mark.usefixtures("app_world")

CRATE = board_of(FIXTURES[21].rows)
"""A push of the crate into the corner at 1,1 traps the player."""


@pytest.fixture
def level():
    return Level("skiddy", CRATE, "Crate corner")


def traps_of(screen):
    """What the screen has found out about dead ends."""
    return next(part.traps for part in screen.parts if isinstance(part, TrapsPart))


async def mapped(pilot):
    """Waits until the map is there; gives it."""
    screen = pilot.app.screen
    known = traps_of(screen)
    await until(pilot, lambda: known.map is not None)
    return known.map


async def shown(pilot):
    """Opens the map and puts its cursor into the corner; gives the map."""
    await settled(pilot)
    await press(pilot, "v", "d")
    found = await mapped(pilot)
    pilot.app.screen.query_one("#board").cursor = (0, 0)
    pilot.app.screen.update_content()
    return found


def drawn(app):
    """Figures and marks over the board."""
    overlay = app.screen.query_one("#board").overlay
    return overlay.heat_text, overlay.marks


def pane(app):
    return app.screen.query_one("#traps")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_frames(make_app, level, size, monkeypatch):
    monkeypatch.setattr("workbench.session.status_line.format_duration", lambda seconds: "0.8 ms")
    monkeypatch.setattr("secrets.randbelow", lambda _: 7)
    app = make_app(level)
    async with app.run_test(size=size) as pilot:
        await shown(pilot)
        await press(pilot, "down", "right")
        frames.check(app, f"traps-{size[0]}x{size[1]}")
        if size[0] == 60:
            return
        await press(pilot, "tab", "down", "down")
        frames.check(app, f"traps-list-{size[0]}x{size[1]}")


async def test_the_cursor_begins_on_a_piece_and_stays_where_it_was_put(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "v", "d")
        await mapped(pilot)
        assert app.screen.query_one("#board").cursor == (1, 2)
        assert "1,2 crate: " in caption(app)
        await press(pilot, "down", "v", "d", "v", "d")
        assert app.screen.query_one("#board").cursor == (2, 2)


async def test_cells_show_how_surely_they_trap(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        found = await shown(pilot)
        figures, marks = drawn(app)
        assert figures[1, 1] == "x"
        assert marks[1, 1] == marks[1, 2] == "broken"
        assert figures[1, 2] == "!"
        (red,) = found.list_occupancies((3, 1))
        assert figures[3, 1] == str(100 * red.dead // red.positions)
        assert (4, 1) not in figures
        await press(pilot, "down", "right")
        assert "1,1 floor: crate: always a trap, all 30 dead · 14 trap moves end here" in caption(
            app
        )
        assert "14 trap moves to here" in frame(app)
        await press(pilot, "down", "down")
        assert "red Skiddy: 53% of 15 dead · 5 trap moves end here" in caption(app)


async def test_the_list_is_walked_and_leads_into_the_trace(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        found = await shown(pilot)
        session = app.screen.session
        await press(pilot, "right", "tab")
        assert app.focused.id == "traps"
        moves, _ = pane(app).selected_trap
        assert moves == found.get_region(0).path == ("L",)
        await press(pilot, *["j"] * 5)
        for index in range(3):
            trap = found[index]
            assert pane(app).selected_trap[0] == trap.moves
            arrow = {"R": "→", "U": "↑", "L": "←", "D": "↓"}[trap.move]
            words = f"{arrow} leads to {trap.target}, {trap.positions} dead positions"
            assert words in caption(app)
            run, _ = replay_moves(GAME.play, CRATE, trap.moves)
            picture = GAME.play.draw_picture(run.position)
            assert app.screen.query_one("#board").picture == picture
            await press(pilot, "j")
        await press(pilot, "k", "k", "enter")
        assert (session.playback.view_kind, app.focused.id, app.screen.panes.overlay) == (
            "trace",
            "trace",
            None,
        )
        assert app.screen.panes.front == "trace"
        assert session.playback.get_trace_player().row.name == found[1].target
        assert session.playback.get_trace_player().row.dead
        await until(pilot, lambda: frame(app).count("Dead end: ") == 1)
        await press(pilot, "v", "d")
        await mapped(pilot)
        assert session.playback.view_kind == "map"
        await press(pilot, "tab")
        assert pane(app).selected_trap[0] == found[1].moves


async def test_the_trace_is_that_of_the_strategy_that_found_the_traps(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        found = await shown(pilot)
        await press(pilot, "s", "n", "s", "n", "s", "n")
        await settled(pilot)
        assert app.screen.session.playback.strategy == "naive"
        await press(pilot, "tab", "enter")
        session = app.screen.session
        assert session.playback.strategy == "graph"
        assert session.playback.get_trace_player().row.name == found[0].target


async def test_pages_lead_to_the_end_of_the_list(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        found = await shown(pilot)
        await press(pilot, "tab", "pagedown", "pagedown", "pagedown")
        assert pane(app).selected_trap[0] == found[len(found) - 1].moves
        await press(pilot, "pageup", "pageup", "pageup")
        assert pane(app).selected_trap[0] == found.get_region(0).path
        line = next(y for y, text in enumerate(frame(app).splitlines()) if "after ↓ ← ↑ ← " in text)
        top = pane(app).content_region.y
        await pilot.click("#traps", offset=(5, line - top + 1))
        assert pane(app).selected_trap[0] == found.get_region(1).path


async def test_every_edit_makes_it_fresh(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        before = await shown(pilot)
        await press(pilot, "down", "right", "right", "e", "e")
        assert app.screen.session.playback.view_kind == "edit"
        assert drawn(app)[0][1, 1] == "x"
        await press(pilot, "x")
        await settled(pilot)
        now = traps_of(app.screen)
        await until(pilot, lambda: now.map is not None and now.map is not before)
        assert now.state == dead_end_finder.NO_DEAD_ENDS
        assert dead_end_finder.NO_DEAD_ENDS in caption(app)
        assert drawn(app)[0] == {}
        await press(pilot, "u")
        await settled(pilot)
        await until(pilot, lambda: now.map is not None and len(now.map) == 14)
        assert drawn(app)[0][1, 1] == "x"
        await press(pilot, "e", "e")
        assert (app.screen.session.playback.view_kind, app.screen.panes.overlay) == ("map", "traps")


async def test_a_draft_says_why_and_a_repair_brings_the_map(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        await shown(pilot)
        await press(pilot, "right", "e", "e")
        await press(pilot, "#", "enter")
        await settled(pilot)
        assert "a draft has no positions" in caption(app)
        assert "a draft has no positions" in frame(app)
        await press(pilot, "u")
        await settled(pilot)
        assert len(await mapped(pilot)) == 14


async def test_escape_and_the_same_key_leave(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot)
        session = app.screen.session
        assert "esc done" in frame(app)
        assert pane(app).display
        await press(pilot, "tab", "escape")
        assert (session.playback.view_kind, app.screen.panes.overlay) == ("timeline", None)
        assert app.focused.id == "board"
        assert not pane(app).display
        assert app.screen.query_one("#trace").display
        assert drawn(app)[0] == {}
        await press(pilot, "v", "d")
        await mapped(pilot)
        await press(pilot, "v", "d")
        assert (session.playback.view_kind, app.screen.panes.overlay) == ("timeline", None)


async def test_escape_in_edit_mode_leaves_the_map_first(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot)
        await press(pilot, "e", "e", "escape")
        assert (app.screen.session.playback.view_kind, app.screen.panes.overlay) == ("edit", None)
        assert app.screen.query_one("#palette").display


async def test_what_if_and_solution_take_its_place(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        await shown(pilot)
        await press(pilot, "w")
        assert app.screen.panes.overlay == "whatif"
        await press(pilot, "escape", "v", "d")
        await mapped(pilot)
        await press(pilot, "t")
        assert (app.screen.session.playback.view_kind, app.screen.panes.overlay) == (
            "solution",
            None,
        )


@pytest.mark.parametrize("keys", [("slash",), ("tab", "f")])
async def test_what_asks_of_the_trace_brings_it_back(make_app, level, keys):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot)
        await press(pilot, *keys, *"dea")
        assert (app.screen.panes.overlay, app.screen.panes.front) == (None, "trace")
        assert "dea" in frame(app).split("dead from")[0]
        assert app.screen.query_one("#trace").display


async def test_there_is_nothing_to_step_through(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot)
        await press(pilot, "comma")
        assert said(app) == "Step back: leave the dead ends first (v d)"


@pytest.mark.parametrize(
    ("region", "expected"),
    [
        (Region(1, 1, ("L",)), "1 dead position, 1 way in, shortest: ←"),
        (Region(2, 3, ("L", "R")), "2 dead positions in one region, 3 ways in, "),
    ],
)
def test_regions_in_words(region, expected):
    assert dead_end_finder.describe_region(region, {"L": "←"}).startswith(expected)


async def test_of_a_long_way_to_a_trap_the_move_into_it_is_reported_whole(make_app):
    path = get_shipped_levels() / "fruit-dating" / "18-castle-ball.toml"
    app = make_app(Document.open(path, read_only=True))
    async with app.run_test(size=(120, 40)) as pilot:
        found = await shown(pilot)
        traps_pane = pane(app)
        first, signs = found.region_count, list_signs(get_game("fruit-dating"))
        assert max(len(found[n].path) for n in range(len(found))) > 10
        for width in (30, 34):
            for number in range(len(found)):
                line = "".join(text for text, _ in traps_pane.draw_item(first + number, width))
                assert len(line) == width
                assert re.match(rf".*: {signs[found[number].move]} +\S", line), line


async def test_a_click_asks_about_a_cell_and_draws_nothing(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        await shown(pilot)
        view = app.screen.query_one("#board")
        place = next(
            (x, y)
            for y in range(view.size.height)
            for x in range(view.size.width)
            if view.find_cell(x, y) == (3, 1)
        )
        await pilot.click("#board", offset=place)
        assert "3,1 floor" in caption(app)
        assert app.document.undo_name is None


async def test_generating_maps_the_new_level(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        before = await shown(pilot)
        await press(pilot, "m", "g")
        await settled(pilot)
        now = traps_of(app.screen)
        await until(pilot, lambda: now.map is not None and now.map is not before)
        assert app.screen.panes.overlay == "traps"
        # A level that is generated or re-rolled may be smaller than the last one.
        session = app.screen.session
        session.editor.place_cursor(session.board, 99, 99)
        app.document.add_version("smaller", Level("skiddy", board_of(LEVEL_1_1.split("/")[:4])))
        session.playback.view_kind = "timeline"
        session.history.show_version()
        assert session.editor.row == 3


@pytest.mark.parametrize(
    ("rows", "said_of_it"),
    [
        (LEVEL_1_1.split("/"), dead_end_finder.NO_DEAD_ENDS),
        (FIXTURES[23].rows, dead_end_finder.HOPELESS),
    ],
)
async def test_levels_without_a_trap_say_so_in_words(make_app, rows, said_of_it):
    app = make_app(Level("skiddy", board_of(rows)))
    async with app.run_test(size=(120, 40)) as pilot:
        await shown(pilot)
        assert said_of_it in caption(app)
        assert drawn(app)[0] == {}
        assert pane(app).selected_trap is None
        await press(pilot, "tab", "down", "enter")
        assert app.screen.panes.overlay == "traps"


async def test_it_is_refused_for_drafts_and_for_what_is_not_known(make_app, level, sample, board):
    draft = replace(CRATE, tiles=("######", *CRATE.tiles[1:]))
    app = make_app(Document(Level("skiddy", draft)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "v", "d")
        assert "Dead ends: a draft has no positions" in said(app)
        assert app.screen.panes.overlay is None
    app = make_app(Level("sample", board))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "v", "d")
        assert "does not search for dead ends" in said(app)


async def test_too_many_positions_are_not_known(make_app, level, monkeypatch):
    monkeypatch.setattr("engine.values.budget.Budget.__init__.__defaults__", (20, None, None))
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "undecided" in status(app) or "more than" in status(app)
        await press(pilot, "v", "d")
        assert "not known: there are too many positions" in said(app)


async def test_it_waits_for_the_solver(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        session = await settled(pilot)
        answer = session.verdicts._answers.pop("graph")
        await press(pilot, "v", "d")
        assert map_finder.SEARCHING in caption(app)
        session.verdicts._answers["graph"] = answer
        app.screen.update_content()
        await mapped(pilot)


def test_the_helper_can_find_traps_too():
    finder = GAME.solver.solve(CRATE).traps
    task = pickle.loads(pickle.dumps(finder.find_traps))
    assert len(task(Control())) == 14
