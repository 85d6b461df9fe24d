"""Going through the family of an optimisation's best level."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from textual import on

from workbench.commands import Action
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

    def commands(self) -> Mapping[str, Action]:
        """Moves the cursor, or says why it stays where it is."""

        def go(move: Callable[[FamilyWalk], bool], refusal: str = "") -> Action:
            """A move of the cursor."""
            return partial(self._go, move, refusal)

        return {
            "optimizing.back": go(lambda w: w.seek(w.place - 1), "this is the first level"),
            "optimizing.forward": go(
                lambda w: w.seek(w.place + 1), "nothing better was kept from here on"
            ),
            "optimizing.left": go(
                lambda w: w.turn(-1), "nothing was kept from its parent before it"
            ),
            "optimizing.right": go(
                lambda w: w.turn(1), "nothing was kept from its parent after it"
            ),
            "optimizing.page-up": partial(self._turn_page, -1),
            "optimizing.page-down": partial(self._turn_page, 1),
            "optimizing.first": go(lambda w: w.seek(0) or True),
            "optimizing.last": go(lambda w: w.go(w.tree.best)),
            "optimizing.next-record": go(lambda w: w.record(1), "no better one comes after it"),
            "optimizing.previous-record": go(
                lambda w: w.record(-1), "no improvement comes before it"
            ),
        }

    def _turn_page(self, pages: int) -> None:
        rows = pages * self.query_one(FamilyPane).page
        self._go(lambda walk: walk.seek(walk.place + rows) or True, "")

    @on(FamilyPane.Pointed)
    def _pointed(self, message: FamilyPane.Pointed) -> None:
        self._go(lambda walk: walk.seek(message.place) or True, "")
