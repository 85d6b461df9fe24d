"""The building of a pack file from the levels in a folder or catalogue."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import Cancelled, EngineError, LevelError, quote_input
from engine.files.storage import FileStamp
from engine.files.suffixes import PACK_SUFFIX, is_pack_name
from engine.playlists import pack_level_files, packfile
from engine.playlists.candidate_source import (
    PackCandidates,
    PackSource,
    SourceProgress,
    parse_ranking,
)
from engine.playlists.difficulty_curve import RampStep
from engine.playlists.folder_source import open_source
from engine.playlists.level_facts import is_own_key, parse_own_key
from engine.playlists.pack import DEFAULT_FACT, Pack, PackOrigin, PlaylistEntry
from engine.playlists.pack_selection import choose_pack
from engine.values.budget import Control
from engine.values.level import Level, compute_digest

LevelCopier = Callable[[Iterable[PlaylistEntry], Path], Mapping[Path, Path]]
"""A function that copies some level files of a pack to the pack's folder.

It receives the entries and the path of the pack, and maps the path of each original to its copy.
"""


@dataclass(frozen=True, slots=True)
class BuiltPack:
    """A pack that was written to a file, with the reasons for its levels.

    Attributes:
        pack: The pack.
        steps: The chosen levels in order, with the difficulty planned for each place.
        candidates: The levels that the pack was chosen from.
        backup: A copy of the file that the pack replaced; None unless that file had comments.
    """

    pack: Pack
    steps: Sequence[RampStep]
    candidates: PackCandidates
    backup: Path | None


def build_pack(
    source: Path | str,
    levels: int,
    out: Path | str,
    *,
    where: str = "",
    by: str = DEFAULT_FACT,
    best: str = "",
    title: str = "",
    control: Control | None = None,
    on_progress: SourceProgress = lambda done, whole: None,
    copy_levels: LevelCopier = lambda entries, path: {},
) -> BuiltPack:
    """Choose levels with a smooth difficulty curve from a folder or catalogue, and write a pack.

    If the pack exists already, its pinned and locked levels are kept.

    Args:
        source: The path of a folder of level files, or of a catalogue.
        levels: The number of levels in the pack.
        out: The path of the pack, which ends in ``.pack.toml``.
        where: The condition that the levels must satisfy; empty for no condition.
        by: The fact that measures difficulty.
        best: The fact that decides between levels that fit equally well, as ``KEY``, ``KEY:asc`` or
            ``KEY:desc``; empty for none.
        title: The title of the pack; empty to keep the old one, or to use the name of the file.
        control: The control that can cancel the search.
        on_progress: A callback that receives the number of levels examined and the total number.
            The last call, as soon as the choice begins, has the number of candidates twice.
        copy_levels: A function that copies level files that the pack must not refer to.

    Raises:
        EngineError: An argument is invalid.
        LevelError: The source cannot be read, there are not enough suitable levels, or a file
            cannot be written.
        Cancelled: ``control`` was cancelled.
    """
    out = Path(out)
    if not is_pack_name(out):
        raise EngineError(f"expected a name NAME{PACK_SUFFIX}, found {quote_input(str(out))}")
    # Parse the ranking now, so that an invalid one is refused before the source is read.
    parse_ranking(best)
    found = open_source(Path(source))
    path = pack_level_files.make_relative(found.path, out.parent)
    # The stamp reveals any change to the file while levels are being chosen.
    old, stamp = _read_existing_pack(out)
    old = replace(old, origin=PackOrigin(path, where, by, best))
    candidates, steps = _choose_levels(found, old, levels, control or Control(), on_progress)
    pack = replace(old, title=title or old.title or out.name.removesuffix(PACK_SUFFIX))
    entries = [_build_entry(step, found, old, out) for step in steps]
    copies = copy_levels(entries, out)
    pack = pack_level_files.update_entries(pack.with_levels(entries), out.parent, copies)
    return BuiltPack(pack, steps, candidates, packfile.write_pack(pack, out, expect=stamp).backup)


def _read_existing_pack(out: Path) -> tuple[Pack, FileStamp | None]:
    """Read the pack that the new one will replace.

    Returns:
        The existing pack with the stamp of its file, or an empty pack and None if there is no file.

    Raises:
        LevelError: The file exists, but is not a pack.
    """
    if not os.path.lexists(out):
        return Pack(), None
    return pack_level_files.load_levels(packfile.read_pack(out), out.parent), FileStamp.from_file(
        out
    )


def _choose_levels(
    source: PackSource, old: Pack, number: int, control: Control, on_progress: SourceProgress
) -> tuple[PackCandidates, list[RampStep]]:
    """Return the candidates from a source, and the levels chosen from them in order.

    Raises:
        LevelError: There are not enough suitable levels.
    """
    assert old.origin is not None
    candidates = source.collect_candidates(old.origin, control, on_progress)
    on_progress(candidates.number, candidates.number)
    try:
        return candidates, choose_pack(source, candidates, number, old, control)
    # Cancelled is a subclass of EngineError, but must not be turned into a LevelError.
    except Cancelled:
        raise
    except EngineError as error:
        said = f"{error}{_format_left_out(candidates.skip_reasons)}"
        raise LevelError(said, file=str(source.path)) from None


def _format_left_out(reasons: Sequence[str]) -> str:
    """Return the first of the reasons for leaving out a level, and the number of others."""
    more = f"; and {len(reasons) - 1:,} more" if len(reasons) > 1 else ""
    return f" ({reasons[0]}{more})" if reasons else ""


def _build_entry(step: RampStep, source: PackSource, old: Pack, out: Path) -> PlaylistEntry:
    """Return the entry of a chosen level. A level without a file is written next to the pack.

    Raises:
        LevelError: The level cannot be written, or its file name is already in use.
    """
    key = step.level.key
    # A level from the existing pack keeps its entry, which includes its pin and its lock.
    if is_own_key(key):
        return old.levels[parse_own_key(key)]
    level, file = source.load_level(key), source.find_file(key)
    if file is None:
        file = pack_level_files.write_level_file(out, level, _choose_stem(level))
    return PlaylistEntry.from_level(level, str(file), file)


def _choose_stem(level: Level) -> str:
    """Build a level's file name, without the suffix, from its game and its seed or board digest."""
    if level.provenance is not None:
        return f"{level.game}-{level.provenance.seed}"
    return f"{level.game}-{pack_level_files.shorten_digest(compute_digest(level.board))}"
