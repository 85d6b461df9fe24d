"""The difference between two levels."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shipped import files_of, level_in

from engine import workshop
from engine.files.level_difference import ValueChange, compare_levels
from engine.game import registry

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")


@pytest.mark.parametrize("game", GAMES)
def test_equal_levels_have_no_difference(game: str) -> None:
    for file in files_of(game)[:3]:
        assert compare_levels(level_in(file), level_in(file)).is_empty


@pytest.mark.parametrize("game", GAMES)
def test_other_boards_differ_in_cells_and_are_mirrored(game: str) -> None:
    one, other = map(level_in, files_of(game)[:2])
    found, back = compare_levels(one, other), compare_levels(other, one)
    assert found.cells and not any(key.startswith("board.cells") for key in found.values)
    assert {key: ValueChange(new, old) for key, (old, new) in back.cells.items()} == found.cells
    assert [*found.cells] == sorted(found.cells)


def test_a_cell_is_named_by_its_tools() -> None:
    level = level_in(files_of("fruit-dating")[0])
    table = level.board.to_table()
    gate = {"row": 1, "col": 1, "direction": "right"}
    table |= {"tiles": table["tiles"].replace(".", "~", 1), "gates": [gate]}
    changed = replace(level, board=registry.get_game(level.game).boards.read_table(table))
    found = compare_levels(level, changed)
    assert any(str(change.new).startswith("mud") for change in found.cells.values())
    assert "gate-right" in str(found.cells[1, 1].new)
    # The stored verdict is not one of the changed board.
    assert all(change.new is None for change in found.facts.values())


def test_values_and_facts_are_told_apart() -> None:
    level = level_in(files_of("skiddy")[0])
    level = workshop.store_new_verdict(level, workshop.solve(level))
    assert level.verdict is not None
    facts = {**level.verdict.facts, "moves": 99}
    changed = replace(level, title="Other", verdict=replace(level.verdict, facts=facts))
    found = compare_levels(level, changed)
    assert found.cells == {}
    assert found.facts == {"moves": (level.verdict.facts["moves"], 99)}
    assert found.values == {"title": (level.title, "Other")}


def test_a_level_without_another() -> None:
    level = level_in(files_of("linjat")[0])
    found = compare_levels(None, level)
    assert all(change.old is None for change in found.cells.values())
    assert found.values["game"] == (None, "linjat")
