"""The commands that one call does to a visit to a level, by their ids."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.commands import Action, Unless, lacking
from workbench.commands.keymap import key
from workbench.session.playing.playtest import Playtest


def play_commands(play: Playtest) -> Mapping[str, Action]:
    """Return all of them by their ids, with the reasons against them."""
    visibility = play.visibility

    def unlimited() -> str | None:
        if visibility.view is not None:
            return None
        return f"{visibility.summary}; {key('steering.faces')} hides some"

    return {
        "play.undo": Unless(lacking(lambda: play.can_undo, "no move was made"), play.undo),
        "play.redo": Unless(lacking(lambda: play.can_redo, "nothing was undone"), play.redo),
        "play.restart": Unless(
            lacking(lambda: play.can_undo, "at the start already"), play.restart
        ),
        "play.hint": Unless(lambda: play.no_hint, play.hint),
        "play.aim": Unless(
            lacking(lambda: play.game.play.aims, "one win is as good as another here"),
            lambda: play.aim(high=not play.aiming),
        ),
        "steering.faces": Unless(
            lacking(lambda: visibility.views, "boards of this game are always seen whole"),
            lambda: play.limit_visibility(limited=visibility.view is None),
        ),
        "steering.explore": Unless(unlimited, play.explore),
    }
