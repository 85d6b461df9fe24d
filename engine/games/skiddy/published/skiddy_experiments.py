"""Experiments that relate stars, dead ends and Perfect to the settings of Skiddy's generator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.game.experiment import (
    Column,
    Experiment,
    Plot,
    PublishedResult,
    Row,
    compute_mean,
    compute_quantile,
)
from engine.games.skiddy.fun_rating import FAIR_STARS
from engine.games.skiddy.generator import build_candidate
from engine.games.skiddy.parameters import PARAMETERS
from engine.games.skiddy.solver import solve_board
from engine.tiles.candidate_sample import (
    CandidateSample,
    group_samples,
    solve_sample,
    split_samples,
)
from engine.values.budget import Control

_SETTINGS: Mapping[tuple[str, ...], Mapping[str, str]] = {
    **{("static blocks, %", str(n)): {"static": str(n), "pits": "0"} for n in range(0, 35, 5)},
    **{
        ("pits, % of 20 % blocks", str(n)): {"static": "20", "pits": str(n)}
        for n in (0, 25, 50, 75, 100)
    },
    **{("Skiddies", str(n)): {"reds": str(n), "pits": "0"} for n in range(2, 7)},
}


def _list_jobs(count: int, first: int) -> tuple[CandidateSample, ...]:
    return tuple(split_samples(_SETTINGS, count, first))


def _measure_sampling(
    sampling: CandidateSample, control: Control
) -> tuple[CandidateSample, tuple[Mapping[str, Any] | None, ...]]:
    return sampling, solve_sample(PARAMETERS, build_candidate, solve_board, sampling, control)


def _tabulate_rows(measured: Sequence[Any]) -> Iterator[Row]:
    """Yield a row of results for each setting of the generator."""
    for (what, setting), all_facts in group_samples(measured).items():
        number = len(all_facts)
        made = [facts for facts in all_facts if facts is not None]
        whole = [facts for facts in made if facts["complete"]]
        stars = [
            sum(f["stars"] == n for f in whole if f["solvable"]) for n in range(FAIR_STARS + 1)
        ]
        unsolvable = sum(not facts["solvable"] for facts in whole)
        with_dead_ends = sum(facts["dead_states"] > 0 for facts in whole)
        dead = compute_mean([facts["dead_states"] / facts["states"] for facts in whole])
        fair = [facts["max_combo"]["moves"] for facts in whole if facts["stars"] == FAIR_STARS]
        shares = [count / number for count in (number - len(made), unsolvable, *stars)]
        ends = with_dead_ends / len(whole) if whole else None
        perfect = compute_quantile(fair, 0.5), max(fair, default=None)
        states = compute_quantile([facts["states"] for facts in whole], 0.5)
        yield (what, int(setting), number, *shares, ends, dead, *perfect, states)


_EXPERIMENTS = (
    Experiment(
        name="skiddy-stars",
        title="stars, dead ends and Perfect by settings",
        question="How many levels are fair, for each number of blocks, pits and Skiddies?",
        count=500,
        unit="candidates for each of 17 settings",
        columns=(
            Column("what", "what is set"), Column("setting", "to"),
            Column("candidates", "candidates"), Column("not_made", "not made"),
            Column("unsolvable", "unsolvable"),
            *(
                Column(f"stars_{n}", f"{n} stars" if n != 1 else "1 star")
                for n in range(FAIR_STARS + 1)
            ),
            Column("dead_ends", "with dead ends"), Column("dead_share", "dead states"),
            Column("perfect_median", "Perfect, median", decimals=0),
            Column("perfect_most", "most"),
            Column("states_median", "states, median", decimals=0),
        ),
        plot=Plot("setting", f"stars_{FAIR_STARS}", ("what",)),
        published=(
            PublishedResult(
                "A. Baldiraghi, the level design process of Skiddy, part 2",
                "a level has a star for having no dead end, one for being solvable with and "
                "without combo, one for a combo that is no longer",
            ),
        ),
        deviation="The article gives no rates. Here more static blocks make more levels unsolvable "
        "and more dead ends, pits in their place fewer of both.",
        create_jobs=_list_jobs,
        measure=_measure_sampling,
        tabulate=_tabulate_rows,
    ),
)  # fmt: skip


def list_experiments() -> tuple[Experiment, ...]:
    """Return the experiments on Skiddy."""
    return _EXPERIMENTS
