"""The generator of Fruit Dating, judged by plain readings of its rules and of its own log."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import elsewhere
import numpy as np
import pytest
from fruit_boards import GAME, SOLID, board_of
from hypothesis import assume, given
from hypothesis import strategies as st
from judging import SEARCHED, early_objection, late_objection

from engine import workshop
from engine.errors import Cancelled, GenerationFailed, ParameterError
from engine.files import levelfile
from engine.games.fruit_dating.board import FruitBoard
from engine.jit import marks as jit
from engine.staging.demands import first_accepted
from engine.staging.generation import Candidate, Event, Recipe
from engine.values.budget import Control
from engine.values.grid import STEPS, SYMMETRIES, cells_of

pytestmark = pytest.mark.jitless

STAGES = tuple(stage.name for stage in GAME.generator.stages)
SYMMETRY = {symmetry.name: symmetry for symmetry in SYMMETRIES}
INVOLUTIONS = (
    "mirror-left-right",
    "mirror-top-bottom",
    "rotate-180",
    "transpose",
    "anti-transpose",
)
QUARTERS = ("rotate-90", "rotate-270")
TURNS = ("four", "two")
PLACING = {
    "fruit": "fruit",
    "blockers": "blocker",
    "one-ways": "one-way",
    "mud": "mud",
    "anteaters": "anteater",
    "hedgehogs": "hedgehog",
}
"""The stages that choose cells by weight, and what their weights are for."""

Tiles = tuple[str, ...]
Cell = tuple[int, int]


# --- random settings -----------------------------------------------------------------------


def spans(low: int, high: int) -> st.SearchStrategy[str]:
    ends = st.tuples(st.integers(low, high), st.integers(low, high))
    return ends.map(lambda pair: f"{min(pair)}..{max(pair)}")


@st.composite
def setting(draw: st.DrawFn, max_side: int = 10) -> dict[str, object]:
    """Settings that go together; whether a candidate comes of them is another matter.

    What a stage has put is not taken away again.
    """
    rows = draw(st.integers(4, max_side))
    found: dict[str, object] = {
        "rows": rows,
        "cols": draw(st.integers(4, max_side) | st.just(rows)),
        "walls": draw(spans(0, 8)),
        "wall_length": draw(spans(1, 7)),
        "inner_walls": draw(spans(0, 8)),
        "inner_length": draw(st.integers(1, 6)),
        "pairs": draw(spans(1, 3)),
        "colours": draw(spans(1, 4)),
        "blockers": draw(spans(0, 20)),
        "blocker_kind": draw(st.sampled_from(["mixed", "stone", "car", "barrel"])),
        "inert_things": "refused",
    }
    for name, most in (("one_ways", 4), ("mud", 4), ("anteaters", 2), ("hedgehogs", 2)):
        if draw(st.booleans()):
            found[name] = draw(spans(0, most))
    names = ["random", "none", *(name for name in SYMMETRY if name != "identity")]
    if rows != found["cols"]:
        names = [n for n in names if n in ("random", "none") or not SYMMETRY[n].swaps]
    found["symmetry"] = draw(st.sampled_from(names))
    for thing in draw(st.sets(st.sampled_from(sorted(PLACING.values())), max_size=2)):
        kind = draw(st.sampled_from(["dead_end", "corner", "corridor", "open"]))
        key = f"{thing.replace('-', '_')}_{kind}"
        found[key] = draw(st.integers(0, 9))
        found[f"{key}_random"] = draw(st.integers(0, 4))
    return found


seeds = st.integers(0, 2**63 - 1)


def made(chosen: dict[str, object], seed: int, attempt: int = 0, **reroll: int) -> Candidate:
    parameters = GAME.generator.parameters.complete(SEARCHED | chosen)
    renamed = {name.replace("_", "-"): number for name, number in reroll.items()}
    return GAME.generator.candidate(Recipe(seed, attempt, parameters, renamed))


# --- plain readings ------------------------------------------------------------------------


def events_of(candidate: Candidate) -> list[Event]:
    return [candidate.timeline.event(index) for index in range(len(candidate.timeline))]


def put_by(candidate: Candidate, stage: str) -> list[Event]:
    """The events of a stage that put something on cells, notes left out."""
    events = events_of(candidate)
    return [event for event in events if event.stage == stage and event.plane != "notes"]


def board_before(candidate: Candidate, stage: str) -> FruitBoard:
    """The board as a stage found it."""
    board = candidate.board_at(candidate.timeline.span(STAGES.index(stage))[0])
    assert isinstance(board, FruitBoard)
    return board


def final(candidate: Candidate) -> FruitBoard:
    assert isinstance(candidate.board, FruitBoard)
    return candidate.board


def plane(candidate: Candidate, moment: int, name: str) -> dict[Cell, int]:
    """The numbers of one plane at a moment, by cell."""
    names = [plane.name for plane in candidate.timeline.planes]
    values = candidate.timeline.layout(moment)[names.index(name)].tolist()
    cols = candidate.timeline.cols
    return {divmod(cell, cols): value for cell, value in enumerate(values)}


def is_solid(tiles: Tiles, cell: Cell) -> bool:
    return tiles[cell[0]][cell[1]] in SOLID


def beside(cell: Cell, direction: int) -> Cell:
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


def shape_at(tiles: Tiles, cell: Cell) -> str:
    """What the article calls a tile by the solid sides around it."""
    right, up, left, down = (is_solid(tiles, beside(cell, direction)) for direction in range(4))
    if right + up + left + down >= 3:
        return "dead_end"
    if (right and left) or (up and down):
        return "corridor"
    return "corner" if right + up + left + down == 2 else "open"


def areas(tiles: Tiles) -> list[set[Cell]]:
    """The connected free areas."""
    free = {(row, col) for row, col, tile in cells_of(tiles) if tile not in SOLID}
    found = []
    while free:
        area, edge = set(), [free.pop()]
        while edge:
            cell = edge.pop()
            area.add(cell)
            for direction in range(4):
                if beside(cell, direction) in free:
                    free.remove(beside(cell, direction))
                    edge.append(beside(cell, direction))
        found.append(area)
    return found


def around(cell: Cell) -> Iterator[Cell]:
    return ((cell[0] + down, cell[1] + right) for down in (-1, 0, 1) for right in (-1, 0, 1))


# --- whole candidates ----------------------------------------------------------------------


@given(setting(), seeds, st.integers(0, 50))
def test_finished_candidates_are_levels_with_what_was_asked_for(
    chosen: dict[str, object], seed: int, attempt: int
) -> None:
    candidate = made(chosen, seed, attempt)
    assume(candidate.failed is None)
    board = final(candidate)
    parameters = candidate.recipe.parameters
    assert GAME.boards.problems(board) == ()
    assert (board.rows, board.cols) == (chosen["rows"], chosen["cols"])
    assert len(areas(board.tiles)) == 1
    assert all(
        tile == "#"
        for row, col, tile in cells_of(board.tiles)
        if row in (0, board.rows - 1) or col in (0, board.cols - 1)
    )
    pieces = Counter(kind for _, _, kind in board.pieces_in_order())
    fruit = {kind: count for kind, count in pieces.items() if kind in "ABCDEFGH"}
    assert all(count % 2 == 0 for count in fruit.values())
    pairs = sum(fruit.values()) // 2
    assert pairs in parameters.range("pairs")
    colours = parameters.range("colours")
    assert colours.low is not None
    assert colours.high is not None
    assert min(colours.low, pairs) <= len(fruit) <= min(colours.high, pairs)
    assert set(fruit) == set("ABCDEFGH"[: len(fruit)])
    blockers = {kind: count for kind, count in pieces.items() if kind in "ocb"}
    free = len(areas(board_before(candidate, "blockers").tiles)[0])
    density = parameters.range("blockers")
    assert density.low is not None
    assert density.high is not None
    assert sum(blockers.values()) in {
        (free * share + 50) // 100 for share in range(density.low, density.high + 1)
    }
    kind = parameters.word("blocker_kind")
    assert kind == "mixed" or set(blockers) <= {kind[0] if kind != "stone" else "o"}
    tiles = Counter(tile for _, _, tile in cells_of(board.tiles))
    assert len(board.gates) in parameters.range("one_ways")
    assert tiles["~"] in parameters.range("mud")
    assert sum(tiles[look] for look in ">^<v") in parameters.range("anteaters")
    assert tiles["h"] in parameters.range("hedgehogs")


def test_most_candidates_of_the_defaults_are_whole() -> None:
    whole = sum(made({}, 1, attempt).failed is None for attempt in range(30))
    assert whole >= 15


# --- walls ---------------------------------------------------------------------------------


@given(setting(), seeds)
def test_the_ring_comes_first_and_is_whole(chosen: dict[str, object], seed: int) -> None:
    candidate = made(chosen, seed)
    tiles = board_before(candidate, "walls").tiles
    rows, cols = len(tiles), len(tiles[0])
    assert tiles == ("#" * cols, *["#" + "." * (cols - 2) + "#"] * (rows - 2), "#" * cols)
    assert candidate.timeline.span(0) == (0, 2 * (rows + cols) - 4)


@given(setting(), seeds)
def test_inner_walls_touch_nothing_that_was_there_before(
    chosen: dict[str, object], seed: int
) -> None:
    candidate = made(chosen, seed)
    board = board_before(candidate, "inner-walls")
    events = put_by(candidate, "inner-walls")
    solid = {(row, col) for row, col, tile in cells_of(board.tiles) if tile in SOLID}
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
    solid = {(row, col) for row, col, tile in cells_of(board.tiles) if tile in SOLID}
    assert solid == {SYMMETRY[symmetry].cell(*cell, board.rows, board.cols) for cell in solid}


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
            image = turn.cell(event.row, event.col, *size)
            origin = SYMMETRY[back[symmetry]].cell(event.row, event.col, *size)
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
    moment, end = timeline.span(STAGES.index(stage))
    while moment < end:
        action = timeline.action(moment + 1)
        assert action is not None and action.start == moment
        found.append([timeline.event(index) for index in range(action.start, action.end)])
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
                images.append(SYMMETRY[symmetry].cell(*images[-1], *size))
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
    assert len(walls) == len(ends) and len(walls) in candidate.recipe.parameters.range("walls")
    labels = timeline.labelled(len(timeline), STAGES.index("walls"))
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
                images |= {symmetry.cell(*place, *size) for place in images}
            assert cell in images
            assert event.doing.startswith("wall ") and f"iteration {part}:" in event.doing
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


# --- weights -------------------------------------------------------------------------------


@given(setting(), seeds)
def test_weights_follow_the_shape_of_the_tiles(chosen: dict[str, object], seed: int) -> None:
    candidate = made(chosen, seed)
    parameters = candidate.recipe.parameters
    events = events_of(candidate)
    for stage in ("weights", *PLACING):
        weighing = [
            event
            for event in events
            if event.stage == stage and event.plane.endswith("-weight") and event.weight is not None
        ]
        if not weighing:
            continue
        tiles = board_before(candidate, stage).tiles
        assert [(event.row, event.col) for event in weighing] == [
            (row, col) for row, col, tile in cells_of(tiles) if tile not in SOLID
        ]
        for event in weighing:
            thing = event.plane.removesuffix("-weight").replace("-", "_")
            key = f"{thing}_{shape_at(tiles, (event.row, event.col))}"
            assert event.draw in range(max(1, parameters.integer(f"{key}_random")))
            weight = parameters.integer(key) + (event.draw or 0)
            assert (event.new, event.weight) == (str(weight), weight)


def test_the_articles_weights_are_the_defaults() -> None:
    seen: dict[str, set[int]] = {}
    for attempt in range(40):
        candidate = made({}, 3, attempt)
        tiles = board_before(candidate, "weights").tiles
        for event in events_of(candidate):
            if event.stage == "weights" and event.weight is not None:
                shape = shape_at(tiles, (event.row, event.col))
                seen.setdefault(shape, set()).add(event.weight)
    assert seen == {
        "dead_end": {6, 7, 8},
        "corner": {3, 4, 5},
        "corridor": {2},
        "open": {1},
    }


@given(setting(), seeds)
def test_cells_are_chosen_by_weight_and_draw(chosen: dict[str, object], seed: int) -> None:
    candidate = made(chosen, seed)
    for moment, event in enumerate(events_of(candidate)):
        weighing = event.plane.endswith("-weight")
        if event.stage not in PLACING or (weighing and event.weight is not None):
            continue
        board = candidate.board_at(moment)
        assert isinstance(board, FruitBoard)
        weights = {
            (row, col): weight
            for (row, col), weight in plane(
                candidate, moment, f"{PLACING[event.stage]}-weight"
            ).items()
            if board.tiles[row][col] == "." and board.pieces[row][col] == "." and weight > 0
        }
        # The cell on whose stretch of the line of weights the draw falls.
        line = [cell for cell, weight in weights.items() for _ in range(weight)]
        assert event.draw is not None
        assert line[event.draw] == (event.row, event.col)
        if not weighing:
            assert event.weight == weights[event.row, event.col]


@given(setting(), seeds)
def test_corridors_stay_free_of_animals(chosen: dict[str, object], seed: int) -> None:
    for thing in ("anteater", "hedgehog"):
        chosen |= {f"{thing}_corridor": 0, f"{thing}_corridor_random": 0, f"{thing}s": "1..2"}
    candidate = made(chosen, seed)
    for stage in ("anteaters", "hedgehogs"):
        tiles = board_before(candidate, stage).tiles
        for event in events_of(candidate):
            if event.stage == stage and event.plane == "tiles":
                assert shape_at(tiles, (event.row, event.col)) != "corridor"


@given(setting(), seeds)
def test_anteaters_look_where_it_is_free(chosen: dict[str, object], seed: int) -> None:
    chosen |= {"anteaters": 2}
    candidate = made(chosen, seed)
    for moment, event in enumerate(events_of(candidate)):
        if event.stage == "anteaters" and event.plane == "tiles":
            board = candidate.board_at(moment)
            assert isinstance(board, FruitBoard)
            assert not is_solid(
                board.tiles, beside((event.row, event.col), ">^<v".index(event.new))
            )


# --- the timeline --------------------------------------------------------------------------


@given(setting(), seeds)
def test_the_timeline_goes_forwards_and_backwards(chosen: dict[str, object], seed: int) -> None:
    candidate = made(chosen, seed)
    timeline = candidate.timeline
    moments = [timeline.start.copy()]
    for _, row, cell, old, new, _, _ in timeline.log.tolist():
        layout = moments[-1].copy()
        assert layout[row, cell] == old
        layout[row, cell] = new
        moments.append(layout)
    assert len(moments) == len(timeline) + 1
    assert all(np.array_equal(timeline.layout(at), moments[at]) for at in range(len(moments)))
    layout = timeline.layout(len(timeline))
    for moment in range(len(timeline) - 1, -1, -1):
        _, row, cell, old, _, _, _ = timeline.log[moment].tolist()
        layout[row, cell] = old
        assert np.array_equal(layout, moments[moment])
    assert candidate.board_at(len(timeline)) == candidate.board
    numbers = timeline.log[:, 0].tolist()
    assert numbers == sorted(numbers)
    for stage in range(len(STAGES)):
        first, end = timeline.span(stage)
        assert numbers[first:end] == [stage] * numbers.count(stage)
        assert all(timeline.stage_of(moment + 1) == stage for moment in range(first, end))


def test_a_cell_can_be_asked_who_changed_it() -> None:
    candidate = made({"pairs": 2}, 5)
    timeline = candidate.timeline
    for row, col, _ in final(candidate).pieces_in_order():
        blame = [timeline.event(index) for index in timeline.blame(len(timeline), row, col)]
        assert {(event.row, event.col) for event in blame} == {(row, col)}
        assert [event.plane for event in blame].count("pieces") == 1
        assert timeline.blame(0, row, col) == ()


@given(setting(), seeds)
def test_every_event_is_one_line_with_its_place(chosen: dict[str, object], seed: int) -> None:
    for event in events_of(made(chosen, seed)):
        text = GAME.generator.describe(event)
        assert text.startswith(f"row {event.row}, column {event.col}")
        assert "\n" not in text


# --- seeds, attempts and re-rolls ----------------------------------------------------------


@given(setting(), seeds, st.integers(0, 1000))
def test_the_same_recipe_makes_the_same_bytes(
    chosen: dict[str, object], seed: int, attempt: int
) -> None:
    ours, theirs = (made(chosen, seed, attempt) for _ in range(2))
    assert np.array_equal(ours.timeline.log, theirs.timeline.log)
    texts = [levelfile.dumps(workshop.level_of(GAME, candidate)) for candidate in (ours, theirs)]
    assert texts[0] == texts[1]


@given(setting(), seeds, st.sampled_from(STAGES))
def test_a_rerolled_stage_leaves_the_earlier_ones(
    chosen: dict[str, object], seed: int, stage: str
) -> None:
    plain = made(chosen, seed)
    again = made(chosen, seed, **{stage.replace("-", "_"): 1})
    first = plain.timeline.span(STAGES.index(stage))[0]
    assert again.timeline.span(STAGES.index(stage))[0] == first
    assert np.array_equal(plain.timeline.log[:first], again.timeline.log[:first])


def test_a_rerolled_stage_goes_another_way() -> None:
    chosen: dict[str, object] = {"mud": 3, "one_ways": 3, "anteaters": 1, "hedgehogs": 1}
    chosen |= {"symmetry": "none", "walls": 3, "inner_walls": 4, "blockers": 20}
    changed = set()
    for attempt in range(6):
        plain = made(chosen, 11, attempt)
        for stage in STAGES:
            again = made(chosen, 11, attempt, **{stage.replace("-", "_"): 1})
            if not np.array_equal(plain.timeline.log, again.timeline.log):
                changed.add(stage)
    # These draw nothing: they follow from the stages before them.
    assert changed == set(STAGES) - {"border", "areas", "tidying"}


def test_attempts_and_seeds_make_different_boards() -> None:
    boards = {final(made({}, seed, attempt)) for seed in range(5) for attempt in range(5)}
    assert len(boards) == 25


IN_ANOTHER_PROCESS = """
import json, sys
from engine.jit import marks as jit
from engine.game import kernels
from engine.files import levelfile
from engine import workshop
from engine.staging.generation import Recipe
from engine.game import registry
game, chosen = registry.get("fruit-dating"), json.load(sys.stdin)
given = game.generator.parameters.complete(chosen)
made = [game.generator.candidate(Recipe(7, n, given)) for n in range(5)]
level, _, tried = workshop.generate(game, 7, {"rows": 6, "cols": 6, "pairs": 1, "states": "..200"})
print(json.dumps([kernels.describe_state(), [[levelfile.dumps(workshop.level_of(game, c)),
      c.timeline.log.tolist()] for c in made], levelfile.dumps(level), tried.tried]))
