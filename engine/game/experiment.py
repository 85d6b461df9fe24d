"""Experiments that repeat measurements published in a game's sources.

An experiment generates a sample of levels for each of several settings and tabulates the results.
Its jobs are independent and can run in parallel. Their results are entered into the table in the
order of the jobs, so the table does not depend on the number of workers. Only columns of measured
times differ between runs.

For example, splitting a sample of 1,000 seeds into blocks of 100 gives ten jobs::

    jobs = experiment.create_jobs(1000, 0)
    results = [experiment.measure(job, control) for job in jobs]
    table = experiment.build_table(results)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.values.budget import Control

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")
CellValue = int | float | str | None
Row = tuple[CellValue, ...]
Job = Any
"""One independent part of an experiment's work; its type depends on the experiment."""


@dataclass(frozen=True, slots=True)
class Column:
    """The description of one column in a table of results.

    Attributes:
        key: The name of the column in JSON and CSV.
        title: The heading on screen.
        unit: The unit of the numbers; empty for counts and words.
        decimals: The number of decimals to show on screen for numbers that are not integers.
        measured: True if the column holds measured times, which differ between runs.
    """

    key: str
    title: str
    unit: str = ""
    decimals: int = 2
    measured: bool = False

    def format_value(self, value: CellValue) -> str:
        """Format a value of the column for a screen; None becomes ``-``."""
        if value is None:
            return "-"
        return f"{value:,.{self.decimals}f}" if isinstance(value, float) else _format_whole(value)


def _format_whole(value: int | str) -> str:
    return value if isinstance(value, str) else f"{value:,}"


@dataclass(frozen=True, slots=True)
class PublishedResult:
    """A result that one of the game's sources reports.

    Attributes:
        source: The source, and the section or table in it.
        finding: The finding that the source reports, with its numbers if it gives any.
    """

    source: str
    finding: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart of a table, with one curve for each combination of values in ``series``.

    Attributes:
        x_key: The key of the column along the horizontal axis.
        y_key: The key of the column along the vertical axis.
        series: The keys of the columns whose values distinguish the curves.
    """

    x_key: str
    y_key: str
    series: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """A measurement on generated levels that repeats one published in a game's sources.

    Attributes:
        name: The name on the command line.
        title: The title, in a few words.
        question: The question that the experiment answers, in one sentence.
        count: The default size of the sample.
        unit: The unit in which the sample is counted, such as ``levels for each difficulty``.
        columns: The columns of the table.
        plot: The chart that shows the table.
        published: The results that the sources report.
        deviation: The differences from the sources and the reasons for them, in sentences.
        create_jobs: A function that takes the size of the sample and its first seed, and returns
            the jobs.
        measure: A function that runs one job and returns its result. It raises
            :class:`engine.errors.Cancelled` if its control is cancelled.
        tabulate: A function that takes the results in the order of the jobs, and returns the rows
            of the table.
    """

    name: str
    title: str
    question: str
    count: int
    unit: str
    columns: tuple[Column, ...]
    plot: Plot
    published: tuple[PublishedResult, ...] = ()
    deviation: str = ""
    create_jobs: Callable[[int, int], Sequence[Job]]
    measure: Callable[[Job, Control], Any]
    tabulate: Callable[[Sequence[Any]], Iterable[Row]] = tuple

    def build_table(self, measured: Sequence[Any]) -> ResultTable:
        """Build the table from the results of all jobs, given in the order of the jobs."""
        return ResultTable(self.columns, tuple(self.tabulate(measured)))


@dataclass(frozen=True, slots=True)
class ResultTable:
    """The results of an experiment in columns and rows.

    Attributes:
        columns: The columns of the table.
        rows: The rows, each with one value per column.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def get_column(self, key: str) -> list[CellValue]:
        """Return the values of the column with the given key."""
        number = [column.key for column in self.columns].index(key)
        return [row[number] for row in self.rows]

    def list_curves(self, plot: Plot) -> dict[str, list[tuple[float, float]]]:
        """Return the points of each curve in ``plot``, keyed by the curve's name.

        Words on the x axis are numbered from 0, in the order of their first appearance.
        """
        across, up = self.get_column(plot.x_key), self.get_column(plot.y_key)
        words = list(dict.fromkeys(value for value in across if isinstance(value, str)))
        names = [
            " ".join(map(str, parts))
            for parts in zip(*map(self.get_column, plot.series), strict=True)
        ]
        found: dict[str, list[tuple[float, float]]] = {}
        for name, x, y in zip(names or [""] * len(across), across, up, strict=True):
            # A row without a number on either axis cannot be plotted.
            if isinstance(y, int | float) and x is not None:
                place = words.index(x) if isinstance(x, str) else x
                found.setdefault(name, []).append((float(place), float(y)))
        return found


def split_seeds(first: int, count: int, size: int) -> Iterator[range]:
    """Split ``count`` consecutive seeds into blocks of at most ``size``, one for each job."""
    for begin in range(first, first + count, size):
        yield range(begin, min(begin + size, first + count))


def group_by_key(pairs: Iterable[tuple[Key, Iterable[Result]]]) -> dict[Key, list[Result]]:
    """Group results by key, keeping the keys in the order of their first appearance."""
    groups: dict[Key, list[Result]] = {}
    for key, found in pairs:
        groups.setdefault(key, []).extend(found)
    return groups


def compute_quantile(values: Sequence[float], share: float) -> float | None:
    """Return the quantile of the values at ``share``, or None if there are no values.

    ``share`` is a number from 0 to 1, such as 0.5 for the median.
    """
    ordered = sorted(values)
    # Clip the index, so that a share of 1 returns the greatest value.
    return float(ordered[min(int(share * len(ordered)), len(ordered) - 1)]) if ordered else None


def compute_mean(values: Sequence[float]) -> float | None:
    """Return the mean of the values, or None if there are no values."""
    return sum(values) / len(values) if values else None
