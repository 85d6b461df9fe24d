"""Maps of the level as it stands, drawn over the board: its dead ends, its leaks, what matters."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from textual.message import Message

from engine.evaluation.relevance import Relevance
from engine.game.playthrough import replay
from engine.values.leaks import Leak
from workbench.commands import Action, Unless, lacking
from workbench.features.maps import leaks, relevance, traps
from workbench.features.maps.finding import SEARCHING
from workbench.features.maps.leaks_pane import LeaksPane
from workbench.features.maps.relevance import RelevanceFinder
from workbench.features.maps.relevance_pane import Listed, RelevancePane
from workbench.features.maps.traps import Traps
from workbench.features.maps.traps_pane import TrapsPane
from workbench.session.moves import signs_of
from workbench.session.players import View
from workbench.session.session import Session
from workbench.session.verdicts import Verdicts
from workbench.ui.boards.board import BoardView
from workbench.ui.part import Handler, Panes, Part


class MapPart(Part):
    """What maps share: a cursor on the board, a list beside it, and edit mode below them.

    Attributes:
        refusal: says why nothing can be known of a board.
    """

    refusal: ClassVar[staticmethod[[Verdicts], str | None]]

    def commands(self) -> Mapping[str, Action]:
        """Draws the map, or no longer."""
        return {f"design.{self.overlay}": Unless(self._no_map, self.turn)}

    def _no_map(self) -> str | None:
        return None if self.shown else self.refusal(self.session.verdicts)

    @abstractmethod
    def renew_list(self) -> None:
        """Shows in the list what is known of the level now."""

    @abstractmethod
    def mapped(self) -> View:
        """The level with the map drawn over it."""

    def handlers(self) -> Mapping[type[Message], Handler]:
        """A click on the board brings the cursor there, and does nothing else."""
        return {BoardView.CellPressed: self._cell_pressed}

    def _cell_pressed(self, message: BoardView.CellPressed) -> bool:
        if not self.shown or self.session.playback.view_kind != "map":
            return False
        message.board.cursor = (message.row, message.col)
        self.host.renew()
        return True

    def turn(self) -> None:
        """Draws the map, or no longer."""
        if self.shown:
            self.panes.show_overlay(None)
            return
        self.panes.show_overlay(self.overlay)
        self.panes.focus("board")
        self.host.renew()

    def enter(self) -> None:
        """Puts a cursor that was not moved yet where the map has something to say."""
        board = self.board
        pieces = self.game.boards.picture(self.session.board).pieces
        if board.cursor == (0, 0) and pieces:
            board.cursor = min(pieces)
        if not self.session.playback.editing:
            self.session.playback.show_view("map")

    def leave(self) -> None:
        """Shows no map any more; whatever else is shown by now stays."""
        self.panes.side = "palette" if self.session.playback.editing else "trace"
        if self.session.playback.view_kind == "map":
            self.session.playback.show_view("timeline")

    def draw(self, view: View) -> View:
        """The level with the map drawn over it, if that is wanted.

        What is being drawn by hand is shown first.
        """
        session = self.session
        if not self.shown:
            return view
        if session.playback.view_kind == "timeline":  # edit mode was left, or a level was generated
            session.playback.view_kind = "map"
        if session.playback.view_kind not in ("edit", "map"):
            self.panes.show_overlay(None)
            return session.view()
        self.renew_list()
        if session.playback.editing and session.editor.drawing is not None:
            return view
        return self.mapped()

    @property
    def heading(self) -> str:
        """Where the cursor is, and what stands there."""
        session = self.session
        cell = session.editor.row, session.editor.col
        return (
            f"{session.history.where(*cell)} {session.game.boards.contents(session.board, *cell)}"
        )


class TrapsPart(MapPart):
    """The map of dead ends: on the level as it stands, while it is edited too."""

    brings = (TrapsPane, "traps", "pane answers")
    pane: TrapsPane
    overlay = "traps"
    pane_keys = (("traps", "design"), ("Dead ends", "Trace", "Panes"))
    refusal = staticmethod(traps.refusal)

    def __init__(self, session: Session, panes: Panes) -> None:
        super().__init__(session, panes)
        self.traps = Traps(session.solver, self.host.hop, self.host.renew)

    def commands(self) -> Mapping[str, Action]:
        """Draws dead ends, or no longer; a trap can be chosen from the list."""
        return {**super().commands(), "traps.apply": self._show_in_trace}

    def leave(self) -> None:
        """Looks for dead ends no longer."""
        self.traps.leave()
        super().leave()

    def renew_list(self) -> None:
        """Shows the traps of the level, and of the cell at the cursor."""
        session, known = self.session, self.traps
        known.follow(session.verdicts)
        cell, digest = (session.editor.row, session.editor.col), session.verdicts.digest
        signs = signs_of(session.game, self.workbench.theme_glyphs.symbol)
        self.pane.show(cell, self.heading, digest, known.map, known.state, signs)

    def mapped(self) -> View:
        """The level with its map; the position behind a trap while the list points at it."""
        session, pane, known = self.session, self.pane, self.traps
        board, cell = session.board, (session.editor.row, session.editor.col)
        picture, heading = session.game.boards.picture(board), self.heading
        if known.map is None or known.state:
            return View(picture, f"{heading}: {known.state}")
        if self.panes.front == "traps" and pane.pointed is not None:
            moves, words = pane.pointed
            playthrough, _ = replay(session.game.play, board, moves)
            return View(session.game.play.picture(playthrough.position), words)
        drawn = traps.heat_map(known.map, board, frozenset(picture.pieces))
        caption = f"{heading}: {traps.cell_words(known.map, cell)}"
        return View(picture, caption, drawn.heat, None, drawn.numbers, drawn.marks)

    def _show_in_trace(self) -> None:
        if self.pane.pointed is not None:
            self.session.tracer.seek_moves(self.pane.pointed[0])
            self.panes.show_overlay(None)
            self.panes.focus("trace")


class RelevancePart(MapPart):
    """The map of what matters: on the level as it stands, while it is edited too."""

    brings = (RelevancePane, "relevance", "pane answers")
    pane: RelevancePane
    overlay = "relevance"
    pane_keys = (("relevance", "design"), ("What matters", "Trace", "Panes"))
    refusal = staticmethod(relevance.refusal)

    def __init__(self, session: Session, panes: Panes) -> None:
        super().__init__(session, panes)
        self.relevance = RelevanceFinder(
            session.game, session.solver, self.host.hop, self.host.renew
        )

    def commands(self) -> Mapping[str, Action]:
        """Draws what matters, or no longer; what stands around can be listed too."""
        nothing = lacking(lambda: self.pane.folds, "nothing else stands around")
        return {**super().commands(), "relevance.apply": Unless(nothing, self._fold)}

    def _fold(self) -> None:
        self.pane.fold()
        self.host.renew()

    def leave(self) -> None:
        """Looks for what matters no longer."""
        self.relevance.leave()
        super().leave()

    @property
    def _facts(self) -> Mapping[str, Any]:
        solved = self.session.history.solved
        return solved.facts if solved is not None else {}

    def renew_list(self) -> None:
        """Shows what every thing of the level is worth."""
        self.relevance.follow(self.session.verdicts)
        matters, state = self.relevance.map, self.relevance.state
        self.pane.show(matters, self._listed, state, self.board.cursor)

    def _listed(self, each: Relevance) -> Listed:
        """A thing in the list."""
        where = self.session.history.where(each.thing.row, each.thing.col)
        left = relevance.left(self.game, self._facts, each, wide=False)
        return Listed(each, where, left)

    def mapped(self) -> View:
        """The level with the marks of what is listed; the cursors of list and board go together."""
        session, pane, known = self.session, self.pane, self.relevance
        game = session.game
        if self.panes.front != "relevance":
            pane.point_at(self.board.cursor)
        elif pane.pointed is not None:
            self.board.cursor = pane.pointed.cell
            self.follow_cursor()
        picture = game.boards.picture(session.board)
        if known.map is None:
            return View(picture, f"{self.heading}: {known.state}")
        cell = session.editor.row, session.editor.col
        caption = (
            f"{self.heading}: {relevance.cell_words(game, self._facts, known.map.things, cell)}"
        )
        return View(picture, caption, marks=relevance.marks(pane.listed))


class LeaksPart(MapPart):
    """The map of uniqueness leaks: on the level as it stands, while it is edited too."""

    brings = (LeaksPane, "leaks", "pane answers")
    pane: LeaksPane
    overlay = "leaks"
    pane_keys = (("leaks", "design"), ("Leaks", "Reasoning", "Panes"))
    board_keys = (("design",), ("Reasoning", "Panes"))
    refusal = staticmethod(leaks.refusal)

    def turn(self) -> None:
        """Gives the keys to the list of leaks."""
        super().turn()
        if self.shown:
            self.panes.focus(self.panes.listing("leaks"))

    @property
    def _state(self) -> str:
        """What there is to say in place of leaks that are not known."""
        return leaks.refusal(self.session.verdicts) or SEARCHING

    def renew_list(self) -> None:
        """Shows the leaks of the level."""
        session = self.session
        found, named = leaks.known(session.verdicts), None
        if found is not None:
            contents = partial(session.game.boards.contents, session.board)
            named = tuple((leak, contents(*leak.cell)) for leak in found)
        self.pane.show(session.verdicts.digest, named, self._state)

    def mapped(self) -> View:
        """The level with all leaks; from the list the one at its cursor, when it opens."""
        session, pane = self.session, self.pane
        game, board = session.game, session.board
        found = leaks.known(session.verdicts)
        cell = session.editor.row, session.editor.col
        heading = self.heading
        if found is None:
            return View(game.boards.picture(board), f"{heading}: {self._state}")
        if self.panes.front == "leaks" and pane.pointed is not None:
            return self._opened(pane.pointed)
        caption = f"{heading}: {leaks.cell_words(found, cell)}"
        return View(game.boards.picture(board), caption, marks=leaks.marks(found))

    def _opened(self, leak: Leak) -> View:
        """The moment at which a leak opens."""
        game, board = self.game, self.session.board
        playthrough, _ = replay(game.play, board, leak.moves)
        marks = dict.fromkeys(leak.because, "because") | dict.fromkeys(leak.claims, "claimed")
        return View(game.play.picture(playthrough.position), leaks.leak_words(leak), marks=marks)
