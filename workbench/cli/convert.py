"""``workbench convert``: convert levels from one format to another."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine import workshop
from engine.errors import EngineError, LevelError, add_file_name
from engine.files import conversion, share_string, suffixes
from engine.files.bulk_file_creation import create_files
from engine.files.exports.formats import EXPORT_FORMATS
from engine.files.line_ends import keep_line_ends
from engine.files.storage import read_existing, replace_file, translate_errors
from engine.files.suffixes import SUFFIXES, get_suffix
from engine.values.level import Level
from workbench.cli.support import (
    exit_status,
    export_output,
    file_kinds,
    input_and_output_files,
    page_writer,
)
from workbench.cli.support.argument_parser import VerbParser
from workbench.terminal import command_line_output
from workbench.text.quantity_text import format_count

if TYPE_CHECKING:
    from engine.playlists.pack import Pack

_SEPARATORS = {"json": "", "share": ""}
"""The text to write between two levels in a file, keyed by format. The default is a blank line."""
_JSON_PACK = re.compile(rb'\s*\{\s*"format"\s*:\s*"puzzle-workbench-pack/')
"""The beginning of a pack in JSON, so that nothing about packs is imported for other inputs."""
_GROUP_SIZE = 100
"""The largest number of files to create in one operation."""
_BUNDLE = "bundle"
_FORMATS = "toml, json, share, html, a text format of the game (text), "


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_inputs(
        "levels in any format, a pack, a share string, - for standard input", "FILE", "+"
    )
    others = ", ".join([*EXPORT_FORMATS, _BUNDLE])
    parser.add_option("--to FORMAT", f"{_FORMATS}{others}; default by --out, else toml")
    parser.add_option("--from FORMAT", "the format of FILE; told from its content", dest="source")
    parser.add_option("--game GAME", "whose text FILE is, where it cannot be told")
    parser.add_flag("--records", "put the play records next to the levels into a bundle too")
    parser.add_flag("--drafts", "accept boards that break a rule")
    parser.add_option("--theme T", "name of a theme, for formats with pictures")
    page_writer.add_arguments(parser)
    parser.add_out()


def process_input(args: argparse.Namespace, name: str) -> int:
    """Convert all levels in one input, and return the exit status."""
    if page_writer.is_wanted(args):
        return page_writer.write_page(args, name)
    if len(args.inputs) > 1:
        raise EngineError("one FILE at a time, except for --to html")
    content, pack = _read_input(name)
    label = input_and_output_files.get_label(name)
    if pack is None:
        with file_kinds.explain_refusals(name, content, converts=True):
            levels = conversion.read_levels(content, label, form=args.source, game=args.game)
    else:
        levels = _list_pack_levels(pack, label)
    if not args.drafts:
        for number, level in enumerate(levels, start=1):
            _require_playable(level, f"level {number} of {len(levels)}: " * (len(levels) > 1))
    folder = _choose_folder(args.out, levels)
    file = None if folder else args.out
    others = suffixes.FOLDER_HINT if len(levels) > 1 else ""
    # A folder has no suffix from which to choose the format.
    known = (*conversion.LEVEL_FORMATS, conversion.TEXT, *EXPORT_FORMATS, _BUNDLE)
    named = [form for form in known if form in SUFFIXES]
    form = suffixes.choose_format(file, args.to, named, others) or "toml"
    if args.records and form != _BUNDLE:
        raise LevelError(f"--records: expected a bundle, found {form}", file=label)
    if form == _BUNDLE:
        from workbench.cli.support import bundle_output

        return bundle_output.write_bundle(args, levels, pack)
    if pack is not None and form == "json":
        from engine.playlists import packjson

        return export_output.write_file(args.out, packjson.dumps(pack))
    if form in EXPORT_FORMATS:
        title = pack.title if pack else levels[0].title if len(levels) == 1 else ""
        return export_output.export_levels(args, form, levels, title, name)
    if folder is None:
        gone = dict.fromkeys(_write_output(file, levels, form))
    else:
        gone = dict.fromkeys(_write_folder(name, folder, levels, form))
    # A level does not keep the comments in its file, so every conversion loses them.
    if pack is None and conversion.has_comments(content, form=args.source, game=args.game):
        gone["comments"] = None
    if gone:
        command_line_output.print_note(f"{name}: {form} has no place for {', '.join(gone)}")
    return exit_status.DONE


def _read_input(name: str) -> tuple[bytes, Pack | None]:
    """Return the content of an input, and the pack in it with its levels, if it is one.

    Raises:
        LevelError: The input cannot be read.
    """
    # A share string is an argument, which Python decodes with the file system's encoding.
    if share_string.is_share_string(name):
        return os.fsencode(name), None
    if get_suffix(name) == SUFFIXES[_BUNDLE]:
        from engine.playlists import bundle

        return b"", bundle.read_bundle(name)
    content = input_and_output_files.read_content(name)
    if not suffixes.is_pack_name(name) and not _JSON_PACK.match(content):
        return content, None
    from engine.playlists import pack_level_files, packfile, packjson

    loads = packfile.loads if suffixes.is_pack_name(name) else packjson.loads
    with add_file_name(name):
        return content, pack_level_files.load_levels(loads(content), Path(name).parent)


def _list_pack_levels(pack: Pack, file: str) -> list[Level]:
    """Return the levels of a pack.

    Raises:
        LevelError: The pack is empty, or a level is missing or damaged. Drafts are not damaged.
    """
    for number, entry in enumerate(pack.levels, start=1):
        if entry.level is None:
            raise LevelError(f"level {number} of {len(pack.levels)}: {entry.trouble}", file=file)
    if not pack.levels:
        raise LevelError("a pack without levels", file=file)
    return [entry.level for entry in pack.levels if entry.level is not None]


def _require_playable(level: Level, place: str) -> None:
    """Raise an error for a level that breaks a rule of its game.

    Args:
        level: The level to check.
        place: A prefix for the error message, which says which of several levels is at fault.

    Raises:
        LevelError: The level breaks a rule. The message names the first such rule.
    """
    try:
        workshop.require_playable(level)
    except LevelError as error:
        message = place + error.message
        raise LevelError(message, key=error.key, row=error.row, col=error.col) from error


def _choose_folder(out: str | None, levels: Sequence[Level]) -> Path | None:
    """Return the folder for several levels, or None to write to one file or standard output."""
    if out is None or len(levels) == 1:
        return None
    is_folder = not get_suffix(out) or os.path.isdir(out)  # noqa: PTH112 - false for an invalid path
    return Path(out) if is_folder else None


def _write_output(out: str | None, levels: Sequence[Level], form: str) -> Iterator[str]:
    """Write levels in the format ``form`` to one file, or to standard output if ``out`` is None.

    Yields:
        The keys of the levels' fields that the format cannot represent.

    Raises:
        LevelError: The file cannot be written, or several levels would go into one level file.
    """
    if len(levels) > 1 and out is not None and form == "toml":
        raise LevelError(f"{len(levels)} levels; several level files need a folder", file=out)
    texts = [conversion.write_level(level, form) for level in levels]
    if out is None:
        texts = [conversion.escape_text(text, form) for text in texts]
        command_line_output.write_content(_SEPARATORS.get(form, "\n").join(texts))
    elif form == "toml":
        input_and_output_files.save_level(levels[0], out)
    else:
        content = _SEPARATORS.get(form, "\n").join(texts).encode()
        replace_file(out, keep_line_ends(content, read_existing(out)))
    for level, text in zip(levels, texts, strict=True):
        yield from conversion.find_lost_keys(level, text, form)


def _write_folder(name: str, folder: Path, levels: Sequence[Level], form: str) -> Iterator[str]:
    """Write the levels to new files in ``folder``, called ``NAME-1``, ``NAME-2`` and so on.

    Yields:
        The keys of the levels' fields that the format cannot represent.

    Raises:
        LevelError: A file cannot be written, or already exists.
    """
    with translate_errors(folder, "cannot be made"):
        folder.mkdir(parents=True, exist_ok=True)
    ending, digits = SUFFIXES.get(form, SUFFIXES["text"]), len(str(len(levels)))
    stem = export_output.choose_stem(name)
    texts = [conversion.write_level(level, form) for level in levels]
    files = {f"{stem}-{n:0{digits}}{ending}": text for n, text in enumerate(texts, start=1)}
    export_output.refuse_existing(folder, files)
    waiting = [*files.items()]
    for first in range(0, len(waiting), _GROUP_SIZE):
        group = waiting[first : first + _GROUP_SIZE]
        create_files(folder, {file: text.encode() for file, text in group})
    command_line_output.print_note(f"{folder}: {format_count(len(levels), 'level')}")
    for level, text in zip(levels, texts, strict=True):
        yield from conversion.find_lost_keys(level, text, form)
