"""The runs in a catalogue. A run records its progress and the origin that its levels share."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.fact_columns import estimate_values
from engine.errors import quote_input
from engine.game.game import Game

if TYPE_CHECKING:
    from engine.generation.bulk_generator import SeedResult

RunKind = Literal["batch", "archive", "import", "merged"]
COLUMNS = (
    "id", "kind", "game", "generator", "rules", "settings", "versions", "max_attempts",
    "first_seed", "count", "tried", "kept", "candidates", "duplicates", "rejections", "seconds",
)  # fmt: skip
_JSON_COLUMNS = ("settings", "versions", "rejections")
MAX_VALUES = 1_000_000
"""The maximum total number of values in all runs of a catalogue. A run has about a hundred."""
_ROW_VALUES, _BYTES_PER_VALUE = 10, 16
"""The number of values added for each run, and the number of bytes that count as one value."""
_COUNT_COLUMNS = ("first_seed", "count", "tried", "kept", "candidates", "duplicates")


@dataclass(frozen=True, slots=True)
class CatalogueRun:
    """The origin and progress of a group of levels. Each field is a column in the table ``run``.

    Attributes:
        id: The id of the run in its catalogue.
        kind: The kind of run: a batch that can be continued, an archive fill, an import of files,
            or part of a merged catalogue.
        game: The name of the game.
        generator: The name and version of the generator, as in a level's provenance.
        rules: The version of the game's rules.
        settings: The values of all parameters, as in a level's provenance.
        versions: The versions of the software that generated the levels, for display only.
        max_attempts: The maximum number of candidates for each seed.
        first_seed: The first seed.
        count: The number of levels wanted.
        tried: The number of consecutive seeds tried, starting with ``first_seed``.
        kept: The number of levels in the run.
        candidates, rejections, duplicates: The numbers of candidates tried, of candidates rejected
            for each reason, and of duplicate levels. If the run is complete, they are counted only
            up to its last level.
        seconds: The total working time in seconds over all calls that worked on the run.
    """

    id: int
    kind: RunKind
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
        """The first seed that has not been tried yet."""
        return self.first_seed + self.tried

    @property
    def is_complete(self) -> bool:
        """True if the catalogue has all levels wanted."""
        return self.kept >= self.count

    def with_results(self, results: Sequence[SeedResult], duplicates: int) -> CatalogueRun:
        """Return a copy of the run whose counts include the results of more seeds.

        Args:
            results: The results of the seeds that follow the last one tried.
            duplicates: The number of results whose level was a duplicate.
        """
        rejections = Counter(self.rejections)
        for each in results:
            rejections.update(each.rejections)
        found = sum(each.attempt is not None for each in results)
        return replace(
            self,
            tried=self.tried + len(results),
            kept=self.kept + found - duplicates,
            candidates=self.candidates + sum(each.candidates for each in results),
            duplicates=self.duplicates + duplicates,
            rejections=dict(rejections),
        )

    def to_row(self) -> list[Any]:
        """Return the run's database row, with values in the order of :data:`COLUMNS`."""
        found = [getattr(self, name) for name in COLUMNS]
        return [
            json.dumps(dict(value), sort_keys=True) if name in _JSON_COLUMNS else value
            for name, value in zip(COLUMNS, found, strict=True)
        ]

    @classmethod
    def from_row(cls, row: Sequence[Any], path: object) -> CatalogueRun:
        """Build a run from its database row.

        Raises:
            CatalogueError: The row is damaged.
        """
        found = dict(zip(COLUMNS, row, strict=True))
        try:
            tables = {name: json.loads(found[name]) for name in _JSON_COLUMNS}
            texts = all(isinstance(found[name], str) for name in ("kind", "game", "generator"))
            # A foreign file may have any value in any column. The remaining columns must hold
            # integers.
            others = set(COLUMNS) - {*_JSON_COLUMNS, "kind", "game", "generator", "seconds"}
            whole = all(isinstance(found[name], int) for name in others)
            dicts = all(isinstance(each, dict) for each in tables.values())
            if not (texts and whole and dicts and math.isfinite(found["seconds"])):
                raise ValueError
            if not all(isinstance(each, int) for each in tables["rejections"].values()):
                raise ValueError
            if min(found[name] for name in _COUNT_COLUMNS) < 0:
                raise ValueError
        except (TypeError, ValueError, RecursionError) as error:
            raise CatalogueError(f"{path}: damaged: run {quote_input(found['id'])}") from error
        return cls(**{**found, **tables})


def read_runs(rows: Iterable[Sequence[Any]], path: object) -> list[CatalogueRun]:
    """Build runs from their database rows.

    Raises:
        CatalogueError: A row is damaged, or the rows have more than :data:`MAX_VALUES` values.
    """
    found, weight = [], 0
    for row in rows:
        texts = [str(value).encode(errors="replace") for value in row]
        weight += _ROW_VALUES + sum(
            max(estimate_values(text), len(text) // _BYTES_PER_VALUE) for text in texts
        )
        if weight > MAX_VALUES:
            raise CatalogueError(f"{path}: damaged: more than {MAX_VALUES:,} values in its runs")
        found.append(CatalogueRun.from_row(row, path))
    return found


def create_batch_run(
    game: Game,
    settings: Mapping[str, Any],
    first_seed: int,
    count: int,
    versions: Mapping[str, Any] | None,
    max_attempts: int,
) -> CatalogueRun:
    """Create the run for a new batch."""
    return CatalogueRun(
        0, "batch", game.name, game.generator_name, game.rules_version, dict(settings),
        dict(versions or {}), max_attempts, first_seed, count,
    )  # fmt: skip


def find_batch_run(runs: Sequence[CatalogueRun]) -> CatalogueRun | None:
    """Return the only batch in ``runs``, or None if there is no batch or more than one.

    The result is also None if there is a run that is neither a batch nor an archive fill.
    """
    batches = [run for run in runs if run.kind == "batch"]
    others = [run for run in runs if run.kind not in ("batch", "archive")]
    return batches[0] if len(batches) == 1 and not others else None
