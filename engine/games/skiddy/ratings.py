"""The three rules of correctness, the stars they give, and what speaks against the next star.

Stars are the number of rules passed, in this order, stopping at the first that fails:

1. no dead end anywhere among the reachable states;
2. solvable with maximum combo, and also without;
3. the shortest solution without it is not shorter than the shortest with it.

Source: A. Baldiraghi, "The level design process of Skiddy", part 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

RULES = ("no dead end", "wins both ways", "combo no longer")
"""The rules in words."""

Evidence = Mapping[str, Any]
"""``rule`` (1 to 3) and what breaks it.

Rule 1 has ``state``, the first dead end by number, and a shortest ``way`` there with its number of
``moves``; rule 2 has ``missing``, ``max_combo`` or ``no_combo``; rule 3 has the shorter solution
without maximum combo as ``way``, its ``moves``, and ``max_combo_moves``.
"""

Solution = Mapping[str, Any] | None
"""``moves``, ``solution`` and ``shortest_solutions`` of one kind of winning; None if there is no
such win."""


def rate(
    dead_end: tuple[int, str] | None, max_combo: Solution, no_combo: Solution
) -> tuple[int, Evidence | None]:
    """The stars of a level whose whole graph is known, and the evidence of the rule that fails.

    Args:
        dead_end: number of the first dead end and the moves of a shortest way there.
        max_combo: the shortest solution with maximum combo.
        no_combo: the shortest solution without.
    """
    if dead_end is not None:
        state, way = dead_end
        return 0, {"rule": 1, "state": f"S{state}", "moves": len(way), "way": way}
    if max_combo is None or no_combo is None:
        return 1, {"rule": 2, "missing": "max_combo" if max_combo is None else "no_combo"}
    if no_combo["moves"] < max_combo["moves"]:
        return 2, {
            "rule": 3,
            "moves": no_combo["moves"],
            "way": no_combo["solution"],
            "max_combo_moves": max_combo["moves"],
        }
    return 3, None
