"""What is known of Skiddy by hand: single moves, whole levels, and the article's graph.

For every implementation of the rules. Boards are in the one-grid shorthand of the rules: ``o`` pit,
``1 2 3 4`` a red or blue Skiddy, crate or ice cube on a pit, blanks floor, rows split at ``/``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parents[2] / "engine" / "games" / "skiddy" / "data"


class MoveCase(NamedTuple):
    """One move: ``after`` is None for an input that changes nothing, ``left`` counts reds."""

    before: str
    letter: str
    after: str | None
    left: int

    @property
    def id(self) -> str:
        """A name for the test."""
        return f"{self.before.split('/', 1)[1].rsplit('/', 1)[0]} {self.letter}"


class Fixture(NamedTuple):
    """A board and what an implementation must say of it."""

    name: str
    rows: tuple[str, ...]
    expected: dict[str, Any]


class GraphNode(NamedTuple):
    """A state of the article: number, inner rows, depth, moves with where they lead."""

    number: int
    inner: str
    depth: int
    moves: dict[str, str]


def _move_cases(text: str) -> tuple[MoveCase, ...]:
    cases = []
    for line in text.strip().splitlines():
        before, letter, after, left = line.split(" | ")
        cases.append(MoveCase(before, letter, None if after == "=" else after, int(left[1:])))
    return tuple(cases)


def _fixtures() -> tuple[Fixture, ...]:
    boards = (DATA / "skiddy-fixtures.txt").read_text(encoding="utf-8").strip().split("\n\n")
    facts = (DATA / "skiddy-fixtures.jsonl").read_text(encoding="utf-8").splitlines()
    found = []
    for board, line in zip(boards, facts, strict=True):
        head, *rows = board.splitlines()
        expected = json.loads(line)
        assert head == f"; {expected['name']}"
        found.append(Fixture(expected["name"].split()[0], tuple(rows), expected))
    return tuple(found)


MOVE_CASES = _move_cases("""
#####/#r  #/##### | R | #####/#  r#/##### | r0
#####/#  r#/##### | R | = | r0
#####/#rr #/##### | R | #####/# rr#/##### | r0
######/#r o #/###### | R | ######/#  1 #/###### | r0
######/#  1 #/###### | R | ######/#  or#/###### | r0
######/#  1 #/###### | L | ######/#r o #/###### | r0
######/#r  1#/###### | R | ######/#  r1#/###### | r0
######/#r1  #/###### | R | ######/# 1 r#/###### | r0
######/#r c #/###### | R | ######/#  rc#/###### | r0
######/#rc  #/###### | R | ######/# rc #/###### | r0
######/# rc #/###### | R | ######/#  rc#/###### | r0
######/#r  c#/###### | R | ######/#  rc#/###### | r0
######/#  rc#/###### | R | = | r0
######/#rcc #/###### | R | = | r0
######/#rco #/###### | R | ######/# r3 #/###### | r0
######/#r3  #/###### | R | ######/# 1c #/###### | r0
######/#ic  #/###### | R | = | r0
#######/#rrc  #/####### | R | #######/# rrc #/####### | r0
#######/#rci  #/####### | R | #######/# rc i#/####### | r0
######/#rc  R/###### | R | ######/# rc R/###### | r0
######/#  rcR/###### | R | = | r0
######/#r   R/###### | R | ######/#    R/###### | r1
######/#r   B/###### | R | ######/#   rB/###### | r0
######/#i   R/###### | R | ######/#   iR/###### | r0
######/#r r R/###### | R | ######/#    R/###### | r2
######/#b r R/###### | R | ######/#   bR/###### | r1
######/#r  oR/###### | R | ######/#   1R/###### | r0
######/#r  1R/###### | R | ######/#   1R/###### | r1
######/#   1R/###### | R | ######/#   oR/###### | r1
#####/#rr #/#   #/#R### | D | #####/#   #/#   #/#R### | r2
#####/#rrr#/#   #/#R### | D | #####/#   #/#   #/#R### | r3
#####/#r r#/#   #/#R### | D | #####/#   #/#  r#/#R### | r1
#####/#rb #/#   #/#R### | D | #####/#   #/# b #/#R### | r1
#####/#r  #/# r #/#   #/#R### | D | #####/#   #/#   #/#   #/#R### | r2
#####/# r #/#r  #/#   #/#R### | D | #####/#   #/#   #/# r #/#R### | r1
#####/# r #/#r  #/##  #/#R### | D | #####/#   #/#r  #/##r #/#R### | r0
#####/#r  #/# 1 #/##  #/#R### | D | #####/#   #/#ro #/##r #/#R### | r0
#####/#r2 #/#R### | D | #####/# 2 #/#R### | r1
#####/#r1 #/#R### | D | #####/# o #/#R### | r2
#####/#rr #/# o #/#R### | D | #####/#   #/# o #/#R### | r2
#R#R#/#r r#/#   #/##### | U | #R#R#/#   #/#   #/##### | r2
""")
FIXTURES = _fixtures()

LEVEL_1_1 = "#####/#r r#/#   #/#R###"
LEVEL_1_1_GRAPH = (
    GraphNode(0, "r.r/...", 0, {"R": "S1", "D": "S2", "L": "S3"}),
    GraphNode(1, ".rr/...", 1, {"D": "S4", "L": "S3"}),
    GraphNode(2, ".../..r", 1, {"U": "S5", "L": "S6"}),
    GraphNode(3, "rr./...", 1, {"R": "S1", "D": "max"}),
    GraphNode(4, ".../.rr", 2, {"U": "S1", "L": "S7"}),
    GraphNode(5, "..r/...", 2, {"D": "S2", "L": "S8"}),
    GraphNode(6, ".../r..", 2, {"U": "S8", "R": "S2", "D": "end"}),
    GraphNode(7, ".../rr.", 3, {"U": "S3", "R": "S4", "D": "max"}),
    GraphNode(8, "r../...", 3, {"R": "S5", "D": "end"}),
)
"""The article's graph; ``max`` and ``end`` are wins with and without max combo."""

VARIATION = "#####/#r  #/#  r#/#R###"
"""Where dropping duplicates would report S2 as a dead end."""
