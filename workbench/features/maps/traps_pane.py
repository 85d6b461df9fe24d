"""A pane that lists the dead ends at one cell, the dead regions, and all trap moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from rich.cells import cell_len

from engine.values.grid import Cell
from workbench.features.maps import dead_end_finder
from workbench.session.move_text import join_moves
from workbench.text.quantity_text import format_count
from workbench.ui.sections_pane import Section, SectionsPane
from workbench.ui.styled_lines import Line, Sign, justify_line, wrap_paragraph

if TYPE_CHECKING:
    from engine.search.maps.trapmap import TrapMap

TITLE = "Dead ends"
FIGURES = (("%", "dead"), ("x", "all"), ("!", "all of one kind"))
"""The characters in the heat map, and the share of dead positions that each one indicates."""
LEGEND = ", ".join(f"{sign} {words}" for sign, words in FIGURES)
MAX_REGIONS = 5
"""The largest number of dead regions that are listed."""


class TrapsPane(SectionsPane, keys="traps"):
    """Three lists: traps that end at the board cursor's cell, dead regions, and all traps."""

    open_command = "traps.apply"
    _cell: Cell = (0, 0)
    _heading = _board = _state = ""
    _traps: TrapMap | None = None
    _move_signs: Mapping[str, str] = MappingProxyType({})

    def show_traps(
        self,
        cell: Cell,
        heading: str,
        board: str,
        traps: TrapMap | None,
        state: str,
        signs: Mapping[str, str],
    ) -> None:
        """Show traps. If the cell or the board has changed, move the list's cursor to the top.

        Args:
            cell: The cell under the board's cursor.
            heading: The cell's position and contents, as text.
            board: The board's digest.
            traps: The traps, or None while they are unknown.
            state: The text to show instead of the traps; empty to show the traps.
            signs: The characters shown for moves, keyed by move.
        """
        if (cell, board) != (self._cell, self._board):
            self.move_to_top()
        self._cell, self._heading, self._board = cell, heading, board
        self._traps, self._state, self._move_signs = traps, state, signs
        if traps is not None:
            self.clamp_cursor()
        if traps is not None and not state:
            self.set_titles(f"{TITLE} · {format_count(len(traps), 'trap move')}", LEGEND)
        else:
            self.set_titles(TITLE)
        self.update_content()

    def list_signs(self) -> Sequence[Sign]:
        """Return the legend's entries for the characters in the heat map."""
        return [((sign, ""), words) for sign, words in FIGURES]

    @property
    def selected_trap(self) -> tuple[tuple[str, ...], str] | None:
        """The moves and description of the selected trap or region; None if nothing is selected."""
        found, number = self._traps, self.index
        if found is None or number is None:
            return None
        which, region = self._find_entry(found, number)
        if region:
            area = found.get_region(which)
            return area.path, dead_end_finder.describe_region(area, self._move_signs)
        trap = found[which]
        return trap.moves, dead_end_finder.describe_trap(found, trap, self._move_signs)

    def _find_entry(self, found: TrapMap, number: int) -> tuple[int, bool]:
        """Find the trap or region that an item of the list shows.

        Returns:
            The number of the trap or region, and True if it is a region.
        """
        # Items are numbered consecutively across the three lists.
        here = found.list_traps_at(self._cell)
        if number < len(here):
            return here[number], False
        number -= len(here)
        regions = min(found.region_count, MAX_REGIONS)
        return (number, True) if number < regions else (number - regions, False)

    def list_sections(self) -> Sequence[Section]:
        """Return sections for the cell, for the first dead regions, and for all trap moves."""
        found, state = self._traps, self._state
        if found is None or state:
            return (Section(wrap_paragraph(state, "", self.size.width)),)
        here = Section(self._draw_cell_heading(found), len(found.list_traps_at(self._cell)))
        if not found.region_count:
            return here, self._make_moves_section(found)
        more = found.region_count - MAX_REGIONS
        first = f", the first {MAX_REGIONS}" if more > 0 else ""
        heading = [(f"{format_count(found.region_count, 'dead region')}{first}", "title")]
        regions = Section(((), heading), min(found.region_count, MAX_REGIONS))
        return here, regions, self._make_moves_section(found)

    def _make_moves_section(self, found: TrapMap) -> Section:
        losing = f" · {found.loss_count:,} lose at once" if found.loss_count else ""
        heading = [(f"{format_count(len(found), 'trap move')}{losing}", "title")]
        return Section(((), heading), len(found))

    def _draw_cell_heading(self, found: TrapMap) -> list[Line]:
        cell, width = self._cell, self.size.width
        lines: list[Line] = [[(self._heading, "title")]]
        standings = found.list_occupancies(cell)
        if not standings:
            lines.append([("no piece ever gets here", "muted")])
        for occupancy in standings:
            role = "broken" if occupancy.is_certain else "worse" if occupancy.dead else "muted"
            always = ": always a trap" if occupancy.is_certain else ""
            words = f" {dead_end_finder.describe_share(occupancy)}"
            lines.append(
                justify_line([(f"{occupancy.kind}{always}", role)], [(words, role)], width)
            )
        number, listed = found.count_landings(cell), len(found.list_traps_at(cell))
        if number:
            first = f", the first {listed}" if listed < number else ""
            lines.append([(f"{format_count(number, 'trap move')} to here{first}", "muted")])
        return lines

    def draw_item(self, number: int, width: int) -> Line:
        """Return the line that shows a trap move or region and its number of dead positions."""
        from engine.search.maps.trapmap import MANY

        found = self._traps
        assert found is not None
        which, is_region = self._find_entry(found, number)
        if is_region:
            region = found.get_region(which)
            way, move, behind = region.path, "", f"{region.positions:,} dead"
        else:
            trap = found[which]
            more = "+" if trap.positions == MANY else ""
            behind = "lost" if trap.target is None else f"{trap.positions:,}{more} dead"
            way, move = trap.path, f": {join_moves([trap.move], self._move_signs)}"
        # If the line is too long, shorten the path but never the trap move.
        room = width - cell_len(f"after {move} {behind}")
        when = f"after {self._format_tail(way, room)}" if way else "at the start"
        return justify_line(
            [(f"{when}{move}", self.get_item_role(number))], [(f" {behind}", "worse")], width
        )

    def _format_tail(self, moves: tuple[str, ...], width: int) -> str:
        """Return moves as text or, if they do not fit, their number and the last few of them."""
        text = join_moves(moves, self._move_signs)
        if cell_len(text) <= width:
            return text
        # Keep the end, because the last moves show where the trap is.
        head = f"{len(moves)} moves …"
        return head + text[-max(width - cell_len(head), 1) :]
