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
        game: object = entry.load()
    except Exception as error:  # a plug-in may fail in any way; the workbench must not
        reason = " ".join(str(error).split())
        if isinstance(error, ImportError) and str(error.name).startswith("engine"):
            reason += f"; it may be written for another interface than {INTERFACE}, the current one"
        raise GameNotFound(f"game {quoted(name)} cannot be loaded: {reason}") from error
    if isinstance(game, Game) and game.interface == INTERFACE:
        return game
    if not isinstance(game, Game | type):
        raise GameNotFound(f"game {quoted(name)} cannot be loaded: {entry.value} is not a Game")
    written = game.interface if isinstance(game, Game) else 1  # where games were classes
    raise GameNotFound(
        f"game {quoted(name)} is written for interface {written} of games, "
        f"this workbench has interface {INTERFACE}"
    )


def all_games() -> tuple[Game, ...]:
    """Every installed game that can be loaded."""
    return tuple(game for game in map(_loaded, names()) if isinstance(game, Game))


def refusals() -> tuple[str, ...]:
    """Why the other installed games cannot be loaded, a line each."""
    return tuple(str(error) for error in map(_loaded, names()) if isinstance(error, GameNotFound))


def _loaded(name: str) -> Game | GameNotFound:
    try:
        return get(name)
    except GameNotFound as error:
        return error


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
