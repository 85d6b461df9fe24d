"""The levels of packs: found in files, named from folders, and copied to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from engine.errors import EngineError, LevelError
from engine.files import levelfile
from engine.files.endings import PACK_ENDING
from engine.files.natural_order import natural_key
from engine.files.storage import refusing, spelled, unspelled
from engine.game import registry
from engine.playlists.pack import MOST, Pack, PlaylistEntry, doubled
from engine.playlists.sources import one_game
from engine.values.level import Level, board_digest

MOST_LOOKED_AT = 2_000
"""Files that are looked through for a board whose own file has another, or is gone."""
NO_COPIES: Mapping[Path, Path] = MappingProxyType({})
"""No copies of files."""
_DIGITS = 8
"""Of the digest of a board, in the name of a file."""


def relative(path: Path, folder: Path) -> str:
    """The path of a file from a folder, as entries have it."""
    import os

    return spelled(Path(os.path.relpath(path.absolute(), folder.absolute()))).replace(os.sep, "/")


def placed(entry_file: str, folder: Path) -> Path:
    """The path of a file that entries of a pack in that folder name."""
    return folder / unspelled(entry_file)


def carried(pack: Pack, old: Path, new: Path) -> Pack:
    """A pack in a folder as a file in another one would name its levels and its origin."""

    def named(file: str) -> str:
        """The same file from the new folder."""
        return relative(placed(file, old), new)

    origin = pack.origin and replace(pack.origin, path=named(pack.origin.path))
    levels = (each if each.file is None else replace(each, file=named(each.file))
              for each in pack.levels)  # fmt: skip
    return replace(pack.with_levels(levels), origin=origin)


def settle_levels(pack: Pack, folder: Path, copies: Mapping[Path, Path] = NO_COPIES) -> Pack:
    """Return a pack of a folder as it is saved: by the boards and the files that were found.

    ``copies`` are named in the place of the files that they are copies of.
    """
    return pack.with_levels(_settled(each, folder, copies) for each in pack.levels)


def _settled(entry: PlaylistEntry, folder: Path, copies: Mapping[Path, Path]) -> PlaylistEntry:
    if entry.level is None or entry.path is None:
        return replace(entry, note="")
    path = copies.get(entry.path, entry.path)
    file = relative(path, folder)
    return replace(entry, file=file, board=entry.digest, path=path, note="")


def find_levels(pack: Pack, folder: Path) -> Pack:
    """Return a pack of a folder with its levels.

    A board that is not where the pack says is looked for in the files of the pack and in those
    next to the one it should be in.
    """
    found = [_find_level(entry, folder) for entry in pack.levels]
    if any(each.note or (each.board and each.level is None) for each in found):
        elsewhere = _boards(found, folder)
        found = [_found_again(each, elsewhere) for each in found]
    return pack.with_levels(found)


def _find_level(entry: PlaylistEntry, folder: Path) -> PlaylistEntry:
    entry = replace(entry, level=None, path=None, trouble="", note="")
    if entry.damaged:
        return replace(entry, trouble=entry.damaged)
    if entry.embedded is not None:
        return _checked(replace(entry, level=entry.embedded))
    assert entry.file is not None
    path = placed(entry.file, folder)
    try:
        level = levelfile.read(path)
    except EngineError as error:
        return replace(entry, trouble=str(error))
    changed = bool(entry.board) and entry.board != board_digest(level.board)
    note = f"{path}: its board has changed since the pack was saved" if changed else ""
    return _checked(replace(entry, level=level, path=path, note=note))


def _checked(entry: PlaylistEntry) -> PlaylistEntry:
    """A level that is there with what its board breaks of the rules of its game."""
    assert entry.level is not None
    problems = registry.get(entry.level.game).boards.problems(entry.level.board)
    if not problems:
        return entry
    name = "" if entry.path is None else f"{entry.path}: "
    return replace(entry, trouble=f"{name}a draft: {problems[0]}")


def _boards(found: list[PlaylistEntry], folder: Path) -> dict[str, tuple[Path, Level]]:
    """The files of a pack and those beside them, by the digests of their boards."""
    boards = {each.digest: (each.path, each.level) for each in found
              if each.path is not None and each.level is not None}  # fmt: skip
    known = {path for path, _ in boards.values()}
    homes = {placed(each.file, folder).parent for each in found if each.file is not None}
    files = [file for home in sorted(homes) for file in _levels_in(home) if file not in known]
    for file in files[:MOST_LOOKED_AT]:
        try:
            level = levelfile.read(file)
        except EngineError:
            continue
        boards.setdefault(board_digest(level.board), (file, level))
    return boards


def _levels_in(folder: Path) -> Iterator[Path]:
    """The files of a folder that may be levels, in order."""
    try:
        files = (path for path in folder.glob("*.toml") if path.is_file())
        yield from sorted(files, key=natural_key)
    except OSError:
        return


def _found_again(entry: PlaylistEntry, elsewhere: dict[str, tuple[Path, Level]]) -> PlaylistEntry:
    again = elsewhere.get(entry.board)
    if again is None or (entry.level is not None and not entry.note):
        return entry
    path, level = again
    note = f"{path}: the board of {entry.file} is in this file now"
    return _checked(replace(entry, level=level, path=path, trouble="", note=note))


def pack_of(folder: Path) -> Pack:
    """The levels in a folder, but not those in folders of it, by the names of their files.

    Raises:
        EngineError: as :func:`pack_of_files`.
    """
    return pack_of_files(_levels_in(folder), folder)


def pack_of_files(files: Iterable[Path], folder: Path) -> Pack:
    """The levels in some files, for a pack in a folder, after which it is called.

    Files that are no playable levels are passed over, and so is a board that was there before.

    Raises:
        EngineError: there are none, more than a pack has, or levels of several games.
    """
    found: dict[str, PlaylistEntry] = {}
    games: set[str] = set()
    for path in files:
        try:
            level = levelfile.read(path)
        except EngineError:
            continue
        if not registry.get(level.game).boards.problems(level.board):
            entry = PlaylistEntry.of(level, relative(path, folder), path)
            found.setdefault(entry.board, entry)
            games.add(level.game)
    one_game(games, folder)
    if not found:
        raise LevelError("no level in it that can be played", file=str(folder))
    if len(found) > MOST:
        raise LevelError(
            f"expected at most {MOST:,} levels, found {len(found):,}", file=str(folder)
        )
    return Pack(tuple(found.values()), title=folder.absolute().name)


def problems(pack: Pack, file: str) -> Iterator[LevelError]:
    """What is wrong with a pack in a file, in the order of its levels; nothing if it is whole."""
    twice = doubled(pack.levels)
    for place, entry in enumerate(pack.levels):
        key = f"levels[{place}]"
        for said in filter(None, (entry.trouble, entry.note)):
            yield LevelError(said, file=file, key=key)
        if place in twice:
            message = f"the same board as levels[{twice[place]}]"
            yield LevelError(message, file=file, key=key)
    if not pack.levels:
        yield LevelError("expected a level at least, found none", file=file, key="levels")


def write_beside(pack: Path, level: Level, stem: str) -> Path:
    """Return a file of a level in the folder called as the pack; write it if it is not there.

    Args:
        pack: the file of the pack.
        level: the level.
        stem: the name of its file, without the suffix.

    Raises:
        LevelError: the level cannot be written, or other levels have its names.
    """
    folder, board = pack.with_name(pack.name.removesuffix(PACK_ENDING)), board_digest(level.board)
    with refusing(folder, "cannot be made"):
        folder.mkdir(parents=True, exist_ok=True)
    for name in (stem, f"{stem}-{shorten_digest(board)}"):
        path = folder / f"{name}.toml"
        try:
            levelfile.write(level, path, new=True)
        except FileExistsError:
            if _board_in(path) != board:
                continue
        return path
    raise LevelError("another level; not overwritten", file=str(path))


def shorten_digest(board: str) -> str:
    """Return as much of the digest of a board as names of files have."""
    return board.rpartition(":")[2][:_DIGITS]


def _board_in(path: Path) -> str:
    """The digest of the board in a file; empty if it is no level."""
    try:
        return board_digest(levelfile.read(path).board)
    except LevelError:
        return ""
