"""Saving a level: the places that are proposed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from toy_game import slope

from engine.files import levelfile
from engine.values.level import Provenance
from workbench.document.document import Document
from workbench.ui.exchange import save_questions

pytestmark = pytest.mark.usefixtures("app_world")


@pytest.mark.parametrize("kind", ["drawn", "titled", "generated", "shipped", "own"])
def test_proposed_places_are_free_and_say_what_it_is(folder: Path, kind: str) -> None:
    shipped = folder.parent / "given.toml"
    levelfile.write_level(slope("Given"), shipped)
    made = replace(slope(), provenance=Provenance("toy/1", 42, 0))
    document = {
        "drawn": lambda: Document(replace(slope(), title="")),
        "titled": lambda: Document(slope("Up & down!")),
        "generated": lambda: Document(made),
        "shipped": lambda: Document.open(shipped, read_only=True),
        "own": lambda: Document.open(folder / "hard" / "second.toml"),
    }[kind]()
    stem = {
        "drawn": "untitled", "titled": "up-down", "generated": "toy-42", "shipped": "given",
    }.get(kind)  # fmt: skip
    if stem is None:
        assert save_questions.propose_path(document, folder) == folder / "hard" / "second-2.toml"
        return
    assert save_questions.propose_path(document, folder) == folder / f"{stem}.toml"
    (folder / f"{stem}.toml").write_text("")
    (folder / f"{stem}-2.toml").write_text("")
    assert save_questions.propose_path(document, folder) == folder / f"{stem}-3.toml"
