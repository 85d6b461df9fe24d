"""The key grammar, which gives each key the same meaning on every screen.

A single key has one *meaning*, such as "undo the last change". A command names a meaning, never a
key. Less common commands have a sequence of two keys: a key that opens a *menu*, and a letter in
that menu. Keys that represent *values*, such as the digits of a number, are specific to one screen,
which shows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeyMeaning:
    """The meaning that one or more keys have on every screen.

    Attributes:
        name: The name that commands use for the meaning.
        keys: The Textual names of the keys with this meaning.
        help: An explanation of the meaning, without a full stop at the end.
    """

    name: str
    keys: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class KeyMenuSpec:
    """A key that opens a menu of further keys.

    Attributes:
        name: The id of the command that opens the menu, without the context.
        key: The letter that opens the menu.
        help: A description of the commands in the menu, without a full stop at the end.
    """

    name: str
    key: str
    help: str


def _make_meaning(name: str, keys: str, help_: str) -> KeyMeaning:
    return KeyMeaning(name, tuple(keys.split()), help_)


MEANINGS: Mapping[str, KeyMeaning] = {
    meaning.name: meaning
    for meaning in (
        _make_meaning("up", "up k", "up"),
        _make_meaning("down", "down j", "down"),
        _make_meaning("left", "left h", "to the left; a smaller value"),
        _make_meaning("right", "right l", "to the right; a larger value"),
        _make_meaning("first", "home", "to the start"),
        _make_meaning("last", "end", "to the end"),
        _make_meaning("page-up", "pageup", "a page up"),
        _make_meaning("page-down", "pagedown", "a page down"),
        _make_meaning("act", "enter", "act on what is under the cursor"),
        _make_meaning("back", "escape", "one step back: stop what runs, leave what was opened"),
        _make_meaning("next-pane", "tab", "give the keys to what is next: a pane, a board, a move"),
        _make_meaning("previous-pane", "shift+tab", "give the keys to what was before"),
        _make_meaning("search", "slash", "search"),
        _make_meaning("next", "n", "the next of what is searched for or gone through"),
        _make_meaning("previous", "N", "the one before"),
        _make_meaning("filter", "f", "show only some"),
        _make_meaning("undo", "u", "take back what was done last"),
        _make_meaning("redo", "U", "do again what was taken back"),
        _make_meaning("play-pause", "space", "play by itself, or pause"),
        _make_meaning("step-back", "comma", "a step back"),
        _make_meaning("step-forward", "full_stop", "a step forward"),
        _make_meaning("leap-back", "left_square_bracket", "a leap back, over a whole stage"),
        _make_meaning("leap-forward", "right_square_bracket", "a leap forward, over a whole stage"),
        _make_meaning("larger", "plus", "larger"),
        _make_meaning("smaller", "minus", "smaller"),
        _make_meaning("faster", "greater_than_sign", "faster"),
        _make_meaning("slower", "less_than_sign", "slower"),
        _make_meaning("keep", "b", "keep what is under the cursor"),
        _make_meaning("take-away", "x delete backspace", "take away what is under the cursor"),
        _make_meaning("new", "g", "draw a new one at random"),
        _make_meaning("again", "r", "this once more"),
        _make_meaning("ask", "i", "ask for help with what is here: a reason, a hint"),
        _make_meaning("solution", "t", "the solution, or back"),
        _make_meaning("what-if", "w", "what every single change would do, or back"),
        _make_meaning("save", "ctrl+s", "save"),
        _make_meaning("help", "question_mark", "help"),
        _make_meaning("palette", "ctrl+p", "find any command by its name"),
        _make_meaning("quit", "q ctrl+q", "leave the workbench"),
        _make_meaning("break-off", "ctrl+c", "leave the question that is open, else the workbench"),
        _make_meaning("suspend", "ctrl+z", "back to the shell for a while"),
    )
}
"""A mapping from the name of each meaning to the meaning itself."""

MENUS = (
    KeyMenuSpec("view", "v", "what is shown, and how"),
    KeyMenuSpec("make", "m", "make, rebuild and improve levels"),
    KeyMenuSpec("edit", "e", "edit the level, its title and its notes"),
    KeyMenuSpec("solve", "s", "solve the level, and explain the solution"),
    KeyMenuSpec("play", "p", "play by hand"),
    KeyMenuSpec("open", "o", "open, name and export files"),
)
"""The menus, in the order in which the key line shows them."""

_VALUE_PREFIX = "="
_MENU_SEPARATOR = ">"


def resolve_keys(meanings: str) -> tuple[str, ...]:
    """Return the keys that have the given meanings.

    Args:
        meanings: Words separated by blanks. Each word is the name of a meaning, the name of a menu,
            a menu letter and a second key joined by ``>`` (``v>h``), or ``=`` followed by a key
            that represents a value.

    Returns:
        The Textual names of the keys. The two keys of a sequence are separated by a blank.
    """
    return tuple(key for word in meanings.split() for key in _resolve_word(word))


def _resolve_word(word: str) -> tuple[str, ...]:
    if word.startswith(_VALUE_PREFIX):
        return (word.removeprefix(_VALUE_PREFIX),)
    menu, then, key = word.partition(_MENU_SEPARATOR)
    if not then:
        return MEANINGS[word].keys if word in MEANINGS else (_MENU_KEYS[word],)
    return (f"{menu} {key}",)


_MENU_KEYS = {menu.name: menu.key for menu in MENUS}


def is_sequence(key: str) -> bool:
    """Return True if ``key`` is a sequence of two keys rather than a single key."""
    return " " in key
