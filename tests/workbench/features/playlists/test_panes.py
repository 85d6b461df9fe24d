"""Levels of packs as lines and captions, without a screen."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import packs
import pytest
from packs import EASY

from engine.values.budget import Control
from engine.values.records import PlayRecord
from workbench.features.playlists import panes
from workbench.features.playlists.desk import PackDesk
from workbench.folders.state import State

WIN = PlayRecord(datetime(2025, 3, 1, tzinfo=UTC), "", 1, "won", 60.0, (), solution_shown=True)


@pytest.fixture
def desk(tmp_path: Path) -> PackDesk:
    """A pack of three levels, of which it is known how they stand."""
    desk = PackDesk(packs.written(tmp_path), State(tmp_path / "st"))
    desk.stands = desk.prepare_standing()(Control())
    return desk


def said(desk: PackDesk, place: int, height: int = 20) -> list[str]:
    lines = panes.level_lines(desk, place, 80, height)
    return ["".join(piece for piece, _ in line) for line in lines]


def test_a_caption_has_what_the_list_has(desk: PackDesk) -> None:
    assert [panes.caption(desk, place) for place in range(3)] == [
        (" 1: 3", "(2 new)"), (" 2: 5", "(2 new)"), (" 3: <4", "(1 new)"),
    ]  # fmt: skip
    desk.pinned(1)
    assert panes.caption(desk, 1) == (" 2p",), "it is looked at again"


def test_a_level_is_described_with_its_reasons_and_its_win(desk: PackDesk) -> None:
    level = desk.levels[2].level
    assert level is not None and level.verdict is not None
    desk.wins.keep(level, tuple(level.verdict.facts["solution"]), WIN)
    lines = said(desk, 2)
    assert lines[1] == f"made/{EASY[2]}.toml" and said(desk, 2, panes.LOW)[-1] == lines[1]
    assert "easier than the one before" in lines
    assert lines[-1].startswith("won in ") and lines[-1].endswith("solution shown")
    assert desk.standing == "1 of 3 levels won" and desk.upcoming == 0


def test_a_level_that_is_gone_is_told(desk: PackDesk, tmp_path: Path) -> None:
    (tmp_path / "made" / f"{EASY[0]}.toml").unlink()
    again = PackDesk(desk.path, State(tmp_path / "st"))
    assert panes.caption(again, 0) == (" 1: unplayable",)
    assert "no such file" in " ".join(said(again, 0))
    assert again.standing == "0 of 2 levels won, 1 not playable"
