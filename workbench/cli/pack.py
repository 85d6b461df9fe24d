"""``workbench pack``: build a pack with a smooth difficulty curve from many levels."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import Cancelled, EngineError, LevelError, quoted
from engine.files.endings import PACK_ENDING, is_pack
from engine.files.storage import FileStamp, replace_file
from engine.playlists import contents, packfile, selection
from engine.playlists.facts import is_own, place_of
from engine.playlists.folders import source_of
from engine.playlists.pack import DIFFICULTY, MOST, Origin, Pack, PlaylistEntry
from engine.playlists.ramp import RampStep
from engine.playlists.sources import PackChoice, Source, parse_ranking
from engine.values.budget import Control
from engine.values.level import Level, board_digest
from workbench.cli.support import inputs, status
from workbench.cli.support.arguments import AllOf, Parser
from workbench.cli.support.conversions import whole
from workbench.drawing import curves
from workbench.folders import pack_levels
from workbench.service import running
from workbench.terminal import console, link
from workbench.text import packs
from workbench.text.status import count

_CURVE = 10
"""Lines of the curve."""
_WIDTH = 72


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_argument("source", metavar="SOURCE", help="a folder of level files, or a catalogue")
    parser.option("--levels N", f"how many levels, 1 to {MOST:,}", whole(1, MOST), required=True)
    parser.option("--out FILE", f"the pack to write, FILE{PACK_ENDING}", required=True)
    only = "only levels of which that holds, such as 'moves 4..12'"
    parser.option("--where EXPR", only, action=AllOf)
    rises = "the fact that the pack rises by, such as moves (default %(default)s)"
    parser.option("--by KEY", rises, default=DIFFICULTY)
    best = "of levels that serve as well, those with more of a fact, or with less: KEY:asc"
    parser.option("--best KEY", best, default="")
    parser.option("--title TEXT", "the title of the pack")
    parser.option("--plot FILE.svg", "a picture of the curve, with the levels on it")
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Chooses the levels, writes the pack, and gives the reasons."""
    out = Path(args.out)
    if not is_pack(out):
        raise EngineError(f"--out: expected a name NAME{PACK_ENDING}, found {quoted(args.out)}")
    if args.plot is not None and not args.plot.endswith(".svg"):
        raise EngineError(f"--plot: expected a file *.svg, found {quoted(args.plot)}")
    for written in filter(None, (args.out, args.plot)):
        inputs.require_writable(written, folder=False)
    parse_ranking(args.best)
    source = source_of(Path(args.source))
    path = contents.relative(source.path, out.parent)
    wish = Origin(path, args.where or "", args.by, args.best)
    old, stamp = _old(out)
    old = replace(old, origin=wish)
    choice, steps = _choose(source, wish, old, args.levels)
    for line in choice.left_out:
        console.note(line)
    pack = _packed(args, source, old, steps, out)
    kept = packfile.write(pack, out, expect=stamp).kept
    if kept is not None:
        console.note(f"{out}: a save keeps no comments; the file as it was is {kept}")
    if args.plot is not None:
        points = [*_points(pack, steps)]
        picture = curves.svg(pack.title, packs.named(args.by), points)
        replace_file(args.plot, picture.encode())
    _report(args, pack, steps, choice)
    return status.DONE


def _old(out: Path) -> tuple[Pack, FileStamp | None]:
    """The pack that is there already, whose pinned and locked levels stay, with its stamp.

    Raises:
        LevelError: another file has that name.
    """
    if not os.path.lexists(out):
        return Pack(), None
    return contents.find_levels(packfile.read(out), out.parent), FileStamp.of(out)


