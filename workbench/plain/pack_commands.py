"""Commands that describe, edit, play and save packs."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import EngineError, quote_input, suggest_similar
from engine.files.storage import FileChanged
from engine.files.suffixes import PACK_SUFFIX, is_pack_name
from engine.values.playtest_record import PlayRecord
from workbench.document.document import Document
from workbench.drawing import difficulty_plot
from workbench.features.playlists.pack_document import PackDocument
from workbench.features.playlists.playlist_chooser import create_pack
from workbench.paths.resources import parse_path
from workbench.plain.command_table import CommandTable
from workbench.plain.line_console import parse_place
from workbench.plain.plain_state import PlainApp
from workbench.service import foreground
from workbench.session.playtest.playtest import PlayAssignment
from workbench.text import pack_text
from workbench.text.quantity_text import format_count, make_sentence
from workbench.text.refusals import FILE_CHANGED, FILE_EXISTS

COMMANDS = CommandTable()
_NEW_WORD = "new"
_CURVE_LINES = 8
"""The height of the difficulty curve in lines."""
_CURVE_COLUMNS = 60


@COMMANDS(
    "pack [FILE] [ORDER]...",
    "open a pack, make one from the levels in a folder (new FOLDER), or run: show N, play, "
    "play N, move N TO, pin N, lock N, replace N, remove N, order, undo, redo, title WORDS, curve, "
    "again, save, save FILE",
)
def _handle_pack(app: PlainApp, rest: list[str]) -> None:
    try:
        _run_pack_command(app, rest)
    finally:
        # A command may change the pack before it fails.
        app.update_pack_recovery()


def _run_pack_command(app: PlainApp, rest: list[str]) -> None:
    if not rest:
        _say_pack(app, require_pack(app), [])
    # A file name may contain spaces, so its suffix is at the end of the last word.
    elif is_pack_name(rest[-1]) and rest[0] != "save":
        if confirm_leave_pack(app):
            open_pack(app, " ".join(rest))
    elif rest[0] == _NEW_WORD:
        if confirm_leave_pack(app):
            folder = parse_path(" ".join(rest[1:]) or ".")
            app.pack = create_pack(folder, app.state)
            # The levels in a new pack are in the order of their files, so sort them first.
            _PACK_COMMANDS["order"][1](app, app.pack, [])
            _say_pack(app, app.pack, [])
    elif rest[0] in _PACK_COMMANDS:
        usage, do = _PACK_COMMANDS[rest[0]]
        if len(rest) - 1 < usage:
            raise EngineError(f"expected the number of a level after pack {rest[0]}")
        do(app, require_pack(app), rest[1:])
    else:
        hint = suggest_similar(
            rest[0],
            (_NEW_WORD, *_PACK_COMMANDS),
            f"expected a file *{PACK_SUFFIX}, or one of {', '.join(_PACK_COMMANDS)}",
        )
        raise EngineError(f"pack {quote_input(rest[0])}: {hint}")


def open_pack(app: PlainApp, name: str, *, play: bool = False) -> None:
    """Open the pack at path ``name``, and describe it or, if ``play`` is true, play its next level.

    Raises:
        LevelError: The file cannot be read as a pack.
    """
    app.pack = PackDocument(parse_path(name), app.state)
    if play:
        _play_level(app, app.pack, [])
    else:
        describe_pack(app)


def describe_pack(app: PlainApp) -> None:
    """Describe the open pack, and each of its levels in one line."""
    _say_pack(app, require_pack(app), [])


def confirm_leave_pack(app: PlainApp) -> bool:
    """Ask about any unsaved changes to the pack, and return whether it may be closed."""
    document = app.pack
    if document is None or not document.has_unsaved_changes:
        return True
    question = f'The pack "{document.title}" has unsaved changes.'
    answer = app.console.ask_choice(question, ("save", "discard", "cancel"))
    if answer == "save":
        return _ask_and_save(app, document, None)
    if answer == "discard":
        app.pack = None
    return answer == "discard"


def require_pack(app: PlainApp) -> PackDocument:
    """Return the open pack.

    Raises:
        EngineError: No pack is open.
    """
    if app.pack is None:
        raise EngineError(f"no pack is open; type pack FILE{PACK_SUFFIX}")
    return app.pack


def _parse_places(pack: PackDocument, words: list[str]) -> list[int]:
    """Parse numbers of levels, counted from 1, and return the levels' indices in the pack."""
    return [parse_place(word, len(pack.pack)) for word in words]


