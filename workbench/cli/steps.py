"""The making of a level as text: every event with what it did and the board after it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.game import Game
from engine.generate.generation import Candidate
from workbench.cli import pictures
from workbench.terminal.console import Painted, TextPainter


def lines(game: Game, candidate: Candidate, color: bool) -> Iterator[str]:
    """Every event of a candidate's making, in order."""
    painter = TextPainter(color)
    timeline = candidate.timeline
    recipe = candidate.recipe
    titles = {stage.name: stage.title for stage in game.generator.stages}
    yield painter(f"{game.title}, seed {recipe.seed}, attempt {recipe.attempt}", "title")
    for index in range(len(timeline)):
        event = timeline.event(index)
        yield ""
        place = f"row {event.row}, column {event.col}"
        change = f"{event.layer} {event.old} -> {event.new}"
        number = f"{index + 1}/{len(timeline)}"
        yield painter(f"{number}  {titles[event.stage]}  {place}  {change}", "title")
        yield game.generator.describe(event)
        picture = game.boards.picture(candidate.board_at(index + 1))
        for row in pictures.text(game, picture, None, color).splitlines():
            yield Painted.of(row, row)
