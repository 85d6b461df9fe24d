"""The geometry of the monk's cube, against a cube in space, the figures and the printed cycles."""

from __future__ import annotations

import itertools
import random
import re
from collections import deque

import pytest
from monk_reference import ENTRANCE as FIRST
from monk_reference import EXIT as LAST
from monk_reference import SPOTS, turned_spot
from monk_reference import attacked as reference_attacked

from engine.games.mazing_monk.cube import cube
from engine.games.mazing_monk.cube.cube import CELLS, FACE, MASKS, SOURCES, TARGETS, TURNS, get_cell

CYCLES = """
r0 (0 27 11 18)(1 28 10 19)(2 29 9 20)(45 51 53 47)(46 48 52 50)
r1 (3 30 14 21)(4 31 13 22)(5 32 12 23)
r2 (6 33 17 24)(7 34 16 25)(8 35 15 26)(36 38 44 42)(37 41 43 39)
c0 (0 45 15 36)(3 48 12 39)(6 51 9 42)(18 24 26 20)(19 21 25 23)
c1 (1 46 16 37)(4 49 13 40)(7 52 10 43)
c2 (2 47 17 38)(5 50 14 41)(8 53 11 44)(27 29 35 33)(28 32 34 30)
"""


def composed(*permutations: tuple[int, ...]) -> tuple[int, ...]:
    """Where cells go, by one permutation after the other."""
    places = tuple(range(CELLS))
    for permutation in permutations:
        places = tuple(permutation[place] for place in places)
    return places


