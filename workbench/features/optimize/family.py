"""Going through the family of an optimisation's best level."""

from __future__ import annotations

from collections.abc import Callable

from textual import on

from workbench.features.optimize.panes import FamilyPane
from workbench.features.optimize.walking import FamilyWalk
from workbench.ui.running import RunningScreen

STEPPING = (
    "back", "forward", "left", "right", "page_up", "page_down", "first", "last", "next_record",
    "previous_record", "play_pause", "faster", "slower", "take", "compare",
)  # fmt: skip
"""What is done in the family."""


class FamilyStepping(RunningScreen):
    """A cursor in a family tree, moved by keys, by the mouse, or running by itself.

    Attributes:
        walk: the cursor; None while there is no family.
    """

    walk: FamilyWalk | None = None

    def rewind(self) -> bool:
        """Back to the first level if this is the last; False if there is no family."""
        walk = self.walk
        if walk is not None and walk.place == len(walk.branch) - 1:
            walk.seek(0)
        return walk is not None

    def advance(self) -> bool:
        """One level on; False at the last."""
        return self.walk is not None and self.walk.seek(self.walk.place + 1)

    def _go(self, move: Callable[[FamilyWalk], bool], refusal: str) -> None:
        self.pause()
        if self.walk is not None and not move(self.walk):
            self.say(refusal)
        self.renew()

    def action_back(self) -> None:
        """To the parent."""
        self._go(lambda walk: walk.seek(walk.place - 1), "this is the first level")

    def action_forward(self) -> None:
        """To the next level of the branch."""
        self._go(lambda walk: walk.seek(walk.place + 1), "nothing better was kept from here on")

    def action_left(self) -> None:
        """To the sibling before."""
        self._go(lambda walk: walk.turn(-1), "nothing was kept from its parent before it")

    def action_right(self) -> None:
        """To the sibling after."""
        self._go(lambda walk: walk.turn(1), "nothing was kept from its parent after it")

    def action_page_up(self) -> None:
        """Back by a page."""
        self._turn_page(-1)

    def action_page_down(self) -> None:
        """Forward by a page."""
        self._turn_page(1)

    def _turn_page(self, pages: int) -> None:
        rows = pages * self.query_one(FamilyPane).page
        self._go(lambda walk: walk.seek(walk.place + rows) or True, "")

    def action_first(self) -> None:
        """To the first level."""
        self._go(lambda walk: walk.seek(0) or True, "")

    def action_last(self) -> None:
        """To the best level."""
        self._go(lambda walk: walk.go(walk.tree.best), "")

    def action_next_record(self) -> None:
        """To the next improvement."""
        self._go(lambda walk: walk.record(1), "no better one comes after it")

    def action_previous_record(self) -> None:
        """To the improvement before."""
        self._go(lambda walk: walk.record(-1), "no improvement comes before it")

    @on(FamilyPane.Pointed)
    def _pointed(self, message: FamilyPane.Pointed) -> None:
        self._go(lambda walk: walk.seek(message.place) or True, "")
