"""The bytes that copy, for each kind of terminal."""

from __future__ import annotations

import base64
import re

import pytest

from workbench.terminal.capabilities import Capabilities
from workbench.ui.exchange import level_export

TEXT = "pw1:toy:" + "abc-_é" * 300
CODE = base64.b64encode(TEXT.encode()).decode()
PLAIN = f"\x1b]52;c;{CODE}\x07"


def link(multiplexer: str = "", dumb: bool = False) -> Capabilities:
    return Capabilities("256", utf8=True, dumb=dumb, multiplexer=multiplexer)


def test_a_terminal_gets_one_sequence() -> None:
    assert level_export.make_clipboard_sequences(TEXT, link()) == PLAIN


def test_tmux_gets_both_forms_that_it_may_know() -> None:
    sent = level_export.make_clipboard_sequences(TEXT, link("tmux"))
    assert sent == f"{PLAIN}\x1bPtmux;\x1b{PLAIN}\x1b\\"


def test_screen_gets_pieces_that_it_passes_on() -> None:
    pieces = re.findall(
        r"\x1bP(.*?)\x1b\\", sent := level_export.make_clipboard_sequences(TEXT, link("screen"))
    )
    assert "".join(pieces) == PLAIN
    assert "".join(f"\x1bP{piece}\x1b\\" for piece in pieces) == sent
    assert max(map(len, pieces)) + 4 < 256


@pytest.mark.parametrize("multiplexer", ["", "tmux", "screen"])
def test_what_no_terminal_takes_is_not_sent(multiplexer: str) -> None:
    longest = "x" * level_export.MAX_BYTES
    assert level_export.make_clipboard_sequences(longest, link(multiplexer))
    assert level_export.make_clipboard_sequences(longest + "x", link(multiplexer)) == ""
    assert level_export.make_clipboard_sequences("x", link(multiplexer, dumb=True)) == ""
