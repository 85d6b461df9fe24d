"""The session for one open level: its versions, verdicts, generation, and board view.

Everything in this module runs in one thread and returns immediately. The solver service does the
slow work and returns its results through ``call_in_ui``. Nothing here depends on a screen. Messages
name keys, so the commands must be registered first (:mod:`workbench.features`).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.game import registry
from engine.values.budget import Control, ProgressSnapshot
from engine.values.level import Board, Level
from workbench.document.document import Document
from workbench.document.undo_versions import StorageLocation
from workbench.service.solver_service import SolverService
from workbench.session.board_content import Playback
from workbench.session.board_verdicts import CallInUi
from workbench.session.cell_explanation import CellInspector
from workbench.session.cell_locks import CellLocks
from workbench.session.edit_mode import Editor
from workbench.session.generation import generation_text
from workbench.session.generation.improver import Improver
from workbench.session.generation.level_generator import LevelGenerator
from workbench.session.generation.optimizer import Optimizer
from workbench.session.generation.rebuilder import Rebuilder
from workbench.session.generation.stage_locks import StageLocks
from workbench.session.history import History, VersionChange
from workbench.session.move_previewer import Previewer
from workbench.session.painter import LevelPainter
from workbench.session.pinned_solution import PinnedSolution
from workbench.session.playback_players import View
from workbench.session.state_graph_access import StateAccess
from workbench.session.trace.breakpoints import BreakpointRunner
from workbench.session.trace.trace_navigator import TraceNavigator


class Session:
    """The state of the open document and all operations on it.

    Args:
        document: The open document.
        solver: The service that solves boards and generates levels.
        call_in_ui: A function that runs a callback in the session's thread. Any thread may call it.
        notify_change: A function called in the session's thread after every visible change.
    """

    def __init__(
        self,
        document: Document,
        solver: SolverService,
        call_in_ui: CallInUi,
        notify_change: Callable[[], None],
    ) -> None:
        self.document = document
        self.solver = solver
        self.game = game = registry.get_game(document.level.game)
        self.history = history = History(document, game, solver, call_in_ui, notify_change)
        self.verdicts = history.verdicts
        self.editor = editor = Editor(game)
        self.playback = playback = Playback(history, editor)
        self.painter = LevelPainter(playback)
        self.cell_locks = CellLocks(playback)
        self.inspector = CellInspector(playback)
        self.previewer = Previewer(playback)
        self.trace_navigator = TraceNavigator(playback)
        self.breakpoint_runner = BreakpointRunner(playback)
        self.state_access = StateAccess(playback)
        self.pinned_solution = PinnedSolution(playback)
        self.stage_locks = StageLocks(playback)
        self.generator = LevelGenerator(playback, self.stage_locks)
        self.rebuilder = Rebuilder(playback, self.generator)
        self.optimizer = Optimizer(playback, self.generator)
        self.improver = Improver(playback)
        # The order matters: update all parts before the session requests a missing timeline.
        history.followers += [
            self.generator.follow_version,
            self.improver.follow_version,
            playback.follow_version,
            self._follow_version,
        ]

    @property
    def level(self) -> Level:
        """The current level."""
        return self.document.level

    @property
    def board(self) -> Board:
        """The current board."""
        return self.document.level.board

    def open(self) -> None:
        """Start solving the level and, if it was generated, rebuilding its timeline."""
        self.history.show_version()

    def replace_level(self, level: Level, description: str) -> None:
        """Replace the open level with another one, in an undo step named by ``description``."""
        self.generator.replace_level(f"take {description}", level, location=StorageLocation())
        self.history.show_version()

    def _follow_version(self, _: VersionChange) -> None:
        # The request for a timeline would replace the running generation, so wait for its level.
        if not self.generator.is_generating:
            self.history.find_generation()

    @property
    def is_opened(self) -> bool:
        """True if answers have been requested by :meth:`open`."""
        return self.history.is_shown

    @property
    def refusal(self) -> str:
        """The reason why no level can satisfy the settings, or an empty string if one might.

        Finding the reason requires the game's generator, so the text is empty until the level is
        opened.
        """
        return self.generator.refusal if self.is_opened else ""

    def build_view(self) -> View:
        """Build the current view of the board."""
        view = self.painter.draw_overlay(self.playback.build_view())
        if self.improvement_progress is not None and self.playback.is_at_level:
            picture = self.game.boards.draw_picture(self.improvement_progress.board)
            # The best board so far is not the current level and cannot be edited, so draw no
            # overlays.
            return View(picture, generation_text.format_best_board(self.improvement_progress))
        return self.breakpoint_runner.draw_overlay(
            self.previewer.draw_overlay(self.inspector.draw_overlay(view))
        )

    @property
    def improvement_progress(self) -> ProgressSnapshot | None:
        """The progress of the running optimisation or improvement, or None if none is running."""
        making = self.search
        return making.snapshot if making is not None else None

    @property
    def search(self) -> Control | None:
        """The control for the running generation or improvement, or None if none is running."""
        return self.generator.search or self.improver.search

    @property
    def is_busy(self) -> bool:
        """True if any work is running whose progress should be shown."""
        searches = map(self.verdicts.get_search, self.game.solver.strategies)
        makes = self.generator.is_generating or self.improver.search is not None
        return makes or bool(self.trace_navigator.search_progress) or any(searches)

    @property
    def is_settled(self) -> bool:
        """True if the verdict and the timeline are known and no work is running."""
        return self.is_opened and not self.is_busy and self.solver.get_control("make") is None

    def cancel(self) -> bool:
        """Cancel all running work, and return whether any was running."""
        return self.solver.cancel_all()
