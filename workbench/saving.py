"""What is asked before work could be lost: where to save, what to overwrite, what to discard.

Everything here waits for answers, so it runs in a worker of the app.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.storage import FileChanged
from workbench.screens.dialogs import Ask, Choose, as_path, level_path

if TYPE_CHECKING:
    from workbench.document import Document
    from workbench.host import Host


async def may_leave(app: Host) -> bool:
    """Whether the open document may go; asks if it has unsaved changes."""
    document = app.document
    if document is None or not document.dirty:
        return True
    question = f'"{document.name}" has unsaved changes.'
    answer = await app.push_screen_wait(Choose(question, [("s", "Save"), ("d", "Discard them")]))
    return answer == "d" or (answer == "s" and await save(app, document))


async def save(app: Host, document: Document, *, elsewhere: bool = False) -> bool:
    """Saves a document, asking for a place and about conflicts.

    Args:
        app: asks the questions and shows the outcome.
        document: what to save.
        elsewhere: ask for another place even if it has one.

    Returns:
        False if it was not saved.
    """
    path = None if elsewhere else document.path
    overwrite = False
    while True:
        path = path or await _ask_place(app, document)
        if path is None:
            return False
        try:
            kept = document.save(path, overwrite=overwrite)
        except (FileChanged, FileExistsError) as error:
            answer = await app.push_screen_wait(_conflict(path, error))
            if answer is None:
                return False
            overwrite = answer == "o"
            path = path if overwrite else None
        except (EngineError, OSError) as error:
            answer = await app.push_screen_wait(
                Choose(
                    f"Not saved: {error}",
                    [("a", "Save under another name"), ("r", "Try again")],
                )
            )
            if answer is None:
                app.say("not saved", "bad")
                return False
            path = path if answer == "r" else None
        else:
            note = f"; the file with its comments is kept as {kept.name}" if kept else ""
            app.say(f"saved {path}{note}", "good")
            return True


async def _ask_place(app: Host, document: Document) -> Path | None:
    name = document.source.name if document.source else "untitled.toml"
    answer = await app.push_screen_wait(Ask("Save the level as", name, level_path))
    return None if answer is None else as_path(answer)


def _conflict(path: Path, error: Exception) -> Choose:
    if isinstance(error, FileChanged):
        question = f"{path} was changed by somebody else since it was opened."
    else:
        question = f"{path} is already there."
    return Choose(question, [("a", "Save under another name"), ("o", "Overwrite it")])
