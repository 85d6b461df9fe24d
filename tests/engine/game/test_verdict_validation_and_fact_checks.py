"""Stored verdicts held against themselves, and against a new search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from commanding import Run
from hypothesis import given
from hypothesis import strategies as st
from shipped import LEVELS, level_in

from engine import workshop
from engine.errors import LevelError
from engine.files import levelfile
from engine.game import registry, stored_verdict_checks
from engine.search.solver_result import SolverResult
from engine.stages.candidate import Recipe
from engine.values.level import Level

FILES = (
    "fruit-dating/02-revolving-door.toml",
    "skiddy/1-3-two-doors.toml",
    "linjat/1-easy-01-straight-away.toml",
    "mazing-monk/1-by-hand-1-prayer-wheel.toml",
)
Place = tuple[str | int, ...]


def paths(value: Any, path: Place = ()) -> Iterator[Place]:
    """The places of all single facts in a verdict."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list) and value and isinstance(value[0], dict | list):
        for index, inner in enumerate(value):
            yield from paths(inner, (*path, index))
    else:
        yield path


def put(value: Any, path: Place, new: Any) -> Any:
    """A value with another one at a place."""
    if not path:
        return new
    if isinstance(value, dict):
        return {**value, path[0]: put(value[path[0]], path[1:], new)}
    return [put(old, path[1:], new) if at == path[0] else old for at, old in enumerate(value)]


def at(value: Any, path: Place) -> Any:
    for key in path:
        value = value[key]
    return value


def facts_of(level: Level) -> dict[str, Any]:
    assert level.verdict is not None
    return dict(level.verdict.facts)


def claiming(level: Level, facts: dict[str, Any]) -> Level:
    assert level.verdict is not None
    return replace(level, verdict=replace(level.verdict, facts=facts))


@cache
def solved(file: str) -> SolverResult:
    return workshop.solve(level_in(LEVELS / file))


@st.composite
def lies(draw: st.DrawFn) -> tuple[str, Level]:
    """A shipped level of whose verdict one fact has been changed."""
    file = draw(st.sampled_from(FILES))
    level = level_in(LEVELS / file)
    facts = facts_of(level)
    path = draw(st.sampled_from([*paths(facts)]))
    old = at(facts, path)
    new = draw(
        st.booleans()
        | st.integers(-(2**63), 2**63 - 1)
        | st.integers(-3, 60)
        | st.floats(allow_nan=False)
        | st.text("URDLmr012 ", max_size=5)
        | st.lists(st.integers(0, 9), max_size=3)
        | st.just({})
    )
    if isinstance(old, str) and draw(st.booleans()):
        new = old + draw(st.sampled_from("URDL"))
    same = type(new) is type(old) and new == old
    return file, claiming(level, put(facts, path, [[]] if same else new))


@given(lies())
def test_any_changed_fact_is_found_by_a_new_search(lie: tuple[str, Level]) -> None:
    file, level = lie
    assert stored_verdict_checks.find_differences(level, solved(file))
    stored_verdict_checks.find_contradictions(
        level
    )  # whatever is stored, it is reported and not stumbled over


@pytest.mark.parametrize("file", FILES)
def test_a_fact_that_is_left_out_is_found_by_a_new_search(file: str) -> None:
    level = level_in(LEVELS / file)
    facts = facts_of(level)
    assert stored_verdict_checks.find_differences(level, solved(file)) == ()
    # A fact of an older version is in older files only.
    needed = registry.get_game(level.game).solver.select_stored_facts(
        facts, level.recorded_parameters
    )
    for key in facts:
        rest = {other: fact for other, fact in facts.items() if other != key}
        found = stored_verdict_checks.find_differences(claiming(level, rest), solved(file))
        assert bool(found) == (key in needed)
        stored_verdict_checks.find_contradictions(claiming(level, rest))


