"""Consistency checks for stored verdicts on levels of A Mazing Monk."""

from __future__ import annotations

from engine.game.play import Play
from engine.game.stored_fact_checks import FactChecker
from engine.game.stored_verdict_checks import replay_solution
from engine.games.mazing_monk.cube import thesis_rating
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.monk_notation import StepMove, parse_move
from engine.games.mazing_monk.play.rules import count_play

_OF_SOLUTION = ("turns", "walks", "steps")
_COUNTS = ("traps", "deadly_turns", "expanded")


def check_facts(stored: FactChecker, play: Play, board: MonkBoard) -> None:
    """Report stored facts that contradict the board, the solution or each other."""
    # The rating depends only on the board, so it can be recomputed and compared.
    for key, fact in thesis_rating.build_rating_facts(board).items():
        if key in stored.facts:
            stored.require_equal(key, fact)
    for key in _COUNTS:
        stored.read_integer(key)
    solvable, bound = stored.read_boolean("solvable"), stored.read_integer("lower_bound")
    optimal = stored.read_boolean("optimal")
    text = stored.read_text("solution")
    if solvable is False:
        stored.require_absent("optimal", "lower_bound")
    if text is None:
        stored.require_absent("moves", *_OF_SOLUTION)
        stored.require(not optimal, "optimal", "expected false without a solution")
        return
    stored.require_equal("complete", True)  # a search that was cut off stores no solution
    moves = tuple(text.split())
    if replay_solution(stored, "solution", play, board, moves) is None:
        return
    # Only players make single steps. The solver always writes walks.
    if any(isinstance(parse_move(move), StepMove) for move in moves):
        stored.add_problem("solution", "expected turns and walks, found a single step")
        return
    counted = count_play(board, moves)
    for key, fact in counted.items():
        stored.require_equal(key, fact)
    turns = counted["turns"]
    stored.require_equal("moves", turns + counted["walks"])
    stored.read_integer("optimal_solutions", 1)
    stored.require(
        bound is None or bound <= turns, "lower_bound", f"expected at most {turns} turns"
    )
    if bound is not None:
        # A solution is optimal if and only if its number of turns equals the proven lower bound.
        stored.require_equal("optimal", turns == bound)
