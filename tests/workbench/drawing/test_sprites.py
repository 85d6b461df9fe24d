"""Sprites and images of single tiles and pieces."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from engine.game import registry
from workbench.drawing import sprites
from workbench.theme import theme_choice

THEMES = ("default", "light", "mono", "colour-blind", "ansi")


def load(name):
    return theme_choice.choose_by_name(name).theme


@pytest.mark.parametrize("name", THEMES)
def test_sprites_have_five_rows_and_few_colours(name):
    artist = sprites.create_artist(load(name))
    for game in ("skiddy", "fruit-dating"):
        rules = registry.get_game(game).boards.get_script()
        drawn = {each: artist.draw_sprite(game, each) for each in rules.objects.values()}
        for sprite in drawn.values():
            assert 1 <= len(sprite.colours) <= 10
            assert [len(row) for row in sprite.rows] == [5] * 5
            used = set("".join(sprite.rows)) - {"."}
            assert used and {int(each) for each in used} < set(range(len(sprite.colours))) | {10}
        if name == "default":  # no two look alike
            looks = {(tuple(s.colours), s.rows) for s in drawn.values()}
            assert len(looks) == len(set(rules.objects.values()))


def test_png_files_are_decoded_as_pillow_does():
    content = sprites.draw_images(load("default"), "fruit-dating", ["fruit-a", "gate-up"], 37)
    image = Image.open(io.BytesIO(content)).convert("RGBA")
    assert image.size == (74, 37)
    data = image.tobytes()
    pixels = [(*data[at : at + 4],) for at in range(0, len(data), 4)]
    assert [pixel for row in sprites.decode_png(content) for pixel in row] == pixels
