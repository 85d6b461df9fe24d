"""The orders by which packs are described, changed, played and saved."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import EngineError, quoted, similar
from engine.files.endings import PACK_ENDING, is_pack
from engine.files.storage import FileChanged
from engine.values.records import PlayRecord
from workbench.document.document import Document
from workbench.drawing import curves
from workbench.features.playlists.desk import PackDesk
from workbench.features.playlists.opening import new_pack
from workbench.folders.resources import as_path
from workbench.plain.openlevel import OpenLevel
from workbench.plain.orders import Orders
from workbench.plain.talk import place_of
from workbench.service import running
from workbench.session.playing.playtest import Assignment
from workbench.text import packs
from workbench.text.status import sentence

ORDERS = Orders()
_NEW = "new"
_CURVE = 8
"""Lines of a curve."""
_WIDTH = 60


@ORDERS(
    "pack [FILE] [ORDER]...",
    "open a pack, make a new one of the levels in a folder (new FOLDER), or do: show N, play, "
    "play N, move N TO, pin N, lock N, replace N, remove N, order, undo, redo, title WORDS, curve, "
    "again, save, save FILE",
)
def _pack(opened: OpenLevel, rest: list[str]) -> None:
    try:
        _obey(opened, rest)
    finally:
        opened.keep()


def _obey(opened: OpenLevel, rest: list[str]) -> None:
    if not rest:
        _show(opened, desk_of(opened), [])
    elif is_pack(rest[-1]) and rest[0] != "save":
        if may_leave(opened):
            open_pack(opened, " ".join(rest))
    elif rest[0] == _NEW:
        if may_leave(opened):
            folder = as_path(" ".join(rest[1:]) or ".")
            opened.pack = new_pack(folder, opened.state)
            _WORDS["order"][1](opened, opened.pack, [])
            _show(opened, opened.pack, [])
    elif rest[0] in _WORDS:
        usage, do = _WORDS[rest[0]]
        if len(rest) - 1 < usage:
            raise EngineError(f"expected pack {rest[0]} with the number of a level")
        do(opened, desk_of(opened), rest[1:])
    else:
        hint = similar(
            rest[0],
            (_NEW, *_WORDS),
            f"expected a file *{PACK_ENDING}, or one of {', '.join(_WORDS)}",
        )
        raise EngineError(f"pack {quoted(rest[0])}: {hint}")


def open_pack(opened: OpenLevel, name: str, *, play: bool = False) -> None:
    """Opens a pack, and plays on in it if that is wanted.

    Raises:
        LevelError: it cannot be read as a pack.
    """
    opened.pack = PackDesk(as_path(name), opened.state)
    if play:
        _play(opened, opened.pack, [])
    else:
        introduce(opened)


def introduce(opened: OpenLevel) -> None:
    """Says what the open pack is, level by level."""
    _show(opened, desk_of(opened), [])


def may_leave(opened: OpenLevel) -> bool:
    """Whether the pack may go; asks about unsaved changes."""
    desk = opened.pack
    if desk is None or not desk.unsaved:
        return True
    question = f'The pack "{desk.title}" has unsaved changes.'
    answer = opened.talk.ask(question, ("save", "discard", "cancel"))
    if answer == "save":
        return _saved(opened, desk, None)
    if answer == "discard":
        opened.pack = None
    return answer == "discard"


def desk_of(opened: OpenLevel) -> PackDesk:
    """The pack that is open.

    Raises:
        EngineError: none is.
    """
    if opened.pack is None:
        raise EngineError(f"no pack is open; type: pack FILE{PACK_ENDING}")
    return opened.pack


def _places(desk: PackDesk, words: list[str]) -> list[int]:
    """The places of levels by their numbers from 1."""
    return [place_of(word, len(desk.pack)) for word in words]


def _stand(desk: PackDesk) -> None:
    """Finds out how the levels stand, once for every version."""
    if desk.stands is None:
        desk.stands = running.run(desk.prepare_standing(), lambda _: "looking at the levels")


def _show(opened: OpenLevel, desk: PackDesk, rest: list[str]) -> None:
    _stand(desk)
    assert desk.stands is not None
    if rest:
        opened.say(*_level_lines(desk, place_of(rest[0], len(desk.pack))))
        return
    opened.say(f'"{desk.title}": {desk.standing}.')
    opened.say(sentence(packs.summary([*desk.stands.values()])))
    opened.say(*(_line(desk, place) for place in range(len(desk.pack))))
    upcoming = desk.upcoming
    if upcoming is not None:
        opened.say(f"Type pack play for level {upcoming + 1}.")


def _line(desk: PackDesk, place: int) -> str:
    entry, step = desk.levels[place], desk.step(place)
    parts = [desk.name(place), *entry.held]
    if entry.trouble:
        parts.append(f"cannot be played, {entry.trouble}")
    if step is not None:
        parts.append(packs.height(step, desk.pack.by))
        parts += [f"new: {', '.join(step.brings)}".replace("_", " ")] if step.brings else []
    if desk.win(place) is not None:
        parts.append("won")
    return f"{place + 1}: {'; '.join(parts)}."


def _level_lines(desk: PackDesk, place: int) -> list[str]:
    """All that is to be said of a level."""
    entry, step = desk.levels[place], desk.step(place)
    said = [_line(desk, place), f"File: {entry.file or 'embedded in the pack'}."]
    said += [sentence(entry.note)] if entry.note else []
    reasons = [] if step is None else packs.reasons(step, place + 1, desk.pack.by)
    return [*said, *map(sentence, reasons)]


def _play(opened: OpenLevel, desk: PackDesk, rest: list[str]) -> None:
    """Plays a level, or the first that was not won."""
    place = place_of(rest[0], len(desk.pack)) if rest else desk.upcoming
    if place is None:
        raise EngineError("all levels are won; type pack again to begin again")
    level, trouble = desk.levels[place].level, desk.levels[place].trouble
    if level is None or trouble:
        raise EngineError(trouble)
    if not opened.may_leave():
        return

    def won(moves: tuple[str, ...], record: PlayRecord) -> None:
        """Keeps the win once the order is obeyed."""

        def keep() -> None:
            """Keeps it, and says what comes next."""
            best = desk.wins.keep(level, moves, record)
            opened.say(f"The best win of this level has {best.count}.")
            upcoming = desk.upcoming
            after = (
                "All levels of the pack are won."
                if upcoming is None
                else (f"Type pack play for level {upcoming + 1} of {len(desk.pack)}.")
            )
            opened.say(after)

        opened.after.append(keep)

    document = Document(level, desk.file(place))
    opened.take(document, assignment=Assignment(won))
    opened.say(f'Level {place + 1} of {len(desk.pack)} of "{desk.title}".')
    opened.introduce()


def _changing(change: Callable[[PackDesk, list[str]], None]) -> Callable[..., None]:
    """What changes the pack, and then says what was done."""

    def do(opened: OpenLevel, desk: PackDesk, rest: list[str]) -> None:
        """Does it."""
        before = desk.pack
        change(desk, rest)
        if desk.pack is not before:
            opened.say(sentence(desk.done))
        else:
            opened.say("Nothing has changed.")

    return do


def _replace(opened: OpenLevel, desk: PackDesk, rest: list[str]) -> None:
    place = place_of(rest[0], len(desk.pack))
    job = running.run(
        desk.prepare_other(place),
        lambda control: f"looking for another: {control.candidates:,} candidates",
    )
    desk.replaced(place, *job)
    _stand(desk)
    opened.say(sentence(desk.done), *_level_lines(desk, place))


def _order(desk: PackDesk, rest: list[str]) -> None:
    desk.ordered(running.run(desk.prepare_order(), lambda _: "putting the levels in order"))


def _back(opened: OpenLevel, desk: PackDesk, rest: list[str]) -> None:
    if not desk.can_undo:
        raise EngineError("nothing to undo")
    opened.say(f"Undone: {desk.undo()}.")


def _forth(opened: OpenLevel, desk: PackDesk, rest: list[str]) -> None:
    if not desk.can_redo:
        raise EngineError("nothing to redo")
    opened.say(f"Done again: {desk.redo()}.")


def _curve(opened: OpenLevel, desk: PackDesk, rest: list[str]) -> None:
    _stand(desk)
    drawn = curves.text(desk.curve(), _WIDTH, _CURVE, ascii_only=True)
    opened.say(*("".join(piece for piece, _ in line).rstrip() for line in drawn))


def _again(opened: OpenLevel, desk: PackDesk, rest: list[str]) -> None:
    question = f"Forget the wins of {desk.number_won} levels?"
    if opened.talk.ask(question, ("forget", "cancel")) == "forget":
        desk.wins.forget(desk.boards)
        opened.say("All levels can be won anew.")


def _save(opened: OpenLevel, desk: PackDesk, rest: list[str]) -> None:
    _saved(opened, desk, " ".join(rest) or None)


def _saved(opened: OpenLevel, desk: PackDesk, name: str | None) -> bool:
    """Saves the pack, asking about what is in the way; False if the user backs out.

    Raises:
        EngineError: the name is none of a pack.
    """
    path = None if name is None else as_path(name)
    if path is not None and not is_pack(path):
        raise EngineError(f"expected a name that ends in {PACK_ENDING}, found {quoted(name)}")
    overwrite = False
    while True:
        try:
            desk.save(path, overwrite=overwrite)
        except FileChanged:
            question = "The file was changed by somebody else since it was opened."
        except FileExistsError:
            question = "There is such a file already."
        else:
            opened.say(f"Saved {desk.path}.")
            return True
        if opened.talk.ask(question, ("overwrite", "cancel")) == "cancel":
            opened.say("Not saved.")
            return False
        overwrite = True


_WORDS: dict[str, tuple[int, Callable[[OpenLevel, PackDesk, list[str]], None]]] = {
    "show": (0, _show),
    "play": (0, _play),
    "move": (2, _changing(lambda desk, rest: desk.moved(*_places(desk, rest[:2])))),
    "pin": (1, _changing(lambda desk, rest: desk.pinned(*_places(desk, rest[:1])))),
    "lock": (1, _changing(lambda desk, rest: desk.locked(*_places(desk, rest[:1])))),
    "remove": (1, _changing(lambda desk, rest: desk.removed(*_places(desk, rest[:1])))),
    "title": (1, _changing(lambda desk, rest: desk.described(" ".join(rest), desk.pack.notes))),
    "order": (0, _changing(_order)),
    "replace": (1, _replace),
    "undo": (0, _back),
    "redo": (0, _forth),
    "curve": (0, _curve),
    "again": (0, _again),
    "save": (0, _save),
}
"""What can be done with a pack, by its word: how many words it takes, and what does it."""
