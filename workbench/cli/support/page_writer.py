"""``workbench convert --to html``: write a page that plays levels and packs in a browser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from engine import workshop
from engine.errors import EngineError, LevelError
from engine.files import share_string
from engine.files.storage import replace_file
from engine.files.suffixes import find_format, get_suffix, is_pack_name
from engine.playlists import pack_level_files, packfile
from engine.playlists.pack import MAX_LEVELS, Pack
from engine.values.level import Level
from workbench.cli.support import exit_status, input_and_output_files
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import parse_positive
from workbench.terminal import command_line_output
from workbench.text.quantity_text import format_count


def add_arguments(parser: VerbParser) -> None:
    """Declare the options that only pages have."""
    parser.add_flag("--hints", "html: give hints; the page then holds the solutions")
    most = "html: refuse a level whose graph has more states than N (default 50,000)"
    parser.add_option("--max-states N", most, parse_positive)


def is_wanted(args: argparse.Namespace) -> bool:
    """Return True if the output is a page.

    Raises:
        EngineError: It is not, but an option that only pages have is given.
    """
    wanted = bool(
        args.to == "html" or (args.to is None and args.out and get_suffix(args.out) == ".html")
    )
    if not wanted and (args.hints or args.max_states is not None):
        raise EngineError("--hints and --max-states go with --to html")
    return wanted


def write_page(args: argparse.Namespace, name: str) -> int:
    """Write one page of all inputs when the first one is processed, and nothing for the others."""
    if name != args.inputs[0]:
        return exit_status.DONE
    if args.out is not None:
        find_format(args.out, ["html"])
    levels, title = _read_inputs(args.inputs)
    # Imported here, because drawing needs the themes, which other formats do not.
    from workbench.drawing.page.html_page import build_page
    from workbench.drawing.page.state_frames import MAX_STATES

    most = MAX_STATES if args.max_states is None else args.max_states
    page = build_page(levels, title, hints=args.hints, max_states=most)
    if args.out is None:
        command_line_output.write_content(page)
    else:
        replace_file(args.out, page.encode())
        command_line_output.print_note(
            f"{args.out}: {format_count(len(levels), 'level')}, {len(page.encode()):,} bytes"
        )
    return exit_status.DONE


def _read_inputs(names: list[str]) -> tuple[list[Level], str]:
    """Return the levels of all inputs in order, and the title of a page with them.

    Raises:
        LevelError: An input cannot be read, a level cannot be played, or there are too many.
    """
    levels: list[Level] = []
    titles: list[str] = []
    for name in names:
        pack = _read_pack(name)
        if pack is None:
            found = [*_check_levels(name)]
        else:
            found = [each.level for each in pack.levels if each.level is not None]
            titles.append(pack.title)
        levels += found
    if len(levels) > MAX_LEVELS:
        raise LevelError(f"expected at most {MAX_LEVELS:,} levels, found {len(levels):,}")
    first = levels[0].title or "A level to play"
    return levels, (titles[0] if titles else "") or (first if len(levels) == 1 else "Levels")


def _check_levels(name: str) -> Iterator[Level]:
    levels = input_and_output_files.read_levels(name)
    for number, level in enumerate(levels, start=1):
        try:
            workshop.require_playable(level)
        except LevelError as error:
            place = f"level {number} of {len(levels)}: " * (len(levels) > 1)
            message = place + error.message
            raise LevelError(
                message, file=input_and_output_files.get_label(name), key=error.key
            ) from error
        yield level


def _read_pack(name: str) -> Pack | None:
    """Return the pack in a file or of a folder, with its levels, or None for any other input.

    Raises:
        LevelError: The pack cannot be read, is empty, or has a level that cannot be played.
    """
    if name == input_and_output_files.STDIN or share_string.is_share_string(name):
        return None
    path = Path(name)
    if path.is_dir():
        return pack_level_files.create_pack_of_folder(path)
    if not is_pack_name(path):
        return None
    pack = pack_level_files.load_levels(packfile.read_pack(path), path.parent)
    for number, entry in enumerate(pack.levels, start=1):
        if not entry.is_playable:
            raise LevelError(f"level {number} of {len(pack)}: {entry.trouble}", file=name)
    if not pack.levels:
        raise LevelError("a pack without levels", file=name)
    return pack
