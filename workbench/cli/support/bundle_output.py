"""The output of ``workbench convert --to bundle``: a pack with all its levels in one archive."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from engine.errors import LevelError
from engine.files import playtest_file
from engine.files.storage import read_limited, replace_file
from engine.files.untrusted_toml import MAX_BYTES, format_too_long
from engine.playlists import bundle
from engine.playlists.pack import MAX_LEVELS, Pack, PlaylistEntry
from engine.values.level import Level
from workbench.cli.support import exit_status


def write_bundle(args: argparse.Namespace, levels: Sequence[Level], pack: Pack | None) -> int:
    """Write levels as a bundle, and return the exit status.

    Args:
        args: The verb's arguments, of which ``out`` and ``records`` are used.
        levels: The levels in order.
        pack: The pack that the levels are from, or None for levels without a pack.

    Raises:
        LevelError: There is no output file, or the bundle cannot be written.
    """
    if args.out is None:
        raise LevelError(f"a bundle needs a file: --out NAME{bundle.BUNDLE_SUFFIX}")
    if len(levels) > MAX_LEVELS:
        raise LevelError(f"expected at most {MAX_LEVELS:,} levels, found {len(levels):,}")
    if pack is None:
        pack = Pack(tuple(map(PlaylistEntry.from_level, levels)))
    records = _read_records(pack) if args.records else {}
    replace_file(args.out, bundle.dumps(pack, records))
    return exit_status.DONE


def _read_records(pack: Pack) -> dict[int, bytes]:
    """Return the content of the play records next to the levels, keyed by the level's place."""
    found = {}
    for place, entry in enumerate(pack.levels):
        path = entry.path and playtest_file.get_record_path(entry.path)
        if path is None or not path.exists():
            continue
        found[place] = read_limited(path, MAX_BYTES)
        if len(found[place]) > MAX_BYTES:
            raise LevelError(format_too_long(len(found[place])), file=str(path))
    return found
