"""Candidates made and solved by the hundred, whatever becomes of them, for experiments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game.experiment import blocks, grouped
from engine.search.solved import Solved
from engine.staging.generation import Candidate, Recipe
from engine.values.budget import Budget, Control
from engine.values.parameters import Schema

BLOCK = 100
"""Candidates of one job."""
MOST_STATES = 100_000
"""Positions after which a candidate counts as too large."""

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TileSampling:
    """The first candidates of some seeds with the same settings.

    Attributes:
        names: what distinguishes these settings in the table.
        settings: of the generator, but for its defaults.
    """

    names: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    seeds: range


def samplings(
    settings: Mapping[tuple[str, ...], Mapping[str, str]], count: int, first: int
) -> Iterator[TileSampling]:
    """So many candidates by each of some settings, in blocks of seeds."""
    for names, each in settings.items():
        for seeds in blocks(first, count, BLOCK):
            yield TileSampling(names, tuple(each.items()), seeds)


def sampled(
    schema: Schema,
    candidate: Callable[[Recipe, Control], Candidate],
    solve: Callable[..., Solved],
    sampling: TileSampling,
    control: Control,
) -> tuple[Facts | None, ...]:
    """What the solver says of each candidate; None of those that the stages give up.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    parameters = schema.complete(schema.recorded(dict(sampling.settings)))
    found: list[Facts | None] = []
    for seed in sampling.seeds:
        made = candidate(Recipe(seed, 0, parameters), control)
        control.require_going_on()
        if made.failed is not None:
            found.append(None)
            continue
        solved = solve(made.board, None, Budget(MOST_STATES), control)
        control.require_going_on()
        found.append(solved.facts)
    return tuple(found)


def together(
    measured: Iterable[tuple[TileSampling, Sequence[Facts | None]]],
) -> dict[tuple[str, ...], list[Facts | None]]:
    """The facts of all candidates by the names of their settings."""
    return grouped((sampling.names, facts) for sampling, facts in measured)
