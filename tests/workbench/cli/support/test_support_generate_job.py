"""What ``generate`` is to make: the levels of some seeds, each saved as soon as it is made."""

from __future__ import annotations

import secrets
from argparse import Namespace
from pathlib import Path

import pytest
from linjat_boards import GAME

from engine.stages.candidate import Recipe
from workbench.cli.support.generate_job import GenerateJob


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_drawn_seed_leaves_room_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 2**63 - 1
    monkeypatch.setattr(secrets, "randbelow", lambda end: end - 1)
    for count in (2, 7, 300):
        args = Namespace(seed=None, out=None, rising=None, count=count)
        order = GenerateJob(
            args, GAME, Recipe(0, 0, GAME.generator.parameters.complete_settings({}))
        )
        order.prepare_seeds()
        last = order.seeds[0]
        assert last % count == 0 and most - count < last + count - 1 <= most
