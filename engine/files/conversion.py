"""The conversion of levels between level files, JSON, share strings and the games' text formats.

Some formats cannot hold every value in a level. To find values that would be lost, the written text
is read back and compared with the level.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import EngineError, LevelError, add_file_name, escape_unprintable, quote_input
from engine.files import levelfile, leveljson, pasted_levels, share_string, untrusted_toml
from engine.files.exports import tiled_reader
from engine.files.pasted_levels import TextPart
from engine.files.untrusted_toml import decode_text
from engine.game import registry
from engine.game.boards import TextFormat
from engine.values.level import Level


@dataclass(frozen=True, slots=True)
class LevelFormat:
    """A text format that can hold the levels of every game.

    Attributes:
        title: A description of the format in a few words.
        read: A function that reads a level from a string. Its second argument is the file name for
            error messages.
        write: A function that returns a level as a string.
        escape: A function that escapes all control characters in a string from ``write`` without
            changing its meaning.
    """

    title: str
    read: Callable[[str, str], Level]
    write: Callable[[Level], str]
    escape: Callable[[str], str]


def _write_share_line(level: Level) -> str:
    return share_string.dumps(level) + "\n"


_JSON = "the same keys and values as JSON"
LEVEL_FORMATS: Mapping[str, LevelFormat] = {
    "toml": LevelFormat(
        "a level file", levelfile.loads, levelfile.dumps, untrusted_toml.escape_toml
    ),
    "json": LevelFormat(_JSON, leveljson.loads, leveljson.dumps, leveljson.escape_json),
    "share": LevelFormat("a share string", share_string.loads, _write_share_line, str),
}
TILED = "tmj"
"""The format of Tiled, which :mod:`engine.files.exports` writes."""
_MAX_QUOTED = 6
"""The number of levels of quotes and lists around a level that are removed, and one more."""
TEXT = "text"
"""The name of the default text format, which every game that has text formats supports."""


def list_format_names() -> tuple[str, ...]:
    """Return the names of all formats, starting with those that can store levels of any game."""
    own = (form.name for game in registry.list_games() for form in game.boards.text_formats)
    return tuple(dict.fromkeys([*LEVEL_FORMATS, TEXT, *own]))


def detect_format(text: str, game: str | None = None) -> str:
    """Recognize the format of one or more levels from their text, and return the format's name.

    Raises:
        LevelError: The text is in none of the formats.
    """
    text = normalize_newlines(text)
    start = text.lstrip()
    if share_string.is_share_string(start):
        return "share"
    # This is a generator, so that the games are asked only if the text is not recognized otherwise.
    recognised = (own.name for own in _list_text_formats(None) if own.can_read(text))
    if start.startswith("{"):
        return next(recognised, None) or (TILED if tiled_reader.is_map(text) else "json")
    form = next(recognised, TEXT if game else "toml")
    # A text board of nothing but "#" and blanks would pass for TOML comments.
    if form == "toml" and "=" not in text:
        raise LevelError("not a level file, JSON, a share string or text that names its game")
    return form


def read_level(
    content: bytes | str, file: str = "-", *, form: str | None = None, game: str | None = None
) -> Level:
    """Read a level from text in any of the formats.

    Args:
        content: The text, or its bytes in UTF-8 with or without a byte-order mark.
        file: The file name for error messages.
        form: The name of the format; None to recognize it.
        game: The name of the game; None to recognize it.

    Raises:
        LevelError: The text is not a level in that format. The error names the file and line.
        EngineError: There is no such format or game.
    """
    with add_file_name(file):
        text = normalize_newlines(decode_text(content))
        form = form or detect_format(text, game)
        if form in LEVEL_FORMATS:
            level = LEVEL_FORMATS[form].read(text, file)
            if game not in (None, level.game):
                raise LevelError(f"expected a level of {game}, found one of {level.game}")
            return level
        if form == TILED:
            return tiled_reader.parse_map(text, game)
        return _find_text_format(text, form, game).read(text)


def read_levels(
    content: bytes | str, file: str = "-", *, form: str | None = None, game: str | None = None
) -> list[Level]:
    """Read one or more levels from text or from the code blocks in it.

    The arguments are those of :func:`read_level`.

    Raises:
        LevelError: A level cannot be read. The error names the file and line, and also the number
            of the level if there are several.
        EngineError: There is no such format or game.
    """
    with add_file_name(file):
        pieces = _split_text(content, game)
    return [
        _read_piece(piece, file, form, game, f"level {number} of {len(pieces)}: ")
        if len(pieces) > 1
        else _read_piece(piece, file, form, game)
        for number, piece in enumerate(pieces, start=1)
    ]


def has_comments(content: bytes | str, *, form: str | None = None, game: str | None = None) -> bool:
    """Return True if any level that :func:`read_levels` finds in ``content`` has TOML comments."""
    return any(
        (form or detect_format(piece.text, game)) == "toml"
        and untrusted_toml.has_comments(piece.text.encode())
        for piece in _split_text(content, game)
    )


def _split_text(content: bytes | str, game: str | None) -> list[TextPart]:
    """Divide text into parts that contain one level each.

    Raises:
        LevelError: The text is not UTF-8, is too long, or is an unterminated JSON array.
    """
    blocks = _find_blocks(_strip_quoting(normalize_newlines(decode_text(content)), game), game)
    return [part for each in blocks for part in pasted_levels.split_levels(each)]


def _find_blocks(text: str, game: str | None) -> list[TextPart]:
    """Return the code blocks in ``text``, or all of it if it has no blocks or is itself a level."""
    # Code fences inside a level, for example in its notes, do not count.
    fenced = pasted_levels.is_fenced(text) or not _is_level(text, game)
    return (pasted_levels.extract_code_blocks(text) if fenced else []) or [TextPart(text)]


def _is_level(text: str, game: str | None) -> bool:
    """Return True if ``text`` is a level as a whole, although it may have errors."""
    first = text.lstrip().partition("\n")[0]
    try:
        form = detect_format(text, game)
        return form != "toml" or "=" in first or bool(untrusted_toml.parse_toml(text))
    except LevelError:
        return False


def _strip_quoting(text: str, game: str | None) -> str:
    """Return ``text`` without quote marks and bullets, if it has a level only without them."""
    bare = text
    for _ in range(_MAX_QUOTED):
        is_marked = pasted_levels.starts_marked(bare)
        # A game's text is never changed, because its lines may begin with such marks or blanks.
        # No level file begins with a mark.
        if _is_level(bare, game) and (not is_marked or detect_format(bare, game) != "toml"):
            is_file = detect_format(bare, game) == "toml"
            return _dedent(bare) if is_file else bare
        if pasted_levels.extract_code_blocks(bare):
            return _dedent(bare)
        before, bare = bare, pasted_levels.strip_markers(bare)
        if bare == before:
            break
    return text


def _dedent(text: str) -> str:
    """Remove the indentation that all lines share, without a change of any other text."""
    is_indented = text.lstrip("\n")[:1] in (" ", "\t")
    return textwrap.dedent(text) if is_indented else text


def _read_piece(
    piece: TextPart, file: str, form: str | None, game: str | None, place: str = ""
) -> Level:
    """Read the level in one part of a text. Errors give the line number in the whole text."""
    try:
        return read_level(piece.text, file, form=form, game=game)
    except LevelError as error:
        line = None if error.line is None else error.line + piece.line
        raise LevelError(
            place + error.message,
            file=error.file,
            line=line,
            key=error.key,
            row=error.row,
            col=error.col,
        ) from error


def normalize_newlines(text: str) -> str:
    """Replace all line endings with newlines. Text pasted into a terminal has carriage returns."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write_level(level: Level, form: str) -> str:
    """Return a level as text in the given format, ending with a newline.

    Raises:
        EngineError: The format is unknown, or the game does not have it.
    """
    if form in LEVEL_FORMATS:
        return LEVEL_FORMATS[form].write(level)
    return _get_text_format(level.game, form).write(level)


