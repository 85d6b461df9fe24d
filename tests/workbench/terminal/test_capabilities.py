"""What the terminal at the other end can show, judged from the environment alone."""

from __future__ import annotations

import pytest

from workbench.paths import user_config_file
from workbench.terminal import capabilities
from workbench.theme import theme_choice


def test_output_that_cannot_hold_more_is_ascii_whatever_the_locale_says() -> None:
    assert capabilities.detect_terminal({"TERM": "xterm"}, "latin-1").theme == "ascii"
    assert (
        capabilities.detect_terminal({"TERM": "xterm", "LANG": "en_US.UTF-8"}, "ascii").theme
        == "ascii"
    )
    assert capabilities.detect_terminal({"TERM": "xterm"}, "utf-8").theme == "ansi"


FULL = capabilities.Capabilities("truecolor", utf8=True)


@pytest.mark.parametrize(
    ("terminal", "option", "variable", "configured", "theme"),
    [
        (FULL, None, None, None, "default"),
        (FULL, None, None, "emoji", "emoji"),
        (FULL, None, "light", "emoji", "light"),
        (FULL, "mono", "light", "emoji", "mono"),
        # What is asked for now is taken at its word, the configuration is not.
        (capabilities.Capabilities("none", utf8=False, dumb=True), None, "light", None, "light"),
        (capabilities.Capabilities("none", utf8=False, dumb=True), None, None, "light", "ascii"),
        (capabilities.Capabilities("256", utf8=False), None, None, "light", "ascii"),
        (capabilities.Capabilities("none", utf8=True), None, None, "emoji", "mono"),
        (capabilities.Capabilities("none", utf8=True), None, None, "ascii", "ascii"),
        (capabilities.Capabilities("16", utf8=True), None, None, "light", "light"),
    ],
)
def test_who_decides_on_the_theme(
    terminal: capabilities.Capabilities,
    option: str | None,
    variable: str | None,
    configured: str | None,
    theme: str,
) -> None:
    environ = {} if variable is None else {"PUZZLE_WORKBENCH_THEME": variable}
    settings = user_config_file.Settings(theme=configured)
    chosen = theme_choice.choose_theme(terminal, option, settings, environ)
    assert chosen.theme.name == theme
    assert chosen.problem is None
    assert chosen.reason


@pytest.mark.parametrize(
    ("environ", "erases"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "tmux-256color", "TMUX": "/tmp/tmux,1,0"}, True),
        ({"TERM": "screen-256color", "TMUX": "/tmp/tmux,1,0"}, True),
        ({"TERM": "screen-256color"}, False),
        ({"TERM": "xterm-256color", "STY": "1.pts"}, False),
        ({"TERM": "linux"}, False),
        ({"TERM": "dumb"}, False),
        ({}, False),
    ],
)
def test_only_terminals_that_are_known_to_are_asked_to_erase_in_colour(
    environ: dict[str, str], erases: bool
) -> None:
    assert capabilities.detect_terminal(environ, "utf-8").erases == erases


def test_remote_and_multiplexer() -> None:
    found = capabilities.detect_terminal({"TERM": "screen", "STY": "1", "SSH_TTY": "/dev/pts/1"})
    assert found.remote
    assert found.multiplexer == "screen"
