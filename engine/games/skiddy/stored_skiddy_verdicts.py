"""Validation of stored facts, which must agree with each other and with the Skiddy board."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

from engine.errors import EngineError
from engine.game.play import Play
from engine.game.playthrough import replay_moves
from engine.game.stored_fact_checks import FactChecker
from engine.game.stored_verdict_checks import replay_stored_solution
from engine.games.skiddy.board import SkiddyBoard, find_symmetries
from engine.games.skiddy.fun_rating import (
    NOT_FIRST,
    TABLES,
    VERSION,
    FunFigures,
    get_version,
    judge_figures,
    rate_stars,
)
from engine.games.skiddy.play import is_broken
from engine.games.skiddy.skiddy_codes import WIN_KINDS
from engine.tiles.graph_fact_checks import check_graph_facts
from engine.values.grid import iterate_cells

_FIGURES = [field.name for field in fields(FunFigures)]
_STORED_FIGURES = [name for name in _FIGURES if name not in NOT_FIRST]
_STATE = re.compile(r"S(\d{1,18})", re.ASCII)


def check_facts(stored: FactChecker, play: Play, board: SkiddyBoard) -> None:
    """Add a problem to ``stored`` for each fact that contradicts the board or another fact."""
    check_graph_facts(stored, len(play.moves))
    replay_stored_solution(stored, play, board)
    kinds = {kind: stored.read_table(kind) for kind in WIN_KINDS}
    for kind, claims in kinds.items():
        if claims is not None:
            _dispute_win(claims, kind, play, board)
    # The other facts are stored only if every state is known. They follow from the facts above, so
    # check them only if those facts have no problem.
    if "states" not in stored.facts or stored.problems:
        return
    found = {kind: claims and claims.facts for kind, claims in kinds.items()}
    wins = [claims for claims in found.values() if claims]
    stored.require_equal("solvable", bool(wins))
    stored.require_equal("moves", min((win["moves"] for win in wins), default=None))
    solution = stored.facts.get("solution")
    same = not wins or solution in [win["solution"] for win in wins]
    stored.require(same, "solution", "is the shortest of neither kind of winning")
    _dispute_edges(stored, found)
    _dispute_stars(stored, play, board, found)
    fun = stored.read_table("fun")
    if fun is not None and not stored.problems:
        _dispute_fun(fun, play, board, stored.facts)


def _dispute_win(claims: FactChecker, kind: str, play: Play, board: SkiddyBoard) -> None:
    """Check the facts about one kind of win, whose solution must win in exactly that way."""
    for key in ("moves", "solution", "shortest_solutions"):
        claims.require(key in claims.facts, key, "missing")
    claims.read_integer("moves", 1)
    claims.read_integer("shortest_solutions", 1)
    end = replay_stored_solution(claims, play, board)
    if end is not None and is_broken(end) != (kind == "no_combo"):
        claims.add_problem("solution", "wins in the other way")


def _dispute_edges(stored: FactChecker, wins: dict[str, Any]) -> None:
    edges = stored.read_table("winning_edges")
    if edges is not None:
        for kind, win in wins.items():
            edges.read_integer(kind, 1 if win else 0, None if win else 0)


def _dispute_stars(
    stored: FactChecker, play: Play, board: SkiddyBoard, wins: dict[str, Any]
) -> None:
    """Check the stars, and the evidence for the first rule that fails.

    Both follow from other facts.
    """
    dead = None
    if stored.read_integer("dead_states"):
        dead = _check_dead_end(stored, play, board)
        # There are dead ends, but the evidence names none. The level has no star, and the evidence
        # cannot be checked.
        if dead is None:
            stored.require_equal("stars", 0)
            return
    stars, evidence = rate_stars(dead, *(wins[kind] for kind in WIN_KINDS))
    stored.require_equal("stars", stars)
    if "evidence" in stored.facts:
        stored.require_equal("evidence", evidence)


def _check_dead_end(stored: FactChecker, play: Play, board: SkiddyBoard) -> tuple[int, str] | None:
    """Replay the moves to the dead end that the evidence names.

    Returns:
        The number of the dead end and the moves to it, or None if the evidence names none.
    """
    evidence = stored.read_table("evidence")
    if evidence is None:
        return None
    state, way = _STATE.fullmatch(evidence.read_text("state") or ""), evidence.read_text("way")
    if state is None or way is None:
        evidence.add_problem("state", "expected the number of a dead end, and the way there")
        return None
    number = int(state[1])
    states = stored.read_integer("states")
    evidence.require(states is None or number < states, "state", "there are fewer states")
    try:
        playthrough, legal = replay_moves(play, board, way)
        evidence.require(
            legal and playthrough.position.status != "won", "way", "leads to no dead end"
        )
    except EngineError as error:
        evidence.add_problem("way", str(error))
    return number, way


def _dispute_fun(fun: FactChecker, play: Play, board: SkiddyBoard, facts: Any) -> None:
    """Check the fun rating, and recompute the figures that need only the board."""
    best, other = facts.get("max_combo"), facts.get("no_combo")
    start = play.create_start(board)
    fun.require_equal(
        "first_moves", sum(play.step(start, move.word).changed for move in play.moves)
    )
    fun.require_equal("symmetries", len(find_symmetries(board)) - 1)
    fun.read_integer("broken_states", 0, facts["states"])
    if best is None:
        # Without a win with maximum combo there are no perfect solutions to measure.
        of_solutions = ("lead", "ideas", "reversals", "decisions", "detours", "bottlenecks")
        fun.require_absent(*of_solutions, "unused")
    else:
        fun.require_equal("lead", other and other["moves"] - best["moves"])
        fun.read_integer("ideas", 1, best["shortest_solutions"])
        for key in ("reversals", "decisions", "detours", "bottlenecks"):
            fun.read_integer(key, 0, best["moves"])
    unused = fun.facts.get("unused")
    if unused is not None:
        things = [
            [row, col]
            for row, col, tile in iterate_cells(board.tiles)
            if tile in "RBo" or board.pieces[row][col] in "ci"
        ]
        # The stored cells must be a subset of these cells, in the same order.
        known = isinstance(unused, list) and [cell for cell in things if cell in unused] == unused
        fun.require(
            known, "unused", "expected cells of goals, pits, crates and ice cubes, in order"
        )
    if fun.problems:
        return
    version = get_version(fun.facts)
    names = _FIGURES if version == VERSION else _STORED_FIGURES
    counted: dict[str, Any] = {name: fun.facts.get(name) for name in names}
    if unused is not None:
        counted["unused"] = tuple((row, col) for row, col in unused)
    again = judge_figures(FunFigures(**counted), facts.get("stars", 0), TABLES[version])
    fun.require_equal("rating", again["rating"])
    fun.require_equal("criteria", again["criteria"])