def _rate_levels(pack: PackDocument) -> None:
    """Rate the pack's levels, unless the current version has already been rated."""
    if pack.steps is None:
        pack.steps = foreground.run_with_progress(
            pack.prepare_steps(), lambda _: "rating the levels"
        )


def _say_pack(app: PlainApp, pack: PackDocument, rest: list[str]) -> None:
    _rate_levels(pack)
    assert pack.steps is not None
    if rest:
        app.say(*_describe_level(pack, parse_place(rest[0], len(pack.pack))))
        return
    app.say(f'"{pack.title}": {pack.progress_text}.')
    app.say(make_sentence(pack_text.summarize_set([*pack.steps.values()])))
    app.say(*(_describe_entry(pack, place) for place in range(len(pack.pack))))
    upcoming = pack.next_place
    if upcoming is not None:
        app.say(f"Type pack play to play level {upcoming + 1}.")


def _describe_entry(pack: PackDocument, place: int) -> str:
    entry, step = pack.levels[place], pack.get_step(place)
    parts = [pack.get_name(place), *entry.holds]
    if entry.trouble:
        parts.append(f"unplayable, {entry.trouble}")
    if step is not None:
        parts.append(pack_text.format_difficulty(step, pack.pack.rising_fact))
        parts += (
            [f"new mechanics: {', '.join(step.new_mechanics)}".replace("_", " ")]
            if step.new_mechanics
            else []
        )
    if pack.get_best_win(place) is not None:
        parts.append("won")
    return f"{place + 1}: {'; '.join(parts)}."


def _describe_level(pack: PackDocument, place: int) -> list[str]:
    """Describe a level in the pack, its file, its note, and the reasons for its rating."""
    entry, step = pack.levels[place], pack.get_step(place)
    said = [_describe_entry(pack, place), f"File: {entry.file or 'embedded in the pack'}."]
    said += [make_sentence(entry.note)] if entry.note else []
    reasons = [] if step is None else pack_text.list_reasons(step, place + 1, pack.pack.rising_fact)
    return [*said, *map(make_sentence, reasons)]


def _play_level(app: PlainApp, pack: PackDocument, rest: list[str]) -> None:
    """Play the level with the typed number, or the first unwon level if no number was typed."""
    place = parse_place(rest[0], len(pack.pack)) if rest else pack.next_place
    if place is None:
        raise EngineError("all levels are won; type pack again to reset the wins")
    level, trouble = pack.levels[place].level, pack.levels[place].trouble
    if level is None or trouble:
        raise EngineError(trouble)
    if not app.confirm_leave():
        return

    def handle_win(moves: tuple[str, ...], record: PlayRecord) -> None:
        def save_win() -> None:
            best = pack.wins.save_win(level, moves, record)
            app.say(
                f"Your best win takes {format_count(best.count, *app.game.measure.unit_names)}."
            )
            upcoming = pack.next_place
            after = (
                "All levels of the pack are won."
                if upcoming is None
                else (f"Type pack play to play level {upcoming + 1} of {len(pack.pack)}.")
            )
            app.say(after)

        # Defer this, so that the answer to the winning move is written first.
        app.deferred_actions.append(save_win)

    document = Document(level, pack.get_file(place))
    app.open_document(document, assignment=PlayAssignment(handle_win))
    app.say(f'Level {place + 1} of {len(pack.pack)} of "{pack.title}".')
    app.describe_level()


def _make_handler(change: Callable[[PackDocument, list[str]], None]) -> Callable[..., None]:
    """Return a handler that changes the pack by calling ``change``, and describes the change."""

    def change_pack(app: PlainApp, pack: PackDocument, rest: list[str]) -> None:
        before = pack.pack
        change(pack, rest)
        # Packs are immutable, so every change creates a new object.
        if pack.pack is not before:
            app.say(make_sentence(pack.last_change))
        else:
            app.say("Nothing has changed.")

    return change_pack


