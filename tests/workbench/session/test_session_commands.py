"""The commands of an open level: which can be done, why others cannot, and what is done."""

from __future__ import annotations

import pytest
from fruit_boards import board_of

import workbench.features  # noqa: F401 - fills the registry of commands
from engine.values.level import Level
from workbench import commands
from workbench.document.document import Document
from workbench.service.solver_service import ForegroundService
from workbench.session.commands import bind_commands
from workbench.session.session import Session

PAIR = board_of(
    "####### #.....# #.....# #.....# #######", "....... .A..... ....... .....A. ......."
)


@pytest.fixture
def session() -> Session:
    session = Session(
        Document(Level("fruit-dating", PAIR, "Pair")),
        ForegroundService(),
        lambda act: act(),
        lambda: None,
    )
    session.open()
    return session


def test_all_of_them_are_in_the_registry(session: Session) -> None:
    known = {command.id for command in commands.list_defaults()}
    assert bind_commands(session).keys() <= known


@pytest.mark.parametrize(
    ("command_id", "refusal"),
    [
        ("design.undo", "nothing to undo"),
        ("design.redo", "nothing to redo"),
        ("edit.paint", "start edit mode first"),
        ("design.unlock-cells", "no cells are locked"),
        ("design.lock-cell", "inspect cells first"),
        ("design.keep-selection", "no cells are selected"),
        ("design.reroll", "this level has no generation history"),
        ("design.lock-stage", "this level has no generation history"),
        ("design.next-match", "there is no trace yet"),
        ("design.reach", "moves of Fruit Dating cannot be previewed"),
        ("design.make-move", "preview a move first"),
        ("design.pin", "show a solution or make winning moves first"),
        ("design.unpin", "no intended solution is pinned"),
        ("design.intended", "no intended solution is pinned"),
    ],
)
def test_what_cannot_be_done_says_why(session: Session, command_id: str, refusal: str) -> None:
    found = commands.find_refusal(bind_commands(session)[command_id])
    assert found is not None and found.startswith(refusal)


def test_drawing_undoing_and_locking(session: Session) -> None:
    acts = bind_commands(session)
    session.playback.show_view("edit")
    session.editor.select_tool(next(t for t in session.game.boards.tools if t.name == "stone"))
    session.editor.place_cursor(session.board, 2, 2)
    assert commands.find_refusal(acts["edit.paint"]) is None
    acts["edit.paint"]()
    assert session.board != PAIR
    acts["edit.select"]()
    acts["design.undo"]()  # puts the selection back first
    assert session.board != PAIR and session.painter.selection is None
    acts["design.undo"]()
    assert session.board == PAIR and session.history.notice.startswith("Undone: ")
    acts["design.redo"]()
    session.playback.show_view("timeline")
    session.inspector.toggle_inspecting()
    acts["design.lock-cell"]()
    assert session.cell_locks.cells == {(2, 2)}
    acts["design.unlock-cells"]()
    assert not session.cell_locks.cells


def test_moves_that_do_not_win_are_not_pinned(session: Session) -> None:
    assert session.pinned_solution.find_refusal(("R",)) == "these moves do not win"
    assert session.pinned_solution.find_refusal(("R", "U")) is None
