"""Files, playtest and the way to other screens, from the design screen."""

from __future__ import annotations

from workbench.commands import Command
from workbench.features.design.base import DesignBase
from workbench.ui import saving
from workbench.ui.dialogs import new_level


class DesignFiles(DesignBase):
    """Saving, starting anew, and leaving for other screens."""

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.id == "design.playtest" and self.session.verdicts.problems:
            return f"a draft: {self.session.verdicts.problems[0]}"
        if command.id == "design.reload" and self.document.path is None:
            return "not saved to a file yet"
        return super().unavailable(command)

    def action_playtest(self) -> None:
        """Play the level on the play screen."""
        self.pause()
        self.workbench.open_play(self.document, self.session.verdicts.guided)

    def action_save(self) -> None:
        """Save the level."""
        self._save(elsewhere=False)

    def action_save_as(self) -> None:
        """Save the level under another name."""
        self._save(elsewhere=True)

    def _save(self, *, elsewhere: bool) -> None:
        async def save() -> None:
            """Save, asking for a name where one is needed."""
            await self.workbench.save_document(self.document, elsewhere=elsewhere)
            self.renew()

        self.run_worker(save(), group="question", exclusive=True)

    def action_reload(self) -> None:
        """Read the file again; what is here stays one undo away."""
        self.pause()
        saving.reload(self.workbench, self.document)
        self.session.open()

    def action_new(self) -> None:
        """Start an empty level."""

        async def start() -> None:
            """Open an empty level, unless the old one is not to be left."""
            if await self.workbench.may_leave():
                document = await new_level(self.workbench, self.session.game.name)
                if document is not None:
                    self.workbench.open_design(document)

        self.run_worker(start(), group="question", exclusive=True)

    def action_levels(self) -> None:
        """Back to the levels."""
        self.workbench.open_levels()
