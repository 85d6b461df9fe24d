"""Moves that are previewed on the board of a session."""

from __future__ import annotations

from contextlib import closing, nullcontext

from engine.game import registry
from engine.values.level import Level
from workbench.document.document import Document
from workbench.service.solver_service import SolverService
from workbench.session.session import Session


def test_a_draft_has_no_position_before_it_was_looked_at() -> None:
    boards = registry.get_game("mazing-monk").boards
    assert boards.shape is not None
    draft = Level("mazing-monk", boards.create_blank(*boards.shape))
    with closing(SolverService(nullcontext, None)) as solver:
        session = Session(Document(draft), solver, lambda run: run(), lambda: None)
        assert session.previewer.refusal == "the board shows no position to play from"
        session.open()
        assert session.previewer.refusal == "the board shows no position to play from"
