"""The user's side of the app: theme and keys of their own, followed while the app runs."""

from __future__ import annotations

from pathlib import Path

from textual.app import App

import workbench.features  # noqa: F401 - fills the registry
from workbench import commands
from workbench.app.stacking import Stacking
from workbench.commands import keymap, userkeys
from workbench.commands.userkeys import UserKeys
from workbench.folders import config
from workbench.terminal.limits import AsciiOnly
from workbench.terminal.link import Link
from workbench.theme import themechoice, theming
from workbench.theme.themefile import ThemeError
from workbench.theme.theming import Theme

_Stamp = tuple[int, int] | None


class Personal(Stacking, inherit_bindings=False):
    """An app drawn with the user's theme, under the user's keys.

    The files of the theme are looked at when a key is pressed or the terminal comes back to
    the front: whoever edits a theme sees it at once, and an idle app does nothing.

    Attributes:
        settings: the user's ``config.toml``.
        user_keys: the user's ``keymap.toml``.
        theme_glyphs: the theme that everything is drawn with.
    """

    settings: config.Settings
    user_keys: UserKeys
    theme_glyphs: Theme
    _wanted: str
    _stamps: dict[Path, _Stamp]
    _problems: list[str]
    _ascii_only: AsciiOnly

    def read_choices(self, link: Link, theme: str | None) -> None:
        """Reads the user's files and finds the theme; before Textual's own constructor.

        Args:
            link: what the terminal can do.
            theme: the theme that the command line asks for.
        """
        self.settings = config.load()
        self.user_keys = userkeys.load()
        # Before any widget asks which keys there are.
        commands.rebind(self.user_keys.keys)
        chosen = themechoice.choose(link, theme, self.settings)
        problem = [] if chosen.problem is None else [chosen.problem]
        self._problems = [*problem, *self.settings.problems, *self.user_keys.report]
        self._take(chosen.theme, chosen.wanted)

    def apply_choices(self) -> None:
        """Hands theme and keys to Textual, once it is there."""
        if self.user_keys.keys:
            self.set_keymap(keymap.changes())
        self._ascii_only = AsciiOnly()
        self._filters.append(self._ascii_only)
        self._use_theme()

    def report_problems(self) -> None:
        """Says in one line what of the user's files was passed over."""
        if self._problems:
            more = len(self._problems) - 1
            rest = f"  (and {more} more: see workbench doctor)" if more else ""
            self.say(f"{self._problems[0]}{rest}", "warning")

    # Themes.

    def show_theme(self, name: str) -> None:
        """Draws with another theme from now on and from the next start on.

        A bad one is reported in one line, and everything stays as it is.
        """
        try:
            self._take(theming.load(name), name)
        except ThemeError as error:
            self.say(str(error), "bad")
            return
        self._use_theme()
        try:
            config.remember_theme(name)
        except config.ConfigError as error:
            self.say(f"theme: {self.theme_glyphs.title}, for this time only: {error}", "warning")
        else:
            self.say(f"theme: {self.theme_glyphs.title}")

    def action_theme(self) -> None:
        """Draws with the next theme."""
        names = theming.names()
        place = names.index(self._wanted) + 1 if self._wanted in names else 0
        self.show_theme(names[place % len(names)])

    def action_choose_theme(self) -> None:
        """Lists the themes."""
        from workbench.app.themes import ThemesScreen

        def take(name: str | None) -> None:
            """Show the theme that was chosen, if one was."""
            if name is not None:
                self.show_theme(name)

        game = self.document.level.game if self.document is not None else None
        self.push_screen(ThemesScreen(self.theme_glyphs, game), take)

    def action_reload_theme(self) -> None:
        """Reads the files of the theme again."""
        try:
            self._take(theming.load(self._wanted), self._wanted)
        except ThemeError as error:
            self._stamps = {path: _stamp(path) for path in self._stamps}
            self.say(str(error), "bad")
            return
        self._use_theme()
        self.say(f"theme: {self.theme_glyphs.title}, read again")

    def follow_theme(self) -> None:
        """Reads the theme again if a file of it has changed."""
        if any(_stamp(path) != stamp for path, stamp in self._stamps.items()):
            self.action_reload_theme()

    def _take(self, theme: Theme, wanted: str) -> None:
        self.theme_glyphs, self._wanted = theme, wanted
        # Also where the user's own file would be: it may be bad now, or appear later.
        own = config.themes_folder() / f"{wanted}.toml"
        self._stamps = {path: _stamp(path) for path in (own, *theme.files)}

    def _use_theme(self) -> None:
        textual_theme = self.theme_glyphs.textual
        self.register_theme(textual_theme)
        again = self.theme == textual_theme.name
        self.theme = textual_theme.name
        if again:
            self.mutate_reactive(App.theme)
        self._ascii_only.enabled = self.theme_glyphs.ascii
        self.set_class(self.theme_glyphs.ascii, "-ascii")
        if self.is_running:
            self.tell_screens(lambda screen: screen.theme_changed())


def _stamp(path: Path) -> _Stamp:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
