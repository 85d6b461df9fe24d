"""Questions about saving, overwriting and discarding, asked before work could be lost.

All functions that open dialogs must run in one of the app's workers.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.files.storage import FileChanged, make_absolute
from workbench.document.undo_versions import format_unsaved, has_custom_title
from workbench.paths.resources import find_free_path, parse_level_path, shorten_path
from workbench.text.quantity_text import capitalize_first
from workbench.ui.dialogs import ChoicePrompt, LinePrompt, check_level_path
from workbench.ui.screen import CommandScreen

if TYPE_CHECKING:
    from engine.values.level import Level
    from workbench.document.document import Document
    from workbench.document.undo_versions import HistoryEntry
    from workbench.ui.host import Host


_OTHER_NAME = ("a", "Save under another name")


async def confirm_quit(app: Host) -> bool:
    """Ask about any work that would be lost, and return whether the app may end."""
    await app.finish_pending_work()
    for screen in reversed(app.screen_stack):
        if isinstance(screen, CommandScreen) and not await screen.confirm_leave():
            return False
    return await confirm_leave(app)


async def confirm_leave(app: Host) -> bool:
    """Ask about any unsaved changes, and return whether the open document may be closed."""
    document = app.document
    works = document.unsaved_versions if document is not None else ()
    if document is None or not works:
        return True
    question = format_unsaved(works)
    if app.autosave.problem:
        question += f"\n{app.autosave.problem}"
    ways = [("s", "Save" if len(works) == 1 else "Save all"), ("d", "Discard changes")]
    answer = await app.push_screen_wait(ChoicePrompt(question, ways, stay="Stay here"))
    if answer == "s":
        for version in works:
            if not await save_document(app, document, version=version):
                return False
    return answer in ("s", "d")


async def save_document(
    app: Host, document: Document, *, ask_path: bool = False, version: HistoryEntry | None = None
) -> bool:
    """Save a document. Ask for a path if it has none, and ask before replacing another file.

    Args:
        app: The app, which opens the dialogs and shows the outcome.
        document: The document to save.
        ask_path: True to ask for a new path even if the document has one.
        version: The version to save, or None for the current one.

    Returns:
        True if the document was saved, False if the user gave up.
    """
    named = version is None
    version = version or document.entry
    path = None if ask_path else version.location.path
    overwrite = False
    while True:
        if path is None:
            proposed = shorten_path(make_absolute(propose_path(version, app.browser.target_folder)))
            asked = LinePrompt(
                f'Save "{version.title}" as...', proposed, check_level_path, is_path=True
            )
            answer = await app.push_screen_wait(asked)
            if answer is None:
                return False
            path = parse_level_path(answer)
            # If the user typed a different name, it becomes the title of an untitled level.
            if named and path.stem != Path(proposed).stem:
                document.replace_current_level(add_title(version.level, path.stem))
                version = document.entry
        try:
            kept = document.save(path, overwrite=overwrite, version=version)
        # After each failure, ask again until the file is written or the user gives up.
        except (FileChanged, FileExistsError) as error:
            changed = "has been changed by another program since you opened it"
            found = changed if isinstance(error, FileChanged) else "already exists"
            question = ChoicePrompt(f"{path} {found}.", [_OTHER_NAME, ("o", "Overwrite the file")])
            answer = await app.push_screen_wait(question)
            if answer is None:
                return False
            overwrite = answer == "o"
            path = path if overwrite else None
        except (EngineError, OSError) as error:
            question = ChoicePrompt(f"Not saved: {error}", [_OTHER_NAME, ("r", "Try again")])
            answer = await app.push_screen_wait(question)
            if answer is None:
                app.show_message("Not saved.", "bad")
                return False
            path = path if answer == "r" else None
        else:
            note = f" The old file with its comments is now {kept.name}." if kept else ""
            app.show_message(f"Saved {shorten_path(path)}.{note}", "good")
            return True


def add_title(level: Level, stem: str) -> Level:
    """Return the level with a title made from ``stem``, or unchanged if it already has a title.

    ``stem`` is the name of the level's file without its suffix.
    """
    from engine.game import registry

    if has_custom_title(level, registry.get_game(level.game).title):
        return level
    words = re.sub(r"[-_\s]+", " ", stem).strip()
    return replace(level, title=capitalize_first(words))


def propose_path(version: HistoryEntry, folder: Path) -> Path:
    """Return an unused path to propose for saving a level.

    The path is in the same folder as the level's file, or in ``folder`` if the level has no file.
    """
    level, home = version.level, version.location
    if home.path is not None:
        folder = home.path.parent
    if home.source is not None:
        stem = home.source.stem
    elif level.provenance is not None:
        stem = f"{level.game}-{level.provenance.seed}"
    else:
        stem = re.sub(r"[^\w]+", "-", level.title.casefold()).strip("-") or "untitled"
    return find_free_path(folder / f"{stem}.toml")
