"""Painting of weights on the board for a generator's stages.

Painted weights belong to the level and influence the next level generated from it. Each stroke is
an undo step and is drawn in the same way as in edit mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.stages.candidate import Stage
from engine.stages.painted_weight_checks import drop_blank_weights, get_painted_weights
from engine.values.grid import STEPS, Cell
from engine.values.level import Level
from engine.values.painted_weights import PaintedWeights
from workbench.commands.keymap import get_key_hint
from workbench.session.board_content import SessionPart
from workbench.session.edit_mode import PendingEdit
from workbench.session.playback_players import View
from workbench.session.weight_brush import WeightBrush
from workbench.text import quantity_text


class WeightPainter(SessionPart):
    """The part that paints weights for the stages that accept them."""

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages that accept painted weights."""
        return tuple(stage for stage in self._game.generator.stages if stage.paintable)

    @property
    def refusal(self) -> str | None:
        """The reason why weights cannot be painted, or None if they can."""
        title = self._game.title
        return None if self.stages else f"no stage of {title} uses painted weights"

    @property
    def _weight_brush(self) -> WeightBrush:
        brush = self._editor.weight_brush
        assert brush is not None
        return brush

    def begin_painting(self) -> None:
        """Start painting weights for the stage at the playhead, or switch to the next stage."""
        brush, stages = self._editor.weight_brush, self.stages
        if brush is not None:
            after = stages[(stages.index(brush.stage) + 1) % len(stages)]
            self._editor.weight_brush = replace(brush, stage=after)
        else:
            self._editor.weight_brush = WeightBrush(self._get_shown_stage(), 0)
        self._history.show_notice(self._format_brush())

    def _get_shown_stage(self) -> Stage:
        """Return the stage at the playhead if it accepts weights, else the next stage that does."""
        player, every = self._playback.timeline, self._game.generator.stages
        if player is None or player.is_ended:
            return self.stages[0]
        shown = every[player.stage]
        # Prefer the stage itself or one that shares its weight plane, then a later stage.
        alike = [s for s in self.stages if s == shown or (s.heat and s.heat == shown.heat)]
        later = [s for s in self.stages if every.index(s) > player.stage]
        return (*alike, *later, *self.stages)[0]

    def _format_brush(self) -> str:
        brush = self._weight_brush
        return (
            f"{quantity_text.capitalize_first(brush.description)} for {brush.stage.title} "
            f"({get_key_hint('design.weigh')} for the next stage)"
        )

    def _get_painted(self, stage: Stage) -> PaintedWeights:
        return get_painted_weights(self._history.level, stage.name)

    def apply_drawing(self, drawing: PendingEdit) -> None:
        """Paint the cells in ``drawing``, or erase their painted weights."""
        brush = self._weight_brush
        wiping = drawing.kind == "erase"
        self._paint_cells(replace(brush, weight=None) if wiping else brush, drawing.list_cells())

    def fill_region(self, start: Cell) -> None:
        """Paint the region of connected cells around ``start`` that share its painted weight."""
        brush = self._weight_brush
        rows = self._get_painted(brush.stage).rows
        wanted, found = rows[start[0]][start[1]], [start]
        for row, col in found:  # breadth-first search: the list grows during the loop
            for down, right in STEPS:
                at = row + down, col + right
                inside = 0 <= at[0] < len(rows) and 0 <= at[1] < len(rows[0])
                if inside and at not in found and rows[at[0]][at[1]] == wanted:
                    found.append(at)
        self._paint_cells(brush, found)

    def pick_weight(self, cell: Cell) -> None:
        """Select the weight painted on a cell, or select erasing if the cell has none."""
        brush = self._weight_brush
        weight = self._get_painted(brush.stage).cells.get(cell)
        self._editor.weight_brush = replace(brush, weight=weight)
        self._history.show_notice(self._format_brush())

    def _paint_cells(self, brush: WeightBrush, cells: Sequence[Cell]) -> None:
        self._editor.weight_brush = replace(self._weight_brush, is_typing=False)
        level = self._paint_level(brush, cells)
        if level.next_weights == self._history.level.next_weights:
            self._history.show_notice("These cells already have this weight.")
            return
        where = f"at {cells[0][0]},{cells[0][1]}"
        place = where if len(cells) == 1 else f"on {len(cells)} cells"
        name = f"{brush.description} for {brush.stage.title} {place}"
        self._history.add_version(name, level, self._history.document.attachment)

    def _paint_level(self, brush: WeightBrush, cells: Sequence[Cell]) -> Level:
        """Return the level with a weight painted on some cells and on their mirror images."""
        board, mirror = self._history.board, self._editor.get_mirror(self._history.board)
        every = [
            target
            for cell in cells
            for target in (cell, *mirror.list_images(board, cell))
            if self._game.boards.has_cell(board, *target)
        ]
        grid = self._get_painted(brush.stage).paint_cells(every, brush.weight)
        level = self._history.level
        return level.with_next_weights(
            drop_blank_weights({**level.next_weights, brush.stage.name: grid})
        )

    def draw_overlay(self, view: View, drawing: PendingEdit | None) -> View:
        """Draw the painted weights over a view of the board as if the pending stroke were applied.

        Painted weights are marked. The other weights are those with which the level was generated.
        """
        brush = self._weight_brush
        painted = self._get_painted(brush.stage)
        caption = f"{view.caption} · {self._format_cell(brush, painted)}"
        if drawing is not None:
            wiping = drawing.kind == "erase"
            drawn = replace(brush, weight=None) if wiping else brush
            level = self._paint_level(drawn, drawing.list_cells())
            # A level stores no weights for a stage whose last weight has been erased.
            painted = level.next_weights.get(brush.stage.name) or painted.paint_cells(
                painted.cells, None
            )
            ends = "release" if drawing.button else get_key_hint("edit.paint")
            cells = quantity_text.format_count(len(drawing.list_cells()), "cell")
            ways = f"{ends} applies, {get_key_hint('design.cancel')} cancels"
            caption = f"{drawn.description} for {brush.stage.title} on {cells}: {ways}"
        heat = {**self._get_stage_weights(brush.stage), **painted.cells}
        marks = {**view.marks, **dict.fromkeys(painted.cells, "preview")}
        return replace(view, caption=caption, heat=heat or None, marks=marks)

    def _format_cell(self, brush: WeightBrush, painted: PaintedWeights) -> str:
        """Format the cursor cell's painted weight, and the weight that the brush paints."""
        weight = painted.cells.get((self._editor.row, self._editor.col))
        has = "nothing painted" if weight is None else f"painted {weight}"
        turns = (
            f"change it with {get_key_hint('edit.previous-tool')} "
            f"{get_key_hint('edit.next-tool')} or digits"
        )
        return (
            f"{brush.stage.title}: {has} · {get_key_hint('edit.paint')} paints "
            f"{brush.description} ({turns})"
        )

    def _get_stage_weights(self, stage: Stage) -> dict[Cell, int]:
        """Return the weights that a stage used for this level, by cell, or {} if unknown."""
        player, board = self._playback.timeline, self._history.board
        if player is None or stage.heat is None:
            return {}
        timeline = player.candidate.timeline
        # After a resize, the timeline's weights no longer fit the board.
        if (player.candidate.board.rows, timeline.cols) != (board.rows, board.cols):
            return {}
        # The layout at the end of the timeline has the final weights.
        planes = [n for n, plane in enumerate(timeline.planes) if plane.name == stage.heat]
        weights = timeline.build_layout(len(timeline))[planes[0]]
        return {
            divmod(cell, timeline.cols): int(weight)
            for cell, weight in enumerate(weights)
            if weight > 0
        }
