"""The rules of Fruit Dating as small boards, each worked out by hand.

One table, ``RULE_CASES``, to be run against every implementation; below it, the game's first level.

How a case is written: a line with the letter, the outcome and what the case shows; a line for
every gate; then, side by side, the tiles, the pieces before and the pieces after. A move that is
idle or loses has no pieces after. The walls above and below are left out, so that the first line
drawn is row 1, unless that line is itself solid. Every board is a valid level: fruit alone in a
cell only makes its colour even, or keeps the level from being won; a stone with room to slide is
there because nothing happens in a tilt in which nothing slides.
"""

from dataclasses import dataclass

Gate = tuple[int, int, str]


@dataclass(frozen=True)
class RuleCase:
    """One move on one board.

    ``after`` is the grid of pieces that the move leaves: None for a move that loses, the grid
    from before for one that is idle, the remaining blockers for one that wins. Stones, cars and
    barrels keep their letters in it.
    """

    name: str
    tiles: tuple[str, ...]
    pieces: tuple[str, ...]
    gates: frozenset[Gate]
    letter: str
    outcome: str
    after: tuple[str, ...] | None


@dataclass(frozen=True)
class LevelCase:
    """A whole level and its one shortest solution."""

    tiles: tuple[str, ...]
    pieces: tuple[str, ...]
    gates: frozenset[Gate]
    solution: str


SLIDING = """
R moved: all pieces slide at once, to the wall
#.....#  .A.....  .....A.
#.....#  ..o....  .....o.
#.....#  ....A..  .....A.

U moved: up
#...###  .......  ..A....
#...#.#  .....A.  .....A.
#...###  ..A....  .......

L moved: left
#...###  .......  .......
#...#.#  ..A..A.  .A...A.
#...###  .......  .......

D moved: down
#...###  ..A....  .......
#...#.#  .....A.  .....A.
#...###  .......  ..A....

R moved: an inner wall stops
#...#..#  .A...A..  ...A..A.

R moved: a chain piles up against the far side
#........#  .A.o..B...  ......AoB.
#........#  .B......A.  .......BA.

U moved: chains pile up upwards
#.#.#  .....  .B.A.
#.#.#  .B...  .A.B.
#.#.#  ...A.  .....
#.#.#  .A.B.  .....

R moved: an anteater's tile is solid
#...v.#  .A...A.  ...A.A.

R moved: an anteater in the ring is as solid as a wall
#...<  .A...  ...A.
#####  .....  .....
#.###  .A...  .A...

R idle: nothing can slide, and fruit adjacent from the start does not match
#..#  .AA.

R idle: nothing can slide, and an anteater does not drag
#>..#.#  ...A.A.

R idle: what slid is dragged back to where it was
#>...#.#  ..A...A.

R moved: what slid is dragged back, but a stone has moved
#>...#.#  ..A...A.  ..A...A.
#....###  .o......  ....o...
"""

GATES = """
R moved: a closed gate holds
gate 1 4 left
#......#  .A....A.  ...A..A.

R moved: a gate is crossed in its direction
gate 1 3 right
#....#.#  .A....A.  ....A.A.

R moved: pieces pile up behind one held by a gate
gate 1 4 left
#......#  .oA...A.  ..oA..A.

D moved: a closed gate holds on the way down
gate 3 1 up
#.#.#  .A.A.  ...A.
#.###  .....  .A...
#.###  .....  .....

U moved: the same gate is open on the way up
gate 3 1 up
#.#.#  ...A.  .A.A.
#.###  .....  .....
#.###  .A...  .....

D moved: a gate does not hold what passes along its edge
gate 2 2 left
#..#.#  .A..A.  ....A.
#..###  ......  ......
#..###  ......  .A....

R moved: a gate beside a wall changes nothing
gate 1 4 left
#...#.#  .A...A.  ...A.A.
"""

MUD = """
R lost: fruit rests on mud
#..~#.#  .A...A.

R lost: fruit crosses mud
#.~.#.#  .A...A.

R lost: fruit slides from mud into mud
#~~.#.#  .A...A.

R lost: fruit gets dirty before it could match
#.~.#  .A.A.

R lost: one dirty fruit is enough, whatever slides after it
#..~#  ..A..
#..##  .A...

R moved: a stone crosses mud
#.~.#.#.#  .o...A.A.  ...o.A.A.

R moved: stone, car and barrel rest on mud
#..~#.#.#  .o...A.A.  ...o.A.A.
#..~#####  .c.......  ...c.....
#..~#####  .b.......  ...b.....

R moved: a stone that rests on mud keeps the fruit behind it clean
#..~#.#  .Ao..A.  ..Ao.A.

R moved: a closed gate keeps fruit out of mud
gate 1 3 left
#..~#.#  .A...A.  ..A..A.

R moved: fruit that starts on mud may leave it
#~..#.#  .A...A.  ...A.A.

L moved: fruit that stays on mud has not entered it
#~..#.#  .A.o.A.  .Ao..A.
"""

