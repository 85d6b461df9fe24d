"""Small modal dialogs: a choice between a few answers, and a prompt for a line of text.

A worker gets the answer from ``push_screen_wait``. Other code passes a callback to ``push_screen``.
The answer is None if the user presses Escape.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static
from textual.widgets.input import Selection

from workbench import commands
from workbench.browser.folder_scan import NON_LEVEL_PATTERN
from workbench.commands import keymap
from workbench.paths.resources import explain_missing_folder, parse_path, parse_path_with_ending
from workbench.terminal.base_screens import Dialog
from workbench.ui.commands import QUESTIONS

if TYPE_CHECKING:
    from textual.widgets import TextArea

    from engine.game.game import Game
    from workbench.document.document import Document
    from workbench.ui.host import Host

RESERVED_NAME = "This file name is reserved for playtest records and packs."
"""The reason for refusing a level file name that matches :data:`NON_LEVEL_PATTERN`."""

CANCEL = "escape"
"""The key of the answer that cancels a dialog."""
Answered = TypeVar("Answered")
Check = Callable[[str], str | None]
"""A function that returns an error message for a typed answer, or None if it is valid."""


class Question(Dialog[Answered]):
    """The base class of dialogs that ask the user for an answer.

    Such a dialog shows, from top to bottom, the question, any error in the answer, help, and a key
    hint.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*keymap.make_bindings(QUESTIONS)]
    HINT = "enter accept"
    """The key hint. The key that closes the dialog is added, with the label ``LEAVES``."""
    LEAVES = "cancel"

    def compose_question(self) -> Iterable[Widget]:
        """Yield the question and the widgets for its answer."""
        return ()

    def compose_help(self) -> Iterable[Widget]:
        """Yield the widgets that help with the answer, which appear below the error."""
        return ()

    def compose(self) -> ComposeResult:
        """Yield a frame that contains all parts of the dialog."""
        with Vertical(classes="dialog"):
            yield from self.compose_question()
            yield Static("", markup=False, id="wrong")
            yield from self.compose_help()
            leaves = f"{keymap.get_key_hint('dialog.cancel')} {self.LEAVES}"
            hint = "   ".join(filter(None, (self.HINT, leaves)))
            yield Static(hint, markup=False, classes="hint")

    def show_refusal(self, reason: str) -> None:
        """Show ``reason`` until the user changes the refused answer."""
        self.query_one("#wrong", Static).update(reason)

    @on(Input.Changed)
    def _clear_refusal(self) -> None:
        for line in self.query("#wrong").results(Static):
            line.update("")


Field = TypeVar("Field", bound="Input | TextArea")


def disable_blink(field: Field) -> Field:
    """Return ``field`` with a steady cursor, because every blink would send data."""
    field.cursor_blink = False
    return field


class ChoicePrompt(Question[str | None]):
    """A question with a few answers, each chosen by its key or with the arrows and Enter.

    A mark shows the answer that Enter chooses. An answer that cancels is added at the end. The
    result is the key of the answer, or None if the user cancels.

    Args:
        question: The question, in one or more lines.
        answers: The key and the label of each answer. The first one is marked initially.
        stay: The label of the answer that cancels, if another answer could lose work. If given, the
            arrows can reach that answer, and it is marked initially, so that Enter alone changes
            nothing.
    """

    def __init__(
        self, question: str, answers: Sequence[tuple[str, str]], *, stay: str = ""
    ) -> None:
        super().__init__()
        self._question = question
        self._answers = [*answers, (CANCEL, stay or "Cancel")]
        # With ``stay``, the answer that cancels, which is the last one, is marked initially.
        self._marked = len(answers) if stay else 0
        self._last = max(self._marked, len(answers) - 1)
        """The index of the last answer that the arrows can reach."""

    def compose(self) -> ComposeResult:
        """Yield the question, and below it the answers."""
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False, classes="question")
            for number, (key, words) in enumerate(self._answers):
                yield AnswerLine(key, words, marked=number == self._marked)

    def on_key(self, event: events.Key) -> None:
        """Choose the answer whose key was pressed, or move the mark."""
        if event.key in commands.get_command("dialog.cancel").keys:
            return  # handled by the binding
        if event.key in (key for key, _ in self._answers):
            self.choose_answer(event.key)
        elif event.key == "enter":
            self.choose_answer(self._answers[self._marked][0])
        elif event.key in ("up", "down"):
            self._move_mark(1 if event.key == "down" else -1)
        event.stop()  # keys that choose nothing must not reach the screen below either

    def _move_mark(self, by: int) -> None:
        answers = self.query(AnswerLine)
        answers[self._marked].set_mark(marked=False)
        self._marked = min(max(self._marked + by, 0), self._last)
        answers[self._marked].set_mark(marked=True)

    def choose_answer(self, key: str) -> None:
        """Close the dialog with ``key`` as the result, or with None if that key cancels."""
        self.dismiss(None if key == CANCEL else key)


class AnswerLine(Static):
    """A line that shows one answer to a question, and chooses it when clicked."""

    def __init__(self, key: str, label: str, *, marked: bool) -> None:
        super().__init__(markup=False)
        self._key, self._label = key, label
        self.set_mark(marked=marked)

    def set_mark(self, *, marked: bool) -> None:
        """Show or remove the mark for the answer that Enter chooses."""
        # Without colour, only this character shows the mark.
        sign = ">" if marked else " "
        self.set_class(marked, "-at")
        key = keymap.get_key_hint("dialog.cancel") if self._key == CANCEL else self._key
        self.update(f"{sign}{key:>3}  {self._label}")

    def on_click(self) -> None:
        """Choose this answer."""
        if isinstance(self.screen, ChoicePrompt):
            self.screen.choose_answer(self._key)