def escape_text(text: str, form: str) -> str:
    """Escape all control characters in text that :func:`write_level` returned.

    Level files and JSON keep their meaning. Games' text formats have no escape sequences, so the
    escaped text may lose values, which :func:`find_lost_keys` can find.
    """
    if form in LEVEL_FORMATS:
        return LEVEL_FORMATS[form].escape(text)
    return "".join(f"{escape_unprintable(line)}\n" for line in text.split("\n")[:-1])


def find_lost_keys(level: Level, text: str, form: str) -> tuple[str, ...]:
    """Return the keys in a level whose values are lost when it is written as ``text``.

    Returns:
        Dotted keys, named as in a level file.

    Raises:
        LevelError: The text cannot be read back.
    """
    # The only way to find out which values a game's text format preserves is to read them back.
    again = levelfile.build_document(read_level(text, form, form=form, game=level.game))
    return tuple(_list_missing(levelfile.build_document(level), again, ""))


def _list_missing(before: Mapping[str, Any], after: Mapping[str, Any], prefix: str) -> list[str]:
    keys = []
    for key, value in before.items():
        other = after.get(key)
        if isinstance(value, Mapping) and isinstance(other, Mapping):
            keys += _list_missing(value, other, f"{prefix}{key}.")
        elif value != other:
            keys.append(prefix + key)
    return keys


def _find_text_format(text: str, form: str, game: str | None) -> TextFormat:
    """Find the text format with the name ``form`` that can read ``text``.

    Raises:
        EngineError: There is no such format or game.
        LevelError: Several games can read the text, or none can.
    """
    if game is not None:
        return _get_text_format(game, form)
    if form not in list_format_names():
        raise EngineError(
            f"unknown format {quote_input(form)}; the formats are {', '.join(list_format_names())}"
        )
    found = [own for own in _list_text_formats(form) if own.can_read(text)]
    if len(found) != 1:
        known = ", ".join(g.name for g in registry.list_games() if g.boards.text_formats) or "none"
        raise LevelError(
            f"the text does not name its game; the games with a text format are {known}"
        )
    return found[0]


def _list_text_formats(name: str | None) -> list[TextFormat]:
    every = (form for game in registry.list_games() for form in game.boards.text_formats)
    return [form for form in every if name in (None, form.name)]


def _get_text_format(game: str, name: str) -> TextFormat:
    own = {form.name: form for form in registry.get_game(game).boards.text_formats}
    if name not in own:
        known = ", ".join([*LEVEL_FORMATS, *own])
        raise EngineError(f"{game} has no format {quote_input(name)}; its formats are {known}")
    return own[name]
