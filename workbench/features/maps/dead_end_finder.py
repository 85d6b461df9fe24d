"""The background search for a level's dead ends, and functions that describe them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.search.solver_result import SolverResult
from engine.values.grid import Cell
from engine.values.level import Board
from workbench.features.maps.map_finder import MapFinder, explain_unanswered, explain_unknown
from workbench.service.tasks import Task
from workbench.session.board_verdicts import Verdicts
from workbench.session.move_text import join_moves
from workbench.text.quantity_text import format_count
from workbench.ui.boards.board_fit import MAX_HEAT, HeatMap

if TYPE_CHECKING:
    from engine.search.maps.trapmap import Landing, Occupancy, Region, Trap, TrapMap

NO_DEAD_ENDS = "no dead ends: this level never traps the player"
HOPELESS = "every position is dead: this level cannot be won"
SEARCHING_DEAD_ENDS = "searching for dead ends"


def find_refusal(verdicts: Verdicts) -> str | None:
    """Return the reason why a board's dead ends cannot be found, or None if they can be."""
    return explain_unanswered(verdicts, "positions") or explain_unknown(verdicts, explain_missing)


def explain_missing(solved: SolverResult) -> str | None:
    """Return the reason why a solver's result has no map of dead ends, or None if it has one."""
    facts = solved.facts
    if not facts.get("complete"):
        return "not known: there are too many positions"
    if solved.traps is not None:
        return None
    if "traps" not in facts:
        return "not known: the solver of this game does not search for dead ends"
    if not facts["solvable"]:
        return "everywhere: this level cannot be won"
    if facts["traps"] is None:
        return "not known: the solver could not decide one move off the solution"
    deadly = facts.get("deadly_turns")
    lost = f", {deadly:,} of them lose at once" if deadly else ""
    return f"only counted: {format_count(facts['traps'], 'trap')} off the solution{lost}"


class DeadEndFinder(MapFinder["TrapMap"]):
    """The search for traps on the current board."""

    searching_message = SEARCHING_DEAD_ENDS
    refusal = staticmethod(find_refusal)

    def make_task(self, verdicts: Verdicts, solved: SolverResult) -> Task[TrapMap]:
        """Return the task that looks for traps among the solver's states."""
        assert solved.traps is not None
        return solved.traps.find_traps

    def summarize(self, found: TrapMap) -> str:
        """Return a message if all positions are dead or none are; otherwise an empty string."""
        if found.starts_dead:
            return HOPELESS
        return "" if len(found) else NO_DEAD_ENDS


def make_heat_map(traps: TrapMap, board: Board, pieces: frozenset[Cell]) -> HeatMap:
    """Build a heat map: for each cell, the share of dead positions among those with a piece on it.

    Args:
        traps: The traps on the board.
        board: The board that the heat map is drawn on.
        pieces: The cells of the pieces on the board. At some scales, a piece is drawn instead of
            the number, so these cells get a mark.
    """
    drawn = HeatMap()
    if traps.starts_dead:
        return drawn
    for row in range(board.rows):
        for col in range(board.cols):
            cell, standings = (row, col), traps.list_occupancies((row, col))
            dead = sum(occupancy.dead for occupancy in standings)
            if not dead:
                continue
            positions = sum(occupancy.positions for occupancy in standings)
            # Use a heat of at least 1, so that even a single dead position is visible.
            drawn.heat[cell] = max(MAX_HEAT * dead // positions, 1)
            drawn.numbers[cell] = format_share(dead, positions)
            # "x" means that every position with a piece on the cell is dead; "!" means that this is
            # so for pieces of one kind.
            if any(occupancy.is_certain for occupancy in standings):
                drawn.numbers[cell] = "x" if dead == positions else "!"
                drawn.marks[cell] = "broken"
            elif cell in pieces:
                drawn.marks[cell] = "worse"
    return drawn


def format_share(dead: int, positions: int) -> str:
    """Return the share of dead positions as a percentage, or ``<1`` if it is below 1 percent."""
    percent = 100 * dead // positions
    return f"{percent}" if percent else "<1"


def format_moment(moves: tuple[str, ...], signs: Mapping[str, str]) -> str:
    """Return the words for the position after some moves, such as ``after urd``."""
    return f"after {join_moves(moves, signs)}" if moves else "at the start"


def format_dead_positions(number: int) -> str:
    """Return text that says how many dead positions a trap leads to."""
    from engine.search.maps.trapmap import MANY

    return (
        f"{MANY:,} dead positions or more"
        if number >= MANY
        else format_count(number, "dead position")
    )


def describe_share(occupancy: Occupancy) -> str:
    """Return text for the share of dead positions when a given kind of piece is on a cell."""
    if occupancy.is_certain:
        return f"all {occupancy.positions:,} dead"
    percent = format_share(occupancy.dead, occupancy.positions) if occupancy.dead else "0"
    return f"{percent}% of {occupancy.positions:,} dead"


def describe_occupancy(occupancy: Occupancy) -> str:
    """Describe how dangerous it is to have a certain kind of piece on a cell."""
    always = "always a trap, " if occupancy.is_certain else ""
    return f"{occupancy.kind}: {always}{describe_share(occupancy)}"


def describe_cell(traps: TrapMap, cell: Cell) -> str:
    """Describe in one line how pieces on a cell lead to dead ends."""
    standings = traps.list_occupancies(cell)
    if not standings:
        return "no piece ever gets here"
    words = [describe_occupancy(occupancy) for occupancy in standings]
    if number := traps.count_landings(cell):
        words.append(f"{format_count(number, 'trap move')} end{'s' if number == 1 else ''} here")
    return " · ".join(words)


def describe_trap(traps: TrapMap, trap: Trap, signs: Mapping[str, str]) -> str:
    """Describe a trap move in one line. Landing cells that are always a trap come first."""
    head = f"{format_moment(trap.path, signs)}: {join_moves([trap.move], signs)}"
    if trap.target is None:
        return f"{head} loses at once"
    words = [f"{head} leads to {trap.target}, {format_dead_positions(trap.positions)}"]
    if trap.longest is None:
        words[0] += " and endless moves"
    elif trap.longest:
        words[0] += f", at most {format_count(trap.longest, 'more move')}"
    else:
        words[0] += ", no more moves"
    # False sorts before True, so pieces that are always a trap on their cell come first.
    landings = sorted(trap.landings, key=lambda each: not _is_decisive(traps, each))
    if landings:
        words.append(", ".join(f"{each.kind} at {each.row},{each.col}" for each in landings))
    return " · ".join(words)


def _is_decisive(found: TrapMap, landing: Landing) -> bool:
    """Return True if every position with the landing piece on its landing cell is dead."""
    standings = found.list_occupancies((landing.row, landing.col))
    return any(each.is_certain and each.kind == landing.kind for each in standings)


def describe_region(region: Region, signs: Mapping[str, str]) -> str:
    """Describe in one line a region of connected dead positions."""
    positions, entries = (
        format_count(region.positions, "dead position"),
        format_count(region.entries, "way"),
    )
    together = " in one region" if region.positions > 1 else ""
    return f"{positions}{together}, {entries} in, shortest: {join_moves(region.path, signs)}"
