"""``workbench pack``: build a pack with a smooth difficulty curve from many levels."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from engine.errors import Cancelled, EngineError, LevelError, quoted
from engine.files.storage import FileStamp, replace_file
from engine.playlists import contents, copies, packfile, selection
from engine.playlists.contents import Content
from engine.playlists.named import SUFFIX, is_pack
from engine.playlists.opening import source_of
from engine.playlists.pack import DIFFICULTY, MOST, Origin, Pack, PackEntry
from engine.playlists.ramp import RampStep
from engine.playlists.sources import PackChoice, PackWish, Source
from engine.values.budget import Control
from engine.values.level import Level, board_digest
from workbench.cli.support import inputs, status
from workbench.cli.support.arguments import AllOf, Parser, whole
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
    parser.option("--out FILE", f"the pack to write, FILE{SUFFIX}", required=True)
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
        raise EngineError(f"--out: expected a name NAME{SUFFIX}, found {quoted(args.out)}")
    if args.plot is not None and not args.plot.endswith(".svg"):
        raise EngineError(f"--plot: expected a file *.svg, found {quoted(args.plot)}")
    for written in filter(None, (args.out, args.plot)):
        inputs.require_writable(written, folder=False)
    wish = PackWish.of(args.where or "", args.by, args.best)
    source = source_of(Path(args.source))
    old, stamp = _old(out)
    work = _Work(source, wish, old, out.parent)
    choice, steps = running.run(partial(work.run, args.levels), lambda _: work.progress)
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
    return packfile.read(out), FileStamp.of(out)


@dataclass
class _Work:
    """The choice of a set, which takes a while.

    Attributes:
        old: the pack whose pinned and locked levels stay.
        folder: where it is.
        progress: how far the choice has come, in words.
    """

    source: Source
    wish: PackWish
    old: Pack
    folder: Path
    progress: str = "looking for levels"

    def run(self, count: int, control: Control) -> tuple[PackChoice, list[RampStep]]:
        """What there was to choose from, and what was chosen."""
        choice = self.source.choice(self.wish, control, self._seen)
        self.progress = f"choosing {count:,} of {choice.number:,} levels"
        content = contents.contents(self.old, self.folder)
        try:
            return choice, selection.chosen(
                self.source, choice, count, self.old, content, self.wish.by, control
            )
        except Cancelled:
            raise
        except EngineError as error:
            said = f"{error}{_why_left_out(choice.left_out)}"
            raise LevelError(said, file=str(self.source.path)) from None

    def _seen(self, done: int, whole: int) -> None:
        self.progress = f"looking at level {done:,} of {whole:,}"


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
    origin = Origin(
        contents.relative(source.path, out.parent), args.where or "", args.by, args.best
    )
    entries, kept = [], contents.contents(old, out.parent)
    for step in steps:
        key = step.level.key
        if selection.is_own(key):
            content = kept[selection.place_of(key)]
        else:
            level, file = source.level(key), source.file(key)
            if file is None:
                file = copies.write_beside(out, level, _stem(level))
            content = Content(PackEntry.of(level, str(file)), level, file)
        copied = pack_levels.copy_shipped([content], out)
        entries.append(content.use_copy(copied).settled(out.parent))
    title = args.title or old.title or out.name.removesuffix(SUFFIX)
    return replace(old.with_levels(entries), title=title, origin=origin)


def _stem(level: Level) -> str:
    """The name of the file of a level that has none: its game and its seed."""
    if level.provenance is not None:
        return f"{level.game}-{level.provenance.seed}"
    return f"{level.game}-{copies.shorten_digest(board_digest(level.board))}"


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
        held = [word for word, on in (("pinned", entry.pinned), ("locked", entry.locked)) if on]
        said = "; ".join([*held, *packs.reasons(step, number, args.by)])
        rows.append([f"{number:>{len(str(len(steps)))}}", entry.file or "embedded", said])
    yield f"{args.out}: {len(pack)} of {choice.number:,} levels, {packs.summary(steps)}"
    yield from console.table(rows)
    yield ""
    points = [*_points(pack, steps)]
    for line in curves.text(points, _WIDTH, _CURVE, ascii_only=not link.detect().utf8):
        yield "  " + "".join(piece for piece, _ in line).rstrip()
