"""The stages of Skiddy's generator, judged by plain readings of what they do and of the log."""

from __future__ import annotations

from collections import Counter

import elsewhere
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from skiddy_boards import GAME
from skiddy_candidates import (
    GOALS,
    PIECES,
    STAGES,
    Cell,
    as_board,
    before,
    beside,
    events_of,
    final,
    fitting,
    inner,
    made,
    number_of,
    recipe,
    ring,
    seeds,
    setting,
    tile,
)

from engine import workshop
from engine.files import levelfile
from engine.jit import decorators
from engine.stages.candidate import Event
from engine.stages.cell_cause import find_blame
from engine.values.grid import iterate_cells
from engine.values.ranges import Range

pytestmark = pytest.mark.jitless

PLACES = {
    "border": ("tiles", "#"),
    "blocks": ("tiles", "#"),
    "pits": ("tiles", "o"),
    "reds": ("pieces", "r"),
    "blues": ("pieces", "b"),
    "crates": ("pieces", "c"),
    "ice": ("pieces", "i"),
    "red-goals": ("tiles", "R"),
    "blue-goals": ("tiles", "B"),
}
"""The plane that every stage changes, and the one glyph that it puts there."""


# --- the stages ----------------------------------------------------------------------------


@given(setting(), seeds, st.integers(0, 50))
def test_finished_candidates_have_what_was_asked_for(
    chosen: dict[str, object], seed: int, attempt: int
) -> None:
    candidate = made(chosen, seed, attempt)
    board, parameters = final(candidate), candidate.recipe.parameters
    assert (board.rows, board.cols) == (chosen["rows"], chosen["cols"])
    if candidate.failed is not None:
        return
    assert GAME.boards.find_problems(board) == ()
    for cell in ring(board):
        inside = before(board, cell)
        if inside is None:
            assert tile(board, cell) == "#"
        else:
            assert tile(board, cell) == "#" or tile(board, inside) != "#"
            assert tile(board, cell) in "#RB"
    assert all(tile(board, cell) in ".#o" for cell in inner(board))
    static, share = parameters.get_range("static"), parameters.get_range("pits")
    wanted = {
        (number - number * of_pits // 100, number * of_pits // 100)
        for number in {len(inner(board)) * per_cent // 100 for per_cent in ends(static)}
        for of_pits in ends(share)
    }
    assert (number_of(board, "#"), number_of(board, "o")) in wanted
    for kind, glyph in PIECES.items():
        assert number_of(board, glyph) in parameters.get_range(kind)
    assert number_of(board, "r") >= 2
    assert all(tile(board, (r, c)) == "." for r, c, _ in board.iterate_pieces())
    for key, goal, glyph in (("red_goals", "R", "r"), ("blue_goals", "B", "b")):
        wanted_goals = parameters.get_range(key) if number_of(board, glyph) else Range(0, 0)
        assert number_of(board, goal) in wanted_goals
    if chosen["neighbours"] == "apart":
        for cell in ring(board):
            near = {tile(board, place) for place in (cell, *beside(board, cell))}
            assert not (tile(board, cell) in "RB" and {"R", "B"} <= near)


def ends(span: Range) -> range:
    assert span.low is not None
    assert span.high is not None
    return range(span.low, span.high + 1)


@given(setting(), seeds)
def test_every_stage_puts_one_thing_in_one_plane(chosen: dict[str, object], seed: int) -> None:
    for event in events_of(made(chosen, seed)):
        assert (event.plane, event.new) == PLACES[event.stage]
        assert event.old == ("#" if event.stage in GOALS else ".")
        assert event.weight is None
        assert (event.draw is None) == (event.stage == "border")


@given(setting(), seeds)
def test_the_ring_comes_first_and_is_whole(chosen: dict[str, object], seed: int) -> None:
    candidate = made(chosen, seed)
    places = [(event.row, event.col) for event in events_of(candidate, "border")]
    assert places == ring(final(candidate))


@given(setting(), seeds)
def test_things_go_to_the_cell_that_was_drawn(chosen: dict[str, object], seed: int) -> None:
    candidate = made(chosen, seed)
    for moment, event in enumerate(events_of(candidate)):
        if event.draw is not None:
            cells = fitting(candidate, as_board(candidate.make_board_at(moment)), event.stage)
            assert cells[event.draw] == (event.row, event.col)
            assert event.choices == len(cells)
    if candidate.failed is not None:
        stage = next(stage for stage in GAME.generator.stages if stage.title == candidate.failed)
        assert fitting(candidate, final(candidate), stage.name) == []


def test_events_are_reported_in_plain_words() -> None:
    candidate = made({"reds": 3, "static": 20, "rows": 5, "cols": 6}, 7)
    reported = [GAME.generator.describe_event(event) for event in events_of(candidate)]
    assert reported[0] == "row 0, column 0: block of the border; no random draw"
    reds = [GAME.generator.describe_event(event) for event in events_of(candidate, "reds")]
    assert len(reds) == 3
    for number, (words, event) in enumerate(
        zip(reds, events_of(candidate, "reds"), strict=True), 1
    ):
        place = f"row {event.row}, column {event.col}"
        assert event.draw is not None
        assert words.startswith(f"{place}: red Skiddy {number} of 3, drawn {event.draw + 1}")
        assert words.endswith(f" of {10 - number + 1} cells that fit")


@pytest.mark.parametrize(
    ("draw", "ordinal"),
    [(0, "1st"), (1, "2nd"), (2, "3rd"), (3, "4th"), (10, "11th"), (12, "13th"), (21, "22nd")],
)
def test_draws_are_counted_from_one(draw: int, ordinal: str) -> None:
    event = Event("reds", "pieces", 1, 1, ".", "r", None, draw, 30, 1, 1)
    assert f"drawn {ordinal} of 30" in GAME.generator.describe_event(event)


def test_all_cells_are_as_likely() -> None:
    chosen: dict[str, object] = {"rows": 5, "cols": 6, "static": 0, "reds": 2, "red_goals": 1}
    reds, goals = Counter[Cell](), Counter[Cell]()
    for attempt in range(600):
        for event in events_of(made(chosen, 4, attempt)):
            counted = {"reds": reds, "red-goals": goals}.get(event.stage)
            if counted is not None:
                counted[event.row, event.col] += 1
    # 100 and 42.9 are to be expected; the bounds are five standard deviations away.
    assert len(reds) == 12 and len(goals) == 14
    assert all(54 < number < 146 for number in reds.values())
    assert all(11 < number < 75 for number in goals.values())


def test_most_candidates_of_the_defaults_are_whole() -> None:
    assert sum(made({}, 1, attempt).failed is None for attempt in range(30)) == 30


# --- the timeline --------------------------------------------------------------------------


@given(setting(), seeds)
def test_the_log_replayed_is_the_layout(chosen: dict[str, object], seed: int) -> None:
    candidate = made(chosen, seed)
    timeline = candidate.timeline
    layout = timeline.start.copy()
    for moment, (_, row, cell, old, new, _, _) in enumerate(timeline.log.tolist()):
        assert np.array_equal(timeline.build_layout(moment), layout)
        assert layout[row, cell] == old
        layout[row, cell] = new
    assert np.array_equal(timeline.build_layout(len(timeline)), layout)
    assert candidate.make_board_at(len(timeline)) == candidate.board
    numbers = timeline.log[:, 0].tolist()
    assert numbers == sorted(numbers)


@settings(max_examples=5 if decorators.is_disabled() else 25)
@given(setting(), seeds)
def test_every_cell_is_blamed_on_the_last_that_changed_it(
    chosen: dict[str, object], seed: int
) -> None:
    candidate = made(chosen, seed)
    board, moments = final(candidate), len(candidate.timeline)
    for row, col, glyph in iterate_cells(board.tiles):
        found = find_blame(candidate.timeline, moments, row, col)
        piece = board.pieces[row][col]
        if glyph == piece == ".":
            assert found is None
            continue
        assert found is not None
        assert found.event.new == (glyph if piece == "." else piece)
        assert found.stage.name == found.event.stage
        text = GAME.generator.describe_event(found.event)
        assert text.startswith(f"row {row}, column {col}: ") and "\n" not in text


# --- seeds, attempts and re-rolls ----------------------------------------------------------


@given(setting(), seeds, st.integers(0, 1000))
def test_the_same_recipe_makes_the_same_bytes(
    chosen: dict[str, object], seed: int, attempt: int
) -> None:
    ours, theirs = (made(chosen, seed, attempt) for _ in range(2))
    assert np.array_equal(ours.timeline.log, theirs.timeline.log)
    texts = [levelfile.dumps(workshop.build_level(GAME, candidate)) for candidate in (ours, theirs)]
    assert texts[0] == texts[1]


EVERYTHING: dict[str, object] = {
    "rows": 7,
    "cols": 8,
    "static": 20,
    "pits": 34,
    "reds": 3,
    "blues": 2,
    "ice": 2,
    "red_goals": 2,
    "blue_goals": 2,
    "max_states": 200,
}
"""Every number fixed, and something to draw in all stages but two; not searched far."""


@pytest.mark.parametrize("stage", ["blocks", "pits", "reds", "blues", "ice", "red-goals"])
def test_a_rerolled_stage_leaves_the_draws_of_the_others(stage: str) -> None:
    changed = set()
    for seed in range(6):
        plain = recipe(EVERYTHING, seed)
        ours, theirs = (
            GAME.generator.build_candidate(plain),
            GAME.generator.build_candidate(plain.reroll_stage(stage)),
        )
        for other in STAGES:
            draws = [[e.draw for e in events_of(made, other)] for made in (ours, theirs)]
            if draws[0] != draws[1]:
                changed.add(other)
    # Where blocks stand decides how many cells fit a goal, so there the same draw says less.
    follow = set(GOALS) if stage == "blocks" else set()
    assert stage in changed
    assert changed <= {stage, *follow}


@given(setting(), seeds, st.sampled_from(STAGES))
def test_a_rerolled_stage_leaves_the_earlier_ones(
    chosen: dict[str, object], seed: int, stage: str
) -> None:
    plain = recipe(chosen, seed)
    ours, theirs = (
        GAME.generator.build_candidate(plain),
        GAME.generator.build_candidate(plain.reroll_stage(stage)),
    )
    first = ours.timeline.find_stage_span(STAGES.index(stage))[0]
    assert np.array_equal(ours.timeline.log[:first], theirs.timeline.log[:first])


def test_attempts_and_seeds_make_different_boards() -> None:
    boards = {final(made({}, seed, attempt)) for seed in range(5) for attempt in range(5)}
    assert len(boards) == 25


IN_ANOTHER_PROCESS = """
import json, sys
from engine.files import levelfile
from engine.game import registry
from engine import workshop
from engine.stages.candidate import Recipe
game, chosen = registry.get_game("skiddy"), json.load(sys.stdin)
given = game.generator.parameters.complete_settings(chosen)
made = [game.generator.build_candidate(Recipe(7, n, given)) for n in range(5)]
level, _, tried = workshop.generate(game, 7, {"rows": 4, "cols": 5})
print(json.dumps([[[levelfile.dumps(workshop.build_level(game, c)), c.timeline.log.tolist()]
      for c in made], levelfile.dumps(level), tried.tried]))
"""


def test_plain_python_in_another_process_makes_the_same_bytes() -> None:
    candidates, level, tried = elsewhere.answer_of(IN_ANOTHER_PROCESS, EVERYTHING, plain=True)
    for attempt, (text, log) in enumerate(candidates):
        candidate = made(EVERYTHING, 7, attempt)
        assert levelfile.dumps(workshop.build_level(GAME, candidate)) == text
        assert candidate.timeline.log.tolist() == log
    ours, _, attempts = workshop.generate(GAME, 7, {"rows": 4, "cols": 5})
    assert (levelfile.dumps(ours), attempts.tried) == (level, tried)


def test_seed_attempt_and_parameters_are_enough_to_make_a_level_again() -> None:
    level, candidate, attempts = workshop.generate(GAME, 23, {"cols": 6})
    again = levelfile.loads(levelfile.dumps(level))
    assert levelfile.dumps(workshop.rebuild(again)) == levelfile.dumps(level)
    assert made({"cols": 6}, 23, candidate.recipe.attempt).board == level.board
    assert attempts.accepted == candidate.recipe.attempt
