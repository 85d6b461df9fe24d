"""Painting weights on the board: for which stage, which weight, and what is painted already.

The weights belong to the level, as those that the next one made from it gets; so each stroke is a
version of the document, to be undone. Strokes themselves are those of edit mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.staging.generation import Stage
from engine.staging.painting import painted_on, painted_only
from engine.values.grid import STEPS, Cell
from engine.values.level import Level
from engine.values.weights import PaintedWeights
from workbench.commands.keymap import key
from workbench.session.brush import WeightBrush
from workbench.session.editing import PendingEdit
from workbench.session.playback import SessionPart
from workbench.session.players import View
from workbench.text import status


class Weighing(SessionPart):
    """Paints weights for the stages that take them."""

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages that take painted weights."""
        return tuple(stage for stage in self._game.generator.stages if stage.paintable)

    @property
    def refusal(self) -> str | None:
        """Why no weights can be painted; None if they can."""
        title = self._game.title
        return None if self.stages else f"no stage of {title} takes painted weights"

    @property
    def _brush(self) -> WeightBrush:
        brush = self._editor.weighing
        assert brush is not None
        return brush

    def begin(self) -> None:
        """Paint for the stage at the playhead, the next that can; again: for the one after."""
        brush, stages = self._editor.weighing, self.stages
        if brush is not None:
            after = stages[(stages.index(brush.stage) + 1) % len(stages)]
            self._editor.weighing = replace(brush, stage=after)
        else:
            self._editor.weighing = WeightBrush(self._stage_shown(), 0)
        self._history.say(self._summary())

    def _stage_shown(self) -> Stage:
        """The stage at the playhead, one of the same weights, or the next that takes any."""
        player, every = self._playback.timeline, self._game.generator.stages
        if player is None or player.ended:
            return self.stages[0]
        shown = every[player.stage]
        alike = [s for s in self.stages if s == shown or (s.heat and s.heat == shown.heat)]
        later = [s for s in self.stages if every.index(s) > player.stage]
        return (*alike, *later, *self.stages)[0]

    def _summary(self) -> str:
        brush = self._brush
        return f"{brush.words} for {brush.stage.title} ({key('design.weigh')} for the next stage)"

    def _painted(self, stage: Stage) -> PaintedWeights:
        return painted_on(self._history.level, stage.name)

    def apply(self, drawing: PendingEdit) -> None:
        """Paint what was drawn; wipe it, if it was to be erased."""
        brush = self._brush
        wiping = drawing.kind == "erase"
        self._paint(replace(brush, weight=None) if wiping else brush, drawing.shape())

    def fill(self, start: Cell) -> None:
        """Paint all cells connected with one that have the same weight painted, or none."""
        brush = self._brush
        rows = self._painted(brush.stage).rows
        wanted, found = rows[start[0]][start[1]], [start]
        for row, col in found:  # it grows on the way
            for down, right in STEPS:
                at = row + down, col + right
                inside = 0 <= at[0] < len(rows) and 0 <= at[1] < len(rows[0])
                if inside and at not in found and rows[at[0]][at[1]] == wanted:
                    found.append(at)
        self._paint(brush, found)

    def pick(self, cell: Cell) -> None:
        """Take the weight that is painted on a cell."""
        brush = self._brush
        weight = self._painted(brush.stage).cells.get(cell)
        self._editor.weighing = replace(brush, weight=weight)
        self._history.say(self._summary())

    def _paint(self, brush: WeightBrush, cells: Sequence[Cell]) -> None:
        self._editor.weighing = replace(self._brush, typing=False)
        level = self._with(brush, cells)
        if level.painted == self._history.level.painted:
            self._history.say("that is there already")
            return
        where = f"at {cells[0][0]},{cells[0][1]}"
        place = where if len(cells) == 1 else f"on {len(cells)} cells"
        name = f"{brush.words} for {brush.stage.title} {place}"
        self._history.put(name, level, self._history.document.attachment)

    def _with(self, brush: WeightBrush, cells: Sequence[Cell]) -> Level:
        """The level with a weight painted on cells and their images."""
        board, mirror = self._history.board, self._editor.mirror_on(self._history.board)
        every = [
            target
            for cell in cells
            for target in (cell, *mirror.images(board, cell))
            if self._game.boards.has_cell(board, *target)
        ]
        grid = self._painted(brush.stage).painted(every, brush.weight)
        level = self._history.level
        return level.with_painted(painted_only({**level.painted, brush.stage.name: grid}))

    def over(self, view: View, drawing: PendingEdit | None) -> View:
        """What the board shows, with the weights as they are, and as what is drawn would make them.

        Painted ones are marked; the others are those that the level was made by.
        """
        brush = self._brush
        painted = self._painted(brush.stage)
        caption = f"{view.caption} · {self._cell_words(brush, painted)}"
        if drawing is not None:
            wiping = drawing.kind == "erase"
            drawn = replace(brush, weight=None) if wiping else brush
            level = self._with(drawn, drawing.shape())
            painted = level.painted.get(brush.stage.name) or painted.painted(painted.cells, None)
            ends = "release" if drawing.button else key("edit.paint")
            cells = status.count(len(drawing.shape()), "cell")
            ways = f"{ends} applies, {key('design.cancel')} cancels"
            caption = f"{drawn.words} for {brush.stage.title} on {cells}: {ways}"
        heat = {**self._own(brush.stage), **painted.cells}
        marks = {**view.marks, **dict.fromkeys(painted.cells, "preview")}
        return replace(view, caption=caption, heat=heat or None, marks=marks)

    def _cell_words(self, brush: WeightBrush, painted: PaintedWeights) -> str:
        """What is painted on the cell of the cursor, and what would be."""
        weight = painted.cells.get((self._editor.row, self._editor.col))
        has = "nothing painted" if weight is None else f"painted {weight}"
        turns = f"{key('edit.previous-tool')} {key('edit.next-tool')} and digits change it"
        return f"{brush.stage.title}: {has} · {key('edit.paint')} paints {brush.words} ({turns})"

    def _own(self, stage: Stage) -> dict[Cell, int]:
        """The weights that the level's stage chose by, where they are known."""
        player, board = self._playback.timeline, self._history.board
        if player is None or stage.heat is None:
            return {}
        timeline = player.candidate.timeline
        if (player.candidate.board.rows, timeline.cols) != (board.rows, board.cols):
            return {}
        planes = [n for n, plane in enumerate(timeline.planes) if plane.name == stage.heat]
        weights = timeline.layout(len(timeline))[planes[0]]
        return {
            divmod(cell, timeline.cols): int(weight)
            for cell, weight in enumerate(weights)
            if weight > 0
        }
