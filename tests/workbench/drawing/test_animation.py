"""Moving pictures: every format holds the same frames for the same times."""

from __future__ import annotations

import json
import re
import sys
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from engine.errors import EngineError
from engine.game import registry
from engine.values.picture import DrawnPiece, Picture
from workbench.drawing import animation
from workbench.drawing.animation import Film, Frame
from workbench.theme import theme_loader

TITLE = "<script>alert('&')</script> Ж 日本"
FLOOR = (("floor",) * 4,) * 2


def build_film(count: int = 3, title: str = TITLE) -> Film:
    frames = [
        Frame(
            Picture(FLOOR, {(0, number % 4): DrawnPiece("red", "r")}), f"{number}/{count - 1}  <R>"
        )
        for number in range(count)
    ]
    game = registry.get_game("skiddy")
    return Film(game, theme_loader.load_shipped("default"), title, frames, 250)


@pytest.mark.parametrize("form", ["gif", "apng"])
def test_images_have_each_frame_and_hold_the_last_one(form: str) -> None:
    content = animation.render_film(build_film(), form, 20)
    assert content == animation.render_film(build_film(), form, 20)
    image = Image.open(BytesIO(content))
    assert (image.n_frames, image.info["loop"]) == (3, 0)  # type: ignore[attr-defined]
    seen, times = set(), []
    for number in range(3):
        image.seek(number)
        seen.add(image.convert("RGB").tobytes())
        times.append(image.info["duration"])
    assert len(seen) == 3
    assert times == [250, 250, 2_250]


def test_an_svg_shows_one_caption_at_a_time_and_runs_no_script() -> None:
    content = animation.render_film(build_film(), "svg", 20)
    root = ElementTree.fromstring(content)
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert "script" not in names
    assert root.findtext("{*}title") == TITLE
    styles = root.findtext(".//{*}style") or ""
    captions = [
        (group.get("class"), text.text)
        for group in root.iter("{http://www.w3.org/2000/svg}g")
        for text in group.findall("{*}text")
        if text.text and "<R>" in text.text
    ]
    assert [text for _, text in captions] == ["0/2  <R>", "1/2  <R>", "2/2  <R>"]
    rests = [re.search(rf"\.{name}{{visibility:(\w+)", styles) for name, _ in captions]
    assert [found and found[1] for found in rests] == ["visible", "hidden", "hidden"]
    assert "2750ms" in styles and "prefers-reduced-motion" in styles


def test_a_recording_has_a_screen_for_each_frame() -> None:
    head, *events = map(
        json.loads, animation.render_film(build_film(), "cast", 20).decode().splitlines()
    )
    assert (head["version"], head["title"]) == (2, TITLE)
    assert [time for time, _, _ in events] == [0, 0.25, 0.5, 2.75]
    assert "2/2  <R>" in events[2][2]


def test_too_many_frames_or_pixels_are_refused() -> None:
    with pytest.raises(EngineError, match="at most 1,000 frames, found 1,001"):
        animation.render_film(build_film(1_001), "cast", 20)
    with pytest.raises(EngineError, match="use --cell N to make them smaller"):
        animation.render_film(build_film(100), "apng", 400)


def test_gif_alone_needs_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(EngineError, match=r"puzzle-workbench\[animation\]"):
        animation.render_film(build_film(), "gif", 20)
    assert animation.render_film(build_film(), "apng", 20)
