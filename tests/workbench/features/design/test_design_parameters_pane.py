"""Values of parameters that are being typed when another row is chosen."""

import pytest
from plainly import frame, press, settled

from workbench.features.design.parameters_pane import ParametersPane

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.fixture
async def pilot(make_app, level):
    app = make_app(level)
    async with app.run_test(size=(120, 32)) as pilot:
        await settled(pilot)
        yield pilot


async def test_what_is_typed_is_taken_when_another_row_is_clicked(pilot):
    settings = lambda: pilot.app.screen.session.generator.settings  # noqa: E731
    await press(pilot, "shift+tab", "j", "j", *"12")
    await pilot.click(ParametersPane, offset=(4, 1))
    await pilot.pause()
    assert settings().overrides == {"size": 12}


async def test_an_error_is_not_shown_at_another_row(pilot):
    await press(pilot, "shift+tab", "j", "j", *"99", "enter")
    assert "size: expected a whole" in frame(pilot.app)
    await pilot.click(ParametersPane, offset=(4, 1))
    await pilot.pause()
    assert "size: expected a whole" not in frame(pilot.app)


async def test_what_is_typed_is_taken_when_the_cursor_moves_by_a_page(pilot):
    settings = lambda: pilot.app.screen.session.generator.settings  # noqa: E731
    await press(pilot, "shift+tab", "j", "j", *"12", "pagedown")
    assert settings().overrides == {"size": 12}
