"""The screens that the app itself opens, whatever screen is there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.commands import Action

if TYPE_CHECKING:
    from workbench.commands.userkeys import UserKeys
    from workbench.ui.host import Host


def list_commands(app: Host, user_keys: UserKeys) -> dict[str, Action]:
    """List the commands of the app that open a screen, by their ids.

    Args:
        app: the app that shows them.
        user_keys: the user's ``keymap.toml``, on whose faults the help reports.
    """
    return {
        "app.batches": partial(open_batches, app),
        "app.experiments": partial(open_experiments, app),
        "app.help": partial(open_help, app, user_keys),
        "app.messages": partial(open_messages, app),
        "app.palette": partial(open_palette, app),
    }


def open_batches(app: Host) -> None:
    """List the batches that were begun."""
    from workbench.features.batch import starting

    app.ask(starting.choose(app))


def open_help(app: Host, user_keys: UserKeys) -> None:
    """Explain the screen: its keys, its signs, the game and the words."""
    from workbench.ui.help import HelpPane, HelpScreen
    from workbench.ui.manual.screens import pages
    from workbench.ui.screen import CommandScreen

    if isinstance(screen := app.screen, CommandScreen):
        app.push_screen(HelpScreen(HelpPane(pages(screen), user_keys.report)))


def open_experiments(app: Host) -> None:
    """Show the experiments of all games."""
    from engine.game import registry
    from workbench.features.experiments.screen import ExperimentsScreen

    if isinstance(app.screen, ExperimentsScreen):
        return
    if found := registry.experiments():
        app.push_screen(ExperimentsScreen(found))
    else:
        app.say("no game has experiments")


def open_messages(app: Host) -> None:
    """List what was said."""
    if app.messages:
        from workbench.ui.messages import MessagesScreen

        app.push_screen(MessagesScreen(app.messages))
    else:
        app.say("nothing was said yet")


def open_palette(app: Host) -> None:
    """Find a command by name."""
    from workbench.app.palette import Palette

    if not isinstance(app.screen, Palette):
        app.push_screen(Palette())
