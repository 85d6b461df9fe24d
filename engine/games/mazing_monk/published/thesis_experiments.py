"""Experiments that repeat the measurements of graphs 1 to 8 in chapter 5 of the thesis."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import floor

from engine.game.experiment import (
    CellValue,
    Column,
    Experiment,
    Plot,
    PublishedResult,
    Row,
    compute_mean,
    compute_quantile,
    group_by_key,
)
from engine.games.mazing_monk.generation import parameters
from engine.games.mazing_monk.generation.parameters import BY_HISTORY, BY_PROTECTIVE
from engine.games.mazing_monk.generation.rewound_cube import CHECKS, LOCKS_BREAK
from engine.games.mazing_monk.published.sample_measurement import (
    MOST_STATES,
    SampleBlock,
    SampledLevel,
    list_sample_blocks,
    sample_levels,
)
from engine.values.budget import Control

MODES = parameters.MODES[BY_PROTECTIVE], parameters.MODES[BY_HISTORY]
"""The two generator modes to compare: the thesis's, which marks obstacles, and our own."""
TRIES, MORE_TRIES = 100, 1_000
LEVELS = 1_000
"""The default number of levels for each difficulty, which is also the thesis's number."""
MANY_LEVELS = 10_000
"""The number of levels with default settings for each difficulty if one run makes all graphs."""
BINS = 10
"""The number of bins into which graphs divide each whole point of the rating."""

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
"""One column for each check that can reject a candidate in these modes."""
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
"""The settings of a sample: the mode, the number of tries and the difficulty."""
Measured = tuple[SampleBlock, tuple[SampledLevel, ...]]
ComputeFigures = Callable[[Sequence[SampledLevel]], tuple[CellValue, ...]]


def _measure_block(sampling: SampleBlock, control: Control) -> Measured:
    return sampling, sample_levels(sampling, control)


def _group_levels(measured: Sequence[Measured]) -> Iterable[tuple[Setting, list[SampledLevel]]]:
    """Group the measured levels by mode, number of tries and difficulty."""
    return group_by_key((sampling.setting, levels) for sampling, levels in measured).items()


def _summarize_levels(
    compute: ComputeFigures, measured: Sequence[Measured], *, tries: bool = False
) -> Iterator[Row]:
    """Yield a row for each group of levels, with a column for the tries if ``tries`` is True."""
    for (mode, most, difficulty), levels in _group_levels(measured):
        said = (most,) if tries else ()
        yield (mode, *said, difficulty, len(levels), *compute(levels))


def _summarize_by_rating(compute: ComputeFigures, measured: Sequence[Measured]) -> Iterator[Row]:
    """Yield a row for each mode, difficulty and bin of ratings."""
    for (mode, _, difficulty), levels in _group_levels(measured):
        bins: dict[int, list[SampledLevel]] = {}
        for level in levels:
            bins.setdefault(floor(BINS * level.rating), []).append(level)
        for number in sorted(bins):
            row = mode, difficulty, number / BINS, len(bins[number])
            yield (*row, len(bins[number]) / len(levels), *compute(bins[number]))


def _count_moves(levels: Iterable[SampledLevel]) -> tuple[CellValue, ...]:
    found = [level.moves for level in levels if level.moves is not None]
    return compute_mean(found), compute_quantile(found, 0.5), max(found, default=None)


def _count_mean_moves(levels: Iterable[SampledLevel]) -> tuple[CellValue, ...]:
    return _count_moves(levels)[:1]


def _measure_times(levels: Sequence[SampledLevel]) -> tuple[CellValue, ...]:
    making = [1e3 * level.making for level in levels]
    solving = [1e3 * level.solving for level in levels]
    return (
        compute_mean(making),
        compute_mean(solving),
        max(map(sum, zip(making, solving, strict=True))),
    )


def _count_retries(levels: Sequence[SampledLevel]) -> tuple[CellValue, ...]:
    counts = [
        sum(column) / len(levels) for column in zip(*(x.retries for x in levels), strict=True)
    ]
    return (sum(counts), *counts[: len(_REASONS)])


def _count_states(levels: Sequence[SampledLevel]) -> tuple[CellValue, ...]:
    states = [level.states for level in levels]
    timed_out = sum(level.timed_out for level in levels)
    return compute_mean(states), compute_quantile(states, 0.5), max(states), timed_out


def _measure_all(levels: Sequence[SampledLevel]) -> tuple[CellValue, ...]:
    ratings = [level.rating for level in levels]
    rated = compute_mean(ratings), compute_quantile(ratings, 0.5)
    return (
        *rated,
        *_count_moves(levels),
        *_count_states(levels),
        *_count_retries(levels),
        *_measure_times(levels),
    )


def _list_jobs(tries: tuple[int, ...], count: int, first: int) -> tuple[SampleBlock, ...]:
    return tuple(list_sample_blocks(MODES, tries, count, first))


