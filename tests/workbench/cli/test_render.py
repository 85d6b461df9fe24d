"""Pictures of levels: themes that cannot be used."""

from __future__ import annotations

from pathlib import Path

import plug_in_games
import pytest
from commanding import Run, is_one_line, refused

from engine.files import levelfile
from engine.files.storage import replace_file
from engine.values.level import Level
from workbench.paths import user_config_file

LEVEL = """\
format = 1
game = "skiddy"

[board]
tiles = \"\"\"
####
R..R
####
\"\"\"
pieces = \"\"\"
....
.rr.
....
\"\"\"
"""
BROKEN = "[ui]\ndrak = true\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a level, and themes of which two are broken."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(user_config_file, "find_themes_folder", lambda: tmp_path)
    Path("level.toml").write_text(LEVEL)
    Path("mine.toml").write_text(BROKEN)
    Path("orphan.toml").write_text('inherits = "gone"\n')


@pytest.mark.parametrize("form", ["text", "svg", "png"])
@pytest.mark.parametrize(
    ("name", "words"), [("mine", "mine.toml: ui.drak: "), ("orphan", "orphan.toml: inherits: ")]
)
def test_a_broken_theme_gives_way_to_a_shipped_one(
    run: Run, form: str, name: str, words: str
) -> None:
    picture = ["render", "level.toml", "--format", form, "--out"]
    assert run(*picture, "expected") == (0, "", "")
    result, output, messages = run(*picture, "found", "--theme", name)
    assert (result, output) == (0, "")
    assert messages.startswith("warning: ") and is_one_line(messages)
    assert words in messages and "; drawn with the theme " in messages
    assert Path("found").read_bytes() == Path("expected").read_bytes()


@pytest.mark.parametrize("name", ["mine", "none"])
def test_a_theme_that_was_chosen_before_is_no_obstacle(
    run: Run, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = run("render", "level.toml")[1]
    monkeypatch.setenv("PUZZLE_WORKBENCH_THEME", name)
    result, output, messages = run("render", "level.toml")
    assert (result, output) == (0, plain)
    assert messages.startswith("warning: ") and is_one_line(messages)
    result, _, messages = run("generate", "skiddy", "--seed", "1", "--steps")
    assert result == 0 and is_one_line(messages)


def test_the_default_theme_of_a_user_may_be_broken(run: Run) -> None:
    assert run("render", "level.toml", "--out", "expected.svg") == (0, "", "")
    replace_file(user_config_file.find_themes_folder() / "default.toml", BROKEN.encode())
    result, output, messages = run("render", "level.toml", "--out", "found.svg")
    assert (result, output) == (0, "") and "default.toml: ui.drak: " in messages
    assert Path("found.svg").read_bytes() == Path("expected.svg").read_bytes()


def test_only_a_name_that_no_theme_has_is_refused(run: Run) -> None:
    refused(run("render", "level.toml", "--theme", "none"), "unknown theme 'none'")
    refused(run("render", "level.toml", "--theme", "none", "--out", "a.svg"), "unknown theme")
    refused(run("--theme", "none", "level.toml"), "unknown theme 'none'")
    refused(run("--theme", "mine", "level.toml"), "needs a terminal")


def test_an_error_in_the_theme_files_of_a_game_is_one_warning(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    levelfile.write_level(Level("sokoban", plug_in_games.BOARD), Path("push.toml"))
    with plug_in_games.installed(tmp_path / "site"), monkeypatch.context() as patch:
        svg = run("render", "push.toml", "--format", "svg")
        assert svg[0] == 0 and svg[2] == "" and ">Bo<" not in svg[1]
        plug_in_games.use_themes(patch, tmp_path / "none")
        for form in ("text", "svg", "png"):
            result, output, messages = run("render", "push.toml", "--format", form, "--out", "out")
            assert (result, output) == (0, "") and is_one_line(messages)
            assert messages.startswith("warning: game 'sokoban': ")
            assert f"{tmp_path / 'none' / 'default.toml'}: " in messages
        assert ">Bo<" in run("render", "push.toml", "--format", "svg")[1]


@pytest.mark.parametrize("form", ["gif", "apng", "svg", "cast"])
def test_moves_make_a_moving_picture(run: Run, form: str) -> None:
    made = ("render", "level.toml", "--moves", "L", "--speed", "4", "--out", f"moves.{form}")
    assert run(*made) == (0, "", "")
    content = Path(f"moves.{form}").read_bytes()
    assert content
    assert run(*made) == (0, "", "")
    assert Path(f"moves.{form}").read_bytes() == content


def test_at_shows_one_moment(run: Run) -> None:
    def show(*options: str) -> str:
        result, output, messages = run("render", "level.toml", *options)
        assert (result, messages) == (0, "")
        return output

    moved = ("--moves", "L")
    assert show(*moved, "--at", "0") == show() != show(*moved, "--at", "1")
    # A format for one moment shows the last one.
    assert show(*moved) == show(*moved, "--at", "1")
    assert ">1/1  L</text>" in show(*moved, "--at", "1", "--format", "svg")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--format", "gif"), "gif shows --solution, --generation or --moves M"),
        (("--moves", "L", "--at", "1", "--format", "gif"), "without --at"),
        (("--moves", "L", "--at", "2"), "expected a number from 0 to 1, found 2"),
        (("--at", "1"), "--at needs --solution"),
        (("--speed", "1"), "--speed needs --solution"),
        (("--moves", "U"), "move 1 of 1, U: "),
        (("--moves", "L", "--solution"), "expected one of --solution and --moves, found 2"),
        (("--generation",), "level.toml: "),
    ],
)
def test_frames_that_do_not_exist_are_refused(
    run: Run, options: tuple[str, ...], words: str
) -> None:
    result, output, messages = run("render", "level.toml", *options)
    assert (result, output) == (2, "") and is_one_line(messages)
    assert words in messages


def test_several_levels_make_pages(run: Run) -> None:
    Path("set").mkdir()
    for number in range(3):
        Path("set", f"{number}.toml").write_text(LEVEL)
    assert run("render", "set", "level.toml", "--out", "pages.svg") == (0, "", "")
    assert Path("pages.svg").read_text().count("<svg") == 5
    assert run("render", "set", "--out", "pages.pdf") == (0, "", "")
    assert Path("pages.pdf").read_bytes().startswith(b"%PDF")
    result, output, messages = run("render", "set", "--format", "png")
    assert (result, output) == (2, "") and "make pages: --format pdf or svg" in messages
