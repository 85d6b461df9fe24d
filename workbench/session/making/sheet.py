"""The settings of the next generation: a seed, and what differs from the defaults."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from engine.errors import ParameterError
from engine.game.game import Game
from engine.generation.wishes import asks_likeness
from engine.values.level import Board, Level
from engine.values.parameters import Parameter, Value
from engine.values.ranges import ANY, Range
from engine.workshop import MAX_SEED

ACCEPT = "Accept only"
"""Heading of what decides whether a candidate is kept."""
CHANGED = "changed: "
"""What begins a note on a sheet that is not what the level was made with."""
RANDOM_SEEDS = 1_000_000
"""Seeds that the screen draws are below this: short enough to read out to a colleague."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One row of the parameter list: a heading, the seed, or a parameter.

    ``group`` is the heading that the row is under, or is itself.
    """

    title: str
    group: str
    parameter: Parameter | None = None
    seed: bool = False

    @property
    def heading(self) -> bool:
        """Whether it only names a group."""
        return self.parameter is None and not self.seed


@dataclass(frozen=True, slots=True)
class Sheet:
    """A seed and the parameters that have been set; the others have their defaults.

    Without a seed, generation draws one. Similarity is to the board ``like``, if there is one.
    ``freed`` names the parameters that are set only because their defaults exclude the wish.
    """

    game: Game
    seed: int | None
    settings: Mapping[str, Value] = field(default_factory=dict)
    like: Board | None = None
    freed: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        game: Game,
        seed: int | None,
        values: Mapping[str, object],
        like: Board | None = None,
    ) -> Sheet:
        """The sheet that leads to some values; those that no longer fit are left out."""
        settings: dict[str, Value] = {}
        for key, text in values.items():
            try:
                settings[key] = game.parameters[key].parse(text)
            except ParameterError:
                continue
        defaults = game.parameters.defaults(settings)
        own = {key: value for key, value in settings.items() if value != defaults.get(key)}
        return cls(game, seed, own, like)

    @classmethod
    def of_level(cls, game: Game, level: Level) -> Sheet:
        """The sheet a level was generated with; no seed for one drawn by hand."""
        if level.provenance is None or level.by_hand:
            return cls(game, None)
        recorded = game.parameters.recorded(level.provenance.parameters)
        return cls.of(game, level.provenance.seed, recorded, level.provenance.like)

    @property
    def model(self) -> Board | None:
        """The board to be like, where similarity is asked for."""
        with suppress(ParameterError):
            parameters = self.game.parameters.complete(self.settings)
            return self.like if asks_likeness(self.game, parameters) else None
        return None

    def rows(self) -> tuple[SheetRow, ...]:
        """The list: the seed, the parameters stage by stage, the facts to accept by."""
        titles = {"": "", **{stage.name: stage.title for stage in self.game.generator.stages}}
        groups: dict[str, list[Parameter]] = {title: [] for title in (*titles.values(), ACCEPT)}
        for parameter in self.game.parameters.parameters:
            judges = parameter.kind in ("fact", "expression")
            groups[ACCEPT if judges else titles.get(parameter.stage, ACCEPT)].append(parameter)
        rows = [SheetRow("Seed", "", seed=True)]
        for title, group in groups.items():
            rows += [SheetRow(title, title)] if title and group else []
            rows += (SheetRow(p.title, title, p) for p in group)
        return tuple(rows)

    def value(self, parameter: Parameter) -> Value | None:
        """The value that generation will use; None for an unset demand."""
        return self.settings.get(parameter.key, self.default(parameter))

    def default(self, parameter: Parameter) -> Value | None:
        """The value that the parameter has unless it is set; None for an unset demand."""
        return self.game.parameters.defaults(self.settings).get(parameter.key)

    def is_default(self, parameter: Parameter) -> bool:
        """Whether the parameter has not been set."""
        return parameter.key not in self.settings

    def with_value(self, parameter: Parameter, value: Value | None) -> Sheet:
        """The sheet with a parameter set; its default (or None) unsets it."""
        settings = {key: old for key, old in self.settings.items() if key != parameter.key}
        if value is not None and value != self.default(parameter):
            settings[parameter.key] = value
        return replace(self, settings=settings, freed=self.freed - {parameter.key})

    def with_freed(self, *parameters: Parameter) -> Sheet:
        """Return the sheet with parameters that demand nothing, because they exclude the wish."""
        sheet = self
        for parameter in parameters:
            high = None if parameter.kind == "fact" else parameter.high
            sheet = sheet.with_value(parameter, Range(parameter.low, high))
        return replace(sheet, freed=sheet.freed | {parameter.key for parameter in parameters})

    def without_freed(self) -> Sheet:
        """Return the sheet with the defaults of the parameters that a wish has freed."""
        sheet = self
        for parameter in self.judges:
            if parameter.key in self.freed:
                sheet = sheet.with_value(parameter, None)
        return sheet

    @property
    def judges(self) -> tuple[Parameter, ...]:
        """The parameters that are a range which levels are accepted by."""
        rows = (row.parameter for row in self.rows() if row.group == ACCEPT)
        return tuple(p for p in rows if p is not None and p.kind in ("fact", "range"))

    @property
    def demands(self) -> tuple[str, ...]:
        """The demands on levels besides the wish, as typed, such as ``moves=7..14``."""
        return tuple(
            f"{parameter.key}={parameter.typed(value)}"
            for parameter in self.judges
            if isinstance(value := self.value(parameter), Range)
            and value not in (ANY, Range(parameter.low, parameter.high))
            and parameter.key not in self.freed
        )

    def with_seed(self, seed: int | None) -> Sheet:
        """The sheet with another seed, held within its bounds, or with none."""
        return replace(self, seed=None if seed is None else min(max(seed, 0), MAX_SEED))

    def name_changes(self, other: Sheet) -> str:
        """Return the titles of the parameters that another sheet sets otherwise."""
        own, others, schema = self.settings, other.settings, self.game.parameters
        titles = [p.title for p in schema.parameters if own.get(p.key) != others.get(p.key)]
        return ", ".join(titles) or "seed"

    def following(self, before: Level, now: Level) -> Sheet:
        """The sheet once another version stands there: a seed that was the level's own still is.

        Parameters stay as they were set: what was undone may be tried again with others.
        """
        old, new = (
            None if level.provenance is None or level.by_hand else level.provenance.seed
            for level in (before, now)
        )
        return self.with_seed(new) if self.seed == old else self


def new_seed() -> int:
    """A random seed."""
    return secrets.randbelow(RANDOM_SEEDS)
