"""Sessions of random keys, mouse and resizes; ``random_sessions.py`` is a program, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import random_sessions

SESSIONS = 20


@pytest.fixture(scope="module")
def template() -> Iterator[Path]:
    with random_sessions.template_folder() as folder:
        yield folder


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SESSIONS))
def test_the_app_answers_and_ends_whatever_is_done(seed: int, template: Path) -> None:
    session = random_sessions.play(seed, template)
    assert not session.problems, session.report


def test_a_program_that_does_not_answer_is_told_with_where_it_stands(
    template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = "from workbench.__main__ import main\nsys.exit(main())\n"
    assert app in random_sessions.LAUNCHER
    deaf = 'import time\nprint("x" * 300, flush=True)\ntime.sleep(600)\n'
    monkeypatch.setattr(random_sessions, "LAUNCHER", random_sessions.LAUNCHER.replace(app, deaf))
    monkeypatch.setattr(random_sessions, "PATIENCE", 1.0)
    monkeypatch.setattr(random_sessions, "LAST", 1.0)
    session = random_sessions.play(1, template, 1)
    assert "it does not answer: frozen" in session.problems
    assert "most recent call first" in session.report
