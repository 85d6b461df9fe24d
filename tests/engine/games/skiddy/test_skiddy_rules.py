"""The compiled rules of Skiddy: by example, and what must hold on any board."""

from __future__ import annotations

from collections import Counter

import pytest
from cases_skiddy import MOVE_CASES, MoveCase
from hypothesis import assume, given
from hypothesis import strategies as st
from skiddy_boards import (
    GAME,
    LETTERS,
    board_of,
    boards,
    explored,
    position_of,
    state_of,
    to_engine,
    to_reference,
)
from skiddy_reference import (
    SYMMETRIES,
    RefBoard,
    State,
    piece_grid,
    start_pieces,
    to_text,
    transform,
    transform_moves,
)

from engine.errors import MoveError
from engine.game.play_position import Position, Step
from engine.game.playthrough import replay_moves
from engine.games.skiddy.board import SkiddyBoard
from engine.jit import decorators
from engine.search.breadth_first import STAY_EDGE, WON_EDGE
from engine.values.budget import Budget

pytestmark = pytest.mark.jitless

SMALL = Budget(max_states=150 if decorators.is_disabled() else 3000)
STEP = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}

walks = st.lists(st.sampled_from(LETTERS), max_size=8)


def valid(case: MoveCase, rows: str) -> str:
    """A case's board made into a level, without a difference to its move.

    A board with a sideways move gets a red Skiddy in a cell of its own below, and goals under it;
    one with another move has a goal for reds, and gets one for blues at the side.
    """
    lines = rows.split("/")
    if case.letter in "RL":
        walls = "#" * (len(lines[0]) - 2)
        return "/".join([*lines, f"#r{walls}", f"#RB{walls[1:]}"])
    return "/".join([lines[0], lines[1][:-1] + "B", *lines[2:]])


def steps(board: SkiddyBoard, walk: list[str]) -> list[Step]:
    """What the moves do, one after the other."""
    found: list[Step] = []
    position = GAME.play.create_start(board)
    for letter in walk:
        found.append(GAME.play.step(position, letter))
        position = found[-1].after
    return found


def kinds_of(position: Position) -> Counter[str]:
    return Counter(kind for _, _, kind in state_of(position).pieces)


def text_of(board: SkiddyBoard, position: Position) -> str:
    return to_text(to_reference(board), state_of(position).pieces)


# --- by example ----------------------------------------------------------------------------


@pytest.mark.parametrize("case", MOVE_CASES, ids=lambda case: case.id)
def test_play_follows_the_rule(case: MoveCase) -> None:
    board = board_of(valid(case, case.before))
    assert GAME.boards.find_problems(board) == ()
    step = GAME.play.step(GAME.play.create_start(board), case.letter)
    assert step.changed == (case.after is not None)
    assert text_of(board, step.after) == valid(case, case.after or case.before)
    assert (kinds_of(step.before) - kinds_of(step.after))["r"] == case.left


@pytest.mark.parametrize("case", MOVE_CASES, ids=lambda case: case.id)
def test_search_follows_the_rule(case: MoveCase) -> None:
    board = board_of(valid(case, case.before))
    graph = explored(board, SMALL)
    edge = int(graph.edges[0, LETTERS.index(case.letter)])
    if case.after is None:
        assert edge == STAY_EDGE
    elif set("rb12") & set(valid(case, case.after)):
        assert edge > 0
        assert text_of(board, position_of(board, graph, edge)) == valid(case, case.after)
    else:
        assert edge == WON_EDGE


def test_a_combo_is_broken_by_leaving_some_behind() -> None:
    board = board_of("#####/#r r#/#   #/#R###")
    first = GAME.play.step(GAME.play.create_start(board), "D").after
    assert state_of(first) == State(((2, 3, "r"),), True)
    last = GAME.play.step(GAME.play.step(first, "L").after, "D").after
    assert (last.status, state_of(last)) == ("won", State((), True))
    both, legal = replay_moves(GAME.play, board, "LD")
    assert legal
    assert (both.position.status, state_of(both.position)) == ("won", State((), False))


def test_two_colours_may_leave_in_two_moves() -> None:
    run, _ = replay_moves(
        GAME.play, board_of("######/#r b #/######".replace("#r b #", "Rr b B")), "LR"
    )
    assert (run.position.status, state_of(run.position).broken) == ("won", False)


def test_two_groups_may_leave_by_two_goals() -> None:
    run, _ = replay_moves(GAME.play, board_of("#R#R#/#r r#/#   #/#####"), "U")
    assert (run.position.status, state_of(run.position).broken) == ("won", False)


def test_crates_and_ice_stay_behind() -> None:
    board = board_of("######/#r   R/#c  i#/######")
    end = GAME.play.step(GAME.play.create_start(board), "R").after
    assert (end.status, kinds_of(end)) == ("won", Counter("ci"))


def test_an_ended_game_stays_as_it_is() -> None:
    board = board_of("#####/#r i#/#R###")
    end = GAME.play.step(GAME.play.create_start(board), "D").after
    assert end.status == "won"
    for letter in LETTERS:
        step = GAME.play.step(end, letter)
        assert (step.changed, step.after) == (False, end)


@pytest.mark.parametrize("word", ["r", "X", "", "RU", "right"])
def test_other_moves_are_refused(word: str) -> None:
    with pytest.raises(MoveError, match="expected one of U R D L"):
        GAME.play.step(GAME.play.create_start(board_of("#####/#r  #/#R###")), word)


# --- on any board --------------------------------------------------------------------------