HEDGEHOGS = """
R lost: fruit slides into a hedgehog
#..h.#  .A..A.

U lost: fruit slides up into a hedgehog
#.#.#  ...A.
#h###  .....
#.###  .....
#.###  .A...

R lost: a hedgehog in the ring
#..h  .A..
####  ....
#.##  .A..

R lost: fruit is eaten before it could match
#..h#  .A...
##.##  ..A..

R moved: stone, car and barrel do nothing to a hedgehog
#..h.#.#  .o..A.A.  ..o.A.A.
#..h####  .c......  ..c.....
#..h####  .b......  ..b.....

R moved: fruit that already touched the hedgehog has not slid
#..h..#  ..A.A..  ..A..A.

R idle: fruit that already touched the hedgehog, alone
#..h.#  ..A.A.

R moved: fruit is held by a closed gate, not by the hedgehog behind it
gate 1 3 left
#..h.#  .A..A.  ..A.A.

R lost: an open gate before the hedgehog does not help
gate 1 2 right
#..h.#  .A..A.

R moved: fruit is stopped by a stone at the hedgehog
#...h.#  .Ao..A.  ..Ao.A.

R moved: fruit is stopped by fruit that already touched the hedgehog
#...h.#  .A.B.A.  ..AB.A.
#.#####  .B.....  .B.....

D moved: fruit slides past a hedgehog
#.#.#  .A.A.  ...A.
#.h##  .....  .....
#.###  .....  .A...
"""

MATCHING = """
R won: side by side
#....#  .A..A.  ......

D won: one above the other
#.##  .A..  ....
#.##  ....  ....
#.##  .A..  ....

R won: blockers may be left, and do not slide on
#.....#  .oA..A.  ...o...

R won: two colours at once
#....#  .A..A.  ......
#....#  .B..B.  ......

R moved: one pair of two
#....#.#.#  .A..A.B.B.  ......B.B.

R moved: colours do not mix
#....#  .A.B..  ...AB.
#.####  .B....  .B....
###.##  ...A..  ...A..

R moved: blockers do not match
#....#.#.#  .o.o..A.A.  ...oo.A.A.

R won: a closed gate between them does not prevent a match
gate 1 4 left
#....#  .A..A.  ......

R won: an open gate between them does not prevent a match
gate 1 3 right
#....#  .A..A.  ......

D won: nor does a gate between one above the other
gate 3 1 up
#.##  .A..  ....
#.##  ....  ....
#.##  .A..  ....

R won: fruit adjacent from the start matches once anything slides
#..#..#  .AA.o..  .....o.

D moved: fruit that only pass each other do not match
#..#  .A..  ....
#..#  ..A.  ..A.
#.##  ....  ....
#.##  ....  .A..

R moved: nothing slides on after a match
#.....#.#  .BA..A.B.  ...B...B.

L moved: three in an L, the right neighbour before the one below
#....#.#  .A..A.A.  ......A.
#.######  .A......  .A......

L moved: three in an L, the upper one takes the one below
##.###.#  ..A...A.  ......A.
#....###  .A..A...  .A......

R moved: three in a row, the first two
#.....#.#  .A.AA..A.  .....A.A.

D moved: three in a column, the upper two
#.#.#  .A.A.  ...A.
#.###  .A...  .....
#.###  .....  .....
#.###  .A...  .A...

R won: four in a square
#....#  .A..A.  ......
#....#  .AA...  ......

L moved: four in a hook, where the first choice leaves two alone
#....#  .AA.A.  ...A..
#.####  .A....  .A....
"""

