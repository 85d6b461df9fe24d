"""Which candidates of Skiddy's generator are accepted, why others are not, and sketches."""

from __future__ import annotations

import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skiddy_boards import GAME, board_of
from skiddy_candidates import (
    PIECES,
    RULES,
    Cell,
    as_board,
    events_of,
    final,
    fitting,
    judged,
    made,
    number_of,
    recipe,
    seeds,
    setting,
    spans,
)

from engine import workshop
from engine.errors import Cancelled, GenerationFailed, ParameterError
from engine.games.skiddy.board import SkiddyBoard
from engine.jit import decorators
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Attempts, Recipe
from engine.values.budget import Control
from engine.values.grid import iterate_cells

pytestmark = pytest.mark.jitless

SMALL: dict[str, object] = {"rows": 5, "cols": 5, "perfect": "3..30"}


# --- acceptance ----------------------------------------------------------------------------


@given(
    st.fixed_dictionaries(
        {"rows": st.integers(4, 6), "cols": st.integers(5, 7), "static": st.just("0..40")},
        optional={
            "stars": st.sampled_from(["0", "1", "2", "3", "0..2", "..1", "2..3", "2..2"]),
            "perfect": spans(1, 9),
            "moves": spans(1, 9),
            "states": st.sampled_from(["..50", "20..200", "100"]),
            "dead_states": st.sampled_from(["0", "1..", "..5"]),
            "states_seen": st.just("10.."),
            "solvable": st.just("true"),
            "pits": st.just("0..60"),
            "blues": st.just("0..1"),
            "crates": st.just("0..1"),
            "ice": st.just("0..1"),
            "open_share": st.sampled_from(["0.8..", "..0.75"]),
            "inert": st.sampled_from(["0..", "1..", "0..1"]),
            "needed_share": st.sampled_from(["0.5..", "..0.5", "1"]),
            "inert_things": st.sampled_from(["removed", "refused"]),
        },
    ),
    seeds,
)
def test_the_accepted_level_is_the_first_that_satisfies_every_range(
    chosen: dict[str, object], seed: int
) -> None:
    chosen = {"reds": "2..3", "max_states": 200, "perfect": "4..30", **chosen}
    if {"blues", "crates", "ice"} <= set(chosen):
        del chosen["blues"]
    tried = 12 if decorators.is_disabled() else 60
    accepted, counted = judged(chosen, seed, tried)
    found = GAME.generator.try_candidates(recipe(chosen, seed), tried, Control())
    assert found.accepted == accepted
    assert found.tried == sum(found.rejections.values()) + (accepted is not None)
    assert dict(found.rejections) == dict(counted)


@pytest.mark.parametrize("stars", range(4))
def test_every_reason_agrees_with_the_plain_verdict(stars: int) -> None:
    chosen: dict[str, object] = {"stars": stars, "states": "0", "max_states": 60}
    chosen |= {"rows": 5, "static": "10..40", "pits": "0..40", "blues": "0..1"}
    if stars == 3:
        chosen |= {"perfect": "2..9"}
    number = 5 if decorators.is_disabled() else 200
    _, expected = judged(chosen, 5, number)
    found = GAME.generator.try_candidates(recipe(chosen, 5), number, Control())
    assert found == replace(found, tried=number, accepted=None, rejections=dict(expected))
    seen = {"unsolvable", "too many positions (max_states)", *RULES[:stars]}
    assert seen <= set(expected) or decorators.is_disabled()


@pytest.mark.parametrize("stars", [1, 2, 3])
def test_a_number_of_stars_is_the_least(stars: int) -> None:
    seen = set()
    for seed in range(3 if decorators.is_disabled() else 12):
        level, _, attempts = workshop.generate(GAME, seed, SMALL | {"stars": stars})
        assert level.verdict is not None
        assert level.provenance is not None
        assert level.provenance.parameters["stars"] == stars
        assert sum(attempts.rejections.values()) == attempts.tried - 1
        seen.add(level.verdict.facts["stars"])
    assert seen <= set(range(stars, 4))
    assert 3 in seen or decorators.is_disabled()


@pytest.mark.parametrize(("stars", "allowed"), [("1..2", {1, 2}), ("2..2", {2})])
def test_a_range_of_stars_has_its_end(stars: str, allowed: set[int]) -> None:
    for seed in range(4):
        level, _, _ = workshop.generate(GAME, seed, {"rows": 4, "cols": 5, "stars": stars})
        assert level.verdict is not None
        assert level.verdict.facts["stars"] in allowed
        assert level.provenance is not None
        assert level.provenance.parameters["stars"] == stars


