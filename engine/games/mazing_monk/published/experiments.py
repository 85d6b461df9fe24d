"""The measurements of the thesis's fifth chapter, its graphs 1 to 8, as experiments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import floor

from engine.game.experiment import (
    Column,
    Experiment,
    Plot,
    Published,
    Row,
    Value,
    grouped,
    mean,
    quantile,
)
from engine.games.mazing_monk.generate import parameters
from engine.games.mazing_monk.generate.making import CHECKS, LOCKS_BREAK
from engine.games.mazing_monk.generate.parameters import BY_HISTORY, BY_PROTECTIVE
from engine.games.mazing_monk.published.sampling import (
    MOST_STATES,
    SampledLevel,
    Sampling,
    sampled,
    samplings,
)
from engine.values.budget import Control

MODES = parameters.MODES[BY_PROTECTIVE], parameters.MODES[BY_HISTORY]
"""The thesis's way to keep obstacles, then ours."""
TRIES, MORE_TRIES = 100, 1_000
LEVELS = 1_000
"""Levels of each difficulty, as in the thesis."""
MANY_LEVELS = 10_000
"""Levels of each difficulty with the default settings, where all graphs are made at once."""
BINS = 10
"""Parts of one point of rating that a graph distinguishes."""

_MODE = Column("mode", "mode")
_TRIES = Column("tries", "tries")
_DIFFICULTY = Column("difficulty", "difficulty")
_LEVELS = Column("levels", "levels")
_RATING = Column("rating", "rating from", decimals=1)
_BY_DIFFICULTY = (_MODE, _DIFFICULTY, _LEVELS)
_BY_TRIES = (_MODE, _TRIES, _DIFFICULTY, _LEVELS)

_REASONS = tuple(
    Column("retries_" + check.replace(" ", "_"), check) for check in CHECKS[:LOCKS_BREAK]
)
"""A column for every reason to begin a level of these modes anew."""
_RETRIES = (Column("retries", "retries"), *_REASONS)
_TIMES = (
    Column("making_ms", "generator", "ms", 3, measured=True),
    Column("solving_ms", "solver", "ms", 3, measured=True),
    Column("longest_ms", "longest both", "ms", 1, measured=True),
)
_STATES = (
    Column("states_mean", "states, mean"),
    Column("states_median", "median"),
    Column("states_most", "most"),
    Column("time_outs", "time-outs"),
)
_MOVES = (
    Column("moves_mean", "moves, mean"),
    Column("moves_median", "median"),
    Column("moves_most", "most"),
)

Setting = tuple[str, int, int]
"""Mode, tries and difficulty."""
Measured = tuple[Sampling, tuple[SampledLevel, ...]]
Of = Callable[[Sequence[SampledLevel]], tuple[Value, ...]]


def _measure(sampling: Sampling, control: Control) -> Measured:
    return sampling, sampled(sampling, control)


def _groups(measured: Sequence[Measured]) -> Iterable[tuple[Setting, list[SampledLevel]]]:
    """The levels of every mode, number of tries and difficulty."""
    return grouped((sampling.setting, levels) for sampling, levels in measured).items()


def _summary(of: Of, measured: Sequence[Measured], *, tries: bool = False) -> Iterator[Row]:
    """A row for each mode, number of tries if those differ, and difficulty."""
    for (mode, most, difficulty), levels in _groups(measured):
        said = (most,) if tries else ()
        yield (mode, *said, difficulty, len(levels), *of(levels))


def _by_rating(of: Of, measured: Sequence[Measured]) -> Iterator[Row]:
    """A row for each mode, difficulty and tenth of a point of rating that some level has."""
    for (mode, _, difficulty), levels in _groups(measured):
        bins: dict[int, list[SampledLevel]] = {}
        for level in levels:
            bins.setdefault(floor(BINS * level.rating), []).append(level)
        for number in sorted(bins):
            row = mode, difficulty, number / BINS, len(bins[number])
            yield (*row, len(bins[number]) / len(levels), *of(bins[number]))


def _moves(levels: Iterable[SampledLevel]) -> tuple[Value, ...]:
    found = [level.moves for level in levels if level.moves is not None]
    return mean(found), quantile(found, 0.5), max(found, default=None)


def _mean_moves(levels: Iterable[SampledLevel]) -> tuple[Value, ...]:
    return _moves(levels)[:1]


