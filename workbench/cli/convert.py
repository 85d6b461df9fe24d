"""``workbench convert``: levels from one format to another."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine import workshop
from engine.errors import LevelError
from engine.files import convert, endings, sharing
from engine.files.creating import create_files
from engine.files.endings import ENDINGS, ending_of
from engine.files.storage import read_if_there, refusing, replace_file
from engine.files.tomltext import keep_line_ends
from engine.values.level import Level
from workbench.cli.support import inputs, status
from workbench.cli.support.arguments import Parser
from workbench.terminal import console
from workbench.text.status import count

_BETWEEN = {"json": "", "share": ""}
"""Text between levels in one file, by format; a blank line in other formats."""
_TOGETHER = 100
"""Files that are written at once."""
_FORMATS = "toml, json, share, or a text format of the game (text)"


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_inputs("levels in any format, a share string, - for standard input", "FILE")
    parser.option("--to FORMAT", f"{_FORMATS}; default by --out, else toml")
    parser.option("--from FORMAT", "the format of FILE; told from its content", dest="source")
    parser.option("--game GAME", "whose text FILE is, where it cannot be told")
    parser.flag("--drafts", "accept boards that break a rule")
    parser.add_out()


def each(args: argparse.Namespace, name: str) -> int:
    """Convert all levels of a file."""
    # As bytes that came as an argument, of which not all are UTF-8.
    content = os.fsencode(name) if sharing.is_share_string(name) else inputs.content(name)
    levels = convert.read_all(content, inputs.label(name), form=args.source, game=args.game)
    if not args.drafts:
        for number, level in enumerate(levels, start=1):
            _require_playable(level, f"level {number} of {len(levels)}: " * (len(levels) > 1))
    folder = _folder_of(args.out, levels)
    file = None if folder else args.out
    others = endings.FOLDER if len(levels) > 1 else ""
    form = endings.chosen_format(file, args.to, (*convert.FORMS, convert.TEXT), others) or "toml"
    if folder is None:
        gone = dict.fromkeys(_written(file, levels, form))
    else:
        gone = dict.fromkeys(_write_folder(name, folder, levels, form))
    if convert.has_comments(content, form=args.source, game=args.game):
        gone["comments"] = None
    if gone:
        console.note(f"{name}: {form} has no place for {', '.join(gone)}")
    return status.DONE


def _require_playable(level: Level, place: str) -> None:
    """Refuse a level that breaks a rule of its game; ``place`` is where it is among several.

    Raises:
        LevelError: it breaks one; names the first.
    """
    try:
        workshop.require_playable(level)
    except LevelError as error:
        message = place + error.message
        raise LevelError(message, key=error.key, row=error.row, col=error.col) from error


def _folder_of(out: str | None, levels: Sequence[Level]) -> Path | None:
    """Return the folder that several levels are written to, or None if they go to one output."""
    if out is None or len(levels) == 1:
        return None
    is_folder = not ending_of(out) or os.path.isdir(out)  # noqa: PTH112 - false for no path at all
    return Path(out) if is_folder else None


def _written(out: str | None, levels: Sequence[Level], form: str) -> Iterator[str]:
    """Write levels in a form to a file or standard output; yield the keys it has no place for.

    Raises:
        LevelError: the file cannot be written, or would hold several level files.
    """
    if len(levels) > 1 and out is not None and form == "toml":
        raise LevelError(f"{len(levels)} levels; several level files need a folder", file=out)
    texts = [convert.write(level, form) for level in levels]
    if out is None:
        texts = [convert.escaped(text, form) for text in texts]
        console.exactly(_BETWEEN.get(form, "\n").join(texts))
    elif form == "toml":
        inputs.save(levels[0], out)
    else:
        content = _BETWEEN.get(form, "\n").join(texts).encode()
        replace_file(out, keep_line_ends(content, read_if_there(out)))
    for level, text in zip(levels, texts, strict=True):
        yield from convert.lost(level, text, form)


def _write_folder(name: str, folder: Path, levels: Sequence[Level], form: str) -> Iterator[str]:
    """Write each level to a file of its own, ``NAME-1`` and so on, never over another file.

    Yields:
        The keys that the form has no place for.

    Raises:
        LevelError: a file cannot be written, or is there already.
    """
    with refusing(folder, "cannot be made"):
        folder.mkdir(parents=True, exist_ok=True)
    ending, digits = ENDINGS.get(form, ENDINGS["text"]), len(str(len(levels)))
    stem = "level" if name == inputs.STDIN or sharing.is_share_string(name) else Path(name).stem
    texts = [convert.write(level, form) for level in levels]
    files = {f"{stem}-{n:0{digits}}{ending}": text for n, text in enumerate(texts, start=1)}
    for file in files:
        if os.path.lexists(folder / file):
            raise LevelError("is there already; not overwritten", file=str(folder / file))
    waiting = [*files.items()]
    for first in range(0, len(waiting), _TOGETHER):
        group = waiting[first : first + _TOGETHER]
        create_files(folder, {file: text.encode() for file, text in group})
    console.note(f"{folder}: {count(len(levels), 'level')}")
    for level, text in zip(levels, texts, strict=True):
        yield from convert.lost(level, text, form)