def test_generated_levels_keep_every_range() -> None:
    asked = {"perfect": "5..8", "states": "..200", "pits": "50", "static": "20"}
    if decorators.is_disabled():
        asked = {"perfect": "3..8", "states": "..200", "rows": "5", "cols": "5"}
    for seed in range(1 if decorators.is_disabled() else 8):
        level, candidate, attempts = workshop.generate(GAME, seed, asked)
        assert level.verdict is not None
        facts = level.verdict.facts
        low, high = (int(end) for end in asked["perfect"].split(".."))
        assert facts["stars"] == 3
        assert low <= facts["max_combo"]["moves"] <= high
        assert facts["moves"] == facts["max_combo"]["moves"]
        assert facts["states"] <= 200
        assert attempts.accepted == candidate.recipe.attempt == attempts.tried - 1


def test_graphs_beyond_the_limit_are_not_rated() -> None:
    chosen: dict[str, object] = {"stars": 0, "perfect": "1..", "reds": 4, "states": "..0"}
    limits = (1, 50, 51, 100)
    boards = [
        made(chosen, 3, attempt).board for attempt in range(10 if decorators.is_disabled() else 60)
    ]
    sizes = [GAME.solver.solve(board).facts["states"] for board in boards]
    for limit in limits:
        asked = recipe(chosen | {"max_states": limit}, 3)
        found = GAME.generator.try_candidates(asked, len(boards), Control()).rejections
        assert found["too many positions (max_states)"] == sum(size > limit for size in sizes)


def test_attempts_go_on_where_they_are_asked_to() -> None:
    first, attempts = find_accepted_attempt(GAME.generator, recipe(SMALL, 3))
    assert first.attempt == attempts.accepted
    second, more = find_accepted_attempt(GAME.generator, replace(first, attempt=first.attempt + 1))
    assert second.attempt > first.attempt
    assert more.tried == second.attempt - first.attempt


def test_searches_side_by_side_do_not_disturb_each_other() -> None:
    asked = [recipe({"stars": 0, "perfect": "1..", "states": 0}, seed) for seed in range(4)]
    number = 10 if decorators.is_disabled() else 300

    def search(one: Recipe) -> Attempts:
        return GAME.generator.try_candidates(one, number, Control())

    with ThreadPoolExecutor(len(asked)) as pool:
        together = list(pool.map(search, asked))
    assert together == [search(one) for one in asked]


# --- sketches ------------------------------------------------------------------------------


def marked(board: SkiddyBoard, marks: list[bool]) -> SkiddyBoard:
    """The board with some cells locked."""
    bits = iter(marks)
    locked = tuple(
        "".join("x" if next(bits, False) else "." for _ in range(board.cols))
        for _ in range(board.rows)
    )
    return replace(board, locked=locked)


@given(setting(), setting(), seeds, st.data())
def test_locked_cells_are_kept_and_counted(
    sketched: dict[str, object], chosen: dict[str, object], seed: int, data: st.DataObject
) -> None:
    sketch = final(made(sketched, seed))
    cells = sketch.rows * sketch.cols
    marks = data.draw(st.lists(st.sampled_from([True, False, False]), max_size=cells))
    sketch = marked(sketch, marks)
    chosen |= {"rows": sketch.rows, "cols": sketch.cols}
    candidate = GAME.generator.build_candidate(replace(recipe(chosen, seed, 1), sketch=sketch))
    board, parameters = final(candidate), candidate.recipe.parameters
    assert board.locked == sketch.locked
    held = Counter[str]()
    for row, col, _ in iterate_cells(sketch.tiles):
        if sketch.is_locked(row, col):
            assert board.tiles[row][col] == sketch.tiles[row][col]
            assert board.pieces[row][col] == sketch.pieces[row][col]
            held.update((board.tiles[row][col], board.pieces[row][col]))
    for moment, event in enumerate(events_of(candidate)):
        assert not sketch.is_locked(event.row, event.col)
        if event.draw is not None:
            here = as_board(candidate.make_board_at(moment))
            assert fitting(candidate, here, event.stage)[event.draw] == (event.row, event.col)
    if candidate.failed is None:
        assert GAME.boards.find_problems(board) == ()
        for kind, glyph in PIECES.items():
            span = parameters.get_range(kind)
            assert number_of(board, glyph) in replace(span, high=max(span.high or 0, held[glyph]))


