"""The fun rating for fair levels: one point for each of five criteria.

The published game gives a level up to five stars, but only the rules for the first three are public
(:func:`rate_stars`). The fun rating is the workbench's own, not the published game's. Only levels
with three stars have it. ``docs/explanation/ratings.md`` explains the criteria to designers.

The rating has two versions. The second one depends only on the graph and the solutions. The
workbench shows it, constraints use it, and ``solve --json`` reports it. Older files store a rating
by the first version; new files store none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from engine.search.solver_result import SolverResult
from engine.values.grid import Cell
from engine.values.parameter_schema import Parameters

RULES = ("no dead end", "wins both ways", "combo no longer")
"""The names of the three rules of correctness."""

Evidence = Mapping[str, Any]
"""The evidence that a rule fails: its number from 1 to 3, as ``rule``, and a counterexample.

For rule 1, ``state`` is the dead end with the lowest number, ``way`` is a shortest path to it, and
``moves`` is the length of that path. For rule 2, ``missing`` is ``max_combo`` or ``no_combo``. For
rule 3, ``way`` is the shorter solution without maximum combo, ``moves`` is its length, and
``max_combo_moves`` is the length of the shortest solution with maximum combo.
"""

SolutionFacts = Mapping[str, Any] | None
"""The ``moves``, ``solution`` and ``shortest_solutions`` for one kind of win, or None if the level
cannot be won that way."""


@dataclass(frozen=True, slots=True)
class FunFigures:
    """The figures that the fun rating of a level is based on.

    The figures about perfect solutions are None if the level has no such solution.

    Attributes:
        first_moves: The number of moves that change something at the start.
        broken_states: The number of positions in which the combo is already broken.
        lead: The number of moves by which the shortest solution without maximum combo is longer
            than the one with it; negative if it is shorter.
        ideas: The number of perfect solutions, counting symmetric ones once.
        symmetries: The number of symmetries of the start board, excluding the identity.
        reversals: The minimum number of moves that reverse the move before, over all perfect
            solutions.
        decisions: The minimum number of moves for which the player has at least two choices, not
            counting a reversal of the move before, over all perfect solutions.
        detours: The minimum number of moves that take Skiddies of the same colour further apart,
            over all perfect solutions.
        bottlenecks: The number of positions that every perfect solution passes through.
        unused: The cells of goals and pits that no perfect solution uses, and the start cells of
            crates and ice cubes that no perfect solution touches, in reading order.
        widest: The maximum number of positions at the same distance from the start.
        near: The number of move sequences that win with maximum combo and are one move longer than
            a perfect solution; a million means a million or more.
        far: The length of a perfect solution as a percentage of one more than the distance from the
            start to the farthest position.
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


def rate_stars(
    dead_end: tuple[int, str] | None, max_combo: SolutionFacts, no_combo: SolutionFacts
) -> tuple[int, Evidence | None]:
    """Return the stars for a level with a complete graph, and the evidence if a rule fails.

    Args:
        dead_end: The number of the first dead end, with the moves on a shortest path to it; None if
            there is no dead end.
        max_combo: The facts about the shortest solution with maximum combo; None if there is none.
        no_combo: The facts about the shortest solution without it; None if there is none.
    """
    if dead_end is not None:
        # The rules are tested in order, so the evidence concerns the first one that fails.
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


