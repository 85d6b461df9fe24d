"""``workbench catalogue``: what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import catalogues
import pytest
from commanding import Run, refused

from engine.catalogue import level_loader
from engine.files import levelfile
from engine.game import registry

LEVELS = [
    {"states": 40, "solvable": True, "fun": {"rating": 3}},
    {"states": None, "solvable": True, "fun": None},
    {"states": 7, "solvable": False, "fun": {"rating": 5}},
    {"states": 40, "solvable": None, "fun": None},
]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    catalogues.fill(Path("some.db"), LEVELS, first=4)


def answers(run: Run, *options: str, name: str = "some.db") -> list[dict]:
    status, output, messages = run("catalogue", name, *options)
    assert (status, messages) == (0, "")
    return [json.loads(line) for line in output.splitlines()]


def test_an_object_for_each_level(run: Run) -> None:
    first, *others = answers(run, "--json")
    assert [*first][:5] == ["id", "game", "seed", "attempt", "tags"]
    assert first == {
        "id": 1, "game": "fruit-dating", "seed": 4, "attempt": 4, "tags": [], "rules": 1,
        "moves": 4, **LEVELS[0],
    }  # fmt: skip
    assert [each["fun"] for each in others] == [None, {"rating": 5}, None]


def test_chosen_and_in_order(run: Run) -> None:
    def ids(*options: str) -> list[int]:
        return [each["id"] for each in answers(run, "--json", *options)]

    assert ids("--sort", "states") == [3, 1, 4, 2]
    assert ids("--sort", "states:desc", "--limit", "3") == [1, 4, 3]
    assert ids("--where", "not states>10") == [2, 3]
    assert ids("--where", "moves 5.. solvable") == [2]
    assert ids("--where", "states!=7 or seed=6", "--limit", "2") == [1, 3]
    assert answers(run, "--json", "--count", "--where", "moves>=5") == [{"count": 3}]
    assert answers(run, "--json", "--count", "--limit", "2") == [{"count": 2}]
    assert run("catalogue", "some.db", "--count") == (0, "4\n", "")


def test_statistics(run: Run) -> None:
    assert answers(run, "--json", "--histogram", "moves") == [
        {"key": "moves", "bins": [[4, 4, 1], [5, 5, 1], [6, 6, 1], [7, 7, 1]]}
    ]
    bins = answers(run, "--json", "--histogram", "states", "--where", "states>9")[0]["bins"]
    assert bins == [[40, 40, 2]]
    none = ("--histogram", "states", "--where", "moves>50")
    assert answers(run, "--json", *none)[0]["bins"] == []
    assert run("catalogue", "some.db", *none) == (0, "  states  levels\n", "")
    words = run("catalogue", "some.db", "--histogram", "states")[1].splitlines()
    assert words[0].split() == ["states", "levels"]
    assert words[-1].split() == ["40..41", "2", "#" * 40] and words[1].split()[1:] == [
        "1",
        "#" * 20,
    ]
    groups = answers(run, "--group", "solvable", "--json")[0]["groups"]
    assert groups == [[False, 1], [True, 2], [None, 1]]
    found = answers(run, "--density", "moves,states", "--json")[0]
    assert found["keys"] == ["moves", "states"]
    assert sum(each[-1] for each in found["bins"]) == 3
    status, output, _ = run("catalogue", "some.db", "--density", "moves,states")
    assert status == 0 and output.count("█") == 3
    assert run("catalogue", "some.db", "--density", "moves,states", "--out", "a.svg")[0] == 0
    assert Path("a.svg").read_text().count("<title>1</title>") == 3


def test_a_digest_is_of_what_is_chosen(run: Run) -> None:
    status, output, _ = run("catalogue", "some.db", "--digest")
    assert status == 0 and len(output) == 65 and int(output, 16)
    assert run("catalogue", "some.db", "--digest", "--sort", "states:desc")[1] == output
    assert run("catalogue", "some.db", "--digest", "--where", "moves>4")[1] != output
    run("catalogue", "some.db", "--tag", "x", "--stars", "3", "--note", "n")
    assert run("catalogue", "some.db", "--digest")[1] == output
    assert answers(run, "--json", "--limit", "1")[0]["own"] == {"stars": 3, "note": "n"}


def test_marks(run: Run) -> None:
    status, output, messages = run("catalogue", "some.db", "--where", "moves>=6", "--tag", "a b")
    assert (status, output, messages) == (0, "", "some.db: 2 levels marked\n")
    assert answers(run, "--json", "--count", "--where", "tag:'a b' and moves<7") == [{"count": 1}]
    run("catalogue", "some.db", "--untag", "a b", "--where", "moves=7")
    assert [each["tags"] for each in answers(run, "--json")] == [[], [], ["a b"], []]


def test_in_words(run: Run) -> None:
    status, output, _ = run("catalogue", "some.db", "--where", "states>1", "--limit", "1")
    assert status == 0
    assert output.splitlines()[0] == "some.db: 1 level"
    assert "8 candidates" in output and "unsolvable: 4" in output
    assert output.splitlines()[-1].split() == ["1", "fruit-dating", "4", "4", "-", "40"]
    catalogues.fill(Path("more.db"), [{}] * 30)
    assert "and 10 more; --limit N lists N" in run("catalogue", "more.db")[1]


def test_several_are_answered_one_after_the_other(run: Run) -> None:
    status, output, messages = run("catalogue", "some.db", "gone.db", "some.db", "--count")
    assert (status, output) == (2, "4\n" * 2)
    assert messages == "gone.db: no such file\n"
    catalogues.fill(Path("more.db"), [{}] * 2, first=20)
    assert run("catalogue", "some.db", "more.db", "--merge", "all.db")[0] == 0
    assert answers(run, "--json", "--count", name="all.db") == [{"count": 6}]
    run("catalogue", "some.db", "more.db", "--export", "all.jsonl", "--limit", "1")
    assert [json.loads(line)["seed"] for line in Path("all.jsonl").read_text().splitlines()] == [
        4,
        20,
    ]
    refused(run("catalogue", "some.db", "gone.db", "--merge", "b.db"), "")
    refused(run("catalogue", "some.db", "--merge", "all.db"), "")
    assert not Path("b.db").exists()


def test_levels_of_files(run: Run, request: pytest.FixtureRequest) -> None:
    folder = request.config.rootpath / "levels/fruit-dating"
    first, second = sorted(map(str, folder.glob("0*.toml")))[:2]
    Path("bad.toml").write_text("x = 1\n")
    assert run("catalogue", "new.db", "--import", "bad.toml")[0] == 2
    assert not Path("new.db").exists()
    status, _, messages = run("catalogue", "new.db", "--import", first, "bad.toml", second)
    assert status == 2 and messages.startswith("bad.toml") and "2 levels added" in messages
    status, _, messages = run("catalogue", "new.db", "--import", first)
    assert (status, messages) == (0, "new.db: 0 levels added, 1 there already\n")
    groups = answers(run, "--group", "title", "--json", name="new.db")[0]["groups"]
    assert len(groups) == 2 and groups[0] == ["First date", 1]
    only = ("--count", "--where", "title='First date'")
    assert run("catalogue", "new.db", *only) == (0, "1\n", "")
    refused(run("catalogue", "some.db", "--import", first), "")


@pytest.mark.parametrize(
    "options",
    [
        ["--where", "mvoes>1"],
        ["--where", "moves>"],
        ["--where", "moves > 1; DROP TABLE level"],
        ["--sort", "nothing"],
        ["--sort", "moves:up"],
        ["--limit", "0"],
        ["--histogram", "solution"],
        ["--histogram", ""],
        ["--density", "moves"],
        ["--density", "moves,nothing"],
        ["--group", "nothing"],
        ["--count", "--digest"],
        ["--out", "a.svg"],
        ["--tag", ""],
        ["--stars", "9"],
        ["--merge", "some.db"],
        ["--merge", "a.db", "--where", "moves>1"],
        ["--merge", "-"],
        ["--export", "nowhere/a.csv"],
        ["--export", "some.db"],
        ["--import", "nothing.toml"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_answered_is_reported_in_a_line(run: Run, options: list[str]) -> None:
    content = Path("some.db").read_bytes()
    refused(run("catalogue", "some.db", *options), "")
    assert Path("some.db").read_bytes() == content
    assert [each.name for each in Path().iterdir()] == ["some.db"]


@pytest.mark.parametrize("content", [b"", b"format = 1\n"])
def test_what_is_named_as_one_and_is_none_is_refused_as_such(run: Run, content: bytes) -> None:
    path = Path("other.db")
    path.write_bytes(content)
    for words in ([str(path)], ["play", str(path)], ["catalogue", str(path)]):
        refused(run(*words), "other.db: not a catalogue: ")
    assert path.read_bytes() == content


def test_levels_are_shown_kept_and_saved_under_names(run: Run) -> None:
    """Choosing by a script: what a gallery does."""
    catalogues.fill_with_real(Path("real.db"), "skiddy", 3)
    status, output, _ = run("catalogue", "real.db", "--show", "--limit", "2")
    boards = output.split("2: seed 1, ")
    assert status == 0 and boards[0].startswith("1: seed 0, ") and len(boards) == 2
    board = catalogues.entries(Path("real.db"))[0]
    picture = registry.get_game("skiddy").boards.draw_picture(
        level_loader.unpack_board(board, Path("real.db"))
    )
    assert len(boards[0].splitlines()) == 1 + picture.rows
    assert run("catalogue", "real.db", "--tag", "kept", "--where", "id=1 or id=3")[0] == 0
    assert run("catalogue", "real.db", "--untag", "kept", "--tag", "no", "--where", "id=1")[0] == 0
    assert "tag" not in output and ", no\n" in run("catalogue", "real.db", "--show")[1]
    Path("date-1.toml").write_text("taken")
    kept = ("--where", "tag:kept", "--save")
    status, output, _ = run("catalogue", "real.db", *kept, "date-{n}.toml")
    assert (status, output) == (0, "date-2.toml\n")
    saved = levelfile.read_level(Path("date-2.toml"))
    assert (saved.title, saved.provenance and saved.provenance.seed) == ("Date 2", 2)
    assert run("catalogue", "real.db", *kept, "new/of/date-{n}.toml")[1] == "new/of/date-1.toml\n"
    assert levelfile.read_level(Path("new/of/date-1.toml")).board == saved.board
    refused(run("catalogue", "real.db", *kept, "date-2.toml/{n}"), "date-2.toml: cannot be created")
    refused(run("catalogue", "real.db", "--save", "a.toml"), "Use {n} in the name")
    message = "--save: Unknown fact nose. Use {n} for a number"
    refused(run("catalogue", "real.db", "--save", "a-{n}-{nose}.toml"), message)
    refused(run("catalogue", "real.db", *kept, "date-2.toml"), "every file of this name exists")


def test_whole_numbers_have_no_decimals(run: Run) -> None:
    catalogues.fill(Path("rated.db"), [{"difficulty": 17.0}, {"difficulty": 2.25}])
    head, *rows = run("catalogue", "query", "rated.db")[1].splitlines()[-3:]
    assert head.split() == ["id", "game", "seed", "moves", "difficulty", "tags"]
    assert [row.split()[4] for row in rows] == ["17", "2.250"]
