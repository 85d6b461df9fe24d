"""A pane in which keys change the values of the parameters for the next generation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import events
from textual.message import Message

from engine.errors import ParameterError
from engine.values.parameter_schema import Value
from workbench.commands import keymap
from workbench.session.generation import parameter_text
from workbench.session.generation.generator_settings import (
    CHANGED,
    GeneratorSettings,
    SettingsRow,
    find_open_groups,
)
from workbench.ui.line_pane import LinePane
from workbench.ui.styled_lines import (
    Line,
    Sign,
    Span,
    cut_line,
    find_first_row,
    justify_line,
    measure_width,
    wrap_text,
)

HELP_LINES = 5
"""The number of lines at the bottom that show help for the row under the cursor."""
SEED_HELP = "Decides all random choices."
PAGE = 8
"""The number of rows that a page key moves by. It is small because the list is short."""
MAX_NUMBER_LENGTH = 20
"""The largest number of characters that can be typed for a number or range."""
DIGITS = "0123456789"
STAR, FOLDED, UNFOLDED, LESS, MORE = "*", "▸", "▾", "◂", "▸"


class ParametersPane(LinePane, keys="parameters"):
    """A list of parameters, grouped by stage, above the help for the row under the cursor.

    Keys change a value in steps or let the user type one. A star marks each changed value.
    """

    class SettingsChanged(Message):
        """A message sent when the user changes the settings."""

    _settings: GeneratorSettings
    _all_rows: tuple[SettingsRow, ...] = ()
    _rows: tuple[SettingsRow, ...] = ()
    _open_groups: frozenset[str] = frozenset()
    _cursor = _top = 0
    _typed_text: str | None = None
    _is_selected = False  # if True, typing replaces the value, as in a newly focused text field
    _error = ""
    _locked_groups: frozenset[str] = frozenset()
    _note = _refusal = ""

    @property
    def settings(self) -> GeneratorSettings:
        """The current settings, including all changes made in this pane."""
        return self._settings

    @property
    def group(self) -> str:
        """The group of the row under the cursor; empty if the row has none."""
        return self._rows[self._cursor].group if self._rows else ""

    def show_comparison(self, locked: frozenset[str], note: str, refusal: str) -> None:
        """Show how the next generated level will differ from the current one.

        Args:
            locked: The titles of the groups whose stages keep their random draws.
            note: The changes to the settings since the last generation; empty if there are none.
            refusal: The reason why no level can be generated; empty if one can.
        """
        if (locked, note, refusal) != (self._locked_groups, self._note, self._refusal):
            self._locked_groups, self._note, self._refusal = locked, note, refusal
            self.update_content()

    def show_settings(self, settings: GeneratorSettings) -> None:
        """Show ``settings``, and rebuild the rows if these settings are for a different game."""
        # As long as the game is the same, keep the cursor and the open groups.
        anew = not self._all_rows or settings.game is not self._settings.game
        self._settings = settings
        if anew:
            self._all_rows, self._cursor = settings.list_rows(), 0
            self._open_only(frozenset(find_open_groups(self._all_rows)))
        self.update_content()

    def update_content(self) -> None:
        """Redraw the rows, and show the selected row's option or the change count in the title."""
        if self._all_rows:
            changed = len(self._settings.overrides)
            state = f"{changed} set" if changed else "all defaults"
            self.set_titles("Parameters", self._command_line_option or state)
        super().update_content()

    @property
    def _command_line_option(self) -> str:
        """The ``generate`` option for the selected row; empty if the pane is not focused."""
        row = self._rows[self._cursor]
        if row.is_heading or not self.has_focus:
            return ""
        if row.parameter is None:
            return "--seed"
        whole = f"--set {row.parameter.key}"
        return whole if len(whole) <= self.size.width - 2 else row.parameter.key

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Yield one page of rows, then the help for the row under the cursor."""
        if not self._all_rows:
            return
        # A pane with few lines shows no help, but keeps one line for a note.
        helped = HELP_LINES if height >= 12 else int(bool(self._note))
        rows = height - helped
        self._top = find_first_row(self._cursor, len(self._rows), rows, self._top)
        for index in range(self._top, self._top + rows):
            yield self._draw_row(index, width) if index < len(self._rows) else []
        if helped:
            yield self._draw_rule(width)
            yield from self._draw_help(width)

    def _draw_rule(self, width: int) -> Line:
        """Return the line that separates the rows from the help and contains the note, if any."""
        note = f"{self._note} " if self._note else ""
        if len(note) > width:
            note = note.removeprefix(CHANGED).rstrip()
        return cut_line([(note, "warning"), ("─" * max(width - len(note), 0), "muted")], width)

    def _draw_row(self, index: int, width: int) -> Line:
        row, settings = self._rows[index], self._settings
        here = index == self._cursor and self.has_focus
        if row.is_heading:
            return self._draw_heading(row, width, here)
        star, role = " ", ""
        if row.parameter is not None:
            value = parameter_text.format_with_unit(
                row.parameter, settings.get_value(row.parameter)
            )
            default = settings.is_default(row.parameter)
            star, role = (" ", "muted") if default else (STAR, "key")
        else:
            random = settings.seed is None
            value, role = (parameter_text.RANDOM, "muted") if random else (str(settings.seed), "")
        left: list[Span] = [(f"{star}{row.title}", "selected" if here else "")]
        if here and self._typed_text is not None:
            # Show the end of a long text, because the cursor is there.
            end = self._typed_text[-max(width - len(row.title) - 4, 1) :]
            role = "selected" if self._is_selected else "title"
            right: list[Span] = [(" ", ""), (end, role), (" ", "cursor")]
        elif here:
            right = [(f" {LESS}", "key"), (f" {value} ", "selected"), (MORE, "key")]
        else:
            # A name that would be cut off may use the columns reserved for the arrow.
            tight = measure_width(left) + len(value) + 3 > width
            right = [(f" {value}" + "  " * (not tight), role)]
        return justify_line(left, right, width)

    def _draw_heading(self, row: SettingsRow, width: int, here: bool) -> Line:
        settings = self._settings
        folded = row.group not in self._open_groups
        below = [other.parameter for other in self._all_rows if other.group == row.group]
        changed = sum(p is not None and not settings.is_default(p) for p in below)
        right: list[Span] = [(f" {changed} set", "key")] if changed and folded else []
        if row.group in self._locked_groups:
            right.append((f" locked {self._theme.get_symbol('locked')}", "held"))
        arrow = f"{FOLDED if folded else UNFOLDED} "
        left = [(arrow, "muted"), (row.title, "selected" if here else "title")]
        return justify_line(left, right, width)

    def _draw_help(self, width: int) -> Iterable[Line]:
        settings, row = self._settings, self._rows[self._cursor]
        if self._error or self._refusal:
            words, role = self._error or self._refusal, "bad"
        elif row.is_heading:
            key = keymap.get_key_hint("parameters.type")
            words, role = f"Press {key} to show or hide the group.", "muted"
        elif row.parameter is None:
            key = keymap.get_key_hint("design.new-seed")
            words, role = f"{SEED_HELP} Press {key} for a new one.", "muted"
        else:
            helped = parameter_text.format_help(row.parameter, settings.get_default(row.parameter))
            words, role = f"{helped}.", "muted"
        for line in wrap_text(words, width, max_lines=HELP_LINES - 1):
            yield [(line, role)]

    def list_signs(self) -> Sequence[Sign]:
        """Return the legend's entries for the special characters in the rows."""
        return (
            ((STAR, "key"), "changed from the default"),
            ((f"{FOLDED} {UNFOLDED}", "muted"), "folded group, unfolded group"),
            ((f"{LESS} {MORE}", "key"), "lower or raise the value at the cursor"),
            ((self._theme.get_symbol("locked"), "held"), "the stage is locked"),
        )

    def action_move(self, rows: int) -> None:
        """Move the cursor down by ``rows``, or up if negative, but not past either end."""
        self._finish_typing()
        self._cursor = min(max(self._cursor + rows, 0), len(self._rows) - 1)
        self.update_content()

    def action_page(self, pages: int) -> None:
        """Move the cursor down by ``pages`` pages, or up if the number is negative."""
        self.action_move(PAGE * pages)

    def action_nudge(self, delta: int) -> None:
        """Raise the value by one step, or lower it if ``delta`` is negative."""
        self._change_value(delta, widen=False)

    def action_widen(self, delta: int) -> None:
        """Raise the upper end of a range by one step, or lower it if ``delta`` is negative."""
        self._change_value(delta, widen=True)

    def action_reset(self) -> None:
        """Restore the default value of the parameter under the cursor."""
        row = self._rows[self._cursor]
        if row.parameter is not None:
            self._set_settings(self._settings.with_value(row.parameter, None))

    def action_type(self) -> None:
        """Start typing a new value. If the row is a heading, open or close its group."""
        row, settings = self._rows[self._cursor], self._settings
        if row.is_heading:
            self._open_only(self._open_groups ^ {row.group})
            self.update_content()
            return
        if row.parameter is None:
            self._typed_text = "" if settings.seed is None else str(settings.seed)
        elif row.parameter.kind == "expression":
            self.action_command("design.wish")  # an expression needs more room than a row offers
        else:
            present = settings.get_value(row.parameter)
            self._typed_text = parameter_text.format_editable(row.parameter, present)
        self._is_selected = bool(self._typed_text)
        self.update_content()

    def on_key(self, event: events.Key) -> None:
        """Edit the value being typed, or start typing if the key is a digit."""
        typing = self._typed_text is not None
        known = event.key in ("enter", "escape", "up", "down", "left", "right", "backspace")
        # The screen handles all other keys, such as ctrl+s.
        if typing and not known and not event.is_printable:
            return
        begins = event.character is not None and event.character in DIGITS
        if not typing and (not begins or not self._can_type_digits):
            return
        event.stop()
        event.prevent_default()
        typed = self._typed_text or ""
        # As in any text field, the first key press replaces a selected value.
        kept, self._is_selected = "" if self._is_selected else typed, False
        if event.key == "enter":
            self._commit_text(typed)
        elif event.key == "escape":
            self._typed_text, self._error = None, ""
        elif event.key in ("up", "down"):
            self.action_move(-1 if event.key == "up" else 1)
        elif event.key == "backspace":
            self._typed_text = kept[:-1]
        elif event.is_printable and event.character and len(kept) < MAX_NUMBER_LENGTH:
            self._typed_text, self._error = kept + event.character, ""
        self.update_content()

    @property
    def _can_type_digits(self) -> bool:
        """True if the row under the cursor is neither a heading nor an expression."""
        row = self._rows[self._cursor]
        spoken = row.parameter is not None and row.parameter.kind == "expression"
        return not row.is_heading and not spoken

    def on_focus(self) -> None:
        """Highlight the row under the cursor."""
        self.update_content()

    def on_blur(self) -> None:
        """Apply the typed value when the pane loses the focus."""
        self._finish_typing()
        self.update_content()

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked row, or raise the value if its arrow was clicked."""
        offset = event.get_content_offset(self)
        if offset is None or not 0 <= self._top + offset.y < len(self._rows):
            return
        self._finish_typing()
        again = self._cursor == self._top + offset.y
        self._cursor = self._top + offset.y
        if self._rows[self._cursor].is_heading:
            self.action_type()
        # Only the selected row shows the arrow, which is at its right end.
        elif again and offset.x >= self.size.width - 2:
            self.action_nudge(1)
        self.update_content()

    def _change_value(self, delta: int, *, widen: bool) -> None:
        row, settings = self._rows[self._cursor], self._settings
        if row.is_heading:
            self._open_only(
                self._open_groups | {row.group} if delta > 0 else self._open_groups - {row.group}
            )
            self.update_content()
            return
        if row.parameter is None:
            # Treat a random seed as -1, so that one step up makes it 0.
            self._set_settings(
                settings.with_seed(delta + (-1 if settings.seed is None else settings.seed))
            )
            return
        change = parameter_text.widen_range if widen else parameter_text.step_value
        value = change(row.parameter, settings.get_value(row.parameter), delta)
        self._set_settings(settings.with_value(row.parameter, value))

    def _open_only(self, groups: frozenset[str]) -> None:
        """Show the rows of ``groups``, and only the headings of all other groups."""
        self._open_groups = groups
        self._rows = tuple(
            row for row in self._all_rows if row.is_heading or not row.group or row.group in groups
        )

    def _finish_typing(self) -> None:
        """Stop typing, and apply the typed value if it is valid."""
        if self._typed_text is not None:
            self._commit_text(self._typed_text)
        self._typed_text, self._error = None, ""

    def _commit_text(self, typed: str) -> None:
        row, settings = self._rows[self._cursor], self._settings
        try:
            if row.parameter is None:
                changed = settings.with_seed(parameter_text.parse_seed(typed))
            else:
                # An empty input, or the word for an unset value, restores the default.
                unset = typed.strip() in ("", parameter_text.UNSET)
                value: Value | None = None if unset else row.parameter.parse_value(typed)
                changed = settings.with_value(row.parameter, value)
        except ParameterError as problem:
            self._error = str(problem)
            return
        self._typed_text = None
        self._set_settings(changed)

    def _set_settings(self, settings: GeneratorSettings) -> None:
        self._error = ""
        self.show_settings(settings)
        self.post_message(self.SettingsChanged())