FAIR_STARS = 3
"""The number of stars that a level needs for a fun rating."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion in the rating: a figure, and the range of values that earns a point.

    Attributes:
        name: The key of the criterion in the fact ``fun``.
        title: The name shown to users.
        figure: The name of the figure in :class:`FunFigures`. If the figure is a tuple of cells,
            the number of cells is compared.
        low, high: The minimum and maximum values that meet the criterion; None for no limit.
        source: ``proposed`` for a criterion that the workbench proposes for star four or five,
            ``ours`` for any other criterion.
    """

    name: str
    title: str
    figure: str
    low: int | None
    high: int | None
    source: str

    def get_value(self, figures: FunFigures) -> int | None:
        """Return the number to compare with the limits, or None if the figure is None."""
        found = getattr(figures, self.figure)
        return len(found) if isinstance(found, tuple) else found

    def is_met(self, figures: FunFigures) -> bool:
        """Return True if the criterion's figure is within the limits."""
        value = self.get_value(figures)
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
"""The criteria in the current version; ``docs/explanation/ratings.md`` lists them too."""
FIRST_CRITERIA = (
    *_PROPOSED,
    Criterion("no_clutter", "no clutter", "unused", None, 1, "ours"),
    Criterion("real_choices", "real choices", "decisions", 3, None, "ours"),
    Criterion("detour", "a detour", "detours", 1, None, "ours"),
)
"""The criteria in the first version."""
VERSION, FIRST_VERSION = 2, 1
"""The number of the current version, and that of the first version, which older files store."""
TABLES: Mapping[int, tuple[Criterion, ...]] = {FIRST_VERSION: FIRST_CRITERIA, VERSION: CRITERIA}
STORED_FUN = "stored_fun"
"""The key of the parameter that chooses the version of the rating to be stored in files."""
STORED_CHOICES = ("none", "first")
"""The values of the parameter STORED_FUN. Files without this parameter store the first version."""
STORING: Mapping[str, str] = MappingProxyType({STORED_FUN: STORED_CHOICES[0]})
NOT_FIRST = frozenset(("widest", "near", "far"))
"""The names of the figures that the first version lacks."""


def get_version(fun: Mapping[str, Any]) -> int:
    """Return the version number of the fact ``fun``, or FIRST_VERSION if the fact has none."""
    return VERSION if fun.get("version") == VERSION else FIRST_VERSION


def judge_figures(
    figures: FunFigures, stars: int, criteria: Sequence[Criterion] = CRITERIA
) -> dict[str, Any]:
    """Return the fact ``fun`` for a level, rated by the given criteria.

    Args:
        figures: The figures for the level.
        stars: The number of stars that the level has.
        criteria: The criteria in one version of the rating.

    Returns:
        A table in which ``rating`` is the number of criteria met, and ``criteria`` maps the name of
        each criterion to True if it is met and to False otherwise. Both are None for a level with
        fewer than three stars. The table also holds all figures, keyed by name.
    """
    met = {criterion.name: criterion.is_met(figures) for criterion in criteria}
    fair = stars >= FAIR_STARS
    counted = asdict(figures)
    # JSON has no tuples, so the cells become lists.
    if figures.unused is not None:
        counted["unused"] = [list(cell) for cell in figures.unused]
    return {
        "rating": sum(met.values()) if fair else None,
        "criteria": met if fair else None,
        **counted,
    }


def make_stored_fun(figures: FunFigures, stars: int) -> dict[str, Any]:
    """Return the fact ``fun`` in the first version, for files; see :func:`judge_figures`."""
    found = judge_figures(figures, stars, FIRST_CRITERIA)
    return {key: value for key, value in found.items() if key not in NOT_FIRST}


def make_current_fun(figures: FunFigures, stars: int) -> dict[str, Any]:
    """Return the fact ``fun`` in the current version; see :func:`judge_figures`."""
    return {"version": VERSION, **judge_figures(figures, stars)}


def select_stored_facts(
    facts: Mapping[str, Any], recorded: Mapping[str, Any] | None
) -> Mapping[str, Any]:
    """Return the facts that files store; see :class:`engine.game.solver.Solver`."""
    # Older files do not have the parameter, and store the first version.
    if recorded is not None and recorded.get(STORED_FUN, STORED_CHOICES[1]) == STORED_CHOICES[1]:
        return facts
    return {key: value for key, value in facts.items() if key != "fun"}


def select_demanded_facts(solved: SolverResult, parameters: Parameters) -> Mapping[str, Any]:
    """Return all facts, with ``fun`` in the version that the parameters choose."""
    if parameters.get_integer("fun_version") == FIRST_VERSION:
        return {**solved.all_facts, "fun": solved.facts["fun"]}
    return solved.all_facts
