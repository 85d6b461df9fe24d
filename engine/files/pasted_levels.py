"""The division of text into levels, which may be in code blocks.

Messages and files from other programs may contain several levels in a row: share strings, JSON
objects with or without an array around them, level files, or text boards that each follow the name
of their game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.errors import LevelError
from engine.files.share_string import is_share_string
from engine.files.untrusted_toml import parse_toml
from engine.game import registry

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[^`]*")
_SHARED = re.compile(r"^[ \t]*pw\d+:", re.MULTILINE)
_QUOTE = re.compile(r"[ \t]{0,3}> ?")
_BULLET = re.compile(r"[ \t]*(?:[-*+]|\d{1,4}[.)])[ \t]+")
_FORMAT = re.compile(r"^format[ \t]*=", re.MULTILINE)
_BETWEEN = re.compile(r"[\s,]*")
_ARRAY = re.compile(r"\s*\[[\s,]*(?=\{)")
_ARRAY_END = re.compile(r"\s*\]\s*")


@dataclass(frozen=True, slots=True)
class TextPart:
    """A part of a longer text.

    Attributes:
        text: The text of the part.
        line: The number of lines in the whole text before this part.
    """

    text: str
    line: int = 0


def extract_code_blocks(text: str) -> list[TextPart]:
    """Return the contents of the fenced code blocks in text. The last fence may be unclosed."""
    blocks, lines = [], text.split("\n")
    fence, start = "", 0
    for number, line in enumerate(lines):
        if not fence:
            opening = _FENCE.fullmatch(line)
            fence, start = (opening[1], number + 1) if opening else ("", 0)
        # As in CommonMark, a closing fence is at least as long as the opening one, and its line has
        # no other text.
        elif line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            blocks.append(TextPart("".join(f"{each}\n" for each in lines[start:number]), start))
            fence = ""
    if fence and any(map(str.strip, lines[start:])):
        blocks.append(TextPart("\n".join(lines[start:]), start))
    return blocks


def is_fenced(text: str) -> bool:
    """Return True if ``text`` begins with a code fence."""
    first = text.lstrip("\n").partition("\n")[0]
    return _FENCE.fullmatch(first) is not None


def starts_marked(text: str) -> bool:
    """Return True if the first line of ``text`` begins with a quote mark or a bullet."""
    first = text.lstrip("\n").partition("\n")[0]
    return any(marker.match(first) for marker in (_QUOTE, _BULLET))


def strip_markers(text: str) -> str:
    """Return ``text`` without one level of quote marks or, if there are none, of list bullets.

    Lines outside quotes and lists become empty, so that all others keep their numbers. Text
    without either is returned as it is.
    """
    lines = text.split("\n")
    for marker in (_QUOTE, _BULLET):
        found = [marker.match(line) for line in lines]
        if any(found):
            # The other lines of a list item are indented.
            return "\n".join(
                line[mark.end() :]
                if mark
                else line
                if marker is _BULLET and line[:1] in (" ", "\t")
                else ""
                for line, mark in zip(lines, found, strict=True)
            )
    return text


def split_levels(piece: TextPart) -> list[TextPart]:
    """Divide a piece of text into one part for each level in it.

    Raises:
        LevelError: A JSON array is unterminated, so levels may be missing.
    """
    text = piece.text
    if is_share_string(text):
        starts = [found.start() for found in _SHARED.finditer(text)]
    elif text.lstrip().startswith("{") or _ARRAY.match(text):
        return _split_objects(piece)
    else:
        starts = _find_game_lines(text) or _find_file_starts(text)
    return [TextPart(each.text, piece.line + each.line) for each in _cut_text(text, starts)]


def _find_game_lines(text: str) -> list[int]:
    """Return the offsets of the lines that consist of the name of a game.

    If the text does not begin with such a line, return an empty list.
    """
    names = "|".join(map(re.escape, registry.list_names()))
    named = re.compile(rf"^[ \t]*({names})[ \t]*$", re.MULTILINE)
    return [found.start() for found in named.finditer(text)] if named.match(text.lstrip()) else []


def _find_file_starts(text: str) -> list[int]:
    """Return the offsets at which several level files begin, or an empty list for a single file."""
    starts = [found.start() for found in _FORMAT.finditer(text)]
    # A single file usually has one "format" key. A text with several is a single file if it is
    # valid TOML.
    if len(starts) < 2:
        return []
    try:
        parse_toml(text)
    except LevelError:
        return starts
    return []  # a single file whose tables also have "format" keys


def _cut_text(text: str, starts: Sequence[int]) -> Iterator[TextPart]:
    """Yield the parts of ``text`` that begin at the offsets ``starts``.

    The first part includes everything before the second offset.
    """
    line = 0
    for begin, end in pairwise([0, *starts[1:], len(text)]):
        yield TextPart(text[begin:end], line)
        # Count only the lines in this part, so that the total time is linear in the text's length.
        line += text.count("\n", begin, end)


def _split_objects(piece: TextPart) -> list[TextPart]:
    """Return the JSON objects in a piece of text. After invalid JSON, the rest is the last part.

    Raises:
        LevelError: A JSON array is unterminated.
    """
    decoder, found, text = json.JSONDecoder(), list[TextPart](), piece.text
    array = _ARRAY.match(text)
    at, line, counted = array.end() if array else 0, piece.line, 0
    is_whole = True
    while is_whole:
        begin = _BETWEEN.match(text, at).end()  # type: ignore[union-attr] # matches even an empty string
        if begin == len(text) and array:
            message = "not JSON: expected ] after the last level, found the end"
            raise LevelError(message, line=piece.line + text.count("\n") + 1)
        if begin == len(text) or (array and _ARRAY_END.fullmatch(text, begin)):
            break
        try:
            # raw_decode stops after one value, so it finds where an object ends even if no
            # separator follows.
            at = decoder.raw_decode(text, begin)[1]
        except (ValueError, RecursionError):
            at, is_whole = len(text), False
        line, counted = line + text.count("\n", counted, begin), begin
        found.append(TextPart(text[begin:at], line))
    return found
