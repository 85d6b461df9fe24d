"""Demands that no level can meet are refused at once, and no others are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from shipped import LEVELS

from engine import workshop
from engine.errors import GenerationFailed, ParameterError
from engine.files import levelfile
from engine.game import registry
from engine.game.game import Game
from engine.games.fruit_dating.board import FruitBoard
from engine.stages.accepted_candidate_search import has_overlap, require_possible
from engine.stages.candidate import Recipe
from engine.values.level import Board, Level
from engine.values.parameter_schema import Parameters
from engine.values.ranges import Range

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")


def weightless(prefix: str) -> list[str]:
    """All weights of a thing of Fruit Dating as 0."""
    shapes = ("dead_end", "corner", "corridor", "open")
    return [f"{prefix}_{shape}{more}=0" for shape in shapes for more in ("", "_random")]


IMPOSSIBLE: dict[str, list[list[str]]] = {
    "fruit-dating": [
        ["complete=false"],
        ["losing_moves=1.."],
        ["losing_moves=1..", "mud=1..3", *weightless("mud"), "mud=0.."],
        weightless("fruit"),
        weightless("blocker"),
        ["hedgehogs=1..2", *weightless("hedgehog")],
        ["rows=4", "cols=4", "pairs=3"],
        ["rows=4", "cols=4", "mud=3.."],
        ["rows=4", "cols=4", "one_ways=5.."],
        ["states=..3"],
        ["states=30000.."],
        ["max_states=1"],
        ["moves=9", "transitions=..8"],
        ["dead_states=20000.."],
        ["winning_moves=0"],
        ["shortest_solutions=..0"],
    ],
    "skiddy": [
        ["complete=false"],
        ["perfect=5..9", "stars=0..2"],
        ["perfect=5..9", "stars=2..2"],
        ["fun=3..", "stars=..2"],
        ["moves=..3"],
        ["perfect=9", "moves=8"],
        ["dead_states=1.."],
        ["stars=1", "dead_states=2"],
        ["static=100"],
        ["rows=4", "cols=4", "blues=3.."],
        ["red_goals=20"],
        ["max_states=1"],
        ["states=..3"],
    ],
    "linjat": [
        ["complete=false"],
        ["unique=false"],
        ["human_solvable=false"],
        ["values=1"],
        ["values=1", "iterations=0"],
        ["values=1", "iterations=0", "mode=expert"],
        ["values=1", "lengths=1", "layers=1.."],
        ["numbers=30", "values=3.."],
        ["values=9..", "rows=8"],
        ["width=0"],
        ["width=11.."],
        ["layers=2", "moves=3"],
        ["layers=1"],
        ["cover_layers=5", "layers=..4"],
        ["score=2000.."],
        ["score=-99999..-99998"],
    ],
    "mazing-monk": [
        ["walks=0"],
        ["steps=0"],
        ["walks=5..", "steps=..4"],
        ["turns=3", "walks=3", "moves=7"],
        ["turns=3", "lower_bound=4"],
        ["traps=2", "deadly_turns=3"],
        ["optimal_solutions=0"],
        ["karma=40", "soldiers=20"],
        ["most_moves=3"],
        ["karma=6"],
    ],
}
POSSIBLE: dict[str, list[list[str]]] = {
    "fruit-dating": [
        ["losing_moves=1..", "mud=1"],
        ["losing_moves=1..", "hedgehogs=0..1"],
        ["moves=1", "states=1"],
        ["moves=200.."],
        ["mud=0..40"],
        [*weightless("mud"), "mud=0..3"],
        ["complete=true", "solvable=true"],
    ],
    "skiddy": [
        ["perfect=5..9"],
        ["perfect=5..9", "stars=2"],
        ["stars=0..2"],
        ["stars=0..2", "dead_states=1.."],
        ["stars=0..2", "moves=2"],
        ["perfect=999"],
    ],
    "linjat": [
        ["values=1", "iterations=0", "cover_layers=0.."],
        ["values=1", "lengths=1..8"],
        ["values=9", "numbers=2..4"],
        ["layers=200.."],
        ["layers=2", "moves=2"],
    ],
    "mazing-monk": [["turns=40"], ["turns=3", "walks=3", "moves=6"], ["soldiers=30"]],
}  # fmt: skip


def recipe_of(game: Game, words: list[str], sketch: Board | None = None) -> Recipe:
    settings = dict(word.split("=") for word in words)
    return Recipe(1, 0, game.generator.parameters.complete_settings(settings), sketch=sketch)


def cases(of: dict[str, list[list[str]]]) -> pytest.MarkDecorator:
    """Runs a test for each list of settings, as its parameters ``name`` and ``words``."""
    found = [(name, words) for name, each in of.items() for words in each]
    names = [f"{name} {' '.join(words[:3])}" for name, words in found]
    return pytest.mark.parametrize(("name", "words"), found, ids=names)


@cases(IMPOSSIBLE)
def test_what_no_level_can_be_is_refused(name: str, words: list[str]) -> None:
    game = registry.get_game(name)
    with pytest.raises(ParameterError) as caught:
        require_possible(game.generator, recipe_of(game, words))
    asked = {word.partition("=")[0] for word in words}
    reported = str(caught.value)
    assert any(key in reported for key in (*asked, "all weights for")), reported


@pytest.mark.parametrize("name", GAMES)
def test_the_unsolvable_is_never_kept(name: str) -> None:
    game = registry.get_game(name)
    reported = "^solvable=false cannot be met: all levels must have solvable=true$"
    with pytest.raises(ParameterError, match=reported):
        workshop.generate(game, 1, {"solvable": "false"})
    for words in (["moves=0"], ["moves=..0"], ["states_seen=0"]):
        with pytest.raises(ParameterError, match="cannot be met"):
            require_possible(game.generator, recipe_of(game, words))


@cases(POSSIBLE)
def test_what_may_be_is_searched_for(name: str, words: list[str]) -> None:
    game = registry.get_game(name)
    require_possible(game.generator, recipe_of(game, words))


def test_locked_cells_can_bring_what_parameters_do_not() -> None:
    game = registry.get_game("fruit-dating")
    tiles = ("#####", "#.~.#", "#...#", "#...#", "#####")
    pieces = (".....", ".A...", ".....", ".A...", ".....")
    words = ["rows=5", "cols=5", "losing_moves=1.."]
    locks = {"mud": "..x..", "none": "....."}
    boards = {
        name: FruitBoard(tiles, pieces, (".....", row, ".....", ".....", "....."))
        for name, row in locks.items()
    }
    require_possible(game.generator, recipe_of(game, words, boards["mud"]))
    with pytest.raises(ParameterError, match="no move loses"):
        require_possible(game.generator, recipe_of(game, words, boards["none"]))


def test_moves_for_perfect_ask_for_three_stars() -> None:
    game = registry.get_game("skiddy")
    settings = {"rows": 5, "cols": 5, "perfect": "3..4"}
    for stars in ("0", "2", "3"):
        level, _, _ = workshop.generate(game, 2, settings | {"stars": stars})
        assert level.verdict is not None
        assert level.verdict.facts["stars"] == 3
        assert level.verdict.facts["max_combo"]["moves"] in (3, 4)


def test_a_search_is_not_begun() -> None:
    with pytest.raises(ParameterError):
        workshop.generate(registry.get_game("linjat"), 1, {"unique": "false"}, max_attempts=0)
    with pytest.raises(GenerationFailed, match="none tried"):
        workshop.generate(registry.get_game("linjat"), 1, {}, max_attempts=0)


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (Range(), Range(1, 1), True),
        (Range(None, 3), Range(3, None), True),
        (Range(None, 3), Range(4, None), False),
        (Range(4, 9), Range(None, 3), False),
        (Range(1, 5), Range(5, 7), True),
    ],
)
def test_ranges_with_a_number_in_common(one: Range, other: Range, both: bool) -> None:
    assert has_overlap(one, other) == has_overlap(other, one) == both


def generated() -> Iterator[Level]:
    """The shipped levels that were generated."""
    for file in sorted(LEVELS.glob("*/*.toml")):
        level = levelfile.read_level(file)
        if level.provenance is not None and not level.provenance.edited:
            yield level


def test_demanding_just_what_a_level_is_refuses_none() -> None:
    """Every fact of every generated level lies within the limits of its own recipe."""
    found = 0
    for level in generated():
        game = registry.get_game(level.game)
        recipe, facts = workshop.read_recipe(level), level.verdict.facts if level.verdict else {}
        exact = {
            fact.key: Range(*[int(fact.get_fact(facts))] * 2)
            for fact in game.generator.parameters.list_facts()
            if isinstance(fact.get_fact(facts), int | float) and fact.key != "fun"
        }
        for demands in (exact, *({key: value} for key, value in exact.items())):
            asked = Parameters({**recipe.parameters.values, **demands}, game.generator.parameters)
            require_possible(game.generator, replace(recipe, parameters=asked))
            found += 1
    assert found > 100
