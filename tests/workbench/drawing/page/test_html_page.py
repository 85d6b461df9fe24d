"""Pages to play, as files: what is in them, how large they are, and what is refused."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from dataclasses import replace

import pytest
import shipped

from engine.errors import LevelError
from engine.game import registry
from engine.values.level import Level
from workbench.drawing.page.html_page import build_page
from workbench.drawing.page.state_frames import build_graph_level, pack_numbers

HOSTILE = "</title></script><script>alert(1)</script>\"' & @pack@ \u202e"
LARGEST = 400 * 1024


def levels_of(game: str, count: int = 20) -> list[Level]:
    return [shipped.level_in(file) for file in shipped.files_of(game)[:count]]


def data_in(page: str) -> dict:
    return json.loads(page.split('id="pack">')[1].split("</script>", maxsplit=1)[0])


@pytest.mark.parametrize("game", ["fruit-dating", "skiddy", "linjat", "mazing-monk"])
def test_twenty_levels_are_small_and_load_nothing(game):
    page = build_page(levels_of(game), "Twenty", hints=True)
    assert len(page.encode()) <= LARGEST
    assert "default-src 'none'" in page
    addresses = set(re.findall(r"https?://[^\s\"'<>)]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}


def test_no_solution_is_in_a_page_without_hints():
    for game in ("linjat", "mazing-monk"):
        levels = levels_of(game, 4)[3:]
        assert all(each["solution"] is None for each in data_in(build_page(levels, "x"))["levels"])
        with_hints = data_in(build_page(levels, "x", hints=True))
        assert all(each["solution"] for each in with_hints["levels"])


def test_hostile_titles_end_no_element():
    levels = [replace(each, title=HOSTILE, notes=HOSTILE) for each in levels_of("skiddy", 2)]
    page = build_page(levels, HOSTILE)
    assert page.count("<script") == page.count("</script>") == 2
    assert page.count("<title>") == 1 and "\u202e" not in page
    data = data_in(page)
    assert data["title"] == data["levels"][0]["title"] == HOSTILE.replace("\u202e", "\\u202e")


def test_a_large_graph_is_refused_with_the_reason():
    level = shipped.level_in(
        next(f for f in shipped.files_of("skiddy") if "three-wishes" in f.name)
    )
    game = registry.get_game("skiddy")
    assert build_graph_level(game, level.board, 197)["states"] == 197
    with pytest.raises(LevelError) as caught:
        build_page([level], "x", max_states=196)
    assert str(caught.value) == (
        "level 1 of 1: no page: the state graph has more than 196 states; --max-states allows more"
    )


def test_a_game_without_a_graph_is_refused():
    game = registry.get_game("skiddy")
    linjat = registry.get_game("linjat")
    level = levels_of("linjat", 1)[0]
    with pytest.raises(LevelError, match="leaves no state graph"):
        build_graph_level(linjat, level.board, 100)
    assert game.play.browser_rules is None


def test_packed_numbers():
    numbers = [0, 1, 127, 128, 300, 2**32 + 5]
    packed = zlib.decompress(b64decode(pack_numbers(numbers)))
    found, value, shift = [], 0, 0
    for byte in packed:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            found.append(value)
            value = shift = 0
    assert found == numbers
