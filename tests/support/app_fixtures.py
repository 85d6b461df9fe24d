"""Tests of the app: a small game, no first start, no time of play; ``conftest.py`` loads this."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from toy_game import TOY, make_known, slope

from engine import workshop
from engine.files import levelfile
from engine.game.game import Game


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Makes the toy game known beside the installed ones."""
    game = TOY
    make_known(monkeypatch, game)
    for variable in ("NO_COLOR", "PUZZLE_WORKBENCH_THEME", "LC_ALL", "LC_CTYPE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    yield game


@pytest.fixture
def later_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the first start: the tour has been shown."""
    monkeypatch.setattr("workbench.ui.tour._mark_shown", lambda: True)


@pytest.fixture
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time of play that a frame could show."""
    monkeypatch.setattr("workbench.session.playtest.hints.format_duration", lambda _: "0:00")


@pytest.fixture
def app_world(toy: Game, later_start: None, stopped_clock: None) -> None:
    """All that tests of the app have in common."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder ``mine`` with levels, and no shipped ones."""
    from workbench.paths import resources

    monkeypatch.setattr(resources, "get_shipped_levels", lambda: tmp_path / "none")
    mine = tmp_path / "mine"
    (mine / "hard").mkdir(parents=True)
    level = slope()
    levelfile.write_level(
        workshop.store_verdict(level, TOY.solver.solve(level.board)), mine / "slope.toml"
    )
    levelfile.write_level(slope("Second slope"), mine / "hard" / "second.toml")
    (mine / "broken.toml").write_text('format = 1\ngame = "toy"\n[board]\ncells = "##x"\n')
    (mine / "unrelated.toml").write_text("[tool]\nname = 'x'\n")
    return mine
