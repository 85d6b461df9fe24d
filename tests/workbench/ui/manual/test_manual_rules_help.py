"""A game explained: its goal and rules with small boards, and the parameters of its generator."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from rich.cells import cell_len

from engine.game import registry
from workbench.session.generation import parameter_text
from workbench.theme import theme_loader
from workbench.ui.manual import rules_help
from workbench.ui.manual.help_structure import ManualEntry, ManualSection

pytestmark = pytest.mark.usefixtures("app_world")

GAMES = registry.list_names()


def entries(sections: Iterable[ManualSection]) -> list[ManualEntry]:
    return [entry for section in sections for entry in section.entries]


def text_of(lines: Iterable[Iterable[tuple[str, object]]]) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


# Rules, parameters, words.


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("theme", ["default", "ascii"])
def test_rules_are_drawn_with_the_theme(name: str, theme: str) -> None:
    game = registry.get_game(name)
    sections = rules_help.make_rule_sections(game, theme_loader.load_shipped(theme))
    assert sections[0].entries[0].title == game.goal
    drawn = [line for section in sections for line in text_of(section.draw_lines(70))]
    assert all(cell_len(line) <= 70 for line in drawn)
    assert "\n".join(drawn).isascii() or theme != "ascii"
    for section, rule in zip(sections[1:], game.manual, strict=True):
        assert [len(entry.figures) for entry in section.entries] == [
            bool(rule.board) + bool(rule.moves)
        ]


@pytest.mark.parametrize("name", GAMES)
def test_every_parameter_is_explained_with_an_example_that_can_be_set(name: str) -> None:
    game = registry.get_game(name)
    schema = game.generator.parameters
    listed = entries(rules_help.make_parameter_sections(game))
    assert len(listed) == len(schema.parameters)
    for parameter in schema.parameters:
        default = schema.list_defaults({}).get(parameter.key)
        example = parameter_text.format_example(parameter, default)
        key, _, value = example.partition(" = ")
        assert schema[key].parse_value(value) != default
        entry = next(e for e in listed if any(text.strip() == example for text, _ in e.head))
        assert entry.title.startswith(parameter.help.rstrip("."))
        assert parameter.unit in entry.title
        assert all(choice in entry.title for choice in parameter.choices)
