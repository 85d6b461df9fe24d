"""Files, playtest and the way to other screens, from the design screen."""

from __future__ import annotations

from workbench.commands import Command
from workbench.ui import saving, sharing
from workbench.ui.dialogs import new_level
from workbench.ui.part import Part


class FilesPart(Part):
    """Saves, copies and exports the level, starts anew, and leaves for other screens."""

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.id == "design.playtest" and self.session.verdicts.problems:
            return f"a draft: {self.session.verdicts.problems[0]}"
        if command.id == "design.reload" and self.document.path is None:
            return "not saved to a file yet"
        return None

    def action_playtest(self) -> None:
        """Play the level on the play screen."""
        self.host.pause()
        self.host.workbench.open_play(self.document, self.session.verdicts.guided)

    def action_save(self) -> None:
        """Save the level."""
        self._save(elsewhere=False)

    def action_save_as(self) -> None:
        """Save the level under another name."""
        self._save(elsewhere=True)

    def _save(self, *, elsewhere: bool) -> None:
        async def save() -> None:
            """Save, asking for a name where one is needed."""
            await self.host.workbench.save_document(self.document, elsewhere=elsewhere)
            self.host.renew()

        self.host.ask(save())

    def action_reload(self) -> None:
        """Read the file again; what is here stays one undo away."""
        self.host.pause()
        saving.reload(self.host.workbench, self.document)
        self.session.open()

    def action_new(self) -> None:
        """Start an empty level."""

        async def start() -> None:
            """Open an empty level, unless the old one is not to be left."""
            if await self.host.workbench.may_leave():
                document = await new_level(self.host.workbench, self.session.game.name)
                if document is not None:
                    self.host.workbench.open_design(document)

        self.host.ask(start())

    def action_levels(self) -> None:
        """Back to the levels."""
        self.host.workbench.open_levels()

    # Elsewhere.

    def action_copy_share(self) -> None:
        """Copies the level's share string."""
        sharing.copy_share(self.host, self._subject())

    def action_copy_level(self) -> None:
        """Copies the text of the level file."""
        sharing.copy_level(self.host, self._subject())

    def action_export(self) -> None:
        """Writes the board as it is shown to a file."""
        self.host.ask(sharing.export(self.host, self._subject()))

    def _subject(self) -> sharing.Subject:
        """The level as it stands, its board as the playback or the editor shows it."""
        picture = self.session.view().picture
        return sharing.Subject(self.document.level, picture, self.document.path)
