"""Conversion of text to ASCII, for terminals and locales that support no other characters."""

from __future__ import annotations

import codecs
import re
import sys
import unicodedata
from functools import lru_cache

from workbench.terminal import capabilities

_STAND_INS = str.maketrans(
    "·…━─●◆▶‖★→↑←↓▸▾◂✗╌┃│┌┐└┘├┤┬┴┼≤×–—‘’“”█▓▒░",  # noqa: RUF001 - the similar characters are intended
    "-~=-o@>|*>^<v>v<x-||+++++++++<x--''\"\"#*+.",
)
"""The ASCII replacements for symbols in panes and punctuation in titles, one column wide each."""
_TOUCHING_ELLIPSIS = re.compile(r"[ -~]…|…[ -~]")
"""A pattern for an ellipsis next to a character, where one dot would look like a full stop."""
ERROR_HANDLER = "workbench"
"""The name under which :func:`_replace_signs` is registered as a codec error handler."""


@lru_cache(1024)
def convert_to_ascii(text: str) -> str:
    """Convert ``text`` to ASCII without changing its width in columns.

    Accents are removed. Characters without a replacement become question marks.
    """
    from rich.cells import cell_len, set_cell_size

    def find_stand_in(sign: str) -> str:
        # Canonical decomposition puts the base letter first, before its accents.
        width = cell_len(sign)
        letter = unicodedata.normalize("NFD", sign)[:1]
        return letter if width == 1 and letter.isascii() else "?" * width

    text = _TOUCHING_ELLIPSIS.sub("..", text)
    # Characters that combine may be narrower together than the sum of their widths.
    return set_cell_size("".join(map(find_stand_in, text.translate(_STAND_INS))), cell_len(text))


def prepare_output() -> None:
    """Configure standard output and standard error to encode any text without errors.

    In the C locale, Python encodes both streams as UTF-8, although the terminal may support only
    ASCII. In that case, they are changed to ASCII.
    """
    codecs.register_error(ERROR_HANDLER, _replace_signs)
    ascii_only = not capabilities.detect_terminal().utf8
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            utf8 = codecs.lookup(stream.encoding).name == "utf-8"
            encoding = "ascii" if ascii_only and utf8 else None
            stream.reconfigure(encoding=encoding, errors=ERROR_HANDLER)


def _replace_signs(error: UnicodeError) -> tuple[str, int]:
    """Replace symbols with similar ASCII characters, and other characters with escapes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end].translate(_STAND_INS)
    return found.encode("ascii", "backslashreplace").decode("ascii"), error.end
