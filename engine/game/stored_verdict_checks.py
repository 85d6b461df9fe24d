"""Validation of stored verdicts, either by replay and consistency checks or by a new search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import EngineError
from engine.game import registry, stored_fact_checks
from engine.game.play import Play
from engine.game.play_position import OwnBoard, Position
from engine.game.playthrough import replay_moves
from engine.game.stored_fact_checks import FactChecker
from engine.search.solver_result import SolverResult
from engine.values.level import Level, Problem

_PROVEN_FACTS = ("solvable", "moves", "solution")
"""The facts that even an interrupted search reports only if it has proven them."""


def find_contradictions(level: Level) -> tuple[Problem, ...]:
    """Report facts in a fresh verdict that cannot be true, without running a solver.

    Stored solutions are replayed, and facts are compared with one another and with the board.

    Args:
        level: A playable level. If its verdict is missing or stale, nothing is reported.
    """
    game = registry.get_game(level.game)
    if level.verdict is None or not level.has_fresh_verdict(game.rules_version):
        return ()
    stored = FactChecker(level.verdict.facts)
    solvable, complete = stored.read_boolean("solvable"), stored.read_boolean("complete")
    stored.require("complete" in stored.facts, "complete", "missing; expected true or false")
    stored.read_integer("states_seen")
    if not solvable:
        stored.require_absent("solution")
    if solvable is False:
        stored.require_absent("moves")
    # A complete search always decides whether the level is solvable, and finds a solution if it is.
    if complete:
        stored.require(solvable is not None, "solvable", "missing, though the search was complete")
        stored.require(
            not solvable or "solution" in stored.facts, "solution", "missing, though there is one"
        )
    game.solver.check_facts(stored, game.play, level.board)
    return tuple(stored.problems)


def find_differences(level: Level, solved: SolverResult) -> tuple[Problem, ...]:
    """Report differences between a fresh verdict and the result of a new search.

    If either search was interrupted, only the facts that it has proven are compared.

    Args:
        level: A playable level. If its verdict is missing or stale, nothing is reported.
        solved: The result of solving the level with the game's default strategy.
    """
    game = registry.get_game(level.game)
    if level.verdict is None or not level.has_fresh_verdict(game.rules_version):
        return ()
    stored = FactChecker(level.verdict.facts)
    facts = {
        **game.solver.select_stored_facts(solved.facts, level.recorded_parameters),
        **_match_versions(level, solved),
    }
    # If the new search was interrupted, only its proven facts can contradict the file.
    if not facts["complete"]:
        facts = {key: facts[key] for key in _PROVEN_FACTS if facts.get(key) is not None}
    # If the stored search was interrupted, only the facts that it had proven are compared.
    elif stored.facts.get("complete") is False:
        known = (key for key in _PROVEN_FACTS if key in stored.facts)
        facts = {key: facts[key] for key in ("complete", *known)}
    stored_fact_checks.compare_facts(stored, facts)
    return tuple(stored.problems)


def _match_versions(level: Level, solved: SolverResult) -> dict[str, Any]:
    """Return the facts that exist in several versions, each in the version that the file stores."""
    assert level.verdict is not None
    found = {}
    for key, newer in solved.computed_facts.items():
        stored = level.verdict.facts.get(key)
        # Only facts of the same version can be compared, so choose the one that the file stores.
        if stored is not None and key in solved.facts:
            found[key] = newer if _has_version(stored, newer) else solved.facts[key]
    return found


def find_outdated_facts(level: Level, solved: SolverResult) -> tuple[Problem, ...]:
    """Report facts in a fresh verdict whose version is older than in a new search.

    Levels that were not generated may keep older versions, so nothing is reported for them.
    """
    game = registry.get_game(level.game)
    if level.verdict is None or not level.has_fresh_verdict(game.rules_version):
        return ()
    facts = level.verdict.facts
    return tuple(
        Problem("from an older version; solve --write renews it", key=f"verdict.{key}")
        for key, newer in solved.computed_facts.items()
        if level.provenance is not None and key in facts and not _has_version(facts[key], newer)
    )


def _has_version(stored: object, computed: object) -> bool:
    """Return whether a stored fact has the same version as a computed fact."""
    if not (isinstance(stored, Mapping) and isinstance(computed, Mapping)):
        return False
    return bool(stored.get("version") == computed.get("version"))


def replay_solution(
    stored: FactChecker, key: str, play: Play, board: OwnBoard, moves: Sequence[str]
) -> Position | None:
    """Replay a stored solution, and report a problem if it does not win the level.

    Args:
        stored: The checker for the stored facts, which collects the problems.
        key: The key of the solution among the stored facts.
        play: The rules of the game.
        board: The board of the level.
        moves: The moves of the stored solution.

    Returns:
        The won position, or None if the solution is wrong.
    """
    try:
        playthrough, legal = replay_moves(play, board, moves)
    except EngineError as error:
        stored.add_problem(key, str(error))
        return None
    if not legal:
        stored.add_problem(key, f"move {len(playthrough.moves) + 1} changes nothing")
    elif playthrough.position.status != "won":
        stored.add_problem(
            key, f"does not win: {playthrough.position.status} after {len(playthrough.moves)} moves"
        )
    else:
        return playthrough.position
    return None


def replay_stored_solution(stored: FactChecker, play: Play, board: OwnBoard) -> Position | None:
    """Replay the stored solution, and check its length against the fact ``moves``.

    Returns:
        The won position, or None if there is no solution or it is wrong.
    """
    solution = stored.read_text("solution")
    if solution is None:
        return None
    try:
        moves = play.read_moves(solution)
    except EngineError as error:
        stored.add_problem("solution", str(error))
        return None
    stored.require_equal("moves", len(moves))
    return replay_solution(stored, "solution", play, board, moves)
