from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def world(app_world: None) -> None:
    """Tests of the app have all of it, whether they ask for it or not."""
