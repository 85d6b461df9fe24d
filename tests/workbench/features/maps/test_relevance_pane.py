"""The map of what matters: marks over the board, a list beside it, fresh after every edit."""

from __future__ import annotations

import pickle
from functools import partial

import frames
import pytest
from fruit_boards import GAME, board_of
from plainly import arrived, caption, frame, press, said, settled, until
from shipped import LEVELS, level_in

from engine.evaluation.relevance import Relevance
from engine.evaluation.relevance import find_relevance as looked_into
from engine.game import registry
from engine.game.boards import BoardObject
from engine.values.budget import Control
from engine.values.level import Level
from workbench.features.maps import map_finder, relevance_finder
from workbench.features.maps.part import RelevancePart
from workbench.service import tasks
from workbench.session.board_verdicts import Verdicts
from workbench.ui.manual import glossary, legend

pytestmark = pytest.mark.usefixtures("app_world")

BOARD = board_of(
    "######## #...~~.# #......# ###...~# ####...# ###....# ###....# ########",
    "........ .c...... .A...... ........ ........ .....oA. ......c. ........",
    *((1, 5, "L"), (4, 4, "U"), (4, 5, "L")),
)
"""Two of its nine things change nothing: mud at 1,5 and the gate at 4,5."""
MARKS = {
    **dict.fromkeys([(1, 5), (4, 5)], "inert"),
    **dict.fromkeys([(1, 4), (3, 6), (5, 5), (6, 6), (4, 4)], "needed"),
}
JOURNEYS = (
    "fruit-dating/16-quiet-please",
    "skiddy/5-6-glacier",
    "linjat/1-easy-12-first-knot",
    "mazing-monk/1-by-hand-2-side-door",
)


@pytest.fixture(autouse=True)
def steady(monkeypatch):
    """No time that a frame could show."""
    monkeypatch.setattr("workbench.session.status_line.format_duration", lambda seconds: "0.8 ms")
    monkeypatch.setattr("secrets.randbelow", lambda _: 7)


@pytest.fixture
def level():
    return Level("fruit-dating", BOARD, "Two idle")


def finder_of(screen):
    """What the screen has found out about what matters."""
    return next(part.relevance for part in screen.parts if isinstance(part, RelevancePart))


def pane(app):
    return app.screen.query_one("#relevance")


def board(app):
    return app.screen.query_one("#board")


def marks(app):
    return dict(board(app).overlay.marks)


async def mapped(pilot):
    """Waits until the map is there; gives it."""
    known = finder_of(pilot.app.screen)
    await until(pilot, lambda: known.map is not None)
    await pilot.pause()
    return known.map.objects


async def shown(pilot, *keys):
    """Opens the map; gives what was found."""
    await settled(pilot)
    await press(pilot, *keys, "v", "n")
    return await mapped(pilot)


def thing(kind, row, col, direction=None, *, counted=True):
    return BoardObject(kind, row, col, BOARD, direction, counted)


