"""The user's settings, keys and theme. A changed theme is reloaded while the app runs."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App

import workbench.features  # noqa: F401 - fills the registry
from workbench import commands
from workbench.commands import Action, keymap, user_keymap
from workbench.paths import user_config_file
from workbench.theme import theme_choice, theme_loader
from workbench.theme.theme_file import ThemeError

if TYPE_CHECKING:
    from workbench.terminal.capabilities import Capabilities
    from workbench.theme.theme_loader import Theme
    from workbench.ui.host import Host

_FileStamp = tuple[int, int] | None


class Preferences:
    """The user's configuration files and the app's current theme.

    The theme's files are checked whenever a key is pressed or the terminal regains the focus.
    Edits to a theme therefore show up quickly, but an idle app does no work.

    Attributes:
        settings: The settings from ``config.toml``.
        user_keys: The keymap from ``keymap.toml``.
        theme: The current theme.
    """

    _file_stamps: dict[Path, _FileStamp]

    def __init__(self, link: Capabilities, theme: str | None) -> None:
        """Read the user's files, bind the keys and choose the theme.

        Args:
            link: The capabilities of the terminal.
            theme: The value of the option ``--theme``, or None if the option was not given.
        """
        self.settings = user_config_file.load_settings()
        self.user_keys = user_keymap.load_user_keymap()
        # Bind the keys now, because widgets read them from the registry when they are created.
        commands.bind_keys(self.user_keys.keys)
        chosen = theme_choice.choose_theme(link, theme, self.settings)
        problem = [] if chosen.problem is None else [chosen.problem]
        self._problems = [*problem, *self.settings.problems, *self.user_keys.report]
        self._set_theme(chosen.theme, chosen.wanted_name)

    def apply_to_app(self, app: Host) -> None:
        """Apply the theme and the keys to ``app``."""
        if self.user_keys.keys:
            app.set_keymap(keymap.build_textual_keymap())
        self._apply_theme(app)

    def bind_commands(self, app: Host) -> dict[str, Action]:
        """Return a mapping from the ids of the theme commands to their actions."""
        return {
            "app.theme": lambda: self.show_theme(app, self.find_next_theme()),
            "app.choose-theme": partial(self.choose_theme, app),
            "app.reload-theme": partial(self.reload_theme, app),
        }

    def announce_problems(self, app: Host) -> None:
        """Report problems in the files of the user and of plug-ins, and a missing compiled library.

        If there are several problems, only their number is shown, and the list of messages has the
        details. The library is looked up only now, because an earlier look-up would delay the first
        frame.
        """
        from engine.jit.libraries import describe_cost

        cost = describe_cost()
        problems = [*self._problems, *self.theme.list_faults(), *([] if cost is None else [cost])]
        for problem in problems:
            app.messages.add_note(problem, "warning")
        if len(problems) == 1:
            app.show_message(problems[0], "warning")
        elif problems:
            where = " in your files" if problems == self._problems else ""
            lists = f"{keymap.get_key_hint('app.messages')} lists them."
            app.show_message(f"{len(problems)} problems{where}. {lists}", "warning")

    def show_theme(self, app: Host, name: str) -> None:
        """Switch to the theme ``name``, and remember it for later starts.

        If the theme cannot be loaded, the error is shown and the current theme is kept.
        """
        if not self._load_theme(app, name):
            return
        try:
            user_config_file.save_theme(name)
        except user_config_file.ConfigError as error:
            self._report_theme(app, f", for this session only: {error}", "warning")
        else:
            self._report_theme(app)

    def choose_theme(self, app: Host) -> None:
        """Open the list of themes, and switch to the theme that the user chooses."""
        from workbench.app.themes_screen import ThemesScreen

        def use_theme(name: str | None) -> None:
            if name is not None:
                self.show_theme(app, name)

        game = app.document.level.game if app.document is not None else None
        app.push_screen(ThemesScreen(self.theme, game), use_theme)

    def find_next_theme(self) -> str:
        """Return the name of the theme after the current one in the list of themes."""
        names = theme_loader.list_themes()
        at = names.index(self._theme_name) + 1 if self._theme_name in names else 0
        return names[at % len(names)]

    def reload_theme(self, app: Host) -> None:
        """Load the current theme again and apply it, or show an error if it cannot be loaded."""
        if self._load_theme(app, self._theme_name):
            self._report_theme(app, ", reloaded")
        else:
            # Store the new stamps, or every key press would report the same error again.
            self._file_stamps = {path: _read_stamp(path) for path in self._file_stamps}

    def _load_theme(self, app: Host, name: str) -> bool:
        """Load and apply a theme, or show an error. Return whether the theme was loaded."""
        try:
            self._set_theme(theme_loader.load_theme(name), name)
        except ThemeError as error:
            app.show_message(str(error), "bad")
            return False
        self._apply_theme(app)
        return True

    def _report_theme(self, app: Host, note: str = "", role: str = "muted") -> None:
        """Show the title of the new theme with a note, or errors in the looks of plug-in games."""
        faults = self.theme.list_faults()
        text = "; ".join((f"Theme: {self.theme.title}{note}.", *faults))
        app.show_message(text, "warning" if faults else role)

    def follow_theme(self, app: Host) -> None:
        """Reload the current theme if one of its files has changed."""
        if any(_read_stamp(path) != stamp for path, stamp in self._file_stamps.items()):
            self.reload_theme(app)

    def _set_theme(self, theme: Theme, name: str) -> None:
        self.theme, self._theme_name = theme, name
        # Watch the user's file even if it is not in use, because it may be broken now, or created
        # later.
        own = user_config_file.find_themes_folder() / f"{name}.toml"
        self._file_stamps = {path: _read_stamp(path) for path in (own, *theme.files)}

    def _apply_theme(self, app: Host) -> None:
        app.theme_glyphs = self.theme
        textual_theme = self.theme.textual_theme
        app.register_theme(textual_theme)
        # Textual ignores an assignment of the same name, even if the theme's contents have changed.
        again = app.theme == textual_theme.name
        app.theme = textual_theme.name
        if again:
            app.mutate_reactive(App.theme)
        app.limit_to_ascii(self.theme.is_ascii)
        app.set_class(self.theme.is_ascii, "-ascii")
        if app.is_running:
            app.notify_screens(lambda screen: screen.redraw_with_theme())


def _read_stamp(path: Path) -> _FileStamp:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
