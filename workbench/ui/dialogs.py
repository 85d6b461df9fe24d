"""Small questions over a screen: choose one of a few answers, or type a line.

Each is a modal screen; ``push_screen_wait`` in a worker, or a callback, gets the answer, None
when the user backs out with escape.
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
from workbench.browser.listing import NOT_LEVELS
from workbench.commands import keymap
from workbench.folders.resources import as_path, lacks_folder, with_ending
from workbench.terminal.screens import Dialog
from workbench.ui.commands import QUESTIONS

if TYPE_CHECKING:
    from textual.widgets import TextArea

    from engine.game.game import Game
    from workbench.document.document import Document
    from workbench.ui.host import Host

RESERVED = "this ending is for playtest records and packs"
"""Why a level cannot have a name that :data:`NOT_LEVELS` finds."""

CANCEL = "escape"
"""The key that backs out."""
Answered = TypeVar("Answered")
Check = Callable[[str], str | None]
"""Says what is wrong with a typed answer, None if nothing is."""


class Question(Dialog[Answered]):
    """A screen that asks something, with the keys of questions.

    What it asks stands above what is wrong with an answer, and what its keys do.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bound(QUESTIONS)]
    HINT = "enter take"
    """What its own keys do; the key that leaves it, and the word for that, stand behind."""
    LEAVES = "cancel"

    def asks(self) -> Iterable[Widget]:
        """What it asks, and where the answer is given."""
        return ()

    def helps(self) -> Iterable[Widget]:
        """What helps to answer; it stands below what is wrong."""
        return ()

    def compose(self) -> ComposeResult:
        """Everything in a frame."""
        with Vertical(classes="dialog"):
            yield from self.asks()
            yield Static("", markup=False, id="wrong")
            yield from self.helps()
            leaves = f"{keymap.key('dialog.cancel')} {self.LEAVES}"
            hint = "   ".join(filter(None, (self.HINT, leaves)))
            yield Static(hint, markup=False, classes="hint")

    def refuse(self, why: str) -> None:
        """Say why an answer is not taken, until another one is typed."""
        self.query_one("#wrong", Static).update(why)

    @on(Input.Changed)
    def _forget_refusal(self) -> None:
        for line in self.query("#wrong").results(Static):
            line.update("")


Field = TypeVar("Field", bound="Input | TextArea")


def steady(field: Field) -> Field:
    """A field whose cursor does not blink: every blink would be sent."""
    field.cursor_blink = False
    return field


class Choose(Question[str | None]):
    """A question with a few answers, each chosen by its key, or with the arrows and enter.

    The last answer backs out. The one that enter takes is marked.

    Args:
        question: what is asked, on as many lines as it takes.
        answers: key and words of each answer, the first one marked at first. The result is
            the key.
        stay: words of the answer that backs out, where work could be lost by another one. The
            arrows lead to it, and it is marked at first: enter alone changes nothing.
    """

    def __init__(
        self, question: str, answers: Sequence[tuple[str, str]], *, stay: str = ""
    ) -> None:
        super().__init__()
        self._question = question
        self._answers = [*answers, (CANCEL, stay or "Cancel")]
        self._at = len(answers) if stay else 0
        self._last = max(self._at, len(answers) - 1)
        """The last answer that the arrows lead to."""

    def compose(self) -> ComposeResult:
        """The question above its answers."""
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False, classes="question")
            for number, (key, words) in enumerate(self._answers):
                yield Answer(key, words, marked=number == self._at)

    def on_key(self, event: events.Key) -> None:
        """Takes the answer of that key."""
        if event.key in commands.get("dialog.cancel").keys:
            return  # done by the binding
        if event.key in (key for key, _ in self._answers):
            self.choose(event.key)
        elif event.key == "enter":
            self.choose(self._answers[self._at][0])
        elif event.key in ("up", "down"):
            self._move(1 if event.key == "down" else -1)
        event.stop()  # whatever else is pressed was not meant for the screen underneath

    def _move(self, by: int) -> None:
        answers = self.query(Answer)
        answers[self._at].mark(marked=False)
        self._at = min(max(self._at + by, 0), self._last)
        answers[self._at].mark(marked=True)

    def choose(self, key: str) -> None:
        """Takes an answer by its key."""
        self.dismiss(None if key == CANCEL else key)


class Answer(Static):
    """One answer of a question, which can also be clicked."""

    def __init__(self, key: str, words: str, *, marked: bool) -> None:
        super().__init__(markup=False)
        self._key, self._words = key, words
        self.mark(marked=marked)

    def mark(self, *, marked: bool) -> None:
        """Shows whether enter takes it, without colour too."""
        sign = ">" if marked else " "
        self.set_class(marked, "-at")
        key = keymap.key("dialog.cancel") if self._key == CANCEL else self._key
        self.update(f"{sign}{key:>3}  {self._words}")

    def on_click(self) -> None:
        """Takes this answer."""
        if isinstance(self.screen, Choose):
            self.screen.choose(self._key)


