"""What a change of the board did to the solver's facts, in words, for any game's facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

FIRST = ("dead_states", "shortest_solutions")
"""Facts that say most about a level, told before all others."""
_LENGTHS = ("moves", "turns", "lower_bound")
_SEARCH = ("solvable", "complete", "states_seen", "transitions", "expanded")
APART = frozenset((*_LENGTHS, *_SEARCH))
"""Facts that are told in another way, or say more of the search than of the level."""
MOST = 3
"""Facts whose changes are told; after that, none is remembered."""


def told(facts: Mapping[str, Any], before: Mapping[str, Any]) -> tuple[str, ...]:
    """How the numbers of two verdicts differ, the most telling first.

    Between a level with a solution and one without, there is nothing to compare.
    """
    if facts.get("solvable") != before.get("solvable"):
        return ()
    return tuple(words for words, _ in zip(_differences(facts, before), range(MOST), strict=False))


def _differences(facts: Mapping[str, Any], before: Mapping[str, Any]) -> Iterator[str]:
    keys = dict.fromkeys((*FIRST, *facts))
    for key in keys:
        now, old = facts.get(key), before.get(key)
        if key in APART or now == old or not _comparable(now, old):
            continue
        name = key.replace("_", " ")
        if isinstance(now, bool):
            yield f"{'now' if now else 'no longer'} {name}"
        elif isinstance(now, int) and isinstance(old, int) and _countable(name):
            yield _difference(now - old, name)
        else:
            yield f"{name} {now:g}, was {old:g}"


def _comparable(now: object, old: object) -> bool:
    """Whether two values of a fact are both numbers, or both yes or no."""
    if isinstance(now, bool) or isinstance(old, bool):
        return isinstance(now, bool) and isinstance(old, bool)
    return isinstance(now, int | float) and isinstance(old, int | float)


def _countable(name: str) -> bool:
    """Whether a fact counts things, going by its name."""
    return name.endswith("s") and not name.endswith("ss")


def _difference(change: int, name: str) -> str:
    things = name.removesuffix("s") if abs(change) == 1 else name
    return f"{change:,} new {things}" if change > 0 else f"{-change:,} fewer {things}"
