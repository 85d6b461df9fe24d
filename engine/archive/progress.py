"""The progress of the filling of an archive: as a value, and as reported to other processes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.archive.asking import ArchiveWish, targets_of
from engine.archive.grid import Archive
from engine.batch.watching import FILLING, Watched, is_progress
from engine.catalogue.runs import RunState

_NUMBERS = (
    "seed", "iterations", "added", "duplicates", "seconds", "cells", "filled", "coverage",
    "qd_score", "workers",
)  # fmt: skip
_LISTS = ("targets", "missing")


@dataclass(frozen=True, slots=True)
class Filling:
    """How far the filling of an archive has come.

    Attributes:
        game: the game's name.
        wish: the archive as it was asked for, with what is best in a cell.
        archive: as it is now.
        before: as it was when this go began.
        seed: of the mutations.
        iterations: mutations done, those of earlier goes included.
        added: levels that they have led to.
        duplicates: how many led to a level that was there already.
        rejections: how many led to nothing, by reason.
        seconds: that it has taken, all goes together, without pauses.
        done: mutations of this go.
        workers: how many are tried at a time.
        left: seconds that are left of this go; None where it has no such limit.
        most: mutations that are wanted in all; None where that is open.
        paused: whether it has been asked to pause.
    """

    game: str
    wish: ArchiveWish
    archive: Archive
    before: Archive
    seed: int
    iterations: int
    added: int
    duplicates: int
    rejections: Mapping[str, int]
    seconds: float
    done: int = 0
    workers: int = 1
    left: float | None = None
    most: int | None = None
    paused: bool = False

    @property
    def missing(self) -> tuple[str, ...]:
        """The targets whose cells have no level yet, as they were asked for."""
        archive = self.archive
        return tuple(
            text
            for text in self.wish.targets
            if archive.elites.keys().isdisjoint(targets_of([text], archive.space))
        )

    def answer(self) -> dict[str, Any]:
        """What ``catalogue archive --fill --json`` prints beside the archive."""
        return {
            "seed": self.seed,
            "iterations": self.iterations,
            "added": self.added,
            "duplicates": self.duplicates,
            "rejections": dict(self.rejections),
            "seconds": round(self.seconds, 3),
            "missing": list(self.missing),
            "coverage_before": self.before.coverage,
            "qd_score_before": self.before.qd_score,
        }

    def record(self) -> dict[str, Any]:
        """What is reported to other processes, as JSON."""
        return {
            "game": self.game,
            "archive": self.wish.facts,
            "best": self.wish.best,
            "targets": list(self.wish.targets),
            "missing": list(self.missing),
            "seed": self.seed,
            "iterations": self.iterations,
            "added": self.added,
            "duplicates": self.duplicates,
            "rejections": dict(self.rejections),
            "seconds": self.seconds,
            "cells": self.archive.space.size,
            "filled": len(self.archive.elites),
            "coverage": self.archive.coverage,
            "qd_score": self.archive.qd_score,
            "left": self.left,
            "most": self.most,
            "workers": self.workers,
            "paused": self.paused,
        }


def reported(watched: Watched) -> dict[str, Any] | None:
    """The filling that a process works on, or that was cut short; None if there is neither.

    The keys are those of :meth:`Filling.record` with those of
    :meth:`engine.batch.watching.Watched.standing`.
    """
    record = watched.report
    if watched.kind != FILLING or not _is_progress(record):
        return None
    return {**record, **watched.standing(FILLING)}


def last_filled(runs: Iterable[RunState]) -> str:
    """The facts of the filling that was begun last, as they were asked for; empty for none."""
    found = [run.settings.get("archive") for run in runs if run.kind == FILLING]
    return found[-1] if found and isinstance(found[-1], str) else ""


def aimed_at(runs: Iterable[RunState], facts: str) -> tuple[str, ...]:
    """The targets of the filling that was begun last over two facts, as they were asked for."""
    found = [run for run in runs if run.kind == FILLING and run.settings.get("archive") == facts]
    targets = found[-1].settings.get("targets") if found else []
    return tuple(targets) if isinstance(targets, list) and _is_texts(targets) else ()


def _is_progress(record: Mapping[str, Any]) -> bool:
    """Whether a report is of the progress of a filling; any program may have written it."""
    return (
        is_progress(record, _NUMBERS, ("left", "most"))
        and all(isinstance(record.get(key), str) for key in ("archive", "best"))
        and all(_is_texts(record.get(key)) for key in _LISTS)
    )


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)
