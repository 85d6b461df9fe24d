"""A game explained: its goal and rules with small boards, and the parameters of its generator."""

from __future__ import annotations

from engine.game.game import Game
from engine.game.manual import pictures
from engine.values.picture import Picture
from workbench.drawing import canvas
from workbench.session.making import values
from workbench.session.making.sheet import Sheet
from workbench.theme.theming import Theme
from workbench.ui.manual.pages import Figure, ManualEntry, ManualSection

INDENT = 2
"""Columns before what a parameter means, below its title and its example."""


def rules(game: Game, theme: Theme) -> list[ManualSection]:
    """The goal of a game, then its rules, with the boards that show them."""
    found = [ManualSection(game.title, (ManualEntry((), game.goal),), 0)] if game.goal else []
    arrow = theme.symbol("right")
    for rule in game.manual:
        figures = _figures(game, pictures(game.boards, game.play, rule), theme)
        found.append(
            ManualSection(
                rule.title, (ManualEntry((), rule.text, figures=figures, arrow=arrow),), 0
            )
        )
    return found


def _figures(game: Game, shown: tuple[Picture, ...], theme: Theme) -> tuple[Figure, ...]:
    return tuple(
        tuple(
            tuple((segment.text, segment.style or "") for segment in line)
            for line in canvas.draw(picture, theme, game.name)
        )
        for picture in shown
    )


def parameters(game: Game) -> list[ManualSection]:
    """The parameters of a game's generator as its sheet lists them: meaning, range, an example."""
    sheet = Sheet(game, None)
    groups: dict[str, list[ManualEntry]] = {}
    for row in sheet.rows():
        if row.parameter is not None:
            parameter, default = row.parameter, sheet.default(row.parameter)
            said = f"{values.helped(parameter, default, whole=True)}."
            example = f"  {values.example(parameter, default)}"
            entry = ManualEntry(((parameter.title, "key"), (example, "muted")), said)
            groups.setdefault(row.group or game.title, []).append(entry)
    return [ManualSection(title, tuple(entries), INDENT) for title, entries in groups.items()]
