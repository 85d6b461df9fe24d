"""The user's side of the app: theme and keys of their own, followed while the app runs."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App

import workbench.features  # noqa: F401 - fills the registry
from workbench import commands
from workbench.commands import Action, keymap, userkeys
from workbench.folders import config
from workbench.theme import themechoice, theming
from workbench.theme.themefile import ThemeError

if TYPE_CHECKING:
    from workbench.terminal.link import Link
    from workbench.theme.theming import Theme
    from workbench.ui.host import Host

_Stamp = tuple[int, int] | None


class Preferences:
    """The user's files, and the theme that an app is drawn with.

    The files of the theme are looked at when a key is pressed or the terminal comes back to
    the front: a theme that is edited shows at once, and an idle app does nothing.

    Attributes:
        settings: the user's ``config.toml``.
        user_keys: the user's ``keymap.toml``.
        theme: the theme in use.
    """

    _stamps: dict[Path, _Stamp]

    def __init__(self, link: Link, theme: str | None) -> None:
        """Reads the user's files and finds the theme; before there is any widget."""
        self.settings = config.load()
        self.user_keys = userkeys.load()
        # Before any widget asks which keys there are.
        commands.rebind(self.user_keys.keys)
        chosen = themechoice.choose(link, theme, self.settings)
        problem = [] if chosen.problem is None else [chosen.problem]
        self._problems = [*problem, *self.settings.problems, *self.user_keys.report]
        self._take(chosen.theme, chosen.wanted)

    def apply(self, app: Host) -> None:
        """Hands theme and keys to an app."""
        if self.user_keys.keys:
            app.set_keymap(keymap.changes())
        self._use_theme(app)

    def commands(self, app: Host) -> dict[str, Action]:
        """Return the commands of an app for its theme, by their ids."""
        return {
            "app.theme": lambda: self.show_theme(app, self.next_theme()),
            "app.choose-theme": partial(self.choose_theme, app),
            "app.reload-theme": partial(self.reload_theme, app),
        }

    def announce_problems(self, app: Host) -> None:
        """Say what of the user's files was passed over, and the cost of a missing library.

        More than one problem is said as a list. The library is looked for here, not before the
        first frame.
        """
        from engine.jit.libraries import find_cost

        cost = find_cost()
        problems = [*self._problems, *([] if cost is None else [cost])]
        for problem in problems:
            app.messages.note(problem, "warning")
        if len(problems) == 1:
            app.say(problems[0], "warning")
        elif problems:
            where = "" if cost is not None else " in your files"
            lists = f"{keymap.key('app.messages')} lists them"
            app.say(f"{len(problems)} problems{where}: {lists}", "warning")

    def show_theme(self, app: Host, name: str) -> None:
        """Draws with another theme from now on and from the next start on.

        A bad one is reported in one line, and everything stays as it is.
        """
        if not self._load(app, name):
            return
        try:
            config.remember_theme(name)
        except config.ConfigError as error:
            app.say(f"theme: {self.theme.title}, for this time only: {error}", "warning")
        else:
            app.say(f"theme: {self.theme.title}")

    def choose_theme(self, app: Host) -> None:
        """List the themes, and draw with the one that is chosen."""
        from workbench.app.themes import ThemesScreen

        def take(name: str | None) -> None:
            """Shows the theme that was chosen, if one was."""
            if name is not None:
                self.show_theme(app, name)

        game = app.document.level.game if app.document is not None else None
        app.push_screen(ThemesScreen(self.theme, game), take)

    def next_theme(self) -> str:
        """The name of the theme after the one in use."""
        names = theming.names()
        at = names.index(self._wanted) + 1 if self._wanted in names else 0
        return names[at % len(names)]

    def reload_theme(self, app: Host) -> None:
        """Reads the files of the theme again."""
        if self._load(app, self._wanted):
            app.say(f"theme: {self.theme.title}, read again")
        else:
            self._stamps = {path: _stamp(path) for path in self._stamps}

    def _load(self, app: Host, name: str) -> bool:
        """Draws with a theme as its files have it now; says what is wrong with a bad one."""
        try:
            self._take(theming.load(name), name)
        except ThemeError as error:
            app.say(str(error), "bad")
            return False
        self._use_theme(app)
        return True

    def follow_theme(self, app: Host) -> None:
        """Reads the theme again if a file of it has changed."""
        if any(_stamp(path) != stamp for path, stamp in self._stamps.items()):
            self.reload_theme(app)

    def _take(self, theme: Theme, wanted: str) -> None:
        self.theme, self._wanted = theme, wanted
        # Also where the user's own file would be: it may be bad now, or appear later.
        own = config.themes_folder() / f"{wanted}.toml"
        self._stamps = {path: _stamp(path) for path in (own, *theme.files)}

    def _use_theme(self, app: Host) -> None:
        app.theme_glyphs = self.theme
        textual_theme = self.theme.textual
        app.register_theme(textual_theme)
        again = app.theme == textual_theme.name
        app.theme = textual_theme.name
        if again:
            app.mutate_reactive(App.theme)
        app.limit_to_ascii(self.theme.ascii)
        app.set_class(self.theme.ascii, "-ascii")
        if app.is_running:
            app.notify_screens(lambda screen: screen.theme_changed())


def _stamp(path: Path) -> _Stamp:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
