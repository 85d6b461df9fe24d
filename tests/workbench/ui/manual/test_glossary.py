"""The words that screens use, a sentence each."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.game import registry
from workbench.ui.manual import glossary
from workbench.ui.manual.help_structure import ManualEntry, ManualSection

pytestmark = pytest.mark.usefixtures("app_world")

GAMES = registry.list_names()


def entries(sections: Iterable[ManualSection]) -> list[ManualEntry]:
    return [entry for section in sections for entry in section.entries]


def test_each_word_of_the_glossary_is_reported_once() -> None:
    own = [word.casefold() for word in glossary.TERMS]
    assert len(set(own)) == len(own) and [*glossary.TERMS] == sorted(glossary.TERMS)
    for name in GAMES:
        game = registry.get_game(name)
        assert {word.casefold() for word in game.terms}.isdisjoint(own)
        words = [*glossary.collect_terms((game,))]
        assert words == sorted(words, key=str.casefold)
        assert [
            text for e in entries(glossary.make_sections((game,))) for text, _ in e.head
        ] == words
    assert all(
        text.endswith(".")
        for text in glossary.collect_terms(map(registry.get_game, GAMES)).values()
    )


def test_the_glossary_has_what_screens_speak_of() -> None:
    words = {*glossary.collect_terms(map(registry.get_game, GAMES))}
    assert words >= {
        *("state", "position", "dead state", "dead end", "trap", "detour", "branching", "star"),
        *("layers", "width", "score", "leaks", "karma", "stars", "fun", "Perfect", "combo"),
        *("witness", "provenance", "seed", "attempt", "yield", "weight", "stage", "event"),
    }
