"""Two levels side by side, stepped through together, with what differs marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal

from engine.game import registry
from engine.values.picture import Picture
from workbench.commands import Action, Unless, each_unless, lacking
from workbench.drawing import canvas
from workbench.features.compare.lockstep import Lockstep
from workbench.features.compare.model import LevelComparison
from workbench.features.compare.pane import lines, paragraphs
from workbench.features.compare.sides import LANE
from workbench.session.players import Steps, View
from workbench.session.sides import Fetch, Side
from workbench.ui.boards.board import BoardView
from workbench.ui.linepane import WordsPane, retitle
from workbench.ui.running import RunningScreen, stepping
from workbench.ui.timeline import TimelineBar, TimelinePane

Shown = Literal["both", "left", "right"]
LOW = 24
"""Lines from which there is room for all the words."""
LEAST_WORDS = 3
"""Lines of words at least."""
AROUND_BOARDS = 8
"""Lines of the screen that neither boards nor words have."""
AROUND_TITLE = 6
"""Columns of a frame that its title cannot take."""


class CompareScreen(RunningScreen):
    """Compares the level at hand, on the left, with another one.

    What it is given is said at :func:`workbench.features.navigation.open_comparison`.
    """

    CONTEXTS = ("compare",)
    DEFAULT_CSS = """
    CompareScreen #boards { height: 1fr; }
    CompareScreen #left-frame, CompareScreen #right-frame { width: 1fr; height: 1fr; }
    CompareScreen WordsPane { height: 6; }
    CompareScreen.-high WordsPane { height: 7; }
    CompareScreen.-cramped WordsPane { height: 3; }
    """

    def __init__(
        self,
        own: Side,
        other: Side,
        *,
        take: Callable[[Side], None] | None = None,
        fetch: Fetch | None = None,
    ) -> None:
        super().__init__()
        self._take = take
        self._fetch = fetch
        self._shown: Shown = "both"
        self._sides = own, other

    def contents(self) -> ComposeResult:
        """Both boards, the words and the bar."""
        own, other = self._sides
        assert own.level is not None
        game = registry.get(own.level.game)
        self.comparison = LevelComparison(
            game, own, other, self.workbench.solver, self.hop, self.renew
        )
        with Horizontal(id="boards"):
            for side in ("left", "right"):
                with Container(id=f"{side}-frame", classes="pane"):
                    yield (board := BoardView(id=side))
                    board.names_cells = game.play.names_cells
        yield WordsPane(id="words")
        yield TimelinePane(id="timeline", classes="pane")

    def on_mount(self) -> None:
        """Shows what is known, and finds out the rest."""
        for name in ("left", "right", "timeline"):
            self.query_one(f"#{name}").can_focus = False
        if self._fetch is not None:
            self._fetch(self.hop, self.comparison.arrive)
        else:
            self.comparison.begin()
        self.renew()

    def on_unmount(self) -> None:
        """Stops what still runs for this screen."""
        self.workbench.solver.stop(LANE)

    # Commands.

    def commands(self) -> Mapping[str, Action]:
        """Steps through both levels together."""
        unsteppable = lacking(
            lambda: self.steps, "nothing to step through: neither timeline nor solution"
        )
        return {
            "compare.take": Unless(self._no_taking, self._take_other),
            **self.timer.commands("compare"),
            "compare.play-pause": Unless(unsteppable, self.timer.play_or_pause),
            **each_unless(unsteppable, stepping("compare", self._move)),
        }

    def _no_taking(self) -> str | None:
        other = self.comparison.other
        if self._take is None:
            return "no level is open that it could replace"
        return None if other.level else other.problem or "it is still being made"

    def action_swap(self) -> None:
        """Left becomes right."""
        self.comparison.swap()
        self.renew()

    def action_flip(self) -> None:
        """From both boards to one, and on to the other."""
        turn: dict[Shown, Shown] = {"both": "left", "left": "right", "right": "both"}
        self._shown = turn[self._shown]
        if self._shown == "both" and not self._both_fit:
            self._shown = "left"
        self._arrange()

    def action_mode(self) -> None:
        """Between timelines and solutions."""
        self.timer.pause()
        refusal = self.comparison.turn_solutions()
        self.renew()
        self.say(refusal)

    def _take_other(self) -> None:
        """Makes the other level the one at hand, and leaves."""
        other = self.comparison.other
        self.dismiss()
        if self._take is not None:
            self._take(other)

    def action_leave(self) -> None:
        """Stops running, else goes back."""
        if self.timer.playing:
            self.timer.pause()
            self.renew()
        else:
            self.dismiss()

    # Stepping.

    def _move(self, change: Callable[[Steps], None]) -> None:
        self.timer.pause()
        if self.steps is not None:
            change(self.steps)
        self.renew()

    @on(TimelinePane.Seek)
    def _bar_pointed(self, message: TimelinePane.Seek) -> None:
        self._move(lambda steps: steps.seek(message.moment))

    @property
    def steps(self) -> Lockstep | None:
        """What both go through."""
        return self.comparison.steps

    # Showing.

    def on_resize(self, event: events.Resize) -> None:
        """Arranges for the new size."""
        self._arrange()

    @property
    def _pictures(self) -> list[Picture]:
        """The boards of both levels, of one while the other is being made."""
        boards = self.comparison.game.boards
        sides = (self.comparison.left, self.comparison.right)
        return [boards.picture(side.level.board) for side in sides if side.level is not None]

    @property
    def _both_fit(self) -> bool:
        """Whether there is room for both boards, if only at the smallest scale."""
        widths = [canvas.size(each, "compact")[0] + 2 for each in self._pictures]
        return 2 * max(widths, default=0) <= self.size.width

    @property
    def _left_by_boards(self) -> int:
        """Lines that are left for words if whole boards are shown, with numbers beside them."""
        sizes = [canvas.size(each, "compact", margin=not each.panels) for each in self._pictures]
        lines = [size[1] for size in sizes]
        return self.size.height - AROUND_BOARDS - max(lines, default=0)

    def _arrange(self) -> None:
        shown = self._shown
        if shown == "both" and not self._both_fit:
            shown = "left"
        for side in ("left", "right"):
            self.query_one(f"#{side}-frame").display = shown in ("both", side)
        self.set_class(self.size.height < LOW, "-cramped")
        self.query_one(WordsPane).styles.max_height = max(self._left_by_boards, LEAST_WORDS)
        self._shown = shown
        self._retitle()

    def _retitle(self) -> None:
        """Says which side is which, unless what they are needs the room where both stand."""
        sides = {"left": self.comparison.left, "right": self.comparison.right}
        titles = {name: f"{name.title()} · {side.label}" for name, side in sides.items()}
        room = self.size.width // 2 - AROUND_TITLE
        if self._shown == "both" and max(map(cell_len, titles.values())) > room:
            titles = {name: side.label for name, side in sides.items()}
        for name, side in sides.items():
            own = self._take is not None and side is self.comparison.own
            note = side.problem or ("at hand" if own else "")
            retitle(self.query_one(f"#{name}-frame"), titles[name], note)

    def renew(self) -> None:
        """Shows what is known now."""
        comparison = self.comparison
        showing = comparison.showing()
        marks = dict.fromkeys(showing.cells, "differs")
        for name, side, view in (
            ("left", comparison.left, showing.left),
            ("right", comparison.right, showing.right),
        ):
            self._show_board(name, side, view, marks)
        self.query_one(WordsPane).show(partial(lines, paragraphs(comparison, showing)))
        self._show_bar()
        self._arrange()
        self.key_line.renew()

    def _show_board(
        self, name: str, side: Side, view: View, marks: dict[tuple[int, int], str]
    ) -> None:
        board = self.query_one(f"#{name}", BoardView)
        board.show(view.picture, self.comparison.game.name, marks=marks)

    def _show_bar(self) -> None:
        kind, steps = self.comparison.steps_kind, self.steps
        caption = "nothing to step through" if steps is None else steps.caption
        bar = TimelineBar.of(
            kind, steps, caption, playing=self.timer.playing, speed=self.timer.speed
        )
        self.query_one("#timeline", TimelinePane).show(bar)
