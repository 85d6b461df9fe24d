"""The dead ends of a level as lists: those of a cell, their regions, every move into one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from rich.cells import cell_len

from engine.values.grid import Cell
from workbench.features.maps import traps
from workbench.session.moves import joined
from workbench.text.status import count
from workbench.ui.lines import Line, Sign, columns, paragraph
from workbench.ui.sections import Section, SectionsPane

if TYPE_CHECKING:
    from engine.search.maps.trapmap import TrapMap

TITLE = "Dead ends"
FIGURES = (("%", "dead"), ("x", "all"), ("!", "all of a kind"))
"""The figures over the board, and which positions with a piece there are dead ends."""
LEGEND = ", ".join(f"{sign} {words}" for sign, words in FIGURES)
REGIONS = 5
"""Regions in the list of the first ones."""


class TrapsPane(SectionsPane, keys="traps"):
    """Three lists: traps that end on the cell of the board's cursor, regions, all trap moves."""

    apply = "traps.apply"
    _cell: Cell = (0, 0)
    _heading = _board = _state = ""
    _found: TrapMap | None = None
    _move_signs: Mapping[str, str] = MappingProxyType({})

    def show(
        self,
        cell: Cell,
        heading: str,
        board: str,
        found: TrapMap | None,
        state: str,
        signs: Mapping[str, str],
    ) -> None:
        """Show traps; the cursor begins anew with another cell or another board.

        ``heading`` says where the cell is and what stands there, ``state`` what there is
        in place of traps, ``signs`` what moves are shown as.
        """
        if (cell, board) != (self._cell, self._board):
            self.to_top()
        self._cell, self._heading, self._board = cell, heading, board
        self._found, self._state, self._move_signs = found, state, signs
        if found is not None:
            self.keep_in_list()
        if found is not None and not state:
            self.retitle(f"{TITLE} · {count(len(found), 'trap move')}", LEGEND)
        else:
            self.retitle(TITLE)
        self.renew()

    def signs(self) -> Sequence[Sign]:
        """The figures of its map."""
        return [((sign, ""), words) for sign, words in FIGURES]

    @property
    def pointed(self) -> tuple[tuple[str, ...], str] | None:
        """The moves that lead into the trap at the cursor, and what it is in one line."""
        found, number = self._found, self.index
        if found is None or number is None:
            return None
        which, region = self._numbered(found, number)
        if region:
            area = found.region(which)
            return area.way, traps.region_words(area, self._move_signs)
        trap = found[which]
        return trap.moves, traps.trap_words(found, trap, self._move_signs)

    def _numbered(self, found: TrapMap, number: int) -> tuple[int, bool]:
        """The number in the map of an item of the list, and whether that is a region."""
        here = found.first_at(self._cell)
        if number < len(here):
            return here[number], False
        number -= len(here)
        regions = min(found.regions, REGIONS)
        return (number, True) if number < regions else (number - regions, False)

    def sections(self) -> Sequence[Section]:
        """What is known of the cell, the first regions, and all trap moves."""
        found, state = self._found, self._state
        if found is None or state:
            return (Section(paragraph(state, "", self.size.width)),)
        here = Section(self._cell_heading(found), len(found.first_at(self._cell)))
        if not found.regions:
            return here, self._moves_section(found)
        more = found.regions - REGIONS
        first = f", the first {REGIONS}" if more > 0 else ""
        heading = [(f"{count(found.regions, 'dead region')}{first}", "title")]
        regions = Section(((), heading), min(found.regions, REGIONS))
        return here, regions, self._moves_section(found)

    def _moves_section(self, found: TrapMap) -> Section:
        losing = f" · {found.losing:,} lose at once" if found.losing else ""
        heading = [(f"{count(len(found), 'trap move')}{losing}", "title")]
        return Section(((), heading), len(found))

    def _cell_heading(self, found: TrapMap) -> list[Line]:
        cell, width = self._cell, self.size.width
        lines: list[Line] = [[(self._heading, "title")]]
        standings = found.standings(cell)
        if not standings:
            lines.append([("nothing ever stands here", "muted")])
        for standing in standings:
            role = "broken" if standing.certain else "worse" if standing.dead else "muted"
            always = ": always a trap" if standing.certain else ""
            words = f" {traps.share_words(standing)}"
            lines.append(columns([(f"{standing.kind}{always}", role)], [(words, role)], width))
        number, listed = found.landings(cell), len(found.first_at(cell))
        if number:
            first = f", the first {listed}" if listed < number else ""
            lines.append([(f"{count(number, 'trap move')} to here{first}", "muted")])
        return lines

    def item(self, number: int, width: int) -> Line:
        """A trap move or a region, with the dead positions behind it."""
        from engine.search.maps.trapmap import MANY

        found = self._found
        assert found is not None
        which, is_region = self._numbered(found, number)
        if is_region:
            region = found.region(which)
            way, move, behind = region.way, "", f"{region.positions:,} dead"
        else:
            trap = found[which]
            more = "+" if trap.positions == MANY else ""
            behind = "lost" if trap.target is None else f"{trap.positions:,}{more} dead"
            way, move = trap.way, f": {joined([trap.move], self._move_signs)}"
        # The way there is cut, never the move that it is about.
        room = width - cell_len(f"after {move} {behind}")
        when = f"after {self._tail(way, room)}" if way else "at the start"
        return columns([(f"{when}{move}", self.look(number))], [(f" {behind}", "worse")], width)

    def _tail(self, moves: tuple[str, ...], width: int) -> str:
        """Moves in a row, of many only the number and the last."""
        text = joined(moves, self._move_signs)
        if cell_len(text) <= width:
            return text
        head = f"{len(moves)} moves …"
        return head + text[-max(width - cell_len(head), 1) :]
