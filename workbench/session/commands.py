"""The commands that one call does to the open level, or to what the board shows of it.

Screens and plain mode do them by their ids, with the same reasons against them; what is asked
before or shown after is theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from workbench.commands import Action, Unless, each_unless, lacking
from workbench.commands.keymap import key
from workbench.session.session import Session


def commands_of(session: Session) -> Mapping[str, Action]:
    """Return all of them by their ids, with the reasons against them."""
    return {**_edits(session), **_making(session), **_trace(session), **_shown(session)}


def _edits(session: Session) -> Mapping[str, Action]:
    """Drawing at the cursor of the editor, and taking changes back."""
    painter, history, document = session.painter, session.history, session.document

    def not_asking() -> str | None:
        asking = session.inspector.inspecting
        return None if asking else f"first ask about cells ({key('design.inspect')})"

    def turn(delta: int) -> None:
        session.editor.turn(delta)
        session.history.changed()

    def redo() -> None:
        painter.put_back()
        history.redo()

    drawing: dict[str, Action] = {
        "edit.paint": painter.paint,
        "edit.erase": painter.erase,
        "edit.line": painter.draw_line,
        "edit.rectangle": painter.draw_rectangle,
        "edit.select": painter.select,
        "edit.fill": painter.fill,
        "edit.pick": painter.pick,
        "edit.move": painter.move,
        "edit.mirror": painter.turn_mirror,
        "edit.previous-tool": partial(turn, -1),
        "edit.next-tool": partial(turn, 1),
    }

    def not_editing() -> str | None:
        return None if session.playback.editing else f"only in edit mode ({key('design.edit')})"

    return {
        **each_unless(not_editing, drawing),
        "design.undo": Unless(
            lacking(lambda: document.undo_name, "nothing to undo"),
            lambda: None if painter.put_back() else history.undo(),
        ),
        "design.redo": Unless(lacking(lambda: document.redo_name, "nothing to redo"), redo),
        "design.reload": Unless(
            lacking(lambda: document.path, "not saved to a file yet"), history.reload
        ),
        "design.blame": Unless(not_asking, session.inspector.seek_blamed),
        "design.lock-cell": Unless(not_asking, session.locks.turn),
        "design.unlock-cells": Unless(
            lacking(lambda: session.locks.cells, "no cell is locked"), session.locks.clear
        ),
    }


def _making(session: Session) -> Mapping[str, Action]:
    """Making levels, in whole or in part."""
    maker, stages, painter = session.maker, session.stages, session.painter

    def unselected() -> str | None:
        if not session.locks.possible:
            return f"{session.game.title} has no locks"
        selects = f"{key('edit.select')} in edit mode selects some"
        return f"no cells are selected ({selects})" if painter.selection is None else None

    def generate_around(*, inside: bool) -> None:
        area = painter.selection
        assert area is not None
        painter.put_back()
        maker.draw_new(session.locks.around(area, inside=inside))

    return {
        "design.generate": maker.generate,
        "design.new-seed": maker.draw_new,
        "design.like-this": maker.liken,
        "design.keep-selection": Unless(unselected, partial(generate_around, inside=True)),
        "design.renew-selection": Unless(unselected, partial(generate_around, inside=False)),
        "design.reroll": Unless(lambda: stages.unknown() or stages.no_reroll, maker.reroll),
        "design.rebuild": Unless(lambda: session.rebuilder.refusal, session.rebuilder.rebuild),
        "design.lock-stage": Unless(stages.unknown, stages.lock),
    }


def _trace(session: Session) -> Mapping[str, Action]:
    """Strategies, rows around the one at the cursor, and rows that were found."""
    tracer = session.tracer
    matches = {"design.next-match": 1, "design.previous-match": -1}
    siblings = {"trace.sibling-before": -1, "trace.sibling-after": 1}
    return {
        **each_unless(
            lacking(session.playback.trace, "there is no trace yet"),
            {name: partial(tracer.next_match, step) for name, step in matches.items()},
        ),
        **each_unless(
            lambda: tracer.no_siblings,
            {name: partial(tracer.to_sibling, step) for name, step in siblings.items()},
        ),
        "trace.parent": tracer.to_parent,
        "trace.child": tracer.to_child,
        "design.strategy": tracer.turn_strategy,
        "design.locate": tracer.locate,
        "design.solve": tracer.search_again,
    }


def _shown(session: Session) -> Mapping[str, Action]:
    """Solutions, weights and previews on the board."""
    playback, previewer, intention = session.playback, session.previewer, session.intention

    def turn_witness() -> None:
        session.painter.put_back()
        playback.turn_witness()

    def show_intended() -> None:
        session.painter.put_back()
        intention.show()

    return {
        "design.mode": playback.turn_solution,
        "design.witness": Unless(lambda: playback.no_witness, turn_witness),
        "design.heat": Unless(lambda: playback.no_heat, playback.turn_heat),
        "design.reach": Unless(lambda: previewer.refusal, previewer.turn_reach),
        "design.preview-move": Unless(lambda: previewer.refusal, previewer.preview_next),
        "design.make-move": Unless(lambda: previewer.no_move, previewer.make_previewed),
        "design.pin": Unless(lambda: intention.no_pin, lambda: intention.pin(intention.candidate)),
        "design.unpin": Unless(lambda: intention.no_unpin, intention.unpin),
        "design.intended": Unless(lambda: intention.no_steps, show_intended),
    }
