"""The generator of Fruit Dating, judged by plain readings of its rules and of its own log."""

from __future__ import annotations

import threading
import time

import elsewhere
import numpy as np
import pytest
from fruit_boards import GAME, board_of
from fruit_generator import (
    areas,
    beside,
    events_of,
    final,
    made,
    seeds,
    setting,
)
from hypothesis import given
from hypothesis import strategies as st
from judging import SEARCHED

from engine import workshop
from engine.errors import Cancelled, GenerationFailed, ParameterError
from engine.files import levelfile
from engine.games.fruit_dating.board import FruitBoard
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Recipe
from engine.values.budget import Control
from engine.values.grid import iterate_cells

pytestmark = pytest.mark.jitless


# --- seeds, attempts and re-rolls ----------------------------------------------------------


@given(setting(), seeds, st.integers(0, 1000))
def test_the_same_recipe_makes_the_same_bytes(
    chosen: dict[str, object], seed: int, attempt: int
) -> None:
    ours, theirs = (made(chosen, seed, attempt) for _ in range(2))
    assert np.array_equal(ours.timeline.log, theirs.timeline.log)
    texts = [levelfile.dumps(workshop.build_level(GAME, candidate)) for candidate in (ours, theirs)]
    assert texts[0] == texts[1]


def test_attempts_and_seeds_make_different_boards() -> None:
    boards = {final(made({}, seed, attempt)) for seed in range(5) for attempt in range(5)}
    assert len(boards) == 25


IN_ANOTHER_PROCESS = """
import json, sys
from engine.jit import decorators as jit
from engine.game import kernels
from engine.files import levelfile
from engine import workshop
from engine.stages.candidate import Recipe
from engine.game import registry
game, chosen = registry.get_game("fruit-dating"), json.load(sys.stdin)
given = game.generator.parameters.complete_settings(chosen)
made = [game.generator.build_candidate(Recipe(7, n, given)) for n in range(5)]
level, _, tried = workshop.generate(game, 7, {"rows": 6, "cols": 6, "pairs": 1, "states": "..200"})
print(json.dumps([kernels.describe_kernels(), [[levelfile.dumps(workshop.build_level(game, c)),
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
        assert levelfile.dumps(workshop.build_level(GAME, candidate)) == text
        assert candidate.timeline.log.tolist() == log
    ours, _, attempts = workshop.generate(
        GAME, 7, {"rows": 6, "cols": 6, "pairs": 1, "states": "..200"}
    )
    assert (levelfile.dumps(ours), attempts.tried) == (level, tried)


def test_a_level_is_rebuilt_from_its_provenance() -> None:
    level, _, _ = workshop.generate(GAME, 21, {"rows": 6, "cols": 7, "states": "..300"})
    again = levelfile.loads(levelfile.dumps(level))
    assert levelfile.dumps(workshop.rebuild(again)) == levelfile.dumps(level)


def test_attempts_go_on_where_they_are_asked_to() -> None:
    recipe = Recipe(
        3, 0, GAME.generator.parameters.complete_settings({"rows": 6, "cols": 6, "states": "..200"})
    )
    first, attempts = find_accepted_attempt(GAME.generator, recipe)
    assert first.attempt == attempts.accepted
    later = Recipe(3, first.attempt + 1, recipe.parameters)
    second, more = find_accepted_attempt(GAME.generator, later)
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
    parameters = GAME.generator.parameters.complete_settings(SEARCHED | chosen)
    candidate = GAME.generator.build_candidate(Recipe(seed, 1, parameters, sketch=sketch))
    board = final(candidate)
    assert board.locked == sketch.locked
    for row, col, _ in iterate_cells(sketch.tiles):
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
        assert GAME.boards.find_problems(board) == ()
        assert len(areas(board.tiles)) == 1


def test_a_single_locked_fruit_gets_a_partner() -> None:
    sketch = board_of(
        "###### #....# #....# #....# #....# ######", "...... ...... ..H... ...... ...... ......"
    )
    locked = ("......", "......", "..x...", "......", "......", "......")
    sketch = FruitBoard(sketch.tiles, sketch.pieces, locked)
    parameters = GAME.generator.parameters.complete_settings(
        {"rows": 6, "cols": 6, "pairs": 1, "walls": 1}
    )
    for attempt in range(5):
        board = final(GAME.generator.build_candidate(Recipe(1, attempt, parameters, sketch=sketch)))
        kinds = [kind for _, _, kind in board.iterate_pieces() if kind in "ABCDEFGH"]
        assert kinds == ["H", "H"]


def test_a_sketch_without_locks_changes_nothing() -> None:
    parameters = GAME.generator.parameters.complete_settings(SEARCHED)
    plain, sketch = made({}, 9), final(made({}, 10))
    assert (
        GAME.generator.build_candidate(Recipe(9, 0, parameters, sketch=sketch)).board == plain.board
    )


def test_locks_of_another_shape_are_refused() -> None:
    sketch = marked(final(made({"rows": 6, "cols": 6}, 1)), [True] * 8)
    with pytest.raises(ParameterError, match="board of 6 by 6, not 8 by 8"):
        workshop.generate(GAME, 1, {}, sketch=sketch)


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
