"""Which theme to draw with, and why that one.

The option ``--theme`` comes first, then the environment variable, then the user's
``config.toml``, then whatever suits the terminal. What is asked for at the moment is taken at
its word; the configuration, which is for every terminal alike, gives way where a terminal
cannot show it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from workbench.folders import config
from workbench.terminal.link import THEME_VARIABLE, Link
from workbench.theme import theming
from workbench.theme.themefile import ThemeError, ThemeNotFound
from workbench.theme.theming import Theme


@dataclass(frozen=True, slots=True)
class ThemeChoice:
    """A theme to draw with.

    Attributes:
        wanted: the name of the theme that it is, or stands in for until that can be used.
        why: what decided on it, in a few words.
        problem: one line on why the theme that was asked for is not it, None if it is.
    """

    theme: Theme
    wanted: str
    why: str
    problem: str | None = None


def choose(
    link: Link,
    option: str | None = None,
    settings: config.Settings | None = None,
    environ: Mapping[str, str] | None = None,
) -> ThemeChoice:
    """The theme to begin with, by what the command line asks for, or as the module says.

    Settings are read from the user's file by default, and ``environ`` is that of the process.
    """
    environ = os.environ if environ is None else environ
    settings = config.load() if settings is None else settings
    variable = environ.get(THEME_VARIABLE)
    if option:
        return _asked(option, "the option --theme", link)
    if variable:
        return _asked(variable, THEME_VARIABLE, link)
    if settings.theme is None:
        return _asked(link.theme, "suits the terminal", link)
    chosen = _asked(settings.theme, str(config.file()), link)
    if not _can_show(link, chosen.theme):
        why = f"{settings.theme} of {config.file()} needs more than this terminal shows"
        return ThemeChoice(theming.load_shipped(link.theme), link.theme, why)
    return chosen


def named(name: str) -> ThemeChoice:
    """Return the theme of a name for a picture, which shows any colour and any character."""
    theme, problem = theming.load_or_default(name)
    return ThemeChoice(theme, name, "asked for", problem)


def require_theme(name: str) -> None:
    """Refuse the name of a theme that is not there; a broken theme gives way to a shipped one.

    Raises:
        ThemeNotFound: no theme has that name.
    """
    try:
        theming.load(name)
    except ThemeNotFound:
        raise
    except ThemeError:
        return


def _asked(name: str, why: str, link: Link) -> ThemeChoice:
    theme, problem = theming.load_or_default(name, default=link.theme)
    return ThemeChoice(theme, name, why, problem)


def _can_show(link: Link, theme: Theme) -> bool:
    if (not link.utf8 or link.dumb) and not theme.ascii:
        return False
    return link.colours != "none" or not theme.colour or theme.ascii
