"""The command line against what is put in its way: signs, pipes, devices, bytes, full disks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import tomllib
import unicodedata
from pathlib import Path

import pytest
from commanding import Run, Stdin, refused

import engine
from engine.errors import MAX_QUOTED
from engine.files import conversion, levelfile
from workbench.cli import VERBS
from workbench.commands import user_keymap
from workbench.paths import user_config_file
from workbench.terminal import command_line_output

SIGNS = "\x1b[31m\x07\x7f\x9b2J\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u2028\U000e0041"
"""What a terminal may obey, or what turns lines round."""
LEVEL = """\
format = 1
game = "skiddy"
title = "TITLE"

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
FULL = Path("/dev/full")
ENDLESS = Path("/dev/zero")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a level whose title is full of signs."""
    monkeypatch.chdir(tmp_path)
    title = "".join(f"\\U{ord(sign):08X}" for sign in SIGNS)
    Path("level.toml").write_text(LEVEL.replace("TITLE", title))


def harmless(text: str) -> bool:
    return not any(unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") for c in text if c != "\n")


# What files say.


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "level.toml"],
        ["verify", "level.toml", "--moves", "R"],
        ["trace", "level.toml"],
        ["render", "level.toml"],
        ["render", "level.toml", "--format", "svg"],
        ["validate", f"{SIGNS}.toml"],
        ["rebuild", "level.toml"],
        ["solve", "level.toml", "--strategy", SIGNS],
        ["--plain", "level.toml"],
        [SIGNS],
        ["solve", f"--{SIGNS}"],
        *(["convert", "level.toml", "--to", form] for form in (*conversion.LEVEL_FORMATS, "text")),
    ],
)
def test_no_verb_lets_a_sign_through(run: Run, stdin: Stdin, arguments: list[str]) -> None:
    stdin("show\n")
    _, said, messages = run(*arguments)
    assert said + messages
    assert harmless(said + messages)


def test_settings_and_keys_say_nothing_to_the_terminal(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(user_config_file.FOLDER_VARIABLE, str(tmp_path))
    sign = r"\u001b\u009b\u202e"
    user_config_file.find_config_file().write_text(f'"{sign}" = 1\n')
    user_keymap.find_keymap_file().write_text(f'"{sign}" = "x"\n"design.heat" = "{sign}"\n')
    _, said, _ = run("doctor")
    assert said.count(r"\x1b\x9b\u202e") == 3
    assert harmless(said)


def test_level_files_and_json_mean_the_same(run: Run) -> None:
    assert tomllib.loads(run("convert", "level.toml")[1])["title"] == SIGNS
    assert json.loads(run("convert", "level.toml", "--to", "json")[1])["title"] == SIGNS
    run("convert", "level.toml", "--out", "copy.toml")
    assert Path("copy.toml").read_text() == levelfile.dumps(levelfile.read_level("level.toml"))


def test_painted_words_are_safe_and_keep_their_paint() -> None:
    paint = command_line_output.create_painter(color=True)
    line = paint(SIGNS, "good") + SIGNS
    assert command_line_output.format_for_terminal("a" + line).startswith("a\x1b[32m\\x1b[31m")
    assert command_line_output.format_for_terminal(line).count("\x1b") == 2
    assert line == SIGNS + SIGNS


# Quoting.


@pytest.mark.parametrize(
    "arguments",
    [
        ["LONG"],
        ["--LONG"],
        ["LONG", "LONG"],
        ["solve", "LONG"],
        ["solve", "level.toml", "--strategy", "LONG"],
        ["solve", "level.toml", "--max-states", "LONG"],
        ["solve", "level.toml", "--LONG"],
        ["solve", "level.toml", *["--x"] * 500],
        ["solve", "pw1:LONG"],
        ["solve", "pw1:skiddy:LONG"],
        ["solve", "long.toml"],
        ["verify", "level.toml", "--moves", "LONG"],
        ["generate", "LONG"],
        ["generate", "skiddy", "--set", "LONG"],
        ["generate", "skiddy", "--set", "LONG=1"],
        ["generate", "skiddy", "--set", "stars=LONG"],
        ["render", "level.toml", "--theme", "LONG"],
        ["render", "level.toml", "--format", "LONG"],
        ["convert", "level.toml", "--to", "LONG"],
        ["convert", "level.toml", "--from", "LONG"],
        ["convert", "level.toml", "--out", "LONG"],
    ],
)
def test_a_refusal_quotes_little(run: Run, arguments: list[str]) -> None:
    long = "x" * 5000
    Path("long.toml").write_text(LEVEL.replace("TITLE", "") + f"{long}.{long} = {long}\n")
    found = run(*(argument.replace("LONG", long) for argument in arguments))
    refused(found, "")
    assert "x" * (MAX_QUOTED + 1) not in found[2]
    assert len(found[2]) < 500


def test_refusals_quote_in_one_way() -> None:
    folder = Path(engine.__file__).parent.parent
    sources = (path for part in ("engine", "workbench") for path in (folder / part).rglob("*.py"))
    by_themselves = [path.name for path in sources if "!r}" in path.read_text("utf-8")]
    assert by_themselves == [], "engine.errors.quote_input cuts what is long"


# Pipes, devices and bytes.


def test_what_was_not_named_is_left_out(run: Run) -> None:
    Path("in").mkdir()
    Path("in/level.toml").write_text(LEVEL)
    os.mkfifo("in/pipe.toml")
    Path("in/endless.toml").symlink_to(ENDLESS)
    for verb in ("solve", "validate"):
        result, _, messages = run(verb, "in")
        assert result == 0
        assert messages.splitlines() == [
            "in/endless.toml: not a regular file; left out",
            "in/pipe.toml: not a regular file; left out",
        ]


def test_a_pipe_that_is_named_is_read(run: Run) -> None:
    os.mkfifo("pipe.toml")
    writer = threading.Thread(target=Path("pipe.toml").write_text, args=(LEVEL,))
    writer.start()
    assert run("solve", "pipe.toml")[0] == 0
    writer.join()


@pytest.mark.skipif(not ENDLESS.exists(), reason="needs a device without end")
@pytest.mark.parametrize("verb", ["solve", "verify --moves R", "trace", "render", "convert"])
def test_a_device_is_read_to_the_limit(run: Run, verb: str) -> None:
    refused(run(*verb.split(), str(ENDLESS)), "expected at most 1048576 bytes, found more")


@pytest.mark.parametrize("verb", ["play", "--plain"])
def test_the_app_opens_regular_files_only(run: Run, verb: str) -> None:
    os.mkfifo("pipe.toml")
    refused(run(verb, "pipe.toml"), "pipe.toml: not a regular file")


@pytest.mark.parametrize(
    "arguments",
    [
        ["convert", "NAME"],
        ["convert", "pw1:skiddy:NAME"],
        ["convert", "pw1:NAME"],
        ["convert", "level.toml", "--to", "NAME"],
        ["convert", "level.toml", "--game", "NAME"],
        ["solve", "pw1:NAME"],
        ["verify", "level.toml", "--moves", "NAME"],
        ["generate", "skiddy", "--set", "NAME=NAME"],
        ["NAME"],
    ],
)
def test_bytes_that_are_no_text_are_refused_in_a_line(run: Run, arguments: list[str]) -> None:
    name = os.fsdecode(b"x\xff.toml")
    found = run(*(argument.replace("NAME", name) for argument in arguments))
    refused(found, "")
    assert "fault" not in found[2]


# Output that goes nowhere.


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is full")
def test_output_that_cannot_be_written_is_a_line_and_status_2() -> None:
    script = (
        "import os, sys\n"
        "from workbench.cli import main\n"
        "for arguments in eval(sys.argv[1]):\n"
        "    os.dup2(os.open('/dev/full', os.O_WRONLY), 1)\n"
        "    sys.stderr.write(f'{main(arguments)} ')\n"
    )
    commands = [["--help"], ["--version"], *([verb, "--help"] for verb in VERBS)]
    commands += [["validate", "bad.toml"], ["validate", "bad.toml", "--json"]]
    commands += [["convert", "level.toml"], ["render", "level.toml"], ["games"], ["doctor"]]
    Path("bad.toml").write_text("bad")
    done = subprocess.run(
        [sys.executable, "-c", script, repr(commands)],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    full = "standard output: no space left on device\n2 "
    assert done.stderr == full * len(commands)
    assert done.returncode == 0


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is full")
def test_messages_that_cannot_be_written_change_no_status() -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "workbench", "solve", "nowhere.toml"],
            stderr=full,
            check=False,
        )
    assert done.returncode == 2
