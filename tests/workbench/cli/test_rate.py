"""``workbench rate``: every fact of a level, and what each thing on it is there for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commanding import Answer, Run, Stdin, is_one_line, refused
from shipped import LEVELS

from engine.files import levelfile, share_string

FIRST = {
    "fruit-dating": LEVELS / "fruit-dating" / "18-castle-ball.toml",
    "skiddy": LEVELS / "skiddy" / "5-6-glacier.toml",
    "linjat": LEVELS / "linjat" / "1-easy-08-round-the-corner.toml",
    "mazing-monk": LEVELS / "mazing-monk" / "2-rising-01-first-steps.toml",
}
LAYOUT = {
    *("open_cells", "open_share", "largest_block", "corridors", "regions"),
    *("wall_symmetry", "piece_symmetry", "instant_wins"),
}
MORE = {
    "fruit-dating": {"touching", *LAYOUT},
    "skiddy": {"perfect", *LAYOUT},
    "linjat": {
        *("leaks", "number_share", "dot_share", "empty_share", "clue_symmetry", "regions"),
        "needed_rules",
    },
    "mazing-monk": {
        *("obstacle_share", "fullest_face", "emptiest_face", "top_open", "obstacle_symmetry"),
    },
}
KINDS = {
    "fruit-dating": {"car", "barrel", "hedgehog", "gate", "wall"},
    "skiddy": {"ice", "pit", "wall"},
    "linjat": {"dot"},
    "mazing-monk": {"soldier", "karma", "obstacle"},
}
EVERY = pytest.mark.parametrize("game", FIRST)
UNSOLVABLE = """format = 1
game = "fruit-dating"
[board]
tiles = '''
#######
#..#..#
#######
'''
pieces = '''
.......
.A...A.
.......
'''
"""


def counted(found: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in found["relevance"] if each["kind"] not in ("wall", "obstacle")]


@EVERY
def test_it_has_the_fields_of_solve_and_every_other_fact(answer: Answer, game: str) -> None:
    status, solved = answer("solve", str(FIRST[game]))
    result, found = answer("rate", str(FIRST[game]))
    assert (result, status) == (0, 0)
    assert {**found, "seconds": 0} == {
        **{key: found[key] for key in found if key not in solved},
        **solved,
        "seconds": 0,
    }
    played = {"mechanics", "mechanics_every", "mechanics_any"}
    others = {"difficulty", "inert", "needed_share", "relevance", *played}
    assert found.keys() - solved.keys() == others | MORE[game]


@EVERY
def test_each_thing_has_its_kind_its_place_and_what_it_is_worth(answer: Answer, game: str) -> None:
    _, found = answer("rate", str(FIRST[game]))
    keys = ["kind", "row", "col", "needed", "inert", "moves"]
    for each in found["relevance"]:
        gate = each["kind"] == "gate"
        assert [*each] == ([*keys[:3], "direction", *keys[3:]] if gate else keys)
        assert isinstance(each["needed"], bool) and isinstance(each["inert"], bool)
        assert each["moves"] is None or isinstance(each["moves"], int)
    assert {each["kind"] for each in found["relevance"]} == KINDS[game]
    things = counted(found)
    assert found["inert"] == sum(each["inert"] for each in things)
    assert found["needed_share"] == sum(each["needed"] for each in things) / len(things)


@EVERY
def test_a_budget_that_ends_a_search_leaves_nulls(answer: Answer, game: str) -> None:
    result, found = answer("rate", str(FIRST[game]), "--max-states", "1")
    assert result == (0 if found["solvable"] else 3)
    assert found["inert"] is None and found["needed_share"] is None
    for each in found["relevance"]:
        assert (each["needed"], each["inert"], each["moves"]) == (None, None, None)


def test_a_budget_for_the_level_need_not_do_without_a_thing(answer: Answer) -> None:
    _, whole = answer("rate", str(FIRST["fruit-dating"]))
    _, found = answer("rate", str(FIRST["fruit-dating"]), "--max-states", str(whole["states"] + 4))
    known = [each for each in found["relevance"] if each["inert"] is not None]
    assert found["states"] == whole["states"]
    assert 0 < len(known) < len(found["relevance"])
    assert all(each in whole["relevance"] for each in known)


def test_an_unsolvable_level_is_rated(answer: Answer, tmp_path: Path) -> None:
    file = tmp_path / "apart.toml"
    file.write_text(UNSOLVABLE)
    result, found = answer("rate", str(file))
    assert result == 1
    wall = {"kind": "wall", "row": 1, "col": 3, "needed": True, "inert": False, "moves": 1}
    assert found["relevance"] == [wall]
    assert (found["inert"], found["needed_share"]) == (0, 1.0)


def test_many_levels_a_folder_a_share_string_and_standard_input(run: Run, stdin: Stdin) -> None:
    file = FIRST["fruit-dating"]
    level = levelfile.read_level(file)
    stdin(file.read_text())
    result, output, _ = run("rate", str(file), "-", share_string.dumps(level), "--json")
    lines = [json.loads(line) for line in output.splitlines()]
    assert result == 0 and len(lines) == 3
    assert len({json.dumps(line["relevance"]) for line in lines}) == 1
    result, output, _ = run("rate", str(LEVELS / "skiddy"), "--json")
    assert result == 0 and len(output.splitlines()) == len([*(LEVELS / "skiddy").glob("*.toml")])


@EVERY
def test_for_people_it_is_text(run: Run, game: str) -> None:
    result, output, messages = run("rate", str(FIRST[game]))
    assert (result, messages) == (0, "")
    assert "without each thing: " in output and "needed share" in output


def test_bad_input_is_one_line(run: Run, tmp_path: Path) -> None:
    refused(run("rate", str(tmp_path / "none.toml")), "none.toml")
    refused(run("rate"), "LEVEL")
    refused(run("rate", str(FIRST["skiddy"]), "--max-states", "0"), "1 or more")
    draft = tmp_path / "draft.toml"
    draft.write_text(UNSOLVABLE.replace("A...A", "A...B"))
    refused(run("rate", str(draft)), "even number")
    result, output, messages = run("rate", str(draft), str(FIRST["skiddy"]), "--json")
    assert result == 2 and len(output.splitlines()) == 1 and is_one_line(messages)


@EVERY
def test_mechanics_are_words_by_name_and_counted(answer: Answer, game: str) -> None:
    _, found = answer("rate", str(FIRST[game]))
    words = [*found["mechanics"].values()]
    assert {*words} <= {"every", "some", "no"}
    assert found["mechanics_every"] == words.count("every")
    assert found["mechanics_any"] == len(words) - words.count("no")
    _, short = answer("rate", str(FIRST[game]), "--max-states", "1")
    assert {*short["mechanics"].values()} == {None}
    assert (short["mechanics_every"], short["mechanics_any"]) == (None, None)


def names(output: str) -> list[str]:
    return [Path(json.loads(line)["file"]).stem for line in output.splitlines()]


def test_only_levels_that_are_wanted_are_reported(run: Run) -> None:
    folder = str(LEVELS / "skiddy")
    result, output, _ = run("rate", folder, "--where", "crate_pushed=every moves<5", "--json")
    assert result == 0
    assert names(output) == ["4-1-a-gentle-push", "4-2-same-crate-other-door"]


def test_levels_are_reported_in_the_order_of_a_fact(run: Run) -> None:
    folder = str(LEVELS / "skiddy")
    for key, falling in (("mechanics_every", False), ("max_combo.moves:desc", True)):
        output = run("rate", folder, "--sort", key, "--json")[1]
        found = [json.loads(line) for line in output.splitlines()]
        known = [each["mechanics_every"] if not falling else each["moves"] for each in found]
        assert known == sorted(known, reverse=falling) and len(found) == 30
    output = run("rate", folder, "--sort", "ice_slid", "--where", "moves=2", "--json")[1]
    assert names(output)[-1] == "5-1-cool-head"


def test_what_is_not_known_comes_last(run: Run, tmp_path: Path) -> None:
    apart = tmp_path / "apart.toml"
    apart.write_text(UNSOLVABLE)
    for key in ("mechanics_any", "moves:desc"):
        output = run("rate", str(apart), str(FIRST["fruit-dating"]), "--sort", key, "--json")[1]
        assert names(output) == ["18-castle-ball", "apart"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--sort", "nothing"], "--sort: no fact 'nothing' to sort by"),
        (["--sort", "moves:up"], "--sort: no fact 'moves:up' to sort by"),
        (["--sort", ""], "--sort: no fact '' to sort by"),
        (["--where", "crate_pushed=always"], "--where: crate_pushed: expected = or != with every"),
        (["--where", "crate_pushed>no"], "--where: crate_pushed: expected = or != with every"),
        (["--where", "crate_pushd=no"], "unknown key 'crate_pushd'; did you mean crate_pushed"),
    ],
)
def test_bad_orders_are_one_line(run: Run, arguments: list[str], message: str) -> None:
    refused(run("rate", str(FIRST["skiddy"]), *arguments), message)