def _list_all_jobs(count: int, first: int) -> tuple[SampleBlock, ...]:
    """Return jobs for ``count`` levels with default and a tenth as many with other settings."""
    few = list_sample_blocks(MODES, (TRIES, MORE_TRIES), max(1, count // 10), first)
    most = list_sample_blocks(MODES[1:], (TRIES,), count, first)
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


def _build_graph(
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
    """Build the experiment that reproduces one of the thesis's graphs."""
    return Experiment(
        name=name,
        title=title,
        question=asks,
        count=LEVELS,
        unit="levels for each difficulty",
        columns=columns,
        plot=plot,
        published=(PublishedResult(f"thesis, section 5.2, graph {number}", says),),
        deviation=differs,
        create_jobs=partial(_list_jobs, tries),
        measure=_measure_block,
        tabulate=tabulate,
    )


_EXPERIMENTS = (
    _build_graph(
        1,
        name="monk-ratings",
        title="ratings by difficulty",
        asks="How are the ratings of levels with the same difficulty distributed?",
        columns=(*_BY_DIFFICULTY[:2], _RATING, _LEVELS, Column("share", "share")),
        plot=Plot("rating", "share", ("mode", "difficulty")),
        says=(
            "difficulties 1 to 6 mostly between 0.7 and 1.5, the last four drawn towards 2.0; "
            "levels of one difficulty nearly alike (1,000 of each; the curves are lost)"
        ),
        tabulate=partial(_summarize_by_rating, lambda _: ()),
    ),
    _build_graph(
        2,
        name="monk-moves",
        title="moves of the first solution by difficulty",
        asks="How many moves does the first solution of the thesis's solver have?",
        columns=(*_BY_DIFFICULTY, *_MOVES),
        plot=Plot("difficulty", "moves_mean", ("mode",)),
        says="the mean rises with the difficulty, faster after 5, on an axis up to 250 moves",
        differs="In the thesis's own counting our solutions have a tenth of that many moves: walks "
        "go straight to karma, and one walk between two turns is one move. " + _CHANCES,
        tabulate=partial(_summarize_levels, _count_moves),
    ),
    _build_graph(
        3,
        name="monk-moves-by-rating",
        title="moves of the first solution by rating",
        asks="Do levels with a higher rating need more moves, within one difficulty?",
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
        tabulate=partial(_summarize_by_rating, _count_mean_moves),
    ),
    _build_graph(
        4,
        name="monk-time",
        title="time of generator and solver by difficulty",
        asks="How long does it take to generate and solve a level?",
        columns=(*_BY_DIFFICULTY, *_TIMES),
        plot=Plot("difficulty", "solving_ms", ("mode",)),
        says=(
            "up to 8 s for both together, on an axis up to 7,000 ms; the solver's time is flat up "
            "to difficulty 5 and rises from there"
        ),
        differs=_MACHINE,
        tabulate=partial(_summarize_levels, _measure_times),
    ),
    _build_graph(
        5,
        name="monk-retries",
        title="retries by reason",
        asks="How often does the generator start a level again, and why?",
        columns=(*_BY_DIFFICULTY, *_RETRIES),
        plot=Plot("difficulty", "retries", ("mode",)),
        says=(
            "most at difficulty 8; the main reason is that obstacles have to stay, found more than "
            "100 times; the other reasons are few"
        ),
        differs="The main reason is the same here, but there is no peak: retries rise up to 8 and "
        "stay. " + _CHANCES,
        tabulate=partial(_summarize_levels, _count_retries),
    ),
    _build_graph(
        6,
        name="monk-states",
        title="states of the solver by difficulty",
        asks="How many states does the thesis's solver see before its first solution?",
        columns=(*_BY_DIFFICULTY, *_STATES),
        plot=Plot("difficulty", "states_mean", ("mode",)),
        says="bars on an axis up to 2,000 states",
        differs="The thesis counts the states that it holds at each step of the search, these are "
        f"all that were seen; a search ends without an answer at {MOST_STATES:,}.",
        tabulate=partial(_summarize_levels, _count_states),
    ),
    _build_graph(
        7,
        name="monk-retries-1000",
        title="retries by reason, 100 and 1,000 tries",
        asks="How often does the generator start again with ten times as many tries?",
        columns=(*_BY_TRIES, *_RETRIES),
        plot=Plot("difficulty", "retries", ("mode", "tries")),
        says="about half as many retries with 1,000 tries, for the same reason",
        differs="The reason is the same here, but about a quarter of the retries are left. "
        + _CHANCES,
        tries=(TRIES, MORE_TRIES),
        tabulate=partial(_summarize_levels, _count_retries, tries=True),
    ),
    _build_graph(
        8,
        name="monk-time-1000",
        title="time of generator and solver, 100 and 1,000 tries",
        asks="How much time do ten times as many tries cost?",
        columns=(*_BY_TRIES, *_TIMES),
        plot=Plot("difficulty", "making_ms", ("mode", "tries")),
        says="the generator takes much longer with 1,000 tries, on an axis up to 9,000 ms",
        differs="Here the generator takes hardly longer: a try costs little against a new "
        "beginning. " + _MACHINE,
        tries=(TRIES, MORE_TRIES),
        tabulate=partial(_summarize_levels, _measure_times, tries=True),
    ),
    Experiment(
        name="monk-graphs",
        title="all eight graphs from one sample",
        question="How do all figures of the thesis change with the difficulty?",
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
            PublishedResult("thesis, section 5.2, graph 1", "see monk-ratings, and so on"),
            PublishedResult(
                "thesis, chapter 6",
                "100 s for a level at the most: about 100 of 100,000 levels took longer, all of "
                "difficulty 7 or more; none was unsolvable",
            ),
        ),
        deviation=f"A time-out is {MOST_STATES:,} states here, so that it does not depend on the "
        "machine. " + _CHANCES,
        create_jobs=_list_all_jobs,
        measure=_measure_block,
        tabulate=partial(_summarize_levels, _measure_all, tries=True),
    ),
)


def list_experiments() -> tuple[Experiment, ...]:
    """Return all experiments for this game."""
    return _EXPERIMENTS
