"""What lies ahead of a position: read off the graph, found by playing, and solved afresh."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from fruit_boards import GAME, boards
from hypothesis import given
from hypothesis import strategies as st
from toy_game import SLOPE, TOY, ToyBoard

from engine.files import levelfile
from engine.game import exploration, registry
from engine.game.game import Game
from engine.game.play_position import Position
from engine.game.playthrough import Playthrough
from engine.game.reasoned_trace import ReasonedTrace
from engine.games.fruit_dating.board import FruitBoard
from engine.values.budget import Budget, Control
from engine.values.level import Board
from engine.values.picture import DrawnPiece
from engine.values.win_distance_guide import HOPELESS, WON, Guide, Lookahead
from workbench.service import tasks

LEVELS = sorted((Path(__file__).parents[3] / "levels" / "fruit-dating").glob("*.toml"))
POCKET = ToyBoard(("#######", "#.#####", "#S...G#", "#.#####", "#######"))
"""Right wins; up and down lead into a shaft that the sled never leaves."""


def walk(game: Game, board: Board, rng: random.Random, length: int) -> Playthrough:
    """A run of random moves, as far as play goes on."""
    run = Playthrough(game.play, board)
    for _ in range(length):
        run.make_move(rng.choice(game.play.moves).word)
    return run


def as_board(position: Position) -> FruitBoard:
    """A position as a level of its own."""
    board = position.board
    assert isinstance(board, FruitBoard)
    glyphs = {f"fruit-{glyph.lower()}": glyph for glyph in "ABCDEFGH"}
    glyphs |= {"stone": "o", "car": "c", "barrel": "b"}
    pieces = [["."] * board.cols for _ in range(board.rows)]
    for (row, col), piece in GAME.play.draw_picture(position).pieces.items():
        assert isinstance(piece, DrawnPiece)
        pieces[row][col] = glyphs[piece.name]
    return FruitBoard(board.tiles, tuple("".join(row) for row in pieces), gates=board.gates)


def guide_of(board: FruitBoard) -> Guide:
    found = GAME.solver.solve(board).guide
    assert found is not None
    return found


@pytest.mark.parametrize("path", LEVELS[:12], ids=lambda path: path.stem)
def test_every_position_is_as_far_from_a_win_as_the_solver_says_of_it_alone(path: Path) -> None:
    board = levelfile.read_level(path).board
    assert isinstance(board, FruitBoard)
    guide = guide_of(board)
    for seed in range(12):
        run = walk(GAME, board, random.Random(seed), 1 + seed)
        prospect = guide.look_ahead(run.moves)
        assert prospect is not None
        if run.position.status == "playing":
            alone = GAME.solver.solve(as_board(run.position), "uniform-cost")
            assert prospect.remaining == alone.facts["moves"]
        else:
            assert prospect == (WON if run.position.status == "won" else HOPELESS)


@given(boards(), st.randoms(use_true_random=False))
def test_the_graph_and_playing_agree(board: FruitBoard, rng: random.Random) -> None:
    graph, played = guide_of(board), exploration.explore_positions(GAME.play, board)
    if played is None:
        return  # more positions than playing is meant for
    for _ in range(5):
        moves = walk(GAME, board, rng, rng.randint(0, 8)).moves
        assert graph.look_ahead(moves) == played.look_ahead(moves)


@pytest.mark.parametrize("path", LEVELS[:6], ids=lambda path: path.stem)
def test_following_the_best_moves_wins_in_time(path: Path) -> None:
    board = levelfile.read_level(path).board
    assert isinstance(board, FruitBoard)
    guide = guide_of(board)
    for last in (0, -1):
        run = Playthrough(GAME.play, board)
        while (prospect := guide.look_ahead(run.moves)) is not None and prospect.best:
            assert run.make_move(prospect.best[last]).changed
        assert run.position.status == "won"
        assert len(run.moves) == GAME.solver.solve(board).facts["moves"]


def test_a_search_that_was_cut_short_gives_no_guide() -> None:
    board = levelfile.read_level(LEVELS[-1]).board
    assert GAME.solver.solve(board, budget=Budget(max_states=5)).guide is None


def test_playing_finds_the_way_on_ice() -> None:
    guide = exploration.explore_positions(TOY.play, SLOPE)
    assert guide is not None
    assert guide.look_ahead(()) == Lookahead(2, ("R", "D"))
    assert guide.look_ahead(("R",)) == Lookahead(1, ("D",))
    assert guide.look_ahead(("R", "D")) == WON
    assert guide.look_ahead(("R", "L")) == Lookahead(2, ("R", "D"))


def test_playing_finds_dead_ends() -> None:
    guide = exploration.explore_positions(TOY.play, POCKET)
    assert guide is not None
    assert guide.look_ahead(()) == Lookahead(1, ("R",))
    assert guide.look_ahead(("U",)) == HOPELESS
    assert guide.look_ahead(("U", "D", "U")).is_dead  # type: ignore[union-attr]


def test_a_guide_is_given_when_asked_for() -> None:
    assert tasks.solve_board(TOY, SLOPE, Control()).guide is None
    guided = tasks.solve_board(TOY, SLOPE, Control(), guided=True)
    assert guided.guide is not None
    assert guided.guide.look_ahead(("D",)) == Lookahead(1, ("R",))


def test_every_installed_game_can_be_guided() -> None:
    for game in registry.list_games():
        levels = sorted((LEVELS[0].parents[1] / game.name).glob("*.toml"))
        for path in levels[:2]:
            board = levelfile.read_level(path).board
            solved = tasks.solve_board(game, board, Control(), guided=True)
            if solved.guide is None:
                assert isinstance(solved.trace, ReasonedTrace), "others hint by their conclusions"
                continue
            start = solved.guide.look_ahead(())
            assert start is not None
            assert solved.moves is not None
            assert start.remaining == len(solved.moves)
