"""The main screens as terminals of four depths of colour show them."""

from __future__ import annotations

import frames
import pytest
import sequences
from plainly import press, settled, until

from engine.files import levelfile
from engine.values.level import Level
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.features.levels.levels_pane import LevelsPane
from workbench.paths import resources
from workbench.session import status_line
from workbench.terminal import capabilities
from workbench.terminal.capabilities import Capabilities, detect_terminal
from workbench.terminal.output_filters import limit_colours

pytestmark = pytest.mark.usefixtures("app_world")

DEPTHS = ("truecolor", "256", "16", "none")


@pytest.fixture(autouse=True)
def steady(monkeypatch):
    """The same seed and the same seconds every time."""
    monkeypatch.setattr(
        "workbench.session.generation.generator_settings.secrets.randbelow", lambda _: 7
    )
    monkeypatch.setattr(status_line, "format_duration", lambda seconds: "0.8 ms")


@pytest.fixture
def level(board):
    return Level("sample", board, "First walk")


@pytest.fixture
def folder(monkeypatch, tmp_path, level):
    monkeypatch.setattr(resources, "get_shipped_levels", lambda: tmp_path / "none")
    mine = tmp_path / "mine"
    mine.mkdir()
    levelfile.write_level(level, mine / "first.toml")
    return mine


async def screens(app, size):
    """What is sent to draw the main screens, by name."""
    sent = {}
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await press(pilot, "comma", "comma")
        await settled(pilot)
        sent["design"] = sequences.whole(app)
        await press(pilot, "e", "e", "j", "l", "l", "e", "m", "l", "l")
        await settled(pilot)
        sent["edit"] = sequences.whole(app)
        await press(pilot, "escape", "e", "e", "question_mark")
        await until(pilot, lambda: app.screen.__class__.__name__ == "HelpScreen")
        sent["help"] = sequences.whole(app)
        await press(pilot, "escape", "p", "p")
        await until(pilot, lambda: app.screen.__class__.__name__ == "PlayScreen")
        await until(pilot, lambda: not app.screen.advice.is_searching)
        await press(pilot, "right", "i")
        sent["play"] = sequences.whole(app)
        await press(pilot, "escape", "o", "l")
        await until(
            pilot, lambda: app.screen.query(LevelsPane) and app.screen.query_one(LevelsPane).rows
        )
        await app.workers.wait_for_complete()
        await pilot.pause()
        sent["levels"] = sequences.whole(app)
    return sent


async def test_frames_of_every_depth(level, solver, folder, monkeypatch, tmp_path):
    size = (120, 40)
    shown: dict[str, list[str]] = {}
    for depth in DEPTHS:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / depth))
        app = WorkbenchApp(
            Document(level),
            "design",
            folder=folder,
            solver=solver,
            terminal=Capabilities(depth, utf8=True),
        )
        for name, sent in (await screens(app, size)).items():
            assert not sequences.beyond(sent, depth), (name, depth)
            lines = sequences.cells(sent, size)
            text = "\n".join("".join(sign for sign, _ in line).rstrip() for line in lines)
            parts = shown.setdefault(name, [])
            # The words once, where they are not others.
            words = [] if text in parts else [text]
            parts += [*words, f"== {depth}\n{sequences.described(lines)}"]
    for name, parts in shown.items():
        frames.check_text("\n\n".join(parts) + "\n", f"depth-{name}")


@pytest.mark.parametrize(
    ("environ", "system"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor"),
        ({"TERM": "xterm-direct"}, "truecolor"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm"}, "standard"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "standard"),
        ({"TERM": "dumb"}, None),
    ],
)
def test_what_is_sent_is_what_the_terminal_was_taken_for(monkeypatch, environ, system):
    for name in ("TERM", "COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    app = WorkbenchApp()
    assert app.console.color_system == system


def test_an_empty_no_color_is_none_at_all(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "")
    app = WorkbenchApp()
    kinds = [type(each).__name__ for each in app.get_line_filters()]
    assert not {"Monochrome", "NoColor"} & {*kinds}
    limit_colours(app, detect_terminal({"TERM": "vt100", "NO_COLOR": ""}))
    kinds = [type(each).__name__ for each in app.get_line_filters()]
    assert "NoColor" in kinds


@pytest.mark.parametrize(
    ("environment", "mode"),
    [
        ({}, "auto"),
        ({"NO_COLOR": "1"}, "never"),
        ({"NO_COLOR": ""}, "auto"),
        ({"FORCE_COLOR": "1"}, "always"),
        ({"FORCE_COLOR": "true"}, "always"),
        ({"FORCE_COLOR": "0"}, "auto"),
        ({"FORCE_COLOR": ""}, "auto"),
        ({"CLICOLOR_FORCE": "1"}, "always"),
        ({"CLICOLOR": "0"}, "never"),
        ({"CLICOLOR": "1"}, "auto"),
        ({"CLICOLOR": "0", "FORCE_COLOR": "1"}, "always"),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, "never"),
    ],
)
def test_variables_choose_when_output_is_coloured(environment, mode):
    assert capabilities.choose_color_mode(environment) == mode


def test_forced_colours_are_those_of_the_terminal_or_16():
    for term, depth in (("xterm-256color", "256"), ("dumb", "16"), ("", "16")):
        environment = {"TERM": term, "NO_COLOR": "1"}
        assert capabilities.detect_colours(environment, forced=True) == depth
        assert capabilities.detect_colours(environment) == "none"
