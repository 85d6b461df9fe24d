"""Overlays that mark the current level: dead ends, relevance and uniqueness leaks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from textual.message import Message

from engine.evaluation.relevance import Relevance
from engine.game.playthrough import replay_moves
from engine.values.uniqueness_leak import Leak
from workbench.commands import Action, GuardedAction, require_value
from workbench.features.maps import dead_end_finder, relevance_finder, uniqueness_leak_text
from workbench.features.maps.dead_end_finder import DeadEndFinder
from workbench.features.maps.map_finder import SEARCHING
from workbench.features.maps.relevance_finder import RelevanceFinder
from workbench.features.maps.relevance_pane import RelevanceItem, RelevancePane
from workbench.features.maps.traps_pane import TrapsPane
from workbench.features.maps.uniqueness_leaks_pane import LeaksPane
from workbench.session.board_verdicts import Verdicts
from workbench.session.move_text import list_signs
from workbench.session.playback_players import View
from workbench.session.session import Session
from workbench.ui.boards.board_view import BoardView
from workbench.ui.part import Handler, Panes, Part


class MapPart(Part):
    """The base class of overlays that have a cursor on the board and a list next to it.

    These overlays remain visible while the user edits the level.

    Attributes:
        refusal: A function that returns the reason why the overlay cannot be shown for a board, or
            None if it can be.
    """

    refusal: ClassVar[staticmethod[[Verdicts], str | None]]

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the action that shows or leaves the overlay."""
        return {f"design.{self.overlay}": GuardedAction(self._explain_no_map, self.toggle_map)}

    def _explain_no_map(self) -> str | None:
        return None if self.is_shown else self.refusal(self.session.verdicts)

    @abstractmethod
    def update_list(self) -> None:
        """Update the list to match the current data."""

    @abstractmethod
    def make_view(self) -> View:
        """Return the view of the level with this overlay."""

    def bind_handlers(self) -> Mapping[type[Message], Handler]:
        """Return the handler for clicks on the board, which only move the cursor."""
        return {BoardView.CellPressed: self._handle_cell_pressed}

    def _handle_cell_pressed(self, message: BoardView.CellPressed) -> bool:
        if not self.is_shown or self.session.playback.view_kind != "map":
            return False
        message.board.cursor = (message.row, message.col)
        self.host.update_content()
        return True

    def toggle_map(self) -> None:
        """Show the overlay, or leave it if it is already shown."""
        if self.is_shown:
            self.panes.show_overlay(None)
            return
        self.panes.show_overlay(self.overlay)
        self.panes.focus_pane("board")
        self.host.update_content()

    def enter(self) -> None:
        """Show the map. If the cursor is still at its initial position, move it to a piece."""
        board = self.board
        pieces = self.game.boards.draw_picture(self.session.board).pieces
        # Start at the first piece, because there is nothing to say about a corner of the board.
        if board.cursor == (0, 0) and pieces:
            board.cursor = min(pieces)
        if not self.session.playback.is_editing:
            self.session.playback.show_view("map")

    def leave(self) -> None:
        """Leave the map. If another view has already replaced it, keep that view."""
        self.panes.side = "palette" if self.session.playback.is_editing else "trace"
        if self.session.playback.view_kind == "map":
            self.session.playback.show_view("timeline")

    def update_view(self, view: View) -> View:
        """Return the view of the level with this overlay if it is shown; otherwise return ``view``.

        While the user is drawing with the mouse, the overlay gives way to the drawing.
        """
        session = self.session
        if not self.is_shown:
            return view
        if session.playback.view_kind == "timeline":  # edit mode was left, or a level was generated
            session.playback.view_kind = "map"
        # The board shows the solution or the trace, over which no overlay is drawn.
        if session.playback.view_kind not in ("edit", "map"):
            self.panes.show_overlay(None)
            return session.build_view()
        self.update_list()
        if session.playback.is_editing and session.editor.pending is not None:
            return view
        return self.make_view()

    @property
    def heading(self) -> str:
        """The cursor's position and the contents of the cell there, as text."""
        session = self.session
        cell = session.editor.row, session.editor.col
        return (
            f"{session.history.format_place(*cell)} "
            f"{session.game.boards.describe_cell(session.board, *cell)}"
        )


