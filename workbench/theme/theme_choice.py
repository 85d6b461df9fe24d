"""The choice of the theme to draw with.

The theme comes from the first of these sources that names one: the option ``--theme``, the
environment variable, the user's ``config.toml``. If none does, a theme that suits the terminal is
used. A theme named by the option or the variable is used on any terminal. The configuration applies
to all of the user's terminals, so its theme is replaced on a terminal that cannot show it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from workbench.paths import user_config_file
from workbench.terminal.capabilities import THEME_VARIABLE, Capabilities
from workbench.theme import theme_loader
from workbench.theme.theme_file import ThemeError, ThemeNotFound
from workbench.theme.theme_loader import Theme


@dataclass(frozen=True, slots=True)
class ThemeChoice:
    """The theme to draw with, and the reason for choosing it.

    Attributes:
        theme: The loaded theme.
        wanted_name: The name of the chosen theme. It differs from ``theme.name`` if the chosen
            theme could not be loaded and a shipped theme replaces it.
        reason: The source of the choice, or the reason why the configured theme is not used.
        problem: The error in the chosen theme as one line, or None if it could be loaded.
    """

    theme: Theme
    wanted_name: str
    reason: str
    problem: str | None = None


def choose_theme(
    link: Capabilities,
    option: str | None = None,
    settings: user_config_file.Settings | None = None,
    environ: Mapping[str, str] | None = None,
) -> ThemeChoice:
    """Choose the theme to start with, from the sources listed in the module docstring.

    Args:
        link: The capabilities of the terminal.
        option: The value of the option ``--theme``, or None if the option was not given.
        settings: The user's settings, or None to read them from ``config.toml``.
        environ: The environment variables, or None for those of this process.
    """
    environ = os.environ if environ is None else environ
    settings = user_config_file.load_settings() if settings is None else settings
    variable = environ.get(THEME_VARIABLE)
    if option:
        return _make_choice(option, "the option --theme", link)
    if variable:
        return _make_choice(variable, THEME_VARIABLE, link)
    if settings.theme is None:
        return _make_choice(link.theme, "suits the terminal", link)
    chosen = _make_choice(settings.theme, str(user_config_file.find_config_file()), link)
    if not _can_show(link, chosen.theme):
        why = (
            f"{settings.theme} of {user_config_file.find_config_file()} needs more than this "
            "terminal supports"
        )
        return ThemeChoice(theme_loader.load_shipped(link.theme), link.theme, why)
    return chosen


def choose_by_name(name: str) -> ThemeChoice:
    """Choose the named theme for drawing to a file, without considering the terminal."""
    theme, problem = theme_loader.load_or_default(name)
    return ThemeChoice(theme, name, "requested", problem)


def require_theme(name: str) -> None:
    """Raise an error if there is no theme called ``name``.

    A theme that exists but is broken is accepted, because a shipped theme will replace it.

    Raises:
        ThemeNotFound: No theme has this name.
    """
    try:
        theme_loader.load_theme(name)
    except ThemeNotFound:
        raise
    except ThemeError:
        return


def _make_choice(name: str, reason: str, link: Capabilities) -> ThemeChoice:
    theme, problem = theme_loader.load_or_default(name, default=link.theme)
    return ThemeChoice(theme, name, reason, problem)


def _can_show(link: Capabilities, theme: Theme) -> bool:
    # A terminal without UTF-8 needs an ASCII theme. A terminal without colours needs a theme
    # without colours, or an ASCII theme, because ASCII themes use attributes as well as colours.
    if (not link.utf8 or link.dumb) and not theme.is_ascii:
        return False
    return link.colours != "none" or not theme.has_colour or theme.is_ascii
