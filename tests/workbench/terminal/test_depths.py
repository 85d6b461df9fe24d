"""Nothing is sent, in a whole session, that the terminal's depth of colour does not have."""

from __future__ import annotations

import pytest
from sequences import beyond


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        pytest.param({"COLORTERM": "truecolor"}, "truecolor", marks=pytest.mark.slow),
        pytest.param({}, "256", marks=pytest.mark.slow),
        ({"TERM": "xterm"}, "16"),
        ({"NO_COLOR": "1"}, "none"),
    ],
)
def test_a_session_keeps_to_the_colours_of_the_terminal(open_level, environ, depth):
    with open_level((80, 24), environ) as terminal:
        for keys, sign in (("eejll#", "[edit]"), ("\x10", "Search for"), ("?", "esc close")):
            terminal.send(keys)
            terminal.until(sign)
            if sign != "[edit]":
                terminal.until_quiet()
                terminal.send("\x1b")
                terminal.until(lambda text, sign=sign: sign not in text)
        terminal.send("pp")
        terminal.until("recordings")
        terminal.send("li")
        terminal.until("hint 1 of 3")
        sent = terminal.output.decode()
        assert not beyond(sent, depth)
        assert beyond(sent, "none") or depth == "none", "colours were sent where there are any"
        assert bool(terminal.colours) == (depth != "none")
