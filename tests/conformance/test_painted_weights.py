"""Weights painted by hand, in every game whose stages take some."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import workshop
from engine.edit import draw_tools
from engine.edit.transforms import TRANSFORMS
from engine.errors import EngineError, GenerationFailed, LevelError, ParameterError
from engine.files import levelfile
from engine.game import registry
from engine.stages.candidate import Candidate, Recipe
from engine.values.grid import Cell
from engine.values.painted_weights import MAX_WEIGHT, PaintedWeights

pytestmark = pytest.mark.jitless

SETTINGS = {
    "fruit-dating": {
        "rows": 7, "cols": 6, "one_ways": "1..3", "mud": "1..2", "anteaters": 1, "hedgehogs": 1,
        "moves": "2..", "inert": "0..",
    },
    "skiddy": {
        "rows": 6, "cols": 7, "pits": "20..60", "blues": 1, "crates": "1..2",
        "inert": "0..",
    },
    "mazing-monk": {"soldiers": 1, "karma": 8},
    "linjat": {"rows": 6, "cols": 5, "numbers": "3..6", "iterations": 0, "cover_layers": "0.."},
}  # fmt: skip
"""Small boards on which as many stages as can be have something to do."""
PAINTABLE = [
    (name, stage.name)
    for name in SETTINGS
    for stage in registry.get_game(name).generator.stages
    if stage.paintable
]
seeds = st.integers(0, 2**63 - 1)


OTHERS = {"ice": {"crates": 0, "ice": "1..2"}}
"""Settings by stage: of crates, ice and a second colour a level has two."""


def made(name: str, seed: int, weights: dict[str, PaintedWeights], stage: str = "") -> Candidate:
    generator = registry.get_game(name).generator
    parameters = generator.parameters.complete_settings(SETTINGS[name] | OTHERS.get(stage, {}))
    return generator.build_candidate(Recipe(seed, 0, parameters, weights=weights))


def chosen(candidate: Candidate, stage: str) -> list[Cell]:
    """The cells that draws of a stage have chosen for something."""
    timeline = candidate.timeline
    weighing = {plane.name for plane in timeline.planes if plane.weights}
    events = map(timeline.get_event, range(len(timeline)))
    return [
        (event.row, event.col)
        for event in events
        if event.stage == stage and event.draw is not None and event.plane not in weighing
    ]


def cells_of(name: str) -> tuple[tuple[int, int], list[Cell]]:
    """The shape of a game's boards, and their cells."""
    boards = registry.get_game(name).boards
    rows, cols = boards.shape or (SETTINGS[name]["rows"], SETTINGS[name]["cols"])
    every = itertools.product(range(rows), range(cols))
    blank = boards.create_blank(rows, cols)
    return (rows, cols), [cell for cell in every if boards.has_cell(blank, *cell)]


def grid(name: str, weight: int | None) -> PaintedWeights:
    """A grid of one weight for the boards of a game."""
    shape, cells = cells_of(name)
    return PaintedWeights.create_blank(*shape).paint_cells(cells, weight)


@st.composite
def grids(draw: st.DrawFn, name: str) -> PaintedWeights:
    """Some cells painted, many of them with 0."""
    weights = st.none() | st.just(0) | st.integers(0, MAX_WEIGHT)
    shape, cells = cells_of(name)
    found = PaintedWeights.create_blank(*shape)
    for cell, weight in zip(cells, draw(st.tuples(*[weights] * len(cells))), strict=True):
        found = found.paint_cells([cell], weight)
    return found


@pytest.mark.parametrize(("name", "stage"), PAINTABLE)
@settings(max_examples=6)
@given(data=st.data(), seed=seeds)
def test_nothing_is_put_where_0_is_painted(name, stage, data, seed):
    weights = data.draw(grids(name))
    cells = weights.cells
    try:
        found = made(name, seed, {stage: weights}, stage)
    except ParameterError as refusal:
        assert "1 cells with a weight, found 0" in str(refusal)
        return
    for cell in chosen(found, stage):
        assert cells.get(cell, 1) > 0


