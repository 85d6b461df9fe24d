"""How many columns texts take, and what is sent of them: the same in every terminal.

Terminals differ about signs that are made of several characters. Emoji joined into one take two
columns here and eight there, so the first of them is sent alone. Vowel signs of Indic scripts
(spacing marks) take a column of their own in most terminals, and none in Rich and some others:
they are measured as a column, and sent so that what follows is in its place in either.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any

import rich.cells
from rich.cells import cell_len, get_character_cell_size

_JOINER = "\u200d"
_MARKS = frozenset(("Mn", "Me", "Mc"))
_SPACING = "Mc"
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""They choose how the character before them looks, and change its width in some terminals."""
_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FLAGS = {chr(0x1F1E6 + number): chr(65 + number) for number in range(26)}
"""Letters of flags, two of which are one sign in some terminals."""


def widen_spacing_marks() -> None:
    """Have Rich, and Textual with it, measure a spacing mark as a column.

    Versions of Rich whose table of widths is kept elsewhere are left as they are.
    """
    load = getattr(rich.cells, "load_cell_table", None)
    if load is None or load is _widened:
        return
    _loaders.append(load)
    setattr(rich.cells, "load_cell_table", _widened)  # noqa: B010 - Rich does not export it
    get_character_cell_size.cache_clear()
    rich.cells.cached_cell_len.cache_clear()


_loaders: list[Callable[[str], Any]] = []
"""What loads Rich's own table."""


@cache
def _widened(version: str = "auto") -> Any:
    """Rich's table of widths with spacing marks taken out of the ranges without width."""
    table = _loaders[0](version)
    widths: list[tuple[int, int, int]] = []
    for start, end, width in table.widths:
        if width:
            widths.append((start, end, width))
            continue
        first = start
        for code in range(start, end + 2):
            if code > end or unicodedata.category(chr(code)) == _SPACING:
                widths += [(first, code - 1, 0)] if first < code else []
                first = code + 1
    return table._replace(widths=tuple(widths))


def clusters(text: str) -> Iterator[str]:
    """Split a text where it may be cut: marks and what is joined stay with their character."""
    start = 0
    for at in range(1, len(text)):
        if not (_extends(text[at]) or text[at - 1] == _JOINER):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


def _extends(character: str) -> bool:
    """Whether a character belongs to the one before it."""
    if character.isascii():
        return False
    return character == _JOINER or character in _TONES or unicodedata.category(character) in _MARKS


def crop(text: str, width: int) -> str:
    """Return the beginning of a text that fits into some columns, with blanks up to them."""
    if text.isascii():
        return text[: max(width, 0)].ljust(width)
    kept, room = [], width
    for cluster in clusters(text):
        room -= cell_len(cluster)
        if room < 0:
            break
        kept.append(cluster)
    return pad("".join(kept), width)


def pad(text: str, width: int) -> str:
    """Return a text with blanks behind it up to some columns."""
    text = text.rstrip(_JOINER)  # it would join the first blank
    return text + " " * (width - cell_len(text))


@lru_cache(4096)
def columns_of(text: str) -> tuple[str, ...]:
    """Return what is sent for each column; nothing for the later ones of a wide sign."""
    found: list[str] = []
    for cluster in clusters(text):
        if width := cell_len(cluster):
            found += _sent(cluster, width)
    return tuple(found)


def _sent(cluster: str, width: int) -> list[str]:
    """What is sent for each column of a sign."""
    first = _FLAGS.get(cluster[0], cluster[0])
    if len(cluster) == 1:
        return [first, *[" " if first != cluster else ""] * (width - 1)]
    own = get_character_cell_size(first)
    rest = cluster[1:].partition(_JOINER)[0]
    marks = "".join(c for c in rest if c not in _SELECTORS and c not in _TONES)
    own += sum(map(get_character_cell_size, marks))
    return [first + marks, *[""] * (own - 1), *[" "] * (width - own)][:width]


@lru_cache(4096)
def is_unsure(text: str) -> bool:
    """Whether terminals differ about the width of what is sent for a column."""
    return len(text) > 1 and any(unicodedata.category(mark) == _SPACING for mark in text)


def wrap(
    text: str,
    width: int,
    *,
    subsequent_indent: str = "",
    max_lines: int | None = None,
    placeholder: str = " …",
) -> list[str]:
    """Break a text into lines of at most some columns, as ``textwrap.wrap`` does by characters.

    Args:
        text: the text.
        width: columns of a line; a width below 1 counts as 1.
        subsequent_indent: the beginning of every line but the first.
        max_lines: lines at most; None for all.
        placeholder: the end of the last line of a text that has more.
    """
    wrapper = _ColumnWrapper(max(width, 1), max_lines=max_lines, placeholder=placeholder)
    # Lines begin with an indent, so all that is added to one is measured by columns, too.
    wrapper.initial_indent, wrapper.subsequent_indent = _Chunk(), _Chunk(subsequent_indent)
    return [*map(str, wrapper.wrap(text))]


class _Chunk(str):
    """A part of a text whose length is the number of columns that it takes."""

    __slots__ = ()

    def __len__(self) -> int:
        return super().__len__() if self.isascii() else cell_len(str(self))

    def __add__(self, other: str) -> _Chunk:
        return _Chunk(super().__add__(other))

    def rstrip(self, chars: str | None = None) -> _Chunk:
        """Return the same without characters at its end."""
        return _Chunk(super().rstrip(chars))


class _ColumnWrapper(textwrap.TextWrapper):
    """A wrapper that measures by columns; it overrides steps that are meant to be overridden."""

    def _split(self, text: str) -> list[str]:
        return [*map(_Chunk, super()._split(text))]

    def _handle_long_word(
        self, reversed_chunks: list[str], cur_line: list[str], cur_len: int, width: int
    ) -> None:
        """Cut a word that is longer than a line between two signs, after a hyphen if it has one."""
        word, room, head = str(reversed_chunks.pop()), width - cur_len, ""
        for cluster in clusters(word):
            room -= cell_len(cluster)
            # A sign that is wider than a line has one for itself, or there would be no end.
            if room < 0 and (head or cur_line):
                break
            head += cluster
        hyphen = head.rfind("-")
        if len(head) < len(word) and hyphen > 0 and head[:hyphen].strip("-"):
            head = head[: hyphen + 1]
        cur_line += [_Chunk(head)] * bool(head)
        reversed_chunks += [_Chunk(word[len(head) :])] * (len(head) < len(word))
