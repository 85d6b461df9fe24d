"""Whether a stored verdict can be true: replayed and held against itself, or solved anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import EngineError
from engine.game import claims, registry
from engine.game.claims import Claims
from engine.game.play import Play
from engine.game.playthrough import replay
from engine.game.position import OwnBoard, Position
from engine.search.solved import Solved
from engine.values.level import Level, Problem

_PROVEN = ("solvable", "moves", "solution")
"""Facts that a search cut short has only once they are proven."""


def contradictions(level: Level) -> tuple[Problem, ...]:
    """What of a fresh verdict cannot be true, as far as that shows without a search.

    Stored solutions are replayed, and facts are held against each other and against the board.

    The level is playable; nothing is said of one without a verdict, or with a stale one.
    """
    game = registry.get(level.game)
    if level.verdict is None or not level.verdict_is_fresh(game.rules_version):
        return ()
    stored = Claims(level.verdict.facts)
    solvable, complete = stored.truth("solvable"), stored.truth("complete")
    stored.must("complete" in stored.facts, "complete", "missing; expected true or false")
    stored.whole("states_seen")
    if not solvable:
        stored.must_be_absent("solution")
    if solvable is False:
        stored.must_be_absent("moves")
    if complete:
        stored.must(solvable is not None, "solvable", "missing, though the search was complete")
        stored.must(
            not solvable or "solution" in stored.facts, "solution", "missing, though there is one"
        )
    game.solver.dispute(stored, game.play, level.board)
    return tuple(stored.problems)


def differences(level: Level, solved: Solved) -> tuple[Problem, ...]:
    """What a fresh verdict says otherwise than a new search.

    The level is playable; nothing is said of one without a verdict, or with a stale one. ``solved``
    is what the game's usual strategy says of it. Where it was cut short, or the stored verdict was,
    only what is proven is compared.
    """
    game = registry.get(level.game)
    if level.verdict is None or not level.verdict_is_fresh(game.rules_version):
        return ()
    stored = Claims(level.verdict.facts)
    facts = {**game.solver.stored(solved.facts, level.recorded), **_by_version(level, solved)}
    if not facts["complete"]:
        facts = {key: facts[key] for key in _PROVEN if facts.get(key) is not None}
    elif stored.facts.get("complete") is False:
        known = (key for key in _PROVEN if key in stored.facts)
        facts = {key: facts[key] for key in ("complete", *known)}
    claims.differences(stored, facts)
    return tuple(stored.problems)


def _by_version(level: Level, solved: Solved) -> dict[str, Any]:
    """Return the facts of which there are several versions, by the version that a file stores."""
    assert level.verdict is not None
    found = {}
    for key, newer in solved.computed.items():
        stored = level.verdict.facts.get(key)
        if stored is not None and key in solved.facts:
            found[key] = newer if _is_version(stored, newer) else solved.facts[key]
    return found


def outdated(level: Level, solved: Solved) -> tuple[Problem, ...]:
    """Return the facts of a fresh verdict that are of an older version than a new search gives.

    Levels that were not generated store older facts for good, as they name no version at all.
    """
    game = registry.get(level.game)
    if level.verdict is None or not level.verdict_is_fresh(game.rules_version):
        return ()
    facts = level.verdict.facts
    return tuple(
        Problem("of an older version; solve --write renews it", key=f"verdict.{key}")
        for key, newer in solved.computed.items()
        if level.provenance is not None and key in facts and not _is_version(facts[key], newer)
    )


def _is_version(stored: object, computed: object) -> bool:
    """Return whether a stored fact is of the version of a computed one."""
    if not (isinstance(stored, Mapping) and isinstance(computed, Mapping)):
        return False
    return bool(stored.get("version") == computed.get("version"))


def won_by(
    stored: Claims, key: str, play: Play, board: OwnBoard, moves: Sequence[str]
) -> Position | None:
    """Where the moves of a stored solution lead; disputes one that does not win.

    ``key`` is the key of the solution among the stored facts.
    """
    try:
        playthrough, legal = replay(play, board, moves)
    except EngineError as error:
        stored.dispute(key, str(error))
        return None
    if not legal:
        stored.dispute(key, f"move {len(playthrough.moves) + 1} changes nothing")
    elif playthrough.position.status != "won":
        stored.dispute(
            key, f"does not win: {playthrough.position.status} after {len(playthrough.moves)} moves"
        )
    else:
        return playthrough.position
    return None


def letters_win(stored: Claims, play: Play, board: OwnBoard) -> Position | None:
    """Where a stored solution of letters leads; disputes one that does not win in ``moves``."""
    solution = stored.text("solution")
    if solution is None:
        return None
    stored.must_be("moves", len(solution))
    return won_by(stored, "solution", play, board, tuple(solution))