class Ask(Question[str | None]):
    """A prompt for one line of text.

    What stands there at first is marked, so that typing replaces it: of a path only the name,
    not the folder.

    Args:
        prompt: what to type.
        value: what stands there at first.
        check: says what is wrong with an answer; a wrong one is not taken.
        path: whether the answer is a path.
    """

    def __init__(
        self, prompt: str, value: str = "", check: Check | None = None, *, path: bool = False
    ) -> None:
        super().__init__()
        self._prompt = prompt
        self._value = value
        self._check = check
        self._path = path

    def asks(self) -> Iterable[Widget]:
        """The prompt, and the line with what typing replaces selected."""
        yield Static(self._prompt, markup=False)
        field = steady(Input(self._value, select_on_focus=False))
        name = os.path.basename(self._value) if self._path else self._value  # noqa: PTH119
        field.selection = Selection(len(self._value) - len(name), len(self._value))
        yield field

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Takes the answer if nothing is wrong with it."""
        event.stop()
        wrong = self._check(event.value) if self._check is not None else None
        if wrong is None:
            self.dismiss(event.value)
        else:
            self.refuse(wrong)


_WITH_COMMAS = re.compile(r"\d{1,3}(,\d{3})+", re.ASCII)


def number_of(text: str) -> int:
    """A whole number as it is typed, or as the app shows it: with commas between thousands.

    Raises:
        ValueError: it is none.
    """
    return int(text.replace(",", "") if _WITH_COMMAS.fullmatch(text.strip()) else text)


def number_between(low: int, high: int) -> Check:
    """A check for :class:`Ask`: a whole number from ``low`` to ``high``, by :func:`number_of`."""

    def check(text: str) -> str | None:
        """What is wrong with a number; None if nothing is."""
        try:
            good = low <= number_of(text) <= high
        except ValueError:
            good = False
        return None if good else f"a whole number from {low:,} to {high:,}, please"

    return check


def file_path(ending: str, text: str) -> str | None:
    """A check for :class:`Ask`: a file with that ending in a folder that is there."""
    if not text.strip():
        return "a file name, please"
    path = with_ending(text, ending)
    for folder in (as_path(text), path):
        if os.path.isdir(folder):  # noqa: PTH112 - false, not an error, for what cannot be a name
            return f"{folder} is a folder"
    if ending == ".toml" and NOT_LEVELS.search(path.name):
        return RESERVED
    return lacks_folder(path)


level_path = partial(file_path, ".toml")
"""A check for :class:`Ask`: the path of a level file."""


async def which_game(app: Host, what: str, likely: str | None = None) -> Game | None:
    """Asks for a game unless there is only one; None when backed out of. For a worker.

    ``what`` is wanted of it; the ``likely`` game stands first.
    """
    from engine.game import registry

    for refusal in registry.refusals():
        app.say(refusal, "bad")
    return await one_of(app, what, registry.all_games(), likely)


async def one_of(app: Host, what: str, games: Iterable[Game], likely: str | None) -> Game | None:
    """Asks for one of some games; as :func:`which_game`."""
    games = sorted(games, key=lambda game: game.name != likely)
    if len(games) == 1:
        return games[0]
    keys = [(str(digit), game.title) for digit, game in enumerate(games, start=1)]
    answer = await app.push_screen_wait(Choose(f"{what} of which game?", keys))
    return None if answer is None else games[int(answer) - 1]


async def new_level(app: Host, likely: str | None = None) -> Document | None:
    """Asks for game and size of an empty level; None when backed out of. For a worker.

    The ``likely`` game stands first. The size is not asked for where all boards have one.
    """
    from engine import workshop
    from engine.values.level import Level
    from workbench.document.document import Document

    game = await which_game(app, "A new level", likely)
    if game is None:
        return None
    if game.boards.shape is not None:
        return Document(Level(game.name, game.boards.blank(*game.boards.shape)))
    usual = "{}x{}".format(*workshop.usual_size(game))
    size = await app.push_screen_wait(
        Ask(f"Size of the new level of {game.title}, rows x columns", usual, board_size)
    )
    if size is None:
        return None
    rows, cols = (int(part) for part in size.split("x"))
    return Document(Level(game.name, game.boards.blank(rows, cols)))


def board_size(text: str) -> str | None:
    """A check for :class:`Ask`: a size such as 6x7."""
    rows, x, cols = text.partition("x")
    if x and all(number_between(3, 16)(part) is None for part in (rows, cols)):
        return None
    return "two numbers from 3 to 16, such as 6x7, please"
