"""The grammar of keys: what each key means, on every screen.

A key alone has one *meaning*, such as "take back what was done last"; a command says which of the
meanings is its own, never a key. What is not wanted every minute has two keys: one that opens a
*menu*, and a letter of it. Letters that stand for *values*, such as the digits of a number, are
the screen's own and named on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meaning:
    """What some keys ask for on every screen.

    Attributes:
        name: by which commands ask for the keys.
        keys: Textual key names, the one to be shown first.
        help: what the keys do, as a sentence without its full stop.
    """

    name: str
    keys: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class Menu:
    """A key that opens a menu of further keys.

    Attributes:
        name: the id of its command, without the context.
        key: the letter that opens it.
        help: what its commands are about, as a sentence without its full stop.
    """

    name: str
    key: str
    help: str


def _meaning(name: str, keys: str, help_: str) -> Meaning:
    return Meaning(name, tuple(keys.split()), help_)


MEANINGS: Mapping[str, Meaning] = {
    meaning.name: meaning
    for meaning in (
        _meaning("up", "up k", "up"),
        _meaning("down", "down j", "down"),
        _meaning("left", "left h", "to the left; a smaller value"),
        _meaning("right", "right l", "to the right; a larger value"),
        _meaning("first", "home", "to the start"),
        _meaning("last", "end", "to the end"),
        _meaning("page-up", "pageup", "a page up"),
        _meaning("page-down", "pagedown", "a page down"),
        _meaning("act", "enter", "act on what is under the cursor"),
        _meaning("back", "escape", "one step back: stop what runs, leave what was opened"),
        _meaning("next-pane", "tab", "give the keys to what is next: a pane, a board, a move"),
        _meaning("previous-pane", "shift+tab", "give the keys to what was before"),
        _meaning("search", "slash", "search"),
        _meaning("next", "n", "the next of what is searched for or gone through"),
        _meaning("previous", "N", "the one before"),
        _meaning("filter", "f", "show only some"),
        _meaning("undo", "u", "take back what was done last"),
        _meaning("redo", "U", "do again what was taken back"),
        _meaning("play-pause", "space", "play by itself, or pause"),
        _meaning("step-back", "comma", "a step back"),
        _meaning("step-forward", "full_stop", "a step forward"),
        _meaning("leap-back", "left_square_bracket", "a leap back, over a whole stage"),
        _meaning("leap-forward", "right_square_bracket", "a leap forward, over a whole stage"),
        _meaning("larger", "plus", "larger"),
        _meaning("smaller", "minus", "smaller"),
        _meaning("faster", "greater_than_sign", "faster"),
        _meaning("slower", "less_than_sign", "slower"),
        _meaning("keep", "b", "keep what is under the cursor"),
        _meaning("take-away", "x delete backspace", "take away what is under the cursor"),
        _meaning("new", "g", "draw a new one at random"),
        _meaning("again", "r", "this once more"),
        _meaning("ask", "i", "ask for help with what is here: a reason, a hint"),
        _meaning("solution", "t", "the solution, or back"),
        _meaning("what-if", "w", "what every single change would do, or back"),
        _meaning("save", "ctrl+s", "save"),
        _meaning("help", "question_mark", "help"),
        _meaning("palette", "ctrl+p", "find any command by its name"),
        _meaning("quit", "q ctrl+q", "leave the workbench"),
        _meaning("break-off", "ctrl+c", "leave the question that is open, else the workbench"),
        _meaning("suspend", "ctrl+z", "back to the shell for a while"),
    )
}
"""Every key that does something alone, by the name of what it means."""

MENUS = (
    Menu("view", "v", "what is shown, and how"),
    Menu("make", "m", "make, rebuild and improve levels"),
    Menu("edit", "e", "edit the level, its title and its notes"),
    Menu("solve", "s", "solve the level, and explain the solution"),
    Menu("play", "p", "play by hand"),
    Menu("open", "o", "open, name and export files"),
)
"""What opens a menu, in the order in which the key line has them."""

_VALUE = "="
_THEN = ">"


def keys_of(means: str) -> tuple[str, ...]:
    """The keys of a command.

    Args:
        means: words separated by blanks: names of meanings; the letter of a menu and a key of it
            with ``>`` between them; ``=`` and a key that stands for a value.

    Returns:
        Textual key names; of two keys one after the other, both with a blank between them.
    """
    return tuple(key for word in means.split() for key in _keys(word))


def _keys(word: str) -> tuple[str, ...]:
    if word.startswith(_VALUE):
        return (word.removeprefix(_VALUE),)
    menu, then, key = word.partition(_THEN)
    if not then:
        return MEANINGS[word].keys if word in MEANINGS else (_OPENERS[word],)
    return (f"{menu} {key}",)


_OPENERS = {menu.name: menu.key for menu in MENUS}


def is_sequence(key: str) -> bool:
    """Whether a key of a command is two keys, one after the other."""
    return " " in key
