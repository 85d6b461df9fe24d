"""The sample game on the design screen; ``conftest.py`` loads this."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from sample_game import DOTS, SAMPLE, TILES, SampleBoard

from engine.game import registry
from engine.values.level import Level
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.service.solver_service import SolverService
from workbench.terminal.capabilities import Capabilities


@pytest.fixture
def sample(monkeypatch):
    """The sample game, installed."""
    game, installed = SAMPLE, registry.get_game
    monkeypatch.setattr(
        registry, "get_game", lambda name: game if name == "sample" else installed(name)
    )
    return game


@pytest.fixture
def board(sample):
    return SampleBoard(TILES, DOTS)


@pytest.fixture
def level(board):
    return Level("sample", board, "First walk")


@pytest.fixture
def solver():
    """A service that takes all for machine code: no process is started."""
    service = SolverService(nullcontext)
    yield service
    service.close()


@pytest.fixture
def make_app(solver):
    """Makes an app that opens a level, or a document, on the design screen."""

    def make(opened):
        document = opened if isinstance(opened, Document) else Document(opened)
        terminal = Capabilities("truecolor", utf8=True)
        return WorkbenchApp(document, "design", solver=solver, terminal=terminal, theme="default")

    return make
