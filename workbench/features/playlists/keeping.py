"""Where runs are kept: a file each, in the user's state folder."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path

from engine.errors import LevelError
from engine.files import storage
from engine.files.tomltext import MAX_BYTES
from engine.playlists import runfile
from engine.playlists.run import CampaignRun

SUFFIX = ".run.toml"


@dataclass
class KeptRun:
    """A run and its file.

    Attributes:
        run: as it was kept last.
        content: what the file held then; None if there was no file yet.
    """

    path: Path
    run: CampaignRun
    content: bytes | None = None

    def keep(self, run: CampaignRun) -> None:
        """Writes the run as it is now, all or nothing.

        Raises:
            LevelError: it cannot be written, or another session has gone on with the run.
        """
        content = runfile.dumps(run).encode()
        with storage.refusing(self.path.parent):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        with storage.turn(self.path):
            if storage.read_if_there(self.path) != self.content:
                raise LevelError(
                    "another session has gone on with this run; not overwritten",
                    file=str(self.path),
                )
            storage.replace_file(self.path, content)
        self.run, self.content = run, content

    def remove(self) -> None:
        """Takes the file away.

        Raises:
            LevelError: that cannot be done.
        """
        with storage.refusing(self.path):
            self.path.unlink(missing_ok=True)
        self.content = None


def new(folder: Path, run: CampaignRun) -> KeptRun:
    """A run that is not kept yet, with a name for its file that no other has."""
    stem = f"{run.started:%Y%m%d-%H%M%S}-{run.mode}-{secrets.token_hex(3)}"
    return KeptRun(folder / f"{stem}{SUFFIX}", run)


def read(folder: Path) -> tuple[list[KeptRun], list[LevelError]]:
    """The runs of a folder, those begun last first, and what is wrong with its other files.

    Those are left as they are.
    """
    found: list[KeptRun] = []
    wrong: list[LevelError] = []
    for path in sorted(folder.glob(f"*{SUFFIX}"), reverse=True):
        try:
            content = storage.read_limited(path, MAX_BYTES)
            found.append(KeptRun(path, runfile.loads(content, str(path)), content))
        except LevelError as error:
            wrong.append(error)
    found.sort(key=lambda kept: kept.run.started, reverse=True)
    return found, wrong
