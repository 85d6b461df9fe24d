"""The commands that work on every screen: of the app, of boards, of dialogs, lists and help."""

from __future__ import annotations

import pytest

from workbench import commands
from workbench.app.app import WorkbenchApp
from workbench.ui.commands import MENU_GROUP

pytestmark = pytest.mark.usefixtures("app_world")


def test_every_command_of_the_app_can_be_done() -> None:
    app = WorkbenchApp()
    for command in commands.of("app"):
        if command.group == MENU_GROUP:
            continue  # by the screen
        act = app.acts.get(command.id) or getattr(app, f"action_{command.action}")
        assert callable(act), command.id
