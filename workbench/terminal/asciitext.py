"""Text for terminals and locales that have no more than ASCII."""

from __future__ import annotations

import codecs
import re
import sys
import unicodedata
from functools import lru_cache

from workbench.terminal import link

_STAND_INS = str.maketrans(
    "·…━─●◆▶‖★→↑←↓▸▾◂✗╌┃│┌┐└┘├┤┬┴┼≤×–—‘’“”█▓▒░",  # noqa: RUF001 - meant as they are
    "-~=-o@>|*>^<v>v<x-||+++++++++<x--''\"\"#*+.",
)
"""For the signs of panes and for what titles are often written with, one column each."""
_CUT = re.compile(r"[ -~]…|…[ -~]")
"""An ellipsis with a column beside it: one dot alone would end a sentence."""
HANDLER = "workbench"
"""The name of :func:`_replace_signs` among the error handlers of codecs."""


@lru_cache(1024)
def plain(text: str) -> str:
    """A text in ASCII: without accents, ``?`` for what has no stand-in, of the same width."""
    from rich.cells import cell_len, set_cell_size

    def stand_in(sign: str) -> str:
        """The letter of an accented one, else as many question marks as there are columns."""
        width = cell_len(sign)
        letter = unicodedata.normalize("NFD", sign)[:1]
        return letter if width == 1 and letter.isascii() else "?" * width

    text = _CUT.sub("..", text)
    # Signs that make one together may be narrower than one by one.
    return set_cell_size("".join(map(stand_in, text.translate(_STAND_INS))), cell_len(text))


def prepare_output() -> None:
    """Have standard output and errors write what the locale can show, and never fail.

    Python takes UTF-8 for them in the C locale, whose terminals may have no more than ASCII.
    """
    codecs.register_error(HANDLER, _replace_signs)
    ascii_only = not link.detect().utf8
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            utf8 = codecs.lookup(stream.encoding).name == "utf-8"
            encoding = "ascii" if ascii_only and utf8 else None
            stream.reconfigure(encoding=encoding, errors=HANDLER)


def _replace_signs(error: UnicodeError) -> tuple[str, int]:
    """Replace signs by their stand-ins, and letters, which must not be lost, by escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end].translate(_STAND_INS)
    return found.encode("ascii", "backslashreplace").decode("ascii"), error.end
