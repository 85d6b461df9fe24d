"""Errors in the code of a plug-in game, reported with the game, the file and the line.

A plug-in may raise any exception. If the exception passed through unchanged, the app would end and
blame the workbench. Therefore the parts of a game from outside this package are guarded: each of
their public methods turns an unexpected exception into a :class:`PlugInError`. Because this is an
:class:`~engine.errors.EngineError`, it is reported in one line, like an error in the user's input.
"""

from __future__ import annotations

import copy
import functools
import inspect
import os
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import engine
from engine.errors import EngineError, NotCompiledError, clip_text, quote_input
from engine.game.game import Game
from engine.search.solver_result import SolverResult

Part = TypeVar("Part")

_HOME = Path(*engine.__path__)
_LIBRARY = Path(os.__file__).parent
"""The folder of the standard library."""
_PARTS = ("boards", "play", "solver", "generator", "mutations", "campaign")
"""The parts of a game whose methods are guarded."""
_NESTED_PARTS = (
    *("reshaper", "symmetrizer", "text_formats"),
    *("drag_input", "pencil", "step_input", "previews"),
)
"""The attributes of these parts that hold further parts, or tuples of them."""
_PASSED = (EngineError, NotCompiledError)
"""The exceptions that the code of a game may raise on purpose."""


class PlugInError(EngineError):
    """An unexpected exception in the code of a plug-in game."""


def _create_error(game: str, error: Exception) -> PlugInError:
    return PlugInError(
        f"game {quote_input(game)} failed{_find_place(error)}: {_describe_error(error)}"
    )


def _describe_error(error: Exception) -> str:
    text = clip_text(str(error))
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _find_place(error: Exception) -> str:
    """Return a phrase that names the line of plug-in code that failed; empty if there is none."""
    frames = traceback.extract_tb(error.__traceback__)
    outside = [
        frame
        for frame in frames
        if not any(Path(frame.filename).is_relative_to(home) for home in (_HOME, _LIBRARY))
    ]
    # The innermost such frame is where the plug-in's mistake shows itself.
    return f" in {outside[-1].filename}:{outside[-1].lineno}" if outside else ""


def guard_game(game: Game) -> Game:
    """Return a copy of a game with guarded parts; see the module docstring."""
    parts = {name: getattr(game, name) for name in _PARTS}
    guarded: dict[str, Any] = {
        name: None if part is None else _guard_part(part, game.name) for name, part in parts.items()
    }
    return replace(game, **guarded)


def _guard_part(part: Part, game: str) -> Part:
    """Return a copy of a part of a game in which every public method is guarded."""
    base = type(part)
    members: dict[str, Any] = {}
    for name in dir(base):
        member = inspect.getattr_static(base, name)
        if name.startswith("_"):
            continue
        if isinstance(member, FunctionType):
            members[name] = _guard_function(base, name, game)
        elif isinstance(member, staticmethod):
            members[name] = staticmethod(_guard_function(base, name, game))
    members["__reduce_ex__"] = _reduce_guarded
    guarded = copy.copy(part)
    # A frozen dataclass refuses a plain assignment.
    object.__setattr__(guarded, "__class__", type(base.__name__, (base,), members))
    object.__setattr__(guarded, "_guarded_for", (base, game))
    for name in _NESTED_PARTS:
        nested = getattr(part, name, None)
        if isinstance(nested, tuple):
            object.__setattr__(guarded, name, tuple(_guard_part(each, game) for each in nested))
        elif nested is not None:
            object.__setattr__(guarded, name, _guard_part(nested, game))
    return guarded


def _reduce_guarded(part: Any, protocol: int) -> tuple[Any, ...]:
    """Pickle a guarded part as the plain part and the name of its game."""
    base, game = part._guarded_for
    plain = base.__new__(base)
    for name, value in vars(part).items():
        if name != "_guarded_for":
            object.__setattr__(plain, name, value)
    return _guard_part, (plain, game)


def _guard_function(base: type, name: str, game: str) -> Callable[..., Any]:
    """Return a guarded form of a method or a static method."""

    # The method is looked up at each call, because its class may be changed after loading.
    @functools.wraps(getattr(base, name))
    def guarded(*arguments: Any, **named: Any) -> Any:
        return _call_guarded(game, getattr(base, name), arguments, named)

    return guarded


def _call_guarded(
    game: str, function: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]
) -> Any:
    """Call a function of a plug-in, turning an unexpected exception into a PlugInError."""
    try:
        found = function(*arguments, **named)
    except _PASSED:
        raise
    except Exception as error:
        if _is_interrupt(error):
            raise
        raise _create_error(game, error) from error
    if isinstance(found, SolverResult) and found.mechanics is not None:
        return replace(found, mechanics=functools.partial(_call_later, game, found.mechanics))
    return _guard_items(found, game) if inspect.isgenerator(found) else found


def _call_later(game: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function that a part has returned."""
    return _call_guarded(game, function, arguments, {})


def _is_interrupt(error: BaseException) -> bool:
    """Return whether Python wrapped the user's interrupt in another exception."""
    return isinstance(error.__cause__, KeyboardInterrupt)


def _guard_items(items: Iterator[Any], game: str) -> Iterator[Any]:
    """Yield the items of a generator, turning unexpected exceptions into :class:`PlugInError`."""
    try:
        yield from items
    except _PASSED:
        raise
    except Exception as error:
        raise _create_error(game, error) from error