class TestWords:
    FACTS = GAME.solver.solve(BOARD).facts
    FOUND = tuple(looked_into(GAME, BOARD, FACTS))

    def test_how_many_things_change_nothing(self):
        assert relevance_finder.summarize(self.FOUND) == "2 of 9 objects change nothing"
        own, around = relevance_finder.split_counted(self.FOUND)
        assert (len(own), relevance_finder.describe_uncounted(around)) == (9, "9 walls")
        assert relevance_finder.format_counts(around) == "5 needed, 4 inert"
        assert relevance_finder.summarize(around) == "no objects, only 9 walls"
        assert relevance_finder.summarize(own[2:3]) == "the only object changes nothing"

    def test_marks_of_a_cell_with_two_things_are_those_of_what_changes_nothing(self):
        own, _ = relevance_finder.split_counted(self.FOUND)
        assert relevance_finder.make_marks(own) == MARKS
        two = (Relevance(thing("mud", 1, 1), needed=False, inert=True),)
        two += (Relevance(thing("car", 1, 1), needed=True, inert=False),)
        assert (
            relevance_finder.make_marks(two)
            == relevance_finder.make_marks(two[::-1])
            == {(1, 1): "inert"}
        )

    @pytest.mark.parametrize(
        ("game", "facts", "values", "words"),
        [
            ("fruit-dating", {}, (True, False, 7, True), "7 moves"),
            ("fruit-dating", {}, (True, False, 1, True), "1 move"),
            ("fruit-dating", {}, (True, False, None, False), "cannot be won"),
            ("fruit-dating", {}, (False, True, 7, True), "no change"),
            ("fruit-dating", {}, (None, None, None, None), "not known"),
            ("linjat", {"layers": None}, (True, False, 12, True), "12 layers"),
            ("linjat", {"layers": 3}, (True, False, None, True), "length not known"),
            ("mazing-monk", {}, (True, False, 12, True), "12 turns and walks"),
        ],
    )
    def test_what_the_level_is_without_a_thing(self, game, facts, values, words):
        each = Relevance(thing("mud", 1, 1), *values)
        assert relevance_finder.describe_without(registry.get_game(game), facts, each) == words

    def test_a_length_of_several_units_is_brief_in_the_list(self):
        each = Relevance(thing("karma", 1, 1), True, False, 12, True)
        game = registry.get_game("mazing-monk")
        assert relevance_finder.describe_without(game, {}, each, wide=False) == "12 in total"
        assert relevance_finder.describe_without(GAME, {}, each, wide=False) == "12 moves"

    def test_of_a_cell(self):
        words = {
            cell: relevance_finder.describe_cell(GAME, self.FACTS, self.FOUND, cell)
            for cell in ((1, 4), (1, 5), (4, 4), (0, 0), (1, 1), (5, 5))
        }
        assert words == {
            (1, 4): "needed, without it: 4 moves",
            (1, 5): "mud: changes nothing · gate left: changes something else, without it: 8 moves",
            (4, 4): "gate up: needed, without it: 10 moves",
            (0, 0): "2 of 9 objects change nothing",
            (1, 1): "changes something else, without it: 8 moves",
            (5, 5): "needed, without it: cannot be won",
        }


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_frames(make_app, level, size):
    app = make_app(level)
    async with app.run_test(size=size) as pilot:
        await shown(pilot)
        await press(pilot, "down", "down", "down", "right", "right", "right")
        frames.check(app, f"relevance-{size[0]}x{size[1]}")
        await press(pilot, "tab", "down")
        frames.check(app, f"relevance-list-{size[0]}x{size[1]}")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_frames_in_ascii(make_app, level, size):
    app = make_app(level)
    async with app.run_test(size=size) as pilot:
        await shown(pilot)
        app.show_theme("ascii")
        await press(pilot, "tab", "down")
        frames.check(app, f"relevance-ascii-{size[0]}x{size[1]}")


@pytest.mark.parametrize("name", JOURNEYS)
async def test_a_journey_through_a_level_of_every_game(make_app, name):
    level = level_in(LEVELS / f"{name}.toml")
    game = registry.get_game(level.game)
    app = make_app(level)
    expected = tuple(looked_into(game, level.board, game.solver.solve(level.board).facts))
    own, around = relevance_finder.split_counted(expected)
    async with app.run_test(size=(120, 40)) as pilot:
        assert await shown(pilot) == expected
        assert app.focused.id == "board"
        assert marks(app) == relevance_finder.make_marks(own)
        assert relevance_finder.summarize(expected) in frame(app)
        await press(pilot, "tab")
        assert app.focused.id == "relevance"
        await press(pilot, "pageup", "pageup")
        seen = []
        for _ in own:
            each = pane(app).selected_item.found
            assert board(app).cursor == (each.thing.row, each.thing.col)
            assert relevance_finder.WORTHS[each.kind] in caption(app)
            seen.append(each)
            await press(pilot, "down")
        order = [[*relevance_finder.WORTHS].index(each.kind) for each in seen]
        assert order == sorted(order)
        assert {each.thing.title for each in seen} == {each.thing.title for each in own}
        if around:
            assert pane(app).selected_item is None and relevance_finder.format_counts(
                around
            ) in frame(app)
            await press(pilot, "enter", "down")
            assert pane(app).selected_item.found == around[0]
            assert marks(app) == relevance_finder.make_marks(expected)
            await press(pilot, "enter")
        else:
            await press(pilot, "enter")
            assert "this board has no scenery to list" in said(app)
        assert marks(app) == relevance_finder.make_marks(own)
        await press(pilot, "escape")
        assert app.screen.panes.overlay is None
        assert not {"needed", "inert"} & {*marks(app).values()}
        assert finder_of(app.screen).map is None


