"""What is seen of the cube from a corner: nothing of the other faces can be read off it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from monk_boards import GAME, TWO_TURNS, cubes, words

from engine.errors import EngineError
from engine.game.play_position import Position
from engine.game.walking_input import StepInput, Viewpoint
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import TURNS
from engine.games.mazing_monk.cube.net import PLACES
from workbench.drawing.move_previews import preview_move

assert GAME.play.step_input is not None
STEERING: StepInput = GAME.play.step_input
CORNER, OPPOSITE = STEERING.views
FACES = "TBLRFK"
SEEN = {CORNER: "TLF", OPPOSITE: "BRK"}


def faces(cells: str) -> dict[str, str]:
    """The nine glyphs of every face."""
    return {face: cells[9 * at : 9 * at + 9] for at, face in enumerate(FACES)}


def mixed(one: MonkBoard, other: MonkBoard, view: Viewpoint) -> MonkBoard:
    """The board with the faces that are not visible taken from another."""
    own, theirs = faces(one.cells), faces(other.cells)
    cells = "".join((own if face in SEEN[view] else theirs)[face] for face in FACES)
    karma = min(cells.count("*"), one.karma_needed)
    return MonkBoard(cells, karma)


def everything_seen(position: Position) -> list[Any]:
    """All that is drawn and said of a position before anything is done."""
    play = GAME.play
    assert play.drag_input is not None and play.previews is not None
    shown = [preview_move(GAME, position, reach=True)]
    shown += [preview_move(GAME, position, move=turn, reach=True) for turn in TURNS]
    return [
        play.draw_picture(position),
        STEERING.describe_visible(position),
        STEERING.list_status(position),
        play.drag_input.find_faults(position),
        [play.drag_input.describe_cell(position, place) for place in PLACES],
        [play.drag_input.find_drag_move(position, place, place) for place in PLACES],
        play.previews.list_handles(position),
        [(each.picture, each.marks, each.arrows) for each in shown],
    ]


@pytest.mark.parametrize("view", [CORNER, OPPOSITE], ids=lambda view: view.name)
@given(one=cubes(), other=cubes())
def test_boards_that_differ_in_hidden_parts_cannot_be_distinguished(
    view: Viewpoint, one: MonkBoard, other: MonkBoard
) -> None:
    second = mixed(one, other, view)
    first = MonkBoard(one.cells, second.karma_needed)
    try:
        starts = GAME.play.create_start(first), GAME.play.create_start(second)
    except EngineError:  # attacked at the start, or without karma
        return
    first_seen, second_seen = (STEERING.hide_unseen(start, view) for start in starts)
    assert everything_seen(first_seen) == everything_seen(second_seen)


@given(cubes(), st.lists(words, max_size=6))
def test_deadly_turns_are_known_from_the_corner(board: MonkBoard, moves: list[str]) -> None:
    """What a turn brings to the top comes from the left or the front face, which are seen."""
    assert GAME.play.previews is not None
    position = GAME.play.create_start(board)
    for move in moves:
        position = GAME.play.step(position, move).after
    seen = STEERING.hide_unseen(position, CORNER)
    assert GAME.play.previews.list_handles(seen) == GAME.play.previews.list_handles(position)


@given(cubes(), st.lists(words, max_size=6))
def test_what_is_visible_is_drawn_as_ever(board: MonkBoard, moves: list[str]) -> None:
    position = GAME.play.create_start(board)
    for move in moves:
        position = GAME.play.step(position, move).after
    whole = GAME.play.draw_picture(position)
    for view, seen in SEEN.items():
        drawn = GAME.play.draw_picture(STEERING.hide_unseen(position, view))
        assert (drawn.pieces, drawn.notes, drawn.panels) == (
            whole.pieces,
            whole.notes,
            whole.panels,
        )
        for panel in drawn.panels:
            for row in range(panel.row, panel.row + panel.rows):
                for col in range(panel.col, panel.col + panel.cols):
                    hidden = panel.name not in seen and (row, col) not in whole.pieces
                    expected = "unseen" if hidden else whole.tiles[row][col]
                    assert drawn.tiles[row][col] == expected


def test_words_say_what_is_visible() -> None:
    assert GAME.play.drag_input is not None
    position = STEERING.hide_unseen(GAME.play.create_start(TWO_TURNS), CORNER)
    said = STEERING.describe_visible(position)
    assert "Bottom face: out of view" in said and "Right face: out of view" in said
    assert "Left face: row 0 soldiers, 2 obstacle; row 1 karma, path, karma" in said[2]
    karma, way = GAME.play.drag_input.find_faults(position)
    assert karma.text == "2 more karma to collect, 3 in sight"
    assert way.text == "no path leads to the exit"
    away = STEERING.hide_unseen(GAME.play.create_start(TWO_TURNS), OPPOSITE)
    said_of = [fault.text for fault in GAME.play.drag_input.find_faults(away)]
    assert said_of == ["2 more karma to collect, 0 in sight", "the way to the exit is out of view"]
    assert not any(each.startswith("Within") for each in STEERING.describe_visible(away))