@pytest.mark.parametrize(("name", "stage"), PAINTABLE)
def test_what_is_painted_is_where_things_are_put(name, stage):
    found = []
    for seed in range(60):
        for cell in chosen(made(name, seed, {}, stage), stage)[:5]:
            weights = grid(name, 0).paint_cells([cell], MAX_WEIGHT)
            cells = set(chosen(made(name, seed, {stage: weights}, stage), stage))
            assert cells <= {cell}
            found += cells
        if len(found) >= 5:
            break
    assert found


@pytest.mark.parametrize("name", SETTINGS)
@given(seed=seeds)
@settings(max_examples=10)
def test_a_grid_without_a_weight_changes_no_board(name, seed):
    stages = [stage for game, stage in PAINTABLE if game == name]
    blank = dict.fromkeys(stages, grid(name, None))
    assert made(name, seed, blank).board == made(name, seed, {}).board


@pytest.mark.parametrize("name", SETTINGS)
def test_a_level_by_painted_weights_is_rebuilt_byte_for_byte(name):
    game = registry.get_game(name)
    weights = {
        stage: grid(name, None).paint_cells([(3, 3), (4, 4), (3, 4)], 0)
        for each, stage in PAINTABLE
        if each == name
    }
    level = next(_levels(name, weights))
    text = levelfile.dumps(level)
    assert levelfile.dumps(workshop.rebuild(levelfile.loads(text))) == text
    assert levelfile.loads(text).provenance.weights == weights
    assert workshop.is_generated_by(level, workshop.read_recipe(level))
    assert not workshop.is_generated_by(level, replace(workshop.read_recipe(level), weights={}))
    assert not game.boards.find_problems(level.board)


def _levels(name: str, weights: dict[str, PaintedWeights]):
    for seed in range(20):
        try:
            yield workshop.generate(
                registry.get_game(name), seed, SETTINGS[name], max_attempts=2000, weights=weights
            )[0]
        except GenerationFailed:
            continue


def test_a_stage_that_takes_none_is_refused_with_those_that_do(game, level):
    able = [stage.name for stage in game.generator.stages if stage.paintable]
    provenance = replace(level.provenance, weights={"border": PaintedWeights.create_blank(3, 3)})
    with pytest.raises(LevelError, match=r"provenance\.weights: ") as refusal:
        workshop.read_recipe(replace(level, provenance=provenance))
    assert all(name in str(refusal.value) for name in able or ["no stage of this game"])


@pytest.mark.parametrize("name", SETTINGS)
def test_weights_of_another_shape_are_refused(name):
    stage = next(stage for game, stage in PAINTABLE if game == name)
    with pytest.raises(ParameterError, match=rf"weights\.{stage}: .* 3 by 3, not "):
        made(name, 1, {stage: PaintedWeights.create_blank(3, 3)})


def test_painted_weights_turn_and_move_with_the_board(game, level):
    reshaping, board = game.boards.reshaper, level.board
    if reshaping is None or draw_tools.find_lock_tool(game) is None:
        return
    cells = [(1, 1), (2, 1), (1, board.cols - 1)]
    weights = PaintedWeights.create_blank(board.rows, board.cols)
    for number, cell in enumerate(cells):
        weights = weights.paint_cells([cell], number)
    for transform in TRANSFORMS:
        try:
            after = transform.transform_board(game, board)
        except EngineError:
            continue
        moved = transform.map_weights(game, board, {"stage": weights})["stage"]
        assert moved.shape == (after.rows, after.cols)
        if transform.symmetry is not None:
            turned = {transform.map_cell(game, board, cell): n for n, cell in enumerate(cells)}
            assert moved.cells == turned
        else:
            assert {*moved.cells.values()} <= {0, 1, 2}
    grown = next(each for each in TRANSFORMS if each.title == "grow at the top")
    found = grown.map_weights(game, board, {"stage": weights})["stage"].cells
    assert found == {(row + 1, col): n for n, (row, col) in enumerate(cells)}
