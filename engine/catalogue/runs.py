"""Runs: what the levels of a batch are made from, said once, and how far it has come."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from engine.catalogue.errors import CatalogueError
from engine.catalogue.shapes import weight_of
from engine.errors import quoted
from engine.game.game import Game

if TYPE_CHECKING:
    from engine.generation.bulk import SeedResult

Kind = Literal["batch", "archive", "import", "merged"]
COLUMNS = (
    "id", "kind", "game", "generator", "rules", "settings", "versions", "max_attempts",
    "first_seed", "count", "tried", "kept", "candidates", "duplicates", "rejections", "seconds",
)  # fmt: skip
_JSON = ("settings", "versions", "rejections")
MOST_VALUES = 1_000_000
"""Values that the runs of a catalogue have at most, all together; one has about a hundred."""
_ROW, _VALUE = 10, 16
"""Values that a run counts for besides its tables, and bytes of a text that count for one."""
_COUNTED = ("first_seed", "count", "tried", "kept", "candidates", "duplicates")


@dataclass(frozen=True, slots=True)
class RunState:
    """A run and its ledger.

    Attributes:
        kind: a batch that may go on; what an archive was filled with; levels of files; or part of
            what was merged.
        generator: name and version, as provenance has them.
        rules: version of the game's rules.
        settings: every parameter, as provenance has them.
        versions: of programs and libraries that made it, to be shown, not compared.
        max_attempts: candidates tried for a seed.
        count: levels wanted.
        tried: seeds in the ledger, from the first on.
        kept: levels of the run.
        candidates, rejections, duplicates: up to the last level of a complete run, else up to the
            last seed.
        seconds: how long it has taken, all calls together.
    """

    id: int
    kind: Kind
    game: str
    generator: str
    rules: int
    settings: Mapping[str, Any]
    versions: Mapping[str, Any]
    max_attempts: int
    first_seed: int
    count: int
    tried: int = 0
    kept: int = 0
    candidates: int = 0
    duplicates: int = 0
    rejections: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def next_seed(self) -> int:
        """The first seed that is not in the ledger."""
        return self.first_seed + self.tried

    @property
    def complete(self) -> bool:
        """Whether all levels wanted are there."""
        return self.kept >= self.count

    def with_tried(self, tried: Sequence[SeedResult], duplicates: int) -> RunState:
        """The run with more seeds in its ledger, so many of whose levels were there already."""
        rejections = Counter(self.rejections)
        for each in tried:
            rejections.update(each.rejections)
        found = sum(each.attempt is not None for each in tried)
        return replace(
            self,
            tried=self.tried + len(tried),
            kept=self.kept + found - duplicates,
            candidates=self.candidates + sum(each.candidates for each in tried),
            duplicates=self.duplicates + duplicates,
            rejections=dict(rejections),
        )

    def values(self) -> list[Any]:
        """The values of the run's row, in the order of :data:`COLUMNS`."""
        found = [getattr(self, name) for name in COLUMNS]
        return [
            json.dumps(dict(value), sort_keys=True) if name in _JSON else value
            for name, value in zip(COLUMNS, found, strict=True)
        ]

    @classmethod
    def of_row(cls, row: Sequence[Any], path: object) -> RunState:
        """The run of a row.

        Raises:
            CatalogueError: it is damaged.
        """
        found = dict(zip(COLUMNS, row, strict=True))
        try:
            tables = {name: json.loads(found[name]) for name in _JSON}
            texts = all(isinstance(found[name], str) for name in ("kind", "game", "generator"))
            others = set(COLUMNS) - {*_JSON, "kind", "game", "generator", "seconds"}
            whole = all(isinstance(found[name], int) for name in others)
            dicts = all(isinstance(each, dict) for each in tables.values())
            if not (texts and whole and dicts and math.isfinite(found["seconds"])):
                raise ValueError
            if not all(isinstance(each, int) for each in tables["rejections"].values()):
                raise ValueError
            if min(found[name] for name in _COUNTED) < 0:
                raise ValueError
        except (TypeError, ValueError, RecursionError) as error:
            raise CatalogueError(f"{path}: damaged: run {quoted(found['id'])}") from error
        return cls(**{**found, **tables})


def read_runs(rows: Iterable[Sequence[Any]], path: object) -> list[RunState]:
    """Return the runs of some rows.

    Raises:
        CatalogueError: one is damaged, or they have more values than can be held.
    """
    found, weight = [], 0
    for row in rows:
        texts = [str(value).encode(errors="replace") for value in row]
        weight += _ROW + sum(max(weight_of(text), len(text) // _VALUE) for text in texts)
        if weight > MOST_VALUES:
            raise CatalogueError(f"{path}: damaged: more than {MOST_VALUES:,} values in its runs")
        found.append(RunState.of_row(row, path))
    return found


def new_batch(
    game: Game,
    settings: Mapping[str, Any],
    first_seed: int,
    count: int,
    versions: Mapping[str, Any] | None,
    max_attempts: int,
) -> RunState:
    """The run of a batch that has not begun."""
    return RunState(
        0, "batch", game.name, game.generator_name, game.rules_version, dict(settings),
        dict(versions or {}), max_attempts, first_seed, count,
    )  # fmt: skip


def batch_of(runs: Sequence[RunState]) -> RunState | None:
    """The batch of a catalogue that holds one, and beside it what its archive was filled with."""
    batches = [run for run in runs if run.kind == "batch"]
    others = [run for run in runs if run.kind not in ("batch", "archive")]
    return batches[0] if len(batches) == 1 and not others else None
