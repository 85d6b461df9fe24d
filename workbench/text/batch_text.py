"""Functions that put the progress and results of batches and archive searches into words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.batch.batch_progress import BatchProgress
from workbench.text.quantity_text import format_count, format_duration

_MAX_REASONS = 3
"""The maximum number of rejection reasons in a progress line."""

Painter = Callable[[str, str], str]


def format_progress(progress: BatchProgress) -> str:
    """Format the progress of a batch as one line, with the most important numbers first."""
    share = progress.accepted / progress.count
    parts = [f"{progress.accepted:,} of {progress.count:,} ({share:.0%})"]
    if progress.paused:
        parts.append("paused")
    elif progress.rate:
        parts.append(f"{format_rate(progress.rate)}, {format_clock(progress.left)} left")
    tried = progress.candidates + progress.trying
    parts.append(f"{format_yield(progress.accepted, tried)} of {format_count(tried, 'candidate')}")
    if progress.duplicates:
        parts.append(format_count(progress.duplicates, "duplicate"))
    return f"batch {progress.game}: {', '.join(parts)}{_format_reasons(progress, '; ')}"


def format_summary(progress: BatchProgress, name: str, paint: Painter) -> Iterator[str]:
    """Yield lines of text that summarize a finished batch, with ``name`` as their title."""
    yield (
        f"{paint(name, 'title')}: {format_count(progress.accepted, 'level')} of {progress.game}, "
        f"{format_yield(progress.accepted, progress.candidates)} of "
        f"{format_count(progress.candidates, 'candidate')}, "
        f"{format_count(progress.duplicates, 'duplicate')} dropped, "
        f"{format_duration(progress.seconds)}"
    )
    yield from _format_table(progress.rejections, progress.candidates)


def format_status(record: Mapping[str, Any], name: str, paint: Painter) -> Iterator[str]:
    """Yield lines of text that describe the status of a batch.

    ``record`` is the result of :func:`engine.batch.progress_reader.read_batch_status`.
    """
    yield (
        f"{paint(name, 'title')}: {record['accepted']:,} of "
        f"{format_count(record['count'], 'level')} of {record['game']}, seeds "
        f"{record['first_seed']} and up, {format_duration(record['seconds'])}"
    )
    rate = (
        f"; {format_rate(record['rate'])}, {format_clock(record['left'])} left"
        if record["rate"]
        else ""
    )
    yield from _format_process(record, rate, paint, complete=record["complete"])
    tried = record["candidates"]
    yield (
        f"  {format_yield(record['accepted'], tried)} of {format_count(tried, 'candidate')}, "
        f"{format_count(record['duplicates'], 'duplicate')} dropped"
    )
    yield from _format_table(record["rejections"], tried)


def format_fill_status(record: Mapping[str, Any], name: str, paint: Painter) -> Iterator[str]:
    """Yield lines of text that describe the status of an archive search.

    ``record`` is the result of :func:`engine.archive.fill_status.read_fill_status`.
    """
    asked = f"{record['archive']}, best by {record['best']}, seed {record['seed']}"
    yield f"{paint(name, 'title')}: filling {asked}, {format_duration(record['seconds'])}"
    left = record["left"]
    yield from _format_process(
        record, "" if left is None else f"; {format_clock(left)} left", paint
    )
    yield (
        f"  {format_fill_counts(record)}, {format_count(record['duplicates'], 'duplicate')} dropped"
    )
    yield from (f"  no level yet for {target}" for target in record["missing"])
    yield from _format_table(record["rejections"], record["iterations"])


def format_fill_progress(record: Mapping[str, Any]) -> str:
    """Format the progress of an archive search as one line, which begins with the time left."""
    left = record["left"]
    first = (
        "paused, " if record["paused"] else "" if left is None else f"{format_clock(left)} left, "
    )
    return f"{first}{format_fill_counts(record)}"


def format_fill_counts(record: Mapping[str, Any]) -> str:
    """Format the numbers of mutations tried, levels added and cells filled by an archive search."""
    done = (
        f"{format_count(record['iterations'], 'mutation')}, "
        f"{format_count(record['added'], 'level')} added"
    )
    return f"{done}, {record['filled']:,} of {record['cells']:,} cells"


def _format_process(
    record: Mapping[str, Any], more: str, paint: Painter, *, complete: bool = False
) -> Iterator[str]:
    """Yield lines of text about the process that works on a catalogue, and about any failure.

    ``more`` is appended to the line about a running process.
    """
    if record["process"] is not None and record["paused"]:
        yield f"  paused (process {record['process']})"
    elif record["process"] is not None:
        yield f"  running (process {record['process']}){more}"
    else:
        yield "  complete" if complete else "  not running"
    if record["busy"] is not None:
        yield f"  process {record['busy']} is adding other levels"
    if record["failed"] and not complete:
        yield f"  {paint('interrupted', 'bad')}: {record['failed']}"


def format_clock(seconds: float | None) -> str:
    """Format an estimated time in hours, minutes and seconds, or in days if it is long."""
    if seconds is None:
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    # An estimate of several days is not accurate to the minute.
    if hours >= 48:
        return f"{hours // 24} days"
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def format_rate(rate: float) -> str:
    """Format a rate of levels per second. Slow rates are given per minute."""
    return (
        f"{rate:,.0f}/s" if rate >= 10 else f"{rate * 60:,.1f}/min" if rate < 1 else f"{rate:.1f}/s"
    )


def format_yield(accepted: int, tried: int) -> str:
    """Format the number of candidates tried per accepted level, for example as ``1 in 2.5``."""
    return f"1 in {tried / accepted:,.1f}" if accepted else "none"


def _sort_reasons(rejections: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(rejections.items(), key=lambda entry: (-entry[1], entry[0]))


def _format_reasons(progress: BatchProgress, before: str) -> str:
    """Format the most frequent rejection reasons, preceded by ``before``.

    The result is empty if nothing was rejected.
    """
    most = _sort_reasons(progress.rejections)[:_MAX_REASONS]
    parts = (f"{reason} {number / max(progress.candidates, 1):.0%}" for reason, number in most)
    return f"{before}{', '.join(parts)}" if most else ""


def _format_table(rejections: Mapping[str, int], tried: int) -> Iterator[str]:
    """Yield a line of text for each rejection reason, most frequent first."""
    for reason, number in _sort_reasons(rejections):
        yield f"  {number:>13,}  {number / max(tried, 1):>6.1%}  {reason}"
