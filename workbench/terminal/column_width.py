"""Widths of text in columns, and conversion of text so that every terminal gives it the same width.

A cluster is a character together with the marks and joined characters that belong to it. For
example, the emoji for a family of three is one cluster of five code points. For this cluster,
:func:`split_columns` returns the first person and an empty second column.

Terminals disagree on the width of clusters of several characters. A sequence of joined emoji takes
up two columns in some terminals and eight in others, so only its first emoji is sent. Vowel signs
in Indic scripts (spacing marks) take up one column in most terminals, but none in Rich and in some
terminals. This module counts them as one column, and the output places the text after them
correctly in either case.
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
_SPACING_MARK = "Mc"
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""The variation selectors, which change the look of a character and, in some terminals, its
width."""
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FLAG_LETTERS = {chr(0x1F1E6 + number): chr(65 + number) for number in range(26)}
"""The plain letter for each regional indicator. Some terminals draw two indicators as a flag."""


def widen_spacing_marks() -> None:
    """Make Rich, and therefore Textual, count a spacing mark as one column.

    Nothing is changed if this version of Rich stores its table of widths elsewhere.
    """
    # On a second call, the loader has already been replaced.
    load = getattr(rich.cells, "load_cell_table", None)
    if load is None or load is _load_widened_table:
        return
    _table_loaders.append(load)
    setattr(rich.cells, "load_cell_table", _load_widened_table)  # noqa: B010 - Rich does not export it
    get_character_cell_size.cache_clear()
    rich.cells.cached_cell_len.cache_clear()


_table_loaders: list[Callable[[str], Any]] = []
"""Rich's own table loader, once :func:`widen_spacing_marks` has replaced it."""


@cache
def _load_widened_table(version: str = "auto") -> Any:
    """Return Rich's table of widths, with spacing marks removed from the ranges of width 0."""
    table = _table_loaders[0](version)
    widths: list[tuple[int, int, int]] = []
    for start, end, width in table.widths:
        if width:
            widths.append((start, end, width))
            continue
        first = start
        # The iteration past the end of the range adds its last part.
        for code in range(start, end + 2):
            if code > end or unicodedata.category(chr(code)) == _SPACING_MARK:
                widths += [(first, code - 1, 0)] if first < code else []
                first = code + 1
    return table._replace(widths=tuple(widths))


def split_clusters(text: str) -> Iterator[str]:
    """Yield the clusters in a string: characters with their marks and joined characters."""
    start = 0
    for at in range(1, len(text)):
        if not (_is_extension(text[at]) or text[at - 1] == _JOINER):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


def _is_extension(character: str) -> bool:
    """Return True if ``character`` belongs to the same cluster as the character before it."""
    if character.isascii():
        return False
    return (
        character == _JOINER
        or character in _SKIN_TONES
        or unicodedata.category(character) in _MARKS
    )


def crop_text(text: str, width: int) -> str:
    """Cut or pad ``text`` to exactly ``width`` columns."""
    if text.isascii():
        return text[: max(width, 0)].ljust(width)
    kept, room = [], width
    for cluster in split_clusters(text):
        room -= cell_len(cluster)
        if room < 0:
            break
        kept.append(cluster)
    return pad_text("".join(kept), width)


def pad_text(text: str, width: int) -> str:
    """Pad ``text`` with blanks to ``width`` columns."""
    text = text.rstrip(_JOINER)  # a joiner would combine with the first blank
    return text + " " * (width - cell_len(text))


@lru_cache(4096)
def split_columns(text: str) -> tuple[str, ...]:
    """Return the text to send for each column, which is "" for a wide character's later columns."""
    found: list[str] = []
    for cluster in split_clusters(text):
        if width := cell_len(cluster):
            found += _list_sign_columns(cluster, width)
    return tuple(found)


def _list_sign_columns(cluster: str, width: int) -> list[str]:
    """Return the text to send for each column of a cluster."""
    first = _FLAG_LETTERS.get(cluster[0], cluster[0])
    if len(cluster) == 1:
        return [first, *[" " if first != cluster else ""] * (width - 1)]
    own = get_character_cell_size(first)
    rest = cluster[1:].partition(_JOINER)[0]
    marks = "".join(c for c in rest if c not in _SELECTORS and c not in _SKIN_TONES)
    own += sum(map(get_character_cell_size, marks))
    # The result is the character with its marks, an empty string for each further column that they
    # take up, and blanks up to the width that Rich has counted.
    return [first + marks, *[""] * (own - 1), *[" "] * (width - own)][:width]


@lru_cache(4096)
def has_unsure_width(text: str) -> bool:
    """Return True if terminals disagree on the width of a column's text."""
    return len(text) > 1 and any(unicodedata.category(mark) == _SPACING_MARK for mark in text)


def wrap_text(
    text: str,
    width: int,
    *,
    subsequent_indent: str = "",
    max_lines: int | None = None,
    placeholder: str = " …",
) -> list[str]:
    """Wrap a string like ``textwrap.wrap``, but measure width in columns, not in characters.

    Args:
        text: The text to wrap.
        width: The width of a line in columns. A width below 1 is treated as 1.
        subsequent_indent: The indentation of all lines except the first.
        max_lines: The maximum number of lines, or None for no limit.
        placeholder: The text to put at the end of the last line if lines had to be dropped.
    """
    wrapper = _ColumnWrapper(max(width, 1), max_lines=max_lines, placeholder=placeholder)
    # Each line starts with its indentation. Adding text to a _Chunk gives a _Chunk, so the whole
    # line is measured in columns.
    wrapper.initial_indent, wrapper.subsequent_indent = _Chunk(), _Chunk(subsequent_indent)
    return [*map(str, wrapper.wrap(text))]


class _Chunk(str):
    """A string whose length is its width in columns."""

    __slots__ = ()

    def __len__(self) -> int:
        return super().__len__() if self.isascii() else cell_len(str(self))

    def __add__(self, other: str) -> _Chunk:
        return _Chunk(super().__add__(other))

    def rstrip(self, chars: str | None = None) -> _Chunk:
        return _Chunk(super().rstrip(chars))


class _ColumnWrapper(textwrap.TextWrapper):
    """A text wrapper that measures width in columns."""

    def _split(self, text: str) -> list[str]:
        return [*map(_Chunk, super()._split(text))]

    def _handle_long_word(
        self, reversed_chunks: list[str], cur_line: list[str], cur_len: int, width: int
    ) -> None:
        """Cut a word longer than a line: at a hyphen if there is one, else between two clusters."""
        word, room, head = str(reversed_chunks.pop()), width - cur_len, ""
        for cluster in split_clusters(word):
            room -= cell_len(cluster)
            # A cluster wider than a line must get a line to itself, or wrapping would never end.
            if room < 0 and (head or cur_line):
                break
            head += cluster
        hyphen = head.rfind("-")
        if len(head) < len(word) and hyphen > 0 and head[:hyphen].strip("-"):
            head = head[: hyphen + 1]
        cur_line += [_Chunk(head)] * bool(head)
        reversed_chunks += [_Chunk(word[len(head) :])] * (len(head) < len(word))