def _make_level_command(
    change: Callable[..., None], count: int = 1
) -> tuple[int, Callable[..., None]]:
    """Return a command that calls ``change`` with a pack and the indices of ``count`` levels."""
    return count, _make_handler(lambda pack, rest: change(pack, *_parse_places(pack, rest[:count])))


def _replace_level(app: PlainApp, pack: PackDocument, rest: list[str]) -> None:
    place = parse_place(rest[0], len(pack.pack))
    job = foreground.run_with_progress(
        pack.prepare_replacement(place),
        lambda control: (
            f"looking for another level: {format_count(control.candidates, 'candidate')}"
        ),
    )
    pack.replace_level(place, *job)
    _rate_levels(pack)
    app.say(make_sentence(pack.last_change), *_describe_level(pack, place))


def _order_levels(pack: PackDocument, rest: list[str]) -> None:
    pack.reorder_levels(
        foreground.run_with_progress(pack.prepare_order(), lambda _: "sorting the levels")
    )


def _undo_change(app: PlainApp, pack: PackDocument, rest: list[str]) -> None:
    if not pack.can_undo:
        raise EngineError("nothing to undo")
    app.say(f"Undone: {pack.undo()}.")


def _redo_change(app: PlainApp, pack: PackDocument, rest: list[str]) -> None:
    if not pack.can_redo:
        raise EngineError("nothing to redo")
    app.say(f"Redone: {pack.redo()}.")


def _say_curve(app: PlainApp, pack: PackDocument, rest: list[str]) -> None:
    _rate_levels(pack)
    drawn = difficulty_plot.draw_text(
        pack.build_curve(), _CURVE_COLUMNS, _CURVE_LINES, ascii_only=True
    )
    app.say(*("".join(piece for piece, _ in line).rstrip() for line in drawn))


def _forget_wins(app: PlainApp, pack: PackDocument, rest: list[str]) -> None:
    question = pack_text.format_forget_question(pack.won_count)
    if app.console.ask_choice(question, ("forget", "cancel")) == "forget":
        pack.wins.forget_wins(pack.digests)
        app.say("All wins are reset.")


def _save_pack(app: PlainApp, pack: PackDocument, rest: list[str]) -> None:
    _ask_and_save(app, pack, " ".join(rest) or None)


def _ask_and_save(app: PlainApp, pack: PackDocument, name: str | None) -> bool:
    """Save the pack, but ask before overwriting another file or a file that has changed.

    Args:
        app: The state of plain mode.
        pack: The pack to save.
        name: The path to save to, or None for the pack's own file.

    Returns:
        True if the pack was saved, or False if the user cancelled.

    Raises:
        EngineError: ``name`` does not have the suffix of a pack, or the file cannot be written.
    """
    path = None if name is None else parse_path(name)
    if path is not None and not is_pack_name(path):
        raise EngineError(f"expected a name that ends in {PACK_SUFFIX}, found {quote_input(name)}")
    overwrite = False
    while True:
        try:
            pack.save(path, overwrite=overwrite)
        except FileChanged:
            question = FILE_CHANGED
        except FileExistsError:
            question = FILE_EXISTS
        else:
            app.say(f"Saved {pack.path}.")
            return True
        if app.console.ask_choice(question, ("overwrite", "cancel")) == "cancel":
            app.say("Not saved.")
            return False
        overwrite = True


_PACK_COMMANDS: dict[str, tuple[int, Callable[[PlainApp, PackDocument, list[str]], None]]] = {
    "show": (0, _say_pack),
    "play": (0, _play_level),
    "move": _make_level_command(PackDocument.move_level, 2),
    "pin": _make_level_command(PackDocument.toggle_pin),
    "lock": _make_level_command(PackDocument.toggle_lock),
    "remove": _make_level_command(PackDocument.remove_level),
    "title": (
        1,
        _make_handler(
            lambda document, rest: document.set_description(" ".join(rest), document.pack.notes)
        ),
    ),
    "order": (0, _make_handler(_order_levels)),
    "replace": (1, _replace_level),
    "undo": (0, _undo_change),
    "redo": (0, _redo_change),
    "curve": (0, _say_curve),
    "again": (0, _forget_wins),
    "save": (0, _save_pack),
}
"""The commands for packs, each with the number of arguments that it requires and its handler."""
