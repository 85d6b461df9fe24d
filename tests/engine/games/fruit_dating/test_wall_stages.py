"""Walls of the generator: the ring, symmetric ones, and what the log shows of them."""

from __future__ import annotations

import re
from itertools import groupby

import pytest
from fruit_boards import GAME, SOLID
from fruit_generator import (
    STAGES,
    SYMMETRY,
    Cell,
    areas,
    around,
    beside,
    board_before,
    events_of,
    final,
    is_solid,
    made,
    seeds,
    setting,
)
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.stages.candidate import Candidate, Event
from engine.values.grid import STEPS, iterate_cells

pytestmark = pytest.mark.jitless
INVOLUTIONS = (
    "mirror-left-right",
    "mirror-top-bottom",
    "rotate-180",
    "transpose",
    "anti-transpose",
)
QUARTERS = ("rotate-90", "rotate-270")
TURNS = ("four", "two")


def put_by(candidate: Candidate, stage: str) -> list[Event]:
    """The events of a stage that put something on cells, notes left out."""
    events = events_of(candidate)
    return [event for event in events if event.stage == stage and event.plane != "notes"]


# --- walls ---------------------------------------------------------------------------------


@given(setting(), seeds)
def test_the_ring_comes_first_and_is_whole(chosen: dict[str, object], seed: int) -> None:
    candidate = made(chosen, seed)
    tiles = board_before(candidate, "walls").tiles
    rows, cols = len(tiles), len(tiles[0])
    assert tiles == ("#" * cols, *["#" + "." * (cols - 2) + "#"] * (rows - 2), "#" * cols)
    assert candidate.timeline.find_stage_span(0) == (0, 2 * (rows + cols) - 4)


@given(setting(), seeds)
def test_inner_walls_touch_nothing_that_was_there_before(
    chosen: dict[str, object], seed: int
) -> None:
    candidate = made(chosen, seed)
    board = board_before(candidate, "inner-walls")
    events = put_by(candidate, "inner-walls")
    solid = {(row, col) for row, col, tile in iterate_cells(board.tiles) if tile in SOLID}
    symmetry = str(chosen["symmetry"])
    # A wall is placed at once; the draw names the tile it began with, which is then taken.
    for _, wall in groupby(events, key=lambda event: event.draw):
        placed = {(event.row, event.col) for event in wall}
        assert not any(cell in solid for tile in placed for cell in around(tile))
        if symmetry == "none":
            assert len(placed) <= int(str(chosen["inner_length"]))
            assert len({row for row, _ in placed}) == 1 or len({col for _, col in placed}) == 1
        solid |= placed


@given(setting(), seeds, st.sampled_from([*INVOLUTIONS, *QUARTERS]))
def test_walls_are_symmetric_where_asked(
    chosen: dict[str, object], seed: int, symmetry: str
) -> None:
    chosen |= {"symmetry": symmetry, "cols": chosen["rows"]}
    candidate = made(chosen, seed)
    assume(candidate.failed != "Areas")  # the larger of two areas was not symmetric
    board = board_before(candidate, "weights")
    solid = {(row, col) for row, col, tile in iterate_cells(board.tiles) if tile in SOLID}
    assert solid == {
        SYMMETRY[symmetry].transform_cell(*cell, board.rows, board.cols) for cell in solid
    }


@given(setting(), seeds, st.sampled_from(QUARTERS))
def test_pairs_of_walls_come_with_their_turned_image(
    chosen: dict[str, object], seed: int, symmetry: str
) -> None:
    chosen |= {"symmetry": symmetry, "cols": chosen["rows"], "quarter_turns": "two"}
    candidate = made(chosen, seed)
    turn, back = SYMMETRY[symmetry], {"rotate-90": "rotate-270", "rotate-270": "rotate-90"}
    for stage, after in (("walls", "inner-walls"), ("inner-walls", "areas")):
        tiles = board_before(candidate, after).tiles
        size = (len(tiles), len(tiles[0]))
        for event in put_by(candidate, stage):
            image = turn.transform_cell(event.row, event.col, *size)
            origin = SYMMETRY[back[symmetry]].transform_cell(event.row, event.col, *size)
            assert is_solid(tiles, image) or is_solid(tiles, origin)


@given(st.integers(6, 16), st.integers(6, 16), seeds, st.integers(1, 14))
def test_parts_of_a_wall_get_shorter_and_turn(rows: int, cols: int, seed: int, first: int) -> None:
    chosen: dict[str, object] = {"rows": rows, "cols": cols, "wall_length": first}
    candidate = made(chosen | {"walls": 1, "symmetry": "none", "inner_walls": 0}, seed)
    events = put_by(candidate, "walls")
    parts = [(n, [*part]) for n, part in groupby(events, key=lambda event: event.draw or 0)]
    lengths = [length for length, _ in parts]
    assert lengths[0] == first
    assert lengths == sorted(set(lengths), reverse=True)
    drawn: set[Cell] = set()
    for length, part in parts:
        cells = [(event.row, event.col) for event in part]
        assert len(cells) <= length
        assert len({row for row, _ in cells}) == 1 or len({col for _, col in cells}) == 1
        # The first part leaves the border, every other one a wall drawn before.
        touched = {beside(cells[0], direction) for direction in range(4)}
        if drawn:
            assert touched & drawn
        else:
            assert any(r in (0, rows - 1) or c in (0, cols - 1) for r, c in touched)
        drawn |= set(cells)


