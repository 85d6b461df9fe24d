"""Random settings of Skiddy's generator, its candidates, and plain readings of its stages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import strategies as st
from judging import SEARCHED, early_objection, late_objection
from skiddy_boards import GAME

from engine.games.skiddy.board import SkiddyBoard
from engine.stages.candidate import Candidate, Event, Recipe
from engine.values.budget import Control
from engine.values.grid import STEPS, iterate_cells
from engine.values.parameter_schema import Parameters
from engine.values.ranges import Range

STAGES = tuple(stage.name for stage in GAME.generator.stages)
GOALS = {"red-goals": "R", "blue-goals": "B"}
PIECES = {"reds": "r", "blues": "b", "crates": "c", "ice": "i"}

FACTS = ("solvable", "complete", "moves", "states", "dead_states", "stars", "states_seen")
RULES = (
    "dead ends",
    "not solvable with and without maximum combo",
    "shorter without maximum combo",
)
"""What is said of a level that fails the first, the second or the third rule."""

Cell = tuple[int, int]


# --- random settings -----------------------------------------------------------------------


def spans(low: int, high: int) -> st.SearchStrategy[str]:
    ends = st.tuples(st.integers(low, high), st.integers(low, high))
    return ends.map(lambda pair: f"{min(pair)}..{max(pair)}")


@st.composite
def setting(draw: st.DrawFn) -> dict[str, object]:
    """Settings that go together; whether a candidate comes of them is another matter.

    What a stage has put is not taken away again.
    """
    found: dict[str, object] = {
        "rows": draw(st.integers(3, 8)),
        "cols": draw(st.integers(3, 9)),
        "static": draw(spans(0, 60)),
        "pits": draw(spans(0, 100)),
        "reds": draw(spans(2, 5)),
        "red_goals": draw(spans(1, 4)),
        "blue_goals": draw(spans(1, 4)),
        "neighbours": draw(st.sampled_from(["allowed", "apart"])),
        "inert_things": "refused",
    }
    for kind in draw(st.sets(st.sampled_from(["blues", "crates", "ice"]), max_size=2)):
        found[kind] = draw(spans(0, 3))
    return found


seeds = st.integers(0, 2**63 - 1)


def recipe(chosen: dict[str, object], seed: int, attempt: int = 0) -> Recipe:
    return Recipe(seed, attempt, GAME.generator.parameters.complete_settings(SEARCHED | chosen))


def made(chosen: dict[str, object], seed: int, attempt: int = 0) -> Candidate:
    return GAME.generator.build_candidate(recipe(chosen, seed, attempt))


# --- plain readings ------------------------------------------------------------------------


def as_board(board: object) -> SkiddyBoard:
    assert isinstance(board, SkiddyBoard)
    return board


def final(candidate: Candidate) -> SkiddyBoard:
    return as_board(candidate.board)


def events_of(candidate: Candidate, stage: str | None = None) -> list[Event]:
    events = [candidate.timeline.get_event(index) for index in range(len(candidate.timeline))]
    return [event for event in events if stage in (None, event.stage)]


def inner(board: SkiddyBoard) -> list[Cell]:
    return [(r, c) for r in range(1, board.rows - 1) for c in range(1, board.cols - 1)]


def ring(board: SkiddyBoard) -> list[Cell]:
    return [(r, c) for r, c, _ in iterate_cells(board.tiles) if board.is_border(r, c)]


def beside(board: SkiddyBoard, cell: Cell) -> list[Cell]:
    near = [(cell[0] + down, cell[1] + right) for down, right in STEPS]
    return [place for place in near if board.has_cell(*place)]


def before(board: SkiddyBoard, cell: Cell) -> Cell | None:
    """The inner cell beside a border cell; a corner has none."""
    return next((place for place in beside(board, cell) if not board.is_border(*place)), None)


def tile(board: SkiddyBoard, cell: Cell) -> str:
    return board.tiles[cell[0]][cell[1]]


def number_of(board: SkiddyBoard, glyph: str) -> int:
    """How often a glyph is on a board, inside its ring for blocks."""
    if glyph == "#":
        return sum(tile(board, cell) == "#" for cell in inner(board))
    return sum(line.count(glyph) for line in (*board.tiles, *board.pieces))


def fitting(candidate: Candidate, board: SkiddyBoard, stage: str) -> list[Cell]:
    """The cells on which a stage may put its next thing, in reading order."""
    if stage not in GOALS:
        return [
            (row, col)
            for row, col in inner(board)
            if board.tiles[row][col] == "." == board.pieces[row][col]
            and not board.is_locked(row, col)
        ]
    other = "RB".replace(GOALS[stage], "")
    found = []
    for cell in ring(board):
        inside = before(board, cell)
        if tile(board, cell) != "#" or board.is_locked(*cell) or inside is None:
            continue
        near = [tile(board, place) for place in beside(board, cell)]
        apart = candidate.recipe.parameters.get_word("neighbours") == "apart"
        if tile(board, inside) != "#" and not (apart and other in near):
            found.append(cell)
    return found


# --- acceptance ----------------------------------------------------------------------------


def judged(chosen: dict[str, object], seed: int, tried: int) -> tuple[int | None, Counter[str]]:
    """The first candidate that nothing is to be said against, and why those before are rejected.

    Each is rejected for one of the reasons that there are.
    """
    counted: Counter[str] = Counter()
    for attempt in range(tried):
        against = objections(made(chosen, seed, attempt))
        alone = GAME.generator.try_candidates(recipe(chosen, seed, attempt), 1, Control())
        assert alone.accepted == (None if against else attempt)
        assert set(alone.rejections) <= against
        if not against:
            return attempt, counted
        counted.update(alone.rejections)
    return None, counted


def objections(candidate: Candidate) -> frozenset[str]:
    """All that a candidate can be rejected for; nothing for a level that was asked for."""
    if candidate.failed is not None or (early := early_objection(GAME, candidate)):
        failed = candidate.failed
        return frozenset({early if failed is None else f"{failed.lower()} failed"})
    parameters = candidate.recipe.parameters
    facts = GAME.solver.solve(candidate.board).newest_facts
    assert facts["complete"]
    fun = parameters.get_range("fun")
    found = frozenset(_of_graph(facts, parameters, rules_wanted(parameters)))
    if not found:
        found = frozenset({late_objection(GAME, candidate)} - {None})
    if not found and fun != Range() and facts["fun"]["rating"] not in fun:
        return frozenset({"fun out of range"})
    return found


def rules_wanted(parameters: Parameters) -> int:
    """How many of the rules a level has to pass."""
    perfect, fun = parameters.get_range("perfect"), parameters.get_range("fun")
    unsaid = parameters.schema.list_defaults(parameters.values)["perfect"]
    # Only levels with three stars have a fun rating, and moves for Perfect.
    of_fair = fun != Range() or perfect not in (unsaid, Range(1, 999))
    return 3 if of_fair else parameters.get_range("stars").low or 0


def _of_graph(facts: Mapping[str, Any], parameters: Parameters, rules: int) -> Iterator[str]:
    """What the graph of a level says against it."""
    combo, other = facts["max_combo"], facts["no_combo"]
    perfect = parameters.get_range("perfect")
    if facts["states"] > parameters.get_integer("max_states"):
        yield "too many positions (max_states)"
    if not facts["solvable"]:
        yield "unsolvable"
        return
    for fact in FACTS:
        inside = facts[fact] in parameters.get_range(fact)
        if not inside and not (fact == "stars" and facts["stars"] < rules):
            yield f"{fact.replace('_', ' ')} out of range"
    outside = rules == 3 and facts["moves"] not in perfect
    if outside or (facts["stars"] == 3 and combo["moves"] not in perfect):
        yield "moves for Perfect out of range (perfect)"
    if rules >= 1 and facts["dead_states"]:
        yield RULES[0]
    if rules >= 2 and None in (combo, other):
        yield RULES[1]
    if rules >= 3 and other is not None and (combo is None or other["moves"] < combo["moves"]):
        yield RULES[2]