async def test_the_cursors_go_together(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot)
        assert board(app).cursor == pane(app).selected_item.cell == (1, 1)
        await press(pilot, "right", "right", "right")
        assert pane(app).selected_item.found.thing.title == "mud"
        assert "1,4 mud: needed, without it: 4 moves" in caption(app)
        await press(pilot, "right")
        assert pane(app).selected_item.found.inert
        await press(pilot, "tab", "down")
        assert board(app).cursor == (4, 5)
        await press(pilot, "shift+tab", "left", "left")
        assert pane(app).selected_item is None
        await press(pilot, "tab", "enter", "shift+tab")
        assert pane(app).selected_item.cell == board(app).cursor == (4, 3)
        assert pane(app).selected_item.found.thing.title == "wall"


async def test_every_edit_makes_it_fresh(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 40)) as pilot:
        before = await shown(pilot, "e", "e")
        assert app.screen.session.playback.view_kind == "edit"
        known = finder_of(app.screen)
        board(app).cursor = (1, 5)
        await press(pilot, "x")
        await settled(pilot)
        await until(pilot, lambda: known.map is not None and known.map.objects != before)
        now = {(each.thing.title, each.thing.row, each.thing.col) for each in known.map.objects}
        assert ("mud", 1, 5) not in now
        own, _ = relevance_finder.split_counted(known.map.objects)
        await until(pilot, lambda: marks(app) == relevance_finder.make_marks(own))
        await press(pilot, "u")
        await settled(pilot)
        await until(pilot, lambda: known.map is not None and known.map.objects == before)
        await until(pilot, lambda: marks(app) == MARKS)


async def test_nothing_is_looked_for_while_it_is_off(make_app, level, monkeypatch):
    asked = []
    monkeypatch.setattr(tasks, "find_relevance", lambda *_: asked.append(1) or ())
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "v", "d", "v", "d", "e", "e", "x", "u", "escape")
        await settled(pilot)
        assert not asked
        await press(pilot, "v", "n")
        await until(pilot, lambda: asked == [1])


async def test_drafts_and_boards_with_nothing_on_them_are_refused(make_app, sample, board):
    walls = "#### #..# #..# ####"
    app = make_app(Level("fruit-dating", board_of(walls, ".... .A.. .... ....")))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "v", "n")
        assert "What matters: a draft has no solution" in said(app)
        assert app.screen.panes.overlay is None
    app = make_app(Level("sample", board))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "v", "n")
        assert relevance_finder.NO_OBJECTS in said(app)


async def test_too_many_positions_are_not_known(make_app, level, monkeypatch):
    monkeypatch.setattr("engine.values.budget.Budget.__init__.__defaults__", (5, None, None))
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await press(pilot, "v", "n")
        assert "not known: there are too many positions" in said(app)


async def test_one_map_takes_the_place_of_another(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot)
        await press(pilot, "comma")
        assert said(app) == "Step back: leave what matters first (v n)"
        await press(pilot, "v", "d")
        assert app.screen.panes.overlay == "traps" and not pane(app).display
        await press(pilot, "v", "n")
        await mapped(pilot)
        assert (app.screen.panes.overlay, marks(app)) == ("relevance", MARKS)
        assert app.screen.session.playback.view_kind == "map"


async def test_what_is_late_is_dropped(solver):
    calls = []
    known = relevance_finder.RelevanceFinder(GAME, solver, calls.append, lambda: None)
    verdicts = Verdicts(GAME, solver, calls.append, lambda: None)
    verdicts.show_board(BOARD, GAME.solver.solve(BOARD))

    known.follow_verdicts(verdicts)
    known.stop_search()
    await arrived(solver, map_finder.MAP_JOB, calls)
    assert known.map is None
    known.follow_verdicts(verdicts)
    await arrived(solver, map_finder.MAP_JOB, calls)
    assert known.map is not None and len(known.map.objects) == 18


def test_the_helper_can_look_for_it_too():
    facts = GAME.solver.solve(BOARD).facts
    call = partial(tasks.find_relevances, GAME, BOARD, dict(facts))
    task = pickle.loads(pickle.dumps(call))
    assert task(Control()) == tuple(looked_into(GAME, BOARD, facts))


def test_its_words_are_explained():
    assert {"inert", "needed"} <= {*legend.MARK_MEANINGS} & {*glossary.TERMS}
