"""The fun of a level: figures by hand, against the plain reading, in mirrors; table and words."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from cases_skiddy import FIXTURES, LEVEL_1_1
from hypothesis import given
from hypothesis import strategies as st
from skiddy_boards import GAME, board_of, boards, random_levels, to_engine, to_reference
from skiddy_fun_reference import fun_of
from skiddy_reference import RefBoard, RefFacts, explore

from engine.files import levelfile
from engine.game import stored_verdict_checks
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.fun_figures import FunFigures
from engine.games.skiddy.fun_rating import CRITERIA, FIRST_CRITERIA, Criterion, judge_figures
from engine.values.budget import Budget
from engine.values.grid import SYMMETRIES
from engine.values.level import Level, Verdict, compute_digest
from engine.values.toml_fields import drop_nulls

BUDGET = Budget(max_states=20_000)
NAMED = {fixture.name: fixture for fixture in FIXTURES}
NAMES = [criterion.name for criterion in CRITERIA]
DOCS = Path(__file__).parents[4] / "docs" / "explanation" / "ratings.md"


def fun(board: SkiddyBoard, strategy: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = GAME.solver.solve(board, strategy, BUDGET).all_facts["fun"]
    return found


def stored(board: SkiddyBoard) -> dict[str, Any]:
    """What a file says of it."""
    found: dict[str, Any] = GAME.solver.solve(board, None, BUDGET).facts["fun"]
    return found


def fixture(name: str) -> SkiddyBoard:
    return board_of(NAMED[name].rows)


# --- by hand -------------------------------------------------------------------------------


@pytest.mark.jitless
def test_level_1_1_by_hand() -> None:
    # Perfect is LD, through S3. At S0 right, down and left are open; at S3 right, which goes
    # back, and down. In S2, S5, S6 and S8 one has left alone. Up changes nothing at S0. S7 and
    # S8 take most moves, three; the layers are S0, S1 to S3, S4 to S6, S7 and S8. With a move more
    # Perfect is RLD alone.
    figures = {
        "first_moves": 3,
        "broken_states": 4,
        "lead": 1,
        "ideas": 1,
        "symmetries": 0,
        "reversals": 0,
        "decisions": 1,
        "detours": 0,
        "bottlenecks": 1,
        "unused": [],
    }
    first = [criterion.name for criterion in FIRST_CRITERIA]
    assert stored(board_of(LEVEL_1_1)) == {
        "rating": 3,
        "criteria": dict.fromkeys(first[:3], True) | dict.fromkeys(first[3:], False),
        **figures,
    }
    assert fun(board_of(LEVEL_1_1)) == {
        "version": 2,
        "rating": 4,
        "criteria": dict.fromkeys(NAMES[:4], True) | {"far_goal": False},
        **figures,
        "widest": 3,
        "near": 1,
        "far": 50,
    }


@pytest.mark.jitless
@pytest.mark.parametrize(
    ("board", "expected"),
    [
        # Two exits, the same in a mirror: DR and DL are one idea, and both exits are used.
        ("F04", {"symmetries": 1, "ideas": 1, "lead": 3, "unused": []}),
        # UD is its own mirror image, the other two solutions are each other's.
        ("F05", {"symmetries": 1, "ideas": 2, "bottlenecks": 0}),
        # As short without maximum combo as with it.
        ("F14", {"lead": 0}),
        ("F09", {"lead": -5, "rating": None, "criteria": None}),
        # No perfect solution to say anything of.
        ("F07", {"rating": None, "ideas": None, "unused": None, "first_moves": 4}),
        # Perfect is LD, and no piece comes near the pit, the crate and the goal at the right.
        ("######/#r  r#/#    R/#  oc#/#R####", {"ideas": 1, "unused": [[2, 5], [3, 3], [3, 4]]}),
    ],
)
def test_figures_by_hand(board: str, expected: dict[str, Any]) -> None:
    found = fun(fixture(board) if board in NAMED else board_of(board))
    assert {name: found[name] for name in expected} == expected


@pytest.mark.jitless
def test_what_stops_a_piece_is_touched_though_it_never_moves() -> None:
    # Perfect is RD: the cube keeps the two, side by side, above the goal.
    touched, alone = (board_of(f"#######/#r r {end}#/#     #/###R###") for end in "i ")
    facts = GAME.solver.solve(touched).facts
    assert (facts["max_combo"]["solution"], facts["fun"]["unused"]) == ("RD", [])
    assert GAME.solver.solve(alone).facts["max_combo"] is None


# --- against the plain reading -------------------------------------------------------------


def compare(board: RefBoard, facts: RefFacts) -> None:
    found = fun(to_engine(board))
    expected = asdict(fun_of(board, facts))
    assert {name: found[name] for name in expected} == expected
    assert set(found) == {"version", "rating", "criteria", *expected}
    assert (found["rating"] is None) == (facts.stars < 3)


def compare_random(seeds: range, max_states: int) -> int:
    """Compares boards that have perfect solutions; the number compared."""
    compared = 0
    for board, facts in random_levels(seeds, (4, 7), (5, 8), max_states):
        if facts.max_combo is not None and facts.max_combo.count <= 500:
            compare(board, facts)
            compared += 1
    return compared


@pytest.mark.jitless
@pytest.mark.parametrize("name", NAMED)
def test_fixtures_agree(name: str) -> None:
    board = to_reference(fixture(name))
    compare(board, explore(board))
    assert fun(fixture(name), "published") == fun(fixture(name))


def test_random_boards_agree() -> None:
    assert compare_random(range(70_000, 70_040), 250) >= 8


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_many_random_boards_agree(part: int) -> None:
    first = 80_000 + 500 * part
    assert compare_random(range(first, first + 500), 1000) >= 100


@given(boards(max_pieces=4))
def test_a_mirror_image_is_as_much_fun(board: SkiddyBoard) -> None:
    facts = GAME.solver.solve(board, budget=BUDGET).all_facts
    for symmetry in SYMMETRIES[1:]:
        image = GAME.solver.solve(
            GAME.boards.reshaper.transform(board, symmetry), budget=BUDGET
        ).all_facts["fun"]
        expected = facts["fun"] and dict(facts["fun"])
        if expected and expected["unused"]:
            cells = (
                symmetry.transform_cell(*cell, board.rows, board.cols)
                for cell in expected["unused"]
            )
            expected["unused"] = sorted([*cell] for cell in cells)
        assert image == expected


# --- the table -----------------------------------------------------------------------------


@pytest.mark.jitless
def test_nothing_is_rated_beyond_the_budget() -> None:
    facts = GAME.solver.solve(fixture("F13"), budget=Budget(max_states=20)).facts
    assert (facts["complete"], facts["fun"]) == (False, None)
    for strategy in ("uniform-cost", "naive"):
        assert GAME.solver.solve(fixture("F13"), strategy).facts["fun"] is None


@pytest.mark.jitless
def test_another_table_can_be_asked_for() -> None:
    figures = FunFigures(3, 4, lead=1, unused=((1, 2), (3, 4)))
    table = (
        Criterion("far", "far ahead", "lead", 2, None, "mine"),
        Criterion("few", "few for show", "unused", None, 2, "mine"),
        Criterion("brief", "brief", "first_moves", 2, 3, "mine"),
        Criterion("missing", "not there", "ideas", None, 1, "mine"),
    )
    found = judge_figures(figures, 3, table)
    assert found["criteria"] == {"far": False, "few": True, "brief": True, "missing": False}
    assert found["rating"] == 2
    assert judge_figures(figures, 2, table)["rating"] is None


@pytest.mark.jitless
def test_the_document_has_the_table_of_the_code() -> None:
    text = DOCS.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| `(\w+)` \| (.+) \| (\w+) \|$", text, re.MULTILINE)
    assert rows == [
        (
            criterion.name,
            criterion.title,
            criterion.figure,
            f"at least {criterion.low}" if criterion.high is None else f"at most {criterion.high}",
            criterion.source,
        )
        for criterion in CRITERIA
    ]
    reported = dict(re.findall(r"^\| `(\w+)` \| .+ \| (yes|no) \|$", text, re.MULTILINE))
    assert set(reported) == set(FunFigures.__slots__)
    judging = {criterion.figure for criterion in CRITERIA}
    assert {name for name, answer in reported.items() if answer == "yes"} == judging


# --- files and words -----------------------------------------------------------------------


@pytest.mark.jitless
@pytest.mark.parametrize("name", ["F01", "F07", "F09", "F18", "F24"])
def test_a_verdict_of_an_older_file_holds_it(name: str) -> None:
    level, solved = Level(GAME.name, fixture(name)), GAME.solver.solve(fixture(name))
    verdict = Verdict(compute_digest(level.board), GAME.rules_version, drop_nulls(solved.facts))
    level = replace(level, verdict=verdict)
    again = levelfile.loads(levelfile.dumps(level))
    assert again == level
    assert again.verdict is not None
    found = stored(fixture(name))
    assert again.verdict.facts["fun"] == {k: v for k, v in found.items() if v is not None}
    assert not stored_verdict_checks.find_contradictions(again)
    json.dumps(fun(fixture(name)))


def words(name: str) -> dict[str, str]:
    """The reasons of a level's ratings by what they are about."""
    facts = GAME.solver.solve(fixture(name)).all_facts
    return {label: said for j in GAME.solver.judge_facts(facts) for label, said in j.lines if label}


