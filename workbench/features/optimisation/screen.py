"""The screen that shows an optimisation: its score curve, its figures and its family of levels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.timer import Timer

from engine.stages.lineage import LineageMember
from engine.values.grid import Cell
from engine.values.picture import Picture, find_changed_cells
from workbench.commands import Action, GuardedAction, guard_all, keymap, require_value
from workbench.features.optimisation import figures, optimisation_text
from workbench.features.optimisation.family_cache import FamilyCache
from workbench.features.optimisation.family_cursor import CURSOR_MOVES, FamilyCursor
from workbench.features.optimisation.optimisation_panes import FamilyPane, draw_curve, fit_board
from workbench.session.generation.optimisations import Optimisation, format_difference
from workbench.session.session import Session
from workbench.text.quantity_text import format_count
from workbench.ui.boards.board_view import BoardView
from workbench.ui.dialogs import LinePrompt, make_number_check, parse_number
from workbench.ui.line_pane import TextPane, set_titles
from workbench.ui.playback_screen import PlaybackScreen

SAMPLES_PER_SECOND = 2
"""The number of screen updates per second while an optimisation is running."""
NARROW_WIDTH = 76
"""The width, in columns, below which the curve and the family are shown one at a time."""


class OptimizingScreen(PlaybackScreen):
    """The screen that shows the current or most recent optimisation and the level's family.

    Attributes:
        family_cursor: The cursor in the current level's family tree, or None if it has no family.
    """

    CONTEXTS = ("optimizing",)
    AUTO_FOCUS = "#family"
    DEFAULT_CSS = """
    OptimizingScreen #whole, OptimizingScreen #aside { height: 1fr; }
    OptimizingScreen #aside { width: 1fr; }
    OptimizingScreen #figures { width: 1fr; height: 1fr; }
    OptimizingScreen #curve { width: 1fr; height: 2fr; }
    OptimizingScreen #family { width: 1fr; height: 3fr; }
    """

    def __init__(self, session: Session, *, compare: Callable[[LineageMember], None]) -> None:
        super().__init__()
        self._session = session
        self._open_comparison = compare
        self.family_cursor: FamilyCursor | None = None
        self._other_run: Optimisation | None = None
        self._family_first = session.optimizer.snapshot is None
        self._family_cache: FamilyCache | None = None
        self._board_picture = session.game.boards.draw_picture(session.board)
        self._sampling: Timer | None = None

    def compose_contents(self) -> ComposeResult:
        """Yield the board and figures on the left, and the curve and family on the right."""
        with Horizontal(id="whole"):
            with Vertical(id="board-and-figures"):
                with Container(id="frame", classes="pane"):
                    yield BoardView(id="level")
                yield TextPane(id="figures")
            with Vertical(id="aside"):
                yield TextPane(id="curve", classes="pane")
                yield FamilyPane(id="family", classes="pane")

    def on_mount(self) -> None:
        """Show the current state, and create the timer that redraws it during an optimisation."""
        self.query_one(BoardView).can_focus = False
        self._sampling = self.set_interval(1 / SAMPLES_PER_SECOND, self.update_content, pause=True)
        self.on_resize()

    def on_resize(self) -> None:
        """Rearrange the panes for the new size of the screen."""
        self._arrange_panes()
        # The panes have their new sizes only after the next refresh.
        self.call_after_refresh(self.update_content)

    @property
    def _is_narrow(self) -> bool:
        return self.app.size.width < NARROW_WIDTH

    def _arrange_panes(self) -> None:
        """Make the board as large as possible, and give the other panes the remaining space."""
        width, height = self.app.size
        left, high = fit_board(self._board_picture, width, height - 1)
        self.query_one("#board-and-figures").styles.width = left
        self.query_one("#frame").styles.height = high
        family = self.query_one(FamilyPane)
        self._curve_pane.display = not (self._is_narrow and self._family_first)
        family.display = not self._is_narrow or self._family_first
        family.hint = self._format_flip_hint("curve")

    @property
    def _curve_pane(self) -> TextPane:
        return self.query_one("#curve", TextPane)

    def _format_flip_hint(self, pane: str) -> str:
        """Return a hint about the key that shows ``pane``, or "" if both panes are visible."""
        return (
            f"{keymap.get_key_hint('optimizing.flip')} shows the {pane}" if self._is_narrow else ""
        )

    def update_content(self) -> None:
        """Redraw the curve, the figures, the family, the board and the key line."""
        session, sampling = self._session, self._sampling
        if sampling is not None:
            (sampling.resume if session.generator.is_generating else sampling.pause)()
        shown = session.optimizer.optimisation or session.generator.optimisations.latest
        if (
            self._other_run is not None
            and shown is not None
            and self._other_run.number == shown.number
        ):
            self._other_run = None
        other, against = self._other_run, None
        if shown is not None and other is not None:
            against = other, format_difference(session.game.parameters, shown, other)
        self._curve_pane.show_text(partial(draw_curve, shown, against, self.workbench.theme_glyphs))
        title = "Run" if shown is None else optimisation_text.format_title(shown)
        self._curve_pane.set_titles(title, self._format_flip_hint("family"))
        self.query_one("#figures", TextPane).show_text(partial(figures.draw_figures, shown, other))
        self._update_family()
        self._show_family()
        self._show_board()
        self._show_keys()

    def _show_keys(self) -> None:
        making = self._session.generator.is_generating
        line = self.key_line
        line.show_contexts(
            *self.CONTEXTS,
            groups=("Running" if making else "Family", "Run"),
            labels={"optimizing.leave": "stop"} if making else {},
        )
        line.update_keys()

    def _update_family(self) -> None:
        """Switch to the best level in the current level's family, unless that family is shown."""
        made = self._session.history.generation
        lineage = made.candidate.lineage if made is not None else None
        if lineage is None:
            self.family_cursor = self._family_cache = None
        elif self.family_cursor is None or self.family_cursor.lineage is not lineage:
            self.family_cursor = FamilyCursor(lineage)
            self._family_cache = FamilyCache(
                lineage, self._session.solver, self.run_in_ui_thread, self.update_content
            )

    def _show_family(self) -> None:
        pane, session = self.query_one(FamilyPane), self._session
        snapshot, walk, relatives = (
            session.optimizer.snapshot,
            self.family_cursor,
            self._family_cache,
        )
        if snapshot is not None:
            pane.show_growth(
                "No level to improve yet.", "Improvements so far", snapshot.best_history
            )
        elif session.generator.is_generating:
            pane.show_growth("Looking for a level to start with ...")
        elif walk is None or relatives is None:
            pane.show_growth("The current level was not improved.")
        else:
            pane.show_family(walk, relatives.get_relative)
            # The board shows the changes from the parent, so it needs these two levels.
            relatives.request_relatives(
                [*walk.branch[max(walk.depth - 1, 0) : walk.depth + 1], *pane.visible_entries]
            )

    def _show_board(self) -> None:
        session, walk, game = self._session, self.family_cursor, self._session.game
        snapshot, here = session.optimizer.snapshot, self._selected_relative
        if snapshot is not None:
            title = f"Best so far · score {snapshot.best:,}"
            self._draw_board(game.boards.draw_picture(snapshot.board), title, snapshot.fault or "")
        elif walk is None or session.generator.is_generating:
            self._draw_board(game.boards.draw_picture(session.board), "The current level")
        elif here is not None:
            picture, parent = game.boards.draw_picture(here.board), self._get_relative(here.parent)
            cells = (
                find_changed_cells(game.boards.draw_picture(parent.board), picture)
                if parent
                else frozenset()
            )
            title = "The best" if here.entry == walk.tree.best else f"Step {here.iteration:,}"
            caption = f"{format_count(len(cells), 'cell')} changed" if cells else ""
            self._draw_board(picture, f"{title} · score {here.score:,}", caption, cells)

    def _draw_board(
        self, picture: Picture, title: str, caption: str = "", cells: Iterable[Cell] = ()
    ) -> None:
        """Draw a board, marking ``cells`` as changed."""
        marks = dict.fromkeys(cells, "differs")
        self.query_one(BoardView).show_picture(picture, self._session.game.name, marks=marks)
        set_titles(self.query_one("#frame"), title, caption)
        # The layout depends on the size of the board.
        if (picture.rows, picture.cols) != (self._board_picture.rows, self._board_picture.cols):
            self._board_picture = picture
            self._arrange_panes()

    def _get_relative(self, entry: int | None) -> LineageMember | None:
        relatives = self._family_cache
        return None if entry is None or relatives is None else relatives.get_relative(entry)

    @property
    def _selected_relative(self) -> LineageMember | None:
        """The level under the cursor, or None if it has not been regenerated yet."""
        return (
            self._get_relative(self.family_cursor.entry) if self.family_cursor is not None else None
        )

    def rewind_at_end(self) -> bool:
        """Go to the first level if the cursor is on the last one.

        Returns:
            True if there is a family to step through.
        """
        walk = self.family_cursor
        if walk is not None and walk.depth == len(walk.branch) - 1:
            walk.seek_depth(0)
        return walk is not None

    def advance_step(self) -> bool:
        """Go to the next level in the branch; return False if there is no next level."""
        return self.family_cursor is not None and self.family_cursor.seek_depth(
            self.family_cursor.depth + 1
        )

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that move through the family and control the optimisation."""
        optimizer, others = self._session.optimizer, lambda: self._other_run or self._earlier_run
        stepping: dict[str, Action] = {
            **{
                f"optimizing.{name}": partial(self._move_cursor, *move)
                for name, move in CURSOR_MOVES.items()
            },
            "optimizing.page-up": partial(self._turn_page, -1),
            "optimizing.page-down": partial(self._turn_page, 1),
            **self.timer.bind_commands("optimizing"),
        }
        acts: dict[str, Action] = {
            "take": GuardedAction(self._explain_no_relative, self._take_relative),
            "compare": GuardedAction(self._explain_no_relative, self._compare_relative),
            "finish": GuardedAction(lambda: optimizer.finish_refusal, self._finish_search),
            "more": GuardedAction(lambda: optimizer.continue_refusal, self._ask_for_more),
            "other-run": GuardedAction(
                require_value(others, "there is no other run yet"), self._show_earlier_run
            ),
            "optimisation": self.dismiss,
            "flip": GuardedAction(
                require_value(lambda: self._is_narrow, "both panes are visible"), self._flip_panes
            ),
        }
        own = {f"optimizing.{name}": act for name, act in acts.items()}
        return {**guard_all(self._explain_no_step, stepping), **own}

    def _move_cursor(self, move: Callable[[FamilyCursor], bool], refusal: str = "") -> None:
        self.timer.pause()
        if self.family_cursor is not None and not move(self.family_cursor):
            self.show_message(refusal)
        self.update_content()

    def _turn_page(self, pages: int) -> None:
        rows = pages * self.query_one(FamilyPane).page
        self._move_cursor(lambda walk: walk.seek_depth(walk.depth + rows) or True)

    @on(FamilyPane.RelativeClicked)
    def _handle_click(self, message: FamilyPane.RelativeClicked) -> None:
        self._move_cursor(lambda walk: walk.seek_depth(message.depth) or True)

    def _explain_no_step(self) -> str | None:
        if self._session.generator.is_generating:
            return "the family is shown when the run ends"
        return "the current level was not improved" if self.family_cursor is None else None

    def _explain_no_relative(self) -> str | None:
        unmade = None if self._selected_relative else "the level is still being rebuilt"
        return self._explain_no_step() or unmade

    @property
    def _earlier_run(self) -> Optimisation | None:
        """The optimisation that the "other run" command shows next, or None to stop comparing."""
        past = self._session.generator.optimisations
        return past.get_previous(
            self._session.optimizer.optimisation or past.latest, self._other_run
        )

    def _show_earlier_run(self) -> None:
        """Compare with the next older optimisation; after the oldest one, stop comparing."""
        self._other_run = self._earlier_run
        self.update_content()

    def _ask_for_more(self) -> None:
        """Ask for a number of steps, and continue the optimisation for that many."""
        shown, most = self._session.optimizer.optimisation, self._session.optimizer.max_steps
        if shown is None:
            return
        question = f"How many more {shown.snapshot.unit}?"
        usual = str(min(max(shown.snapshot.done, 1), most))

        async def ask_and_continue() -> None:
            asked = LinePrompt(question, usual, make_number_check(1, most))
            text = await self.workbench.push_screen_wait(asked)
            if text is not None:
                self._session.optimizer.continue_run(parse_number(text))
                self.update_content()

        self.timer.pause()
        self.ask_question(ask_and_continue())

    def _finish_search(self) -> None:
        self._session.optimizer.finish_early()
        self.update_content()

    def _flip_panes(self) -> None:
        self._family_first = not self._family_first
        self._arrange_panes()
        self.call_after_refresh(self.update_content)

    def action_leave(self) -> None:
        """Pause a running playback or cancel a running search; otherwise, close the screen."""
        if self.timer.is_playing:
            self.timer.pause()
        elif self._session.generator.is_generating:
            self._session.cancel()
        else:
            self.dismiss()
            return
        self.update_content()

    def _take_relative(self) -> None:
        here = self._selected_relative
        self.dismiss()
        if here is not None:
            self._session.optimizer.take_relative(here)

    def _compare_relative(self) -> None:
        here = self._selected_relative
        self.timer.pause()
        if here is not None:
            self._open_comparison(here)
