"""The screens that the app itself opens, whatever screen is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.commands import Action

if TYPE_CHECKING:
    from workbench.commands.userkeys import UserKeys
    from workbench.ui.host import Host


class AppScreens:
    """Opens the screens of the app's commands.

    Args:
        app: the app that shows them.
        user_keys: the user's ``keymap.toml``, on whose faults the help reports.
    """

    def __init__(self, app: Host, user_keys: UserKeys) -> None:
        self._app = app
        self._user_keys = user_keys

    def commands(self) -> dict[str, Action]:
        """Return the commands of the app that open a screen, by their ids."""
        return {
            "app.batches": self.open_batches,
            "app.experiments": self.open_experiments,
            "app.help": self.open_help,
            "app.messages": self.open_messages,
            "app.palette": self.open_palette,
        }

    def open_batches(self) -> None:
        """List the batches that were begun."""
        from workbench.features.batch import starting

        self._app.ask(starting.choose(self._app))

    def open_help(self) -> None:
        """Explain the screen: its keys, its signs, the game and the words."""
        from workbench.ui.help import HelpPane, HelpScreen
        from workbench.ui.manual.screens import pages
        from workbench.ui.screen import CommandScreen

        if isinstance(screen := self._app.screen, CommandScreen):
            self._app.push_screen(HelpScreen(HelpPane(pages(screen), self._user_keys.report)))

    def open_experiments(self) -> None:
        """Show the experiments of all games."""
        from engine.game import registry
        from workbench.features.experiments.screen import ExperimentsScreen

        if isinstance(self._app.screen, ExperimentsScreen):
            return
        if found := registry.experiments():
            self._app.push_screen(ExperimentsScreen(found))
        else:
            self._app.say("no game has experiments")

    def open_messages(self) -> None:
        """List what was said."""
        if self._app.messages:
            from workbench.ui.messages import MessagesScreen

            self._app.push_screen(MessagesScreen(self._app.messages))
        else:
            self._app.say("nothing was said yet")

    def open_palette(self) -> None:
        """Find a command by name."""
        from workbench.app.palette import Palette

        if not isinstance(self._app.screen, Palette):
            self._app.push_screen(Palette())
