"""Generation on the design screen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from textual.message import Message

from workbench.commands import Action, Unless, keymap
from workbench.features.design.parameters import ParametersPane
from workbench.session.making.sheet import Sheet, new_seed
from workbench.session.players import View
from workbench.ui.part import Handler, Part, in_turn


class GeneratingPart(Part):
    """Generates and re-rolls levels, and shows the parameters that they are made from."""

    brings = (ParametersPane, "parameters", "pane settings")
    pane: ParametersPane
    slot = "before"
    pane_keys = (("parameters", "design"), ())
    _shown: Sheet | None = None
    """The sheet last given to the pane, or taken from it."""

    def handlers(self) -> Mapping[type[Message], Handler]:
        """What is set in the pane goes to the session."""
        return {ParametersPane.Changed: self._sheet_changed}

    def commands(self) -> Mapping[str, Action]:
        """The parameters pane may say which stage is meant."""
        session = self.session
        return {
            "design.generate": in_turn(self.timer.pause, session.maker.generate),
            "design.new-seed": self._new_seed,
            "design.like-this": session.maker.liken,
            "design.keep-selection": Unless(self._unselected, partial(self._around, inside=True)),
            "design.renew-selection": Unless(self._unselected, partial(self._around, inside=False)),
            "design.reroll": Unless(
                lambda: self._no_stage() or session.stages.no_reroll,
                in_turn(self.timer.pause, session.maker.reroll),
            ),
            "design.rebuild": Unless(
                lambda: session.rebuilder.refusal,
                in_turn(self.timer.pause, session.rebuilder.rebuild),
            ),
            "design.lock-stage": Unless(
                lambda: self._no_stage(self._pointed_stage()),
                lambda: session.stages.lock(self._pointed_stage()),
            ),
            "design.heat": Unless(self._no_heat, session.playback.turn_heat),
        }

    def _no_heat(self) -> str | None:
        session, kind = self.session, self.session.playback.view_kind
        if not any(stage.heat for stage in session.game.generator.stages):
            return f"levels of {session.game.title} are made without weights"
        leave = keymap.key("design.edit" if kind == "edit" else "design.mode")
        return (
            None if kind == "timeline" else f"weights belong to the timeline ({leave} goes there)"
        )

    def _no_stage(self, pointed: int | None = None) -> str | None:
        """Why there is no stage to roll again or lock; None if there is one, or it is given."""
        session = self.session
        if session.history.made is None:
            return session.history.unmade
        if pointed is not None or session.playback.view_kind == "timeline":
            return None
        return f"the timeline chooses the stage ({keymap.key('design.cancel')} goes there)"

    def _pointed_stage(self) -> int | None:
        """The stage at the cursor of the parameters while they have the keys."""
        pane = self.pane
        titles = [stage.title for stage in self.game.generator.stages]
        return titles.index(pane.group) if pane.has_focus and pane.group in titles else None

    def _new_seed(self) -> None:
        """Generate from a new random seed."""
        maker = self.session.maker
        maker.sheet = maker.sheet.with_seed(new_seed())
        in_turn(self.timer.pause, maker.generate)()

    def _unselected(self) -> str | None:
        """Why no part of the board can be kept; None if it can."""
        if not self.session.locks.possible:
            return f"{self.game.title} has no locks"
        if self.session.painter.selection is None:
            return f"no cells are selected ({keymap.key('edit.select')} in edit mode selects some)"
        return None

    def _around(self, *, inside: bool) -> None:
        """Generate around the selected cells, or around all others."""
        self.timer.pause()
        self.follow_cursor()
        painter, maker = self.session.painter, self.session.maker
        area = painter.selection
        assert area is not None
        painter.put_back()
        maker.sheet = maker.sheet.with_seed(new_seed())
        maker.generate(self.session.locks.around(area, inside=inside))

    def _sheet_changed(self, message: ParametersPane.Changed) -> None:
        maker, sheet = self.session.maker, self.pane.sheet
        maker.set_sheet(f"set {sheet.name_changes(maker.sheet)}", sheet)
        self._shown = maker.sheet
        self._show_recipe()

    def draw(self, view: View) -> View:
        """Shows the sheet if it is a new one: the pane may be ahead of the session by a key."""
        if self.session.maker.sheet is not self._shown:
            self._shown = self.session.maker.sheet
            self.pane.show(self._shown)
        self._show_recipe()
        return view

    def _show_recipe(self) -> None:
        """Show which stages are locked, and what the sheet says otherwise than the level."""
        session = self.session
        locked = (s.title for s in session.game.generator.stages if s.name in session.stages.names)
        self.pane.compare(frozenset(locked), session.rebuilder.note, session.refusal)