ANTEATERS = """
D moved: looking right
####.#.#  ....A.A.  ......A.
#>...###  ........  ..A.....

D moved: looking left
##.###.#  ..A...A.  ......A.
#....<##  ........  ....A...

L moved: looking down
#v#.#  ...A.  ...A.
#.###  .....  .A...
#.###  .....  .....
#...#  ...A.  .....

L moved: looking up
#...#  ...A.  .....
#.###  .....  .....
#.###  .....  .A...
#^#.#  ...A.  ...A.

D moved: from the ring
###.#.#  ...A.A.  .....A.
>...###  .......  .A.....

R moved: one in the ring that looks outwards sees nothing
#...#.#.>  .o...A.A.  ...o.A.A.

R moved: fruit that did not slide itself is dragged too
#>..#.#  ...A.A.  ..A..A.
#..####  .o.....  ..o....

R moved: a stone is not dragged, and hides the fruit behind it
#>...#.#  ...oA.A.  ...oA.A.
#..#####  .o......  ..o.....

R moved: walls and hedgehogs hide fruit
#>.#.#  ....A.  ....A.
#..###  .o....  ..o...
#>.h.#  ....A.  ....A.

R moved: only the first fruit is dragged
#>....#  ....AB.  ..A..B.
#..####  .o.....  ..o....
#.#.###  .B.A...  .B.A...

R moved: adjacent fruit is not dragged, so that its mud does no harm
#>~#.#  ..A.A.  ..A.A.
#..###  .o....  ..o...

D moved: fruit that only passes is not caught
####.#.#  ....A.A.  ......A.
#>...###  ........  ........
####.###  ........  ....A...

R moved: a closed gate on the way
gate 1 2 right
#>...#.#  ....A.A.  ....A.A.
#..#####  .o......  ..o.....

R moved: a closed gate at the fruit
gate 1 3 right
#>...#.#  ....A.A.  ....A.A.
#..#####  .o......  ..o.....

R moved: a closed gate between the anteater and its neighbour
gate 1 1 right
#>...#.#  ....A.A.  ....A.A.
#..#####  .o......  ..o.....

R moved: open gates all the way
gate 1 2 left
gate 1 3 left
gate 1 4 left
#>...#.#  ....A.A.  ..A...A.
#..#####  .o......  ..o.....

R moved: a gate behind the fruit is not on the way
gate 1 4 left
#>...#.#  ...A..A.  ..A...A.
#..#####  .o......  ..o.....

R lost: mud on the way
#>.~.#.#  ....A.A.
#..#####  .o......

R lost: mud on the tile next to the anteater
#>~..#.#  ....A.A.
#..#####  .o......

R moved: the fruit's own mud does not count
#>..~#.#  ....A.A.  ..A...A.
#..#####  .o......  ..o.....

D moved: nor does mud behind the fruit
#>..~#.#.#  ...A..A.o.  ..A...A...
########.#  ..........  ........o.

R moved: mud on a way that a gate closes
gate 1 2 right
#>.~.#.#  ....A.A.  ....A.A.
#..#####  .o......  ..o.....

D moved: dragged from one to the other, in reading order
####.###.#  ....A...A.  ........A.
#>......<#  ..........  .......A..

R moved: two want one fruit, the first in reading order gets it
####v#.#  ......A.  ......A.
####.###  ........  ....A...
####.###  ........  ........
#>...###  ..A.....  ........

D moved: each acts once, so that fruit dragged into the view of an earlier one stays
#v##.#.#  ....A.A.  ......A.
#.##.###  ........  ........
#.##.###  ........  ........
>....###  ........  .A......

D won: a pair leaves before it could be dragged
####.#  ....A.  ......
#>~..#  ...A..  ......

D moved: a pair that leaves opens the view
####.#.#  ....A.B.  ......B.
#>....##  ...A.B..  ..B.....

D won: dragged fruit matches
####.#  ....A.  ......
#>...#  ......  ......
##.###  ..A...  ......

D lost: dragged fruit gets dirty before it could match
####.#  ....A.
#>~..#  ......
##.###  ..A...

R moved: the second match goes in reading order too
##.###.#  ..A...A.  ......A.
#>...###  ..A.....  ........
##.#####  ..A.....  ..A.....

D moved: fruit dragged beside a hedgehog is not eaten
####.#.#  ....A.A.  ......A.
#>...###  ........  ..A.....
##h#####  ........  ........
"""


def _read_case(theme: str, text: str) -> RuleCase:
    head, *lines = text.splitlines()
    move, _, what = head.partition(": ")
    letter, outcome = move.split()
    gates = set()
    while lines[0].startswith("gate "):
        _, row, col, word = lines.pop(0).split()
        gates.add((int(row), int(col), word))
    columns = [tuple(column) for column in zip(*map(str.split, lines), strict=True)]
    if set(columns[0][0]) & set(".~"):
        columns = [_with_ring(column, "." if i else "#") for i, column in enumerate(columns)]
    tiles, pieces, *rest = columns
    after = {"lost": None, "idle": pieces}[outcome] if not rest else rest[0]
    return RuleCase(f"{theme}: {what}", tiles, pieces, frozenset(gates), letter, outcome, after)


def _with_ring(grid: tuple[str, ...], glyph: str) -> tuple[str, ...]:
    line = glyph * len(grid[0])
    return (line, *grid, line)


RULE_CASES: list[RuleCase] = [
    _read_case(theme, text)
    for theme, table in (
        ("sliding", SLIDING),
        ("gates", GATES),
        ("mud", MUD),
        ("hedgehogs", HEDGEHOGS),
        ("matching", MATCHING),
        ("anteaters", ANTEATERS),
    )
    for text in table.strip().split("\n\n")
]

# The game's first level, rebuilt to fit the article's walk-through: its picture is not part of
# the text. One fruit waits in a dead end, the walls look the same when turned upside down.
LEVEL_ONE = LevelCase(
    tiles=(
        "########",
        "#....#.#",
        "#......#",
        "##.....#",
        "#.....##",
        "#......#",
        "#.#....#",
        "########",
    ),
    pieces=(
        "........",
        "......A.",
        "........",
        "........",
        "........",
        "........",
        "....A...",
        "........",
    ),
    gates=frozenset(),
    solution="DLU",
)