def actions_of(candidate: Candidate, stage: str) -> list[list[Event]]:
    """The whole actions of a stage, each as its events."""
    timeline, found = candidate.timeline, []
    moment, end = timeline.find_stage_span(STAGES.index(stage))
    while moment < end:
        action = timeline.find_action(moment + 1)
        assert action is not None and action.start == moment
        found.append([timeline.get_event(index) for index in range(action.start, action.end)])
        moment = action.end
    return found


@given(setting(), seeds, st.sampled_from([*INVOLUTIONS, *QUARTERS, "none"]), st.sampled_from(TURNS))
def test_a_tile_and_its_images_are_one_step(
    chosen: dict[str, object], seed: int, symmetry: str, turns: str
) -> None:
    chosen |= {"symmetry": symmetry, "cols": chosen["rows"], "quarter_turns": turns}
    candidate = made(chosen, seed)
    size = (final(candidate).rows, final(candidate).cols)
    most = 4 if symmetry in QUARTERS and turns == "four" else 2
    for action in actions_of(candidate, "walls"):
        cells = [(event.row, event.col) for event in action]
        if len(cells) > 1:
            assert {event.plane for event in action} == {"tiles"} and len(cells) <= most
            images = [cells[0]]
            for _ in range(most - 1):
                images.append(SYMMETRY[symmetry].transform_cell(*images[-1], *size))
            assert set(cells) <= set(images)
        assert GAME.generator.describe_action(action).count("\n") == 0
    for action in actions_of(candidate, "inner-walls"):
        # Its tiles are placed at once.
        assert [event.plane == "notes" for event in action] == [True] + [False] * (len(action) - 1)


@given(setting(), seeds)
def test_the_log_shows_every_wall(chosen: dict[str, object], seed: int) -> None:
    candidate = made(chosen, seed)
    timeline, cols = candidate.timeline, final(candidate).cols
    first, *notes = [e for e in events_of(candidate) if (e.stage, e.plane) == ("walls", "notes")]
    reported = first.new.removeprefix("walls are painted ")
    symmetry = SYMMETRY.get(reported.rpartition(" by ")[2])
    turns = 3 if reported.startswith("four") else 1
    assert symmetry is not None or reported == "one tile at a time"
    asked = str(chosen["symmetry"])
    assert asked in ("random", "none" if symmetry is None else symmetry.name)
    walls = [note for note in notes if re.fullmatch(r"wall \d+, iteration 1: .*", note.new)]
    ends = [note for note in notes if " ends: " in note.new]
    assert [n.new.split(",")[0] for n in walls] == [f"wall {n + 1}" for n in range(len(walls))]
    assert len(walls) == len(ends) and len(walls) in candidate.recipe.parameters.get_range("walls")
    labels = timeline.list_labels(len(timeline), STAGES.index("walls"))
    part, path, left = 0, list[Cell](), 0
    for event in events_of(candidate):
        if event.stage != "walls":
            continue
        begun = re.fullmatch(r"wall \d+, iteration (\d+): (\d+) tiles? (\w+)", event.new)
        if begun:
            part, left = int(begun[1]), int(begun[2])
            way = ("right", "up", "left", "down").index(begun[3])
            path = [(event.row + n * STEPS[way][0], event.col + n * STEPS[way][1])
                    for n in range(1, left + 1)]  # fmt: skip
        elif event.plane == "tiles":
            cell = event.row, event.col
            size = (final(candidate).rows, cols)
            images = set(path)
            for _ in range(turns if symmetry is not None else 0):
                images |= {symmetry.transform_cell(*place, *size) for place in images}
            assert cell in images
            assert event.note.startswith("wall ") and f"iteration {part}:" in event.note
            assert labels[cell[0] * cols + cell[1]] == part


def test_what_is_reported_of_a_wall_is_what_was_drawn() -> None:
    chosen: dict[str, object] = {"symmetry": "rotate-90", "walls": 3, "inner_walls": 3}
    (first,) = [e.new for e in events_of(made(chosen, 5)) if "painted" in e.new]
    assert first == "walls are painted four tiles at a time, round by rotate-90"
    chosen["quarter_turns"] = "two"
    reported = [event.new for event in events_of(made(chosen, 5)) if event.plane == "notes"]
    assert reported == [
        "walls are painted two tiles at a time, the second by rotate-90",
        "wall 1, iteration 1: 3 tiles up",
        "wall 1, iteration 2: 2 tiles right",
        "wall 1, iteration 3: 1 tile down",
        "wall 1 ends: 0 is drawn for the next part",
        "wall 2, iteration 1: 2 tiles up",
        "wall 2, iteration 2: 1 tile left",
        "wall 2 ends: 0 is drawn for the next part",
        "wall 3, iteration 1: 1 tile down",
        "wall 3 ends: 0 is drawn for the next part",
        "inner wall 1: no tile up, the next would touch something, or is locked",
        "inner wall 2: no tile up, the next would touch something, or is locked",
        "inner wall 3: no tile down, the next would touch something, or is locked",
    ]


@given(setting(), seeds)
def test_the_largest_area_stays_and_the_others_are_walled_in(
    chosen: dict[str, object], seed: int
) -> None:
    candidate = made(chosen, seed)
    before = areas(board_before(candidate, "areas").tiles)
    events = [event for event in events_of(candidate) if event.stage == "areas"]
    walled = {(event.row, event.col) for event in events}
    assert all(event.new == "#" for event in events)
    if not before:
        assert (candidate.failed, walled) == ("Areas", set())
        return
    largest = max(before, key=lambda area: (len(area), [-n for n in min(area)]))
    assert walled == set().union(*before) - largest
