"""The help sections on a game's goal and rules, and on its generator's parameters."""

from __future__ import annotations

from engine.game.game import Game
from engine.game.manual import draw_rule_pictures
from engine.values.picture import Picture
from workbench.drawing import terminal_picture
from workbench.session.generation import parameter_text
from workbench.session.generation.generator_settings import GeneratorSettings
from workbench.theme.theme_loader import Theme
from workbench.ui.manual.help_structure import Figure, ManualEntry, ManualSection

INDENT = 2
"""The number of columns to indent the meaning of a parameter below its title."""


def make_rule_sections(game: Game, theme: Theme) -> list[ManualSection]:
    """Make the sections on a game's goal and each of its rules, illustrated with boards."""
    found = [ManualSection(game.title, (ManualEntry((), game.goal),), 0)] if game.goal else []
    arrow = theme.get_symbol("right")
    for rule in game.manual:
        figures = _draw_figures(game, draw_rule_pictures(game.boards, game.play, rule), theme)
        found.append(
            ManualSection(
                rule.title, (ManualEntry((), rule.text, figures=figures, arrow=arrow),), 0
            )
        )
    return found


def _draw_figures(game: Game, shown: tuple[Picture, ...], theme: Theme) -> tuple[Figure, ...]:
    return tuple(
        tuple(
            tuple((segment.text, segment.style or "") for segment in line)
            for line in terminal_picture.draw_picture(picture, theme, game.name)
        )
        for picture in shown
    )


def make_parameter_sections(game: Game) -> list[ManualSection]:
    """Make the sections on a game's generator parameters, with a range and an example for each."""
    settings = GeneratorSettings(game, None)
    groups: dict[str, list[ManualEntry]] = {}
    for row in settings.list_rows():
        if row.parameter is not None:
            parameter, default = row.parameter, settings.get_default(row.parameter)
            said = f"{parameter_text.format_help(parameter, default, include_choices=True)}."
            example = f"  {parameter_text.format_example(parameter, default)}"
            entry = ManualEntry(((parameter.title, "key"), (example, "muted")), said)
            groups.setdefault(row.group or game.title, []).append(entry)
    return [ManualSection(title, tuple(entries), INDENT) for title, entries in groups.items()]
