"""The choice of the play screen's input, which depends on what the game declares of its moves."""

from __future__ import annotations

from engine.game.game import Game
from workbench.features.play.actor_input import ActorInput
from workbench.features.play.dragging_input import DraggingInput
from workbench.features.play.play_input import PlayInput
from workbench.features.play.walking_input import SteeringInput
from workbench.features.play.word_input import WordInput


def choose_input(game: Game) -> type[PlayInput]:
    """Return the input class that suits the game's moves."""
    play = game.play
    if play.step_input is not None:
        return SteeringInput
    if play.drag_input is not None:
        return DraggingInput
    if play.moves.undirected:
        return WordInput
    return ActorInput if play.moves.list_actors() else PlayInput
