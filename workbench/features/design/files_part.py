"""The design screen's commands that save or export the level, or open other screens."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.errors import EngineError
from workbench.commands import Action, GuardedAction, require_value
from workbench.features import navigation
from workbench.session.commands import NO_FILE
from workbench.ui.dialogs import ask_new_level
from workbench.ui.exchange import level_export, save_questions
from workbench.ui.part import Part


class FilesPart(Part):
    """The part that saves, reloads and exports the level, and opens new levels or other screens."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that deal with files or open other screens."""
        host = self.host
        return {
            "design.play": GuardedAction(self._explain_no_play, self._open_play),
            "design.save": partial(self._ask_save, elsewhere=False),
            "design.save-as": partial(self._ask_save, elsewhere=True),
            "design.reload": GuardedAction(
                require_value(lambda: self.document.path, NO_FILE),
                self._reload_file,
            ),
            "design.new": self._ask_new_level,
            "design.levels": partial(navigation.open_levels, self.workbench),
            "design.copy-share": lambda: level_export.copy_share_string(host, self._make_subject()),
            "design.copy-level": lambda: level_export.copy_level_file(host, self._make_subject()),
            "design.export": lambda: level_export.export_picture(host, self._make_subject()),
        }

    def _explain_no_play(self) -> str | None:
        problems = self.session.verdicts.problems
        return f"this board is a draft: {problems[0]}" if problems else None

    def _open_play(self) -> None:
        """Open the level on the play screen."""
        navigation.open_play(self.workbench, self.document, self.session.verdicts.guided_answer)

    def _ask_save(self, *, elsewhere: bool) -> None:
        async def save_level() -> None:
            await save_questions.save_document(self.workbench, self.document, ask_path=elsewhere)
            self.host.update_content()

        self.host.ask_question(save_level())

    def _reload_file(self) -> None:
        """Read the level's file again, as a single undo step."""
        try:
            self.session.history.reload()
        except EngineError as error:
            self.workbench.show_message(f"Not reloaded: {error}", "bad")

    def _ask_new_level(self) -> None:
        """Ask for the game and size of a new, empty level, and open it."""

        async def open_new_level() -> None:
            if await save_questions.confirm_leave(self.workbench):
                document = await ask_new_level(self.workbench, self.game.name)
                if document is not None:
                    navigation.open_design(self.workbench, document)

        self.host.ask_question(open_new_level())

    def _make_subject(self) -> level_export.ExportSubject:
        """Return the subject of an export: the level, its path, and its board as displayed."""
        picture = self.session.build_view().picture
        return level_export.ExportSubject(self.document.level, picture, self.document.path)
