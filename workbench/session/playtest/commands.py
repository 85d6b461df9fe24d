"""The playtest commands that consist of a single call, by id."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.commands import Action, GuardedAction, require_value
from workbench.commands.keymap import get_key_hint
from workbench.session.playtest.playtest import Playtest

WHOLE_BOARD = "boards of this game are always seen whole"


def bind_play_commands(play: Playtest) -> Mapping[str, Action]:
    """Return the commands by id, each guarded by a check that explains why it is unavailable."""
    visibility = play.visibility

    def refuse_unless_limited() -> str | None:
        if visibility.view is not None:
            return None
        if not visibility.views:
            return WHOLE_BOARD
        return f"{visibility.summary}; {get_key_hint('steering.faces')} hides some"

    return {
        "play.undo": GuardedAction(
            require_value(lambda: play.can_undo, "no move was made"), play.undo
        ),
        "play.redo": GuardedAction(
            require_value(lambda: play.can_redo, "nothing was undone"), play.redo
        ),
        "play.restart": GuardedAction(
            require_value(lambda: play.can_undo, "at the start already"), play.restart
        ),
        "play.hint": GuardedAction(lambda: play.hint_refusal, play.show_hint),
        "play.aim": GuardedAction(
            require_value(lambda: play.game.play.aims, "one win is as good as another here"),
            lambda: play.set_aim(prefers_better=not play.prefers_better_wins),
        ),
        "steering.faces": GuardedAction(
            require_value(lambda: visibility.views, WHOLE_BOARD),
            lambda: play.limit_visibility(limited=visibility.view is None),
        ),
        "steering.explore": GuardedAction(refuse_unless_limited, play.explore_next_view),
    }
