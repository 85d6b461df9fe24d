"""The playtest commands that consist of a single call, by id."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.commands import Action, GuardedAction, require_value
from workbench.commands.keymap import get_key_hint
from workbench.session.playtest.playtest import Playtest

WHOLE_BOARD = "boards of this game are always shown in full"


def bind_play_commands(play: Playtest) -> Mapping[str, Action]:
    """Return the commands by id, each guarded by a check that explains why it is unavailable."""
    visibility = play.visibility

    def refuse_unless_limited() -> str | None:
        if visibility.view is not None:
            return None
        if not visibility.views:
            return WHOLE_BOARD
        return f"{visibility.summary}; use {get_key_hint('steering.faces')} to hide some faces"

    return {
        "play.undo": GuardedAction(
            require_value(lambda: play.can_undo, "you have made no moves yet"), play.undo
        ),
        "play.redo": GuardedAction(
            require_value(lambda: play.can_redo, "there is no undone move"), play.redo
        ),
        "play.restart": GuardedAction(
            require_value(lambda: play.can_undo, "you are already at the start"), play.restart
        ),
        "play.hint": GuardedAction(lambda: play.hint_refusal, play.show_hint),
        "play.aim": GuardedAction(
            require_value(lambda: play.game.play.aims, "this game has only one kind of win"),
            lambda: play.set_aim(prefers_better=not play.prefers_better_wins),
        ),
        "steering.faces": GuardedAction(
            require_value(lambda: visibility.views, WHOLE_BOARD),
            lambda: play.limit_visibility(limited=visibility.view is None),
        ),
        "steering.explore": GuardedAction(refuse_unless_limited, play.explore_next_view),
    }