class TrapsPart(MapPart):
    """The overlay that shows the level's dead ends."""

    pane_spec = (TrapsPane, "traps", "pane answers")
    pane: TrapsPane
    overlay = "traps"
    pane_keys = (("traps", "design"), ("Dead ends", "Trace", "Panes"))
    refusal = staticmethod(dead_end_finder.find_refusal)

    def __init__(self, session: Session, panes: Panes) -> None:
        super().__init__(session, panes)
        self.traps = DeadEndFinder(
            session.solver, self.host.run_in_ui_thread, self.host.update_content
        )

    def bind_commands(self) -> Mapping[str, Action]:
        """Return two actions: one shows the overlay, the other the selected trap in the trace."""
        return {**super().bind_commands(), "traps.apply": self._show_trap_in_trace}

    def leave(self) -> None:
        """Stop the search for dead ends, and leave the map."""
        self.traps.stop_search()
        super().leave()

    def update_list(self) -> None:
        """List the traps at the cell under the cursor and those of the whole level."""
        session, known = self.session, self.traps
        known.follow_verdicts(session.verdicts)
        cell, digest = (session.editor.row, session.editor.col), session.verdicts.digest
        signs = list_signs(session.game, self.workbench.theme_glyphs.get_symbol)
        self.pane.show_traps(cell, self.heading, digest, known.map, known.state, signs)

    def make_view(self) -> View:
        """Return the view of the level with a heat map, or of the position after a trap move."""
        session, pane, known = self.session, self.pane, self.traps
        board, cell = session.board, (session.editor.row, session.editor.col)
        picture, heading = session.game.boards.draw_picture(board), self.heading
        if known.map is None or known.state:
            return View(picture, f"{heading}: {known.state}")
        if self.panes.front == "traps" and pane.selected_trap is not None:
            moves, words = pane.selected_trap
            playthrough, _ = replay_moves(session.game.play, board, moves)
            return View(session.game.play.draw_picture(playthrough.position), words)
        drawn = dead_end_finder.make_heat_map(known.map, board, frozenset(picture.pieces))
        caption = f"{heading}: {dead_end_finder.describe_cell(known.map, cell)}"
        return View(picture, caption, drawn.heat, None, drawn.numbers, drawn.marks)

    def _show_trap_in_trace(self) -> None:
        if self.pane.selected_trap is not None:
            self.session.trace_navigator.seek_moves(self.pane.selected_trap[0])
            self.panes.show_overlay(None)
            self.panes.focus_pane("trace")


