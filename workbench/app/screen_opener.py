"""The commands that open another screen and can be run from any screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from workbench.commands import Action

if TYPE_CHECKING:
    from workbench.commands.user_keymap import UserKeymap
    from workbench.ui.host import Host


def bind_commands(app: Host, user_keys: UserKeymap) -> dict[str, Action]:
    """Return a mapping from the ids of the commands that open a screen to their actions.

    Args:
        app: The app that shows the screens.
        user_keys: The user's keymap, whose errors are shown at the top of the help.
    """
    return {
        "app.batches": partial(open_batches, app),
        "app.experiments": partial(open_experiments, app),
        "app.help": partial(open_help, app, user_keys),
        "app.messages": partial(open_messages, app),
        "app.palette": partial(open_palette, app),
    }


def open_batches(app: Host) -> None:
    """Let the user choose one of the recent batches to open."""
    from workbench.features.batch import batch_dialogs

    app.ask_question(batch_dialogs.choose_batch(app))


def open_help(app: Host, user_keys: UserKeymap) -> None:
    """Open the help on the current screen's keys and symbols, its game, and the glossary."""
    from workbench.ui.help_screen import HelpPane, HelpScreen
    from workbench.ui.manual.screen_help import make_pages
    from workbench.ui.screen import CommandScreen

    if isinstance(screen := app.screen, CommandScreen):
        app.push_screen(HelpScreen(HelpPane(make_pages(screen), user_keys.report)))


def open_experiments(app: Host) -> None:
    """Open the list of all games' experiments."""
    from engine.game import registry
    from workbench.features.experiments.screen import ExperimentsScreen

    if isinstance(app.screen, ExperimentsScreen):
        return
    if found := registry.list_experiments():
        app.push_screen(ExperimentsScreen(found))
    else:
        app.show_message("none of the installed games has experiments")


def open_messages(app: Host) -> None:
    """Open the list of the messages shown since the app started."""
    if app.messages:
        from workbench.ui.messages_screen import MessagesScreen

        app.push_screen(MessagesScreen(app.messages))
    else:
        app.show_message("there are no messages yet")


def open_palette(app: Host) -> None:
    """Open the command palette."""
    from workbench.app.screen_command_palette import ScreenPalette

    if not isinstance(app.screen, ScreenPalette):
        app.push_screen(ScreenPalette())
