"""What the terminal at the other end can show, judged from the environment alone.

Asking the terminal itself would cost a round trip and some never answer. ``COLORTERM`` is not
forwarded over SSH, so without it the answer is what ``TERM`` promises.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Colours = Literal["none", "16", "256", "truecolor"]

THEME_VARIABLE = "PUZZLE_WORKBENCH_THEME"
"""Environment variable that names the theme to use."""


_ERASING = (
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
"""How the names begin of terminals that erase in the colour of the background, among them many that
call themselves an xterm. GNU screen has to be asked to."""


@dataclass(frozen=True, slots=True)
class Link:
    """What the terminal can do.

    Attributes:
        colours: how many colours it shows; ``none`` also where the user wants none.
        utf8: whether it shows more than ASCII.
        dumb: it claims to know no control sequences at all.
        remote: the session came over SSH.
        multiplexer: ``tmux`` or ``screen`` where inside one, else empty.
        erases: whether it erases columns in the colour of the background; where that is not
            known, it does not.
    """

    colours: Colours
    utf8: bool
    dumb: bool = False
    remote: bool = False
    multiplexer: str = ""
    erases: bool = False

    @property
    def clipboard(self) -> str:
        """What to expect of OSC 52, by which an app copies to the clipboard of the user's side.

        Whether the terminal itself takes it cannot be known from here.
        """
        if self.dumb:
            return "no: the terminal knows no control sequences"
        if self.multiplexer == "tmux":
            return "OSC 52, if tmux has set-clipboard on and the terminal takes it"
        if self.multiplexer == "screen":
            return "no: screen does not pass OSC 52 on"
        return "OSC 52, if the terminal takes it"

    @property
    def theme(self) -> str:
        """The name of the shipped theme that suits it."""
        if not self.utf8 or self.dumb:
            return "ascii"
        return {"none": "mono", "16": "ansi"}.get(self.colours, "default")


def detect(environ: Mapping[str, str] | None = None, encoding: str | None = None) -> Link:
    """What the terminal can do, by environment and encoding: those of the process by default."""
    environ = os.environ if environ is None else environ
    term = environ.get("TERM", "").lower()
    multiplexer = "tmux" if environ.get("TMUX") else "screen" if environ.get("STY") else ""
    return Link(
        colours=_colours(environ, term),
        utf8=_utf8(environ, encoding),
        dumb=term in ("dumb", "unknown"),
        remote=bool(environ.get("SSH_CONNECTION") or environ.get("SSH_TTY")),
        multiplexer=multiplexer,
        erases=multiplexer == "tmux" or (not multiplexer and term.startswith(_ERASING)),
    )


def _colours(environ: Mapping[str, str], term: str) -> Colours:
    # NO_COLOR counts when present and not empty (no-color.org).
    if environ.get("NO_COLOR") or term in ("dumb", "unknown") or term.startswith("vt"):
        return "none"
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("-direct"):
        return "truecolor"
    return "256" if "256" in term else "16"


def _utf8(environ: Mapping[str, str], encoding: str | None) -> bool:
    encoding = encoding or getattr(sys.stdout, "encoding", None) or "utf-8"
    if encoding.lower().replace("-", "") != "utf8":  # whatever the terminal could show
        return False
    # Python itself sets LC_CTYPE=C.UTF-8 in a C locale; an explicit LANG=C still means it.
    coerced = environ.get("LC_CTYPE") == "C.UTF-8"
    names = (
        ("LC_ALL", "LANG") if coerced and environ.get("LANG") else ("LC_ALL", "LC_CTYPE", "LANG")
    )
    for name in names:
        value = environ.get(name)
        if value:
            return "utf-8" in value.lower() or "utf8" in value.lower()
    return True
