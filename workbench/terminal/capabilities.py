"""The terminal's capabilities, detected from the environment alone.

Querying the terminal would cost a round trip, and some terminals never answer. SSH does not forward
``COLORTERM``, so if that variable is missing, the colour depth is derived from ``TERM``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Literal, NamedTuple

Colours = Literal["none", "16", "256", "truecolor"]
ColorMode = Literal["always", "auto", "never"]

THEME_VARIABLE = "PUZZLE_WORKBENCH_THEME"
"""The environment variable that names the theme to use."""


_ERASING_TERMINALS = (
    "alacritty",
    "contour",
    "foot",
    "konsole",
    "rxvt",
    "st-",
    "tmux",
    "vte",
    "wezterm",
    "xterm",
)
"""Prefixes of ``TERM`` for terminals that erase in the current background colour. Many other
terminals set ``TERM`` to xterm. GNU screen is not listed, because it erases in that colour only if
it has been configured to do so."""


class Capabilities(NamedTuple):
    """The capabilities of a terminal.

    Attributes:
        colours: The colour depth, which is ``none`` if the terminal has no colours or the user does
            not want any.
        utf8: True if the terminal can show characters other than ASCII.
        dumb: True if the terminal declares that it supports no control sequences.
        remote: True if the session runs over SSH.
        multiplexer: The multiplexer in which the session runs, ``tmux`` or ``screen``, or an empty
            string if there is none.
        erases: True if the terminal is known to erase in the current background colour.
    """

    colours: Colours
    utf8: bool
    dumb: bool = False
    remote: bool = False
    multiplexer: str = ""
    erases: bool = False

    @property
    def clipboard(self) -> str:
        """The expected support for OSC 52, the sequence with which an app copies to the clipboard.

        The environment does not say whether the terminal itself accepts the sequence.
        """
        if self.dumb:
            return "no: the terminal does not support control sequences"
        if self.multiplexer == "tmux":
            return "OSC 52, if tmux has set-clipboard on and the terminal supports it"
        if self.multiplexer == "screen":
            return "no: GNU Screen does not pass on OSC 52"
        return "OSC 52, if the terminal supports it"

    @property
    def theme(self) -> str:
        """The name of the shipped theme that suits the terminal."""
        if not self.utf8 or self.dumb:
            return "ascii"
        return {"none": "mono", "16": "ansi"}.get(self.colours, "default")


def detect_terminal(
    environ: Mapping[str, str] | None = None, encoding: str | None = None
) -> Capabilities:
    """Detect the terminal's capabilities from the environment and the output encoding.

    Args:
        environ: The environment variables, or None for those of this process.
        encoding: The encoding of the output, or None for that of standard output.
    """
    environ = os.environ if environ is None else environ
    term = environ.get("TERM", "").lower()
    multiplexer = "tmux" if environ.get("TMUX") else "screen" if environ.get("STY") else ""
    return Capabilities(
        colours=_detect_colours(environ, term),
        utf8=_detect_utf8(environ, encoding),
        dumb=term in ("dumb", "unknown"),
        remote=bool(environ.get("SSH_CONNECTION") or environ.get("SSH_TTY")),
        multiplexer=multiplexer,
        erases=multiplexer == "tmux" or (not multiplexer and term.startswith(_ERASING_TERMINALS)),
    )


def choose_color_mode(environ: Mapping[str, str] | None = None) -> ColorMode:
    """Return when output is coloured by the environment, where no option decides.

    A variable applies if it is set and not empty: NO_COLOR (no-color.org) comes first, then
    FORCE_COLOR (force-color.org) and CLICOLOR_FORCE, neither with the value 0, then CLICOLOR=0.
    """
    environ = os.environ if environ is None else environ
    if environ.get("NO_COLOR"):
        return "never"
    if any(environ.get(name) not in (None, "", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return "always"
    return "never" if environ.get("CLICOLOR") == "0" else "auto"


def detect_colours(environ: Mapping[str, str] | None = None, *, forced: bool = False) -> Colours:
    """Detect the terminal's colour depth.

    Args:
        environ: The environment variables, or None for those of this process.
        forced: True to use colours even if the terminal has none or NO_COLOR is set.
    """
    environ = os.environ if environ is None else environ
    term = environ.get("TERM", "").lower()
    if not forced:
        return _detect_colours(environ, term)
    found = _detect_colours({**environ, "NO_COLOR": ""}, term)
    return "16" if found == "none" else found


def _detect_colours(environ: Mapping[str, str], term: str) -> Colours:
    # NO_COLOR applies if it is set and not empty (no-color.org).
    if environ.get("NO_COLOR") or term in ("dumb", "unknown") or term.startswith("vt"):
        return "none"
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("-direct"):
        return "truecolor"
    return "256" if "256" in term else "16"


def _detect_utf8(environ: Mapping[str, str], encoding: str | None) -> bool:
    encoding = encoding or getattr(sys.stdout, "encoding", None) or "utf-8"
    if (
        encoding.lower().replace("-", "") != "utf8"
    ):  # whatever the terminal supports, Python would write another encoding
        return False
    # Python sets LC_CTYPE=C.UTF-8 in a C locale (PEP 538); an explicit LANG=C still means C.
    coerced = environ.get("LC_CTYPE") == "C.UTF-8"
    names = (
        ("LC_ALL", "LANG") if coerced and environ.get("LANG") else ("LC_ALL", "LC_CTYPE", "LANG")
    )
    for name in names:
        value = environ.get(name)
        if value:
            return "utf-8" in value.lower() or "utf8" in value.lower()
    return True
