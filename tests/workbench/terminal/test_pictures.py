"""Boards as images, in terminals that have a graphics protocol and in those that have none."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from picture_terminal import CELL, PictureTerminal, Protocol
from PIL import Image
from terminal import WORKBENCH

from workbench.paths import user_config_file

FOLDER = Path(__file__).parents[3] / "levels/fruit-dating"
FIRST = FOLDER / "01-first-date.toml"
QUIET = 0.6
"""Seconds without output after which an image that was wanted has come."""
SSH = {"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}


@pytest.fixture
def prefer(home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Writes what is wanted into the configuration."""
    monkeypatch.setenv(user_config_file.FOLDER_VARIABLE, str(home))
    monkeypatch.setenv("COLORTERM", "truecolor")

    def written(value: str) -> None:
        (home / "config.toml").write_text(f"pictures = {value}\n")

    return written


def played(protocol: Protocol | None, **environ: str) -> PictureTerminal:
    """Play in a terminal."""
    arguments = [*WORKBENCH, "play", "--no-plain", str(FIRST)]
    return PictureTerminal(arguments, protocol, (100, 40), environ)


def settled(terminal: PictureTerminal, keys: str = "") -> None:
    """Types keys and waits until all is there."""
    terminal.send(keys)
    terminal.until_quiet(QUIET)


@pytest.mark.parametrize("protocol", ["kitty", pytest.param("sixel", marks=pytest.mark.slow)])
def test_one_image_for_each_change_none_when_idle_and_none_left(prefer, protocol):
    prefer("true")
    with played(protocol) as terminal:
        terminal.until("best")
        settled(terminal)
        assert len(terminal.drawn) == 1
        assert terminal.until_quiet(2.0, 2.0) == 0, "idle"
        for count, key in enumerate("sdwau", 2):
            before = terminal.received
            settled(terminal, key)
            assert len(terminal.drawn) == count, f"{key}: one image"
            assert terminal.received - before < 20_000
            if protocol == "kitty":
                assert len(terminal.images) == 1, "the one before has gone"
        columns, lines = (size // cell for size, cell in zip(terminal.drawn[-1], CELL, strict=True))
        assert (columns, lines) == (48, 24), "eight cells of 6x3, pixel by pixel"
        settled(terminal, "?")
        assert "Keys" in terminal.text
        assert not terminal.images, "nothing is over another screen"
        settled(terminal, "\x1b")
        assert len(terminal.drawn) == 7, "back again"
        terminal.send("q")
        assert terminal.status() == 0
        assert not terminal.images
        assert terminal.asked == 1


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["kitty", "sixel"])
def test_the_text_beneath_comes_back_as_it_would_be_without_images(prefer, protocol):
    shown = []
    for pictures in ("true", "false"):
        prefer(pictures)
        with PictureTerminal([*WORKBENCH, str(FOLDER)], protocol, (100, 40)) as terminal:
            terminal.until("First date")
            settled(terminal, "jjj")
            assert bool(terminal.drawn) == (pictures == "true")
            settled(terminal, "v")
            terminal.resize((80, 24))
            settled(terminal, "\x1b")
            settled(terminal, "kk")
            terminal.resize((100, 40))
            settled(terminal)
            settled(terminal, "?" if pictures == "false" else "vp?")
            settled(terminal, "\x1b")
            # The line above the last has messages.
            shown.append(terminal.text.splitlines()[:-2])
            if pictures == "true":
                assert not terminal.images
    assert shown[0] == shown[1]


def test_a_theme_is_drawn_anew(prefer):
    prefer("true")
    with PictureTerminal([*WORKBENCH, "--theme", "light", str(FOLDER)], "kitty") as terminal:
        terminal.until("First date")
        settled(terminal, "j")
        (number, file), *others = terminal.images.items()
        picture = Image.open(io.BytesIO(file))
        assert not others
        assert picture.size == terminal.drawn[-1]
        settled(terminal, "vt\x1b[B\r")
        ((other, newer),) = terminal.images.items()
        assert (number, file) != (other, newer)


