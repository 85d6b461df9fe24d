"""Levels from one form of text to another: level files, JSON, share strings, text of games.

What a level has and a form has no room for is found by reading back what was written, so
nothing is ever lost in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import EngineError, LevelError, naming, printable, quoted
from engine.files import levelfile, leveljson, sharing, texts, tomltext
from engine.files.texts import Piece
from engine.files.tomltext import decode
from engine.game import registry
from engine.game.boards import TextFormat
from engine.values.level import Level


@dataclass(frozen=True, slots=True)
class Form:
    """One form that the levels of every game can have.

    Attributes:
        read: the level of a text; the second argument is the name to give in errors.
        escaped: the same text without what a terminal would obey, and with the same meaning.
    """

    title: str
    read: Callable[[str, str], Level]
    write: Callable[[Level], str]
    escaped: Callable[[str], str]


def _share_line(level: Level) -> str:
    return sharing.dumps(level) + "\n"


_JSON = "the same keys and values as JSON"
FORMS: Mapping[str, Form] = {
    "toml": Form("a level file", levelfile.loads, levelfile.dumps, tomltext.escaped),
    "json": Form(_JSON, leveljson.loads, leveljson.dumps, leveljson.escaped),
    "share": Form("a share string", sharing.loads, _share_line, str),
}
TEXT = "text"
"""The name of every game's usual text format."""


def names() -> tuple[str, ...]:
    """The names of all forms: those of every level, then the games' own."""
    own = (form.name for game in registry.all_games() for form in game.boards.text_formats)
    return tuple(dict.fromkeys([*FORMS, TEXT, *own]))


def form_of(text: str, game: str | None = None) -> str:
    """The form that a text is in, recognised by the text itself.

    Raises:
        LevelError: it is like none of the forms.
    """
    text = with_newlines(text)
    start = text.lstrip()
    if sharing.is_share_string(start):
        return "share"
    recognised = (own.name for own in _every_format(None) if own.recognises(text))
    if start.startswith("{"):
        return next(recognised, "json")
    form = next(recognised, TEXT if game else "toml")
    if form == "toml" and "=" not in text:  # else a board of text would pass for TOML comments
        raise LevelError("no level file, JSON, share string or text that a game knows by itself")
    return form


def read(
    content: bytes | str, file: str = "-", *, form: str | None = None, game: str | None = None
) -> Level:
    """The level of a text in any of the forms.

    Bytes are UTF-8, with or without a byte-order mark; ``file`` is the name to give in errors. Form
    and game are recognised by the content where they are not given.

    Raises:
        LevelError: not a level in that form; names file and line.
        EngineError: no such form or game.
    """
    with naming(file):
        text = with_newlines(decode(content))
        form = form or form_of(text, game)
        if form in FORMS:
            level = FORMS[form].read(text, file)
            if game not in (None, level.game):
                raise LevelError(f"expected a level of {game}, found one of {level.game}")
            return level
        return _text_format(text, form, game).read(text)


def read_all(
    content: bytes | str, file: str = "-", *, form: str | None = None, game: str | None = None
) -> list[Level]:
    """Return the levels of a text, one or several, also in code blocks; see :func:`read`.

    Raises:
        LevelError: a level cannot be read; names file and line, and its number among several.
        EngineError: no such form or game.
    """
    with naming(file):
        pieces = _pieces(content, game)
    return [
        _read_piece(piece, file, form, game, f"level {number} of {len(pieces)}: ")
        if len(pieces) > 1
        else _read_piece(piece, file, form, game)
        for number, piece in enumerate(pieces, start=1)
    ]


def has_comments(content: bytes | str, *, form: str | None = None, game: str | None = None) -> bool:
    """Return whether a text of :func:`read_all` holds a level file with comments."""
    return any(
        (form or form_of(piece.text, game)) == "toml" and tomltext.has_comments(piece.text.encode())
        for piece in _pieces(content, game)
    )


def _pieces(content: bytes | str, game: str | None) -> list[Piece]:
    """Return the parts of a text that each hold one level.

    Raises:
        LevelError: the text is not UTF-8, is too long, or is a list of levels without its end.
    """
    blocks = _blocks(with_newlines(decode(content)), game)
    return [part for each in blocks for part in texts.single_levels(each)]


def _blocks(text: str, game: str | None) -> list[Piece]:
    """Return the code blocks of a text that has some, and else the text."""
    whole, first = [Piece(text)], text.lstrip().partition("\n")[0]
    try:
        is_level = form_of(text, game) != "toml" or "=" in first or bool(tomltext.parse(text))
    except LevelError:
        is_level = False
    fenced = texts.is_fenced(text) or not is_level
    return (texts.code_blocks(text) if fenced else []) or whole


def _read_piece(
    piece: Piece, file: str, form: str | None, game: str | None, place: str = ""
) -> Level:
    """Read the level of a part of a text; errors name the line within the whole."""
    try:
        return read(piece.text, file, form=form, game=game)
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


def with_newlines(text: str) -> str:
    """Return a text with newlines for the line ends of any system; terminals paste returns."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write(level: Level, form: str) -> str:
    """The text of a level in a form, its last line ended.

    Raises:
        EngineError: no such form, or the game has none of that name.
    """
    if form in FORMS:
        return FORMS[form].write(level)
    return _own_format(level.game, form).write(level)


def escaped(text: str, form: str) -> str:
    """A text of :func:`write` for a terminal, which may obey what is in it.

    Level files and JSON keep their meaning. A game's text format has no escapes: what it loses
    so, :func:`lost` names.
    """
    if form in FORMS:
        return FORMS[form].escaped(text)
    return "".join(f"{printable(line)}\n" for line in text.split("\n")[:-1])


def lost(level: Level, text: str, form: str) -> tuple[str, ...]:
    """The keys whose values a written text no longer has.

    Returns:
        Dotted keys of the level file.

    Raises:
        LevelError: what was written cannot be read again.
    """
    again = levelfile.document(read(text, form, form=form, game=level.game))
    return tuple(_missing(levelfile.document(level), again, ""))


def _missing(before: Mapping[str, Any], after: Mapping[str, Any], prefix: str) -> list[str]:
    keys = []
    for key, value in before.items():
        other = after.get(key)
        if isinstance(value, Mapping) and isinstance(other, Mapping):
            keys += _missing(value, other, f"{prefix}{key}.")
        elif value != other:
            keys.append(prefix + key)
    return keys


def _text_format(text: str, form: str, game: str | None) -> TextFormat:
    """The text format that a text is in."""
    if game is not None:
        return _own_format(game, form)
    if form not in names():
        raise EngineError(f"unknown format {quoted(form)}; the formats are {', '.join(names())}")
    found = [own for own in _every_format(form) if own.recognises(text)]
    if len(found) != 1:
        known = ", ".join(g.name for g in registry.all_games() if g.boards.text_formats) or "none"
        raise LevelError(
            f"the text does not say which game this is; the games with text are {known}"
        )
    return found[0]


def _every_format(name: str | None) -> list[TextFormat]:
    every = (form for game in registry.all_games() for form in game.boards.text_formats)
    return [form for form in every if name in (None, form.name)]


def _own_format(game: str, name: str) -> TextFormat:
    own = {form.name: form for form in registry.get(game).boards.text_formats}
    if name not in own:
        known = ", ".join([*FORMS, *own])
        raise EngineError(f"{game} has no format {quoted(name)}; its formats are {known}")
    return own[name]
