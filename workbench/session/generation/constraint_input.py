"""The expression that the user types to constrain which levels are generated."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.errors import ParameterError
from engine.values.parameter_schema import WHERE, Parameter
from engine.values.ranges import Range
from workbench.commands.keymap import get_key_hint
from workbench.session.generation import parameter_text
from workbench.session.generation.generator_settings import GeneratorSettings
from workbench.session.generation.level_generator import LevelGenerator

_NAME = re.compile(r"[a-z_.]+")
GENERATING_COMMANDS = ("design.new-seed", "design.gallery", "design.batch")
"""The ids of the commands that generate levels satisfying the constraint."""


def format_constraint(settings: GeneratorSettings) -> str:
    """Return the constraint as the user would type it, or an empty string if there is none."""
    return parameter_text.format_editable(
        wish := _get_parameter(settings), settings.get_value(wish)
    )


def find_refusal(generator: LevelGenerator, text: str) -> str | None:
    """Return the reason why a constraint is invalid or unsatisfiable, or None if it is neither."""
    try:
        wrong = generator.find_refusal(_add_constraint(generator, text))
    except ParameterError as problem:
        wrong = str(problem)
    return wrong.removeprefix(f"{WHERE.key}: ") or None


def set_constraint(
    generator: LevelGenerator, text: str, command_ids: Sequence[str] = GENERATING_COMMANDS
) -> str:
    """Set the constraint on the levels generated next, and return a summary of all constraints.

    Args:
        generator: The level generator in whose settings the constraint is stored.
        text: The constraint as typed, or an empty string to remove it.
        command_ids: The ids of the commands whose keys the summary lists as ways to generate such
            levels.
    """
    typed = text.strip()
    settings = _add_constraint(generator, typed)
    generator.change_settings(f"set constraint {typed}" if typed else "No constraint", settings)
    return _summarize_constraints(settings, typed, command_ids)


def _add_constraint(generator: LevelGenerator, text: str) -> GeneratorSettings:
    """Return the settings with a constraint added and any contradictory defaults dropped.

    A default is dropped only if the expression names its parameter, and no more defaults are
    dropped than necessary.

    Raises:
        ParameterError: The expression is too long.
    """
    settings = generator.settings.without_freed()
    wish = _get_parameter(settings)
    settings = settings.with_value(wish, wish.parse_value(text) if text.strip() else None)
    # The constraint is compatible with all defaults, so nothing has to be dropped.
    if not generator.find_refusal(settings):
        return settings
    named = [
        parameter
        for parameter in settings.acceptance_parameters
        if parameter.key in _NAME.findall(text)
        and settings.is_default(parameter)
        and isinstance(settings.get_value(parameter), Range)
        and not parameter.boolean
    ]
    # Dropping the defaults would not help, because the constraint itself is unsatisfiable.
    if generator.find_refusal(settings.with_freed(*named)):
        return settings
    # Restore each default that does not contradict the constraint.
    for parameter in tuple(named):
        others = [other for other in named if other is not parameter]
        if not generator.find_refusal(settings.with_freed(*others)):
            named = others
    return settings.with_freed(*named)


def _summarize_constraints(
    settings: GeneratorSettings, typed: str, command_ids: Sequence[str]
) -> str:
    """Summarize the typed constraint and the other constraints on the levels generated next."""
    keys = [get_key_hint(way) for way in command_ids]
    made = f"{', '.join(keys[:-1])} and {keys[-1]} now only make levels with"
    demands = ", ".join(settings.constraints)
    said = f"{made} {typed}" if typed else "No constraint"
    if demands:
        said += f" · also {demands}" if typed else f" · levels still need {demands}"
    usual = settings.without_freed()
    freed = (p for p in settings.acceptance_parameters if p.key in settings.freed)
    given_up = ", ".join(
        f"{p.key}={parameter_text.format_value(p, usual.get_value(p))}" for p in freed
    )
    return f"{said} · dropped: {given_up}" if given_up else said


def _get_parameter(settings: GeneratorSettings) -> Parameter:
    """Return the parameter that holds the constraint as its value."""
    return settings.game.parameters[WHERE.key]