def test_suspended_it_leaves_no_image_and_comes_back(prefer):
    prefer("true")
    shell = ["bash", "--norc", "--noprofile", "-i"]
    with PictureTerminal(shell, "kitty", (100, 40), {"PS1": "$ "}) as terminal:
        terminal.until("$")
        terminal.send(f"'{sys.executable}' -m workbench play '{FIRST}'\n")
        terminal.until("best")
        settled(terminal)
        assert len(terminal.images) == 1
        terminal.send("\x1a")
        terminal.until("Stopped")
        assert not terminal.images
        terminal.send("fg\n")
        terminal.until("best")
        settled(terminal)
        assert len(terminal.images) == 1


@pytest.mark.parametrize(
    ("value", "environ"),
    [
        pytest.param("false", {}, marks=pytest.mark.slow),
        ('"auto"', SSH),
        pytest.param("true", {"TMUX": "/tmp/tmux-1/default,1,0"}, marks=pytest.mark.slow),
        pytest.param("true", {"NO_COLOR": "1"}, marks=pytest.mark.slow),
        pytest.param("true", {"TERM": "dumb"}, marks=pytest.mark.slow),
    ],
)
def test_the_terminal_is_not_asked_where_no_pictures_are_to_be(prefer, value, environ):
    prefer(value)
    with played("kitty", **environ) as terminal:
        terminal.until("best")
        settled(terminal, "sd")
        assert b"\x1b_G" not in terminal.output
        assert (terminal.asked, terminal.drawn) == (0, [])


@pytest.mark.parametrize(
    ("value", "environ"), [('"auto"', {}), pytest.param("true", SSH, marks=pytest.mark.slow)]
)
def test_it_is_asked_where_they_are_wanted(prefer, value, environ):
    prefer(value)
    with played("kitty", **environ) as terminal:
        terminal.until("best")
        settled(terminal)
        assert (terminal.asked, len(terminal.images)) == (1, 1)


def test_switched_by_command(prefer):
    prefer("false")
    with played("sixel") as terminal:
        terminal.until("best")
        settled(terminal)
        assert (terminal.asked, terminal.drawn) == (0, [])
        settled(terminal, "vp")
        assert "Pictures: on" in terminal.text
        assert len(terminal.drawn) == 1
        settled(terminal, "vp")
        assert "Pictures: off" in terminal.text
        settled(terminal, "s")
        assert len(terminal.drawn) == 1


@pytest.mark.parametrize(
    ("protocol", "environ", "reason"),
    [
        (None, {}, "Pictures: the terminal has no graphics protocol"),
        pytest.param(
            "kitty",
            {"STY": "1.pts-1"},
            "Pictures: not supported inside screen.",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_it_says_why_it_cannot(prefer, protocol, environ, reason):
    prefer("false")
    with played(protocol, **environ) as terminal:
        terminal.until("best")
        settled(terminal, "vp")
        assert reason in terminal.text


@pytest.mark.parametrize(
    ("value", "protocol", "environ", "message"),
    [
        pytest.param(
            "true", "kitty", {}, "on: the terminal has Kitty's protocol", marks=pytest.mark.slow
        ),
        ('"auto"', "sixel", {}, "on: the terminal has Sixel's protocol"),
        pytest.param(
            '"auto"', None, {}, "off: the terminal has no graphics protocol", marks=pytest.mark.slow
        ),
        ("false", "kitty", {}, "off: not requested (pictures in config.toml); the terminal has"),
        pytest.param(
            '"auto"',
            "kitty",
            SSH,
            "off: not over SSH unless pictures = true",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_the_doctor_says_what_the_terminal_can_do(prefer, value, protocol, environ, message):
    prefer(value)
    with PictureTerminal([*WORKBENCH, "doctor"], protocol, (200, 100), environ) as terminal:
        assert terminal.status() == 0
        assert message in terminal.text
