"""The state folder, which holds all data that the workbench keeps between sessions."""

from __future__ import annotations

from pathlib import Path

import platformdirs


class StateFolder:
    """The paths of the state folder and its contents. Folders are created when first needed.

    Attributes:
        root: The state folder itself.
        recovery: The folder for unsaved work from running and crashed sessions.
        sessions: The folder in which running sessions are registered.
        runs: The folder for the player's progress in campaigns and infinite play.
        lists: The folder for lists of seeds sorted by difficulty.
        trash: The folder for deleted levels.
        wins: The folder for records of won pack levels, with one record for each board.
        galleries: The folder for galleries and the user's decisions about their levels.
        suggestions: The settings file of the suggestions pane.
        batches: The folder that lists recent batches by the paths of their catalogues.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.recovery = root / "recovery"
        self.sessions = root / "sessions"
        self.runs = root / "runs"
        self.lists = root / "lists"
        self.trash = root / "trash"
        self.wins = root / "wins"
        self.galleries = root / "galleries"
        self.suggestions = root / "suggestions.toml"
        self.batches = root / "batches"


def get_user_state() -> StateFolder:
    """Return the user's state folder. On some platforms ``XDG_STATE_HOME`` overrides its path."""
    return StateFolder(platformdirs.user_state_path("puzzle-workbench"))
