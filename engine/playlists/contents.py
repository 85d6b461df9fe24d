"""What the levels of a pack are: read from its files, or why they cannot be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.errors import EngineError, LevelError
from engine.files import levelfile
from engine.files.natural_order import natural_key
from engine.files.storage import spelled, unspelled
from engine.game import registry
from engine.playlists.pack import MOST, Pack, PackEntry, doubled
from engine.playlists.sources import one_game
from engine.values.level import Level, board_digest

MOST_LOOKED_AT = 2_000
"""Files that are looked through for a board whose own file has another, or is gone."""


@dataclass(frozen=True, slots=True)
class Content:
    """What stands at a place of a pack.

    Attributes:
        entry: what the pack says of it.
        level: the level; None if there is none to be had.
        path: the file that it was read from; None for one that is embedded.
        trouble: why it cannot be played; empty if it can.
        note: in which way it is not as the pack says, though it can be played; empty for none.
    """

    entry: PackEntry
    level: Level | None = None
    path: Path | None = None
    trouble: str = ""
    note: str = ""

    @property
    def playable(self) -> bool:
        """Whether it can be played."""
        return self.level is not None and not self.trouble

    @property
    def board(self) -> str:
        """Digest of the board that is there, else of the one that should be."""
        return self.entry.board if self.level is None else board_digest(self.level.board)

    def use_copy(self, copies: Mapping[Path, Path]) -> Content:
        """Return the same with the copy of its file, if there is one."""
        return self if self.path is None else replace(self, path=copies.get(self.path, self.path))

    def settled(self, folder: Path) -> PackEntry:
        """The entry as it is saved: by the board and the file that were found."""
        if self.level is None or self.path is None:
            return self.entry
        return replace(self.entry, file=relative(self.path, folder), board=self.board)


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


def contents(pack: Pack, folder: Path) -> list[Content]:
    """What the levels of a pack in that folder are, in its order.

    A board that is not where the pack says is looked for in the files of the pack and in those
    beside the one it should be in.
    """
    found = [_content(entry, folder) for entry in pack.levels]
    if any(each.note or (each.entry.board and each.level is None) for each in found):
        elsewhere = _boards(found, folder)
        found = [_found_again(each, elsewhere) for each in found]
    return found


def _content(entry: PackEntry, folder: Path) -> Content:
    if entry.damaged:
        return Content(entry, trouble=entry.damaged)
    if entry.level is not None:
        return _checked(Content(entry, entry.level))
    assert entry.file is not None
    path = placed(entry.file, folder)
    try:
        level = levelfile.read(path)
    except EngineError as error:
        return Content(entry, trouble=str(error))
    changed = bool(entry.board) and entry.board != board_digest(level.board)
    note = f"{path}: its board has changed since the pack was saved" if changed else ""
    return _checked(Content(entry, level, path, note=note))


def _checked(content: Content) -> Content:
    """A level that is there with what its board breaks of the rules of its game."""
    assert content.level is not None
    problems = registry.get(content.level.game).boards.problems(content.level.board)
    if not problems:
        return content
    name = "" if content.path is None else f"{content.path}: "
    return replace(content, trouble=f"{name}a draft: {problems[0]}")


def _boards(found: list[Content], folder: Path) -> dict[str, tuple[Path, Level]]:
    """The files of a pack and those beside them, by the digests of their boards."""
    boards = {each.board: (each.path, each.level) for each in found
              if each.path is not None and each.level is not None}  # fmt: skip
    known = {path for path, _ in boards.values()}
    homes = {placed(e.entry.file, folder).parent for e in found if e.entry.file is not None}
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


def _found_again(content: Content, elsewhere: dict[str, tuple[Path, Level]]) -> Content:
    entry = content.entry
    again = elsewhere.get(entry.board)
    if again is None or (content.level is not None and not content.note):
        return content
    path, level = again
    note = f"{path}: the board of {entry.file} is in this file now"
    return _checked(Content(entry, level, path, note=note))


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
    found: dict[str, PackEntry] = {}
    games: set[str] = set()
    for path in files:
        try:
            level = levelfile.read(path)
        except EngineError:
            continue
        if not registry.get(level.game).boards.problems(level.board):
            entry = PackEntry.of(level, relative(path, folder))
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


def problems(pack: Pack, found: Sequence[Content], file: str) -> Iterator[LevelError]:
    """What is wrong with a pack in a file, in the order of its levels; nothing if it is whole."""
    twice = doubled([replace(each.entry, board=each.board) for each in found])
    for place, content in enumerate(found):
        key = f"levels[{place}]"
        for said in filter(None, (content.trouble, content.note)):
            yield LevelError(said, file=file, key=key)
        if place in twice:
            message = f"the same board as levels[{twice[place]}]"
            yield LevelError(message, file=file, key=key)
    if not pack.levels:
        yield LevelError("expected a level at least, found none", file=file, key="levels")
