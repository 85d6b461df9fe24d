"""How a game defines, for the search, the successors of a state."""

from __future__ import annotations

import pytest

from engine.jit import load, marks
from engine.search import breadth_first, successors

pytestmark = pytest.mark.skipif(marks.disabled(), reason="there is no machine code")


def test_games_may_be_imported_while_entries_are_listed() -> None:
    entry = marks.entries[breadth_first.explore.__wrapped__]  # type: ignore[attr-defined]
    for specialization in load.list_specializations(entry):
        successors.expand.kernels.setdefault(type(specialization), never)
    del successors.expand.kernels[load.Specialization]


def never() -> None:
    """Stand for the kernel of a game that is imported."""
