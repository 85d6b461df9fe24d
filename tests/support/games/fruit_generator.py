"""Random settings of the generator of Fruit Dating, and plain readings of what it makes."""

from __future__ import annotations

from collections.abc import Iterator

from fruit_boards import GAME, SOLID
from hypothesis import strategies as st
from judging import SEARCHED

from engine.games.fruit_dating.board import FruitBoard
from engine.stages.candidate import Candidate, Event, Recipe
from engine.values.grid import STEPS, SYMMETRIES, iterate_cells

STAGES = tuple(stage.name for stage in GAME.generator.stages)
SYMMETRY = {symmetry.name: symmetry for symmetry in SYMMETRIES}
PLACING = {
    "fruit": "fruit",
    "blockers": "blocker",
    "one-ways": "one-way",
    "mud": "mud",
    "anteaters": "anteater",
    "hedgehogs": "hedgehog",
}
"""The stages that choose cells by weight, and what their weights are for."""

Tiles = tuple[str, ...]
Cell = tuple[int, int]


# --- random settings -----------------------------------------------------------------------


def spans(low: int, high: int) -> st.SearchStrategy[str]:
    ends = st.tuples(st.integers(low, high), st.integers(low, high))
    return ends.map(lambda pair: f"{min(pair)}..{max(pair)}")


@st.composite
def setting(draw: st.DrawFn, max_side: int = 10) -> dict[str, object]:
    """Settings that go together; whether a candidate comes of them is another matter.

    What a stage has put is not taken away again.
    """
    rows = draw(st.integers(4, max_side))
    found: dict[str, object] = {
        "rows": rows,
        "cols": draw(st.integers(4, max_side) | st.just(rows)),
        "walls": draw(spans(0, 8)),
        "wall_length": draw(spans(1, 7)),
        "inner_walls": draw(spans(0, 8)),
        "inner_length": draw(st.integers(1, 6)),
        "pairs": draw(spans(1, 3)),
        "colours": draw(spans(1, 4)),
        "blockers": draw(spans(0, 20)),
        "blocker_kind": draw(st.sampled_from(["mixed", "stone", "car", "barrel"])),
        "inert_things": "refused",
    }
    for name, most in (("one_ways", 4), ("mud", 4), ("anteaters", 2), ("hedgehogs", 2)):
        if draw(st.booleans()):
            found[name] = draw(spans(0, most))
    names = ["random", "none", *(name for name in SYMMETRY if name != "identity")]
    if rows != found["cols"]:
        names = [n for n in names if n in ("random", "none") or not SYMMETRY[n].swaps_axes]
    found["symmetry"] = draw(st.sampled_from(names))
    for thing in draw(st.sets(st.sampled_from(sorted(PLACING.values())), max_size=2)):
        kind = draw(st.sampled_from(["dead_end", "corner", "corridor", "open"]))
        key = f"{thing.replace('-', '_')}_{kind}"
        found[key] = draw(st.integers(0, 9))
        found[f"{key}_random"] = draw(st.integers(0, 4))
    return found


seeds = st.integers(0, 2**63 - 1)


def made(chosen: dict[str, object], seed: int, attempt: int = 0, **reroll: int) -> Candidate:
    parameters = GAME.generator.parameters.complete_settings(SEARCHED | chosen)
    renamed = {name.replace("_", "-"): number for name, number in reroll.items()}
    return GAME.generator.build_candidate(Recipe(seed, attempt, parameters, renamed))


# --- plain readings ------------------------------------------------------------------------


def events_of(candidate: Candidate) -> list[Event]:
    return [candidate.timeline.get_event(index) for index in range(len(candidate.timeline))]


def board_before(candidate: Candidate, stage: str) -> FruitBoard:
    """The board as a stage found it."""
    board = candidate.make_board_at(candidate.timeline.find_stage_span(STAGES.index(stage))[0])
    assert isinstance(board, FruitBoard)
    return board


def final(candidate: Candidate) -> FruitBoard:
    assert isinstance(candidate.board, FruitBoard)
    return candidate.board


def is_solid(tiles: Tiles, cell: Cell) -> bool:
    return tiles[cell[0]][cell[1]] in SOLID


def beside(cell: Cell, direction: int) -> Cell:
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


def shape_at(tiles: Tiles, cell: Cell) -> str:
    """What the article calls a tile by the solid sides around it."""
    right, up, left, down = (is_solid(tiles, beside(cell, direction)) for direction in range(4))
    if right + up + left + down >= 3:
        return "dead_end"
    if (right and left) or (up and down):
        return "corridor"
    return "corner" if right + up + left + down == 2 else "open"


def areas(tiles: Tiles) -> list[set[Cell]]:
    """The connected free areas."""
    free = {(row, col) for row, col, tile in iterate_cells(tiles) if tile not in SOLID}
    found = []
    while free:
        area, edge = set(), [free.pop()]
        while edge:
            cell = edge.pop()
            area.add(cell)
            for direction in range(4):
                if beside(cell, direction) in free:
                    free.remove(beside(cell, direction))
                    edge.append(beside(cell, direction))
        found.append(area)
    return found


def around(cell: Cell) -> Iterator[Cell]:
    return ((cell[0] + down, cell[1] + right) for down in (-1, 0, 1) for right in (-1, 0, 1))