@pytest.mark.jitless
@pytest.mark.parametrize(
    ("name", "label", "said"),
    [
        ("F01", "no dead end", "yes, among 9 positions"),
        ("F01", "combo no longer", "yes, 2 moves with maximum combo, 3 moves without"),
        ("F01", "clear best", "yes, 1 move more without maximum combo (proposed: at least 1)"),
        ("F01", "narrow", "yes, 3 positions at the widest distance (ours: at most 4)"),
        ("F01", "no near miss", "yes, 1 solution one move longer (ours: at most 2)"),
        ("F01", "far goal", "no, 50 percent of the longest distance (ours: at least 75)"),
        ("F09", "combo no longer",
         "no, 8 moves with maximum combo, 3 moves without by RDR"),
        ("F07", "wins both ways", "no, none with maximum combo"),
        ("F07", "combo no longer", "not checked"),
        ("F21", "no dead end", "no, S7 is one, 2 moves away by RD"),
        ("F24", "no dead end", "no, S0, the start, is one"),
    ],
)  # fmt: skip
def test_reasons_in_words(name: str, label: str, said: str) -> None:
    assert words(name)[label] == said


@pytest.mark.jitless
def test_ratings_in_short() -> None:
    def briefs(name: str) -> list[tuple[str, str]]:
        facts = GAME.solver.solve(fixture(name)).all_facts
        return [(judgement.rating, judgement.brief) for judgement in GAME.solver.judge_facts(facts)]

    assert briefs("F01") == [("3 of 3", "3 stars"), ("4 of 5", "fun 4 of 5")]
    assert briefs("F07") == [("1 of 3", "1 star"), ("not rated without three stars", "")]
    facts = GAME.solver.solve(fixture("F13"), budget=Budget(max_states=20)).facts
    assert GAME.solver.judge_facts(facts) == ()


