"""Maps of Tiled: there and back, checked by programs that know Tiled, and refused if hostile."""

from __future__ import annotations

import base64
import copy
import gzip
import json
import shutil
import subprocess
import tracemalloc
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from generated import list_games, list_levels

from engine.errors import LevelError
from engine.files import conversion
from engine.files.exports import tiled, tiled_reader
from engine.files.exports.map_layout import CELL, get_image_name, list_tile_names
from engine.game import registry
from engine.values.level import Level, compute_digest
from workbench.drawing import sprites
from workbench.theme import theme_choice

GAMES = list_games()


def check_round_trips(name: str, count: int) -> None:
    made = 0
    for level in list_levels(registry.get_game(name), count):
        text = tiled.format_map(level)
        again = conversion.read_level(text)
        assert again == level
        assert compute_digest(again.board) == compute_digest(level.board)
        made += 1
    assert made == count


@pytest.mark.parametrize("name", GAMES)
def test_maps_give_the_same_levels_again(name):
    check_round_trips(name, 30)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_maps_give_the_same_levels_again(name):
    check_round_trips(name, 1000)


@pytest.mark.parametrize("name", GAMES)
def test_locks_and_the_intended_solution_are_kept(name):
    game = registry.get_game(name)
    level = next(list_levels(game, 1))
    lock = next(tool for tool in game.boards.tools if tool.plane == "locked")
    cells = [divmod(at, level.board.cols) for at in range(level.board.rows * level.board.cols)]
    row, col = next(cell for cell in cells if game.boards.has_cell(level.board, *cell))
    level = replace(level, board=game.boards.paint_cell(level.board, lock, row, col))
    if name == "skiddy":
        level = replace(level, intended="RULD")
    assert tiled_reader.parse_map(tiled.format_map(level)) == level


