"""Packs as scripts build them."""

from __future__ import annotations

from pathlib import Path

import packs
import pytest

from engine import workshop
from engine.errors import Cancelled, EngineError, LevelError
from engine.game import registry
from engine.playlists import packfile
from engine.values.budget import Control


def test_a_script_builds_the_pack_of_the_command(tmp_path: Path) -> None:
    folder, out, seen = packs.source(tmp_path), tmp_path / "a.pack.toml", []
    built = workshop.pack(
        folder,
        4,
        out,
        where="difficulty 3..",
        title="Four",
        on_progress=lambda *of: seen.append(of),
    )
    saved = packfile.read_pack(out)
    assert [each.file for each in saved.levels] == [each.file for each in built.pack.levels]
    assert (saved.title, saved.origin.path, built.backup) == ("Four", "made", None)
    rising = [step.level.difficulty for step in built.steps]
    assert len(rising) == 4 and rising == sorted(rising) and rising[0] >= 3
    assert seen[-1] == (built.candidates.number, built.candidates.number)


def test_a_pack_that_cannot_be_is_refused(tmp_path: Path) -> None:
    folder, out = packs.source(tmp_path), tmp_path / "a.pack.toml"
    with pytest.raises(EngineError, match=r"expected a name NAME\.pack\.toml, found '.*a\.toml'"):
        workshop.pack(folder, 4, tmp_path / "a.toml")
    with pytest.raises(LevelError, match="made: expected 2 different levels or more"):
        workshop.pack(folder, 2, out, where="moves>10000")
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        workshop.pack(folder, 2, out, control=control)
    assert not out.exists()


def test_a_generated_level_has_names_for_its_parts() -> None:
    made = workshop.generate(registry.get_game("skiddy"), seed=7)
    level, candidate, attempts = made
    assert (made.level, made.candidate, made.attempts) == (level, candidate, attempts)
