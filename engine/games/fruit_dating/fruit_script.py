"""The rules of Fruit Dating in PuzzleScript.

A tilt takes as many ticks as the longest slide has cells, and ``again`` starts the next tick. The
tick in which nothing slides any more settles the position: fruit is matched, anteaters drag, and
fruit is matched again. For the reading order, a line of ``Scan`` marks moves down the board, one
row in each round of a loop. All marks are gone afterwards, so that a tilt that changes nothing
leaves PuzzleScript's undo history alone.
"""

from __future__ import annotations

from engine.games.fruit_dating import fruit_codes
from engine.games.fruit_dating.board import FruitBoard
from engine.values.grid import DIRECTIONS, reverse_direction
from engine.values.level import Problem
from engine.values.script_rules import ScriptRules, name_object, name_objects

MAX_ROUNDS = 200
"""The number of rounds after which PuzzleScript ends the loops of a tick, all of them together."""
_SCANS = 3
"""The number of loops that go through all rows: two for matches and one for anteaters."""

_WAYS = tuple(way.capitalize() for way in DIRECTIONS)
_FRUIT = tuple(name_object(fruit_codes.PIECES.names[glyph]) for glyph in fruit_codes.FRUIT_GLYPHS)
_BLOCKERS = tuple(name_object(name) for name in fruit_codes.BLOCKER_NAMES.values())
_TILES = name_objects(name for glyph, name in fruit_codes.TILES.names.items() if glyph != ".")
_SOLID = tuple(name_object(fruit_codes.TILES.names[glyph]) for glyph in fruit_codes.SOLID)
_GATES = tuple(f"Gate{way}" for way in _WAYS)
_ANTEATERS = tuple(f"Anteater{way}" for way in _WAYS)
_RAYS = tuple(f"Ray{way}" for way in _WAYS)
_HEADINGS = tuple(f"To{way}" for way in _WAYS)
_FLAGS = (
    "Safe",
    "Busy",
    "Slid",
    "Scan",
    "Next",
    "Due",
    "Later",
    "Acting",
    "Hold",
    "Spot",
    "Pulled",
)


def _define(name: str, *members: tuple[str, ...]) -> str:
    return f"{name} = {' or '.join(each for group in members for each in group)}"


_PROPERTIES = "\n".join(
    (
        _define("Heading", _HEADINGS),
        _define("Anteater", _ANTEATERS),
        _define("Ray", _RAYS),
        _define("Solid", _SOLID),
        _define("Fruit", _FRUIT),
        _define("Piece", _FRUIT, _BLOCKERS),
        _define("Player", _FRUIT, _BLOCKERS),
        _define("Blocked", _SOLID, _FRUIT, _BLOCKERS),
    )
)
_LAYERS = "\n".join(
    (
        "Mud",
        ", ".join((*_SOLID, *_FRUIT, *_BLOCKERS)),
        *_GATES,
        "Lost",
        "Control",
        ", ".join((*_HEADINGS, "Ending")),
        ", ".join(_RAYS),
        *_FLAGS,
    )
)


def _list_tilt_rules() -> list[str]:
    """Return the rules of a slide, which are applied in every tick."""
    tilts, pushes, gates = [], [], []
    for direction, way in enumerate(_WAYS):
        arrow = way.lower()
        tilts.append(f"[ {arrow} Player ] [ Control ] -> [ Player ] [ Control To{way} ]")
        pushes.append(f"[ Control To{way} ] [ Piece ] -> [ Control To{way} ] [ {arrow} Piece ]")
        against = f"Gate{_WAYS[reverse_direction(direction)]}"
        gates.append(f"{arrow} [ > Piece | {against} ] -> [ Piece | {against} ]")
    return [
        "( After a loss only undo and restart are left. )",
        "[ Lost ] [ moving Player ] -> cancel",
        "( The board is tilted. Fruit that touches a hedgehog already is safe from it. )",
        "[ > Fruit | Hedgehog ] -> [ > Fruit Safe | Hedgehog ]",
        *tilts,
        *pushes,
        "( All stop that have no room. Hedgehogs eat fruit, and mud makes it dirty. )",
        *gates,
        "[ > Fruit no Safe | Hedgehog ] -> [ Fruit Lost | Hedgehog ]",
        "[ > Piece | Solid ] -> [ Piece | Solid ]",
        "[ > Piece | stationary Piece ] -> [ Piece | Piece ]",
        "[ > Fruit | Mud ] -> [ > Fruit | Mud Lost ]",
        "[ moving Piece ] [ Control no Busy ] -> [ moving Piece ] [ Control Busy ]",
        "( The first tick in which nothing slides settles the position. )",
        "[ Control Heading no Busy ] -> [ Control Ending ]",
        "[ Control Ending ] [ Safe ] -> [ Control Ending ] [ ]",
        "[ Control Busy ] -> [ Control Slid ] again",
    ]


