"""Levels of packs as lines and captions, without a screen."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import packs
import pytest
from packs import EASY

from engine.values.budget import Control
from engine.values.playtest_record import PlayRecord
from workbench.features.playlists import pack_panes
from workbench.features.playlists.pack_document import PackDocument
from workbench.paths.state_folder import StateFolder

WIN = PlayRecord(datetime(2025, 3, 1, tzinfo=UTC), "", 1, "won", 60.0, (), solution_shown=True)


@pytest.fixture
def desk(tmp_path: Path) -> PackDocument:
    """A pack of three levels, of which it is known how they stand."""
    desk = PackDocument(packs.written(tmp_path), StateFolder(tmp_path / "st"))
    desk.steps = desk.prepare_steps()(Control())
    return desk


def said(desk: PackDocument, place: int, height: int = 20) -> list[str]:
    lines = pack_panes.draw_level_text(desk, place, 80, height)
    return ["".join(piece for piece, _ in line) for line in lines]


def test_a_caption_has_what_the_list_has(desk: PackDocument) -> None:
    assert [pack_panes.format_caption(desk, place) for place in range(3)] == [
        (" 1: 3", "(2 new)"), (" 2: 5", "(2 new)"), (" 3: <4", "(1 new)"),
    ]  # fmt: skip
    desk.toggle_pin(1)
    assert pack_panes.format_caption(desk, 1) == (" 2p",), "it is looked at again"


def test_a_level_is_described_with_its_reasons_and_its_win(desk: PackDocument) -> None:
    level = desk.levels[2].level
    assert level is not None and level.verdict is not None
    desk.wins.save_win(level, tuple(level.verdict.facts["solution"]), WIN)
    lines = said(desk, 2)
    assert (
        lines[1] == f"made/{EASY[2]}.toml" and said(desk, 2, pack_panes.LOW_HEIGHT)[-1] == lines[1]
    )
    assert "easier than the previous level" in lines
    assert lines[-1].startswith("won in ") and lines[-1].endswith("solution shown")
    assert desk.progress_text == "1 of 3 levels won" and desk.next_place == 0


def test_a_level_that_is_gone_is_told(desk: PackDocument, tmp_path: Path) -> None:
    (tmp_path / "made" / f"{EASY[0]}.toml").unlink()
    again = PackDocument(desk.path, StateFolder(tmp_path / "st"))
    assert pack_panes.format_caption(again, 0) == (" 1: unplayable",)
    assert "no such file" in " ".join(said(again, 0))
    assert again.progress_text == "0 of 2 levels won, 1 unplayable"
