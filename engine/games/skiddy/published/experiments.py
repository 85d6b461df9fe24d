"""Stars, dead ends and Perfect of Skiddy's levels by what the generator is set to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.game.experiment import Column, Experiment, Plot, Published, Row, mean, quantile
from engine.games.skiddy.fun import FAIR
from engine.games.skiddy.generator import candidate
from engine.games.skiddy.parameters import PARAMETERS
from engine.games.skiddy.solver import solve
from engine.tiles.sampling import TileSampling, sampled, samplings, together
from engine.values.budget import Control

_SETTINGS: Mapping[tuple[str, ...], Mapping[str, str]] = {
    **{("static blocks, %", str(n)): {"static": str(n), "pits": "0"} for n in range(0, 35, 5)},
    **{
        ("pits, % of 20 % blocks", str(n)): {"static": "20", "pits": str(n)}
        for n in (0, 25, 50, 75, 100)
    },
    **{("Skiddies", str(n)): {"reds": str(n), "pits": "0"} for n in range(2, 7)},
}


def _jobs(count: int, first: int) -> tuple[TileSampling, ...]:
    return tuple(samplings(_SETTINGS, count, first))


def _measure(
    sampling: TileSampling, control: Control
) -> tuple[TileSampling, tuple[Mapping[str, Any] | None, ...]]:
    return sampling, sampled(PARAMETERS, candidate, solve, sampling, control)


def _rows(measured: Sequence[Any]) -> Iterator[Row]:
    """A row for each of the settings."""
    for (what, setting), all_facts in together(measured).items():
        number = len(all_facts)
        made = [facts for facts in all_facts if facts is not None]
        whole = [facts for facts in made if facts["complete"]]
        stars = [sum(f["stars"] == n for f in whole if f["solvable"]) for n in range(FAIR + 1)]
        unsolvable = sum(not facts["solvable"] for facts in whole)
        with_dead_ends = sum(facts["dead_states"] > 0 for facts in whole)
        dead = mean([facts["dead_states"] / facts["states"] for facts in whole])
        fair = [facts["max_combo"]["moves"] for facts in whole if facts["stars"] == FAIR]
        shares = [count / number for count in (number - len(made), unsolvable, *stars)]
        ends = with_dead_ends / len(whole) if whole else None
        perfect = quantile(fair, 0.5), max(fair, default=None)
        states = quantile([facts["states"] for facts in whole], 0.5)
        yield (what, int(setting), number, *shares, ends, dead, *perfect, states)


_EXPERIMENTS = (
    Experiment(
        name="skiddy-stars",
        title="stars, dead ends and Perfect by settings",
        asks="How many levels are fair, by the number of blocks, pits and Skiddies?",
        count=500,
        unit="candidates for each of 17 settings",
        columns=(
            Column("what", "what is set"), Column("setting", "to"),
            Column("candidates", "candidates"), Column("not_made", "not made"),
            Column("unsolvable", "unsolvable"),
            *(Column(f"stars_{n}", f"{n} stars" if n != 1 else "1 star") for n in range(FAIR + 1)),
            Column("dead_ends", "with dead ends"), Column("dead_share", "dead states"),
            Column("perfect_median", "Perfect, median", decimals=0),
            Column("perfect_most", "most"),
            Column("states_median", "states, median", decimals=0),
        ),
        plot=Plot("setting", f"stars_{FAIR}", ("what",)),
        published=(
            Published(
                "A. Baldiraghi, the level design process of Skiddy, part 2",
                "a level has a star for having no dead end, one for being solvable with and "
                "without combo, one for a combo that is no longer",
            ),
        ),
        differs="The article gives no rates. Here more static blocks make more levels unsolvable "
        "and more dead ends, pits in their place fewer of both.",
        jobs=_jobs,
        measure=_measure,
        tabulate=_rows,
    ),
)  # fmt: skip


def experiments() -> tuple[Experiment, ...]:
    """The experiments of the game."""
    return _EXPERIMENTS