@given(boards(), walks)
def test_only_skiddies_leave_and_two_pieces_never_share_a_cell(
    board: SkiddyBoard, walk: list[str]
) -> None:
    tiles = GAME.boards.draw_picture(board).tiles
    for step in steps(board, walk):
        before, after = kinds_of(step.before), kinds_of(step.after)
        assert not after - before
        assert set(before - after) <= {"r", "b"}
        assert GAME.play.draw_picture(step.after).tiles == tiles
        pieces = state_of(step.after).pieces
        assert len({piece[:2] for piece in pieces}) == len(pieces)
        assert all(board.tiles[row][col] in ".o" for row, col, _ in pieces)


@given(boards(), walks)
def test_pieces_only_move_with_the_tilt_and_crates_by_a_cell(
    board: SkiddyBoard, walk: list[str]
) -> None:
    kinds = [kind for line in board.pieces for kind in line if kind != "."]
    for step in steps(board, walk):
        down, right = STEP[step.move]
        for kind, old, new in zip(kinds, step.before.pieces[0], step.after.pieces[0], strict=True):
            if new == old or new >= board.rows * board.cols:
                continue
            (row, col), (new_row, new_col) = divmod(old, board.cols), divmod(new, board.cols)
            far = (new_row - row) * down + (new_col - col) * right
            assert far > 0
            assert (new_row, new_col) == (row + far * down, col + far * right)
            assert kind != "c" or far == 1


@given(boards(), walks)
def test_a_move_is_what_changes_something(board: SkiddyBoard, walk: list[str]) -> None:
    for step in steps(board, walk):
        if step.before.status == "won":
            assert not step.changed
        if step.changed:
            assert state_of(step.after) != state_of(step.before)
        else:
            assert step.after == step.before


@given(boards(), walks)
def test_the_combo_is_broken_for_good_by_those_who_leave_without_the_rest(
    board: SkiddyBoard, walk: list[str]
) -> None:
    initial = kinds_of(GAME.play.create_start(board))
    broken = False
    for step in steps(board, walk):
        left = kinds_of(step.before) - kinds_of(step.after)
        broken = broken or any(0 < left[colour] < initial[colour] for colour in "rb")
        assert state_of(step.after).broken == broken
        assert (step.after.status == "won") == (not {"r", "b"} & set(kinds_of(step.after)))


@given(boards(tiles="......##", others="bi"), walks)
def test_the_same_tilt_again_changes_nothing_without_pits_and_crates(
    board: SkiddyBoard, walk: list[str]
) -> None:
    for step in steps(board, walk):
        assert not GAME.play.step(step.after, step.move).changed


@given(boards(), walks)
def test_play_and_search_go_the_same_way(board: SkiddyBoard, walk: list[str]) -> None:
    graph = explored(board, SMALL)
    state = 0
    for step in steps(board, walk):
        if state >= graph.expanded:
            return
        edge = int(graph.edges[state, LETTERS.index(step.move)])
        if step.after.status == "won":
            assert edge == (WON_EDGE - 1 if state_of(step.after).broken else WON_EDGE)
            return
        assert (edge == STAY_EDGE) == (not step.changed)
        state = state if edge == STAY_EDGE else edge
        assert state_of(position_of(board, graph, state)) == state_of(step.after)


@given(boards())
def test_no_two_states_are_the_same_position(board: SkiddyBoard) -> None:
    graph = explored(board, Budget(max_states=100))
    positions = {state_of(position_of(board, graph, n)) for n in range(graph.count)}
    assert len(positions) == graph.count


@given(boards(), walks, st.sampled_from(SYMMETRIES))
def test_mirrored_and_turned_boards_play_the_same(
    board: SkiddyBoard, walk: list[str], symmetry: str
) -> None:
    image = to_engine(transform(to_reference(board), symmetry))
    for step, other in zip(
        steps(board, walk),
        steps(image, list(transform_moves("".join(walk), symmetry))),
        strict=True,
    ):
        here = state_of(step.after)
        drawn = RefBoard(board.tiles, piece_grid(to_reference(board), here.pieces))
        assert state_of(other.after) == State(start_pieces(transform(drawn, symmetry)), here.broken)
        assert (other.changed, other.after.status) == (step.changed, step.after.status)


@given(boards(max_pieces=4), st.data())
def test_mirrored_and_turned_boards_have_the_same_facts(
    board: SkiddyBoard, data: st.DataObject
) -> None:
    facts = GAME.solver.solve(board, budget=SMALL).facts
    assume(facts["complete"])
    symmetry = data.draw(st.sampled_from(SYMMETRIES))
    image = to_engine(transform(to_reference(board), symmetry))
    theirs = GAME.solver.solve(image, budget=SMALL).facts
    for name in ("solvable", "moves", "states", "dead_states", "winning_edges", "stars"):
        assert theirs[name] == facts[name]
    for name in ("max_combo", "no_combo"):
        ours, other = facts[name], theirs[name]
        assert (ours is None) == (other is None)
        if ours is not None:
            # Which of the shortest solutions comes first depends on the order of moves.
            assert other["moves"] == ours["moves"]
            assert other["shortest_solutions"] == ours["shortest_solutions"]
            run, legal = replay_moves(GAME.play, image, transform_moves(ours["solution"], symmetry))
            assert legal
            assert run.position.status == "won"
            assert state_of(run.position).broken == (name == "no_combo")


@given(boards(others="", max_pieces=3), st.sampled_from(LETTERS))
def test_the_other_colour_plays_the_same(board: SkiddyBoard, letter: str) -> None:
    swap = str.maketrans("rbRB", "brBR")
    other = SkiddyBoard(*(tuple(line.translate(swap) for line in g) for g in _grids(board)))
    ours, theirs = (GAME.play.step(GAME.play.create_start(b), letter) for b in (board, other))
    assert text_of(other, theirs.after) == text_of(board, ours.after).translate(
        str.maketrans("rbRB12", "brBR21")
    )


def _grids(board: SkiddyBoard) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return board.tiles, board.pieces
