"""``workbench rebuild``: rebuild a level from its recipe, and compare the result with its file."""

from __future__ import annotations

import argparse
from functools import partial
from itertools import zip_longest

from engine import workshop
from engine.files import levelfile
from engine.files.line_ends import normalize_line_ends
from engine.values.budget import Control
from workbench.cli.support import exit_status, input_and_output_files
from workbench.cli.support.argument_parser import VerbParser
from workbench.service import foreground
from workbench.terminal import command_line_output
from workbench.text.quantity_text import format_steps


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_inputs()
    parser.add_out()
    parser.add_json()


def process_input(args: argparse.Namespace, name: str) -> int:
    """Rebuild a level, and compare the result with its file, ignoring only line endings."""
    if args.out is not None:
        input_and_output_files.require_level_name(args.out)
    # Take the stamp before reading the level, so that any later change to the file is noticed.
    stamp = None if args.out is None else input_and_output_files.take_stamp(args.out)
    content = normalize_line_ends(input_and_output_files.read_content(name))
    level = input_and_output_files.load_level(content, name)
    game = workshop.require_playable(level)
    rebuilt = foreground.run_with_progress(
        partial(workshop.regenerate_level, level), _format_progress
    )
    rebuilt = workshop.store_verdict(rebuilt, foreground.solve_with_progress(game, rebuilt.board))
    text = levelfile.dumps(rebuilt)
    same = text.encode() == content
    if args.out is not None:
        input_and_output_files.save_if_unchanged(rebuilt, args.out, stamp)
    if args.json:
        command_line_output.print_json({"file": name, "same": same, "toml": text})
    elif args.out is None:
        command_line_output.print_level_file(text)
    verdict = "the same bytes" if same else _describe_difference(content, text)
    command_line_output.print_note(f"{name}: rebuilt, {verdict}")
    return exit_status.DONE if same else exit_status.NEGATIVE


def _format_progress(control: Control) -> str:
    """Describe the progress of rebuilding a level."""
    done = f": {format_steps(control.snapshot)}" if control.snapshot else ""
    return f"rebuilding{done}"


def _describe_difference(content: bytes, text: str) -> str:
    """Return text that says in which line the file first differs from the rebuilt level."""
    lines = zip_longest(content.split(b"\n"), text.encode().split(b"\n"))
    number = next((n for n, (old, new) in enumerate(lines, start=1) if old != new), 0)
    return f"other bytes from line {number} on"
