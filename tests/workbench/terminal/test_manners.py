"""How the app lives with terminals, shells and signals."""

from __future__ import annotations

import signal
import sys

import pytest
from terminal import WORKBENCH, Terminal, ready

from engine.files import levelfile, share_string

SHELL = ["bash", "--norc", "--noprofile", "-i"]


@pytest.mark.parametrize("name", ["SIGTERM", pytest.param("SIGHUP", marks=pytest.mark.slow)])
def test_a_signal_leaves_the_terminal_as_it_was(open_level, name):
    with open_level() as terminal:
        number = getattr(signal, name)
        terminal.process.send_signal(number)
        assert terminal.status() == 128 + number
        assert b"\x1b[?1049l" in terminal.output, "the alternate screen is left"
        assert b"\x1b[?25h" in terminal.output[-400:], "the cursor is shown"
        assert b"\x1b[?1003l" in terminal.output[-400:], "the mouse is given back"


def test_suspended_and_brought_back(home, level):
    with Terminal(SHELL, (100, 30), {"PS1": "$ "}) as terminal:
        terminal.until("$")
        terminal.send(f"'{sys.executable}' -m workbench '{level}'\n")
        terminal.until(ready)
        terminal.until_quiet(0.5)
        before = terminal.text
        terminal.send("\x1a")
        terminal.until("Stopped")
        terminal.send("fg\n")
        terminal.until(lambda text: text == before)
        terminal.send("q")
        terminal.until(lambda _: terminal.output.endswith(b"$ "))
        terminal.send("stty -a\n")
        assert " echo " in terminal.until("echo")


def test_a_tiny_window_says_so_and_grows_and_a_stopped_app_comes_back(open_level):
    with open_level((120, 40)) as terminal:
        for keys in ("", "ee", "\x1b", "vz", "pp"):
            terminal.send(keys)
            # What follows an escape could make it another key: the app waits before it believes it.
            terminal.until_quiet(1.0 if keys == "\x1b" else 0.3)
            shrink_and_grow(terminal)
        terminal.process.send_signal(signal.SIGSTOP)
        terminal.receive(0.1)
        before = terminal.text
        terminal.process.send_signal(signal.SIGCONT)
        terminal.until(lambda _: terminal.output.count(b"\x1b[?1049h") == 2)
        terminal.until(lambda text: text == before)
        terminal.send("\x03")
        assert terminal.status() == 0
        assert b"Traceback" not in terminal.output


def test_continued_again_and_again_it_answers_and_ends(open_level):
    """Keys that mean something to a shell come while the terminal is taken again."""
    with open_level((100, 30)) as terminal:
        for number in range(10):
            terminal.process.send_signal(signal.SIGCONT)
            terminal.send("\x13")
            terminal.receive(number / 500)
        terminal.until_quiet(1.0)
        terminal.resize((40, 10))
        terminal.until("60x20")
        terminal.resize((100, 30))
        terminal.until("Timeline")
        terminal.process.terminate()
        assert terminal.status() == 128 + signal.SIGTERM


def shrink_and_grow(terminal):
    """Makes the window tiny, and after other sizes what it was: the screen is what it was."""
    before = terminal.text
    terminal.resize((40, 10))
    terminal.until("60x20")
    for size in ((200, 50), (3, 2)):
        terminal.resize(size)
        terminal.receive(0.05)
    terminal.resize((120, 40))
    terminal.until(lambda text: text == before)


def test_a_terminal_that_knows_nothing_has_the_app_in_ascii(level):
    arguments = [*WORKBENCH, "--no-plain", str(level)]
    with Terminal(arguments, (80, 24), {"TERM": "dumb"}) as terminal:
        terminal.until(ready)
        terminal.until_quiet(0.5)
        assert terminal.text.isascii()
        assert terminal.colours == set()


@pytest.mark.parametrize("verb", [(), pytest.param(("play",), marks=pytest.mark.slow)])
def test_a_terminal_that_knows_nothing_has_plain_mode_unless_asked(level, verb):
    with Terminal([*WORKBENCH, *verb, str(level)], (80, 24), {"TERM": "dumb"}) as terminal:
        terminal.until("Type help for the commands.")
        assert "TERM is 'dumb': plain mode; --no-plain opens the app" in terminal.text
        assert b"\x1b" not in terminal.output
        terminal.send("quit\r")
        assert terminal.status() == 0


def test_a_folder_is_browsed(level):
    with Terminal([*WORKBENCH, str(level.parent)], (80, 24)) as terminal:
        terminal.until("shipped levels")
        assert f"{level.parent.name}/" in terminal.text
        terminal.send("q")
        assert terminal.status() == 0


def test_a_share_string_is_opened_in_a_tiny_window_that_grows(level):
    shared = share_string.dumps(levelfile.read_level(level))
    with Terminal([*WORKBENCH, shared], (40, 10)) as terminal:
        terminal.until("60x20")
        terminal.resize((80, 24))
        terminal.until("shortest solution")
        terminal.send("q")
        terminal.until("unsaved")
        terminal.send("d")
        assert terminal.status() == 0


def test_a_dropped_connection_loses_nothing_and_holds_nothing_up(home, open_level):
    with open_level() as terminal:
        terminal.send("eejjjl#\r")
        terminal.until("Fruit Dating 7 ●")
        terminal.hang_up()
        for _ in range(3):
            terminal.process.send_signal(signal.SIGCONT)
        assert terminal.process.wait(60) == 128 + signal.SIGHUP
    kept = [path for path in home.rglob("*") if "recovery" in str(path.parent)]
    assert kept, [str(path) for path in home.rglob("*")]
    assert kept[0].stat().st_size > 100


def test_names_and_titles_reach_the_terminal_as_text(home, level):
    evil = home / "\x1b]0;pwned\x07\n.toml"
    text = level.read_text("utf-8")
    evil.write_text(text.replace('title = "', 'title = "\\u001b]0;pwned\\u0007'), "utf-8")
    with Terminal([*WORKBENCH, str(evil)], (120, 40)) as terminal:
        terminal.until(ready)
        terminal.send("\x13")
        terminal.until("Saved")
        assert b"\x1b]0;pwned" not in terminal.output
        terminal.send("q")
        assert terminal.status() == 0


def test_an_edit_before_a_stop_outlives_a_kill(home, level):
    """Suspended right after it, and killed before it could go on."""
    with Terminal(SHELL, (100, 30), {"PS1": "$ "}) as terminal:
        terminal.until("$")
        terminal.send(f"'{sys.executable}' -m workbench '{level}'\n")
        terminal.until(ready)
        terminal.until_quiet(0.5)
        terminal.send("eejjjl#\r\x1a")
        terminal.until("Stopped")
        terminal.send("kill -9 %1; sleep 0.2; stty sane\n")
        terminal.until("Killed")
    kept = [path for path in home.rglob("*.toml") if path.parent.name == "recovery"]
    assert len(kept) == 1 and kept[0].stat().st_size > 100
