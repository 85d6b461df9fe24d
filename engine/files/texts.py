"""A text as the texts of single levels: code blocks unwrapped, several levels taken apart.

Messages and files of other programs hold levels one after the other: share strings, JSON objects in
an array or without one, level files, and text that begins with the name of its game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.errors import LevelError
from engine.files.sharing import is_share_string
from engine.files.tomltext import parse
from engine.game import registry

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[^`]*")
_SHARED = re.compile(r"^[ \t]*pw\d+:", re.MULTILINE)
_FORMAT = re.compile(r"^format[ \t]*=", re.MULTILINE)
_BETWEEN = re.compile(r"[\s,]*")
_ARRAY = re.compile(r"\s*\[[\s,]*(?=\{)")
_ARRAY_END = re.compile(r"\s*\]\s*")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text.

    Attributes:
        text: the part.
        line: lines before it.
    """

    text: str
    line: int = 0


def code_blocks(text: str) -> list[Piece]:
    """Return the contents of the fenced code blocks of a text; the last may lack its end."""
    blocks, lines = [], text.split("\n")
    fence, start = "", 0
    for number, line in enumerate(lines):
        if not fence:
            opening = _FENCE.fullmatch(line)
            fence, start = (opening[1], number + 1) if opening else ("", 0)
        elif line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            blocks.append(Piece("".join(f"{each}\n" for each in lines[start:number]), start))
            fence = ""
    if fence and any(map(str.strip, lines[start:])):
        blocks.append(Piece("\n".join(lines[start:]), start))
    return blocks


def is_fenced(text: str) -> bool:
    """Return whether a text begins with a code block."""
    first = text.lstrip("\n").partition("\n")[0]
    return _FENCE.fullmatch(first) is not None


def single_levels(piece: Piece) -> list[Piece]:
    """Take a text apart into one part for each level; a single one stays as it is.

    Raises:
        LevelError: a JSON array ends without its bracket, so that levels may be missing.
    """
    text = piece.text
    if is_share_string(text):
        starts = [found.start() for found in _SHARED.finditer(text)]
    elif text.lstrip().startswith("{") or _ARRAY.match(text):
        return _objects(piece)
    else:
        starts = _starts_of_text(text) or _starts_of_files(text)
    return [Piece(each.text, piece.line + each.line) for each in _cut(text, starts)]


def _starts_of_text(text: str) -> list[int]:
    """Return where lines with the name of a game begin, if the first line is one."""
    names = "|".join(map(re.escape, registry.names()))
    named = re.compile(rf"^[ \t]*({names})[ \t]*$", re.MULTILINE)
    return [found.start() for found in named.finditer(text)] if named.match(text.lstrip()) else []


def _starts_of_files(text: str) -> list[int]:
    """Return where level files begin, if there are several."""
    starts = [found.start() for found in _FORMAT.finditer(text)]
    if len(starts) < 2:
        return []
    try:
        parse(text)
    except LevelError:
        return starts
    return []  # tables of a single file have such keys


def _cut(text: str, starts: Sequence[int]) -> Iterator[Piece]:
    """Cut a text before each start but the first."""
    line = 0
    for begin, end in pairwise([0, *starts[1:], len(text)]):
        yield Piece(text[begin:end], line)
        line += text.count("\n", begin, end)


def _objects(piece: Piece) -> list[Piece]:
    """Return the JSON objects of a text; what is no object stays together, for its error.

    Raises:
        LevelError: an array ends without its bracket.
    """
    decoder, found, text = json.JSONDecoder(), list[Piece](), piece.text
    array = _ARRAY.match(text)
    at, line, counted = array.end() if array else 0, piece.line, 0
    is_whole = True
    while is_whole:
        begin = _BETWEEN.match(text, at).end()  # type: ignore[union-attr] # nothing matches, too
        if begin == len(text) and array:
            message = "not JSON: expected ] after the last level, found the end"
            raise LevelError(message, line=piece.line + text.count("\n") + 1)
        if begin == len(text) or (array and _ARRAY_END.fullmatch(text, begin)):
            break
        try:
            at = decoder.raw_decode(text, begin)[1]
        except (ValueError, RecursionError):
            at, is_whole = len(text), False
        line, counted = line + text.count("\n", counted, begin), begin
        found.append(Piece(text[begin:at], line))
    return found