class LinePrompt(Question[str | None]):
    """A prompt for one line of text. The result is the text, or None if the user cancels.

    The initial contents are selected, so that typing replaces them. If they are a path, only the
    file name is selected, not the folder.

    Args:
        prompt: The text above the input line.
        value: The initial contents of the input line.
        check: A function that returns an error message for an answer, or None if it is valid. An
            answer with an error is refused.
        is_path: True if the answer is a path.
    """

    def __init__(
        self, prompt: str, value: str = "", check: Check | None = None, *, is_path: bool = False
    ) -> None:
        super().__init__()
        self._prompt = prompt
        self._value = value
        self._check = check
        self._path = is_path

    def compose_question(self) -> Iterable[Widget]:
        """Yield the prompt and the input line, in which the part to replace is selected."""
        yield Static(self._prompt, markup=False)
        field = disable_blink(Input(self._value, select_on_focus=False))
        name = os.path.basename(self._value) if self._path else self._value  # noqa: PTH119
        field.selection = Selection(len(self._value) - len(name), len(self._value))
        yield field

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close the dialog with the answer, or show the error if it is refused."""
        event.stop()
        wrong = self._check(event.value) if self._check is not None else None
        if wrong is None:
            self.dismiss(event.value)
        else:
            self.show_refusal(wrong)


_WITH_COMMAS = re.compile(r"\d{1,3}(,\d{3})+", re.ASCII)


def parse_number(text: str) -> int:
    """Parse a whole number, with or without commas between groups of three digits.

    Raises:
        ValueError: The text is not a whole number.
    """
    return int(text.replace(",", "") if _WITH_COMMAS.fullmatch(text.strip()) else text)


def make_number_check(low: int, high: int) -> Check:
    """Return a check that accepts whole numbers from ``low`` to ``high``."""

    def find_error(text: str) -> str | None:
        try:
            good = low <= parse_number(text) <= high
        except ValueError:
            good = False
        return None if good else f"Expected a whole number from {low:,} to {high:,}."

    return find_error


def check_file_path(ending: str, text: str) -> str | None:
    """Check a typed path to which a file will be written.

    Args:
        ending: The required ending of the file name, including the dot.
        text: The typed path, from which the ending may be missing.

    Returns:
        An error message, or None if the path is valid.
    """
    if not text.strip():
        return "Type a file name."
    path = parse_path_with_ending(text, ending)
    # Check the path as typed too, because without the ending it may be the name of a folder.
    for folder in (parse_path(text), path):
        if os.path.isdir(folder):  # noqa: PTH112 - returns False for an invalid name, never raises
            return f"{folder} is a folder."
    # The level browser would never list such a file as a level.
    if ending == ".toml" and NON_LEVEL_PATTERN.search(path.name):
        return RESERVED_NAME
    return explain_missing_folder(path)


check_level_path = partial(check_file_path, ".toml")
"""Check a typed path to which a level file will be written, as :func:`check_file_path` does."""


async def ask_game(app: Host, purpose: str, likely_game: str | None = None) -> Game | None:
    """Ask the user to choose a game, unless only one is installed. Call this only in a worker.

    Args:
        app: The app, which opens the dialog.
        purpose: The beginning of the question, such as ``A new level``.
        likely_game: The name of the game to list first, or None for no preference.

    Returns:
        The game, or None if the user cancelled.
    """
    from engine.game import registry

    for refusal in registry.list_refusals():
        app.show_message(refusal, "bad")
    return await ask_one_game(app, purpose, registry.list_games(), likely_game)


async def ask_one_game(
    app: Host, purpose: str, games: Iterable[Game], likely_game: str | None
) -> Game | None:
    """Ask the user to choose one of ``games``, in the same way as :func:`ask_game`."""
    # False sorts before True and sorting is stable, so only the likely game moves.
    games = sorted(games, key=lambda game: game.name != likely_game)
    if len(games) == 1:
        return games[0]
    keys = [(str(digit), game.title) for digit, game in enumerate(games, start=1)]
    answer = await app.push_screen_wait(ChoicePrompt(f"{purpose} for which game?", keys))
    return None if answer is None else games[int(answer) - 1]


async def ask_new_level(app: Host, likely_game: str | None = None) -> Document | None:
    """Create an empty level, asking the user for its game and size. Call this only in a worker.

    If all boards in the game have the same size, the user is not asked for it.

    Args:
        app: The app, which opens the dialogs.
        likely_game: The name of the game to list first, or None for no preference.

    Returns:
        The new level's document, or None if the user cancelled.
    """
    from engine import workshop
    from engine.values.level import Level
    from workbench.document.document import Document

    game = await ask_game(app, "New level", likely_game)
    if game is None:
        return None
    if game.boards.shape is not None:
        return Document(Level(game.name, game.boards.create_blank(*game.boards.shape)))
    usual = "{}x{}".format(*workshop.get_default_size(game))
    size = await app.push_screen_wait(
        LinePrompt(f"Size of the new {game.title} level (rows x columns)", usual, check_board_size)
    )
    if size is None:
        return None
    rows, cols = (int(part) for part in size.split("x"))
    return Document(Level(game.name, game.boards.create_blank(rows, cols)))


def check_board_size(text: str) -> str | None:
    """Return an error message for a board size such as ``6x7``, or None if it is valid."""
    rows, x, cols = text.partition("x")
    if x and all(make_number_check(3, 16)(part) is None for part in (rows, cols)):
        return None
    return "Expected two numbers from 3 to 16, such as 6x7."
