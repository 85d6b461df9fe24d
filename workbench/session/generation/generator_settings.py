"""Settings for the next generated level: a seed and the parameters changed from their defaults."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from engine.errors import ParameterError
from engine.game.game import Game
from engine.generation.constraints import needs_similarity
from engine.values.level import Board, Level
from engine.values.parameter_schema import Parameter, Value
from engine.values.ranges import ANY, Range
from engine.workshop import MAX_SEED

ACCEPT = "Accept only"
"""The heading above the parameters that decide whether a candidate is accepted."""
MAX_OPEN_SIZE = 5
"""Groups with at most this many parameters are open initially."""
CHANGED = "Changed. "
"""The prefix of the note that says that the settings differ from the level's recipe."""
RANDOM_SEEDS = 1_000_000
"""The exclusive upper bound for random seeds, low enough that seeds can be read aloud."""


@dataclass(frozen=True, slots=True)
class SettingsRow:
    """One row in the parameter list: a heading, the seed, or a parameter.

    Attributes:
        title: The title of the row.
        group: The title of the heading that the row belongs to. A heading belongs to itself.
        parameter: The parameter, or None if the row is a heading or the seed.
        seed: True if the row shows the seed.
    """

    title: str
    group: str
    parameter: Parameter | None = None
    seed: bool = False

    @property
    def is_heading(self) -> bool:
        """True if the row is a heading."""
        return self.parameter is None and not self.seed


def find_open_groups(rows: tuple[SettingsRow, ...]) -> set[str]:
    """Return the titles of the groups to open initially: short ones, and the acceptance group."""
    sizes = Counter(row.group for row in rows if not row.is_heading)
    return {group for group, size in sizes.items() if size <= MAX_OPEN_SIZE or group == ACCEPT}


