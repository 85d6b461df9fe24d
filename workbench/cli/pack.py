"""``workbench pack``: build a pack with a smooth difficulty curve from many levels."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import Cancelled, EngineError, LevelError, quote_input
from engine.files.storage import FileStamp, replace_file
from engine.files.suffixes import PACK_SUFFIX, is_pack_name
from engine.playlists import pack_contents, pack_selection, packfile
from engine.playlists.candidate_source import PackCandidates, PackSource, parse_ranking
from engine.playlists.difficulty_curve import RampStep
from engine.playlists.folder_source import open_source
from engine.playlists.level_facts import is_own_key, parse_own_key
from engine.playlists.pack import DEFAULT_FACT, MAX_LEVELS, Pack, PackOrigin, PlaylistEntry
from engine.values.budget import Control
from engine.values.level import Level, compute_digest
from workbench.cli.support import exit_status, inputs
from workbench.cli.support.argument_actions import CombineExpressions
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import build_integer_parser
from workbench.drawing import difficulty_plot
from workbench.paths import pack_writer
from workbench.service import foreground
from workbench.terminal import capabilities, console
from workbench.text import pack_text
from workbench.text.quantity_text import format_count

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
        inputs.require_writable(written, folder=False)
    # Parse the ranking now, so that an invalid one is refused before the source is read.
    parse_ranking(args.best)
    source = open_source(Path(args.source))
    path = pack_contents.make_relative(source.path, out.parent)
    origin = PackOrigin(path, args.where or "", args.by, args.best)
    # The stamp reveals any change to the file while levels are being chosen.
    old, stamp = _read_existing_pack(out)
    old = replace(old, origin=origin)
    choice, steps = _choose_levels(source, origin, old, args.levels)
    for line in choice.skip_reasons:
        console.print_note(line)
    pack = _build_pack(args, source, old, steps, out)
    kept = packfile.write_pack(pack, out, expect=stamp).backup
    if kept is not None:
        console.print_note(f"{out}: a save keeps no comments; the file as it was is {kept}")
    if args.plot is not None:
        points = [*_list_points(pack, steps)]
        picture = difficulty_plot.draw_svg(pack.title, pack_text.format_fact(args.by), points)
        replace_file(args.plot, picture.encode())
    _print_report(args, pack, steps, choice)
    return exit_status.DONE


def _read_existing_pack(out: Path) -> tuple[Pack, FileStamp | None]:
    """Read the pack that the new one will replace.

    Returns:
        The existing pack with the stamp of its file, or an empty pack and None if there is no file.

    Raises:
        LevelError: The file exists, but is not a pack.
    """
    if not os.path.lexists(out):
        return Pack(), None
    return pack_contents.load_levels(packfile.read_pack(out), out.parent), FileStamp.from_file(out)


def _choose_levels(
    source: PackSource, origin: PackOrigin, old: Pack, number: int
) -> tuple[PackCandidates, list[RampStep]]:
    """Choose levels from a source, showing the progress on a terminal.

    Args:
        source: The folder or catalogue to choose levels from.
        origin: The condition that the levels must satisfy, and the fact that measures difficulty.
        old: The existing pack, whose pinned and locked levels are kept.
        number: The number of levels in the new pack.

    Returns:
        The candidates, and the chosen levels in order.

    Raises:
        LevelError: There are not enough suitable levels.
    """
    progress = "looking for levels"

    def show_progress(done: int, whole: int) -> None:
        nonlocal progress
        progress = f"looking at level {done:,} of {whole:,}"

    def choose_from_source(control: Control) -> tuple[PackCandidates, list[RampStep]]:
        nonlocal progress
        choice = source.collect_candidates(origin, control, show_progress)
        progress = f"choosing {number:,} of {choice.number:,} levels"
        try:
            return choice, pack_selection.choose_pack(source, choice, number, old, control)
        # Cancelled is a subclass of EngineError, but must not be turned into a LevelError.
        except Cancelled:
            raise
        except EngineError as error:
            said = f"{error}{_format_left_out(choice.skip_reasons)}"
            raise LevelError(said, file=str(source.path)) from None

    return foreground.run_with_progress(choose_from_source, lambda _: progress)


def _format_left_out(lines: Sequence[str]) -> str:
    """Return, in brackets, the first reason for leaving out a level, and the number of others.

    The result is "" if ``lines``, which contains the reasons, is empty.
    """
    more = f"; and {format_count(len(lines) - 1, 'more', 'more')}" if len(lines) > 1 else ""
    return f" ({lines[0]}{more})" if lines else ""


def _build_pack(
    args: argparse.Namespace, source: PackSource, old: Pack, steps: Sequence[RampStep], out: Path
) -> Pack:
    """Build the pack from the chosen levels. Levels without a file are written next to the pack.

    Raises:
        LevelError: A level cannot be written, or its file name is already in use.
    """
    entries = []
    for step in steps:
        key = step.level.key
        # A level from the existing pack keeps its entry, which includes its pin and its lock.
        if is_own_key(key):
            entries.append(old.levels[parse_own_key(key)])
            continue
        level, file = source.load_level(key), source.find_file(key)
        if file is None:
            file = pack_contents.write_level_file(out, level, _choose_stem(level))
        entries.append(PlaylistEntry.from_level(level, str(file), file))
    pack = replace(old, title=args.title or old.title or out.name.removesuffix(PACK_SUFFIX))
    # Copy shipped levels next to the pack, because an update may replace the originals.
    copies = pack_writer.copy_shipped_levels(entries, out)
    return pack_contents.update_entries(pack.with_levels(entries), out.parent, copies)


def _choose_stem(level: Level) -> str:
    """Build a level's file name, without the suffix, from its game and its seed or board digest."""
    if level.provenance is not None:
        return f"{level.game}-{level.provenance.seed}"
    return f"{level.game}-{pack_contents.shorten_digest(compute_digest(level.board))}"


def _list_points(pack: Pack, steps: Sequence[RampStep]) -> Iterator[difficulty_plot.CurvePoint]:
    for entry, step in zip(pack.levels, steps, strict=True):
        yield difficulty_plot.CurvePoint(step.level.difficulty, step.target, entry.file or "")


def _print_report(
    args: argparse.Namespace, pack: Pack, steps: Sequence[RampStep], choice: PackCandidates
) -> None:
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
    console.print_answer(args, record, lambda _: _format_pack(args, pack, steps, choice))


def _format_pack(
    args: argparse.Namespace, pack: Pack, steps: Sequence[RampStep], choice: PackCandidates
) -> Iterator[str]:
    """Yield lines that describe the pack and each level, followed by the difficulty curve."""
    rows = []
    for number, (entry, step) in enumerate(zip(pack.levels, steps, strict=True), start=1):
        said = "; ".join([*entry.holds, *pack_text.list_reasons(step, number, args.by)])
        rows.append([f"{number:>{len(str(len(steps)))}}", entry.file or "embedded", said])
    yield f"{args.out}: {len(pack)} of {choice.number:,} levels, {pack_text.summarize_set(steps)}"
    yield from console.format_table(rows)
    yield ""
    points = [*_list_points(pack, steps)]
    for line in difficulty_plot.draw_text(
        points, _PLOT_WIDTH, _PLOT_LINES, ascii_only=not capabilities.detect_terminal().utf8
    ):
        yield "  " + "".join(piece for piece, _ in line).rstrip()
