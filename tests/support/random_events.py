"""Random events of a user at the terminal: keys of commands, other keys, text, the mouse."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from terminal import Size

import workbench.features  # noqa: F401 - fills the registry of commands
from workbench import commands

SIZES: Sequence[Size] = ((80, 24), (120, 40), (200, 50), (60, 20), (100, 30), (20, 5), (300, 80))
NAMES = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "backspace": "\x7f",
    "delete": "\x1b[3~",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "space": " ",
    "slash": "/",
    "comma": ",",
    "full_stop": ".",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "plus": "+",
    "minus": "-",
    "greater_than_sign": ">",
    "less_than_sign": "<",
    "question_mark": "?",
}
"""What a terminal sends for the keys that Textual calls by a name."""
TYPED = ("moves>3", "moves 2..9", "3", "12", "a", "stars", "new.toml", "other.pack.toml", "c.db")
"""Answers to questions, some of which are right."""
LEAVING = ("app.quit", "app.suspend")
"""Commands that end or stop the app: the first is seldom asked for, the other never."""
COMMANDS = [each for each in commands.list_commands() if each.keys and each.id not in LEAVING]
WAYS = (
    *("app.experiments", "app.batches", "app.help", "app.palette", "app.choose-theme"),
    *("levels.modes", "levels.packs", "levels.gallery-again", "levels.batch", "levels.compare"),
    *("design.gallery", "design.suggestions", "design.batch", "design.optimisation"),
    *("design.seen", "design.edit", "design.history", "design.solutions", "design.compare"),
    *("design.states", "design.traps", "design.relevance", "design.conclusions", "design.what-if"),
    *("catalogue.generate", "batch.more", "gallery.save", "gallery.pack", "catalogue.pack"),
    *("play.recordings", "play.solution", "pack.order", "pack.save", "design.save"),
)
"""Commands that lead to screens, panes and questions which few random keys would find."""


def keys_of(key: str) -> str:
    """Return the characters that a terminal sends for a key, or for two one after the other."""
    return "".join(_sent(each) for each in key.split())


def _sent(key: str) -> str:
    if key.startswith("ctrl+"):
        return chr(ord(key.removeprefix("ctrl+")) - 96)
    return NAMES.get(key, key)


def _some_command(rng: random.Random, size: Size) -> str:
    return keys_of(rng.choice(rng.choice(COMMANDS).keys))


def _some_way(rng: random.Random, size: Size) -> str:
    return keys_of(rng.choice(commands.get_command(rng.choice(WAYS)).keys))


def _some_key(rng: random.Random, size: Size) -> str:
    usual = ("enter", "escape", "up", "down", "left", "right", "tab", "space")
    return NAMES[rng.choice(usual)] if rng.random() < 0.8 else chr(rng.randrange(32, 127))


def _some_text(rng: random.Random, size: Size) -> str:
    return rng.choice(TYPED) + rng.choice(("\r", "\r", "\x1b", ""))


def _some_leaving(rng: random.Random, size: Size) -> str:
    return keys_of(rng.choice(commands.get_command(LEAVING[0]).keys))


def _mouse(code: int, column: int, line: int, end: str = "M") -> str:
    return f"\x1b[<{code};{column + 1};{line + 1}{end}"


def _some_place(rng: random.Random, size: Size) -> tuple[int, int]:
    """A cell of the window; one in four on its last lines, where keys and the timeline are."""
    line = rng.randrange(size[1])
    if rng.random() < 0.25:
        line = max(size[1] - 1 - rng.randrange(6), 0)
    return rng.randrange(size[0]), line


def _some_click(rng: random.Random, size: Size) -> str:
    at = _some_place(rng, size)
    return (_mouse(0, *at) + _mouse(0, *at, "m")) * rng.choice((1, 1, 2))


def _some_drag(rng: random.Random, size: Size) -> str:
    column, line = _some_place(rng, size)
    drawn = _mouse(0, column, line)
    for _ in range(rng.randrange(1, 8)):
        column = min(max(column + rng.randrange(-4, 5), 0), size[0] - 1)
        line = min(max(line + rng.randrange(-1, 2), 0), size[1] - 1)
        drawn += _mouse(32, column, line)
    return drawn + _mouse(0, column, line, "m")


def _some_wheel(rng: random.Random, size: Size) -> str:
    return _mouse(rng.choice((64, 65)), *_some_place(rng, size)) * rng.randrange(1, 4)


EVENTS: Sequence[tuple[int, Callable[[random.Random, Size], str]]] = (
    (40, _some_command),
    (8, _some_way),
    (25, _some_key),
    (4, _some_text),
    (14, _some_click),
    (6, _some_drag),
    (5, _some_wheel),
    (1, _some_leaving),
)


def some_event(rng: random.Random, size: Size) -> str:
    weights, makers = zip(*EVENTS, strict=True)
    maker = rng.choices(makers, weights)[0]
    return maker(rng, size)
