"""How much fun a fair level promises: five criteria of the workbench's own, and what they make.

The published game rates levels on a scale of five stars, of which only the first three are public
(:func:`rate`). What stands here is not that game's rule. It presupposes three stars; a level has
one point for every criterion that it meets. ``docs/fun.md`` has the same table for designers.

There are two versions of the table. The second reads graph and solutions only, and is what is
shown, asked for and reported by ``solve --json``. Older files store the rating of the first, new
ones none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from engine.search.solved import Solved
from engine.values.grid import Cell
from engine.values.parameters import Parameters

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


@dataclass(frozen=True, slots=True)
class Figures:
    """What can be counted; None where there are no solutions to count on.

    Attributes:
        first_moves: moves that change something at the start.
        broken_states: positions in which the maximum combo is lost already.
        lead: moves by which the shortest solution without maximum combo is the longer one; negative
            if it is shorter.
        ideas: perfect solutions, those counted once that a symmetry of the board turns into each
            other.
        symmetries: symmetries of the whole start board, besides the identity.
        reversals: moves straight back after another, at the least.
        decisions: moves made where at least two other moves than straight back change something,
            at the least.
        detours: moves after which Skiddies of a colour are further apart than before, at the least.
        bottlenecks: positions on the way that no perfect solution avoids.
        unused: cells of the goals and pits that no perfect solution uses, and of the crates and ice
            cubes that none touches, in reading order.
        widest: most positions that are equally many moves from the start.
        near: ways to the maximum combo that take one move more than a perfect solution; from a
            million on they are not distinguished.
        far: moves of a perfect solution, in per cent of one more than those to the position that
            takes most.
    """

    first_moves: int
    broken_states: int
    lead: int | None = None
    ideas: int | None = None
    symmetries: int = 0
    reversals: int | None = None
    decisions: int | None = None
    detours: int | None = None
    bottlenecks: int | None = None
    unused: tuple[Cell, ...] | None = None
    widest: int | None = None
    near: int | None = None
    far: int | None = None


def rate(
    dead_end: tuple[int, str] | None, max_combo: Solution, no_combo: Solution
) -> tuple[int, Evidence | None]:
    """The stars of a level whose whole graph is known, and the evidence of the rule that fails.

    ``dead_end`` is the number of the first dead end, and the moves of a shortest way there.
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


FAIR = 3
"""Stars that a level needs before its fun is judged."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """One point of the rating: a figure and the limits within which it is met.

    Attributes:
        name: its key among the facts.
        title: what a level that meets it has, in words.
        figure: the name of the figure in :class:`Figures`; of cells their number counts.
        low, high: the least and the greatest value that meet it, None for no limit.
        source: ``proposed`` for what the project's rules propose as stars four and five, ``ours``
            for the rest.
    """

    name: str
    title: str
    figure: str
    low: int | None
    high: int | None
    source: str

    def value(self, figures: Figures) -> int | None:
        """The number that decides, None where a level does not have it."""
        found = getattr(figures, self.figure)
        return len(found) if isinstance(found, tuple) else found

    def met(self, figures: Figures) -> bool:
        """Whether a level's figure is within the limits."""
        value = self.value(figures)
        if value is None:
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


_PROPOSED = (
    Criterion("clear_best", "clear best", "lead", 1, None, "proposed"),
    Criterion("one_idea", "one idea", "ideas", None, 1, "proposed"),
)
CRITERIA = (
    *_PROPOSED,
    Criterion("narrow", "narrow", "widest", None, 4, "ours"),
    Criterion("no_near_miss", "no near miss", "near", None, 2, "ours"),
    Criterion("far_goal", "far goal", "far", 75, None, "ours"),
)
"""The table of the rating; ``docs/fun.md`` repeats it."""
FIRST_CRITERIA = (
    *_PROPOSED,
    Criterion("no_clutter", "no clutter", "unused", None, 1, "ours"),
    Criterion("real_choices", "real choices", "decisions", 3, None, "ours"),
    Criterion("detour", "a detour", "detours", 1, None, "ours"),
)
"""The table of the first version."""
VERSION, FIRST = 2, 1
"""Versions of the rating: the one that counts, and the one that older files store."""
TABLES: Mapping[int, tuple[Criterion, ...]] = {FIRST: FIRST_CRITERIA, VERSION: CRITERIA}
STORED_FUN = "stored_fun"
"""The parameter that says which version files store."""
STORED = ("none", "first")
"""Its values: new files store none, older ones the first without saying so."""
STORING: Mapping[str, str] = MappingProxyType({STORED_FUN: STORED[0]})
NOT_FIRST = frozenset(("widest", "near", "far"))
"""Figures that the first version does not have."""


def version_of(fun: Mapping[str, Any]) -> int:
    """Which version a fact ``fun`` is of; those that do not say are of the first."""
    return VERSION if fun.get("version") == VERSION else FIRST


def judged(
    figures: Figures, stars: int, criteria: Sequence[Criterion] = CRITERIA
) -> dict[str, Any]:
    """What a table makes of a level, as the fact ``fun`` has it.

    ``stars`` are the rules of correctness passed.

    Returns:
        ``rating``, the number of criteria met, and ``criteria``, which of them are: both None
        without three stars; and every figure under its name.
    """
    met = {criterion.name: criterion.met(figures) for criterion in criteria}
    fair = stars >= FAIR
    counted = asdict(figures)
    if figures.unused is not None:
        counted["unused"] = [list(cell) for cell in figures.unused]
    return {
        "rating": sum(met.values()) if fair else None,
        "criteria": met if fair else None,
        **counted,
    }


def stored_fun(figures: Figures, stars: int) -> dict[str, Any]:
    """The fact ``fun`` as files store it: of the first version; see :func:`judged`."""
    found = judged(figures, stars, FIRST_CRITERIA)
    return {key: value for key, value in found.items() if key not in NOT_FIRST}


def current_fun(figures: Figures, stars: int) -> dict[str, Any]:
    """The fact ``fun`` as it is computed anew, with its ``version``; see :func:`judged`."""
    return {"version": VERSION, **judged(figures, stars)}


def stored(facts: Mapping[str, Any], recorded: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return the facts that files store; see :meth:`engine.game.solver.Solver.stored`."""
    if recorded is not None and recorded.get(STORED_FUN, STORED[1]) == STORED[1]:
        return facts
    return {key: value for key, value in facts.items() if key != "fun"}


def demanded(solved: Solved, parameters: Parameters) -> Mapping[str, Any]:
    """All facts, with the fun of the version that a recipe's parameters mean."""
    if parameters.integer("fun_version") == FIRST:
        return {**solved.all_facts, "fun": solved.facts["fun"]}
    return solved.all_facts