@dataclass(frozen=True, slots=True)
class GeneratorSettings:
    """A seed, and the parameter values that differ from the defaults.

    Attributes:
        game: The game to generate levels for.
        seed: The seed for the next level, or None to draw a random one.
        overrides: The values that differ from the defaults, by parameter key.
        like: The board that new levels can be required to resemble, or None if there is none.
        freed: The keys of the parameters that were widened to their full ranges because their
            defaults contradict the constraint.
    """

    game: Game
    seed: int | None
    overrides: Mapping[str, Value] = field(default_factory=dict)
    like: Board | None = None
    freed: frozenset[str] = frozenset()

    @classmethod
    def from_values(
        cls,
        game: Game,
        seed: int | None,
        values: Mapping[str, object],
        like: Board | None = None,
    ) -> GeneratorSettings:
        """Create settings from recorded values, ignoring any that are no longer valid."""
        settings: dict[str, Value] = {}
        for key, text in values.items():
            try:
                settings[key] = game.parameters[key].parse_value(text)
            except ParameterError:
                continue
        # Defaults can depend on other parameters, so compute them only after all values are set.
        defaults = game.parameters.list_defaults(settings)
        own = {key: value for key, value in settings.items() if value != defaults.get(key)}
        return cls(game, seed, own, like)

    @classmethod
    def from_level(cls, game: Game, level: Level) -> GeneratorSettings:
        """Return the settings that generated a level, or the defaults if it was drawn by hand."""
        if level.provenance is None or level.is_drawn_by_hand:
            return cls(game, None)
        recorded = game.parameters.restore_settings(level.provenance.parameters)
        return cls.from_values(game, level.provenance.seed, recorded, level.provenance.like)

    @property
    def similarity_board(self) -> Board | None:
        """The board that new levels must resemble, or None if no similarity is required."""
        with suppress(ParameterError):
            parameters = self.game.parameters.complete_settings(self.overrides)
            return self.like if needs_similarity(self.game, parameters) else None
        return None

    def list_rows(self) -> tuple[SettingsRow, ...]:
        """List the rows: the seed, the parameters of each stage, and the acceptance parameters."""
        titles = {"": "", **{stage.name: stage.title for stage in self.game.generator.stages}}
        groups: dict[str, list[Parameter]] = {title: [] for title in (*titles.values(), ACCEPT)}
        for parameter in self.game.parameters.parameters:
            # Facts and expressions decide acceptance even if they belong to a stage.
            judges = parameter.kind in ("fact", "expression")
            groups[ACCEPT if judges else titles.get(parameter.stage, ACCEPT)].append(parameter)
        rows = [SettingsRow("Seed", "", seed=True)]
        for title, group in groups.items():
            rows += [SettingsRow(title, title)] if title and group else []
            rows += (SettingsRow(p.title, title, p) for p in group)
        return tuple(rows)

    def get_value(self, parameter: Parameter) -> Value | None:
        """Return the value that generation will use, or None if there is no such value."""
        return self.overrides.get(parameter.key, self.get_default(parameter))

    def get_default(self, parameter: Parameter) -> Value | None:
        """Return the parameter's default given the other settings, or None if it has no default."""
        return self.game.parameters.list_defaults(self.overrides).get(parameter.key)

    def is_default(self, parameter: Parameter) -> bool:
        """Return True if the parameter still has its default value."""
        return parameter.key not in self.overrides

    def with_value(self, parameter: Parameter, value: Value | None) -> GeneratorSettings:
        """Return the settings with ``parameter`` set to ``value``.

        If ``value`` is None or the parameter's default, the parameter is unset instead.
        """
        settings = {key: old for key, old in self.overrides.items() if key != parameter.key}
        if value is not None and value != self.get_default(parameter):
            settings[parameter.key] = value
        return replace(self, overrides=settings, freed=self.freed - {parameter.key})

    def with_freed(self, *parameters: Parameter) -> GeneratorSettings:
        """Return the settings with ``parameters`` set to their full ranges and marked as freed."""
        settings = self
        for parameter in parameters:
            # A fact has no upper bound, so leave its range open.
            high = None if parameter.kind == "fact" else parameter.high
            settings = settings.with_value(parameter, Range(parameter.low, high))
        return replace(settings, freed=settings.freed | {parameter.key for parameter in parameters})

    def without_freed(self) -> GeneratorSettings:
        """Return the settings with all freed parameters reset to their defaults."""
        settings = self
        for parameter in self.acceptance_parameters:
            if parameter.key in self.freed:
                settings = settings.with_value(parameter, None)
        return settings

    @property
    def acceptance_parameters(self) -> tuple[Parameter, ...]:
        """The range parameters and fact parameters that decide whether a candidate is accepted."""
        rows = (row.parameter for row in self.list_rows() if row.group == ACCEPT)
        return tuple(p for p in rows if p is not None and p.kind in ("fact", "range"))

    @property
    def constraints(self) -> tuple[str, ...]:
        """The constraints except the expression, as the user would type them: ``moves=7..14``."""
        return tuple(
            f"{parameter.key}={parameter.format_typed(value)}"
            for parameter in self.acceptance_parameters
            if isinstance(value := self.get_value(parameter), Range)
            and value not in (ANY, Range(parameter.low, parameter.high))
            and parameter.key not in self.freed
        )

    def with_seed(self, seed: int | None) -> GeneratorSettings:
        """Return the settings with ``seed``, clamped to valid values. None means a random seed."""
        return replace(self, seed=None if seed is None else min(max(seed, 0), MAX_SEED))

    def name_changes(self, other: GeneratorSettings) -> str:
        """Name the parameters whose values are different in ``other``, or the seed if none are."""
        own, others, schema = self.overrides, other.overrides, self.game.parameters
        titles = [p.title for p in schema.parameters if own.get(p.key) != others.get(p.key)]
        return ", ".join(titles) or "seed"

    def follow_version(self, before: Level, now: Level) -> GeneratorSettings:
        """Return the settings to use when the version shown changes from ``before`` to ``now``.

        The seed becomes that of the new level, unless the user has changed it. Parameters are
        always kept, so the user can undo a generated level and try again with other parameters.
        """
        old, new = (
            None if level.provenance is None or level.is_drawn_by_hand else level.provenance.seed
            for level in (before, now)
        )
        return self.with_seed(new) if self.seed == old else self


def draw_seed() -> int:
    """Return a random seed."""
    return secrets.randbelow(RANDOM_SEEDS)
