"""Experiments: what the sources measured, measured again.

An experiment is a sample of levels by settings, and a table of what was found. Its jobs do not
depend on each other, so that they can run side by side; what is measured comes to the table in
their order, so that the table is the same however many run at a time. Only columns of time differ
from one run to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.values.budget import Control

Key = TypeVar("Key", bound=Hashable)
Found = TypeVar("Found")
Value = int | float | str | None
Row = tuple[Value, ...]
Job = Any
"""What is measured at a time, as the experiment that makes it says."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table.

    Attributes:
        key: its name in JSON and CSV.
        title: its head on screen.
        unit: of its numbers; empty for counts and words.
        decimals: digits behind the point on screen, of numbers that are not whole.
        measured: whether it is a time, which is another one in every run.
    """

    key: str
    title: str
    unit: str = ""
    decimals: int = 2
    measured: bool = False

    def written(self, value: Value) -> str:
        """A value of the column as a screen shows it; ``-`` for none."""
        if value is None:
            return "-"
        return f"{value:,.{self.decimals}f}" if isinstance(value, float) else _whole(value)


def _whole(value: int | str) -> str:
    return value if isinstance(value, str) else f"{value:,}"


@dataclass(frozen=True, slots=True)
class Published:
    """What a source reports.

    Attributes:
        where: the source and the place in it.
        says: what it says there, in figures where it gives any.
    """

    where: str
    says: str


@dataclass(frozen=True, slots=True)
class Plot:
    """How a table is drawn: a curve for every value of ``series``.

    Attributes:
        across: the key of the column along the horizontal axis.
        up: the key of the column along the vertical axis.
        series: the keys of the columns that distinguish curves.
    """

    across: str
    up: str
    series: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """One experiment of a game.

    Attributes:
        name: on the command line.
        title: in a few words.
        asks: the question that it answers, a sentence.
        count: the size of the sample, if no other is asked for.
        unit: what is counted, such as ``levels for each difficulty``.
        columns: of the table.
        plot: how to draw it.
        published: what the sources report.
        differs: what is otherwise here than there, and why; sentences.
        jobs: makes the jobs of a sample, from its size and its first seed.
        measure: does a job; raises :class:`engine.errors.Cancelled` if stopped.
        tabulate: makes the rows of what the jobs have measured, in their order.
    """

    name: str
    title: str
    asks: str
    count: int
    unit: str
    columns: tuple[Column, ...]
    plot: Plot
    published: tuple[Published, ...] = ()
    differs: str = ""
    jobs: Callable[[int, int], Sequence[Job]]
    measure: Callable[[Job, Control], Any]
    tabulate: Callable[[Sequence[Any]], Iterable[Row]] = tuple

    def table(self, measured: Sequence[Any]) -> Table:
        """The table of what the jobs have measured, in their order."""
        return Table(self.columns, tuple(self.tabulate(measured)))


@dataclass(frozen=True, slots=True)
class Table:
    """What an experiment has found.

    Attributes:
        rows: a value for each column.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def of(self, key: str) -> list[Value]:
        """The values of one column."""
        number = [column.key for column in self.columns].index(key)
        return [row[number] for row in self.rows]

    def curves(self, plot: Plot) -> dict[str, list[tuple[float, float]]]:
        """The points of each curve of a plot; words along an axis count from 0."""
        across, up = self.of(plot.across), self.of(plot.up)
        words = list(dict.fromkeys(value for value in across if isinstance(value, str)))
        names = [
            " ".join(map(str, parts)) for parts in zip(*map(self.of, plot.series), strict=True)
        ]
        found: dict[str, list[tuple[float, float]]] = {}
        for name, x, y in zip(names or [""] * len(across), across, up, strict=True):
            if isinstance(y, int | float) and x is not None:
                place = words.index(x) if isinstance(x, str) else x
                found.setdefault(name, []).append((float(place), float(y)))
        return found


def blocks(first: int, count: int, size: int) -> Iterator[range]:
    """So many seeds from a first one on, in blocks of at most a size: a job each."""
    for begin in range(first, first + count, size):
        yield range(begin, min(begin + size, first + count))


def grouped(pairs: Iterable[tuple[Key, Iterable[Found]]]) -> dict[Key, list[Found]]:
    """All that was found under each key, keys in the order in which they come first."""
    groups: dict[Key, list[Found]] = {}
    for key, found in pairs:
        groups.setdefault(key, []).extend(found)
    return groups


def quantile(values: Sequence[float], share: float) -> float | None:
    """The least value that so many of all do not exceed; None of no values."""
    ordered = sorted(values)
    return float(ordered[min(int(share * len(ordered)), len(ordered) - 1)]) if ordered else None


def mean(values: Sequence[float]) -> float | None:
    """The mean; None of no values."""
    return sum(values) / len(values) if values else None
