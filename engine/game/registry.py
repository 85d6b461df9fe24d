"""The games that are installed, found by entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from engine.errors import GameNotFound, quoted
from engine.game.game import Game

GROUP = "puzzle_workbench.games"


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP))}


def names() -> tuple[str, ...]:
    """The names of the installed games."""
    return tuple(_entries())


@cache
def get(name: str) -> Game:
    """The game of that name.

    Raises:
        GameNotFound: not installed, or its package cannot be loaded.
    """
    entry = _entries().get(name)
    if entry is None:
        known = ", ".join(names()) or "none"
        raise GameNotFound(f"unknown game {quoted(name)}; the games are {known}")
    try:
        game = entry.load()()
    except Exception as error:  # a plug-in may fail in any way; the workbench must not
        raise GameNotFound(f"game {quoted(name)} cannot be loaded: {error}") from error
    if not isinstance(game, Game):
        raise GameNotFound(f"game {quoted(name)} cannot be loaded: {entry.value} is not a Game")
    return game


def all_games() -> tuple[Game, ...]:
    """Every installed game that can be loaded."""
    games = []
    for name in names():
        try:
            games.append(get(name))
        except GameNotFound:
            continue
    return tuple(games)
