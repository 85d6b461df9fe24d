"""The installed games, which are found by their entry points."""

from __future__ import annotations

import copyreg
import pickle
from contextlib import suppress
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from engine import package_versions
from engine.errors import MAX_QUOTED, EngineError, GameNotFound, quote_input, suggest_similar
from engine.game.game import INTERFACE, Campaign, Game
from engine.game.loading.game_validation import find_game_faults

if TYPE_CHECKING:
    from engine.game.experiment import Experiment

GROUP = "puzzle_workbench.games"


@cache
def _list_entry_points() -> dict[str, str]:
    """Map the name of each installed game to its entry point, such as ``module:name``."""
    return package_versions.list_entry_points(GROUP)


def list_names() -> tuple[str, ...]:
    """Return the names of the installed games."""
    return tuple(_list_entry_points())


def is_plug_in(name: str) -> bool:
    """Return whether a game is installed and belongs to another package than the workbench."""
    # The entry point says so, so the game need not be imported.
    return not _list_entry_points().get(name, "engine.").startswith("engine.")


def find_package(name: str) -> str:
    """Return the name of the package or module that defines a game.

    A game is imported only if it has no entry point.

    Raises:
        GameNotFound: The game is not installed.
    """
    place = _list_entry_points().get(name)
    return _get_parent(
        type(get_game(name).boards).__module__ if place is None else place.partition(":")[0]
    )


def import_all_modules(name: str) -> str:
    """Import all modules of a game's package, including those that are imported lazily.

    Returns:
        The name of the game's package or module.

    Raises:
        GameNotFound: The game is not installed, or its package cannot be loaded.
    """
    get_game(name)
    home = find_package(name)
    import_submodules(home)
    return home


def import_submodules(package: str) -> None:
    """Import all modules below a package, except those that cannot be imported."""
    from pkgutil import walk_packages

    for module in walk_packages(getattr(import_module(package), "__path__", ()), f"{package}."):
        with suppress(Exception):  # a module that cannot be imported may not be needed for play
            import_module(module.name)


def _get_parent(module: str) -> str:
    return module.rpartition(".")[0] or module


@cache
def get_game(name: str) -> Game:
    """Return the game with the given name.

    Raises:
        GameNotFound: The game is not installed, or its package cannot be loaded.
    """
    place = _list_entry_points().get(name)
    if place is None:
        known = f"the games are {', '.join(list_names()) or 'none'}"
        hint = suggest_similar(name[:MAX_QUOTED], list_names(), known)
        raise GameNotFound(f"unknown game {quote_input(name)}; {hint}")
    try:
        module, _, attribute = place.partition(":")
        found: object = import_module(module)
        game = attrgetter(attribute)(found) if attribute else found
    except Exception as error:  # a plug-in may fail in any way; the workbench must not
        # Put the reason on one line, because lists of games show one line per game.
        reason = " ".join(str(error).split())
        if isinstance(error, ImportError) and str(error.name).startswith("engine"):
            reason += f"; it may be written for another interface than {INTERFACE}, the current one"
        raise GameNotFound(f"game {quote_input(name)} cannot be loaded: {reason}") from error
    if isinstance(game, Game) and game.interface == INTERFACE:
        try:
            fault = next(find_game_faults(game, name), None)
            if fault is None:
                return _guard_plug_in(game) if is_plug_in(name) else game
        except Exception as error:  # parts of a plug-in may be of any type
            fault = f"{type(error).__name__}: {error}"
        raise GameNotFound(f"game {quote_input(name)} cannot be loaded: {fault}")
    # Games written for interface 1 are classes; any other object is not a game.
    if not isinstance(game, Game | type):
        raise GameNotFound(f"game {quote_input(name)} cannot be loaded: {place} is not a Game")
    written = game.interface if isinstance(game, Game) else 1
    raise GameNotFound(
        f"game {quote_input(name)} is written for interface {written} of games, "
        f"this workbench has interface {INTERFACE}"
    )


def _reduce_game(game: Game) -> str | tuple[Any, ...]:
    """Pickle an installed game by its name, because its declarations may contain lambdas."""
    if game.name in _list_entry_points() and get_game(game.name) is game:
        return _read_game, (game.name,)
    # A variant of an installed game, or one that was never installed.
    return object.__reduce_ex__(game, pickle.DEFAULT_PROTOCOL)


def _read_game(name: str) -> Game:
    return get_game(name)


copyreg.pickle(Game, _reduce_game)


def _guard_plug_in(game: Game) -> Game:
    from engine.game.loading.plug_in_faults import guard_game  # built-in games do not need it

    return guard_game(game)


def list_games() -> tuple[Game, ...]:
    """Return all installed games that can be loaded."""
    return tuple(game for game in map(_try_loading, list_names()) if isinstance(game, Game))


def list_refusals() -> tuple[str, ...]:
    """Return one line for each installed game that cannot be loaded, giving the reason."""
    return tuple(
        str(error) for error in map(_try_loading, list_names()) if isinstance(error, GameNotFound)
    )


def _try_loading(name: str) -> Game | GameNotFound:
    try:
        return get_game(name)
    except GameNotFound as error:
        return error


def list_campaigns() -> tuple[tuple[Game, Campaign], ...]:
    """Return each installed game that has a campaign, paired with the campaign."""
    return tuple((game, game.campaign) for game in list_games() if game.campaign is not None)


def list_experiments() -> tuple[tuple[Game, Experiment], ...]:
    """Return the experiments of all installed games, each paired with its game."""
    return tuple((game, each) for game in list_games() for each in game.experiments())


def get_campaign(game: Game) -> Campaign:
    """Return the campaign of a game.

    Raises:
        EngineError: The game has no campaign.
    """
    if game.campaign is None:
        raise EngineError(f"{game.title} has no campaign and no infinite mode")
    return game.campaign
