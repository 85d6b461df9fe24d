"""The output of ``workbench convert`` in the formats of other programs, which are drawn."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.errors import LevelError
from engine.files import conversion, leveljson, share_string, suffixes
from engine.files.bulk_file_creation import create_files
from engine.files.exports.formats import EXPORT_FORMATS
from engine.files.storage import replace_file, translate_errors
from engine.files.suffixes import get_suffix
from engine.values.level import Level
from workbench.cli.support import exit_status, input_and_output_files
from workbench.drawing import sprites
from workbench.terminal import command_line_output
from workbench.text.quantity_text import format_count
from workbench.theme import theme_choice, theme_file


def export_levels(
    args: argparse.Namespace, form: str, levels: Sequence[Level], title: str, name: str
) -> int:
    """Write levels to files, or to standard output, and return the exit status.

    Args:
        args: The verb's arguments, of which ``out`` and ``theme`` are used.
        form: The name of the format.
        levels: The levels in order.
        title: The title of all levels together.
        name: The name of the input, after which files in a folder are named.

    Raises:
        LevelError: A level cannot be expressed in the format, or a file cannot be written.
    """
    if args.theme is not None:
        theme_choice.require_theme(args.theme)
    chosen = theme_choice.choose_by_name(args.theme or theme_file.DEFAULT_THEME)
    artist, export = sprites.create_artist(chosen.theme), EXPORT_FORMATS[form]
    groups = [levels] if export.holds_several else [[level] for level in levels]
    texts = [export.write(group, title, artist) for group in groups]
    images = export.draw(levels, artist) if export.draw is not None else {}
    if args.out is None:
        command_line_output.write_content("\n".join(texts))
        for file in images:
            command_line_output.print_note(f"{file}: the images are only written with --out")
    elif len(texts) == 1:
        if not get_suffix(args.out) and len(levels) > 1:
            raise LevelError(f"expected a name that ends in {export.suffix}", file=args.out)
        for file, image in images.items():
            replace_file(Path(args.out).parent / file, image)
        replace_file(args.out, texts[0].encode())
    else:
        folder = _require_folder(args.out, len(texts))
        stem, digits = choose_stem(name), len(str(len(texts)))
        files = {f"{stem}-{n:0{digits}}{export.suffix}": text for n, text in enumerate(texts, 1)}
        refuse_existing(folder, files)
        for file, image in images.items():
            replace_file(folder / file, image)
        create_files(folder, {file: text.encode() for file, text in files.items()})
        command_line_output.print_note(f"{folder}: {format_count(len(texts), 'level')}")
    if form == conversion.TILED:
        lost = [
            conversion.find_lost_keys(level, text, form)
            for level, text in zip(levels, texts, strict=True)
        ]
        if gone := dict.fromkeys(key for keys in lost for key in keys):
            command_line_output.print_note(f"{name}: {form} has no place for {', '.join(gone)}")
    return exit_status.DONE


def write_file(out: str | None, text: str) -> int:
    """Write JSON text to a file, or to standard output, and return the exit status."""
    if out is None:
        command_line_output.write_content(leveljson.escape_json(text))
    else:
        replace_file(out, text.encode())
    return exit_status.DONE


def choose_stem(name: str) -> str:
    """Return the beginning of the names of files in a folder, given the name of the input."""
    if name == input_and_output_files.STDIN or share_string.is_share_string(name):
        return "level"
    is_pack = suffixes.is_pack_name(name)
    return Path(name).name.removesuffix(suffixes.PACK_SUFFIX) if is_pack else Path(name).stem


def _require_folder(out: str, count: int) -> Path:
    """Return the folder for several files, made if it is absent.

    Raises:
        LevelError: The name belongs to a file, or the folder cannot be made.
    """
    if get_suffix(out):
        raise LevelError(f"{count} levels; several files need a folder", file=out)
    with translate_errors(out, "cannot be made"):
        Path(out).mkdir(parents=True, exist_ok=True)
    return Path(out)


def refuse_existing(folder: Path, files: Iterable[str]) -> None:
    """Check that none of the files is in the folder, so that a conflict leaves nothing behind.

    Raises:
        LevelError: A file is there already.
    """
    for file in files:
        if os.path.lexists(folder / file):
            raise LevelError("is there already; not overwritten", file=str(folder / file))
