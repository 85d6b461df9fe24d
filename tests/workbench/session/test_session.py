"""A level opened, solved, edited and generated without a screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from desks import Desk, desk_of
from sample_game import DOTS, SAMPLE, TILES, SampleBoard

from engine.game import registry
from engine.values.level import Level
from workbench.document.document import Document
from workbench.session.session import Session


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    game = SAMPLE
    monkeypatch.setattr(registry, "get_game", lambda name: game)
    with desk_of(Level("sample", SampleBoard(TILES, DOTS), "First walk")) as desk:
        yield desk


def test_opening_a_level_gives_its_verdict(desk: Desk) -> None:
    session = desk.session
    assert session.verdicts.verdict is not None and desk.changes
    assert session.history.level.verdict is not None, "kept with the level"
    assert not session.document.is_dirty
    assert "No generation history" in session.build_view().caption
    session.playback.step_solution()
    player = session.playback.player
    assert session.playback.view_kind == "solution" and player is not None
    player.seek(player.length)
    assert "won" in session.build_view().caption


def test_an_edit_has_a_new_verdict_and_is_undone(desk: Desk) -> None:
    session, before = desk.session, desk.session.board
    session.playback.show_view("edit")
    session.editor.select_tool(
        next(tool for tool in session.game.boards.tools if tool.name == "wall")
    )
    session.editor.place_cursor(session.board, 1, 2)
    session.painter.paint_cell()
    assert session.board != before and session.document.is_dirty
    desk.until(lambda: session.is_settled)
    assert session.verdicts.verdict is not None
    session.history.undo()
    assert session.history.notice.startswith("Undone: ")
    assert session.board == before and not session.document.is_dirty
    session.history.redo()
    session.history.go_to(0)
    assert session.board == before


def test_a_generated_level_is_stepped_through_and_asked_why(desk: Desk) -> None:
    session = desk.session
    session.generator.settings = session.generator.settings.with_seed(7)
    session.generator.generate_level()
    assert session.generator.is_generating and session.is_busy
    desk.until(lambda: not session.generator.is_generating)
    assert session.history.notice.startswith("New level from seed 7: ")
    player = session.playback.timeline
    assert session.level.provenance is not None and player is not None and player.is_ended
    player.seek(1)
    event = player.candidate.timeline.get_event(0)
    session.editor.place_cursor(session.board, event.row, event.col)
    session.inspector.toggle_inspecting()
    assert any("event 1" in line for line in session.inspector.explain_cell())
    player.seek(player.length)
    session.generator.reroll_stage()
    desk.until(lambda: not session.generator.is_generating)
    assert session.history.generation is not None
    session.history.undo()
    session.history.undo()
    assert session.level.title == "First walk"


def test_a_trace_is_walked_and_stopped_in(desk: Desk) -> None:
    session = desk.session
    session.trace_navigator.seek_row(1)
    assert session.playback.view_kind == "trace"
    details = session.trace_navigator.get_details()
    assert details is not None
    session.trace_navigator.start_search("won")
    desk.until(lambda: not session.trace_navigator.search_progress)
    session.trace_navigator.to_parent()
    session.breakpoint_runner.toggle_verdict("won")
    session.breakpoint_runner.run_to_next()
    desk.until(lambda: "stopped, win" in session.build_view().caption)


def test_a_draft_is_not_played_before_the_session_is_opened(desk: Desk) -> None:
    draft = desk.session.level.with_edited_board(
        SampleBoard(tuple("#" * len(row) for row in TILES), tuple("." * len(row) for row in DOTS))
    )
    session = Session(Document(draft), desk.session.solver, desk.waiting.put, desk._changed)
    session.playback.make_arrow_move(0)
    assert session.history.notice == "A draft cannot be played."


def test_nothing_is_said_of_a_making_that_no_file_records(desk: Desk) -> None:
    """A hand or a search may have made the level."""
    session = desk.session
    said = (
        session.build_view().caption,
        session.history.generation_refusal,
        *session.inspector.explain_cell(),
    )
    assert all("hand" not in words for words in said)
    assert "No generation history" in said[0] and "no generation history" in said[1]
