"""The sub-commands of ``workbench catalogue``: equal to the older options, each with its own."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import catalogues
import pytest
from commanding import Run, refused

from workbench.cli import SUBCOMMANDS

NAMES = tuple(SUBCOMMANDS["catalogue"])
FACTS = "moves:1..12,open_share:0..1:5"
FIRST = Path(__file__).parents[4] / "levels/skiddy/1-1-side-by-side.toml"
OPTIONS = {
    "query": "where sort limit count digest show json",
    "stats": "where sort limit count digest histogram density out group json",
    "export": "where sort limit out save",
    "import": "",
    "merge": "out",
    "mark": "where sort limit tag untag stars note",
    "archive": "where sort limit facts best fill iterations target seed jobs interrupt detach "
    "status pause resume stop json",
    "check": "json",
}
"""The options of each sub-command, besides those of every verb."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Two catalogues and a level, by their names."""
    folder = tmp_path_factory.mktemp("catalogues")
    catalogues.fill_with_real(folder / "some.db", "skiddy", 3)
    catalogues.fill_with_real(folder / "more.db", "skiddy", 2, first=60)
    (folder / "level.toml").write_bytes(FIRST.read_bytes())
    return dict(catalogues.files(folder))


@pytest.fixture(autouse=True)
def here(made: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with both catalogues and the level."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return enter(tmp_path / "first", made, monkeypatch)


def enter(folder: Path, made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with the same files, and change to it."""
    folder.mkdir()
    for name, content in made.items():
        (folder / name).write_bytes(content)
    monkeypatch.chdir(folder)
    return folder


def outcome(run: Run, words: str) -> tuple[object, ...]:
    """Run a command; return its answer and all files afterwards, of catalogues their levels."""
    answer = run(*shlex.split(words))
    names = sorted(str(path) for path in Path().rglob("*") if path.is_file())
    levels = [run("catalogue", name, "--json") for name in names if name.endswith(".db")]
    content = [Path(name).read_bytes() for name in names if not name.endswith(".db")]
    return answer, names, levels, content


@pytest.mark.parametrize(
    ("command", "older"),
    [
        ("query some.db", "some.db"),
        ("query some.db more.db --json", "some.db more.db --json"),
        (
            "query --where id<3 some.db --sort states:desc more.db --limit 1 --where seed>=0",
            "some.db more.db --where id<3 --where seed>=0 --sort states:desc --limit 1",
        ),
        ("query some.db gone.db --count", "some.db gone.db --count"),
        ("query some.db --digest --where id>1", "some.db --digest --where id>1"),
        ("query some.db --show --limit 2", "some.db --show --limit 2"),
        ("query some.db --where nothing>1", "some.db --where nothing>1"),
        ("query some.db --sort moves:up", "some.db --sort moves:up"),
        ("stats some.db --count --json", "some.db --count --json"),
        ("stats some.db --digest --json", "some.db --digest --json"),
        ("stats some.db --histogram moves", "some.db --histogram moves"),
        ("stats some.db --histogram solution", "some.db --histogram solution"),
        ("stats some.db --density moves,states", "some.db --density moves,states"),
        ("stats some.db --density moves", "some.db --density moves"),
        (
            "stats some.db --density moves,states --out a.svg",
            "some.db --density moves,states --out a.svg",
        ),
        ("stats some.db more.db --group stars --json", "some.db more.db --group stars --json"),
        ("export some.db more.db --out out", "some.db more.db --export out"),
        ("export some.db --out a.csv --where id=2", "some.db --export a.csv --where id=2"),
        ("export some.db --out nowhere/a.csv", "some.db --export nowhere/a.csv"),
        ("export some.db --save a-{n}.toml --limit 2", "some.db --save a-{n}.toml --limit 2"),
        ("export some.db --save a.toml", "some.db --save a.toml"),
        ("import some.db level.toml gone.toml", "some.db --import level.toml gone.toml"),
        ("import new.db level.toml", "new.db --import level.toml"),
        ("merge some.db more.db some.db --out all.db", "some.db more.db some.db --merge all.db"),
        ("merge some.db gone.db --out all.db", "some.db gone.db --merge all.db"),
        (
            "mark some.db --tag a --tag b --untag c --stars 3 --note n --where id<3",
            "some.db --tag a --tag b --untag c --stars 3 --note n --where id<3",
        ),
        ("mark some.db --tag ''", "some.db --tag ''"),
        (f"archive some.db --facts {FACTS}", f"some.db --archive {FACTS}"),
        (
            f"archive some.db --facts {FACTS} --best moves --limit 2 --json",
            f"some.db --archive {FACTS} --best moves --limit 2 --json",
        ),
        (
            f"archive some.db --facts {FACTS} --iterations 16 --seed 3 --jobs 1",
            f"some.db --archive {FACTS} --iterations 16 --seed 3 --jobs 1",
        ),
        ("archive some.db --facts moves", "some.db --archive moves"),
        ("archive some.db --status", "some.db --status"),
        ("archive some.db --stop", "some.db --stop"),
        ("check some.db more.db", "some.db more.db --check"),
        ("check some.db level.toml --json", "some.db level.toml --json --check"),
    ],
)
def test_a_command_equals_the_older_options(
    run: Run,
    made: dict[str, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    older: str,
) -> None:
    found = outcome(run, f"catalogue {command}")
    enter(tmp_path / "second", made, monkeypatch)
    assert found == outcome(run, f"catalogue {older}")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("query some.db --count --digest", "expected one of --count and --digest"),
        ("query some.db --tag x", "unrecognized arguments: --tag"),
        ("query", "the following arguments are required: CATALOGUE"),
        ("stats some.db", "expected one of --count, --digest, --histogram, --density and --group"),
        ("stats some.db --group moves --histogram moves", "one of --histogram and --group"),
        ("stats some.db --out a.svg --group moves", "--out needs --density KEY,KEY"),
        ("export some.db", "expected --out DIR_OR_FILE or --save PATTERN"),
        ("export some.db --out a.csv --save a-{n}.toml", "expected one of --save and --out"),
        ("import some.db", "the following arguments are required: LEVEL"),
        ("import some.db level.toml --where id=1", "unrecognized arguments: --where"),
        ("merge some.db more.db", "the following arguments are required: --out"),
        ("merge some.db --out -", "--out: expected the name of a file, found '-'"),
        ("merge some.db --out all.db --limit 2", "unrecognized arguments: --limit"),
        ("mark some.db", "expected --tag WORD, --untag WORD, --stars N or --note TEXT"),
        ("archive some.db", "expected --facts KEY,KEY, or one of --status, --pause"),
        ("archive some.db --fill 1", "--fill needs --facts KEY,KEY"),
        ("archive some.db --status --stop", "expected one of --status and --stop"),
        ("archive some.db --facts a,b --status", "expected one of --facts and --status"),
        ("archive some.db more.db --status", "--status: expected one CATALOGUE with it"),
        ("archive some.db --stop --limit 2", "--stop: expected one CATALOGUE with it"),
        ("archive some.db --detach", "one CATALOGUE with --facts KEY,KEY and --fill S"),
        ("archive some.db --facts a,b --seed 1", "--seed needs --fill S or --iterations N"),
        ("archive some.db --facts a,b --fill 1 --limit 2", "--limit does not go with it"),
        ("check some.db --where id=1", "unrecognized arguments: --where"),
    ],
)
def test_a_wrong_combination_names_the_command(run: Run, command: str, message: str) -> None:
    found = run("catalogue", *shlex.split(command))
    refused(found, message)
    called = f"workbench catalogue {command.split(maxsplit=1)[0]}"
    assert found[2].startswith(f"{called}: ")
    assert found[2].endswith(f"; see {called} --help\n")
    assert sorted(path.name for path in Path().iterdir()) == ["level.toml", "more.db", "some.db"]


@pytest.mark.parametrize("name", NAMES)
def test_help_lists_the_options_of_one_command(
    run: Run, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result, output, messages = found = run("catalogue", name, "--help")
    assert (result, messages) == (0, "")
    assert run("help", "catalogue", name) == found
    assert run("help", "catalogue", name, "--no-color")[0] == 2
    assert output.startswith(f"usage: workbench catalogue {name} ")
    listed = re.findall(r"^  (?:-[a-zA-Z], )?--([a-z-]+)", output, re.MULTILINE)
    assert sorted(listed) == sorted(["help", "color", "quiet", *OPTIONS[name].split()])
    lines = output.splitlines()
    assert max(map(len, lines)) <= 80
    # The options of an archive alone are more than the other lines leave room for.
    assert len(lines) <= (30 if name == "archive" else 24)


def test_help_of_the_verb_lists_the_commands(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result, output, messages = run("catalogue", "--help")
    assert (result, messages) == (0, "")
    assert run("help", "catalogue")[1] == output == run("catalogue", "some.db", "--help")[1]
    for name, text in SUBCOMMANDS["catalogue"].items():
        assert re.search(rf"^  {name} +{text}$", output, re.MULTILINE)
    assert re.findall(r"^ +(?:-[a-zA-Z], )?--([a-z-]+)", output, re.MULTILINE) == [
        "help",
        "color",
        "quiet",
    ]
    assert len(output.splitlines()) <= 23


def test_a_misspelt_command_is_suggested(run: Run) -> None:
    message = "no command and no file of the name 'statz'; did you mean stats?"
    refused(run("catalogue", "statz", "some.db", "--json"), message)
    refused(run("catalogue", "zzz", "--json"), "zzz: no such file")
    assert run("catalogue", "statz", "--import", "level.toml")[0] == 0
    assert run("catalogue", "statz", "--count")[:2] == (0, "1\n")


def test_help_of_an_unknown_command_is_refused(run: Run) -> None:
    found = run("help", "catalogue", "qeury")
    refused(found, "help: expected a command of catalogue, found 'qeury'; ")
    assert "query" in found[2]
    refused(run("help", "catalogue", "x" * 9), "; see workbench catalogue --help")


@pytest.mark.parametrize("name", NAMES)
def test_a_catalogue_has_the_name_of_a_command(run: Run, name: str) -> None:
    Path("some.db").rename(name)
    found = (0, "3\n", "")
    assert run("catalogue", "query", name, "--count") == found
    assert run("catalogue", f"./{name}", "--count") == found
    assert run("catalogue", "--count", name) == found
    assert run("catalogue", "--count", "--", name) == found
    refused(run("catalogue", name), f"workbench catalogue {name}: the following arguments are")


def test_common_options_stand_before_the_command(run: Run) -> None:
    found = run("catalogue", "query", "some.db", "--json", "--no-color")
    assert found[0] == 0 and found[1].count("\n") == 3
    assert run("--no-color", "catalogue", "--json", "query", "some.db") == found
    assert run("--no-color", "--json", "catalogue", "query", "some.db") == found


def test_a_value_is_no_command(run: Run) -> None:
    assert run("catalogue", "--tag", "check", "some.db")[0] == 0
    assert run("catalogue", "some.db", "--count", "--where", "tag:check")[1] == "3\n"


def test_files_behind_the_end_of_options(run: Run) -> None:
    Path("level.toml").rename("-level.toml")
    assert run("catalogue", "import", "--", "-new.db", "-level.toml")[0] == 0
    assert run("catalogue", "query", "--count", "--", "-new.db")[1] == "1\n"
