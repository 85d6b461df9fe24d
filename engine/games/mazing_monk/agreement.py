"""What the facts of a stored verdict on a Mazing Monk level have to do with each other."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.agreement import won_by
from engine.game.claims import Claims, Kind
from engine.game.play import Play
from engine.games.mazing_monk.cube import rating
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.words import Single, read_word
from engine.games.mazing_monk.play.playing import tally

_OF_SOLUTION = ("turns", "walks", "steps")
_COUNTS = ("traps", "deadly_turns", "expanded")
KINDS_OF_FACTS: Mapping[str, Kind] = {
    "solution": str,
    "optimal": bool,
    **dict.fromkeys((*_OF_SOLUTION, "lower_bound", "optimal_solutions", *_COUNTS), int),
    **dict.fromkeys(rating.FACTS, float),
}
"""The kinds of the facts; see :attr:`engine.game.game.Game.fact_kinds`."""


def dispute(stored: Claims, play: Play, board: MonkBoard) -> None:
    """Disputes what cannot be true; see :meth:`engine.game.solver.Solver.dispute`."""
    for key, fact in rating.facts(board).items():
        if key in stored.facts:
            stored.must_be(key, fact)
    for key in _COUNTS:
        stored.whole(key)
    solvable, bound = stored.truth("solvable"), stored.whole("lower_bound")
    optimal = stored.truth("optimal")
    text = stored.text("solution")
    if solvable is False:
        stored.must_be_absent("optimal", "lower_bound")
    if text is None:
        stored.must_be_absent("moves", *_OF_SOLUTION)
        stored.must(not optimal, "optimal", "expected false without a solution")
        return
    stored.must_be("complete", True)  # else there would be no solution
    moves = tuple(text.split())
    if won_by(stored, "solution", play, board, moves) is None:
        return
    if any(isinstance(read_word(move), Single) for move in moves):
        stored.dispute("solution", "expected turns and walks, found a single step")
        return
    counted = tally(board, moves)
    for key, fact in counted.items():
        stored.must_be(key, fact)
    turns = counted["turns"]
    stored.must_be("moves", turns + counted["walks"])
    stored.whole("optimal_solutions", 1)
    stored.must(bound is None or bound <= turns, "lower_bound", f"expected at most {turns} turns")
    if bound is not None:
        stored.must_be("optimal", turns == bound)
