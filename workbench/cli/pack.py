"""``workbench pack``: build a pack with a smooth difficulty curve from many levels."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.errors import EngineError, quote_input
from engine.files.storage import replace_file
from engine.files.suffixes import PACK_SUFFIX, is_pack_name
from engine.playlists.pack import DEFAULT_FACT, MAX_LEVELS
from engine.playlists.pack_builder import BuiltPack, build_pack
from engine.values.budget import Control
from workbench.cli.support import exit_status, input_and_output_files
from workbench.cli.support.argument_actions import CombineExpressions
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import build_integer_parser
from workbench.drawing import difficulty_plot
from workbench.paths import pack_writer
from workbench.service import foreground
from workbench.terminal import capabilities, command_line_output
from workbench.text import pack_text

_PLOT_LINES = 10
"""The height, in lines, of the difficulty curve when it is printed as text."""
_PLOT_WIDTH = 72


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument("source", metavar="SOURCE", help="a folder of level files, or a catalogue")
    parser.add_option(
        "--levels N",
        f"how many levels, 1 to {MAX_LEVELS:,}",
        build_integer_parser(1, MAX_LEVELS),
        required=True,
    )
    parser.add_option("--out FILE", f"the pack to write, FILE{PACK_SUFFIX}", required=True)
    only = "only levels of which that holds, such as 'moves 4..12'"
    parser.add_option("--where EXPR", only, action=CombineExpressions)
    rises = "the fact that the pack rises by, such as moves (default %(default)s)"
    parser.add_option("--by KEY", rises, default=DEFAULT_FACT)
    best = "of levels that serve as well, those with more of a fact, or with less: KEY:asc"
    parser.add_option("--best KEY", best, default="")
    parser.add_option("--title TEXT", "the title of the pack")
    parser.add_option("--plot FILE.svg", "a picture of the curve, with the levels on it")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Choose levels, write the pack, and print the reasons for each choice."""
    out = Path(args.out)
    if not is_pack_name(out):
        raise EngineError(
            f"--out: expected a name NAME{PACK_SUFFIX}, found {quote_input(args.out)}"
        )
    if args.plot is not None and not args.plot.endswith(".svg"):
        raise EngineError(f"--plot: expected a file *.svg, found {quote_input(args.plot)}")
    for written in filter(None, (args.out, args.plot)):
        input_and_output_files.require_writable(written, folder=False)
    built = _build_pack(args, out)
    for line in built.candidates.skip_reasons:
        command_line_output.print_note(line)
    if built.backup is not None:
        command_line_output.print_note(
            f"{out}: a save keeps no comments; the file as it was is {built.backup}"
        )
    if args.plot is not None:
        points = [*_list_points(built)]
        title = pack_text.format_fact(args.by)
        replace_file(args.plot, difficulty_plot.draw_svg(built.pack.title, title, points).encode())
    _print_report(args, built)
    return exit_status.DONE


def _build_pack(args: argparse.Namespace, out: Path) -> BuiltPack:
    """Choose the levels and write the pack, showing the progress on a terminal."""
    progress = "looking for levels"

    def show_progress(done: int, whole: int) -> None:
        nonlocal progress
        progress = f"looking at level {done:,} of {whole:,}"
        if done == whole:
            progress = f"choosing {args.levels:,} of {whole:,} levels"

    def job(control: Control) -> BuiltPack:
        return build_pack(
            args.source,
            args.levels,
            out,
            where=args.where or "",
            by=args.by,
            best=args.best,
            title=args.title or "",
            control=control,
            on_progress=show_progress,
            # An update may replace the shipped levels.
            copy_levels=pack_writer.copy_shipped_levels,
        )

    return foreground.run_with_progress(job, lambda _: progress)


def _list_points(built: BuiltPack) -> Iterator[difficulty_plot.CurvePoint]:
    for entry, step in zip(built.pack.levels, built.steps, strict=True):
        yield difficulty_plot.CurvePoint(step.level.difficulty, step.target, entry.file or "")


def _print_report(args: argparse.Namespace, built: BuiltPack) -> None:
    pack, steps, choice = built.pack, built.steps, built.candidates
    rows = [
        {
            "number": number,
            "file": entry.file,
            "board": entry.board,
            "pinned": entry.pinned,
            "locked": entry.locked,
            args.by: step.level.difficulty,
            "wanted": round(step.target, 3),
            "new": list(step.new_mechanics),
            "alike": round(step.similarity, 3) if number > 1 else None,
            "reasons": pack_text.list_reasons(step, number, args.by),
        }
        for number, (entry, step) in enumerate(zip(pack.levels, steps, strict=True), start=1)
    ]
    record: dict[str, Any] = {
        "source": args.source,
        "out": args.out,
        "game": choice.game,
        "candidates": choice.number,
        "left_out": len(choice.skip_reasons),
        "cost": round(sum(step.cost for step in steps), 3),
        "levels": rows,
    }
    command_line_output.print_answer(args, record, lambda _: _format_pack(args, built))


def _format_pack(args: argparse.Namespace, built: BuiltPack) -> Iterator[str]:
    """Yield lines that describe the pack and each level, followed by the difficulty curve."""
    pack, steps, choice, rows = built.pack, built.steps, built.candidates, []
    for number, (entry, step) in enumerate(zip(pack.levels, steps, strict=True), start=1):
        said = "; ".join([*entry.holds, *pack_text.list_reasons(step, number, args.by)])
        rows.append([f"{number:>{len(str(len(steps)))}}", entry.file or "embedded", said])
    yield f"{args.out}: {len(pack)} of {choice.number:,} levels, {pack_text.summarize_set(steps)}"
    yield from command_line_output.format_table(rows)
    yield ""
    points = [*_list_points(built)]
    for line in difficulty_plot.draw_text(
        points, _PLOT_WIDTH, _PLOT_LINES, ascii_only=not capabilities.detect_terminal().utf8
    ):
        yield "  " + "".join(piece for piece, _ in line).rstrip()
