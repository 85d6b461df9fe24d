"""The commands that work on every screen: of the app, of boards, of dialogs, lists and help."""

from __future__ import annotations

import pytest

from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.ui.commands import MENU_GROUP

pytestmark = pytest.mark.usefixtures("app_world")


def test_every_command_of_the_app_can_be_done() -> None:
    app = WorkbenchApp()
    for command in commands.list_in_contexts("app"):
        if command.group == MENU_GROUP:
            continue  # by the screen
        act = app.command_actions.get(command.id) or getattr(app, f"action_{command.action_name}")
        assert callable(act), command.id
