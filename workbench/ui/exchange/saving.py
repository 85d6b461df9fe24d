"""What is asked before work could be lost: where to save, what to overwrite, what to discard.

Whatever waits for answers here runs in a worker of the app.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.files.storage import FileChanged, absolute
from workbench.document.history import has_own_title, unsaved_words
from workbench.folders.resources import brief, free_path, level_file
from workbench.text.status import capitalized
from workbench.ui.dialogs import Ask, Choose, level_path
from workbench.ui.screen import CommandScreen

if TYPE_CHECKING:
    from engine.values.level import Level
    from workbench.document.document import Document
    from workbench.document.history import HistoryEntry
    from workbench.ui.host import Host


_ELSEWHERE = ("a", "Save under another name")


async def may_quit(app: Host) -> bool:
    """Whether the app may end; asks about what its screens and the open document would lose."""
    await app.finish_works()
    for screen in reversed(app.screen_stack):
        if isinstance(screen, CommandScreen) and not await screen.may_leave():
            return False
    return await may_leave(app)


async def may_leave(app: Host) -> bool:
    """Whether the open document may go; asks if there are unsaved changes."""
    document = app.document
    works = document.unsaved_versions if document is not None else ()
    if document is None or not works:
        return True
    question = unsaved_words(works)
    if app.keeper.problem:
        question += f"\n{app.keeper.problem}"
    ways = [("s", "Save" if len(works) == 1 else "Save them all"), ("d", "Discard them")]
    answer = await app.push_screen_wait(Choose(question, ways, stay="Stay here"))
    if answer == "s":
        for version in works:
            if not await save(app, document, version=version):
                return False
    return answer in ("s", "d")


async def save(
    app: Host, document: Document, *, elsewhere: bool = False, version: HistoryEntry | None = None
) -> bool:
    """Saves a document, asking for a path and about conflicts.

    Args:
        app: asks the questions and shows the outcome.
        document: what to save.
        elsewhere: ask for another path even if it has one.
        version: what of it to save; None for the version that stands now.

    Returns:
        False if it was not saved.
    """
    named = version is None
    version = version or document.entry
    path = None if elsewhere else version.home.path
    overwrite = False
    while True:
        if path is None:
            proposed = brief(absolute(proposal(version, app.browser.target_folder)))
            asked = Ask(f'Save "{version.title}" as', proposed, level_path, path=True)
            answer = await app.push_screen_wait(asked)
            if answer is None:
                return False
            path = level_file(answer)
            if named and path.stem != Path(proposed).stem:
                document.amend(titled(version.level, path.stem))
                version = document.entry
        try:
            kept = document.save(path, overwrite=overwrite, version=version)
        except (FileChanged, FileExistsError) as error:
            changed = "was changed by somebody else since it was opened"
            found = changed if isinstance(error, FileChanged) else "is already there"
            question = Choose(f"{path} {found}.", [_ELSEWHERE, ("o", "Overwrite it")])
            answer = await app.push_screen_wait(question)
            if answer is None:
                return False
            overwrite = answer == "o"
            path = path if overwrite else None
        except (EngineError, OSError) as error:
            question = Choose(f"Not saved: {error}", [_ELSEWHERE, ("r", "Try again")])
            answer = await app.push_screen_wait(question)
            if answer is None:
                app.say("not saved", "bad")
                return False
            path = path if answer == "r" else None
        else:
            note = f"; the file with its comments is kept as {kept.name}" if kept else ""
            app.say(f"saved {brief(path)}{note}", "good")
            return True


def titled(level: Level, stem: str) -> Level:
    """A level with the title that the name of its file says, unless it has one of its own."""
    from engine.game import registry

    if has_own_title(level, registry.get(level.game).title):
        return level
    words = re.sub(r"[-_\s]+", " ", stem).strip()
    return replace(level, title=capitalized(words))


def proposal(version: HistoryEntry, folder: Path) -> Path:
    """A path to save a level to that is free.

    A level that has no file of its own goes to ``folder``.
    """
    level, home = version.level, version.home
    if home.path is not None:
        folder = home.path.parent
    if home.source is not None:
        stem = home.source.stem
    elif level.provenance is not None:
        stem = f"{level.game}-{level.provenance.seed}"
    else:
        stem = re.sub(r"[^\w]+", "-", level.title.casefold()).strip("-") or "untitled"
    return free_path(folder / f"{stem}.toml")