@pytest.mark.parametrize(
    ("file", "path", "new"),
    [
        (0, "solvable", False),
        (0, "complete", False),
        (0, "moves", 2),
        (0, "solution", "RRRR"),
        (0, "solution", "?"),
        (0, "dead_states", 10_000),
        (0, "shortest_solutions", 0),
        (0, "winning_moves", 0),
        (0, "transitions", 1),
        (0, "states", 0),
        (0, "states_seen", 7),
        (1, "stars", 1),
        (1, "dead_states", 1),
        (1, "moves", 5),
        (1, "solution", "RUDLU"),
        (1, "max_combo.solution", "RUDLU"),
        (1, "no_combo.moves", 2),
        (1, "winning_edges.no_combo", 0),
        (1, "fun.rating", 5),
        (1, "fun.lead", 1),
        (1, "fun.first_moves", 4),
        (1, "fun.symmetries", 3),
        (1, "fun.criteria.detour", True),
        (1, "fun.unused", [[0, 0]]),
        (2, "unique", None),
        (2, "human_solvable", False),
        (2, "layers", 9),
        (2, "score", 99),
        (2, "width", 9),
        (2, "rule_use.cover.depth", 9),
        (2, "deduction.dots", 99),
        (2, "solution.0.cells", [[0, 0]]),
        (2, "solution.0.row", 9),
        (3, "turns", 1),
        (3, "walks", 9),
        (3, "steps", 1),
        (3, "solution", "r2 m20"),
        (3, "solution", "u d"),
        (3, "optimal", False),
        (3, "lower_bound", 9),
        (3, "rating", 1.0),
        (3, "optimal_solutions", 0),
    ],
)
def test_facts_that_disagree_are_found_without_a_search(file: int, path: str, new: Any) -> None:
    level = level_in(LEVELS / FILES[file])
    keys = tuple(int(key) if key.isdecimal() else key for key in path.split("."))
    assert stored_verdict_checks.find_contradictions(level) == ()
    facts = put(facts_of(level), keys, new)
    found = stored_verdict_checks.find_contradictions(claiming(level, facts))
    assert found
    assert all(problem.key.startswith("verdict") and str(problem) for problem in found)


@pytest.mark.parametrize(
    ("path", "new"),
    [
        ("stars", 1),
        ("evidence.rule", 2),
        ("evidence.moves", 4),
        ("evidence.way", "R"),
        ("evidence.way", "?"),
        ("evidence.state", "S999"),
        ("evidence.state", "5"),
        ("dead_states", 0),
    ],
)
def test_what_speaks_against_stars_is_checked(path: str, new: Any) -> None:
    game = registry.get_game("skiddy")
    recipe = Recipe(
        5, 0, game.generator.parameters.complete_settings({"rows": 6, "cols": 6, "pits": 0})
    )
    board = game.generator.build_candidate(recipe).board
    level = workshop.store_verdict(Level("skiddy", board), game.solver.solve(board))
    assert facts_of(level)["evidence"]["rule"] == 1
    assert stored_verdict_checks.find_contradictions(level) == ()
    facts = put(facts_of(level), tuple(path.split(".")), new)
    assert stored_verdict_checks.find_contradictions(claiming(level, facts))


@pytest.mark.parametrize("file", FILES)
def test_a_fact_of_the_wrong_type_is_refused_wherever_the_file_is_read(file: str) -> None:
    level = level_in(LEVELS / file)
    facts = facts_of(level)
    for path in paths(facts):
        wrong = 1 if isinstance(at(facts, path), str) else "x"
        text = levelfile.dumps(claiming(level, put(facts, path, wrong)))
        with pytest.raises(LevelError, match=r"verdict\..*expected .*, found"):
            levelfile.loads(text)


def test_a_stale_verdict_is_not_looked_at() -> None:
    level = level_in(LEVELS / FILES[0])
    assert level.verdict is not None
    stale = replace(level, verdict=replace(level.verdict, digest="other", facts={"moves": "no"}))
    assert stored_verdict_checks.find_contradictions(stale) == ()
    assert stored_verdict_checks.find_differences(stale, solved(FILES[0])) == ()


def test_what_a_verdict_left_open_is_no_lie() -> None:
    level = level_in(LEVELS / FILES[0])
    short = claiming(level, {"complete": False, "states_seen": 3})
    assert stored_verdict_checks.find_contradictions(short) == ()
    assert [
        problem.key for problem in stored_verdict_checks.find_differences(short, solved(FILES[0]))
    ] == ["verdict.complete"]


def test_the_command_shows_what_is_false(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "level.toml"
    text = (LEVELS / FILES[1]).read_text()
    file.write_text(text.replace("stars = 3", "stars = 1"))
    assert run("validate", str(file)) == (1, f"{file}: verdict.stars: expected 3, found 1\n", "")
    assert run("validate", "--solve", str(file)) == run("validate", str(file))
    file.write_text(text.replace("broken_states = 6", "broken_states = 5"))
    assert run("validate", str(file))[0] == 0
    result, output, _ = run("validate", "--solve", str(file))
    assert (result, output) == (1, f"{file}: verdict.fun.broken_states: expected 6, found 5\n")
