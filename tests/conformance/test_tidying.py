"""The last stage of tilting games: what changes nothing is taken away, as far as it may be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import workshop
from engine.errors import ParameterError
from engine.evaluation.relevance import find_relevance
from engine.game import registry
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Candidate, Recipe
from engine.tiles.board import TileBoard
from engine.values.grid import iterate_cells
from engine.values.level import Board

MANY = {
    "fruit-dating": {
        "rows": 6, "cols": 6, "moves": "2..", "touching": "0..", "blockers": "0..40",
        "one_ways": "0..4", "mud": "0..2", "anteaters": "0..2", "max_states": 400,
    },
    "skiddy": {
        "rows": 5, "cols": 6, "perfect": "2..", "stars": 0, "pits": "0..60", "ice": "0..2",
        "crates": "0..2", "reds": 2, "max_states": 400,
    },
}  # fmt: skip
each_game = pytest.mark.parametrize("game", MANY)
seeds = st.integers(0, 10_000)


def accepted(game: str, seed: int, **settings: object) -> Candidate:
    generator = registry.get_game(game).generator
    recipe = Recipe(seed, 0, generator.parameters.complete_settings({**MANY[game], **settings}))
    return generator.build_candidate(find_accepted_attempt(generator, recipe)[0])


def inert(game: str, board: Board) -> list[str]:
    found = registry.get_game(game)
    facts = found.solver.solve(board).facts
    judged = find_relevance(found, board, facts)
    return [one.thing.kind for one in judged if one.inert and one.thing.counted]


def taken(candidate: Candidate) -> list[tuple[int, int, str]]:
    events = map(candidate.timeline.get_event, range(len(candidate.timeline)))
    return [(each.row, each.col, each.old) for each in events if each.stage == "tidying"]


@each_game
@given(seed=seeds)
def test_what_is_taken_away_changed_nothing(game: str, seed: int) -> None:
    candidate = accepted(game, seed)
    assert not inert(game, candidate.board)
    gone = taken(candidate)
    if not gone:
        return
    before = candidate.make_board_at(len(candidate.timeline) - len(gone))
    found = registry.get_game(game)
    one, other = (found.solver.solve(board).facts for board in (before, candidate.board))
    assert {key: one.get(key) for key in found.solver.compared_facts} == {
        key: other.get(key) for key in found.solver.compared_facts
    }
    assert candidate.board != before


@each_game
@given(seed=seeds, most=st.integers(1, 3))
def test_as_many_inert_things_stay_as_are_allowed(game: str, seed: int, most: int) -> None:
    candidate = accepted(game, seed, inert=f"..{most}")
    assert len(inert(game, candidate.board)) <= most
    before = candidate.make_board_at(len(candidate.timeline) - len(taken(candidate)))
    assert (len(inert(game, before)) > most) == bool(taken(candidate))


@each_game
def test_nothing_is_taken_where_all_is_allowed_or_levels_are_refused(game: str) -> None:
    for seed in range(6):
        for settings in ({"inert": "0.."}, {"inert_things": "refused"}):
            candidate = accepted(game, seed, **settings)
            assert not taken(candidate)
    assert not inert(game, candidate.board)


@given(seed=seeds)
def test_no_fewer_stay_than_were_asked_for(seed: int) -> None:
    board = accepted("fruit-dating", seed, one_ways="2..4", mud="1..2").board
    assert 2 <= len(board.gates) <= 4
    assert 1 <= sum(tile == "~" for _, _, tile in iterate_cells(board.tiles)) <= 2
    board = accepted("skiddy", seed, crates="1..2", ice=1).board
    assert 1 <= sum(piece == "c" for _, _, piece in iterate_cells(board.pieces)) <= 2
    assert sum(piece == "i" for _, _, piece in iterate_cells(board.pieces)) == 1


@each_game
def test_what_is_locked_stays(game: str) -> None:
    found = registry.get_game(game)
    piece, marks = ("o", 0) if game == "fruit-dating" else ("i", 0)
    for seed in range(4):
        board = accepted(game, seed, inert="0..").board
        assert isinstance(board, TileBoard)
        free = next(
            (row, col)
            for row, col, tile in iterate_cells(board.tiles)
            if tile == "." and board.pieces[row][col] == "."
        )
        locks = tuple(
            "".join("x" if (row, col) == free else "." for col in range(board.cols))
            for row in range(board.rows)
        )
        sketch = replace(board.with_piece(piece, *free), locked=locks)
        settings = {**MANY[game], "crates": 0} if game == "skiddy" else MANY[game]
        made, candidate, _ = workshop.generate(
            found, seed, {**settings, "inert": "0..1", "ice": "1"} if game == "skiddy" else
            {**settings, "inert": "0..1"}, sketch=sketch,
        )  # fmt: skip
        assert made.board.pieces[free[0]][free[1]] == piece
        marks += (*free, piece) in taken(candidate)
    assert marks == 0


@each_game
def test_each_event_is_reported(game: str) -> None:
    generator, reported = registry.get_game(game).generator, set()
    for seed in range(30):
        candidate = accepted(game, seed)
        events = map(candidate.timeline.get_event, range(len(candidate.timeline)))
        reported |= {generator.describe_event(each) for each in events if each.stage == "tidying"}
    assert reported
    assert all("removed, because it makes no difference" in text for text in reported)


@each_game
def test_there_is_nothing_else_to_be_done_with_them(game: str) -> None:
    with pytest.raises(ParameterError, match="inert_things: expected one of removed, refused"):
        registry.get_game(game).generator.parameters.complete_settings({"inert_things": "kept"})
