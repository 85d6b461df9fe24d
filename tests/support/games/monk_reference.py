"""A second, plain reading of the monk's rules, with turns by geometry in space.

A cube of edge 6 lies about the origin: a cell is the centre of its square on the surface, such as
(-2, 2, 3) for the first cell of the top, which faces +z; the right face looks to +x and the back to
+y. Nothing of the engine's is used.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

Vector = tuple[int, int, int]
Cube = dict[Vector, str]
"""What is on every cell, the monk left out: below him is path."""

TURN_WORDS = ("r0", "r1", "r2", "c0", "c1", "c2")
STEPS = {"u": (0, 2, 0), "l": (-2, 0, 0), "r": (2, 0, 0), "d": (0, -2, 0)}
WALKED = (STEPS["u"], STEPS["l"], STEPS["r"], STEPS["d"])


def spot(face: str, x: int, y: int) -> Vector:
    """The centre of a cell: how the unfolded cube is folded."""
    a, b = 2 * x - 2, 2 * y - 2
    return {
        "T": (a, -b, 3),
        "B": (a, -b, -3),
        "L": (-3, -b, a),
        "R": (3, -b, -a),
        "F": (a, -3, -b),
        "K": (a, 3, b),
    }[face]


SPOTS = [spot(face, x, y) for face in "TBLRFK" for y in range(3) for x in range(3)]
"""The cells in the order of the text form."""
ENTRANCE, EXIT = spot("T", 0, 0), spot("T", 2, 2)


def turned_spot(place: Vector, word: str) -> Vector:
    """Where a turn of the player takes a cell: a quarter turn of a slice of the cube."""
    x, y, z = place
    line = int(word[1])
    if word[0] == "r":  # about the y axis, the top to the right
        level = 2 - 2 * line
        moves = y == level or (abs(level) == 2 and y == level // 2 * 3)
        return (z, y, -x) if moves else place
    level = 2 * line - 2  # about the x axis, the top to the back
    moves = x == level or (abs(level) == 2 and x == level // 2 * 3)
    return (x, z, -y) if moves else place


@dataclass(frozen=True)
class State:
    """A moment of play."""

    cube: tuple[tuple[Vector, str], ...]
    monk: Vector
    collected: int = 0
    status: str = "playing"

    def text(self) -> str:
        """The 54 characters."""
        cube = dict(self.cube)
        return "".join("M" if place == self.monk else cube[place] for place in SPOTS)


def read(text: str) -> State:
    """The start of a level of 54 characters."""
    cube = dict(zip(SPOTS, text.replace("M", "."), strict=True))
    return State(tuple(cube.items()), SPOTS[text.index("M")])


def beside(place: Vector) -> Iterator[Vector]:
    """The cells of the top beside one, in walking order."""
    for step in WALKED:
        x, y, z = (a + b for a, b in zip(place, step, strict=True))
        if abs(x) <= 2 and abs(y) <= 2:
            yield x, y, z


def ways(cube: Cube, monk: Vector) -> dict[Vector, list[Vector]]:
    """A shortest way to every cell that the monk can walk to."""
    found: dict[Vector, list[Vector]] = {monk: []}
    waiting = deque([monk])
    while waiting:
        place = waiting.popleft()
        for other in beside(place):
            if cube[other] in ".*" and other not in found:
                found[other] = [*found[place], other]
                waiting.append(other)
    return found


def attacked(cube: Cube, monk: Vector) -> bool:
    """Whether some soldiers on the top can walk to the monk."""
    return any(cube[other] == "S" for place in ways(cube, monk) for other in beside(place))


def play(state: State, word: str, needed: int) -> tuple[State, bool]:
    """What a move does, and whether it does anything."""
    if state.status != "playing":
        return state, False
    if word in TURN_WORDS:
        return _turn(state, word)
    cube = dict(state.cube)
    if word in STEPS:
        goal = tuple(a + b for a, b in zip(state.monk, STEPS[word], strict=True))
        inside = goal in beside(state.monk)
        way = [goal] if inside and cube[goal] in ".*" else None
    else:
        way = ways(cube, state.monk).get(spot("T", int(word[1]), int(word[2])))
    if not way:
        return state, False
    monk, collected = state.monk, state.collected
    for place in way:
        monk = place
        collected += cube[place] == "*"
        cube[place] = "."
        if monk == EXIT and collected >= needed:
            return State(tuple(cube.items()), monk, collected, "won"), True
    return State(tuple(cube.items()), monk, collected), True


def _turn(state: State, word: str) -> tuple[State, bool]:
    if turned_spot(state.monk, word) != state.monk:
        return state, False
    before = dict(state.cube)
    cube = {turned_spot(place, word): tile for place, tile in before.items()}
    cube = {place: cube[place] for place in SPOTS}
    status = "lost" if attacked(cube, state.monk) else "playing"
    return State(tuple(cube.items()), state.monk, state.collected, status), True


def rating(text: str, needed: int = 7) -> float:
    """The thesis's rating, term by term."""
    faces = {face: text[9 * n : 9 * n + 9] for n, face in enumerate("TBLRFK")}
    cost = {"T": 1, "L": 2, "F": 2, "B": 3, "R": 4, "K": 4}
    karma = sorted(cost[face] for face in faces for tile in faces[face] if tile == "*")
    soldiers = text.count("S")
    seen = sum(faces[face].count("S") for face in "TLF")
    return (
        sum(karma[:needed]) / (4 * needed)
        + sum(tiles[4] == "S" for tiles in faces.values()) / 6
        + (seen / soldiers if soldiers else 0)
        + 1
        - sum(tile in ".*M" for tile in text) / 54
    )
