"""Where the level traps its player, drawn over the board of the design screen."""

from __future__ import annotations

from textual import on

from engine.game.play import replay
from workbench.commands import Command
from workbench.features.maps import traps
from workbench.features.maps.maps import DesignMaps
from workbench.features.maps.traps import Traps
from workbench.features.maps.traps_pane import Report, TrapsPane
from workbench.session.players import View


class DesignTraps(DesignMaps):
    """The map of dead ends: on the level as it stands, while it is edited too."""

    _traps: Traps | None = None

    @property
    def mapping(self) -> bool:
        """Whether dead ends are drawn over the board."""
        return self.overlay == "traps"

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.id == "design.traps" and not self.mapping:
            return traps.refusal(self.session.verdicts)
        return super().unavailable(command)

    def action_traps(self) -> None:
        """Draw dead ends, or no longer."""
        if self._traps is None:
            self._traps = Traps(self.session.solver, self._hop, self.renew)
        self.turn_map("traps")

    def leave_overlay(self) -> None:
        """Draw the board as it is again, and look for dead ends no longer."""
        if self.mapping and self._traps is not None:
            self._traps.leave()
        super().leave_overlay()

    def mapped(self, view: View) -> View:
        """The view with dead ends drawn over it, if they are the map."""
        if not self.mapping or self._traps is None:
            return super().mapped(view)
        self._traps.follow(self.session.verdicts)
        return self._map(self._traps, view)

    def _map(self, known: Traps, view: View) -> View:
        """The level with its map; the position behind a trap while the list points at it.

        What is being drawn by hand is shown first.
        """
        session, pane = self.session, self.pane("traps", TrapsPane)
        board, cell = session.board, (session.editor.row, session.editor.col)
        picture = session.game.picture(board)
        place = f"{session.history.where(*cell)} {session.game.contents(board, *cell)}"
        pane.show(Report(cell, place, session.verdicts.digest, known.map, known.state))
        if session.playback.mode == "edit" and session.editor.drawing is not None:
            return view
        if known.map is None or known.state:
            return View(picture, f"{place}: {known.state}")
        if self.front == "traps" and pane.pointed is not None:
            moves, told = pane.pointed
            run, _ = replay(session.game, board, moves)
            return View(session.game.position_picture(run.position), told)
        drawn = traps.heat_map(known.map, board, frozenset(picture.pieces))
        told = f"{place}: {traps.cell_told(known.map, cell)}"
        return View(picture, told, drawn.heat, None, drawn.numbers, drawn.marks)

    @on(TrapsPane.Chosen)
    def _trap_chosen(self, message: TrapsPane.Chosen) -> None:
        self.session.tracer.seek_moves(message.moves)
        self.leave_overlay()
        self.focus_pane("trace")
