"""Every key of a screen, made from the registry of commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from engine.errors import printable
from engine.values.judgement import Judgement
from workbench import commands
from workbench.commands import Command, keymap
from workbench.terminal.screens import Dialog
from workbench.ui.commands import HELP
from workbench.ui.keyline import KeyLine
from workbench.ui.lines import Line, LinePane, Span, wrap

COLUMN = 52
"""Least width of a column of help; a wide screen has two."""
KEYS = 17
"""Width of the keys of a command."""
PALETTE_ONLY = "(palette)"

Section = tuple[str, list[tuple[str, str]]]
"""A heading, and keys and words of each command under it."""


class HelpScreen(Dialog[None]):
    """Something to look up: commands by group, with keys and one sentence each."""

    def __init__(self, pane: HelpPane) -> None:
        super().__init__()
        self._pane = pane

    def compose(self) -> ComposeResult:
        """The list and what moves it."""
        with Vertical(classes="help"):
            yield self._pane
            yield Static("up down scroll   / find   esc close", markup=False, classes="hint")
        self._pane.focus()


class HelpPane(LinePane):
    """Sections in one column or two, scrolled by lines, narrowed down by a search.

    What is wrong with the user's keymap is said above them.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bound(HELP)]
    DEFAULT_CSS = "HelpPane { height: 1fr; padding: 0; }"

    can_focus = True

    def __init__(self, listed: Sequence[Section], problems: Sequence[str] = ()) -> None:
        super().__init__()
        self._sections = listed
        self._problems = problems
        self._query = ""
        self._typing = False
        self._top = 0

    # Drawing.

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """A window on all lines, the search above them while there is one."""
        asked = self._typing or bool(self._query)
        if asked:
            end: list[Span] = [(" ", "cursor")] if self._typing else []
            yield [("/", "key"), (self._query, "title"), *end]
        room = height - asked
        found = self._found(width)
        self._top = min(self._top, max(len(found) - room, 0))
        yield from found[self._top : self._top + room]

    def _found(self, width: int) -> list[Line]:
        number = max(width // COLUMN, 1)
        blocks = [_block(section, width // number - 2) for section in self._matching()]
        if not blocks:
            return [[("nothing with this text", "muted")]]
        notes = [[(line, "warning")] for text in self._problems for line in _wrapped(text, width)]
        return [*notes, *([[]] if notes else []), *_side_by_side(blocks, number, width // number)]

    def _matching(self) -> Iterable[Section]:
        query = self._query.casefold()
        for title, entries in self._sections:
            rows = [row for row in entries if query in f"{title} {' '.join(row)}".casefold()]
            if rows:
                yield title, rows

    # Keys.

    def action_close(self) -> None:
        """Back to the screen; a search ends first."""
        if self._query:
            self._query = ""
            self.renew()
        else:
            self.screen.dismiss(None)

    def action_move(self, lines: int) -> None:
        """Scrolls by lines."""
        self._top = max(self._top + lines, 0)
        self.renew()

    def action_page(self, pages: int) -> None:
        """Scrolls by pages."""
        self.action_move(pages * max(self.size.height - 1, 1))

    def action_first(self) -> None:
        """To the top."""
        self._top = 0
        self.renew()

    def action_last(self) -> None:
        """To the bottom."""
        self.action_move(len(self._found(self.size.width)))

    def action_search(self) -> None:
        """Begins to type what to find."""
        self._typing, self._query = True, ""
        self.renew()

    def on_key(self, event: events.Key) -> None:
        """Types into the search while it is open."""
        if not self._typing:
            return
        event.stop()
        event.prevent_default()
        if event.key in ("enter", "up", "down"):
            self._typing = False
        elif event.key in ("escape", "ctrl+c"):
            self._typing, self._query = False, ""
        elif event.key == "backspace":
            self._query = self._query[:-1]
        elif event.is_printable and event.character:
            self._query, self._top = self._query + event.character, 0
        self.renew()

    def wheel(self, lines: int) -> bool:
        """Scrolls."""
        self.action_move(lines)
        return True


def contexts_of(screen: Screen[None], own: Sequence[str]) -> tuple[str, ...]:
    """The contexts of a screen and of all its widgets, those of the key line first."""
    shown = (context for line in screen.query(KeyLine) for context in line.contexts)
    found = dict.fromkeys((*shown, *own))
    for widget in screen.query("*"):
        if not widget.can_focus:
            continue
        for binding in type(widget).BINDINGS:
            if isinstance(binding, Binding) and binding.id:
                found.setdefault(binding.id.partition(".")[0])
    return tuple(found)


def sections(contexts: Sequence[str], offers: Callable[[Command], bool]) -> list[Section]:
    """The commands of some contexts and of the app, under the headings of their groups.

    While editing, which has its keys first, those of commands that it has no use for are its own.
    """
    editing = "edit" in contexts and contexts.index("edit") < contexts.index("design")
    groups: dict[str, list[tuple[str, str]]] = {}
    for command in filter(offers, commands.of(*contexts, "app")):
        keys = keymap.show_all(command.keys) or PALETTE_ONLY
        words = command.title + (f": {command.help}" if command.help else "")
        group = command.group
        if editing and not command.editing:
            group += ", after editing"
        groups.setdefault(group, []).append((keys, words))
    return [*groups.items()]


def _block(section: Section, width: int) -> list[Line]:
    """The lines of a section, and an empty one."""
    title, entries = section
    lines: list[Line] = [[(title, "title")]]
    for keys, words in entries:
        for number, line in enumerate(_wrapped(words, width - KEYS - 1)):
            head = keys if number == 0 else ""
            # Many keys take a line of their own rather than cut the words off.
            if len(head) > KEYS:
                lines.append([(f" {head}", "key")])
                head = ""
            lines.append([(f" {head:<{KEYS}}", "key"), (line, "")])
    return [*lines, []]


def _side_by_side(blocks: Sequence[list[Line]], number: int, width: int) -> list[Line]:
    """Blocks in columns of about the same height, none of them broken."""
    least = -(-sum(map(len, blocks)) // number)
    stacks: list[list[Line]] = [[] for _ in range(number)]
    at = 0
    for block in blocks:
        if at + 1 < number and stacks[at] and len(stacks[at]) + len(block) // 2 > least:
            at += 1
        stacks[at] += block
    return [_joined(parts, width) for parts in zip_longest(*stacks, fillvalue=[])]


def _joined(parts: Sequence[Line], width: int) -> Line:
    line: list[Span] = []
    for part in parts:
        used = sum(len(text) for text, _ in part)
        line += [*part, (" " * (width - used), "")]
    return line


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, max(width, 12)) or [""]


def reasons(judgements: Sequence[Judgement]) -> list[Section]:
    """The judgements on a level, each under its heading."""
    return [
        (
            f"{judgement.title}: {judgement.rating}",
            [(printable(label), printable(words)) for label, words in judgement.lines],
        )
        for judgement in judgements
    ]
