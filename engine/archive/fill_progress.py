"""The progress of an archive fill, in memory and in the report for other processes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.archive.archive_grid import Archive
from engine.archive.archive_spec import ArchiveSpec, parse_targets
from engine.batch.progress_reader import FILL, WorkStatus, is_progress
from engine.catalogue.run_record import CatalogueRun

_NUMBERS = (
    "seed", "iterations", "added", "duplicates", "seconds", "cells", "filled", "coverage",
    "qd_score", "workers",
)  # fmt: skip
_LISTS = ("targets", "missing")


@dataclass(frozen=True, slots=True)
class FillProgress:
    """The state of an archive fill at one moment.

    Attributes:
        game: The name of the game.
        spec: The specification of the archive, with an explicit ``best``.
        archive: The archive with all levels added so far.
        before: The archive at the start of the current call of ``fill_archive``.
        seed: The seed of the mutations.
        iterations: The number of mutations tried, including those in earlier calls.
        added: The number of levels added.
        duplicates: The number of mutations that led to a level already in the catalogue.
        rejections: The number of rejected mutations for each reason.
        seconds: The total working time in seconds over all calls, not counting pauses.
        done: The number of mutations tried in the current call.
        workers: The number of mutations tried in parallel.
        left: The seconds left until the time limit of the current call; None if there is no limit.
        max_iterations: The limit on ``iterations``; None if there is no limit.
        paused: True if a pause is requested.
    """

    game: str
    spec: ArchiveSpec
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
    max_iterations: int | None = None
    paused: bool = False

    @property
    def missing_targets(self) -> tuple[str, ...]:
        """The targets whose cells are still empty, as written in the specification."""
        archive = self.archive
        return tuple(
            text
            for text in self.spec.targets
            if archive.elites.keys().isdisjoint(parse_targets([text], archive.space))
        )

    def to_answer(self) -> dict[str, Any]:
        """Return the fields that ``catalogue archive --fill --json`` prints besides the archive."""
        record = self.to_record()
        counts = ("seed", "iterations", "added", "duplicates", "rejections")
        return {
            **{key: record[key] for key in counts},
            "seconds": round(self.seconds, 3),
            "missing": record["missing"],
            "coverage_before": self.before.coverage,
            "qd_score_before": self.before.qd_score,
        }

    def to_record(self) -> dict[str, Any]:
        """Return the progress as the JSON object that other processes read."""
        return {
            "game": self.game,
            "archive": self.spec.facts,
            "best": self.spec.best,
            "targets": list(self.spec.targets),
            "missing": list(self.missing_targets),
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
            "most": self.max_iterations,
            "workers": self.workers,
            "paused": self.paused,
        }


def find_reported_fill(status: WorkStatus) -> dict[str, Any] | None:
    """Return the report of a running or interrupted fill, or None if there is no valid report.

    The keys are those of :meth:`FillProgress.to_record` and of
    :meth:`engine.batch.progress_reader.WorkStatus.describe_work`.
    """
    record = status.report
    if status.kind != FILL or not _is_progress(record):
        return None
    return {**record, **status.describe_work(FILL)}


def find_last_facts(runs: Iterable[CatalogueRun]) -> str:
    """Return the facts specified for the most recent fill, or an empty string if there is none."""
    found = [run.settings.get("archive") for run in runs if run.kind == FILL]
    return found[-1] if found and isinstance(found[-1], str) else ""


def find_last_targets(runs: Iterable[CatalogueRun], facts: str) -> tuple[str, ...]:
    """Return the targets specified for the most recent fill whose axes are ``facts``.

    The result is empty if there is no such fill, or if its record is damaged.
    """
    found = [run for run in runs if run.kind == FILL and run.settings.get("archive") == facts]
    targets = found[-1].settings.get("targets") if found else []
    return tuple(targets) if isinstance(targets, list) and _is_text_list(targets) else ()


def _is_progress(record: Mapping[str, Any]) -> bool:
    """Return True if ``record`` is a valid progress report. Any program may have written it."""
    return (
        is_progress(record, _NUMBERS, ("left", "most"))
        and all(isinstance(record.get(key), str) for key in ("archive", "best"))
        and all(_is_text_list(record.get(key)) for key in _LISTS)
    )


def _is_text_list(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)
