"""Figures of the layout of cubes, and the symmetries that one of them looks for."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from monk_boards import cubes

from engine import workshop
from engine.game import registry
from engine.games.mazing_monk.cube.board import MonkBoard, create_blank
from engine.games.mazing_monk.cube.cube import CELLS, FACE, TOP, get_cell
from engine.games.mazing_monk.cube.cube_layout_facts import list_symmetries, measure_structure

GAME = registry.get_game("mazing-monk")


def with_obstacles(*cells: int) -> MonkBoard:
    glyphs = ["M", *"." * (CELLS - 1)]
    for cell in cells:
        glyphs[cell] = "#"
    return MonkBoard("".join(glyphs))


def test_cubes_have_47_symmetries_that_keep_neighbours_and_kinds_of_cells() -> None:
    assert len({*list_symmetries()}) == 47 and tuple(range(CELLS)) not in list_symmetries()
    centres, corners = (
        {9 * n + 4 for n in range(6)},
        {9 * n + i for n in range(6) for i in (0, 2, 6, 8)},
    )
    for sources in list_symmetries():
        assert sorted(sources) == [*range(CELLS)]
        assert {sources[cell] for cell in centres} == centres
        assert {sources[cell] for cell in corners} == corners
        for start in range(0, CELLS, FACE):
            assert len({cell // FACE for cell in sources[start : start + FACE]}) == 1


def test_figures_are_those_of_the_eye() -> None:
    one = measure_structure(with_obstacles(get_cell(TOP, 1, 1), get_cell(TOP, 2, 1)))
    assert (one["fullest_face"], one["emptiest_face"], one["top_open"]) == (2, 0, 7)
    assert one["obstacle_share"] == 2 / CELLS and one["obstacle_symmetry"] == 1  # a mirror
    assert measure_structure(create_blank())["top_open"] == 1


@given(cubes())
def test_the_symmetry_is_that_of_the_cells_one_by_one(cube: MonkBoard) -> None:
    solid = [glyph == "#" for glyph in cube.cells]
    alike = [
        sum(solid[source] == own for source, own in zip(sources, solid, strict=True))
        for sources in list_symmetries()
    ]
    assert measure_structure(cube)["obstacle_symmetry"] == max(alike) / CELLS


@given(cubes())
def test_a_cube_turned_as_a_whole_has_the_same_symmetry(cube: MonkBoard) -> None:
    sources = list_symmetries()[7]
    turned = replace(cube, cells="".join(cube.cells[source] for source in sources))
    same = ("obstacle_share", "fullest_face", "emptiest_face", "obstacle_symmetry")
    assert all(measure_structure(turned)[key] == measure_structure(cube)[key] for key in same)


def test_they_can_be_asked_for() -> None:
    asked = {"difficulty": 2, "scramble_turns": 4, "top_open": "3..", "where": "fullest_face<=8"}
    figures = workshop.rate(workshop.generate(GAME, 3, asked)[0]).structure
    assert figures["top_open"] >= 3 and figures["fullest_face"] <= 8
