"""Plain mode explains the game and the words: the same texts as the help of the app."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import Talk
from shipped import files_of

from engine.game import registry
from workbench.ui.manual import glossary


@pytest.mark.parametrize("name", registry.list_names())
def test_rules_are_printed_with_boards_of_characters(talk: Talk, name: str) -> None:
    said = talk(f"rules {name}", "quit")
    game = registry.get_game(name)
    assert f"Goal: {game.goal}" in said and said.isascii()
    for rule in game.manual:
        assert f"{rule.title}: {rule.text}" in said
    assert said.count("Then:") == sum(bool(rule.moves) for rule in game.manual)


@pytest.mark.parametrize("name", registry.list_names())
def test_the_legend_has_what_is_on_the_board_and_all_tools(talk: Talk, name: str) -> None:
    said = talk("legend", "quit", file=files_of(name)[0]).splitlines()
    titles = {line.partition(": ")[2] for line in said}
    tools = {tool.title for tool in registry.get_game(name).boards.tools if tool.name != "none"}
    assert {f"{title}." for title in tools} <= titles


def test_the_glossary_is_printed_whole_or_by_the_word(talk: Talk) -> None:
    said = talk("glossary witness", "glossary", "glossary sead", "quit")
    assert said.count(f"witness: {glossary.TERMS['witness']}") == 2
    assert all(f"{word}: {text}" in said for word, text in glossary.TERMS.items())
    assert "Unknown word 'sead'; did you mean seed?" in said


def test_words_of_the_game_that_is_open(talk: Talk) -> None:
    level: Path = files_of("mazing-monk")[0]
    assert "karma: What the monk collects" in talk("glossary karma", "quit", file=level)
    assert "nknown word 'karma'" in talk("glossary karma", "quit")


def test_without_a_level_a_game_has_to_be_named(talk: Talk) -> None:
    said = talk("rules", "legend", "quit")
    assert said.count("No level is open") == 2
