"""The compiled rules of Fruit Dating: by example, and what must hold on any board."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from cases_fruit_dating import LEVEL_ONE, RULE_CASES, RuleCase
from fruit_boards import (
    FACTS,
    GAME,
    LETTERS,
    board_of,
    boards,
    packed,
    state_of,
    to_engine,
    to_reference,
    unpacked,
)
from hypothesis import assume, given
from hypothesis import strategies as st
from reference.fruit_dating import (
    SYMMETRIES,
    RefBoard,
    canonical,
    piece_grid,
    symmetries_hold,
    transform,
    transform_moves,
)

from engine.errors import MoveError
from engine.game.play_position import Position
from engine.game.playthrough import replay_moves
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.fruit_compiler import compile_board
from engine.jit import decorators
from engine.search.breadth_first import LOST_EDGE, STAY_EDGE, WON_EDGE
from engine.search.graph import Graph, search_graph
from engine.values.budget import Budget

pytestmark = pytest.mark.jitless

SMALL = Budget(max_states=150 if decorators.is_disabled() else 3000)
PLAYED = {"idle": "playing", "moved": "playing", "won": "won", "lost": "lost"}
PLAIN = "......###~h"
"""Tiles without anteaters."""


def board_of_case(case: RuleCase) -> FruitBoard:
    return to_engine(RefBoard(case.tiles, case.pieces, case.gates))


def grid_of(position: Position) -> tuple[str, ...]:
    board = position.board
    assert isinstance(board, FruitBoard)
    return piece_grid(to_reference(board), state_of(board, position.pieces[0]))


def graph_of(board: FruitBoard, budget: Budget = SMALL) -> Graph:
    return search_graph(compile_board(board).make_search_level(), budget)


def words_of(graph: Graph, state: int) -> tuple[int, ...]:
    return tuple(graph.states[state * graph.words : (state + 1) * graph.words].tolist())


# --- by example ----------------------------------------------------------------------------


@pytest.mark.parametrize("case", RULE_CASES, ids=lambda case: case.name)
def test_play_follows_the_rule(case: RuleCase) -> None:
    board = board_of_case(case)
    assert GAME.boards.find_problems(board) == ()
    step = GAME.play.step(GAME.play.create_start(board), case.letter)
    assert step.after.status == PLAYED[case.outcome]
    assert step.changed == (case.outcome != "idle")
    if case.after is not None:
        assert grid_of(step.after) == case.after
    if case.outcome == "lost":
        # A loss without mud must be a hedgehog's.
        assert ("mud" in step.note) == ("~" in "".join(case.tiles))
        assert ("hedgehog" in step.note) == ("~" not in "".join(case.tiles))


@pytest.mark.parametrize("case", RULE_CASES, ids=lambda case: case.name)
def test_search_follows_the_rule(case: RuleCase) -> None:
    board = board_of_case(case)
    graph = graph_of(board, Budget(max_states=1))
    edge = int(graph.edges[0, LETTERS.index(case.letter)])
    if case.outcome == "moved":
        assert edge > 0
        assert piece_grid(to_reference(board), unpacked(board, words_of(graph, edge))) == _alike(
            case.after or ()
        )
    else:
        assert edge == {"idle": STAY_EDGE, "lost": LOST_EDGE, "won": WON_EDGE}[case.outcome]


def _alike(grid: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line.replace("c", "o").replace("b", "o") for line in grid)


def test_an_ended_game_stays_as_it_is() -> None:
    won = GAME.play.step(GAME.play.create_start(board_of("#### #..# ####", ".... .AA. ....")), "R")
    assert not won.changed  # nothing slides
    board = board_of("##### #...# #####", "..... .A.A. .....")
    end = GAME.play.step(GAME.play.create_start(board), "R").after
    assert end.status == "won"
    for letter in LETTERS:
        step = GAME.play.step(end, letter)
        assert (step.changed, step.after) == (False, end)


@pytest.mark.parametrize("move", ["r", "X", "", "RU", "right"])
def test_other_moves_are_refused(move: str) -> None:
    board = to_engine(RefBoard(LEVEL_ONE.tiles, LEVEL_ONE.pieces, LEVEL_ONE.gates))
    with pytest.raises(MoveError, match="expected one of R U L D"):
        GAME.play.step(GAME.play.create_start(board), move)


def test_a_match_is_reported() -> None:
    board = board_of("##### #...# #...# #####", "..... .A.A. .B..B .....".replace("B..B", "B.B."))
    step = GAME.play.step(GAME.play.create_start(board), "L")
    assert (step.note, step.after.status) == ("fruit A matched, fruit B matched", "won")


def test_the_first_level_is_solved_as_the_article_says() -> None:
    board = to_engine(RefBoard(LEVEL_ONE.tiles, LEVEL_ONE.pieces, LEVEL_ONE.gates))
    run, legal = replay_moves(GAME.play, board, LEVEL_ONE.solution)
    assert legal
    assert run.position.status == "won"
    assert GAME.solver.solve(board).facts["solution"] == LEVEL_ONE.solution


# --- on any board --------------------------------------------------------------------------

walks = st.lists(st.sampled_from(LETTERS), max_size=8)


@given(boards(), walks)
def test_pieces_leave_only_as_matched_pairs_and_walls_never_move(
    board: FruitBoard, walk: list[str]
) -> None:
    position = GAME.play.create_start(board)
    tiles = GAME.boards.draw_picture(board).tiles
    for letter in walk:
        step = GAME.play.step(position, letter)
        before, after = (
            Counter(kind for _, _, kind in state_of(board, p.pieces[0]))
            for p in (step.before, step.after)
        )
        left = before - after
        assert not after - before
        assert all(kind in "ABCDEFGH" and count % 2 == 0 for kind, count in left.items())
        assert GAME.play.draw_picture(step.after).tiles == tiles
        # No two pieces on one tile, none in a wall.
        state = state_of(board, step.after.pieces[0])
        assert len({place[:2] for place in state}) == len(state)
        assert all(board.tiles[row][col] in ".~" for row, col, _ in state)
        position = step.after


@given(boards(tiles=PLAIN), walks)
def test_the_same_tilt_again_changes_nothing_if_nothing_matched(
    board: FruitBoard, walk: list[str]
) -> None:
    position = GAME.play.create_start(board)
    for letter in walk:
        step = GAME.play.step(position, letter)
        position = step.after
        if position.status != "playing":
            return
        if not step.note:
            assert not GAME.play.step(position, letter).changed


@given(boards(max_blockers=3), st.randoms(use_true_random=False))
def test_blockers_are_interchangeable(board: FruitBoard, rng: random.Random) -> None:
    other = replace(
        board,
        pieces=tuple(
            "".join(rng.choice("ocb") if kind in "ocb" else kind for kind in line)
            for line in board.pieces
        ),
    )
    ours, theirs = (GAME.solver.solve(b, budget=SMALL).facts for b in (board, other))
    assert ours == theirs


@given(boards(max_blockers=3))
def test_every_packed_state_is_its_position_and_no_other(board: FruitBoard) -> None:
    graph = graph_of(board, Budget(max_states=60))
    seen = set()
    for state in range(graph.count):
        run, _ = replay_moves(GAME.play, board, (LETTERS[move] for move in graph.find_path(state)))
        assert run.position.status == "playing"
        position = state_of(board, run.position.pieces[0])
        words = words_of(graph, state)
        assert words == packed(board, position)
        assert unpacked(board, words) == canonical(position)
        seen.add(canonical(position))
    # The same position never appears under two numbers.
    assert len(seen) == graph.count


@given(boards(), walks)
def test_play_and_search_go_the_same_way(board: FruitBoard, walk: list[str]) -> None:
    graph = graph_of(board)
    position, state = GAME.play.create_start(board), 0
    for letter in walk:
        step = GAME.play.step(position, letter)
        if state >= graph.expanded:
            return
        edge = int(graph.edges[state, LETTERS.index(letter)])
        if step.after.status != "playing":
            assert edge == (WON_EDGE if step.after.status == "won" else LOST_EDGE)
            return
        assert (edge == STAY_EDGE) == (not step.changed)
        state = state if edge == STAY_EDGE else edge
        position = step.after
        assert words_of(graph, state) == packed(board, state_of(board, position.pieces[0]))


# --- symmetries ----------------------------------------------------------------------------


@given(boards(symmetric=True), st.data())
def test_all_eight_symmetries_give_the_same_facts(board: FruitBoard, data: st.DataObject) -> None:
    reference = to_reference(board)
    assert symmetries_hold(reference)
    facts = GAME.solver.solve(board, budget=SMALL).facts
    assume(facts["complete"])
    names = [*SYMMETRIES]
    for g in [data.draw(st.sampled_from(names))] if decorators.is_disabled() else names:
        image = to_engine(transform(reference, g))
        assert GAME.boards.find_problems(image) == ()
        theirs = GAME.solver.solve(image).facts
        # Which of the shortest solutions comes first depends on the order of moves.
        assert {key: theirs[key] for key in FACTS if key != "solution"} == {
            key: facts[key] for key in FACTS if key != "solution"
        }
        if facts["solution"]:
            run, legal = replay_moves(GAME.play, image, transform_moves(facts["solution"], g))
            assert legal
            assert run.position.status == "won"