"""


@elsewhere.plain_or_not
def test_another_process_makes_the_same_bytes(plain: bool) -> None:
    chosen: dict[str, object] = {"mud": 2, "one_ways": 3, "anteaters": 1, "hedgehogs": 1}
    chosen |= {"max_states": 200}
    state, candidates, level, tried = elsewhere.answer_of(IN_ANOTHER_PROCESS, chosen, plain=plain)
    assert state.startswith("plain Python" if plain else "compiled")
    for attempt, (text, log) in enumerate(candidates):
        candidate = made(chosen, 7, attempt)
        assert levelfile.dumps(workshop.level_of(GAME, candidate)) == text
        assert candidate.timeline.log.tolist() == log
    ours, _, attempts = workshop.generate(
        GAME, 7, {"rows": 6, "cols": 6, "pairs": 1, "states": "..200"}
    )
    assert (levelfile.dumps(ours), attempts.tried) == (level, tried)


def test_a_level_is_rebuilt_from_its_provenance() -> None:
    level, _, _ = workshop.generate(GAME, 21, {"rows": 6, "cols": 7, "states": "..300"})
    again = levelfile.loads(levelfile.dumps(level))
    assert levelfile.dumps(workshop.rebuild(again)) == levelfile.dumps(level)


# --- acceptance ----------------------------------------------------------------------------


@given(
    st.fixed_dictionaries(
        {"rows": st.integers(5, 7), "cols": st.integers(5, 7)},
        optional={
            "moves": spans(1, 9),
            "states": st.sampled_from(["..50", "20..200", "100"]),
            "dead_states": st.sampled_from(["0", "1..", "..5"]),
            "winning_moves": st.sampled_from(["1..3", "4.."]),
            "losing_moves": st.sampled_from(["0", "..10"]),
            "shortest_solutions": st.sampled_from(["1", "2.."]),
            "transitions": st.sampled_from(["..100"]),
            "mud": st.just("0..1"),
            "pairs": st.just("1"),
            "touching": st.sampled_from(["0", "1..", "0.."]),
            "open_cells": st.sampled_from(["5..9", "..7"]),
            "open_share": st.sampled_from(["0.5..0.8", "0.."]),
            "inert": st.sampled_from(["0", "1..", "0..", "0..1"]),
            "needed_share": st.sampled_from(["0.5..", "..0.67", "1"]),
            "inert_things": st.sampled_from(["removed", "refused"]),
            "one_ways": st.sampled_from(["0..2", "1"]),
        },
    ),
    seeds,
)
def test_the_accepted_level_is_the_first_that_satisfies_every_range(
    chosen: dict[str, object], seed: int
) -> None:
    chosen = {"max_states": 300, "moves": "3..", **chosen}
    parameters = GAME.generator.parameters.complete(chosen)
    tried = 12 if jit.disabled() else 60
    counted: Counter[str] = Counter()
    accepted = None
    for attempt in range(tried):
        reason = reason_to_reject(GAME.generator.candidate(Recipe(seed, attempt, parameters)))
        if reason is None:
            accepted = attempt
            break
        counted[reason] += 1
    found = GAME.generator.attempts(Recipe(seed, 0, parameters), tried, Control())
    assert found.accepted == accepted
    assert found.tried == sum(found.rejections.values()) + (accepted is not None)
    assert dict(found.rejections) == dict(counted)


def reason_to_reject(candidate: Candidate) -> str | None:
    """Why a candidate is no level that was asked for, in the order in which it is judged."""
    if candidate.failed is not None:
        return f"{candidate.failed.lower()} failed"
    parameters = candidate.recipe.parameters
    if early := early_objection(GAME, candidate):
        return early
    facts = GAME.solver.solve(candidate.board).facts
    most = parameters.integer("max_states")
    out = [
        parameter.key
        for parameter in GAME.generator.parameters.facts()
        if parameter.key in facts and facts[parameter.key] not in parameters.range(parameter.key)
    ]
    if facts["states"] > most:
        # A win found before the graph grew too large may be rejected for its length first.
        early = GAME.solver.solve(candidate.board, "uniform-cost").facts
        if not (facts["solvable"] and early["states_seen"] <= most and "moves" in out):
            return "too many positions"
    if not facts["solvable"]:
        return "unsolvable"
    order = ["moves", *out] if "moves" in out else out
    if out:
        return f"{order[0].replace('_', ' ')} out of range"
    return late_objection(GAME, candidate)


def test_generated_levels_keep_every_range() -> None:
    asked = {"moves": "4..7", "dead_states": "1..", "states": "..400", "shortest_solutions": "1"}
    if jit.disabled():
        asked |= {"rows": "6", "cols": "6", "max_states": "400", "moves": "3..7"}
    # Plain Python takes seeds that need few attempts.
    for seed in (13, 14) if jit.disabled() else range(20):
        level, candidate, attempts = workshop.generate(GAME, seed, asked)
        assert level.verdict is not None
        facts = level.verdict.facts
        assert (3 if jit.disabled() else 4) <= facts["moves"] <= 7
        assert facts["dead_states"] >= 1
        assert facts["states"] <= 400
        assert facts["shortest_solutions"] == 1
        assert attempts.accepted == candidate.recipe.attempt == attempts.tried - 1
        assert sum(attempts.rejections.values()) == attempts.tried - 1


def test_attempts_go_on_where_they_are_asked_to() -> None:
    recipe = Recipe(
        3, 0, GAME.generator.parameters.complete({"rows": 6, "cols": 6, "states": "..200"})
    )
    first, attempts = first_accepted(GAME.generator, recipe)
    assert first.attempt == attempts.accepted
    later = Recipe(3, first.attempt + 1, recipe.parameters)
    second, more = first_accepted(GAME.generator, later)
    assert second.attempt > first.attempt
    assert more.tried == second.attempt - first.attempt


# --- sketches ------------------------------------------------------------------------------


def marked(board: FruitBoard, marks: list[bool]) -> FruitBoard:
    """The board with some cells locked."""
    bits = iter(marks)
    locked = tuple(
        "".join("x" if next(bits, False) else "." for _ in range(board.cols))
        for _ in range(board.rows)
    )
    return FruitBoard(board.tiles, board.pieces, locked, gates=board.gates)


@given(setting(8), setting(8), seeds, st.data())
def test_locked_cells_are_kept(
    sketched: dict[str, object], chosen: dict[str, object], seed: int, data: st.DataObject
) -> None:
    sketch = final(made(sketched, seed))
    cells = sketch.rows * sketch.cols
    marks = data.draw(st.lists(st.sampled_from([True, False, False]), max_size=cells))
    sketch = marked(sketch, marks)
    chosen |= {"rows": sketch.rows, "cols": sketch.cols, "symmetry": "random"}
    parameters = GAME.generator.parameters.complete(SEARCHED | chosen)
    candidate = GAME.generator.candidate(Recipe(seed, 1, parameters, sketch=sketch))
    board = final(candidate)
    assert board.locked == sketch.locked
    for row, col, _ in cells_of(sketch.tiles):
        if sketch.is_locked(row, col):
            assert board.tiles[row][col] == sketch.tiles[row][col]
            assert board.pieces[row][col] == sketch.pieces[row][col]
            gates = [{gate for gate in b.gates if gate[:2] == (row, col)} for b in (board, sketch)]
            assert gates[0] == gates[1]
    for event in events_of(candidate):
        if event.plane != "notes" and not event.plane.endswith("-weight"):
            assert not sketch.is_locked(event.row, event.col)
            if event.plane == "gates":
                new = set(event.new.split("+")) - set(event.old.split("+"))
                way = ("right", "up", "left", "down").index(new.pop())
                assert not sketch.is_locked(*beside((event.row, event.col), way))
    if candidate.failed is None:
        assert GAME.boards.problems(board) == ()
        assert len(areas(board.tiles)) == 1


def test_a_single_locked_fruit_gets_a_partner() -> None:
    sketch = board_of(
        "###### #....# #....# #....# #....# ######", "...... ...... ..H... ...... ...... ......"
    )
    locked = ("......", "......", "..x...", "......", "......", "......")
    sketch = FruitBoard(sketch.tiles, sketch.pieces, locked)
    parameters = GAME.generator.parameters.complete({"rows": 6, "cols": 6, "pairs": 1, "walls": 1})
    for attempt in range(5):
        board = final(GAME.generator.candidate(Recipe(1, attempt, parameters, sketch=sketch)))
        kinds = [kind for _, _, kind in board.pieces_in_order() if kind in "ABCDEFGH"]
        assert kinds == ["H", "H"]


def test_a_sketch_without_locks_changes_nothing() -> None:
    parameters = GAME.generator.parameters.complete(SEARCHED)
    plain, sketch = made({}, 9), final(made({}, 10))
    assert GAME.generator.candidate(Recipe(9, 0, parameters, sketch=sketch)).board == plain.board


# --- what cannot be done -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"rows": 6, "cols": 7, "symmetry": "rotate-90"}, "as many rows as columns"),
        ({"rows": 6, "cols": 7, "symmetry": "transpose"}, "as many rows as columns"),
        ({"rows": 3}, "rows: expected a whole number from 4 to 16"),
        ({"walls": "5..2"}, "walls: expected"),
        ({"symmetry": "sideways"}, "symmetry: expected one of"),
        ({"speed": 3}, "unknown parameter 'speed'"),
        ({"regions": "2.."}, "regions=2.. cannot be met: of all free areas the largest"),
        ({"instant_wins": 1}, "instant_wins=1 cannot be met: a solution of 7 or more moves"),
    ],
)
def test_settings_that_make_no_sense_are_refused(chosen: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        workshop.generate(GAME, 1, chosen)


def test_locks_of_another_shape_are_refused() -> None:
    sketch = marked(final(made({"rows": 6, "cols": 6}, 1)), [True] * 8)
    with pytest.raises(ParameterError, match="board of 6 by 6, not 8 by 8"):
        workshop.generate(GAME, 1, {}, sketch=sketch)


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ({"moves": "200.."}, "moves out of range"),
        ({"losing_moves": "30000..", "mud": 1, "moves": "1.."}, "losing moves out of range"),
        ({"touching": "9.."}, "touching out of range"),
        ({"open_share": "0.99.."}, "open share out of range"),
        ({"inert": "9..", "moves": "1.."}, "inert out of range"),
        ({"rows": 6, "cols": 6, "pairs": 8}, "fruit failed"),
        ({"rows": 6, "cols": 6, "walls": 0, "hedgehogs": 14, "pairs": 1}, "hedgehogs failed: 30"),
        ({"max_states": 3, "moves": "3.."}, "too many positions"),
        ({"rows": 4, "cols": 4, "walls": 0, "blockers": 60, "pairs": 2}, "blockers failed: 30"),
    ],
)
def test_what_cannot_be_had_is_said_with_reasons(chosen: dict[str, object], reason: str) -> None:
    with pytest.raises(GenerationFailed, match=reason) as caught:
        workshop.generate(GAME, 1, chosen, max_attempts=30)
    assert "in 30 attempts" in str(caught.value)


def test_an_open_tile_locked_into_the_ring_spoils_every_candidate() -> None:
    sketch = marked(board_of("#..# #..# #..# ####", ".... .... .... ...."), [False, True])
    with pytest.raises(GenerationFailed, match="border failed: 30"):
        workshop.generate(GAME, 1, {"rows": 4, "cols": 4}, sketch=sketch, max_attempts=30)


def test_no_attempts_are_none() -> None:
    with pytest.raises(GenerationFailed, match="none tried"):
        workshop.generate(GAME, 1, max_attempts=0)


def test_generation_can_be_cancelled() -> None:
    control = Control()

    def cancel() -> None:
        time.sleep(0.05)
        control.cancel()

    thread = threading.Thread(target=cancel)
    thread.start()
    with pytest.raises(Cancelled, match="stopped after"):
        workshop.generate(GAME, 1, {"moves": "300.."}, max_attempts=10**7, control=control)
    thread.join()
    assert control.seconds < 2
