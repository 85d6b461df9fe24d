"""The output of ``workbench convert`` in the formats of other programs, which are drawn."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from engine.errors import LevelError
from engine.files.exports.formats import EXPORT_FORMATS
from engine.files.storage import replace_file
from engine.files.suffixes import get_suffix
from engine.values.level import Level
from workbench.cli.support import exit_status
from workbench.drawing import sprites
from workbench.terminal import console
from workbench.theme import theme_choice, theme_file


def export_levels(args: argparse.Namespace, form: str, levels: Sequence[Level], title: str) -> int:
    """Write levels to one file, or to standard output, and return the exit status.

    Args:
        args: The verb's arguments, of which ``out`` and ``theme`` are used.
        form: The name of the format.
        levels: The levels in order.
        title: The title of all levels together.

    Raises:
        LevelError: A level cannot be expressed in the format, or the file cannot be written.
    """
    if args.theme is not None:
        theme_choice.require_theme(args.theme)
    chosen = theme_choice.choose_by_name(args.theme or theme_file.DEFAULT_THEME)
    text = EXPORT_FORMATS[form].write(levels, title, sprites.create_artist(chosen.theme))
    if args.out is None:
        console.write_content(text)
    elif not get_suffix(args.out) and len(levels) > 1:
        wanted = EXPORT_FORMATS[form].suffix
        raise LevelError(f"expected a name that ends in {wanted}", file=args.out)
    else:
        replace_file(args.out, text.encode())
    return exit_status.DONE
