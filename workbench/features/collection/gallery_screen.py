"""The gallery screen: a wall of levels to keep or reject, and commands to generate more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from engine.errors import EngineError
from engine.values.level import Level
from workbench.commands import Action, guard_all, keymap, require_value
from workbench.features import navigation
from workbench.features.collection import collection_text
from workbench.features.collection.filters import STACK_KINDS, LevelFilter
from workbench.features.collection.gallery_filler import (
    DEFAULT_COUNT,
    VARIATION_KINDS,
    GalleryFiller,
)
from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.gallery_questions import GalleryQuestions
from workbench.features.collection.gallery_to_catalogue import stop_adding
from workbench.session.comparison_side import ComparisonSide
from workbench.text.quantity_text import format_count
from workbench.text.refusals import NO_LEVELS_SHOWN, format_mark_hint
from workbench.ui.dialogs import ChoicePrompt
from workbench.ui.line_pane import set_titles
from workbench.ui.screen import CommandScreen
from workbench.ui.styled_lines import Line
from workbench.ui.wall.histogram_pane import HistogramPane
from workbench.ui.wall.wall import Choice, WallPane

SAMPLES_PER_SECOND = 2
"""The number of times per second that the screen is redrawn while levels are generated."""
DRAW_DELAY = 0.15
"""The delay in seconds before a new level is drawn, so that several can be drawn together."""
WIDE_COLUMNS = 100
"""The smallest screen width, in columns, that has room for a side panel."""
_HINTED = ("filter", "narrow", "generate", "back")
"""The commands whose keys are given in the hint on an empty wall."""
_STACK_MESSAGES = {
    "board": "Stacked: levels that are equal up to symmetry.",
    "solution": "Stacked: levels with the same solution.",
    "walls": "Stacked: levels with the same walls.",
    None: "Levels are not stacked.",
}


class GalleryScreen(CommandScreen):
    """The screen that shows a gallery and generates levels for it.

    Args:
        gallery: The gallery to show.
        fill: True to start generating levels as soon as the screen opens.
    """

    CONTEXTS = ("gallery",)
    DEFAULT_CSS = """
    GalleryScreen #wall-frame { width: 1fr; }
    GalleryScreen WallPane { height: 1fr; padding: 0; }
    GalleryScreen #aside { width: 32; display: none; }
    GalleryScreen.-aside #aside { display: block; }
    """

    def __init__(self, gallery: Gallery, *, fill: bool = False) -> None:
        super().__init__()
        self._gallery = gallery
        self._questions = GalleryQuestions(self, gallery, self.show_levels)
        self._fills_at_start = fill
        self._is_draw_pending = False
        """True if levels have arrived that have not been drawn yet."""

    def compose_contents(self) -> ComposeResult:
        """Compose the wall and the side panel."""
        with Horizontal():
            with Vertical(id="wall-frame", classes="pane"):
                yield WallPane(self._gallery)
            yield HistogramPane(id="aside", classes="pane")

    def on_mount(self) -> None:
        """Restore the cursor, and start generating levels if the screen was opened to do so."""
        self.filler = GalleryFiller(
            self.workbench.solver, self._gallery, self.run_in_ui_thread, self._handle_level
        )
        # A level marked on an earlier gallery screen does not remain marked.
        self._gallery.marked_number = None
        self._sampling = self.set_interval(1 / SAMPLES_PER_SECOND, self.update_content, pause=True)
        self.set_class(self.app.size.width >= WIDE_COLUMNS, "-aside")
        self.wall.cursor = self._gallery.find_place(self._gallery.cursor)
        self.wall.focus()
        self.query_one(HistogramPane).show_text(self._draw_side_panel)
        self.update_content()
        if self._fills_at_start:
            self._generate_levels()

    def on_resize(self, event: events.Resize) -> None:
        """Show the side panel if the screen is wide enough, otherwise hide it."""
        self.set_class(event.size.width >= WIDE_COLUMNS, "-aside")

    def on_unmount(self) -> None:
        """Stop generating levels, and save the cursor."""
        self.filler.stop()
        self._gallery.save_cursor()

    @property
    def wall(self) -> WallPane:
        """The wall with the tiles of all visible levels."""
        return self.query_one(WallPane)

    @property
    def level_number(self) -> int | None:
        """The number of the level under the cursor, or None if the wall is empty."""
        stacks = self._gallery.stacks
        return self._gallery.find_top(stacks[self.wall.cursor]) if stacks else None

    @property
    def level(self) -> Level | None:
        """The level under the cursor, or None if the wall is empty."""
        return None if self.level_number is None else self._gallery.items[self.level_number].level

    def update_content(self) -> None:
        """Redraw the wall, the titles, the side panel and the key line."""
        gallery, frame = self._gallery, self.query_one("#wall-frame")
        self.wall.show_tiles()
        state = collection_text.format_gallery_state(gallery, self.filler.progress)
        title = collection_text.format_gallery_title(gallery)
        set_titles(frame, " · ".join(title), " · ".join(state))
        self.key_line.show_default(self._format_level())
        self.query_one(HistogramPane).update_content()
        self.key_line.update_keys()

    def _format_level(self) -> Line:
        """Return a line about the level under the cursor, or a hint if the wall is empty."""
        if self.level_number is not None:
            return collection_text.format_gallery_level(self._gallery, self.level_number)
        keys = {name: keymap.get_key_hint(f"gallery.{name}") for name in _HINTED}
        busy = self.filler.is_busy
        return collection_text.explain_empty_gallery(self._gallery, busy=busy, keys=keys)

    def _draw_side_panel(self, width: int, height: int) -> Iterable[Line]:
        plain = self.workbench.theme_glyphs.is_ascii
        return collection_text.draw_gallery_panel(
            self._gallery, self.filler.progress, plain=plain, width=width
        )

    @on(WallPane.TileHighlighted)
    def _handle_cursor(self) -> None:
        if self.level_number is not None:
            self._gallery.cursor = self.level_number
        self.key_line.show_default(self._format_level())

    @on(WallPane.TileOpened)
    def _handle_open(self) -> None:
        self.call_later(self.action_command, "gallery.open")

    @on(HistogramPane.BarPicked)
    def _handle_bar(self, message: HistogramPane.BarPicked) -> None:
        key, found = collection_text.find_gallery_bars(self._gallery)
        if message.bar < len(found):
            self._questions.narrow_to(key, found[message.bar])

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions for all of the screen's commands."""
        some = require_value(lambda: self._gallery.stacks, NO_LEVELS_SHOWN)
        of_one: dict[str, Action] = {
            "gallery.open": self._open_level,
            "gallery.keep": partial(self._decide, "kept"),
            "gallery.reject": partial(self._decide, "rejected"),
            "gallery.drop-alike": self._reject_similar,
            "gallery.compare": self._mark_or_compare,
            "gallery.more": lambda: self.ask_question(self._ask_to_vary()),
        }
        return {
            **self.wall.bind_motions("gallery"),
            **guard_all(some, of_one),
            "gallery.generate": self._generate_levels,
            "gallery.gallery-again": lambda: self.ask_question(
                navigation.open_galleries(self.workbench, self._gallery.game.name)
            ),
            "gallery.undo": partial(self._step_history, self._gallery.undo, "Nothing to undo."),
            "gallery.redo": partial(self._step_history, self._gallery.redo, "Nothing to redo."),
            "gallery.stack": self._change_stacking,
            "gallery.back": self._go_back,
            **self._questions.bind_commands(),
        }

    def _decide(self, choice: Choice) -> None:
        """Keep or reject the level, or withdraw that decision, then go to the next level."""
        gallery, number = self._gallery, self.level_number
        assert number is not None
        stack, numbers = gallery.stacks[self.wall.cursor], [number]
        # A rejection applies to the whole stack, except for any levels in it that are kept.
        if choice == "rejected":
            numbers = [n for n in stack if n == number or gallery.choices.get(n) != "kept"]
        gallery.record_choice(numbers, "" if gallery.choices.get(number) == choice else choice)
        self.wall.cursor += 1
        self.update_content()
        self.wall.go_to(self.wall.cursor)

    def _reject_similar(self) -> None:
        number = self.level_number
        assert number is not None
        others = self._gallery.reject_similar(number)
        self.update_content()
        alike = f" with {format_count(others, 'similar level')}"
        self.show_message(
            f"Rejected{alike if others else ''}. New levels that are similar will be rejected, too."
        )

    def _step_history(self, step: Action, nothing: str) -> None:
        if not step():
            self.show_message(nothing)
            return
        self.wall.cursor = self._gallery.find_place(self._gallery.cursor)
        self.update_content()

    def _open_level(self) -> None:
        """Open the level in the design screen; from there, Esc leads back to the wall."""
        number, level, workbench = self.level_number, self.level, self.workbench
        assert number is not None and level is not None
        self._gallery.cursor = number
        gallery = self._gallery

        def show_again() -> None:
            workbench.push_screen(GalleryScreen(gallery))

        self.dismiss(None)
        workbench.call_later(
            navigation.show_level, workbench, level, f"gallery level {number + 1}", show_again
        )

    # Each key press does only one thing: stop a job, unmark the level, or leave.
    def _go_back(self) -> None:
        if self.filler.is_busy:
            self.filler.stop()
            self.show_message("Stopped.")
        elif stop_adding(self.workbench):
            self.show_message("Stopping ...")
        elif self._gallery.marked_number is not None:
            self._gallery.marked_number = None
            self.update_content()
        else:
            self.ask_question(self._close_screen())

    async def _close_screen(self) -> None:
        if await self.confirm_leave():
            self.dismiss(None)

    async def confirm_leave(self) -> bool:
        """Return True if the user may leave. Ask first if some entries could not be written."""
        # Try to write them once more: there may be space on the disk again.
        if self._gallery.write_error:
            self._gallery.save_cursor()
        if not (unkept := self._gallery.write_error):
            return True
        question = f"The latest levels and choices are not saved: {unkept}."
        asked = ChoicePrompt(question, [("l", "Leave anyway")], stay="Stay")
        answer = await self.app.push_screen_wait(asked)
        return answer is not None

    def _generate_levels(self) -> None:
        self._start_filling(partial(self.filler.generate_levels, DEFAULT_COUNT))

    async def _ask_to_vary(self) -> None:
        """Ask for a kind of variation, and generate variants of the level."""
        number = self.level_number
        answers = [(key, meant) for key, (_, meant) in VARIATION_KINDS.items()]
        answer = await self.workbench.push_screen_wait(ChoicePrompt("Make variants how?", answers))
        if answer is not None and number is not None:
            self._start_filling(
                partial(self.filler.generate_variants, number, VARIATION_KINDS[answer][0])
            )

    def _start_filling(self, begin: Action) -> None:
        try:
            begin()
        except EngineError as problem:
            self.show_message(str(problem), "bad")
            return
        self._sampling.resume()
        self.update_content()

    def _handle_level(self, problem: str) -> None:
        if not self.has_widgets:
            return
        if problem:
            self.show_message(problem, "bad")
        if not self.filler.is_busy:
            self._sampling.pause()
            self.update_content()
        # The first level also changes the title, the hints and the commands; later ones do not.
        elif len(self._gallery.items) == 1:
            self.update_content()
        elif not self._is_draw_pending:
            # Draw levels that arrive in quick succession together.
            self._is_draw_pending = True
            self.set_timer(DRAW_DELAY, self._draw_new_levels)

    def _draw_new_levels(self) -> None:
        self._is_draw_pending = False
        self.wall.show_tiles()

    def show_levels(self, level_filter: LevelFilter) -> None:
        """Apply a filter and order. If the order changes, go to the first level."""
        gallery, before = self._gallery, self._gallery.level_filter
        gallery.apply_filter(level_filter)
        if (level_filter.sort, level_filter.descending) == (before.sort, before.descending):
            self.wall.cursor = gallery.find_place(gallery.cursor)
        else:
            self.wall.cursor = 0
            gallery.cursor = gallery.cursor if self.level_number is None else self.level_number
        self.update_content()

    def _change_stacking(self) -> None:
        showing = self._gallery.level_filter
        stack = STACK_KINDS[(STACK_KINDS.index(showing.stack) + 1) % len(STACK_KINDS)]
        self.show_levels(replace(showing, stack=stack))
        self.show_message(_STACK_MESSAGES[stack])

    def _mark_or_compare(self) -> None:
        """Mark or unmark the level. If another level is marked already, compare the two."""
        number, marked = self.level_number, self._gallery.marked_number
        assert number is not None
        if marked is None or marked == number:
            self._gallery.marked_number = number if marked is None else None
            if marked is None:
                again, unmarks = map(keymap.get_key_hint, ("gallery.compare", "gallery.back"))
                self.show_message(format_mark_hint(again, unmarks))
        else:
            self._gallery.marked_number = None
            navigation.open_comparison(
                self.workbench, self._build_side(marked), self._build_side(number)
            )
        self.update_content()

    def _build_side(self, number: int) -> ComparisonSide:
        return ComparisonSide(f"level {number + 1}", self._gallery.items[number].level)
