"""Texts that hold one level or several: code blocks, arrays, one level after the other."""

from __future__ import annotations

import contextlib
import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import LevelError
from engine.files import conversion, levelfile, leveljson, share_string
from engine.files.untrusted_toml import MAX_BYTES
from engine.values.level import Level

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
ONE, TWO = (levelfile.loads(LEVEL.replace("TITLE", title)) for title in ("one", "two"))
FORMS = ("toml", "json", "share", "text")


def boards(levels: list[Level]) -> list[tuple[object, str]]:
    return [(level.board, level.title) for level in levels]


def expected(form: str, *levels: Level) -> list[tuple[object, str]]:
    return [(level.board, "" if form == "share" else level.title) for level in levels]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("fence", ["", "```\n", "~~~~ toml\n", "Look at this:\n\n```json\n"])
def test_levels_in_every_format_with_every_line_end(form: str, end: str, fence: str) -> None:
    closing = "" if not fence else "~~~~\n" if "~" in fence else "```\nAnd more words.\n"
    for levels in ([ONE], [ONE, TWO], [ONE, TWO, ONE]):
        texts = [conversion.write_level(level, form) for level in levels]
        for between in ("", "\n"):
            text = fence + between.join(texts) + closing
            found = conversion.read_levels(text.replace("\n", end))
            assert boards(found) == expected(form, *levels)
        blocks = "".join(f"{fence}{text}{closing}" for text in texts)
        if fence:
            assert boards(conversion.read_levels(blocks.replace("\n", end))) == expected(
                form, *levels
            )


def test_arrays_and_lines_of_objects() -> None:
    objects = [json.loads(leveljson.dumps(level)) for level in (ONE, TWO)]
    lines = "".join(f"{json.dumps(each)}\n" for each in objects)
    commas = lines.replace("}\n{", "},\n{")
    for text in (json.dumps(objects), json.dumps(objects, indent=2), lines, f"\n [{commas}]"):
        assert boards(conversion.read_levels(text)) == expected("json", ONE, TWO)
    records = '{"puzzle": ["2.  ", "    ", "    ", "  .2"]}\n' * 2
    assert [level.game for level in conversion.read_levels(records)] == ["linjat", "linjat"]


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "> > ", "    ", "- ", "* ", "> - "])
@pytest.mark.parametrize("fence", ["", "```\n"])
def test_quotes_and_bullets_around_levels(mark: str, fence: str) -> None:
    lines = f"{fence}{LEVEL}{fence}".removesuffix("\n").split("\n")
    text = "".join(f"{mark}{line}\n" for line in lines)
    assert boards(conversion.read_levels(text)) == [(ONE.board, "TITLE")]
    if mark.startswith(">"):
        assert boards(conversion.read_levels(f"A. wrote:\n\n{text}\nNice!\n")) == [
            (ONE.board, "TITLE")
        ]


def test_share_strings_in_a_list() -> None:
    text = f"Two levels:\n- {share_string.dumps(ONE)}\n- {share_string.dumps(TWO)}\n"
    assert boards(conversion.read_levels(text)) == expected("share", ONE, TWO)


def test_the_end_of_a_code_block_may_be_cut_off() -> None:
    assert boards(conversion.read_levels("```\n" + LEVEL)) == [(ONE.board, "TITLE")]


def test_a_level_file_may_hold_whatever_looks_like_several() -> None:
    notes = "```\\nformat = 1\\n```\\nskiddy\\npw1:skiddy:\\n{}"
    text = LEVEL.replace('title = "TITLE"', f'notes = """\n{notes}"""') + "\n[mine]\nformat = 1\n"
    (level,) = conversion.read_levels(text.replace("\\n", "\n"))
    assert level.notes == notes.replace("\\n", "\n") and level.extra == {"mine": {"format": 1}}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (LEVEL + LEVEL.replace("R..R", "R..Q"), "level 2 of 2: "),
        (leveljson.dumps(ONE) + '{"format": 1}', "m: game: level 2 of 2: missing"),
        (f"{leveljson.dumps(ONE)}nonsense", "m: level 2 of 2: not a level file"),
        ("skiddy\nR..R\nskiddy\nR.?R\n", "m:4: level 2 of 2: "),
        (f"{share_string.dumps(ONE)}\npw1:skiddy:abc", "level 2 of 2: "),
        ("```\nsome words\n```", "m: not a level file"),
        ("```\n```", "m: not a level file"),
        ("", "m: not a level file"),
        ("[]", "m: not a level file"),
        ("[{]", "not JSON"),
        (f"[{leveljson.dumps(ONE)}", "m:10: not JSON: expected ] after the last level"),
        (f"a\n```\n[{leveljson.dumps(ONE)},\n```", "m:13: not JSON: expected ] after"),
        ("one\r\n```\r\nformat = 1\r\ngame = \r\n```\r\n", "m:4: not TOML"),
    ],
)
def test_errors_name_the_level_and_its_line(text: str, words: str) -> None:
    with pytest.raises(LevelError) as caught:
        conversion.read_levels(text, "m")
    assert words in str(caught.value)


@given(st.text(st.sampled_from("`~\n\r [{},]:pw1skiddy=\"'format"), max_size=60))
def test_nothing_else_goes_wrong(text: str) -> None:
    with contextlib.suppress(LevelError):
        assert conversion.read_levels(text)


@pytest.mark.parametrize("part", ["```a\n", "~~~\n", "pw1:\n", "{}\n", "format=\n", "[{", "{,"])
def test_hostile_texts_take_no_time(part: str) -> None:
    text = (part * (MAX_BYTES // len(part)))[:MAX_BYTES]
    began = time.process_time()
    with pytest.raises(LevelError):
        conversion.read_levels(text)
    assert time.process_time() - began < 5