class TestTurns:
    @pytest.mark.parametrize("turn", range(6))
    def test_they_are_those_of_a_cube_in_space(self, turn):
        for cell, spot in enumerate(SPOTS):
            assert SPOTS[TARGETS[turn][cell]] == turned_spot(spot, TURNS[turn])

    @pytest.mark.parametrize("line", CYCLES.split("\n")[1:-1])
    def test_they_have_the_printed_cycles(self, line):
        turn, expected = TURNS.index(line[:2]), list(range(CELLS))
        for cycle in re.findall(r"\(([^)]*)\)", line):
            cells = [int(cell) for cell in cycle.split()]
            for cell, following in zip(cells, cells[1:] + cells[:1], strict=True):
                expected[cell] = following
        assert TARGETS[turn] == tuple(expected)

    @pytest.mark.parametrize("turn", range(6))
    def test_four_are_none_and_three_lead_back(self, turn):
        forth, back = TARGETS[turn], SOURCES[turn]
        assert composed(forth, back) == tuple(range(CELLS))
        assert composed(forth, forth, forth) == back
        assert composed(forth, forth) != tuple(range(CELLS))
        contents = tuple(object() for _ in range(CELLS))
        after = cube.apply_turn(contents, turn)
        assert [after[forth[cell]] for cell in range(CELLS)] == [*contents]

    def test_figures_33_and_34(self):
        contents: dict[int, object] = {}
        for x in range(3):
            contents[get_cell(cube.LEFT, x, 0)] = 10 + x
            contents[get_cell(cube.TOP, x, 0)] = 1 + x
            contents[get_cell(cube.RIGHT, x, 0)] = 4 + x
            contents[get_cell(cube.BOTTOM, x, 0)] = 9 - x
            for y in range(3):
                contents[get_cell(cube.BACK, x, y)] = f"K{1 + x + 3 * y}"
        after = cube.apply_turn([contents.get(cell) for cell in range(CELLS)], 0)

        def row(face, y):
            return [after[get_cell(face, x, y)] for x in range(3)]

        assert row(cube.LEFT, 0) == [7, 8, 9]
        assert row(cube.TOP, 0) == [10, 11, 12]
        assert row(cube.RIGHT, 0) == [1, 2, 3]
        assert row(cube.BOTTOM, 0) == [6, 5, 4]
        back = [row(cube.BACK, y) for y in range(3)]
        assert back == [["K3", "K6", "K9"], ["K2", "K5", "K8"], ["K1", "K4", "K7"]]

    def test_cells_fall_into_corners_edges_and_centres(self):
        left, sizes = set(range(CELLS)), []
        while left:
            orbit, waiting = set(), [min(left)]
            while waiting:
                cell = waiting.pop()
                if cell not in orbit:
                    orbit.add(cell)
                    waiting += [targets[cell] for targets in TARGETS]
            sizes.append(len(orbit))
            left -= orbit
        assert sorted(sizes) == [6, 24, 24]

    def test_what_is_frozen_while_the_monk_is_on_the_entrance(self):
        turns = [t for t in range(6) if not cube.LINES[t] & 1 << cube.ENTRANCE]
        assert [TURNS[turn] for turn in turns] == ["r1", "r2", "c1", "c2"]
        frozen = {c for c in range(CELLS) if all(TARGETS[turn][c] == c for turn in turns)}
        places = [(cube.TOP, 0, 0), (cube.BOTTOM, 0, 0)]
        places += [(cube.LEFT, x, 0) for x in range(3)] + [(cube.BACK, 0, y) for y in range(3)]
        assert frozen == {get_cell(*place) for place in places}

    def test_turns_to_the_top(self):
        """One turn less than the costs of the thesis's karma distance."""
        least = {}
        for cell in range(CELLS):
            seen, waiting = {cell: 0}, deque([cell])
            while waiting:
                place = waiting.popleft()
                for targets in TARGETS:
                    if targets[place] not in seen:
                        seen[targets[place]] = seen[place] + 1
                        waiting.append(targets[place])
            turns = min(seen[top] for top in range(FACE) if top in seen)
            least.setdefault(cell // FACE, set()).add(turns)
        assert [least[face] for face in range(6)] == [{0}, {2}, {1}, {3}, {1}, {3}]

    def test_words_name_lines_of_the_top(self):
        for turn, word in enumerate(TURNS):
            line = int(word[1])
            cells = [
                get_cell(cube.TOP, *((n, line) if word[0] == "r" else (line, n))) for n in range(3)
            ]
            assert cube.list_mask_cells(cube.LINES[turn]) == tuple(sorted(cells))
            assert set(cells) <= set(cube.list_moved_cells(turn))


def test_no_symmetry_of_the_cube_leaves_play_as_it_is():
    """None of the 48 but the identity keeps entrance, exit and the direction of turns."""
    spots = set(SPOTS)
    kept = []
    for axes in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            image = {
                spot: tuple(sign * spot[axis] for axis, sign in zip(axes, signs, strict=True))
                for spot in SPOTS
            }
            assert set(image.values()) == spots
            if (image[FIRST], image[LAST]) != (FIRST, LAST):
                continue
            moves = {tuple(turned_spot(spot, word) for spot in SPOTS) for word in TURNS}
            back = {there: here for here, there in image.items()}
            moved = {
                tuple(image[turned_spot(back[spot], word)] for spot in SPOTS) for word in TURNS
            }
            if moves == moved:
                kept.append(image)
    assert kept == [{spot: spot for spot in SPOTS}]


class TestTop:
    def test_reach_and_attack_against_plain_search(self):
        """Every mask, with every cell; soldiers at random."""
        choice = random.Random(1)
        for mask in range(MASKS):
            for cell in cube.list_mask_cells(mask):
                reached, waiting = {cell}, [cell]
                while waiting:
                    for _, other in cube.list_neighbours(waiting.pop()):
                        if mask >> other & 1 and other not in reached:
                            reached.add(other)
                            waiting.append(other)
                assert set(cube.list_mask_cells(cube.REACH[mask * FACE + cell])) == reached
            monk = choice.randrange(FACE)
            soldiers = choice.randrange(MASKS) & ~mask & ~(1 << monk)
            top = dict(zip(SPOTS, "#" * CELLS, strict=True))
            for cell in cube.list_mask_cells(mask):
                top[SPOTS[cell]] = "."
            for cell in cube.list_mask_cells(soldiers):
                top[SPOTS[cell]] = "S"
            top[SPOTS[monk]] = "."
            expected = reference_attacked(top, SPOTS[monk])
            assert cube.is_attacked(mask, soldiers, monk) == expected

    def test_nothing_is_reached_from_a_closed_cell(self):
        assert all(
            cube.REACH[mask * FACE + cell] == 0
            for mask in range(MASKS)
            for cell in range(FACE)
            if not mask >> cell & 1
        )

    def test_ways_are_shortest_and_prefer_up_left_right_down(self):
        assert cube.find_path(MASKS - 1, 8, 0) == ("u", "u", "l", "l")
        assert cube.find_path(MASKS - 1, 0, 8) == ("r", "r", "d", "d")
        assert cube.find_path(0b111101111, 1, 7) == ("l", "d", "d", "r")
        assert cube.find_path(0b111000111, 1, 7) is None
        assert cube.find_path(0, 4, 4) == ()
