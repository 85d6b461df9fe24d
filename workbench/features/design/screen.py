"""The design screen: parameters, board and trace, the timeline and the verdict.

The screen turns keys and messages into calls of a :class:`Session`, which knows everything,
and shows what the session says after each of them. Panes compare and repaint only what
differs, so showing everything again is cheap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.timer import Timer

from workbench import commands
from workbench.commands import Command, keymap
from workbench.document import statusline
from workbench.document.document import Document
from workbench.features.design.editing import DesignEditing
from workbench.features.design.files import DesignFiles
from workbench.features.design.generating import DesignGenerating
from workbench.features.design.inspecting import DesignInspecting
from workbench.features.design.inspector import InspectorPane
from workbench.features.design.palette import Manner, PalettePane
from workbench.features.design.panes import DesignPanes
from workbench.features.design.parameters import ParametersPane
from workbench.features.design.playback import DesignPlayback
from workbench.features.design.sharing import DesignSharing
from workbench.features.design.verdict import VerdictPane
from workbench.features.graph.part import DesignStateGraph
from workbench.features.maps.conclusions import ConclusionsPane
from workbench.features.maps.evidence import DesignConclusions, DesignLeaks
from workbench.features.maps.leaks_pane import LeaksPane
from workbench.features.maps.traps_pane import TrapsPane
from workbench.features.maps.traps_part import DesignTraps
from workbench.features.optimize.part import DesignOptimizing
from workbench.features.trace.trace import TracePane
from workbench.features.trace.tracing import DesignTracing
from workbench.features.whatif.pane import WhatIfPane
from workbench.features.whatif.part import DesignWhatIf
from workbench.service.solving import SolverService
from workbench.session.making import progress
from workbench.session.players import View
from workbench.session.session import Session
from workbench.ui.board import BoardView
from workbench.ui.keyline import KeyLine
from workbench.ui.layout import OVERLAYS
from workbench.ui.lines import LinePane, retitle
from workbench.ui.tabs import TabsPane
from workbench.ui.timeline import Bar, TimelinePane

PATIENCE = 0.5
"""Seconds that the first frame waits for the verdict."""
SAMPLES = 2
"""Looks a second at the progress of what runs: a key just after one waits for the next frame."""


class DesignScreen(
    DesignConclusions,
    DesignLeaks,
    DesignTraps,
    DesignWhatIf,
    DesignGenerating,
    DesignInspecting,
    DesignPlayback,
    DesignTracing,
    DesignEditing,
    DesignFiles,
    DesignSharing,
    DesignOptimizing,
    DesignStateGraph,
    DesignPanes,
):
    """Generate, understand, edit and save one level."""

    AUTO_FOCUS = "#board"
    CONTEXTS = ("board", "edit", "design")
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bindings("edit", "design")]
    DEFAULT_CSS = """
    DesignScreen #panes { height: 1fr; }
    DesignScreen #parameters, DesignScreen #palette { width: 32; height: 1fr; }
    DesignScreen .answers { width: 40; height: 1fr; }
    DesignScreen #frame { width: 1fr; height: 1fr; layers: base above; }
    DesignScreen .pane:focus, DesignScreen .pane:focus-within { border-title-style: reverse; }
    DesignScreen.-roomy #parameters, DesignScreen.-roomy #palette { width: 38; }
    DesignScreen.-roomy .answers { width: 56; }
    DesignScreen.-two #parameters, DesignScreen.-two #palette,
    DesignScreen.-two .answers { width: 37; }
    /* Whatever stands beside it, the board never jumps. */
    DesignScreen.-two #parameters, DesignScreen.-two #palette { dock: right; }
    DesignScreen.-alone #parameters, DesignScreen.-alone #palette,
    DesignScreen.-alone .answers { width: 1fr; }
    DesignScreen.-short #timeline { height: 3; }
    DesignScreen.-ample #timeline { height: 5; }
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
                yield InspectorPane(theme, id="inspector")
            answers = {
                "trace": TracePane,
                "whatif": WhatIfPane,
                "traps": TrapsPane,
                "leaks": LeaksPane,
                "conclusions": ConclusionsPane,
            }
            for name, kind in answers.items():
                yield kind(theme, id=name, classes="pane answers")
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
        self.session.cancel()  # what the screen before has left running
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
        """Stop what still runs for this screen, not what another has begun in its place."""
        if self._unlisten is not None:
            self._unlisten()
        if self.workbench.document in (None, self.document):
            self.session.cancel()
        if self._own_solver is not None:
            self._own_solver.close()

    # Commands.

    def action_cancel(self) -> None:
        """Stop what runs, else leave zoom, playback, edit mode, or the screen."""
        session = self.session
        if self.stop_drawing():
            return
        if self.playing:
            self.pause()
            self.renew()
        elif self.overlay is not None:
            self.leave_overlay()
        elif session.busy:
            session.cancel()
        elif session.inspector.inspecting:
            self.action_inspect()
        elif self.zoomed:
            self.action_zoom()
        elif session.playback.mode == "edit":
            self.action_edit()
        elif session.playback.mode != "timeline":
            session.playback.set_mode("timeline")
        else:
            self.action_levels()

    # Showing.

    def renew(self) -> None:
        """Show what the session knows now."""
        session = self.session
        if session.inspector.has_cursor:
            self.follow_cursor()
        view = self.explained(session.view())
        player = session.playback.player
        self._show_board(view)
        self.pane("timeline", TimelinePane).show(
            Bar(
                session.playback.mode,
                player.sections if player is not None else (),
                player.section() if player is not None else None,
                player.place if player is not None else 0,
                player.length if player is not None else 0,
                player.unit if player is not None else "",
                self.inspect(view.caption),
                self.playing,
                self.speed,
                session.stages.numbers if session.playback.mode == "timeline" else frozenset(),
                player.first if player is not None else 0,
            )
        )
        if session.maker.sheet is not self.shown_sheet:
            # Only what is new: the pane may be ahead of the session by a key.
            self.shown_sheet = session.maker.sheet
            self.pane("parameters", ParametersPane).show(session.maker.sheet)
        self.show_recipe()
        editor = session.editor
        manner = Manner(editor.brush, session.painter.mirror.title, self.document.undo_name or "")
        palette = self.pane("palette", PalettePane)
        palette.show(session.game.name, editor.choices, editor.index, manner)
        self.show_trace()
        self._show_status()
        if self._release is not None and session.settled:
            self._fill()

    def _show_board(self, view: View) -> None:
        session = self.session
        board = self.pane("board", BoardView)
        # Under the pointer the preview says enough, and brackets that move along cost bytes.
        board.show_cursor = session.inspector.has_cursor and not session.painter.dragging
        top = max(view.heat.values(), default=1) or 1 if view.heat else 1
        marks = session.verdicts.marks() if session.playback.shows_level else {}
        if view.cell is not None and session.playback.mode != "edit":
            marks[view.cell] = "blamed"
        marks |= view.marks
        board.show(
            view.picture,
            session.game.name,
            heat={cell: weight / top for cell, weight in view.heat.items()} if view.heat else None,
            heat_text=view.numbers or {c: str(w) for c, w in (view.heat or {}).items()},
            marks=marks,
            axes=session.painter.mirror.sign if session.playback.mode == "edit" else "",
            arrows=view.arrows,
        )
        frame = self.query_one("#frame")
        title = f"{self.document.name}{' ●' if self.document.dirty else ''}"
        retitle(frame, title, self.document.where)

    def _show_status(self) -> None:
        session = self.session
        making = session.maker.search
        self.workbench.keeper.keep_best(self.document, session.optimizer.best_so_far)
        words = statusline.verdict(session.verdicts, session.history.stored)
        warnings = statusline.warnings(session.verdicts)
        if making is not None:
            words = [*statusline.generating(making), *progress.rejected_so_far(making)]
            warnings = []
        preparing = session.solver.preparing(session.game)
        self.pane("verdict", VerdictPane).show(words, preparing, warnings)
        if self._sampling is not None:
            if session.busy:
                self._sampling.resume()
            else:
                self._sampling.pause()
        if session.news.notice:
            self.say(session.news.notice)
            session.news.notice = ""
        self.show_keys()
        refused = tuple(c.id for c in self._listed() if self.unavailable(c) is not None)
        if refused != self._refused:
            self._refused = refused
            self.refresh_keys()

    def _sample(self) -> None:
        """One look at the progress of what runs."""
        self._show_status()
        self.show_trace()

    def file_seen(self) -> None:
        """Show what became of the file."""
        self.renew()

    def theme_changed(self) -> None:
        """Draw everything with the new theme."""
        super().theme_changed()
        self.pane("board", BoardView).redraw()
        names = ("tabs", "parameters", "palette", "trace", *OVERLAYS, "timeline", "verdict")
        for name in (*names, "inspector"):
            self.pane(name, LinePane).set_theme(self.workbench.theme_glyphs)
        self.renew()

    def _listed(self) -> tuple[Command, ...]:
        """The commands of the key line."""
        return tuple(c for c in commands.of("edit", "design") if c.label)
