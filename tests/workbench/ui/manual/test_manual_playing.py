"""A game explained: its goal and rules with small boards, and the parameters of its generator."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from rich.cells import cell_len

from engine.game import registry
from workbench.session.making import values
from workbench.theme import theming
from workbench.ui.manual import playing
from workbench.ui.manual.pages import ManualEntry, ManualSection

pytestmark = pytest.mark.usefixtures("app_world")

GAMES = registry.names()


def entries(sections: Iterable[ManualSection]) -> list[ManualEntry]:
    return [entry for section in sections for entry in section.entries]


def text_of(lines: Iterable[Iterable[tuple[str, object]]]) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


# Rules, parameters, words.


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("theme", ["default", "ascii"])
def test_rules_are_drawn_with_the_theme(name: str, theme: str) -> None:
    game = registry.get(name)
    sections = playing.rules(game, theming.load_shipped(theme))
    assert sections[0].entries[0].words == game.goal
    drawn = [line for section in sections for line in text_of(section.lines(70))]
    assert all(cell_len(line) <= 70 for line in drawn)
    assert "\n".join(drawn).isascii() or theme != "ascii"
    for section, rule in zip(sections[1:], game.manual, strict=True):
        assert [len(entry.figures) for entry in section.entries] == [
            bool(rule.board) + bool(rule.moves)
        ]


@pytest.mark.parametrize("name", GAMES)
def test_every_parameter_is_explained_with_an_example_that_can_be_set(name: str) -> None:
    game = registry.get(name)
    schema = game.generator.parameters
    listed = entries(playing.parameters(game))
    assert len(listed) == len(schema.parameters)
    for parameter in schema.parameters:
        default = schema.defaults({}).get(parameter.key)
        example = values.example(parameter, default)
        key, _, value = example.partition(" = ")
        assert schema[key].parse(value) != default
        entry = next(e for e in listed if any(text.strip() == example for text, _ in e.head))
        assert entry.words.startswith(parameter.help.rstrip("."))
        assert parameter.unit in entry.words
        assert all(choice in entry.words for choice in parameter.choices)
