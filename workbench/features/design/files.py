"""Files, playtest and the way to other screens, from the design screen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.errors import EngineError
from workbench.commands import Action, Unless, lacking
from workbench.features import navigation
from workbench.ui.dialogs import new_level
from workbench.ui.exchange import saving, sharing
from workbench.ui.part import Part


class FilesPart(Part):
    """Saves, copies and exports the level, starts anew, and leaves for other screens."""

    def commands(self) -> Mapping[str, Action]:
        """Files, and other screens."""
        host = self.host
        return {
            "design.play": Unless(self._no_play, self._playtest),
            "design.save": partial(self._save, elsewhere=False),
            "design.save-as": partial(self._save, elsewhere=True),
            "design.reload": Unless(
                lacking(lambda: self.document.path, "not saved to a file yet"), self._reload
            ),
            "design.new": self._new,
            "design.levels": partial(navigation.open_levels, self.workbench),
            "design.copy-share": lambda: sharing.copy_share(host, self._subject()),
            "design.copy-level": lambda: sharing.copy_level(host, self._subject()),
            "design.export": lambda: sharing.export(host, self._subject()),
        }

    def _no_play(self) -> str | None:
        problems = self.session.verdicts.problems
        return f"a draft: {problems[0]}" if problems else None

    def _playtest(self) -> None:
        """Play the level on the play screen."""
        navigation.open_play(self.workbench, self.document, self.session.verdicts.guided)

    def _save(self, *, elsewhere: bool) -> None:
        async def save() -> None:
            """Saves, asking for a name where one is needed."""
            await saving.save(self.workbench, self.document, elsewhere=elsewhere)
            self.host.renew()

        self.host.ask(save())

    def _reload(self) -> None:
        """Read the file again; what is here stays one undo away."""
        try:
            self.session.history.reload()
        except EngineError as error:
            self.workbench.say(f"not read again: {error}", "bad")

    def _new(self) -> None:
        """Start an empty level."""

        async def start() -> None:
            """Opens an empty level, unless the old one is not to be left."""
            if await saving.may_leave(self.workbench):
                document = await new_level(self.workbench, self.game.name)
                if document is not None:
                    navigation.open_design(self.workbench, document)

        self.host.ask(start())

    def _subject(self) -> sharing.Subject:
        """The level as it stands, its board as the playback or the editor shows it."""
        picture = self.session.view().picture
        return sharing.Subject(self.document.level, picture, self.document.path)
