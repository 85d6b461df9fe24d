"""The games that are installed, found by entry points."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING

from engine import installed
from engine.errors import EngineError, GameNotFound, quoted
from engine.game.game import INTERFACE, Campaign, Game

if TYPE_CHECKING:
    from engine.game.experiment import Experiment

GROUP = "puzzle_workbench.games"


@cache
def _entries() -> dict[str, str]:
    """Where the games are, such as ``module:name``, by their names."""
    return installed.offered(GROUP)


def names() -> tuple[str, ...]:
    """The names of the installed games."""
    return tuple(_entries())


def package(name: str) -> str:
    """The package, or the module, that a game is in; one with an entry point is not loaded for it.

    Raises:
        GameNotFound: not installed.
    """
    place = _entries().get(name)
    return _parent(type(get(name).boards).__module__ if place is None else place.partition(":")[0])


def import_whole(name: str) -> str:
    """Imports all modules of a game's package: those too that it needs later.

    Returns:
        The package, or the module, that the game is in.

    Raises:
        GameNotFound: not installed, or its package cannot be loaded.
    """
    from pkgutil import walk_packages

    get(name)
    home = package(name)
    for module in walk_packages(getattr(import_module(home), "__path__", ()), f"{home}."):
        with suppress(Exception):  # what cannot be imported is not needed by the game
            import_module(module.name)
    return home


def _parent(module: str) -> str:
    return module.rpartition(".")[0] or module


@cache
def get(name: str) -> Game:
    """The game of that name.

    Raises:
        GameNotFound: not installed, or its package cannot be loaded.
    """
    place = _entries().get(name)
    if place is None:
        known = ", ".join(names()) or "none"
        raise GameNotFound(f"unknown game {quoted(name)}; the games are {known}")
    try:
        module, _, attribute = place.partition(":")
        found: object = import_module(module)
        game = attrgetter(attribute)(found) if attribute else found
    except Exception as error:  # a plug-in may fail in any way; the workbench must not
        reason = " ".join(str(error).split())
        if isinstance(error, ImportError) and str(error.name).startswith("engine"):
            reason += f"; it may be written for another interface than {INTERFACE}, the current one"
        raise GameNotFound(f"game {quoted(name)} cannot be loaded: {reason}") from error
    if isinstance(game, Game) and game.interface == INTERFACE:
        return game
    if not isinstance(game, Game | type):
        raise GameNotFound(f"game {quoted(name)} cannot be loaded: {place} is not a Game")
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


def experiments() -> tuple[tuple[Game, Experiment], ...]:
    """The experiments of the installed games."""
    return tuple((game, each) for game in all_games() for each in game.experiments())


def campaign_of(game: Game) -> Campaign:
    """The campaign of a game.

    Raises:
        EngineError: it has none.
    """
    if game.campaign is None:
        raise EngineError(f"{game.title} has no campaign and no infinite mode")
    return game.campaign