def _choose(
    source: Source, wish: Origin, old: Pack, number: int
) -> tuple[PackChoice, list[RampStep]]:
    """Return what there was to choose from, and the chosen levels; report the progress.

    The pinned and locked levels of the ``old`` pack stay.
    """
    progress = "looking for levels"

    def look(done: int, whole: int) -> None:
        """Note how many levels were looked at."""
        nonlocal progress
        progress = f"looking at level {done:,} of {whole:,}"

    def work(control: Control) -> tuple[PackChoice, list[RampStep]]:
        """Look at all levels, then choose."""
        nonlocal progress
        choice = source.choice(wish, control, look)
        progress = f"choosing {number:,} of {choice.number:,} levels"
        try:
            return choice, selection.chosen(source, choice, number, old, control)
        except Cancelled:
            raise
        except EngineError as error:
            said = f"{error}{_why_left_out(choice.left_out)}"
            raise LevelError(said, file=str(source.path)) from None

    return running.run(work, lambda _: progress)


def _why_left_out(lines: Sequence[str]) -> str:
    """What there was and could not be chosen, in brackets behind an error; nothing for none."""
    more = f"; and {count(len(lines) - 1, 'more', 'more')}" if len(lines) > 1 else ""
    return f" ({lines[0]}{more})" if lines else ""


def _packed(
    args: argparse.Namespace, source: Source, old: Pack, steps: Sequence[RampStep], out: Path
) -> Pack:
    """The pack of the chosen levels; those without a file of the user's get one beside it.

    Raises:
        LevelError: a level cannot be written, or another one has its name.
    """
    entries = []
    for step in steps:
        key = step.level.key
        if is_own(key):
            entries.append(old.levels[place_of(key)])
            continue
        level, file = source.level(key), source.file(key)
        if file is None:
            file = contents.write_beside(out, level, _stem(level))
        entries.append(PlaylistEntry.of(level, str(file), file))
    pack = replace(old, title=args.title or old.title or out.name.removesuffix(PACK_ENDING))
    copies = pack_levels.copy_shipped(entries, out)
    return contents.settle_levels(pack.with_levels(entries), out.parent, copies)


def _stem(level: Level) -> str:
    """The name of the file of a level that has none: its game and its seed."""
    if level.provenance is not None:
        return f"{level.game}-{level.provenance.seed}"
    return f"{level.game}-{contents.shorten_digest(board_digest(level.board))}"


def _points(pack: Pack, steps: Sequence[RampStep]) -> Iterator[curves.Point]:
    for entry, step in zip(pack.levels, steps, strict=True):
        yield curves.Point(step.level.difficulty, step.wanted, entry.file or "")


def _report(
    args: argparse.Namespace, pack: Pack, steps: Sequence[RampStep], choice: PackChoice
) -> None:
    rows = [
        {
            "number": number,
            "file": entry.file,
            "board": entry.board,
            "pinned": entry.pinned,
            "locked": entry.locked,
            args.by: step.level.difficulty,
            "wanted": round(step.wanted, 3),
            "new": list(step.brings),
            "alike": round(step.alike, 3) if number > 1 else None,
            "reasons": packs.reasons(step, number, args.by),
        }
        for number, (entry, step) in enumerate(zip(pack.levels, steps, strict=True), start=1)
    ]
    record: dict[str, Any] = {
        "source": args.source,
        "out": args.out,
        "game": choice.game,
        "candidates": choice.number,
        "left_out": len(choice.left_out),
        "cost": round(sum(step.cost for step in steps), 3),
        "levels": rows,
    }
    console.answer(args, record, lambda _: _lines(args, pack, steps, choice))


def _lines(
    args: argparse.Namespace, pack: Pack, steps: Sequence[RampStep], choice: PackChoice
) -> Iterator[str]:
    """The pack in words, with its curve."""
    rows = []
    for number, (entry, step) in enumerate(zip(pack.levels, steps, strict=True), start=1):
        said = "; ".join([*entry.held, *packs.reasons(step, number, args.by)])
        rows.append([f"{number:>{len(str(len(steps)))}}", entry.file or "embedded", said])
    yield f"{args.out}: {len(pack)} of {choice.number:,} levels, {packs.summary(steps)}"
    yield from console.table(rows)
    yield ""
    points = [*_points(pack, steps)]
    for line in curves.text(points, _WIDTH, _CURVE, ascii_only=not link.detect().utf8):
        yield "  " + "".join(piece for piece, _ in line).rstrip()
