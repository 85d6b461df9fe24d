"""Rows of traces in words, for every game."""

from __future__ import annotations

import pytest
from shipped import files_of, level_in

from engine.game import registry
from engine.game.reasoned_trace import ReasonedTrace
from engine.values.budget import Budget
from engine.values.solver_trace import TraceRow
from workbench.text import trace_text

HEADINGS = {
    "fruit-dating": ("depth", "state", "move", "result", "moves to win"),
    "skiddy": ("depth", "state", "move", "result", "moves to win"),
    "linjat": ("layer", "rule", "result"),
    "mazing-monk": ("turn", "state", "move", "result", "turns to win"),
}


@pytest.mark.parametrize("name", HEADINGS)
def test_columns_have_headings_in_the_words_of_the_game(name: str) -> None:
    game = registry.get_game(name)
    board = level_in(files_of(name)[0]).board
    for number, strategy in enumerate(game.solver.strategies):
        trace = game.solver.solve(board, strategy, Budget(max_states=20_000)).trace
        for brief in (False, True):
            headings = trace_text.list_headings(game, trace, brief=brief)
            if not number and not brief:
                assert headings == HEADINGS[name]
            for index in range(min(len(trace), 200)):
                cells = trace_text.list_cells(trace, trace[index], brief=brief)
                assert len(cells) == len(headings)
                assert not any("=" in cell or "lost" in cell or "won" in cell for cell in cells)
                assert isinstance(trace, ReasonedTrace) or headings[-1] or not cells[-1]


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("new", "new"),
        ("= S3", "seen before (S3)"),
        ("= S3, secondary parent", "seen before (S3), secondary parent"),
        ("= S3: cheaper, replaces it", "seen before (S3): cheaper, replaces it"),
        ("= 1-2, reached sooner: replaces it", "seen before (1-2), reached sooner: replaces it"),
        ("won", "win"),
        ("won: max combo", "win: max combo"),
        ("lost: mud", "loses: mud"),
    ],
)
def test_results_are_in_words(result: str, words: str) -> None:
    assert trace_text.format_result(TraceRow("S3", "S1", "R", 2, result)) == words


def test_a_dead_end_says_which_piece_shows_it_and_the_last_good_move() -> None:
    level = level_in(next(file for file in files_of("fruit-dating") if "puddles" in file.name))
    game = registry.get_game("fruit-dating")
    solved, picture = game.solver.solve(level.board), game.boards.draw_picture(level.board)
    said = trace_text.explain_dead_end(solved.traps, picture, ("R",))
    assert said == (
        "Dead end: with the fruit A at row 5, column 6 the level cannot be won. "
        "The first move, R, is the mistake."
    )
    said = trace_text.explain_dead_end(solved.traps, picture, (*"URULDRU", "L"), {"U": "↑"})
    assert said.endswith("Last good move: ↑ (move 7), then L.")
    assert trace_text.explain_dead_end(None, picture, ("R",)).endswith("no win can be reached.")
