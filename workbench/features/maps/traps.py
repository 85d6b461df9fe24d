"""Where the level on the design screen traps its player, found in the background."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.search.solved import Solved
from engine.values.grid import Cell
from engine.values.level import Board
from workbench.features.maps.finding import MapFinder, unanswered, unknown
from workbench.service.tasks import Task
from workbench.session.moves import joined
from workbench.session.verdicts import Verdicts
from workbench.text.status import count
from workbench.ui.boards.fitting import HOTTEST, HeatMap

if TYPE_CHECKING:
    from engine.search.maps.trapmap import Landing, Occupancy, Region, Trap, TrapMap

FREE = "no dead ends: this level can never trap the player"
HOPELESS = "every position is dead: this level cannot be won at all"
LOOKING = "looking for dead ends"


def refusal(verdicts: Verdicts) -> str | None:
    """Why nothing can be known of the dead ends of a board; None if it can, or will be."""
    return unanswered(verdicts, "positions") or unknown(verdicts, unsought)


def unsought(solved: Solved) -> str | None:
    """Why a solver has not found all dead ends, or what it knows of them; None if it has."""
    facts = solved.facts
    if not facts.get("complete"):
        return "not known: too many positions"
    if solved.traps is not None:
        return None
    if "traps" not in facts:
        return "not known: the solver of this game does not look for them"
    if not facts["solvable"]:
        return "everywhere: this level cannot be won at all"
    if facts["traps"] is None:
        return "only counted, and here one move beside the solution stayed undecided"
    deadly = facts.get("deadly_turns")
    lost = f", {deadly:,} of which lose at once" if deadly else ""
    return f"only counted: {count(facts['traps'], 'trap')} beside the solution{lost}"


class Traps(MapFinder["TrapMap"]):
    """The traps of the board that it follows."""

    looking = LOOKING
    refusal = staticmethod(refusal)

    def task(self, verdicts: Verdicts, solved: Solved) -> Task[TrapMap]:
        """Goes through the states that the solver has left behind."""
        assert solved.traps is not None
        return solved.traps.find

    def summary(self, found: TrapMap) -> str:
        """Says that all positions are dead, or none."""
        if found.hopeless:
            return HOPELESS
        return "" if len(found) else FREE


def heat_map(found: TrapMap, board: Board, pieces: frozenset[Cell]) -> HeatMap:
    """What is drawn over the board: how surely it is a trap if something stands on a cell.

    ``pieces`` are the cells of the level's own pieces, over which some scales write no figure.
    """
    drawn = HeatMap()
    if found.hopeless:
        return drawn
    for row in range(board.rows):
        for col in range(board.cols):
            cell, standings = (row, col), found.standings((row, col))
            dead = sum(standing.dead for standing in standings)
            if not dead:
                continue
            positions = sum(standing.positions for standing in standings)
            drawn.heat[cell] = max(HOTTEST * dead // positions, 1)
            drawn.numbers[cell] = share(dead, positions)
            if any(standing.certain for standing in standings):
                drawn.numbers[cell] = "x" if dead == positions else "!"
                drawn.marks[cell] = "broken"
            elif cell in pieces:
                drawn.marks[cell] = "worse"
    return drawn


def share(dead: int, positions: int) -> str:
    """How many of some positions are dead, in percent of two columns."""
    percent = 100 * dead // positions
    return f"{percent}" if percent else "<1"


def after(moves: tuple[str, ...], signs: Mapping[str, str]) -> str:
    """When something happens that happens after some moves, which have signs."""
    return f"after {joined(moves, signs)}" if moves else "at the start"


def dead_positions(number: int) -> str:
    """How many dead positions lie behind a trap."""
    from engine.search.maps.trapmap import MANY

    return f"{MANY:,} dead positions or more" if number >= MANY else count(number, "dead position")


def share_words(standing: Occupancy) -> str:
    """In how many of the positions with a kind of piece on a cell no win can be reached."""
    if standing.certain:
        return f"all {standing.positions:,} dead"
    percent = share(standing.dead, standing.positions) if standing.dead else "0"
    return f"{percent}% of {standing.positions:,} dead"


def standing_words(standing: Occupancy) -> str:
    """What a kind of piece on a cell means."""
    always = "always a trap, " if standing.certain else ""
    return f"{standing.kind}: {always}{share_words(standing)}"


def cell_words(found: TrapMap, cell: Cell) -> str:
    """What is known of a cell, in one line."""
    standings = found.standings(cell)
    if not standings:
        return "nothing ever stands here"
    words = [standing_words(standing) for standing in standings]
    if number := found.landings(cell):
        words.append(f"{count(number, 'trap move')} end{'s' if number == 1 else ''} here")
    return " · ".join(words)


def trap_words(found: TrapMap, trap: Trap, signs: Mapping[str, str]) -> str:
    """A trap move in one line: first of what it does, what alone makes it a trap."""
    head = f"{after(trap.way, signs)}: {joined([trap.move], signs)}"
    if trap.target is None:
        return f"{head} loses at once"
    words = [f"{head} leads to {trap.target}, {dead_positions(trap.positions)}"]
    if trap.longest is None:
        words[0] += " without end"
    elif trap.longest:
        words[0] += f", {count(trap.longest, 'more move')} at the most"
    else:
        words[0] += ", nothing moves any more"
    landings = sorted(trap.landings, key=lambda each: not _decides(found, each))
    if landings:
        words.append(", ".join(f"{each.kind} at {each.row},{each.col}" for each in landings))
    return " · ".join(words)


def _decides(found: TrapMap, landing: Landing) -> bool:
    """Whether a piece of that kind on that cell is a trap whatever else is where."""
    standings = found.standings((landing.row, landing.col))
    return any(each.certain and each.kind == landing.kind for each in standings)


def region_words(region: Region, signs: Mapping[str, str]) -> str:
    """A region of dead positions in one line."""
    positions, entries = count(region.positions, "dead position"), count(region.entries, "way")
    together = " that hang together" if region.positions > 1 else ""
    return f"{positions}{together}, {entries} in, the shortest {joined(region.way, signs)}"
