"""Levels generated as an expression wants them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine import workshop
from engine.errors import GenerationFailed, LevelError, ParameterError
from engine.evaluation.board_facts import BoardFacts
from engine.files import levelfile
from engine.game import registry
from engine.generation.constraints import CONSTRAINT_NOT_MET, ConstrainedLevels
from engine.stages.accepted_candidate_search import find_accepted_attempt, require_possible
from engine.stages.candidate import Recipe
from engine.values.budget import Control

SKIDDY = registry.get_game("skiddy")


def recipe(where: str, seed: int = 1, game: str = "skiddy") -> Recipe:
    return Recipe(
        seed, 0, registry.get_game(game).generator.parameters.complete_settings({"where": where})
    )


@pytest.mark.parametrize(
    ("game", "settings", "where"),
    [
        ("fruit-dating", {}, "moves 6..7 or states<100 and dead_states>0"),
        ("skiddy", {"perfect": "4..30"}, "perfect=5 fun.lead>=1"),
        ("linjat", {"iterations": "20"}, "layers 8.. not leaks>0"),
        ("mazing-monk", {}, "thesis_moves>=12 turns>=3"),
        ("fruit-dating", {"one_ways": "1..2"}, "inert=0 touching=0 wall_symmetry>=0.5"),
        ("skiddy", {"crates": "1"}, "needed_share=1 open_share<0.9"),
    ],
)
def test_the_first_accepted_level_that_is_wanted_is_kept(
    game: str, settings: dict[str, object], where: str
) -> None:
    """It is the one that a search by hand finds among all that the generator accepts."""
    found = registry.get_game(game)
    holds = ConstrainedLevels(found)._build_filter(recipe(where, game=game).parameters)
    assert holds is not None
    level, _, attempts = workshop.generate(found, 1, {**settings, "where": where})
    by_hand = Recipe(1, 0, found.generator.parameters.complete_settings(settings))
    refused = 0
    while True:
        by_hand, _ = find_accepted_attempt(found.generator, by_hand)
        board = found.generator.build_candidate(by_hand).board
        if holds(BoardFacts(found, board, Control(), by_hand.parameters)):
            break
        refused += 1
        by_hand = Recipe(1, by_hand.attempt + 1, by_hand.parameters)
    assert level.board == board
    assert attempts.rejections.get(CONSTRAINT_NOT_MET, 0) == refused
    assert level.provenance is not None and level.provenance.attempt == by_hand.attempt


@pytest.mark.parametrize("game", registry.list_names())
def test_relevance_and_structure_are_what_a_rating_says(game: str) -> None:
    level = workshop.generate(registry.get_game(game), 3, {})[0]
    rating = workshop.rate(level)
    parameters = registry.get_game(game).generator.parameters.complete_settings({})
    known = BoardFacts(registry.get_game(game), level.board, Control(), parameters)
    reported = {**rating.structure, **rating.counts}
    assert {key: known[key] for key in reported} == reported
    assert set(reported) <= {*known} and len(known) == len([*known])


def test_relevance_is_looked_into_only_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []
    counts = {"inert": 0, "needed_share": 1.0}
    monkeypatch.setattr(
        "engine.evaluation.board_facts.count_relevance", lambda *_: asked.append(1) or counts
    )
    unjudged = {"inert": "0.."}
    workshop.generate(SKIDDY, 1, {**unjudged, "where": "perfect>=1 or inert=7"})
    assert not asked
    workshop.generate(SKIDDY, 1, {**unjudged, "where": "perfect>=4 and inert=0"})
    assert asked == [1]


def test_relevance_that_kernels_have_judged_is_not_looked_into_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.evaluation.board_facts.count_relevance", None)
    workshop.generate(SKIDDY, 1, {"where": "perfect>=4 and inert=0"})


def test_it_is_recorded_and_the_level_rebuilds(tmp_path: Path) -> None:
    level, _, _ = workshop.generate(SKIDDY, 1, {"where": "perfect=8"})
    levelfile.write_level(level, tmp_path / "a.toml")
    read = levelfile.read_level(tmp_path / "a.toml")
    assert read.provenance is not None and read.provenance.parameters["where"] == "perfect=8"
    assert workshop.rebuild(read).board == level.board
    assert workshop.is_generated_by(read, recipe("perfect=8"))
    assert not workshop.is_generated_by(read, recipe("perfect=6"))
    assert "where" not in SKIDDY.generator.parameters.complete_settings({}).to_table()


@pytest.mark.parametrize(
    ("where", "wrong"),
    [
        ("perfct=5", "where: column 1: unknown key 'perfct'; did you mean perfect"),
        ("layers>3", "where: column 1: unknown key 'layers'"),
        ("perfect>", "where: column 9: expected a value, found the end"),
    ],
)
def test_what_is_no_expression_is_refused_before_the_search(where: str, wrong: str) -> None:
    with pytest.raises(ParameterError, match=wrong):
        require_possible(ConstrainedLevels(SKIDDY), recipe(where))


def test_an_empty_expression_is_refused() -> None:
    with pytest.raises(ParameterError, match="where: expected an expression"):
        recipe("  ")


def test_what_no_level_is_ends_with_counts() -> None:
    with pytest.raises(GenerationFailed, match=re.escape(CONSTRAINT_NOT_MET)):
        workshop.generate(SKIDDY, 1, {"where": "not states>0"}, max_attempts=300)


def test_a_wish_asks_nothing_of_others() -> None:
    plain = SKIDDY.generator.try_candidates(recipe("states<0"), 50, Control())
    wished = ConstrainedLevels(SKIDDY).try_candidates(recipe("states<0"), 50, Control())
    assert plain.accepted is not None and wished.accepted is None
    assert wished.tried == plain.tried


def test_lists_have_no_expression(tmp_path: Path) -> None:
    from engine.playlists import seed_list

    (tmp_path / "3.seeds").write_text("# generator: skiddy/1\n# settings: where=perfect=5\n1\n")
    with pytest.raises(LevelError, match="expected settings without where"):
        seed_list.read_seed_list(tmp_path / "3.seeds", SKIDDY)


def test_mechanics_can_be_asked_for_by_name() -> None:
    game = registry.get_game("skiddy")
    settings = {"crates": 1, "where": "crate_pushed=every and mechanics_any>=3"}
    level, _, _ = workshop.generate(game, 1, settings)
    asked = workshop.rate(level).list_facts()
    assert asked["crate_pushed"] == "every" and asked["mechanics_any"] >= 3
    assert "crate_pushed" not in levelfile.dumps(level).partition("[verdict]")[2]


def test_a_word_that_no_mechanic_has_is_refused_before_any_search() -> None:
    game = registry.get_game("skiddy")
    for where in ("crate_pushed=always", "crate_pushed<every"):
        with pytest.raises(ParameterError, match="expected = or != with every, some, no"):
            workshop.generate(game, 1, {"where": where})
