"""The solver: verdicts by its strategies, and the rules that can be switched."""

from __future__ import annotations

from pathlib import Path

import pytest
from linjat_boards import file_of
from linjat_files import BOARDS

from engine.files import levelfile
from engine.games.linjat.board.text import read_published
from engine.games.linjat.deduction import rulesets
from engine.values.level import Level


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a folder of its own that holds some levels."""
    monkeypatch.chdir(tmp_path)
    for name, rows in BOARDS.items():
        levelfile.write_level(Level("linjat", read_published(rows)), f"{name}.toml")


# --- solve ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "status", "solvable", "unique", "human"),
    [
        ("unique", 0, True, True, True),
        ("stuck", 0, True, True, False),
        ("ambiguous", 1, True, False, True),
        ("impossible", 1, False, False, False),
    ],
)
def test_the_verdict(answer, name, status, solvable, unique, human):
    found, facts = answer("solve", f"{name}.toml")
    assert found == status
    assert (facts["solvable"], facts["unique"], facts["human_solvable"]) == (
        solvable, unique, human,
    )  # fmt: skip
    assert facts["complete"] is True
    assert (facts["solution"] is None) == (not solvable)
    assert facts["moves"] == facts["layers"]
    assert (facts["layers"] is None) == (not human)


def test_the_facts_of_the_contract(answer):
    facts = answer("solve", "unique.toml")[1]
    contract = [
        "game", "file", "rules", "solvable", "complete", "moves", "solution", "unique",
        "human_solvable", "layers", "width", "rule_use", "score", "states_seen", "seconds",
    ]  # fmt: skip
    assert [name for name in facts if name in contract] == contract
    assert facts["solution"] == [
        {"row": 1, "col": 3, "cells": [[0, 3], [1, 3], [2, 3], [3, 3]]},
        {"row": 2, "col": 0, "cells": [[0, 0], [1, 0], [2, 0], [3, 0]]},
        {"row": 3, "col": 2, "cells": [[1, 2], [2, 2], [3, 2]]},
    ]
    assert (facts["layers"], facts["width"], facts["score"]) == (2, 2, 0)
    used = {rule: use for rule, use in facts["rule_use"].items() if use["depth"]}
    assert list(facts["rule_use"]) == list(rulesets.RULES)
    assert used == {"cover": {"depth": 1, "width": 2}, "dependency": {"depth": 1, "width": 1}}


def test_the_exact_strategy_says_nothing_of_deduction(answer):
    found, facts = answer("solve", "unique.toml", "--strategy", "exact")
    assert (found, facts["unique"], len(facts["solution"])) == (0, True, 3)
    for name in ("moves", "human_solvable", "layers", "width", "rule_use", "score"):
        assert facts[name] is None, name


def test_within_any_budget_what_is_not_final_is_null(answer):
    whole = answer("solve", "unique.toml")[1]
    for budget in range(1, whole["states_seen"]):
        found, facts = answer("solve", "unique.toml", "--max-states", str(budget))
        assert (found, facts["complete"], facts["unique"]) == (3, False, None)
        assert facts["states_seen"] <= budget
        deduced = {name: facts[name] for name in ("layers", "width", "rule_use", "score")}
        if budget < whole["layers"]:
            assert set(deduced.values()) == {None}
        else:
            assert deduced == {name: whole[name] for name in deduced}
    assert answer("solve", "unique.toml", "--max-states", str(whole["states_seen"]))[0] == 0


# --- rules ---------------------------------------------------------------------------------


def test_rules_by_name(answer):
    assert answer("solve", "unique.toml")[1]["layers"] == 2
    assert answer("solve", "unique.toml", "--rules", "published")[1]["layers"] is None
    switched = answer("solve", "unique.toml", "--rules", "published, dependency-everywhere")[1]
    assert switched["rule_use"]["dependency"] == {"depth": 1, "width": 1}
    for name in rulesets.NAMES:
        assert answer("solve", "unique.toml", "--rules", name)[1]["unique"] is True


def test_switches_can_be_given_one_by_one_and_to_the_published_strategy(answer):
    def facts(*arguments):
        return {**answer("solve", "unique.toml", *arguments)[1], "seconds": 0}

    one = facts("--rules", "published,dependency-everywhere")
    assert facts("--rules", "published", "--rules", "dependency-everywhere") == one
    assert facts("--strategy", "published", "--rules", "dependency-everywhere") == one
    assert facts("--strategy", "published") == facts("--rules", "published") != one


def test_unusual_puzzles_are_solved(answer):
    for rows, unique in ((("1111",) * 4, True), (("9" * 16,) * 16, False)):
        Path("odd.toml").write_text(file_of(*rows))
        status, facts = answer("solve", "odd.toml")
        assert (status, facts["unique"], facts["complete"]) == (int(not unique), unique, True)
