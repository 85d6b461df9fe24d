"""How a game defines, for the search, the successors of a state."""

from __future__ import annotations

import pytest

from engine.jit import decorators, machine_code
from engine.search import breadth_first, successors

pytestmark = pytest.mark.skipif(decorators.is_disabled(), reason="there is no machine code")


def test_games_may_be_imported_while_entries_are_listed() -> None:
    entry = decorators.entries[breadth_first.explore_states.__wrapped__]  # type: ignore[attr-defined]
    for specialization in machine_code.list_specializations(entry):
        successors.expand.kernels.setdefault(type(specialization), never)
    del successors.expand.kernels[machine_code.Specialization]


def never() -> None:
    """Stand for the kernel of a game that is imported."""
