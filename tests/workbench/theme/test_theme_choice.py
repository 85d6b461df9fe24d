"""Which theme to draw with, and why that one."""

from __future__ import annotations

import pytest

from workbench.paths import user_config_file
from workbench.terminal import capabilities
from workbench.theme import theme_choice


@pytest.mark.parametrize(
    ("environ", "colours", "theme"),
    [
        ({"TERM": "xterm-256color"}, "256", "default"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "truecolor", "default"),
        ({"TERM": "xterm-direct"}, "truecolor", "default"),
        ({"TERM": "tmux-256color", "TMUX": "/tmp/x"}, "256", "default"),
        ({"TERM": "linux"}, "16", "ansi"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "none", "mono"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256", "default"),
        ({"TERM": "vt100"}, "none", "mono"),
        ({"TERM": "dumb"}, "none", "ascii"),
        ({"TERM": "xterm", "LANG": "de_DE.ISO-8859-1"}, "16", "ascii"),
        ({"TERM": "xterm", "LANG": "de_DE.utf8"}, "16", "ansi"),
        ({"TERM": "xterm", "LC_ALL": "C", "LANG": "en_US.UTF-8"}, "16", "ascii"),
        ({"TERM": "xterm", "LC_CTYPE": "C.UTF-8", "LANG": "C"}, "16", "ascii"),
        ({"TERM": "xterm", "LC_CTYPE": "C.UTF-8"}, "16", "ansi"),
    ],
)
def test_what_the_terminal_can_do(environ: dict[str, str], colours: str, theme: str) -> None:
    found = capabilities.detect_terminal(environ, "utf-8")
    assert found.colours == colours
    assert theme_choice.choose_theme(found, environ=environ).theme.name == theme


def test_a_theme_that_cannot_be_used_gives_way_to_one_that_suits_the_terminal() -> None:
    chosen = theme_choice.choose_theme(
        capabilities.Capabilities("none", utf8=True), "nobody", user_config_file.Settings(), {}
    )
    assert chosen.theme.name == "mono"
    assert "unknown theme 'nobody'" in str(chosen.problem)
