"""The levels in packs: finding their files, listing folders, and writing level files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from engine.errors import EngineError, LevelError
from engine.files import levelfile
from engine.files.natural_order import build_natural_key
from engine.files.storage import decode_path, encode_path, translate_errors
from engine.files.suffixes import PACK_SUFFIX
from engine.game import registry
from engine.playlists.candidate_source import require_one_game
from engine.playlists.pack import MAX_LEVELS, Pack, PlaylistEntry, find_duplicates
from engine.values.level import Level, compute_digest

MAX_SEARCHED = 2_000
"""The maximum number of files to search for boards whose files were changed or moved."""
NO_COPIES: Mapping[Path, Path] = MappingProxyType({})
"""An empty mapping from files to their copies."""
_DIGITS = 8
"""The number of hexadecimal digits from a board's digest that are used in a file name."""


def make_relative(path: Path, folder: Path) -> str:
    """Return the path of a file relative to a folder, in the form that pack entries use."""
    import os

    return encode_path(Path(os.path.relpath(path.absolute(), folder.absolute()))).replace(
        os.sep, "/"
    )


def resolve_path(entry_file: str, folder: Path) -> Path:
    """Return the full path of an entry's file, where ``folder`` is the folder of the pack."""
    return folder / decode_path(entry_file)


def rebase_pack(pack: Pack, old: Path, new: Path) -> Pack:
    """Return the pack with its paths, which are relative to ``old``, made relative to ``new``."""

    def rebase_path(file: str) -> str:
        return make_relative(resolve_path(file, old), new)

    origin = pack.origin and replace(pack.origin, path=rebase_path(pack.origin.path))
    levels = (each if each.file is None else replace(each, file=rebase_path(each.file))
              for each in pack.levels)  # fmt: skip
    return replace(pack.with_levels(levels), origin=origin)


def update_entries(pack: Pack, folder: Path, copies: Mapping[Path, Path] = NO_COPIES) -> Pack:
    """Return the pack with its entries updated to the boards and files that were found.

    Args:
        pack: The pack, with its levels loaded.
        folder: The folder of the pack.
        copies: A mapping from the path of each level file that was copied to the path of its copy.
            An entry for such a file is updated to the copy.
    """
    return pack.with_levels(_update_entry(each, folder, copies) for each in pack.levels)


def _update_entry(entry: PlaylistEntry, folder: Path, copies: Mapping[Path, Path]) -> PlaylistEntry:
    if entry.level is None or entry.path is None:
        return replace(entry, note="")
    path = copies.get(entry.path, entry.path)
    file = make_relative(path, folder)
    return replace(entry, file=file, board=entry.digest, path=path, note="")


def load_levels(pack: Pack, folder: Path) -> Pack:
    """Load the level for each entry of a pack, and return the pack with these levels.

    If a file no longer has the board of its entry, the board is searched for in the pack's other
    files and in all files in the same folders.
    """
    found = [_load_level(entry, folder) for entry in pack.levels]
    # Searching other files is slow, so do it only if an entry has a problem.
    if any(each.note or (each.board and each.level is None) for each in found):
        elsewhere = _index_boards(found, folder)
        found = [_find_moved(each, elsewhere) for each in found]
    return pack.with_levels(found)


def _load_level(entry: PlaylistEntry, folder: Path) -> PlaylistEntry:
    entry = replace(entry, level=None, path=None, trouble="", note="")
    if entry.damage:
        return replace(entry, trouble=entry.damage)
    if entry.embedded is not None:
        return _check_rules(replace(entry, level=entry.embedded))
    assert entry.file is not None
    path = resolve_path(entry.file, folder)
    try:
        level = levelfile.read_level(path)
    except EngineError as error:
        return replace(entry, trouble=str(error))
    changed = bool(entry.board) and entry.board != compute_digest(level.board)
    note = f"{path}: its board has changed since the pack was saved" if changed else ""
    return _check_rules(replace(entry, level=level, path=path, note=note))


def _check_rules(entry: PlaylistEntry) -> PlaylistEntry:
    """Return the entry with ``trouble`` set to the first problem if its board breaks a rule."""
    assert entry.level is not None
    problems = registry.get_game(entry.level.game).boards.find_problems(entry.level.board)
    if not problems:
        return entry
    name = "" if entry.path is None else f"{entry.path}: "
    return replace(entry, trouble=f"{name}a draft: {problems[0]}")