def test_a_locked_blue_skiddy_gets_an_exit() -> None:
    sketch = board_of(["######", "#b   #", "#    #", "######"])
    sketch = marked(sketch, [cell == 7 for cell in range(24)])
    asked = recipe({"rows": 4, "cols": 6, "static": 0}, 2)
    for attempt in range(5):
        board = final(
            GAME.generator.build_candidate(replace(asked, attempt=attempt, sketch=sketch))
        )
        assert board.pieces[1][1] == "b"
        assert number_of(board, "b") == 1
        assert number_of(board, "B") >= 1


def test_a_sketch_without_locks_changes_nothing() -> None:
    sketch = final(made({}, 10))
    assert (
        GAME.generator.build_candidate(replace(recipe({}, 9), sketch=sketch)).board
        == made({}, 9).board
    )


@pytest.mark.parametrize(
    ("rows", "cell", "message"),
    [
        (["##R###", "#    #", "#    #", "##   #"], (3, 3), "row 3, column 3"),
        (["R#####", "#    #", "#    #", "######"], (0, 0), "row 0, column 0"),
        (["######", "# R  #", "#    #", "######"], (1, 2), "row 1, column 2"),
    ],
)
def test_locked_cells_that_no_level_has_are_refused(
    rows: list[str], cell: Cell, message: str
) -> None:
    sketch = marked(board_of(rows), [divmod(n, 6) == cell for n in range(24)])
    with pytest.raises(ParameterError, match=f"the locked cell at {message}: "):
        workshop.generate(GAME, 1, {"rows": 4, "cols": 6}, sketch=sketch)


def test_locks_of_another_shape_are_refused() -> None:
    sketch = marked(final(made({"rows": 6, "cols": 6}, 1)), [True] * 8)
    with pytest.raises(ParameterError, match="board of 6 by 6, not 6 by 7"):
        workshop.generate(GAME, 1, {}, sketch=sketch)


# --- what cannot be done -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"rows": 2}, "rows: expected a whole number from 3 to 16"),
        ({"cols": 17}, "cols: expected a whole number from 3 to 16"),
        ({"static": "25..10"}, "static: expected"),
        ({"static": 101}, "static: expected"),
        ({"reds": 1}, "reds: expected"),
        ({"neighbours": "far"}, "neighbours: expected one of allowed, apart"),
        ({"stars": 4}, "stars: expected"),
        ({"fun": 6}, "fun: expected"),
        ({"fun": 1, "stars": "..2"}, "fun is set, and only levels with 3 stars have it"),
        ({"star": 3}, "unknown parameter 'star'; did you mean stars"),
        ({"blues": 1, "crates": 1, "ice": 1}, "expected at most two of these"),
        ({"blues": "0..1", "crates": "0..1", "ice": "0..1"}, "expected at most two of these"),
    ],
)
def test_settings_that_make_no_sense_are_refused(chosen: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        workshop.generate(GAME, 1, chosen)


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ({"perfect": "200.."}, r"moves for Perfect out of range \(perfect\)"),
        ({"moves": "200..", "stars": "0.."}, "moves out of range"),
        ({"rows": 4, "cols": 4, "reds": "2..5", "static": "0..100"}, r"red skiddies failed: \d"),
        ({"rows": 4, "cols": 4, "static": "0..99", "blues": 1}, r"blue skiddies failed: \d"),
        ({"rows": 4, "cols": 4, "reds": 2, "red_goals": 8}, r"red goals failed: \d"),
        ({"max_states": 1, "perfect": "1.."}, r"too many positions \(max_states\): \d"),
    ],
)
def test_what_cannot_be_had_is_said_with_reasons(chosen: dict[str, object], reason: str) -> None:
    with pytest.raises(GenerationFailed, match=reason) as caught:
        workshop.generate(GAME, 1, chosen, max_attempts=30)
    assert "in 30 attempts" in str(caught.value)


def test_generation_can_be_cancelled() -> None:
    control = Control()

    def cancel() -> None:
        time.sleep(0.05)
        control.cancel()

    thread = threading.Thread(target=cancel)
    thread.start()
    with pytest.raises(Cancelled, match="stopped after"):
        workshop.generate(GAME, 1, {"perfect": "300.."}, max_attempts=10**7, control=control)
    thread.join()
    assert control.seconds < 2
