"""What the facts of a stored verdict on a Skiddy level have to do with each other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from engine.errors import EngineError
from engine.game.agreement import letters_win
from engine.game.claims import Claims, Kind
from engine.game.play import Play
from engine.game.playthrough import replay
from engine.games.skiddy.board import SkiddyBoard, symmetries_of
from engine.games.skiddy.codes import KINDS
from engine.games.skiddy.fun import (
    CRITERIA,
    FIRST_CRITERIA,
    NOT_FIRST,
    TABLES,
    VERSION,
    Figures,
    judged,
    rate,
    version_of,
)
from engine.games.skiddy.playing import is_broken
from engine.tiles.agreement import GRAPH_KINDS, graph_agrees
from engine.values.grid import cells_of

_FIGURES = [field.name for field in fields(Figures)]
_STORED_FIGURES = [name for name in _FIGURES if name not in NOT_FIRST]
_WIN: Mapping[str, Kind] = {"moves": int, "solution": str, "shortest_solutions": int}
KINDS_OF_FACTS: Mapping[str, Kind] = {
    **GRAPH_KINDS,
    **dict.fromkeys(KINDS, _WIN),
    "winning_edges": dict.fromkeys(KINDS, int),
    "stars": int,
    "evidence": {
        **dict.fromkeys(("rule", "moves", "max_combo_moves"), int),
        **dict.fromkeys(("state", "way", "missing"), str),
    },
    "fun": {
        "rating": int,
        "criteria": {each.name: bool for each in (*FIRST_CRITERIA, *CRITERIA)},
        **dict.fromkeys(_FIGURES, int),
        "unused": ((int,),),
    },
}
"""The kinds of the facts; see :attr:`engine.game.game.Game.fact_kinds`."""
_STATE = re.compile(r"S(\d{1,18})", re.ASCII)


def dispute(stored: Claims, play: Play, board: SkiddyBoard) -> None:
    """Disputes what cannot be true; see :meth:`engine.game.solver.Solver.dispute`."""
    graph_agrees(stored)
    letters_win(stored, play, board)
    kinds = {kind: stored.table(kind) for kind in KINDS}
    for kind, claims in kinds.items():
        if claims is not None:
            _dispute_kind(claims, kind, play, board)
    # More than a solution is known only with every state; the rest is reckoned from what is good.
    if "states" not in stored.facts or stored.problems:
        return
    found = {kind: claims and claims.facts for kind, claims in kinds.items()}
    wins = [claims for claims in found.values() if claims]
    stored.must_be("solvable", bool(wins))
    stored.must_be("moves", min((win["moves"] for win in wins), default=None))
    solution = stored.facts.get("solution")
    same = not wins or solution in [win["solution"] for win in wins]
    stored.must(same, "solution", "is the shortest of neither kind of winning")
    _dispute_edges(stored, found)
    _dispute_stars(stored, play, board, found)
    fun = stored.table("fun")
    if fun is not None and not stored.problems:
        _dispute_fun(fun, play, board, stored.facts)


def _dispute_kind(claims: Claims, kind: str, play: Play, board: SkiddyBoard) -> None:
    """One kind of winning: its solution wins, and in that way."""
    for key in ("moves", "solution", "shortest_solutions"):
        claims.must(key in claims.facts, key, "missing")
    claims.whole("moves", 1)
    claims.whole("shortest_solutions", 1)
    end = letters_win(claims, play, board)
    if end is not None and is_broken(end) != (kind == "no_combo"):
        claims.dispute("solution", "wins in the other way")


def _dispute_edges(stored: Claims, found: dict[str, Any]) -> None:
    edges = stored.table("winning_edges")
    if edges is not None:
        for kind, win in found.items():
            edges.whole(kind, 1 if win else 0, None if win else 0)


def _dispute_stars(stored: Claims, play: Play, board: SkiddyBoard, found: dict[str, Any]) -> None:
    """The stars and what speaks against the next: both follow from the rest."""
    dead = None
    if stored.whole("dead_states"):
        dead = _dead_end(stored, play, board)
        if dead is None:
            stored.must_be("stars", 0)
            return
    stars, evidence = rate(dead, *(found[kind] for kind in KINDS))
    stored.must_be("stars", stars)
    if "evidence" in stored.facts:
        stored.must_be("evidence", evidence)


def _dead_end(stored: Claims, play: Play, board: SkiddyBoard) -> tuple[int, str] | None:
    """The number of the dead end that is the evidence, and the way there, which is replayed."""
    evidence = stored.table("evidence")
    if evidence is None:
        return None
    state, way = _STATE.fullmatch(evidence.text("state") or ""), evidence.text("way")
    if state is None or way is None:
        evidence.dispute("state", "expected the number of a dead end, and the way there")
        return None
    number = int(state[1])
    states = stored.whole("states")
    evidence.must(states is None or number < states, "state", "there are not so many states")
    try:
        playthrough, legal = replay(play, board, way)
        evidence.must(legal and playthrough.position.status != "won", "way", "leads to no dead end")
    except EngineError as error:
        evidence.dispute("way", str(error))
    return number, way


def _dispute_fun(fun: Claims, play: Play, board: SkiddyBoard, facts: Any) -> None:
    """The figures are counted again where the board alone gives them; the rating follows."""
    best, other = facts.get("max_combo"), facts.get("no_combo")
    start = play.start(board)
    fun.must_be("first_moves", sum(play.step(start, move.word).changed for move in play.moves))
    fun.must_be("symmetries", len(symmetries_of(board)) - 1)
    fun.whole("broken_states", 0, facts["states"])
    if best is None:
        of_solutions = ("lead", "ideas", "reversals", "decisions", "detours", "bottlenecks")
        fun.must_be_absent(*of_solutions, "unused")
    else:
        fun.must_be("lead", other and other["moves"] - best["moves"])
        fun.whole("ideas", 1, best["shortest_solutions"])
        for key in ("reversals", "decisions", "detours", "bottlenecks"):
            fun.whole(key, 0, best["moves"])
    unused = fun.facts.get("unused")
    if unused is not None:
        things = [
            [row, col]
            for row, col, tile in cells_of(board.tiles)
            if tile in "RBo" or board.pieces[row][col] in "ci"
        ]
        known = isinstance(unused, list) and [cell for cell in things if cell in unused] == unused
        fun.must(known, "unused", "expected cells of goals, pits, crates and ice cubes, in order")
    if fun.problems:
        return
    version = version_of(fun.facts)
    names = _FIGURES if version == VERSION else _STORED_FIGURES
    counted: dict[str, Any] = {name: fun.facts.get(name) for name in names}
    if unused is not None:
        counted["unused"] = tuple((row, col) for row, col in unused)
    again = judged(Figures(**counted), facts.get("stars", 0), TABLES[version])
    fun.must_be("rating", again["rating"])
    fun.must_be("criteria", again["criteria"])
