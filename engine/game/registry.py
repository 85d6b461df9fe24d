"""The games that are installed, found by entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from engine.errors import EngineError, GameNotFound, quoted
from engine.game.campaign import Campaign
from engine.game.game import INTERFACE, Game

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
        game = entry.load()
    except Exception as error:  # a plug-in may fail in any way; the workbench must not
        raise GameNotFound(f"game {quoted(name)} cannot be loaded: {error}") from error
    written = 1 if isinstance(game, type) else getattr(game, "interface", None)
    if written != INTERFACE:
        raise GameNotFound(
            f"game {quoted(name)} is written for interface {written} of games, "
            f"this workbench has interface {INTERFACE}"
        )
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


def campaigns() -> tuple[tuple[Game, Campaign], ...]:
    """The installed games that can be played through lists of levels."""
    return tuple((game, game.campaign) for game in all_games() if game.campaign is not None)


def campaign_of(game: Game) -> Campaign:
    """The campaign of a game.

    Raises:
        EngineError: it has none.
    """
    if game.campaign is None:
        raise EngineError(f"{game.title} has no campaign and no infinite mode")
    return game.campaign
