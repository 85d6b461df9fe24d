"""What differs between two pictures."""

from __future__ import annotations

from dataclasses import replace

from engine.values.picture import DrawnPiece, Picture, find_changed_cells

FLOOR = Picture((("wall", "floor"), ("floor", "floor")), {(0, 1): DrawnPiece("stone", 0)})


def test_equal_things_do_not_differ_whatever_their_number() -> None:
    assert find_changed_cells(FLOOR, FLOOR) == frozenset()
    renumbered = replace(FLOOR, pieces={(0, 1): DrawnPiece("stone", 5)})
    assert find_changed_cells(FLOOR, renumbered) == frozenset()
    assert find_changed_cells(FLOOR, replace(FLOOR, locked=frozenset({(0, 0)}))) == frozenset()


def test_tiles_pieces_and_gates_differ() -> None:
    tiles = replace(FLOOR, tiles=(("floor", "floor"), ("floor", "floor")))
    assert find_changed_cells(FLOOR, tiles) == {(0, 0)}
    pieces = replace(FLOOR, pieces={(1, 1): DrawnPiece("stone", 0)})
    assert find_changed_cells(FLOOR, pieces) == {(0, 1), (1, 1)}
    gates = replace(FLOOR, gates=frozenset({(1, 0, 2)}))
    assert find_changed_cells(gates, FLOOR) == {(1, 0)}


def test_cells_that_only_one_has_differ() -> None:
    wider = replace(FLOOR, tiles=(("wall", "floor", "floor"), ("floor", "floor", "floor")))
    assert find_changed_cells(FLOOR, wider) == {(0, 2), (1, 2)}