@pytest.mark.parametrize("name", GAMES)
def test_pytiled_parser_reads_the_same_map(name, tmp_path):
    pytiled_parser = pytest.importorskip("pytiled_parser")
    level = next(list_levels(registry.get_game(name), 1))
    file = write_map(level, tmp_path)
    found = pytiled_parser.parse_map(file)
    assert (found.map_size.height, found.map_size.width) == (level.board.rows, level.board.cols)
    assert found.properties["game"] == name
    tileset = found.tilesets[1]
    assert str(tileset.image) == get_image_name(name)
    assert tileset.tile_count == len(list_tile_names(name))
    ground, objects = found.layers[:2]
    picture = registry.get_game(name).boards.draw_picture(level.board)
    pieces = {
        (int(each.coordinates.y) // CELL - 1, int(each.coordinates.x) // CELL): each.class_
        for each in objects.tiled_objects
    }
    assert pieces == {cell: piece.name for cell, piece in picture.pieces.items()}
    for row, line in enumerate(ground.data):
        for col, number in enumerate(line):
            drawn = picture.tiles[row][col]
            assert number == 0 or drawn.startswith(tileset.tiles[number - 1].class_)


def write_map(level: Level, folder: Path) -> Path:
    artist = sprites.create_artist(theme_choice.choose_by_name("default").theme)
    names = list_tile_names(level.game)
    (folder / get_image_name(level.game)).write_bytes(artist.draw_images(level.game, names, CELL))
    file = folder / "map.tmj"
    file.write_text(tiled.format_map(level))
    return file


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tmxrasterizer") is None, reason="no tmxrasterizer of Tiled")
@pytest.mark.parametrize("name", GAMES)
def test_tiled_itself_draws_and_saves_the_map(name, tmp_path, monkeypatch):
    from PIL import Image

    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    level = next(list_levels(registry.get_game(name), 1))
    file, picture, saved = write_map(level, tmp_path), tmp_path / "map.png", tmp_path / "saved.tmj"
    subprocess.run(["tmxrasterizer", file, picture], check=True, capture_output=True, timeout=60)
    with Image.open(picture) as image:
        assert image.size == (CELL * level.board.cols, CELL * level.board.rows)
        assert len(image.convert("RGB").getcolors(65536) or ()) > 3
    command = ["tiled", "--export-map", "json", file, saved]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    assert conversion.read_level(saved.read_bytes()) == level


@pytest.fixture(scope="module")
def document():
    level = next(list_levels(registry.get_game("fruit-dating"), 1))
    return json.loads(tiled.format_map(level))


def refuse(document, message):
    text = document if isinstance(document, str) else json.dumps(document)
    with pytest.raises(LevelError) as found:
        conversion.read_level(text, "m.tmj")
    assert str(found.value).startswith("m.tmj")
    assert message in str(found.value)
    assert "\n" not in str(found.value)


def test_what_tiled_may_write_is_read(document):
    level = conversion.read_level(json.dumps(document))
    changed = copy.deepcopy(document)
    layer = changed["layers"][0]
    data = b"".join(number.to_bytes(4, "little") for number in layer["data"])
    for compression, pack in (("zlib", zlib.compress), ("gzip", gzip.compress), ("", bytes)):
        layer["data"] = base64.b64encode(pack(data)).decode()
        layer |= {"encoding": "base64", "compression": compression}
        assert conversion.read_level(json.dumps(changed)) == level
    # Tiled 1.9 calls the type a class; layers may be in groups; objects need no type.
    changed["tilesets"] = json.loads(
        json.dumps(changed["tilesets"]).replace('"type"', '"class"', 99)
    )
    for each in changed["layers"][1]["objects"]:
        del each["type"]
    changed["layers"] = [{"type": "group", "name": "all", "layers": changed["layers"]}]
    assert conversion.read_level(json.dumps(changed)) == level


CASES = {
    "a huge size": ({"width": 10**9}, "at most 256 by 256 cells"),
    "another size": ({"width": 5}, "expected 8 rows of 5 tiles, found another size"),
    "a size of the wrong type": ({"height": "8"}, "height: expected an integer from 1"),
    "no end": ({"infinite": True}, "an orthogonal map of fixed size"),
    "hexagons": ({"orientation": "hexagonal"}, "an orthogonal map of fixed size"),
    "layers of the wrong type": ({"layers": 3}, "layers: expected an array, found an integer"),
    "no layers": ({"layers": []}, "expected a layer of tiles named tiles, found none"),
    "an external tileset": (
        {"tilesets": [{"firstgid": 1, "source": "/etc/passwd"}]},
        "a tileset that is part of the map, found the file '/etc/passwd'",
    ),
    "tilesets of the wrong type": ({"tilesets": [1]}, "an array of objects, found an integer"),
    "no game": ({"properties": []}, 'expected a property "game"'),
    "properties of the wrong type": (
        {"properties": [{"name": "game", "value": 3}]},
        "properties.game: expected a string",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_hostile_maps_are_refused(document, case):
    changed, message = CASES[case]
    refuse({**document, **changed}, message)


def test_hostile_layers_are_refused(document):
    def change(**layer):
        changed = copy.deepcopy(document)
        changed["layers"][0] |= layer
        return changed

    refuse(change(data=[1]), "tiles: expected 8 rows of 8 tiles, found another size")
    refuse(change(data=["1"] * 64), "tiles: expected an array of whole numbers")
    refuse(change(data=[99] * 64), "a tile of the map's tilesets, found number 99")
    refuse(change(data=[0x80000001] * 64), "tiles, row 0, column 0: expected a tile that is not")
    refuse(change(data="%%%", encoding="base64"), "damaged data")
    refuse(change(data="AAAA", encoding="base64", compression="zlib"), "damaged data")
    refuse(change(data="AAAA", encoding="base64", compression="zstd"), "no compression, found 'zst")
    # The fruit's tile is no ground.
    fruit = list_tile_names("fruit-dating").index("fruit-a") + 1
    refuse(change(data=[fruit] * 64), "tiles, row 0, column 0: expected one of wall, floor, mud")


def test_hostile_objects_are_refused(document):
    def change(**fields):
        changed = copy.deepcopy(document)
        changed["layers"][1]["objects"] = [changed["layers"][1]["objects"][0] | fields]
        return changed

    refuse(change(x=10**6), "pieces: an object outside the map")
    refuse(change(x="3"), "pieces.x: expected a number")
    refuse(json.dumps(change(x=1)).replace('"x": 1,', '"x": 1e999,'), "pieces.x: expected a number")
    refuse(change(type="dragon"), "expected one of fruit-a, ")
    refuse(change(gid=-1), "gid: expected an integer from 0")
    changed = copy.deepcopy(document)
    changed["layers"][1]["objects"].append(changed["layers"][1]["objects"][0])
    refuse(changed, "two pieces on one cell")


def test_bombs_and_deep_json_take_little_memory(document):
    bomb = base64.b64encode(zlib.compress(bytes(1 << 28), 9)).decode()
    changed = copy.deepcopy(document)
    changed["layers"][0] |= {"data": bomb, "encoding": "base64", "compression": "zlib"}
    deep = '{"orientation": ' + "[" * 100_000 + "]" * 100_000 + "}"
    groups = json.dumps({**document, "layers": []}).replace(
        '"layers": []', '"layers": ' + '[{"type": "group", "layers": ' * 60 + "[]" + "}]" * 60
    )
    tracemalloc.start()
    refuse(changed, "tiles: expected 64 tiles, found another number")
    refuse(deep, "nested too deeply")
    refuse(groups, "nested too deeply")
    assert tracemalloc.get_traced_memory()[1] < 1 << 25
    tracemalloc.stop()
    refuse(json.dumps(document) + " " * (1 << 20), "expected at most 1048576 bytes")
