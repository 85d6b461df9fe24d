"""The commands on the open level, or on the view of its board, that consist of a single call.

The design screen and plain mode run them by id, and give the same reason if a command is
unavailable. The caller asks the user any questions before it runs a command, and shows any
messages afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from workbench.commands import Action, GuardedAction, guard_all, require_value
from workbench.commands.keymap import get_key_hint
from workbench.session.session import Session

NO_FILE = "the level has no file yet"
NO_TRACE = "there is no trace yet"


def bind_commands(session: Session) -> Mapping[str, Action]:
    """Return all commands by id, each guarded by a check that explains why it is unavailable."""
    return {
        **_bind_edit_commands(session),
        **_bind_generation_commands(session),
        **_bind_trace_commands(session),
        **_bind_view_commands(session),
    }


def _bind_edit_commands(session: Session) -> Mapping[str, Action]:
    """Return the commands that draw at the cursor, undo changes, or lock cells."""
    painter, history, document = session.painter, session.history, session.document

    def refuse_unless_inspecting() -> str | None:
        asking = session.inspector.is_inspecting
        return None if asking else f"inspect cells first ({get_key_hint('design.inspect')})"

    def select_tool(delta: int) -> None:
        session.editor.select_next(delta)
        session.history.notify_change()

    def redo_change() -> None:
        painter.cancel_drawing()
        history.redo()

    drawing: dict[str, Action] = {
        "edit.paint": painter.paint_cell,
        "edit.erase": painter.erase_cell,
        "edit.line": painter.draw_line,
        "edit.rectangle": painter.draw_rectangle,
        "edit.select": painter.begin_selection,
        "edit.fill": painter.fill_region,
        "edit.pick": painter.pick_tool,
        "edit.move": painter.move_object,
        "edit.mirror": painter.select_next_mirror,
        "edit.previous-tool": partial(select_tool, -1),
        "edit.next-tool": partial(select_tool, 1),
    }

    def refuse_unless_editing() -> str | None:
        return (
            None
            if session.playback.is_editing
            else f"start edit mode first ({get_key_hint('design.edit')})"
        )

    return {
        **guard_all(refuse_unless_editing, drawing),
        "design.undo": GuardedAction(
            require_value(lambda: document.undo_name, "nothing to undo"),
            # The first key press cancels a pending edit, and only the next one undoes a version.
            lambda: None if painter.cancel_drawing() else history.undo(),
        ),
        "design.redo": GuardedAction(
            require_value(lambda: document.redo_name, "nothing to redo"), redo_change
        ),
        "design.reload": GuardedAction(
            require_value(lambda: document.path, NO_FILE), history.reload
        ),
        "design.blame": GuardedAction(refuse_unless_inspecting, session.inspector.seek_blamed),
        "design.lock-cell": GuardedAction(refuse_unless_inspecting, session.cell_locks.toggle_lock),
        "design.unlock-cells": GuardedAction(
            require_value(lambda: session.cell_locks.cells, "no cells are locked"),
            session.cell_locks.unlock_all,
        ),
    }


def _bind_generation_commands(session: Session) -> Mapping[str, Action]:
    """Return the commands that generate a whole level or a part of one."""
    maker, stages, painter = session.generator, session.stage_locks, session.painter

    def refuse_unless_selected() -> str | None:
        if not session.cell_locks.can_lock:
            return f"{session.game.title} has no locks"
        selects = f"use {get_key_hint('edit.select')} in edit mode"
        return f"no cells are selected ({selects})" if painter.selection is None else None

    def generate_around(*, inside: bool) -> None:
        area = painter.selection
        # ``refuse_unless_selected`` guards both commands, so there is a selection.
        assert area is not None
        painter.cancel_drawing()
        maker.generate_new(session.cell_locks.lock_around(area, inside=inside))

    return {
        "design.generate": maker.generate_level,
        "design.new-seed": maker.generate_new,
        "design.like-this": maker.toggle_similarity,
        "design.keep-selection": GuardedAction(
            refuse_unless_selected, partial(generate_around, inside=True)
        ),
        "design.renew-selection": GuardedAction(
            refuse_unless_selected, partial(generate_around, inside=False)
        ),
        "design.reroll": GuardedAction(
            lambda: stages.find_refusal() or stages.reroll_refusal, maker.reroll_stage
        ),
        "design.rebuild": GuardedAction(
            lambda: session.rebuilder.refusal, session.rebuilder.rebuild_level
        ),
        "design.lock-stage": GuardedAction(stages.find_refusal, stages.toggle_lock),
    }


def _bind_trace_commands(session: Session) -> Mapping[str, Action]:
    """Return the commands that move between strategies, rows or matches, or solve a level again."""
    tracer = session.trace_navigator
    matches = {"design.next-match": 1, "design.previous-match": -1}
    siblings = {"trace.sibling-before": -1, "trace.sibling-after": 1}
    return {
        **guard_all(
            require_value(session.playback.get_trace_player, NO_TRACE),
            {name: partial(tracer.next_match, step) for name, step in matches.items()},
        ),
        **guard_all(
            lambda: tracer.sibling_refusal,
            {name: partial(tracer.to_sibling, step) for name, step in siblings.items()},
        ),
        "trace.parent": tracer.to_parent,
        "trace.child": tracer.to_child,
        "design.strategy": tracer.select_next_strategy,
        "design.locate": tracer.locate_state,
        "design.solve": tracer.search_again,
    }


def _bind_view_commands(session: Session) -> Mapping[str, Action]:
    """Return the commands that show or pin solutions, or show weights or previews."""
    playback, previewer, intention = session.playback, session.previewer, session.pinned_solution

    def toggle_witness() -> None:
        session.painter.cancel_drawing()
        playback.toggle_witness()

    def show_intended() -> None:
        session.painter.cancel_drawing()
        intention.show_solution()

    return {
        "design.mode": playback.step_solution,
        "design.witness": GuardedAction(lambda: playback.witness_refusal, toggle_witness),
        "design.heat": GuardedAction(lambda: playback.heat_refusal, playback.toggle_heat),
        "design.reach": GuardedAction(lambda: previewer.reach_refusal, previewer.toggle_reach),
        "design.preview-move": GuardedAction(lambda: previewer.refusal, previewer.preview_next),
        "design.make-move": GuardedAction(lambda: previewer.move_refusal, previewer.make_previewed),
        "design.pin": GuardedAction(
            lambda: intention.pin_refusal, lambda: intention.pin_moves(intention.candidate)
        ),
        "design.unpin": GuardedAction(lambda: intention.unpin_refusal, intention.unpin_moves),
        "design.intended": GuardedAction(lambda: intention.step_refusal, show_intended),
    }