def _index_boards(found: list[PlaylistEntry], folder: Path) -> dict[str, tuple[Path, Level]]:
    """Map boards' digests to level files: those of the pack and others in the same folders."""
    boards = {each.digest: (each.path, each.level) for each in found
              if each.path is not None and each.level is not None}  # fmt: skip
    known = {path for path, _ in boards.values()}
    homes = {resolve_path(each.file, folder).parent for each in found if each.file is not None}
    files = [
        file for home in sorted(homes) for file in _list_level_files(home) if file not in known
    ]
    for file in files[:MAX_SEARCHED]:
        try:
            level = levelfile.read_level(file)
        except EngineError:
            continue
        # Files that the pack itself names were added first, and setdefault does not replace them.
        boards.setdefault(compute_digest(level.board), (file, level))
    return boards


def _list_level_files(folder: Path) -> Iterator[Path]:
    """Yield the TOML files directly in a folder, in natural order."""
    try:
        files = (path for path in folder.glob("*.toml") if path.is_file())
        yield from sorted(files, key=build_natural_key)
    except OSError:
        return


def _find_moved(entry: PlaylistEntry, boards: dict[str, tuple[Path, Level]]) -> PlaylistEntry:
    again = boards.get(entry.board)
    if again is None or (entry.level is not None and not entry.note):
        return entry
    path, level = again
    note = f"{path}: the board of {entry.file} is now in this file"
    return _check_rules(replace(entry, level=level, path=path, trouble="", note=note))


def create_pack_of_folder(folder: Path) -> Pack:
    """Create a pack from the levels directly in a folder, in the order of their file names.

    Raises:
        EngineError: The pack would be invalid; see :func:`create_pack_of_files`.
    """
    return create_pack_of_files(_list_level_files(folder), folder)


def create_pack_of_files(files: Iterable[Path], folder: Path) -> Pack:
    """Create a pack from level files, titled with the name of ``folder``.

    Files that are not playable levels are skipped, and so are levels with a duplicate board.

    Raises:
        EngineError: There are no playable levels, too many, or levels from several games.
    """
    found: dict[str, PlaylistEntry] = {}
    games: set[str] = set()
    for path in files:
        try:
            level = levelfile.read_level(path)
        except EngineError:
            continue
        if not registry.get_game(level.game).boards.find_problems(level.board):
            entry = PlaylistEntry.from_level(level, make_relative(path, folder), path)
            found.setdefault(entry.board, entry)
            games.add(level.game)
    require_one_game(games, folder)
    if not found:
        raise LevelError("it holds no level that can be played", file=str(folder))
    if len(found) > MAX_LEVELS:
        raise LevelError(
            f"expected at most {MAX_LEVELS:,} levels, found {len(found):,}", file=str(folder)
        )
    return Pack(tuple(found.values()), title=folder.absolute().name)


def find_problems(pack: Pack, file: str) -> Iterator[LevelError]:
    """Yield the problems in a pack in the order of its levels. A valid pack has none."""
    twice = find_duplicates(pack.levels)
    for place, entry in enumerate(pack.levels):
        key = f"levels[{place}]"
        for said in filter(None, (entry.trouble, entry.note)):
            yield LevelError(said, file=file, key=key)
        if place in twice:
            message = f"the same board as levels[{twice[place]}]"
            yield LevelError(message, file=file, key=key)
    if not pack.levels:
        yield LevelError("expected at least one level, found none", file=file, key="levels")


def write_level_file(pack: Path, level: Level, stem: str) -> Path:
    """Write a level to the folder that has the same name as the pack, and return the file's path.

    If the folder already has the level under one of the names tried, it is not written again.

    Args:
        pack: The path of the pack.
        level: The level to write.
        stem: The preferred file name, without a suffix.

    Raises:
        LevelError: The level cannot be written, or other levels already have both possible names.
    """
    folder, board = pack.with_name(pack.name.removesuffix(PACK_SUFFIX)), compute_digest(level.board)
    with translate_errors(folder, "cannot be created"):
        folder.mkdir(parents=True, exist_ok=True)
    # If another level already has the plain name, try the name with the digest.
    for name in (stem, f"{stem}-{shorten_digest(board)}"):
        path = folder / f"{name}.toml"
        try:
            levelfile.write_level(level, path, new=True)
        except FileExistsError:
            if _read_digest(path) != board:
                continue
        return path
    raise LevelError("another level has this name; not overwritten", file=str(path))


def shorten_digest(board: str) -> str:
    """Return the part of a board's digest that is used in file names."""
    return board.rpartition(":")[2][:_DIGITS]


def _read_digest(path: Path) -> str:
    """Return the digest of the board in a level file, or an empty string if it is not a level."""
    try:
        return compute_digest(levelfile.read_level(path).board)
    except LevelError:
        return ""
