"""Share strings: what is written is read, and nothing else is."""

from __future__ import annotations

import base64
import zlib

import pytest
from fruit_boards import board_of, boards
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import LevelError
from engine.files import share_string
from engine.files.untrusted_toml import MAX_BYTES
from engine.values.level import Level, compute_digest

LEVEL = Level("fruit-dating", board_of("#### #..# ####", ".... .AA. ...."), "A title", "Somebody")
TEXT = share_string.dumps(LEVEL)
CODE = TEXT.rpartition(":")[2]


def shared(content: bytes, after: bytes = b"") -> str:
    code = base64.urlsafe_b64encode(zlib.compress(content) + after).decode()
    return f"pw1:fruit-dating:{code}"


@given(boards())
def test_a_board_comes_back_and_nothing_else(board):
    text = share_string.dumps(Level("fruit-dating", board, "title", notes="notes"))
    assert share_string.loads(text) == Level("fruit-dating", board)
    assert compute_digest(share_string.loads(text).board) == compute_digest(board)
    assert text.isascii() and text.isprintable() and " " not in text and "=" not in text


def test_locks_and_unknown_keys_belong_to_the_board():
    table = {"tiles": "##\n", "pieces": "..\n", "locked": "x.\n", "mine": {"a": [1, 2.5]}}
    board = share_string.registry.get_game("fruit-dating").boards.read_table(table)
    assert share_string.loads(share_string.dumps(Level("fruit-dating", board))).board == board


def test_the_same_board_gives_the_same_string():
    other = Level("fruit-dating", LEVEL.board)
    assert share_string.dumps(other) == TEXT
    assert TEXT.startswith("pw1:fruit-dating:")


def test_what_mail_does_to_a_line_does_not_matter():
    padded = TEXT + "=" * (-len(CODE) % 4)
    wrapped = f"{TEXT[:30]}\r\n  {TEXT[30:]}\n"
    assert share_string.loads(padded) == share_string.loads(wrapped) == share_string.loads(TEXT)
    assert share_string.is_share_string(f"\n  {TEXT}")


@pytest.mark.parametrize("text", ["", "format = 1", "pw:x:y", "{}", "pw1", "PW1:a:b"])
def test_what_is_none(text):
    assert not share_string.is_share_string(text)
    with pytest.raises(LevelError, match="expected pw1:GAME:BOARD"):
        share_string.loads(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"pw2:fruit-dating:{CODE}", "version 2 is unknown"),
        ("pw1:fruit-dating", "cut short"),
        (f"pw1:chess:{CODE}", "unknown game 'chess'"),
        (f"pw1::{CODE}", "unknown game ''"),
        ("pw1:fruit-dating:", "cut short"),
        (f"pw1:fruit-dating:{CODE}*", "found '*'"),
        (f"pw1:fruit-dating:{CODE}:x", "found ':'"),
        (f"pw1:fruit-dating:{CODE[:-1]}\N{LATIN SMALL LETTER E WITH ACUTE}", "found 'é'"),
        (f"pw1:fruit-dating:{CODE[:4]}=={CODE[4:]}", "found '='"),
        (f"pw1:fruit-dating:{CODE[:-5]}", "cut short"),
        ("pw1:fruit-dating:A", "cut short or damaged"),
        ("pw1:fruit-dating:AAAA", "cannot be unpacked"),
        (f"pw1:fruit-dating:{CODE[:20]}AAAAAAAA{CODE[28:]}", "damaged"),
        (shared(b"", b"more"), "more follows after its end"),
        (shared(b"\xff"), "expected UTF-8"),
        (shared(b"board = "), "not TOML"),
        (shared(b""), "expected a [board] table and nothing else"),
        (shared(b"board = 1"), "expected a [board] table and nothing else"),
        (shared(b"title = 'x'\n[board]\n"), "expected a [board] table and nothing else"),
        (shared(b"[board]\n"), "board.tiles: missing"),
        (shared(b"[board]\ntiles = '#?'\npieces = '..'\n"), "column 1: unknown glyph"),
    ],
)  # fmt: skip
def test_every_malformed_string_gives_one_clear_error(text, words):
    with pytest.raises(LevelError) as caught:
        share_string.loads(text)
    message = str(caught.value)
    assert message.startswith("share string: ") and words in message
    assert message.isprintable()


def test_a_bomb_is_refused_before_it_unfolds(monkeypatch):
    asked = []
    real = zlib.decompressobj

    class Spy:
        def __init__(self):
            self.inner = real()

        def decompress(self, content, limit):
            asked.append(limit)
            return self.inner.decompress(content, limit)

    bomb = shared(b"#" * 200_000_000)
    assert len(bomb) < 400_000
    monkeypatch.setattr(zlib, "decompressobj", Spy)
    with pytest.raises(LevelError, match="too long"):
        share_string.loads(bomb)
    assert asked == [MAX_BYTES + 1]


@given(st.integers(0, len(TEXT) - 1), st.text(max_size=3), st.integers(0, 5))
def test_any_damage_is_a_level_or_an_error(place, inserted, dropped):
    try:
        share_string.loads(TEXT[:place] + inserted + TEXT[place + dropped :])
    except LevelError as error:
        assert str(error).isprintable()
