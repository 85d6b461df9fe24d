"""The arrangement of panes: sizes, resizing, focus, zoom, and what each size looks like."""

from __future__ import annotations

import frames
import pytest
from plainly import caption, frame, press, settled, until

from engine.search.solver_result import SolverResult
from engine.values.budget import Control
from workbench.features.design.screen import DesignScreen
from workbench.session import status_line

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture(autouse=True)
def steady(monkeypatch):
    """The same seed and the same seconds every time."""
    monkeypatch.setattr(
        "workbench.session.generation.generator_settings.secrets.randbelow", lambda _: 7
    )
    monkeypatch.setattr(status_line, "format_duration", lambda seconds: "0.8 ms")


def shown(pilot):
    names = ("tabs", "parameters", "palette", "frame", "trace", "timeline", "verdict")
    screen = pilot.app.screen
    return [name for name in names if screen.query_one(f"#{name}").display]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 32), (200, 50)])
async def test_frames_of_a_generated_level(make_app, level, size):
    app = make_app(level)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await press(pilot, "m", "g")
        await settled(pilot)
        await press(pilot, "left_square_bracket", "comma", "comma")
        frames.check(app, f"design-{size[0]}x{size[1]}")


async def test_frames_of_editing_and_of_a_small_window(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        await press(pilot, "e", "e", "@", "j", "l", "l", "enter")
        frames.check(app, "design-edit-100x30")
        await pilot.resize_terminal(58, 24)
        await until(pilot, lambda: "too small" in frame(app))
        frames.check(app, "design-too-small")
        await pilot.resize_terminal(100, 30)
        await until(pilot, lambda: "Palette" in frame(app))
        frames.check(app, "design-edit-100x30")


async def test_what_has_room_again_is_said_once(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(60, 20)) as pilot:
        await settled(pilot)
        await until(pilot, lambda: frame(app).splitlines()[-2].strip() == "0.8 ms")
        await pilot.resize_terminal(200, 50)
        await until(pilot, lambda: not frame(app).splitlines()[-2].strip())
        assert frame(app).splitlines()[-3].rstrip().endswith("0.8 ms")
        await pilot.resize_terminal(60, 20)
        await until(pilot, lambda: frame(app).splitlines()[-2].strip() == "0.8 ms")


async def test_resizing_keeps_what_was_being_done(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        await press(pilot, "t", "full_stop")
        for width, panes in (
            (200, ["parameters", "frame", "trace", "timeline", "verdict"]),
            (120, ["parameters", "frame", "trace", "timeline", "verdict"]),
            (80, ["frame", "trace", "timeline", "verdict"]),
            (60, ["tabs", "frame", "timeline", "verdict"]),
            (59, []),
            (120, ["parameters", "frame", "trace", "timeline", "verdict"]),
        ):
            await pilot.resize_terminal(width, 32)
            await pilot.pause()
            assert shown(pilot) == panes, width
        assert caption(app).startswith("solution 1/5")


@pytest.mark.parametrize("width", [80, 119, 120])
async def test_the_board_stays_where_it_is(make_app, level, width):
    app = make_app(level)
    async with app.run_test(size=(width, 32)) as pilot:
        await settled(pilot)
        board = app.screen.query_one("#board")
        place = board.region
        for keys in (
            ("e", "e"),
            ("#", "down", "enter"),
            ("escape",),
            ("m", "g"),
            ("t",),
            ("tab", "j"),
            ("s", "n"),
            ("tab", "tab", "j"),
        ):
            await press(pilot, *keys)
            await settled(pilot)
            assert board.region == place


async def test_tab_goes_round_and_shows_what_it_comes_to(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        focused = []
        for _ in range(4):
            await press(pilot, "tab")
            focused.append((app.focused.id, shown(pilot)[0], app.focused.display))
        assert focused == [
            ("trace", "frame", True),
            ("timeline", "frame", True),
            ("parameters", "parameters", True),
            ("board", "parameters", True),
        ]
        await press(pilot, "shift+tab")
        assert app.focused.id == "parameters"


async def test_any_pane_is_zoomed_and_back(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        for name in ("frame", "trace", "timeline", "parameters"):
            await press(pilot, "v", "z")
            await pilot.pause()
            assert shown(pilot) == [name, "verdict"]
            assert app.screen.query_one(f"#{name}").size.height >= 27
            await press(pilot, "escape")
            assert "frame" in shown(pilot)
            await press(pilot, "tab")


async def test_one_pane_at_a_time_on_a_narrow_screen(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(70, 24)) as pilot:
        await settled(pilot)
        assert "[board]" in frame(app)
        await press(pilot, "tab")
        assert "[trace]" in frame(app)
        assert "depth state" in frame(app)
        await press(pilot, "e", "e")
        assert "[board]" in frame(app)
        assert " palette " in frame(app)


async def test_every_theme_draws_every_pane(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        for _ in range(4):
            app.command_actions["app.theme"]()
            await pilot.pause()
            assert "Parameters" in frame(app)
            if app.theme_glyphs.is_ascii:
                body = [line for line in frame(app).splitlines() if line.strip()]
                assert all(line.isascii() for line in body), body


def test_the_status_line_in_every_state(sample, board):
    verdicts = FakeVerdicts()
    verdicts.game = sample

    def line(stored=None):
        return "".join(text for text, _ in status_line.format_verdict(verdicts, stored))

    assert line() == "not solved yet"
    verdicts.control = Control()
    verdicts.control.started -= 2
    verdicts.control.shared_cells[1] = 12345
    facts = sample.solver.solve(board).facts
    old = status_line.StoredFacts(facts, is_fresh=False)
    assert line(old).startswith("searching · 12,345 states")
    assert line(old).endswith("stale: 5 moves")
    fresh = line(status_line.StoredFacts(facts, is_fresh=True))
    assert fresh.startswith("5 moves · 1 shortest")
    assert fresh.endswith("saved result, being checked")
    verdicts.verdict = answer(facts)
    assert line().startswith("5 moves · 1 shortest solution · 14 states · 0 dead states")
    verdicts.verdict = answer({**facts, "complete": False, "states": None})
    assert line() == "5 moves · 1 shortest solution · more than 14 states · 0.8 ms"
    verdicts.verdict = answer(facts)
    verdicts.before = {**facts, "moves": 7}
    assert line().startswith("5 moves, was 7 · 1 shortest")
    unknown = {**facts, "solvable": None, "complete": False, "moves": None}
    verdicts.verdict = answer(unknown)
    assert line() == "undecided after 14 states"
    verdicts.verdict = answer(unknown, cancelled=True)
    assert line() == "Search stopped after 14 states, no verdict. Use s s to search again."
    verdicts.verdict = answer(None, error="no memory")
    assert line() == "Solver failed: no memory"


def answer(facts, error=None, **more):
    from workbench.service.job_slots import Outcome

    solved = None if facts is None else SolverResult(facts, None, seconds=more.pop("seconds", 0.5))
    return Outcome(solved, error, more.pop("cancelled", False), **more)


class FakeVerdicts:
    problems = ()
    verdict = None
    before = None
    control = None
    game = None

    def get_search(self):
        return self.control

    def judge_facts(self, facts):
        return ()


async def test_a_key_before_all_parts_are_there_is_not_lost(make_app, level, monkeypatch):
    monkeypatch.setattr(DesignScreen, "_handle_first_frame", lambda screen: None)
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DesignScreen))
        assert not app.screen.query("#whatif")
        await press(pilot, "ctrl+s")
        await until(pilot, lambda: "Save" in frame(app))
        assert app.screen_stack[-2].query("#whatif")
