"""Statistics of ``workbench catalogue`` as text, JSON or pictures."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from math import ceil

from engine.catalogue import statistics
from engine.catalogue.query import Selection
from engine.catalogue.query_keys import require_key
from engine.catalogue.statistics import Bin
from engine.errors import EngineError
from engine.files.storage import replace_file
from engine.values.expression import KeyTypes
from workbench.cli.support import input_and_output_files
from workbench.cli.support.catalogue_verb_options import name_option_in_errors
from workbench.drawing import density_plot
from workbench.drawing.density_plot import format_value
from workbench.terminal import capabilities, command_line_output
from workbench.text.quantity_text import format_figure

_BAR_LENGTH = 40
"""The length of the longest bar of a histogram, in characters."""


def _format_histogram(key: str, bins: list[Bin], _: command_line_output.Painter) -> Iterator[str]:
    """Yield a line for each bin of a histogram, with its levels as a number and as a bar."""
    most = max((number for *_, number in bins), default=0)
    rows = [
        (
            format_value(low) if low == high else f"{format_value(low)}..{format_value(high)}",
            f"{number:,}",
            "#" * ceil(number * _BAR_LENGTH / most) if most else "",
        )
        for low, high, number in bins
    ]
    yield from command_line_output.format_table([(key, "levels", ""), *rows])


def print_histogram(args: argparse.Namespace, selection: Selection, kinds: KeyTypes) -> None:
    """Print how many levels have which values of a fact."""
    with name_option_in_errors("--histogram"):
        key = require_key(args.histogram, kinds, (int, float, bool))
    bins = statistics.build_histogram(selection, key)
    command_line_output.print_answer(
        args, {"key": key, "bins": bins}, partial(_format_histogram, key, bins)
    )


def print_density(args: argparse.Namespace, selection: Selection, kinds: KeyTypes) -> None:
    """Print how many levels have which values of two facts, or draw that as a picture."""
    if len(args.density) != 2:
        raise EngineError("--density: expected two facts, such as moves,dead_states")
    with name_option_in_errors("--density"):
        numbers = (int, float, bool)
        keys = [require_key(key, kinds, numbers) for key in args.density]
    found = statistics.build_density(selection, keys[0], keys[1])
    if args.out is not None and args.out != input_and_output_files.STDIN:
        input_and_output_files.require_writable(args.out, folder=False)
        replace_file(args.out, density_plot.draw_svg(found).encode())
    elif args.out is not None:
        command_line_output.write_content(density_plot.draw_svg(found))
    elif args.json:
        command_line_output.print_json({"keys": keys, "bins": found.bins})
    else:
        command_line_output.print_lines(
            density_plot.draw_text(found, ascii_only=not capabilities.detect_terminal().utf8)
        )


def print_groups(args: argparse.Namespace, selection: Selection, kinds: KeyTypes) -> None:
    """Print how many levels have each value of a fact."""
    with name_option_in_errors("--group"):
        key = require_key(args.group, kinds)
    groups = selection.count_groups(key)
    if kinds[key] is bool:
        # SQLite stores booleans as 0 and 1.
        groups = [(value if value is None else bool(value), number) for value, number in groups]
    rows = [(format_cell(value), f"{number:,}") for value, number in groups]
    record = {"key": key, "groups": groups}
    command_line_output.print_answer(
        args, record, lambda _: command_line_output.format_table([(key, "levels"), *rows])
    )


def format_cell(value: object) -> str:
    """Format a value for a table."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, float) and value.is_integer():
        return f"{value:,.0f}"
    return "-" if value is None else format_figure(value)
