"""Files that are no level files: what each verb says of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from commanding import Run, is_one_line, refused

from engine.files import levelfile

ROOT = Path(__file__).parents[4]
VERBS = ("solve", "rate", "verify --moves R", "trace", "improve", "render", "rebuild")
KINDS = {
    "x.pack.toml": "expected a level file, found a pack; workbench FILE opens it, workbench valid",
    "x.txt": "expected a level file, found a text with 1 level; workbench convert FILE",
    "x.json": "expected a level file, found JSON; workbench convert FILE --out NAME.toml",
    "x.db": "expected a level file, found a catalogue; workbench catalogue query",
    "3.seeds": "expected a level file, found a list of seeds; the campaign",
    "x.plays.toml": "expected a level file, found the play record of a level; workbench LEVEL",
    "x.gallery": "expected a level file, found a gallery; workbench catalogue import",
    "words.txt": "expected a level file, found text; workbench convert FILE",
    "list.json": "expected a level file, found JSON; workbench convert FILE",
}
PAGES = "several levels make pages: --format pdf or svg, without moves"
"""What ``render``, the only verb here that takes packs, says of a pack without a format."""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "levels/skiddy/1-1-side-by-side.toml", "x.toml")
    for command in (
        "convert x.toml --out x.txt",
        "convert x.toml --out x.json",
        "catalogue import x.db x.toml",
        "pack . --levels 1 --out x.pack.toml",
    ):
        assert run(*command.split())[0] == 0
    Path("3.seeds").write_text("mazing-monk/1\n1\n")
    Path("x.plays.toml").write_text("format = 1\n")
    Path("x.gallery").write_bytes(b"SQLite format 3\0")
    Path("words.txt").write_text("no level at all\n")
    Path("list.json").write_text("[]")


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_says_what_the_file_is_and_which_verb_takes_it(run: Run, verb: str) -> None:
    kinds = KINDS | {"x.pack.toml": PAGES} if verb == "render" else KINDS
    for name, message in kinds.items():
        refused(run(*verb.split(), name), f"{name}: {message}")


def test_options_that_take_levels_say_it_too(run: Run) -> None:
    refused(run("rate", "x.toml", "--like", "x.txt"), KINDS["x.txt"])
    refused(run("generate", "skiddy", "--from", "x.db"), KINDS["x.db"])
    near = ["--set", "similarity=0..0.5"]
    refused(run("generate", "skiddy", "--like", "x.pack.toml", *near), KINDS["x.pack.toml"])


def test_files_that_no_conversion_takes(run: Run) -> None:
    for name in ("x.db", "3.seeds", "x.plays.toml", "x.gallery"):
        refused(run("convert", name), KINDS[name])
    for name in ("3.seeds", "x.plays.toml"):
        refused(run("play", name), KINDS[name])
    refused(run("convert", "words.txt"), "not a level file, JSON, a share string or text")


def test_a_pack_is_converted(run: Run) -> None:
    result, output, messages = run("convert", "x.pack.toml")
    assert (result, messages) == (0, "")
    assert levelfile.loads(output).board == levelfile.read_level(Path("x.toml")).board


def test_validate_finds_the_problem(run: Run) -> None:
    for name in ("x.txt", "x.json", "x.db"):
        result, output, messages = run("validate", name)
        assert (result, messages) == (1, "") and is_one_line(output)
        assert output.startswith(f"{name}: {KINDS[name]}")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "format: missing"),
        (b"[]", "bad.toml: expected a level file, found JSON"),
        (b"[board]\n", "format: missing"),
        (b"[" * 5000, "not TOML"),
        (b"\x00\x01\xff", "bad.toml:1: expected UTF-8"),
        (b"a level\n", "bad.toml:1: not TOML"),
    ],
)
def test_damaged_level_files_keep_their_messages(run: Run, content: bytes, message: str) -> None:
    Path("bad.toml").write_bytes(content)
    refused(run("solve", "bad.toml"), message)
