"""The order of facts in lists."""

from __future__ import annotations

from workbench.text.fact_order import list_columns

LEVEL = {"id": 1, "moves": 7, "difficulty": 7.0}


def test_a_difficulty_that_is_the_number_of_moves_has_no_column() -> None:
    assert list_columns((), [LEVEL]) == ["id", "game", "seed", "moves", "tags"]
    assert list_columns(["difficulty"], [LEVEL])[3:5] == ["moves", "difficulty"]
    other = {**LEVEL, "difficulty": 3.5}
    assert list_columns(["moves"], [LEVEL, other])[3:] == ["moves", "difficulty", "tags"]
