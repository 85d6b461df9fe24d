"""``workbench experiment``."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

from commanding import Run, refused


def test_all_are_listed(run: Run) -> None:
    result, output, _ = run("experiment")
    assert result == 0
    assert "monk-graphs" in output
    assert "fruit-solvers" in output
    result, output, _ = run("experiment", "--json")
    listed = [json.loads(line) for line in output.splitlines()]
    assert {each["game"] for each in listed} == {"fruit-dating", "skiddy", "linjat", "mazing-monk"}
    assert all(each["count"] > 0 and each["asks"] for each in listed)


def test_a_table_with_what_the_source_says(run: Run) -> None:
    result, output, _ = run("experiment", "monk-moves", "--count", "2")
    assert result == 0
    assert "section 5.2, graph 2" in output
    assert "What differs" in output
    assert sum(line.lstrip().startswith("protective") for line in output.splitlines()) == 10


def test_json_has_the_rows_by_key_and_is_the_same_again(run: Run) -> None:
    command = ("experiment", "skiddy-stars", "--count", "3", "--seed", "5", "--json")
    result, output, _ = run(*command)
    found = json.loads(output)
    assert result == 0
    assert (found["count"], found["seed"], len(found["rows"])) == (3, 5, 17)
    assert [*found["rows"][0]] == [column["key"] for column in found["columns"]]
    assert run(*command)[1] == output


def test_csv_and_svg(run: Run, tmp_path: Path) -> None:
    table, plot = tmp_path / "a.csv", tmp_path / "a.SVG"
    assert run("experiment", "fruit-weights", "--count", "3", "--out", str(table))[:2] == (0, "")
    rows = [*csv.DictReader(table.read_text().splitlines())]
    assert rows[0]["weights"] == "the article's"
    assert {row["candidates"] for row in rows} == {"3"}
    assert run("experiment", "fruit-weights", "--count", "3", "--out", str(plot))[0] == 0
    texts = [each.text for each in ElementTree.parse(plot).iter() if each.text]
    assert "all alike" in texts


def test_what_is_refused(run: Run, tmp_path: Path) -> None:
    refused(run("experiment", "monk-tim"), "did you mean monk-time")
    refused(run("experiment", "zzz"), "workbench experiment lists")
    refused(run("experiment", "monk-time", "--out", str(tmp_path / "a")), ".csv or .svg")
    out = str(tmp_path / "no" / "a.csv")
    refused(run("experiment", "monk-time", "--out", out), "no such folder")
    refused(run("experiment", "monk-time", "--count", "0"), "1 or more")
    refused(
        run("experiment", "monk-time", "--seed", str(2**63 - 1)), "would end after the last seed"
    )