@pytest.mark.jitless
def test_red_herrings_are_reported_though_none_judges_them() -> None:
    facts = GAME.solver.solve(fixture("F18")).all_facts
    lines = GAME.solver.judge_facts(facts)[1].lines
    assert ("", "1 object unused by perfect solutions: 0,4") in lines


@pytest.mark.jitless
def test_a_stored_rating_is_reported_as_that_of_its_version() -> None:
    facts = GAME.solver.solve(fixture("F01")).facts
    judgement = GAME.solver.judge_facts(facts)[1]
    assert judgement.rating == "3 of 5 by version 1"
    assert judgement.brief == "fun 3 of 5 by version 1"
    assert ("real choices", "no, 1 move with a choice (ours: at least 3)") in judgement.lines


_junk = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text("SRD ", max_size=2),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(NAMES), inner),
    max_leaves=4,
)
_FUN_KEYS = [*FunFigures.__slots__, "version", "rating", "criteria"]
_EVIDENCE_KEYS = ["rule", "state", "moves", "way", "missing", "max_combo_moves"]


@pytest.mark.jitless
@given(
    st.fixed_dictionaries(
        {
            "stars": st.integers(-1, 5) | _junk,
            "states": _junk,
            "max_combo": _junk | st.dictionaries(st.just("moves"), _junk),
            "evidence": _junk | st.dictionaries(st.sampled_from(_EVIDENCE_KEYS), _junk),
            "fun": _junk | st.dictionaries(st.sampled_from(_FUN_KEYS), _junk),
        }
    )
)
def test_facts_of_any_file_can_be_reported(facts: dict[str, Any]) -> None:
    for judgement in GAME.solver.judge_facts(facts):
        assert judgement.title
        assert all(isinstance(part, str) for line in judgement.lines for part in line)
