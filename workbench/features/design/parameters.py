"""The parameters of the next generation: a list with values that left and right change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from textual import events
from textual.message import Message

from engine.errors import ParameterError
from engine.values.parameters import Value
from workbench.commands import keymap
from workbench.session.making import values
from workbench.session.making.sheet import ACCEPT, CHANGED, Sheet, SheetRow
from workbench.ui.linepane import LinePane
from workbench.ui.lines import Line, Sign, Span, columns, cut, width_of, window, wrap

HELP_LINES = 5
"""Lines at the bottom for the help of the row at the cursor."""
SEED_HELP = "Decides every random draw."
PAGE = 8
"""Rows that the cursor moves by in place of a page."""
LONGEST_NUMBER = 20
"""Characters of a number or a range."""
DIGITS = "0123456789"
STAR, FOLDED, UNFOLDED, LESS, MORE = "*", "▸", "▾", "◂", "▸"
SHORT = 5
"""Parameters up to which a group is shown from the outset."""


class ParametersPane(LinePane, keys="parameters"):
    """A list of parameters by stage, the help of the one at the cursor below it.

    Keys change a value by steps, or begin to type one in its place. What has been set has a star.
    """

    class Changed(Message):
        """The user changed the sheet."""

    _sheet: Sheet
    _all: tuple[SheetRow, ...] = ()
    _rows: tuple[SheetRow, ...] = ()
    _open: frozenset[str] = frozenset()
    _cursor = 0
    _top = 0
    _typed: str | None = None
    _selected = False  # whether typing replaces the value, as in a field just entered
    _error = ""
    _locked: frozenset[str] = frozenset()
    _note = _refusal = ""

    @property
    def sheet(self) -> Sheet:
        """The sheet with all changes made so far."""
        return self._sheet

    @property
    def group(self) -> str:
        """The heading that the row of the cursor is under, or is itself; empty for none."""
        return self._rows[self._cursor].group if self._rows else ""

    def compare(self, locked: frozenset[str], note: str, refusal: str) -> None:
        """Show how the next level will relate to the present one.

        Args:
            locked: titles of the groups whose stages keep their random draws.
            note: what has changed since the level was made, in a few words; empty for nothing.
            refusal: why there can be no next level, in a line; empty where there may be.
        """
        if (locked, note, refusal) != (self._locked, self._note, self._refusal):
            self._locked, self._note, self._refusal = locked, note, refusal
            self.renew()

    def show(self, sheet: Sheet) -> None:
        """Show a sheet."""
        anew = not self._all or sheet.game is not self._sheet.game
        self._sheet = sheet
        if anew:
            self._all, self._cursor = sheet.rows(), 0
            self._unfold(frozenset(_short_groups(self._all)))
        self.renew()

    # Drawing.

    def renew(self) -> None:
        """Says below how the row of the cursor is called elsewhere, else what is set."""
        if self._all:
            changed = len(self._sheet.settings)
            state = f"{changed} set" if changed else "all defaults"
            self.retitle("Parameters", self._option or state)
        super().renew()

    @property
    def _option(self) -> str:
        """The option of ``generate`` that the row of the cursor is; empty without the cursor."""
        row = self._rows[self._cursor]
        if row.heading or not self.has_focus:
            return ""
        if row.parameter is None:
            return "--seed"
        whole = f"--set {row.parameter.key}"
        return whole if len(whole) <= self.size.width - 2 else row.parameter.key

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """A page of rows, and the help of the one at the cursor."""
        if not self._all:
            return
        helped = HELP_LINES if height >= 12 else int(bool(self._note))
        rows = height - helped
        self._top = window(self._cursor, len(self._rows), rows, self._top)
        for index in range(self._top, self._top + rows):
            yield self._row(index, width) if index < len(self._rows) else []
        if helped:
            yield self._rule(width)
            yield from self._help(width)

    def _rule(self, width: int) -> Line:
        """The line between the rows and the help, with the note if there is one."""
        note = f"{self._note} " if self._note else ""
        if len(note) > width:
            note = note.removeprefix(CHANGED).rstrip()
        return cut([(note, "warning"), ("─" * max(width - len(note), 0), "muted")], width)

    def _row(self, index: int, width: int) -> Line:
        row, sheet = self._rows[index], self._sheet
        here = index == self._cursor and self.has_focus
        if row.heading:
            return self._heading(row, width, here)
        star, role = " ", ""
        if row.parameter is not None:
            value = values.measured(row.parameter, sheet.value(row.parameter))
            default = sheet.is_default(row.parameter)
            star, role = (" ", "muted") if default else (STAR, "key")
        else:
            value, role = (values.RANDOM, "muted") if sheet.seed is None else (str(sheet.seed), "")
        left: list[Span] = [(f"{star}{row.title}", "selected" if here else "")]
        if here and self._typed is not None:
            end = self._typed[-max(width - len(row.title) - 4, 1) :]
            role = "selected" if self._selected else "title"
            right: list[Span] = [(" ", ""), (end, role), (" ", "cursor")]
        elif here:
            right = [(f" {LESS}", "key"), (f" {value} ", "selected"), (MORE, "key")]
        else:
            # The columns of the sign for more are given up for a name that would be cut.
            tight = width_of(left) + len(value) + 3 > width
            right = [(f" {value}" + "  " * (not tight), role)]
        return columns(left, right, width)

    def _heading(self, row: SheetRow, width: int, here: bool) -> Line:
        sheet = self._sheet
        folded = row.group not in self._open
        below = [other.parameter for other in self._all if other.group == row.group]
        changed = sum(p is not None and not sheet.is_default(p) for p in below)
        right: list[Span] = [(f" {changed} set", "key")] if changed and folded else []
        if row.group in self._locked:
            right.append((f" locked {self._theme.symbol('locked')}", "held"))
        left = [
            (f"{FOLDED if folded else UNFOLDED} ", "muted"),
            (row.title, "selected" if here else "title"),
        ]
        return columns(left, right, width)

    def _help(self, width: int) -> Iterable[Line]:
        sheet, row = self._sheet, self._rows[self._cursor]
        if self._error or self._refusal:
            words, role = self._error or self._refusal, "bad"
        elif row.heading:
            words, role = f"{keymap.key('parameters.type')} shows or hides the group.", "muted"
        elif row.parameter is None:
            words, role = f"{SEED_HELP} {keymap.key('design.new-seed')} draws a new one.", "muted"
        else:
            helped = values.helped(row.parameter, sheet.default(row.parameter))
            words, role = f"{helped}.", "muted"
        for line in wrap(words, width, max_lines=HELP_LINES - 1):
            yield [(line, role)]

    def signs(self) -> Sequence[Sign]:
        """What stands beside the rows."""
        return (
            ((STAR, "key"), "set, and not the default"),
            ((f"{FOLDED} {UNFOLDED}", "muted"), "a group that is folded, one that is shown"),
            ((f"{LESS} {MORE}", "key"), "the value at the cursor can be changed"),
            ((self._theme.symbol("locked"), "held"), "the stage keeps its random draws"),
        )

    # Keys.

    def action_move(self, rows: int) -> None:
        """Move the cursor."""
        self._take_typed()
        self._cursor = min(max(self._cursor + rows, 0), len(self._rows) - 1)
        self.renew()

    def action_page(self, pages: int) -> None:
        """Move the cursor on by several rows."""
        self.action_move(PAGE * pages)

    def action_nudge(self, delta: int) -> None:
        """The value one step on or back."""
        self._alter(delta, widen=False)

    def action_widen(self, delta: int) -> None:
        """The upper end of a range one step on or back."""
        self._alter(delta, widen=True)

    def action_reset(self) -> None:
        """Back to the default."""
        row = self._rows[self._cursor]
        if row.parameter is not None:
            self._put(self._sheet.with_value(row.parameter, None))

    def action_type(self) -> None:
        """Begin to type a value in place of the present one; show or hide a heading's group."""
        row, sheet = self._rows[self._cursor], self._sheet
        if row.heading:
            self._unfold(self._open ^ {row.group})
            self.renew()
            return
        if row.parameter is None:
            self._typed = "" if sheet.seed is None else str(sheet.seed)
        elif row.parameter.kind == "expression":
            self.action_command("design.wish")  # it takes more room than a row has
        else:
            self._typed = values.typed(row.parameter, sheet.value(row.parameter))
        self._selected = bool(self._typed)
        self.renew()

    def on_key(self, event: events.Key) -> None:
        """Type into the value; a digit begins to."""
        typing = self._typed is not None
        known = event.key in ("enter", "escape", "up", "down", "left", "right", "backspace")
        if typing and not known and not event.is_printable:
            return
        begins = event.character is not None and event.character in DIGITS
        if not typing and (not begins or not self._numeric):
            return
        event.stop()
        event.prevent_default()
        typed = self._typed or ""
        kept, self._selected = "" if self._selected else typed, False
        if event.key == "enter":
            self._commit(typed)
        elif event.key == "escape":
            self._typed, self._error = None, ""
        elif event.key in ("up", "down"):
            self.action_move(-1 if event.key == "up" else 1)
        elif event.key == "backspace":
            self._typed = kept[:-1]
        elif event.is_printable and event.character and len(kept) < LONGEST_NUMBER:
            self._typed, self._error = kept + event.character, ""
        self.renew()

    @property
    def _numeric(self) -> bool:
        """Whether the row of the cursor is neither a heading nor an expression."""
        row = self._rows[self._cursor]
        spoken = row.parameter is not None and row.parameter.kind == "expression"
        return not row.heading and not spoken

    def on_focus(self) -> None:
        """Mark the row of the cursor."""
        self.renew()

    def on_blur(self) -> None:
        """Take what was typed when the focus moves on."""
        self._take_typed()
        self.renew()

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a row; its arrows change it."""
        offset = event.get_content_offset(self)
        if offset is None or not 0 <= self._top + offset.y < len(self._rows):
            return
        self._take_typed()
        again = self._cursor == self._top + offset.y
        self._cursor = self._top + offset.y
        if self._rows[self._cursor].heading:
            self.action_type()
        elif again and offset.x >= self.size.width - 2:
            self.action_nudge(1)
        self.renew()

    def _alter(self, delta: int, *, widen: bool) -> None:
        row, sheet = self._rows[self._cursor], self._sheet
        if row.heading:
            self._unfold(self._open | {row.group} if delta > 0 else self._open - {row.group})
            self.renew()
            return
        if row.parameter is None:
            self._put(sheet.with_seed(delta + (-1 if sheet.seed is None else sheet.seed)))
            return
        change = values.widened if widen else values.nudged
        value = change(row.parameter, sheet.value(row.parameter), delta)
        self._put(sheet.with_value(row.parameter, value))

    def _unfold(self, groups: frozenset[str]) -> None:
        """Show the rows of these groups; of the others only the headings."""
        self._open = groups
        self._rows = tuple(
            row for row in self._all if row.heading or not row.group or row.group in groups
        )

    def _take_typed(self) -> None:
        """Take what was typed, or forget it if it cannot be."""
        if self._typed is not None:
            self._commit(self._typed)
        self._typed, self._error = None, ""

    def _commit(self, typed: str) -> None:
        row, sheet = self._rows[self._cursor], self._sheet
        try:
            if row.parameter is None:
                changed = sheet.with_seed(values.read_seed(typed))
            else:
                unset = typed.strip() in ("", values.UNSET)
                value: Value | None = None if unset else row.parameter.parse(typed)
                changed = sheet.with_value(row.parameter, value)
        except ParameterError as problem:
            self._error = str(problem)
            return
        self._typed = None
        self._put(changed)

    def _put(self, sheet: Sheet) -> None:
        self._error = ""
        self.show(sheet)
        self.post_message(self.Changed())


def _short_groups(rows: tuple[SheetRow, ...]) -> set[str]:
    """The groups to show at first: the short ones, and what decides acceptance."""
    sizes = Counter(row.group for row in rows if not row.heading)
    return {group for group, size in sizes.items() if size <= SHORT or group == ACCEPT}
