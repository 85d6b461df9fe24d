"""A level improved while it is open: watched, finished early, stopped, undone, or overtaken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import fruit_boards
import pytest
from desks import Desk, desk_of

from engine import workshop
from engine.values.level import Level
from workbench.service.helper_client import Helper
from workbench.session import status_line

LEVEL = workshop.generate(fruit_boards.GAME, 3, {"moves": 4})[0]


@pytest.fixture
def desk() -> Iterator[Desk]:
    with desk_of(LEVEL) as desk:
        desk.until(lambda: desk.session.history.generation is not None)
        yield desk


def far(desk: Desk) -> None:
    """Waits until there is something better."""
    improver = desk.session.improver

    def is_better() -> bool:
        seen = improver.search.snapshot if improver.search is not None else None
        return seen is not None and bool(seen.best_history)

    desk.until(is_better)


def over(desk: Desk) -> None:
    """Waits until that is over, and until the level that stands is known."""
    desk.until(lambda: desk.session.improver.search is None)
    desk.until(lambda: desk.session.level.verdict is not None)


def test_the_best_so_far_is_shown_and_taken(desk: Desk) -> None:
    session, improver = desk.session, desk.session.improver
    assert improver.refusal is None and improver.find_refusal("moves=9") is None
    assert "expected one of longer, " in (improver.find_refusal("prettier") or "")
    assert improver.find_refusal("wish=moves>9 islands=64") is None
    assert improver.find_refusal("longer islands=65") == "islands: expected 1 to 64, found '65'"
    assert "expected 1 to 64" in (improver.find_refusal("longer islands=") or "")
    improver.improve_level("longer")
    assert session.is_busy and improver.refusal == "the level is already being improved"
    far(desk)
    assert improver.search is not None
    status = " ".join(text for text, _ in status_line.format_generation(improver.search))
    assert "improving" in status and "best: moves " in status and " of " not in status
    caption = session.build_view().caption
    assert caption.startswith("best level so far; ") and caption.endswith("% accepted")
    assert improver.finish_refusal is None
    improver.finish_early()
    over(desk)
    assert session.history.notice.startswith("Improved in ")
    assert "moves 4, now " in session.history.notice
    level = session.level
    assert level.provenance is not None and level.provenance.improve is not None
    assert level.provenance.improve.board == LEVEL.board and not level.provenance.edited
    assert workshop.rebuild(session.level).board == level.board
    shown = session.build_view().caption
    assert shown.startswith("improved by ") and "edited" not in shown
    assert session.playback.timeline is not None
    session.playback.timeline.seek(1)
    assert session.build_view().caption.startswith("before it was improved: ")
    session.history.undo()
    assert session.board == LEVEL.board


def test_an_aim_that_is_reached_ends_by_itself(desk: Desk) -> None:
    desk.session.improver.improve_level("moves=5")
    over(desk)
    assert desk.session.level.verdict is not None
    assert desk.session.level.verdict.facts["moves"] == 5
    assert desk.session.improver.objective == "moves=5"


def test_a_level_whose_intended_solution_would_break_is_not_taken(desk: Desk) -> None:
    session, improver = desk.session, desk.session.improver
    assert LEVEL.verdict is not None
    pinned = replace(session.level, intended=LEVEL.verdict.facts["solution"])
    session.history.add_version("pinned", pinned, session.document.entry.attachment)
    improver.improve_level("moves=5")
    over(desk)
    assert session.board == LEVEL.board
    assert session.history.notice.startswith(
        "Not used: on the better level, the intended solution is "
    )
    assert session.history.notice.endswith(". Add intended=any to the objective to use it anyway.")
    improver.improve_level("moves=5 islands=2 intended=any")
    over(desk)
    assert session.board != LEVEL.board and session.level.intended == pinned.intended
    assert improver.find_refusal("longer intended=any islands=2") is None
    refused = improver.find_refusal("longer intended=kept")
    assert refused == "intended: expected any, found 'kept'"


def test_stopped_it_changes_nothing(desk: Desk) -> None:
    session = desk.session
    session.improver.improve_level("longer")
    far(desk)
    session.cancel()
    over(desk)
    assert session.history.notice.startswith("Stopped after ")
    assert session.board == LEVEL.board and not session.document.is_dirty


def test_an_edit_overtakes_it(desk: Desk) -> None:
    session = desk.session
    session.improver.improve_level("longer")
    far(desk)
    wall = next(tool for tool in session.game.boards.tools if tool.name == "wall")
    board = next(
        board
        for row in range(1, 7)
        if (board := session.game.boards.paint_cell(session.board, wall, row, 3)) != session.board
    )
    session.history.change_board("wall", board)
    over(desk)
    assert session.history.notice == "Improvement stopped: the level has changed in the meantime."
    assert session.board == board


def test_nothing_better_is_said(desk: Desk) -> None:
    desk.session.improver.improve_level("moves=4")
    over(desk)
    assert desk.session.history.notice == "The level cannot be improved further."
    assert not desk.session.document.is_dirty


def test_a_drawn_level_is_one_after_it_was_improved(desk: Desk) -> None:
    drawn = Desk(Level("fruit-dating", LEVEL.board, "mine"), desk.session.solver)
    drawn.session.improver.improve_level("moves=5")
    over(drawn)
    assert drawn.session.build_view().caption.startswith("No generation history, then improved by ")
    assert drawn.session.generator.settings.seed is None


def test_the_helper_process_does_it() -> None:
    """What is written in Python would hold up the keys."""
    helpers: list[Helper] = []

    def start() -> Helper:
        helpers.append(Helper())
        return helpers[-1]

    with desk_of(LEVEL, start) as desk:
        desk.session.improver.improve_level("longer")
        far(desk)
        desk.session.improver.finish_early()
        over(desk)
        assert len(helpers) == 1 and desk.session.board != LEVEL.board
