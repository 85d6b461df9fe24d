"""The screen that shows two levels side by side, keeps them in step, and marks differences."""

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
from workbench.commands import Action, GuardedAction, guard_all, require_value
from workbench.drawing import terminal_picture
from workbench.features.comparison.lockstep_playback import Lockstep
from workbench.features.comparison.model import LevelComparison
from workbench.features.comparison.pane import draw_lines, list_paragraphs
from workbench.features.comparison.side_completion import JOB_NAME
from workbench.session.comparison_side import ComparisonSide, FetchSide
from workbench.session.playback_players import StepSequence, View
from workbench.ui.boards.board_view import BoardView
from workbench.ui.line_pane import TextPane, set_titles
from workbench.ui.playback_bar import TimelineBar, TimelinePane
from workbench.ui.playback_screen import PlaybackScreen, bind_steps

ShownBoards = Literal["both", "left", "right"]
CRAMPED_HEIGHT = 24
"""The smallest screen height, in lines, that has room for all the text."""
MIN_TEXT_LINES = 3
"""The smallest number of lines that the text below the boards gets."""
AROUND_BOARDS = 8
"""The number of screen lines that neither the boards nor the text can use."""
AROUND_TITLE = 6
"""The number of columns in a frame that are not available to its title."""


class CompareScreen(PlaybackScreen):
    """The screen that compares the current level with another one.

    For the arguments, see :func:`workbench.features.navigation.open_comparison`.
    """

    CONTEXTS = ("compare",)
    DEFAULT_CSS = """
    CompareScreen #boards { height: 1fr; }
    CompareScreen #left-frame, CompareScreen #right-frame { width: 1fr; height: 1fr; }
    CompareScreen TextPane { height: 6; }
    CompareScreen.-high TextPane { height: 7; }
    CompareScreen.-cramped TextPane { height: 3; }
    """

    def __init__(
        self,
        current: ComparisonSide,
        other: ComparisonSide,
        *,
        take: Callable[[ComparisonSide], None] | None = None,
        fetch: FetchSide | None = None,
    ) -> None:
        super().__init__()
        self._take_side = take
        self._fetch_side = fetch
        self._shown_boards: ShownBoards = "both"
        self._sides = current, other

    def compose_contents(self) -> ComposeResult:
        """Compose the two boards, the text and the timeline."""
        own, other = self._sides
        assert own.level is not None
        game = registry.get_game(own.level.game)
        self.comparison = LevelComparison(
            game, own, other, self.workbench.solver, self.run_in_ui_thread, self.update_content
        )
        with Horizontal(id="boards"):
            for side in ("left", "right"):
                with Container(id=f"{side}-frame", classes="pane"):
                    yield (board := BoardView(id=side))
                    board.names_cells = game.play.names_cells
        yield TextPane(id="words")
        yield TimelinePane(id="timeline", classes="pane")

    def on_mount(self) -> None:
        """Show what is known so far, and start computing the rest in the background."""
        for name in ("left", "right", "timeline"):
            self.query_one(f"#{name}").can_focus = False
        if self._fetch_side is not None:
            self._fetch_side(self.run_in_ui_thread, self.comparison.set_other)
        else:
            self.comparison.complete_sides()
        self.update_content()

    def on_unmount(self) -> None:
        """Cancel this screen's background jobs."""
        self.workbench.solver.cancel_job(JOB_NAME)

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that step through or play both levels, or take the other level."""
        unsteppable = require_value(
            lambda: self.steps, "these levels have neither a timeline nor a solution"
        )
        return {
            "compare.take": GuardedAction(self._explain_no_take, self._take_other),
            **self.timer.bind_commands("compare"),
            "compare.play-pause": GuardedAction(unsteppable, self.timer.play_or_pause),
            **guard_all(unsteppable, bind_steps("compare", self._move_steps)),
        }

    def _explain_no_take(self) -> str | None:
        other = self.comparison.other
        if self._take_side is None:
            return "there is no open level to replace"
        return None if other.level else other.problem or "the level is still being generated"

    def action_swap(self) -> None:
        """Swap the left and right boards."""
        self.comparison.swap_sides()
        self.update_content()

    def action_flip(self) -> None:
        """Show the next choice of boards: the left one alone, the right one alone, or both."""
        turn: dict[ShownBoards, ShownBoards] = {"both": "left", "left": "right", "right": "both"}
        self._shown_boards = turn[self._shown_boards]
        if self._shown_boards == "both" and not self._both_fit:
            self._shown_boards = "left"
        self._arrange_boards()

    def action_mode(self) -> None:
        """Switch between timelines and solutions."""
        self.timer.pause()
        refusal = self.comparison.toggle_steps()
        self.update_content()
        self.show_message(refusal)

    def _take_other(self) -> None:
        """Close the screen, and make the other level the current one."""
        other = self.comparison.other
        self.dismiss()
        # The screen is closed first, so that messages from the callback appear on the screen below.
        if self._take_side is not None:
            self._take_side(other)

    def action_leave(self) -> None:
        """Stop the playback if it is running; otherwise close the screen."""
        if self.timer.is_playing:
            self.timer.pause()
            self.update_content()
        else:
            self.dismiss()

    def _move_steps(self, move: Callable[[StepSequence], None]) -> None:
        self.timer.pause()
        if self.steps is not None:
            move(self.steps)
        self.update_content()

    @on(TimelinePane.Seek)
    def _handle_seek(self, message: TimelinePane.Seek) -> None:
        self._move_steps(lambda steps: steps.seek(message.moment))

    @property
    def steps(self) -> Lockstep | None:
        """The steps that both levels take together, or None if there are none."""
        return self.comparison.steps

    def on_resize(self, event: events.Resize) -> None:
        """Rearrange the boards to fit the new size."""
        self._arrange_boards()

    @property
    def _pictures(self) -> list[Picture]:
        """The pictures of both levels, or only one while the other level is being generated."""
        boards = self.comparison.game.boards
        sides = (self.comparison.left, self.comparison.right)
        return [boards.draw_picture(side.level.board) for side in sides if side.level is not None]

    @property
    def _both_fit(self) -> bool:
        """True if there is room for both boards at the smallest scale."""
        widths = [
            terminal_picture.measure_picture(each, "compact")[0] + 2 for each in self._pictures
        ]
        return 2 * max(widths, default=0) <= self.size.width

    @property
    def _spare_lines(self) -> int:
        """The number of lines left for text when the boards are shown in full."""
        sizes = [
            terminal_picture.measure_picture(each, "compact", margin=not each.panels)
            for each in self._pictures
        ]
        lines = [size[1] for size in sizes]
        return self.size.height - AROUND_BOARDS - max(lines, default=0)

    def _arrange_boards(self) -> None:
        shown = self._shown_boards
        if shown == "both" and not self._both_fit:
            shown = "left"
        for side in ("left", "right"):
            self.query_one(f"#{side}-frame").display = shown in ("both", side)
        self.set_class(self.size.height < CRAMPED_HEIGHT, "-cramped")
        # If space is short, reduce the text rather than the boards.
        self.query_one(TextPane).styles.max_height = max(self._spare_lines, MIN_TEXT_LINES)
        self._shown_boards = shown
        self._update_titles()

    def _update_titles(self) -> None:
        """Set the boards' titles, leaving out "left" and "right" if there is no room for them."""
        sides = {"left": self.comparison.left, "right": self.comparison.right}
        titles = {name: f"{name.title()} · {side.label}" for name, side in sides.items()}
        room = self.size.width // 2 - AROUND_TITLE
        if self._shown_boards == "both" and max(map(cell_len, titles.values())) > room:
            titles = {name: side.label for name, side in sides.items()}
        for name, side in sides.items():
            own = self._take_side is not None and side is self.comparison.current
            note = side.problem or ("open level" if own else "")
            set_titles(self.query_one(f"#{name}-frame"), titles[name], note)

    def update_content(self) -> None:
        """Redraw the boards, the text, the timeline and the key line."""
        comparison = self.comparison
        showing = comparison.build_side_by_side()
        marks = dict.fromkeys(showing.cells, "differs")
        for name, side, view in (
            ("left", comparison.left, showing.left),
            ("right", comparison.right, showing.right),
        ):
            self._show_board(name, side, view, marks)
        self.query_one(TextPane).show_text(
            partial(draw_lines, list_paragraphs(comparison, showing))
        )
        self._show_bar()
        self._arrange_boards()
        self.key_line.update_keys()

    def _show_board(
        self, name: str, side: ComparisonSide, view: View, marks: dict[tuple[int, int], str]
    ) -> None:
        board = self.query_one(f"#{name}", BoardView)
        board.show_picture(view.picture, self.comparison.game.name, marks=marks)

    def _show_bar(self) -> None:
        kind, steps = self.comparison.steps_kind, self.steps
        caption = "no steps" if steps is None else steps.caption
        bar = TimelineBar.from_steps(
            kind, steps, caption, playing=self.timer.is_playing, speed=self.timer.speed
        )
        self.query_one("#timeline", TimelinePane).show_bar(bar)
