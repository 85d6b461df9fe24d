"""The design screen: parameters, board and trace, the timeline and the verdict.

The screen turns keys and messages into calls of a :class:`Session`, which knows everything,
and shows what the session says after each of them. Panes compare and repaint only what
differs, so showing everything again is cheap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.message import Message
from textual.timer import Timer

from workbench import commands, keymap
from workbench.commands import Command
from workbench.designing import status
from workbench.designing.playback import View
from workbench.designing.session import Session
from workbench.document import Document
from workbench.panes.board import BoardView
from workbench.panes.keyline import KeyLine
from workbench.panes.lines import LinePane, retitle
from workbench.panes.palette import PalettePane
from workbench.panes.parameters import ParametersPane
from workbench.panes.tabs import TabsPane
from workbench.panes.timeline import Bar, TimelinePane
from workbench.panes.trace import TracePane
from workbench.panes.verdict import VerdictPane
from workbench.screens.design.editing import DesignEditing
from workbench.screens.design.files import DesignFiles
from workbench.screens.design.generating import DesignGenerating
from workbench.screens.design.panes import DesignPanes
from workbench.screens.design.playback import DesignPlayback
from workbench.screens.design.tracing import DesignTracing
from workbench.service.solving import SolverService

PATIENCE = 0.5
"""Seconds that the first frame waits for the verdict."""
SAMPLES = 10
"""Looks a second at the progress of what runs."""


class Arrived(Message):
    """Something came from another thread; runs in the UI thread."""

    def __init__(self, run: Callable[[], None]) -> None:
        super().__init__()
        self.run = run


class DesignScreen(
    DesignGenerating, DesignPlayback, DesignTracing, DesignEditing, DesignFiles, DesignPanes
):
    """Generate, understand, edit and save one level."""

    AUTO_FOCUS = "#board"
    CONTEXTS = ("board", "edit", "design")
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bindings("edit", "design")]
    DEFAULT_CSS = """
    DesignScreen #panes { height: 1fr; }
    DesignScreen #parameters, DesignScreen #palette { width: 32; height: 1fr; }
    DesignScreen #trace { width: 40; height: 1fr; }
    DesignScreen #frame { width: 1fr; height: 1fr; }
    DesignScreen .pane:focus, DesignScreen .pane:focus-within { border-title-style: reverse; }
    DesignScreen.-roomy #parameters, DesignScreen.-roomy #palette { width: 38; }
    DesignScreen.-roomy #trace { width: 56; }
    DesignScreen.-two #parameters, DesignScreen.-two #palette, DesignScreen.-two #trace {
        width: 37;
    }
    /* Whatever stands beside it, the board never jumps. */
    DesignScreen.-two #parameters, DesignScreen.-two #palette { dock: right; }
    DesignScreen.-alone #parameters, DesignScreen.-alone #palette, DesignScreen.-alone #trace {
        width: 1fr;
    }
    DesignScreen.-tall #timeline { height: 1fr; }
    """

    def __init__(self, document: Document, *, generate: bool = False) -> None:
        super().__init__()
        self._generate = generate
        self._release: Callable[[], None] | None = None
        self.document = document
        self._sampling: Timer | None = None
        self._refused: tuple[str, ...] = ()
        self._unlisten: Callable[[], None] | None = None
        self._own_solver: SolverService | None = None

    def compose(self) -> ComposeResult:
        """All panes; which of them are shown depends on the size."""
        theme = self.workbench.theme_glyphs
        yield TabsPane(theme, id="tabs")
        with Horizontal(id="panes"):
            yield ParametersPane(theme, id="parameters", classes="pane")
            yield PalettePane(theme, id="palette", classes="pane")
            with Container(id="frame", classes="pane"):
                yield BoardView(id="board")
            yield TracePane(theme, id="trace", classes="pane")
        yield TimelinePane(theme, id="timeline", classes="pane")
        yield VerdictPane(theme, id="verdict")
        yield KeyLine("design")

    def on_mount(self) -> None:
        """Open the document."""
        solver = self.workbench.solver
        if solver is None:
            solver = self._own_solver = SolverService()
            solver.start()
        self.session = Session(self.document, solver, self._hop, self.renew)
        self._unlisten = solver.listen(lambda: self._hop(self.session.kernels_changed))
        self._sampling = self.set_interval(1 / SAMPLES, self._sample, pause=True)
        self.arrange_panes()
        self.session.open()
        if self._generate:
            self.action_new_seed()

    def until_filled(self, release: Callable[[], None]) -> None:
        """The first frame waits for the first answers, but not for long searches."""
        self._release = release
        self.set_timer(PATIENCE, self._fill)

    def _fill(self) -> None:
        release, self._release = self._release, None
        if release is not None:
            self.call_after_refresh(self.call_after_refresh, release)

    def on_unmount(self) -> None:
        """Stop what still runs for this screen."""
        if self._unlisten is not None:
            self._unlisten()
        self.session.cancel()
        if self._own_solver is not None:
            self._own_solver.close()

    def _hop(self, run: Callable[[], None]) -> None:
        try:
            self.post_message(Arrived(run))
        except RuntimeError:  # the app has ended while something was being computed
            return

    @on(Arrived)
    def _arrived(self, message: Arrived) -> None:
        message.run()

    # Commands.

    def action_cancel(self) -> None:
        """Stop what runs, else leave zoom, playback, edit mode, or the screen."""
        session = self.session
        if self.playing:
            self.pause()
            self.renew()
        elif session.busy:
            session.cancel()
        elif self.zoomed:
            self.action_zoom()
        elif session.mode == "edit":
            self.action_edit()
        elif session.mode != "timeline":
            session.set_mode("timeline")
        else:
            self.action_levels()

    # Showing.

    def renew(self) -> None:
        """Show what the session knows now."""
        session = self.session
        if session.mode == "edit":
            self.follow_cursor()
        player = session.player
        view = session.view()
        self._show_board(view)
        self.pane("timeline", TimelinePane).show(
            Bar(
                session.mode,
                player.sections if player is not None else (),
                player.section() if player is not None else None,
                player.place if player is not None else 0,
                player.length if player is not None else 0,
                player.unit if player is not None else "",
                view.caption,
                self.playing,
                self.speed,
            )
        )
        if session.sheet is not self.shown_sheet:
            # Only what is new: the pane may be ahead of the session by a key.
            self.shown_sheet = session.sheet
            self.pane("parameters", ParametersPane).show(session.sheet)
        editor = session.editor
        self.pane("palette", PalettePane).show(session.game.name, editor.choices, editor.index)
        self._show_trace()
        self._show_status()
        if self._release is not None and session.settled:
            self._fill()

    def _show_board(self, view: View) -> None:
        session = self.session
        board = self.pane("board", BoardView)
        board.show_cursor = session.mode == "edit"
        top = max(view.heat.values(), default=1) if view.heat else 1
        marks = {
            (problem.row, problem.col): "problem"
            for problem in session.verdicts.problems
            if problem.row is not None and problem.col is not None and session.shows_level
        }
        if view.cell is not None and session.mode != "edit":
            marks[view.cell] = "blamed"
        board.show(
            view.picture,
            session.game.name,
            heat={cell: weight / top for cell, weight in view.heat.items()} if view.heat else None,
            heat_text={c: str(w) for c, w in view.heat.items()} if view.heat else None,
            marks=marks,
        )
        frame = self.query_one("#frame")
        where = self.document.path.name if self.document.path is not None else "not a file yet"
        title = f"{self.document.name}{' ●' if self.document.dirty else ''}"
        retitle(frame, self.workbench.theme_glyphs, title, where)

    def _show_trace(self) -> None:
        session = self.session
        pane = self.pane("trace", TracePane)
        player = session.trace()
        searching = session.verdicts.searching(session.strategy) is not None
        rows = status.count(player.length + 1, "row") if player is not None else ""
        pane.retitle(" · ".join(part for part in ("Trace", session.strategy, rows) if part))
        empty = "searching" if searching else "nothing to show yet"
        if session.verdicts.problems:
            empty = "a draft has no trace"
        pane.show(
            player.trace if player is not None else None,
            player.place if player is not None else 0,
            session.game.moves,
            empty,
        )

    def _show_status(self) -> None:
        session = self.session
        making = session.solver.running("make") if session.making else None
        words = status.verdict(session.verdicts, session.stored)
        if making is not None:
            words = status.generating(making)
        self.pane("verdict", VerdictPane).show(words, session.solver.preparing)
        if self._sampling is not None:
            if session.busy:
                self._sampling.resume()
            else:
                self._sampling.pause()
        if session.notice:
            self.say(session.notice)
            session.notice = ""
        line = self.query_one(KeyLine)
        if session.mode == "edit":
            line.show_contexts("edit", "design", groups=("Edit", "Level"))
        else:
            line.show_contexts("design")
        refused = tuple(c.id for c in self._listed() if self.unavailable(c) is not None)
        if refused != self._refused:
            self._refused = refused
            self.refresh_keys()

    def _sample(self) -> None:
        """One look at the progress of what runs."""
        self._show_status()

    def theme_changed(self) -> None:
        """Draw everything with the new theme."""
        super().theme_changed()
        self.pane("board", BoardView).redraw()
        for name in ("tabs", "parameters", "palette", "trace", "timeline", "verdict"):
            self.pane(name, LinePane).set_theme(self.workbench.theme_glyphs)
        self.renew()

    def _listed(self) -> tuple[Command, ...]:
        """The commands of the key line."""
        return tuple(c for c in commands.of("edit", "design") if c.label)