_START_SCAN = (
    "[ Lost ] [ Control Ending Slid ] -> [ Lost ] [ Control Ending ]",
    "[ Control Ending Slid ] -> [ Control Ending Slid Scan ]",
    "right [ Scan | no Scan ] -> [ Scan | Scan ]",
)


def _list_match_rules() -> list[str]:
    """Return the rules that match fruit in reading order."""
    pairs = []
    for fruit in _FRUIT:
        # A run of fruit is matched from its left end.
        pairs.append(f"right [ no {fruit} | Scan {fruit} | {fruit} ] -> [ | Scan | ]")
        pairs.append(f"down [ Scan {fruit} | {fruit} ] -> [ Scan | ]")
    return [
        *_START_SCAN,
        "startloop",
        *pairs,
        "down [ Scan | no Next ] -> [ Scan | Next ]",
        "[ Scan ] -> [ ]",
        "[ Next ] -> [ Scan ]",
        "endloop",
    ]


def _list_anteater_rules() -> list[str]:
    """Return the rules by which each anteater drags once, in reading order."""
    looks = []
    for way in _WAYS:
        gate, ray, arrow = f"Gate{way}", f"Ray{way}", way.lower()
        looks += [
            f"{arrow} [ Anteater{way} Acting no {gate} | no Blocked ] -> "
            f"[ Anteater{way} Acting | {ray} Spot ]",
            f"{arrow} [ {ray} no {gate} | no Blocked no {ray} ] -> [ {ray} | {ray} ]",
            f"{arrow} [ {ray} no {gate} | Fruit no Pulled ] -> [ {ray} | Fruit Pulled ]",
        ]
    return [
        "[ Control Ending Slid ] [ Anteater no Due ] -> [ Control Ending Slid ] [ Anteater Due ]",
        *_START_SCAN,
        "startloop",
        "( The first anteater of the row looks for a fruit and drags it. )",
        "[ Scan Due ] [ Scan no Hold ] -> [ Scan Due ] [ Scan Hold ]",
        "right [ Scan Due | ... | Due no Later ] -> [ Scan Due | ... | Due Later ]",
        "[ Scan Due no Later ] -> [ Scan Acting ]",
        "[ Later ] -> [ ]",
        *looks,
        "[ Ray Mud ] [ Fruit Pulled no Lost ] -> [ Ray Mud ] [ Fruit Pulled Lost ]",
        *(f"[ Spot ] [ {fruit} Pulled ] -> [ Spot {fruit} ] [ ]" for fruit in _FRUIT),
        *(f"[ {mark} ] -> [ ]" for mark in ("Pulled", "Spot", "Ray", "Acting")),
        "( The next row follows a row without such an anteater. )",
        "down [ Scan no Hold | no Next ] -> [ Scan | Next ]",
        "[ Scan no Hold ] -> [ ]",
        "[ Next ] -> [ Scan ]",
        "[ Hold ] -> [ ]",
        "endloop",
    ]


_RULES = "\n".join(
    (
        *_list_tilt_rules(),
        "( Match. )",
        *_list_match_rules(),
        "( Anteaters. )",
        *_list_anteater_rules(),
        "( Match again. )",
        *_list_match_rules(),
        "[ Control Ending ] -> [ Control ]",
        "[ Control Slid no Heading ] -> [ Control ]",
    )
)


def _find_obstacle(board: FruitBoard) -> Problem | None:
    count = sum(line.count(look) for line in board.tiles for look in fruit_codes.LOOKS)
    # A loop needs one round for each row and one to end; that of the anteaters one for each more.
    most = MAX_ROUNDS - _SCANS * (board.rows + 1)
    if count <= most:
        return None
    return Problem(f"{count} anteaters; PuzzleScript's loops end too early for more than {most}")


SCRIPT = ScriptRules(
    objects={
        **_TILES,
        **name_objects(fruit_codes.PIECES.names.values()),
        **{gate: f"gate-{way}" for gate, way in zip(_GATES, DIRECTIONS, strict=True)},
    },
    ground=fruit_codes.TILES.names["."],
    marks=(*_HEADINGS, "Ending", *_RAYS, *_FLAGS),
    sprites={"Lost": "#e02020 #ffffff\n0...0\n.0.0.\n..0..\n.0.0.\n0...0"},
    properties=_PROPERTIES,
    layers=_LAYERS,
    rules=_RULES,
    goals="No Fruit\nNo Lost",
    find_obstacle=_find_obstacle,
)
