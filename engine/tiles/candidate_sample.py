"""Samples of candidates for experiments, which solve every candidate, accepted or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game.experiment import group_by_key, split_seeds
from engine.search.solver_result import SolverResult
from engine.stages.candidate import Candidate, Recipe
from engine.values.budget import Budget, Control
from engine.values.parameter_schema import Schema

BLOCK = 100
"""The number of candidates that one job solves."""
MAX_STATES = 100_000
"""The limit on the number of states. A candidate with more states is not solved completely."""

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CandidateSample:
    """The first candidate of each of several seeds, all generated with the same settings.

    Attributes:
        names: The names that distinguish these settings from others in the result table.
        settings: The generator settings that differ from the defaults.
        seeds: The seeds, one per candidate.
    """

    names: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    seeds: range


def split_samples(
    settings: Mapping[tuple[str, ...], Mapping[str, str]], count: int, first: int
) -> Iterator[CandidateSample]:
    """Yield samples that cover ``count`` seeds, starting at ``first``, for each of the settings."""
    for names, each in settings.items():
        for seeds in split_seeds(first, count, BLOCK):
            yield CandidateSample(names, tuple(each.items()), seeds)


def solve_sample(
    schema: Schema,
    build_candidate: Callable[[Recipe, Control], Candidate],
    solve: Callable[..., SolverResult],
    sample: CandidateSample,
    control: Control,
) -> tuple[Facts | None, ...]:
    """Solve each candidate in a sample.

    Returns:
        For each candidate, its facts, or None if a stage of its generation gave up or the board
        breaks a rule.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    parameters = schema.complete_settings(schema.restore_settings(dict(sample.settings)))
    found: list[Facts | None] = []
    for seed in sample.seeds:
        made = build_candidate(Recipe(seed, 0, parameters), control)
        control.raise_if_cancelled()
        if made.rejection is not None:
            found.append(None)
            continue
        solved = solve(made.board, None, Budget(MAX_STATES), control)
        control.raise_if_cancelled()
        found.append(solved.facts)
    return tuple(found)


def group_samples(
    measured: Iterable[tuple[CandidateSample, Sequence[Facts | None]]],
) -> dict[tuple[str, ...], list[Facts | None]]:
    """Group the facts of all candidates by the names of their settings."""
    return group_by_key((sampling.names, facts) for sampling, facts in measured)
