"""What a batch has come to, or the filling of an archive, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.batch.progress import BatchProgress
from workbench.text.status import count, duration

_REASONS = 3
"""Reasons that the line of progress names."""

Painter = Callable[[str, str], str]


def progress_line(progress: BatchProgress) -> str:
    """How far a batch has come, what stands first being what is needed most."""
    share = progress.accepted / progress.count
    parts = [f"{progress.accepted:,} of {progress.count:,} ({share:.0%})"]
    if progress.paused:
        parts.append("paused")
    elif progress.rate:
        parts.append(f"{rate_words(progress.rate)}, {clock(progress.left)} left")
    tried = progress.candidates + progress.trying
    parts.append(f"{yield_words(progress.accepted, tried)} of {count(tried, 'candidate')}")
    if progress.duplicates:
        parts.append(count(progress.duplicates, "duplicate"))
    return f"batch {progress.game}: {', '.join(parts)}{_reasons(progress, '; ')}"


def summary(progress: BatchProgress, name: str, paint: Painter) -> Iterator[str]:
    """What came of a batch, line by line."""
    yield (
        f"{paint(name, 'title')}: {count(progress.accepted, 'level')} of {progress.game}, "
        f"{yield_words(progress.accepted, progress.candidates)} of "
        f"{count(progress.candidates, 'candidate')}, "
        f"{count(progress.duplicates, 'duplicate')} dropped, {duration(progress.seconds)}"
    )
    yield from _table(progress.rejections, progress.candidates)


def state_lines(record: Mapping[str, Any], name: str, paint: Painter) -> Iterator[str]:
    """What is known of a batch, see :func:`engine.batch.watching.state`, line by line."""
    yield (
        f"{paint(name, 'title')}: {record['accepted']:,} of {count(record['count'], 'level')} of "
        f"{record['game']}, seeds {record['first_seed']} on, {duration(record['seconds'])}"
    )
    rate = f"; {rate_words(record['rate'])}, {clock(record['left'])} left" if record["rate"] else ""
    yield from _standing(record, rate, paint, complete=record["complete"])
    tried = record["candidates"]
    yield (
        f"  {yield_words(record['accepted'], tried)} of {count(tried, 'candidate')}, "
        f"{count(record['duplicates'], 'duplicate')} dropped"
    )
    yield from _table(record["rejections"], tried)


def filling_lines(record: Mapping[str, Any], name: str, paint: Painter) -> Iterator[str]:
    """What is known of a filling, see :func:`engine.archive.standing.state`, line by line."""
    asked = f"{record['archive']}, best by {record['best']}, seed {record['seed']}"
    yield f"{paint(name, 'title')}: filling {asked}, {duration(record['seconds'])}"
    left = record["left"]
    yield from _standing(record, "" if left is None else f"; {clock(left)} left", paint)
    yield f"  {far_words(record)}, {count(record['duplicates'], 'duplicate')} dropped"
    yield from (f"  no level yet for {target}" for target in record["missing"])
    yield from _table(record["rejections"], record["iterations"])


def filling_line(record: Mapping[str, Any]) -> str:
    """How far a filling is, what stands first being what is needed most."""
    left = record["left"]
    first = "paused, " if record["paused"] else "" if left is None else f"{clock(left)} left, "
    return f"{first}{far_words(record)}"


def far_words(record: Mapping[str, Any]) -> str:
    """What a filling has come to."""
    done = f"{count(record['iterations'], 'mutation')}, {count(record['added'], 'level')} added"
    return f"{done}, {record['filled']:,} of {record['cells']:,} cells"


def _standing(
    record: Mapping[str, Any], more: str, paint: Painter, *, complete: bool = False
) -> Iterator[str]:
    """Which process works on a catalogue, and how one has ended."""
    if record["process"] is not None and record["paused"]:
        yield f"  paused; process {record['process']} waits"
    elif record["process"] is not None:
        yield f"  process {record['process']} works on it{more}"
    else:
        yield "  complete" if complete else "  no process works on it"
    if record["busy"] is not None:
        yield f"  process {record['busy']} adds other levels to it"
    if record["failed"] and not complete:
        yield f"  {paint('ended', 'bad')}: {record['failed']}"


def clock(seconds: float | None) -> str:
    """A length of time that is waited for, in hours, minutes and seconds."""
    if seconds is None:
        return "?"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 48:
        return f"{hours // 24} days"
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def rate_words(rate: float) -> str:
    """How many levels come in a time."""
    return (
        f"{rate:,.0f}/s" if rate >= 10 else f"{rate * 60:,.1f}/min" if rate < 1 else f"{rate:.1f}/s"
    )


def yield_words(accepted: int, tried: int) -> str:
    """How many candidates it takes for a level."""
    return f"1 in {tried / accepted:,.1f}" if accepted else "none"


def _ordered(rejections: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(rejections.items(), key=lambda entry: (-entry[1], entry[0]))


def _reasons(progress: BatchProgress, before: str) -> str:
    """The most frequent reasons of rejection."""
    most = _ordered(progress.rejections)[:_REASONS]
    parts = (f"{reason} {number / max(progress.candidates, 1):.0%}" for reason, number in most)
    return f"{before}{', '.join(parts)}" if most else ""


def _table(rejections: Mapping[str, int], tried: int) -> Iterator[str]:
    """The reasons, a line each."""
    for reason, number in _ordered(rejections):
        yield f"  {number:>13,}  {number / max(tried, 1):>6.1%}  {reason}"