class RelevancePart(MapPart):
    """The overlay that shows how relevant each of the level's objects is."""

    pane_spec = (RelevancePane, "relevance", "pane answers")
    pane: RelevancePane
    overlay = "relevance"
    pane_keys = (("relevance", "design"), ("What matters", "Trace", "Panes"))
    refusal = staticmethod(relevance_finder.find_refusal)

    def __init__(self, session: Session, panes: Panes) -> None:
        super().__init__(session, panes)
        self.relevance = RelevanceFinder(
            session.game, session.solver, self.host.run_in_ui_thread, self.host.update_content
        )

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that show the overlay, or list walls and the like one by one."""
        nothing = require_value(lambda: self.pane.can_fold, "this board has no scenery to list")
        return {
            **super().bind_commands(),
            "relevance.apply": GuardedAction(nothing, self._toggle_fold),
        }

    def _toggle_fold(self) -> None:
        self.pane.toggle_fold()
        self.host.update_content()

    def leave(self) -> None:
        """Stop searching for relevance, and leave the map."""
        self.relevance.stop_search()
        super().leave()

    @property
    def _facts(self) -> Mapping[str, Any]:
        solved = self.session.history.solver_result
        return solved.facts if solved is not None else {}

    def update_list(self) -> None:
        """List the level's objects in order of relevance."""
        self.relevance.follow_verdicts(self.session.verdicts)
        matters, state = self.relevance.map, self.relevance.state
        self.pane.show_relevance(matters, self._make_item, state, self.board.cursor)

    def _make_item(self, each: Relevance) -> RelevanceItem:
        """Build the list item for an object."""
        where = self.session.history.format_place(each.thing.row, each.thing.col)
        left = relevance_finder.describe_without(self.game, self._facts, each, wide=False)
        return RelevanceItem(each, where, left)

    def make_view(self) -> View:
        """Return the view with marks, after aligning the cursors of the list and the board."""
        session, pane, known = self.session, self.pane, self.relevance
        game = session.game
        # The cursor in the focused pane decides; the other one follows it.
        if self.panes.front != "relevance":
            pane.point_at(self.board.cursor)
        elif pane.selected_item is not None:
            self.board.cursor = pane.selected_item.cell
            self.follow_cursor()
        picture = game.boards.draw_picture(session.board)
        if known.map is None:
            return View(picture, f"{self.heading}: {known.state}")
        cell = session.editor.row, session.editor.col
        caption = (
            f"{self.heading}: "
            f"{relevance_finder.describe_cell(game, self._facts, known.map.objects, cell)}"
        )
        return View(picture, caption, marks=relevance_finder.make_marks(pane.visible_relevances))


class LeaksPart(MapPart):
    """The overlay that shows the level's uniqueness leaks."""

    pane_spec = (LeaksPane, "leaks", "pane answers")
    pane: LeaksPane
    overlay = "leaks"
    pane_keys = (("leaks", "design"), ("Leaks", "Reasoning", "Panes"))
    board_keys = (("design",), ("Reasoning", "Panes"))
    refusal = staticmethod(uniqueness_leak_text.find_refusal)

    def toggle_map(self) -> None:
        """Show the overlay and focus its list, or leave the overlay."""
        super().toggle_map()
        if self.is_shown:
            self.panes.focus_pane(self.panes.resolve_list_pane("leaks"))

    @property
    def _status(self) -> str:
        """The text shown while the leaks are unknown."""
        return uniqueness_leak_text.find_refusal(self.session.verdicts) or SEARCHING

    def update_list(self) -> None:
        """List the level's leaks."""
        session = self.session
        found, named = uniqueness_leak_text.get_leaks(session.verdicts), None
        if found is not None:
            contents = partial(session.game.boards.describe_cell, session.board)
            named = tuple((leak, contents(*leak.cell)) for leak in found)
        self.pane.show_leaks(session.verdicts.digest, named, self._status)

    def make_view(self) -> View:
        """Return the view of the level with all leaks, or of the position where one leak arises."""
        session, pane = self.session, self.pane
        game, board = session.game, session.board
        found = uniqueness_leak_text.get_leaks(session.verdicts)
        cell = session.editor.row, session.editor.col
        heading = self.heading
        if found is None:
            return View(game.boards.draw_picture(board), f"{heading}: {self._status}")
        if self.panes.front == "leaks" and pane.selected_leak is not None:
            return self._make_leak_view(pane.selected_leak)
        caption = f"{heading}: {uniqueness_leak_text.describe_cell(found, cell)}"
        return View(
            game.boards.draw_picture(board), caption, marks=uniqueness_leak_text.make_marks(found)
        )

    def _make_leak_view(self, leak: Leak) -> View:
        """Return the view of the position in which a leak first arises."""
        game, board = self.game, self.session.board
        playthrough, _ = replay_moves(game.play, board, leak.moves)
        marks = dict.fromkeys(leak.premise_cells, "because") | dict.fromkeys(
            leak.concluded_cells, "claimed"
        )
        return View(
            game.play.draw_picture(playthrough.position),
            uniqueness_leak_text.describe_leak(leak),
            marks=marks,
        )
