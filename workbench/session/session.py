"""One level on the design screen: its modes, its verdicts, its generation.

Everything here runs in the UI thread and returns at once; what takes time goes through the
solver service and comes back through ``hop``.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.game import registry
from workbench.document.document import Document
from workbench.document.verdicts import Hop
from workbench.service.solving import SolverService
from workbench.session.foresight import Foresight
from workbench.session.inspecting import Inspecting
from workbench.session.making.optimizing import Optimizing
from workbench.session.making.runs import Runs
from workbench.session.making.sheet import Sheet
from workbench.session.painting import Painting
from workbench.session.states import States
from workbench.session.tracing.breaking import Breaking


class Session(Breaking, Foresight, Optimizing, Inspecting, Painting, States):
    """What the design screen knows of the open document, and all that it can do with it."""

    def __init__(
        self, document: Document, solver: SolverService, hop: Hop, changed: Callable[[], None]
    ) -> None:
        super().__init__(document, registry.get(document.level.game), solver, hop, changed)
        self.runs = Runs()
        self.sheet = Sheet.of_level(self.game, document.level)

    def open(self) -> None:
        """Solve the level, and rebuild its timeline if it was generated."""
        level = self.document.level
        self.show_version()
        if level.provenance is not None and self.made is None:
            self.solver.rebuild(level, self._from_lane(self._rebuilt_arrived))

    @property
    def busy(self) -> bool:
        """Whether something runs whose progress is worth showing."""
        return (
            self.making
            or bool(self.looking)
            or any(
                self.verdicts.searching(name) is not None for name in self.game.solver.strategies
            )
        )

    @property
    def settled(self) -> bool:
        """Whether there is nothing more to expect in a moment: verdict and timeline are there."""
        return not self.busy and self.solver.running("make") is None

    def kernels_changed(self) -> None:
        """The solver became quicker: renew what it could only answer in part."""
        self.verdicts.kernels_changed()
        self._changed()

    def cancel(self) -> bool:
        """Stop what runs; False when nothing did."""
        return self.solver.cancel()