def _times(levels: Sequence[SampledLevel]) -> tuple[Value, ...]:
    making = [1e3 * level.making for level in levels]
    solving = [1e3 * level.solving for level in levels]
    return mean(making), mean(solving), max(map(sum, zip(making, solving, strict=True)))


def _retries(levels: Sequence[SampledLevel]) -> tuple[Value, ...]:
    counts = [
        sum(column) / len(levels) for column in zip(*(x.retries for x in levels), strict=True)
    ]
    return (sum(counts), *counts[: len(_REASONS)])


def _states(levels: Sequence[SampledLevel]) -> tuple[Value, ...]:
    states = [level.states for level in levels]
    timed_out = sum(level.timed_out for level in levels)
    return mean(states), quantile(states, 0.5), max(states), timed_out


def _all(levels: Sequence[SampledLevel]) -> tuple[Value, ...]:
    ratings = [level.rating for level in levels]
    rated = mean(ratings), quantile(ratings, 0.5)
    return (*rated, *_moves(levels), *_states(levels), *_retries(levels), *_times(levels))


def _jobs(tries: tuple[int, ...], count: int, first: int) -> tuple[Sampling, ...]:
    return tuple(samplings(MODES, tries, count, first))


def _all_jobs(count: int, first: int) -> tuple[Sampling, ...]:
    """The default settings at the full size of the sample, the others at a tenth of it."""
    few = samplings(MODES, (TRIES, MORE_TRIES), max(1, count // 10), first)
    most = samplings(MODES[1:], (TRIES,), count, first)
    others = (s for s in few if (s.mode, s.tries) != (MODES[1], TRIES))
    return (*most, *others)


_CHANCES = (
    "The thesis does not say how often the carving turns, steps or leaves karma behind; ours does "
    "so by the chances in the parameters of the generator."
)
_MACHINE = (
    "It was measured in C# on an Intel i7 930 of 2.8 GHz with one thread; times here are CPU "
)
_MACHINE += "time of compiled code on this machine."


def _graph(
    number: int,
    *,
    name: str,
    title: str,
    asks: str,
    says: str,
    columns: tuple[Column, ...],
    plot: Plot,
    tabulate: Callable[[Sequence[Measured]], Iterable[Row]],
    differs: str = _CHANCES,
    tries: tuple[int, ...] = (TRIES,),
) -> Experiment:
    """A graph of the thesis by its number, and what it shows there."""
    return Experiment(
        name=name,
        title=title,
        asks=asks,
        count=LEVELS,
        unit="levels for each difficulty",
        columns=columns,
        plot=plot,
        published=(Published(f"thesis, section 5.2, graph {number}", says),),
        differs=differs,
        jobs=partial(_jobs, tries),
        measure=_measure,
        tabulate=tabulate,
    )


_EXPERIMENTS = (
    _graph(
        1,
        name="monk-ratings",
        title="ratings by difficulty",
        asks="How are the ratings of levels of one difficulty spread?",
        columns=(*_BY_DIFFICULTY[:2], _RATING, _LEVELS, Column("share", "share")),
        plot=Plot("rating", "share", ("mode", "difficulty")),
        says=(
            "difficulties 1 to 6 mostly between 0.7 and 1.5, the last four drawn towards 2.0; "
            "levels of one difficulty nearly alike (1,000 of each; the curves are lost)"
        ),
        tabulate=partial(_by_rating, lambda _: ()),
    ),
    _graph(
        2,
        name="monk-moves",
        title="moves of the first solution by difficulty",
        asks="How many moves has the first solution that the thesis's solver finds?",
        columns=(*_BY_DIFFICULTY, *_MOVES),
        plot=Plot("difficulty", "moves_mean", ("mode",)),
        says="the mean rises with the difficulty, faster after 5, on an axis up to 250 moves",
        differs="In the thesis's own counting our solutions have a tenth of that many moves: walks "
        "go straight to karma, and one walk between two turns is one move. " + _CHANCES,
        tabulate=partial(_summary, _moves),
    ),
    _graph(
        3,
        name="monk-moves-by-rating",
        title="moves of the first solution by rating",
        asks="Do levels of one difficulty need more moves where they are rated higher?",
        columns=(
            *_BY_DIFFICULTY[:2],
            _RATING,
            _LEVELS,
            Column("share", "share"),
            _MOVES[0],
        ),
        plot=Plot("rating", "moves_mean", ("mode", "difficulty")),
        says="the rating within a difficulty matters little, and moves vary much",
        differs="Here the rating matters within a difficulty too: levels rated higher take more "
        "moves. " + _CHANCES,
        tabulate=partial(_by_rating, _mean_moves),
    ),
    _graph(
        4,
        name="monk-time",
        title="time of generator and solver by difficulty",
        asks="How long do a level's generation and solution take?",
        columns=(*_BY_DIFFICULTY, *_TIMES),
        plot=Plot("difficulty", "solving_ms", ("mode",)),
        says=(
            "up to 8 s for both together, on an axis up to 7,000 ms; the solver's time is flat up "
            "to difficulty 5 and rises from there"
        ),
        differs=_MACHINE,
        tabulate=partial(_summary, _times),
    ),
    _graph(
        5,
        name="monk-retries",
        title="retries by reason",
        asks="How often is a level begun anew before one is made, and why?",
        columns=(*_BY_DIFFICULTY, *_RETRIES),
        plot=Plot("difficulty", "retries", ("mode",)),
        says=(
            "most at difficulty 8; the main reason is that obstacles have to stay, found more than "
            "100 times; the other reasons are few"
        ),
        differs="The main reason is the same here, but there is no peak: retries rise up to 8 and "
        "stay. " + _CHANCES,
        tabulate=partial(_summary, _retries),
    ),
    _graph(
        6,
        name="monk-states",
        title="states of the solver by difficulty",
        asks="How many states does the thesis's solver see before its first solution?",
        columns=(*_BY_DIFFICULTY, *_STATES),
        plot=Plot("difficulty", "states_mean", ("mode",)),
        says="bars on an axis up to 2,000 states",
        differs="The thesis counts the states that it holds at each step of the search, these are "
        f"all that were seen; a search ends without an answer at {MOST_STATES:,}.",
        tabulate=partial(_summary, _states),
    ),
    _graph(
        7,
        name="monk-retries-1000",
        title="retries by reason, 100 and 1,000 tries",
        asks="How often is a level begun anew if ten times as many obstacles may have to stay?",
        columns=(*_BY_TRIES, *_RETRIES),
        plot=Plot("difficulty", "retries", ("mode", "tries")),
        says="about half as many retries with 1,000 tries, for the same reason",
        differs="The reason is the same here, but about a quarter of the retries are left. "
        + _CHANCES,
        tries=(TRIES, MORE_TRIES),
        tabulate=partial(_summary, _retries, tries=True),
    ),
    _graph(
        8,
        name="monk-time-1000",
        title="time of generator and solver, 100 and 1,000 tries",
        asks="What do ten times as many tries cost?",
        columns=(*_BY_TRIES, *_TIMES),
        plot=Plot("difficulty", "making_ms", ("mode", "tries")),
        says="the generator takes much longer with 1,000 tries, on an axis up to 9,000 ms",
        differs="Here the generator takes hardly longer: a try costs little against a new "
        "beginning. " + _MACHINE,
        tries=(TRIES, MORE_TRIES),
        tabulate=partial(_summary, _times, tries=True),
    ),
    Experiment(
        name="monk-graphs",
        title="all eight graphs from one sample",
        asks="What do levels look like by difficulty, in everything that the thesis measured?",
        count=MANY_LEVELS,
        unit="levels for each difficulty with the default settings, a tenth of it with others",
        columns=(
            *_BY_TRIES,
            Column("rating_mean", "rating, mean"),
            Column("rating_median", "median"),
            *_MOVES,
            *_STATES,
            *_RETRIES,
            *_TIMES,
        ),
        plot=Plot("difficulty", "rating_mean", ("mode", "tries")),
        published=(
            Published("thesis, section 5.2, graph 1", "see monk-ratings, and so on"),
            Published(
                "thesis, chapter 6",
                "100 s for a level at the most: about 100 of 100,000 levels took longer, all of "
                "difficulty 7 or more; none was unsolvable",
            ),
        ),
        differs=f"A time-out is {MOST_STATES:,} states here, so that it does not depend on the "
        "machine. " + _CHANCES,
        jobs=_all_jobs,
        measure=_measure,
        tabulate=partial(_summary, _all, tries=True),
    ),
)


def experiments() -> tuple[Experiment, ...]:
    """The experiments of the game."""
    return _EXPERIMENTS
