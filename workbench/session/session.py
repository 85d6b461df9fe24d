"""One open level: its versions, its verdicts, its generation, and what the board shows of it.

Everything here runs in one thread and returns at once; what takes time goes through the solver
service and comes back through ``hop``. Nothing here knows a screen; what is said names keys, so
the registry of commands has to be filled (:mod:`workbench.features`).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.game import registry
from engine.values.budget import Control, ProgressSnapshot
from engine.values.level import Board, Level
from workbench.document.document import Document
from workbench.document.history import Home
from workbench.service.solving import SolverService
from workbench.session.celllocks import CellLocks
from workbench.session.editing import Editor
from workbench.session.history import History, VersionChange
from workbench.session.inspector import Inspector
from workbench.session.intention import Intention
from workbench.session.making import progress
from workbench.session.making.improver import Improver
from workbench.session.making.maker import Maker
from workbench.session.making.optimizer import Optimizer
from workbench.session.making.rebuilder import Rebuilder
from workbench.session.making.stagelocks import StageLocks
from workbench.session.painter import LevelPainter
from workbench.session.playback import Playback
from workbench.session.players import View
from workbench.session.previewer import Previewer
from workbench.session.states import StateAccess
from workbench.session.tracing.breakpoints import Breaking
from workbench.session.tracing.tracer import Tracer
from workbench.session.verdicts import Hop


class Session:
    """Holds what is known of the open document, and whatever can be done with it.

    Args:
        hop: runs a function in the thread of the session, from any thread.
        changed: called in that thread after anything has changed that may be shown.
    """

    def __init__(
        self, document: Document, solver: SolverService, hop: Hop, changed: Callable[[], None]
    ) -> None:
        self.document = document
        self.solver = solver
        self.game = game = registry.get(document.level.game)
        self.history = history = History(document, game, solver, hop, changed)
        self.verdicts = history.verdicts
        self.editor = editor = Editor(game)
        self.playback = playback = Playback(history, editor)
        self.painter = LevelPainter(playback)
        self.locks = CellLocks(playback)
        self.inspector = Inspector(playback)
        self.previewer = Previewer(playback)
        self.tracer = Tracer(playback)
        self.breaking = Breaking(playback)
        self.states = StateAccess(playback)
        self.intention = Intention(playback)
        self.stages = StageLocks(playback)
        self.maker = Maker(playback, self.stages)
        self.rebuilder = Rebuilder(playback, self.maker)
        self.optimizer = Optimizer(playback, self.maker)
        self.improver = Improver(playback)
        history.followers += [
            self.maker.follow,
            self.improver.follow,
            playback.follow,
            self._follow,
        ]

    @property
    def level(self) -> Level:
        """The level as it stands."""
        return self.document.level

    @property
    def board(self) -> Board:
        """The board as it stands."""
        return self.document.level.board

    def open(self) -> None:
        """Solve the level, and rebuild its timeline if it was generated."""
        self.history.show()

    def take(self, level: Level, words: str) -> None:
        """Make a level from elsewhere, as ``words`` say, the one at hand; undo takes it back."""
        self.maker.take_other(f"take {words}", level, home=Home())
        self.history.show()

    def _follow(self, _: VersionChange) -> None:
        # What is being made is not given up for this; the next version shown asks again.
        if not self.maker.making:
            self.history.find_making()

    @property
    def opened(self) -> bool:
        """Whether answers have been asked for, see :meth:`open`."""
        return self.history.shown

    @property
    def refusal(self) -> str:
        """Why no level can be as the parameters demand, in a line; empty where one may be.

        It takes the game's generator to find out: nothing is known of it until the level is opened.
        """
        return self.maker.refusal if self.opened else ""

    def view(self) -> View:
        """What the board shows now."""
        view = self.painter.over(self.playback.view())
        if self.improving is not None and self.playback.at_level:
            # Nothing but the best so far: it is not the level, and nothing can be asked of it.
            picture = self.game.boards.picture(self.improving.board)
            return View(picture, progress.best_board(self.improving))
        return self.breaking.over(self.previewer.over(self.inspector.over(view)))

    @property
    def improving(self) -> ProgressSnapshot | None:
        """How far the improving of a level has come; None while none is improved."""
        making = self.making
        return making.snapshot if making is not None else None

    @property
    def making(self) -> Control | None:
        """The generation or the improving under way, to watch it; None while there is neither."""
        return self.maker.search or self.improver.search

    @property
    def busy(self) -> bool:
        """Whether something runs whose progress is worth showing."""
        searches = map(self.verdicts.searching, self.game.solver.strategies)
        makes = self.maker.making or self.improver.search is not None
        return makes or bool(self.tracer.looking) or any(searches)

    @property
    def settled(self) -> bool:
        """Whether there is nothing more to expect in a moment: verdict and timeline are there."""
        return self.opened and not self.busy and self.solver.running("make") is None

    def cancel(self) -> bool:
        """Stop what runs; False when nothing did."""
        return self.solver.cancel()
