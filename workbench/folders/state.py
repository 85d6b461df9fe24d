"""The folder of what the workbench keeps between sessions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True)
class State:
    """The folders of kept things; each is made when it is first needed.

    Attributes:
        root: the folder that holds them all.
    """

    root: Path

    @property
    def recovery(self) -> Path:
        """Unsaved work of sessions that run or ended early."""
        return self.root / "recovery"

    @property
    def sessions(self) -> Path:
        """The sessions that run."""
        return self.root / "sessions"

    @property
    def runs(self) -> Path:
        """Campaigns and infinite play, as far as they have come."""
        return self.root / "runs"

    @property
    def lists(self) -> Path:
        """Lists of levels in the order of difficulty, as that was found out."""
        return self.root / "lists"

    @property
    def trash(self) -> Path:
        """Deleted levels."""
        return self.root / "trash"


def user_state() -> State:
    """The user's own; ``XDG_STATE_HOME`` moves it where platforms know that variable."""
    return State(platformdirs.user_state_path("puzzle-workbench"))
