"""A Mazing Monk as the workbench sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from engine.game.claims import Claims, Kind
from engine.game.game import Game, Move, Position, Step, Tool
from engine.game.placing import Fault
from engine.game.previewing import Handle, Preview
from engine.game.textformat import TextFormat
from engine.games.mazing_monk import agreement
from engine.games.mazing_monk.cube import board as boards
from engine.games.mazing_monk.cube import checks, codes, net
from engine.games.mazing_monk.cube.board import LOCKED_KEY, NET_KEY, MonkBoard
from engine.games.mazing_monk.cube.cube import TURNS
from engine.games.mazing_monk.cube.net import CELL_AT, Place
from engine.games.mazing_monk.cube.text import CubeText, NetText
from engine.games.mazing_monk.cube.words import read_word, title_of
from engine.games.mazing_monk.generate import generator, telling
from engine.games.mazing_monk.generate.limits import limits
from engine.games.mazing_monk.generate.parameters import PARAMETERS, STAGES
from engine.games.mazing_monk.generate.workplace import site_of
from engine.games.mazing_monk.play import playing, pointing, previewing, steering
from engine.games.mazing_monk.search import solver
from engine.games.mazing_monk.thesis.modes import MonkModes
from engine.generate.demands import Limit
from engine.generate.generation import Attempts, Candidate, Event, Recipe, Stage
from engine.search.solved import Solved
from engine.values.budget import Budget, Control
from engine.values.judgement import Judgement
from engine.values.level import Board, Problem, Table
from engine.values.parameters import Schema
from engine.values.picture import Picture

_SAMPLE = {"difficulty": 3, "turns": "1.."}
"""Settings that soon lead to a level, whose facts are asked for."""


_CLIMB = _SAMPLE | {"iterations": 2, "start": "level"}


class MazingMonk(Game):
    """Walk over the top of a cube and turn its lines, collect karma, flee soldiers, leave."""

    name: ClassVar[str] = "mazing-monk"
    title: ClassVar[str] = "A Mazing Monk"
    rules_version: ClassVar[int] = 1
    generator_version: ClassVar[int] = 1
    moves: ClassVar[tuple[Move, ...]] = ()
    strategies: ClassVar[tuple[str, ...]] = solver.STRATEGIES
    fact_kinds: ClassVar[Mapping[str, Kind]] = agreement.KINDS_OF_FACTS
    stages: ClassVar[tuple[Stage, ...]] = STAGES
    improves: ClassVar[bool] = True
    shape: ClassVar[tuple[int, int] | None] = (net.ROWS, net.COLS)
    tools: ClassVar[tuple[Tool, ...]] = (
        *(Tool(codes.NAMES[glyph], codes.TITLES[glyph], NET_KEY, glyph) for glyph in codes.GLYPHS),
        Tool("locked", "lock", LOCKED_KEY, codes.LOCK_GLYPH),
    )
    text_formats: ClassVar[tuple[TextFormat, ...]] = (CubeText(), NetText())
    modes: ClassVar[MonkModes] = MonkModes()
    loss: ClassVar[str] = "death"
    turns: ClassVar[int] = len(TURNS)
    pointing: ClassVar[str] = "click a cell to walk, drag a row right or a column up to turn it"

    @property
    def parameters(self) -> Schema:
        """See :attr:`engine.game.game.Game.parameters`."""
        return PARAMETERS

    def read_board(self, table: Table) -> MonkBoard:
        """See :meth:`engine.game.game.Game.read_board`."""
        return boards.read_board(table)

    def blank(self, rows: int, cols: int) -> MonkBoard:
        """See :meth:`engine.game.game.Game.blank`; a cube has one shape."""
        return boards.blank()

    def problems(self, board: Board) -> tuple[Problem, ...]:
        """See :meth:`engine.game.game.Game.problems`."""
        return checks.problems(_own(board))

    def picture(self, board: Board) -> Picture:
        """See :meth:`engine.game.game.Game.picture`."""
        own = _own(board)
        return boards.picture(
            own.cells, own.karma_needed, locked=own.locked, protective=own.protective
        )

    def has_cell(self, board: Board, row: int, col: int) -> bool:
        """See :meth:`engine.game.game.Game.has_cell`."""
        return (row, col) in CELL_AT

    def paint(self, board: Board, tool: Tool, row: int, col: int) -> MonkBoard:
        """See :meth:`engine.game.game.Game.paint`."""
        own, cell = _own(board), CELL_AT.get((row, col))
        if cell is None:
            return own
        if tool.layer == NET_KEY:
            return boards.with_tile(own, tool.key, cell)
        return boards.with_lock(own, cell)

    def contents(self, board: Board, row: int, col: int) -> str:
        """See :meth:`engine.game.game.Game.contents`."""
        return boards.contents(_own(board), row, col)

    def holds(self, board: Board, tool: Tool, row: int, col: int) -> bool:
        """See :meth:`engine.game.game.Game.holds`."""
        own, cell = _own(board), CELL_AT.get((row, col))
        if cell is None:
            return False
        if tool.layer == NET_KEY:
            return own.cells[cell] == tool.key
        return cell in own.locked

    def start(self, board: Board) -> Position:
        """See :meth:`engine.game.game.Game.start`."""
        return playing.start(_own(board))

    def play(self, position: Position, move: str) -> Step:
        """See :meth:`engine.game.game.Game.play`."""
        return playing.played(position, move)

    def choices(self, position: Position) -> tuple[Move, ...]:
        """See :meth:`engine.game.game.Game.choices`."""
        return tuple(Move(word, title_of(word)) for word in playing.choices(position))

    def read_moves(self, text: str) -> tuple[str, ...]:
        """See :meth:`engine.game.game.Game.read_moves`; words stand apart by blanks."""
        words = tuple(text.split())
        for word in words:
            read_word(word)
        return words

    def position_picture(self, position: Position) -> Picture:
        """See :meth:`engine.game.game.Game.position_picture`."""
        return playing.picture(position)

    # Moves that name places; see :class:`engine.game.placing.PlacedMoves`.

    def dragged(self, position: Position, begin: Place, end: Place) -> str | None:
        """See :meth:`engine.game.placing.PlacedMoves.dragged`."""
        return pointing.dragged(position, begin, end)

    def grips(self, position: Position, cell: Place) -> bool:
        """See :meth:`engine.game.placing.PlacedMoves.grips`; every line can be taken hold of."""
        return cell in CELL_AT

    def follows(self, position: Position, begin: Place, end: Place) -> bool:
        """See :meth:`engine.game.placing.PlacedMoves.follows`."""
        return begin == end or pointing.turn_along(begin, end) is not None

    def cleared(self, position: Position, cell: Place) -> str | None:
        """See :meth:`engine.game.placing.PlacedMoves.cleared`; nothing can be taken back."""
        return None

    def told(self, position: Position, cell: Place) -> str:
        """See :meth:`engine.game.placing.PlacedMoves.told`."""
        return pointing.told(position, cell)

    def faults(self, position: Position) -> tuple[Fault, ...]:
        """See :meth:`engine.game.placing.PlacedMoves.faults`."""
        return pointing.faults(position)

    # Moves before they are made; see :class:`engine.game.previewing.PreviewedMoves`.

    def handles(self, position: Position) -> tuple[Handle, ...]:
        """See :meth:`engine.game.previewing.PreviewedMoves.handles`; the six turns."""
        return previewing.handles(position)

    def preview(self, position: Position, move: str) -> Preview:
        """See :meth:`engine.game.previewing.PreviewedMoves.preview`."""
        return previewing.preview(position, move)

    def reachable(self, position: Position) -> tuple[Place, ...]:
        """See :meth:`engine.game.previewing.PreviewedMoves.reachable`."""
        return previewing.reachable(position)

    def threatened(self, position: Position) -> tuple[Place, ...]:
        """See :meth:`engine.game.previewing.PreviewedMoves.threatened`."""
        return previewing.threatened(position)

    # Steering; see :class:`engine.game.steering.SteeredMoves`.

    def stepped(self, direction: int) -> str:
        """See :meth:`engine.game.steering.SteeredMoves.stepped`."""
        return steering.stepped(direction)

    def meant(self, position: Position, begin: Place, end: Place) -> str | None:
        """See :meth:`engine.game.steering.SteeredMoves.meant`."""
        return steering.meant(begin, end)

    def titled(self, move: str) -> str:
        """See :meth:`engine.game.steering.SteeredMoves.titled`."""
        return title_of(move)

    def kind_of(self, move: str) -> str:
        """See :meth:`engine.game.steering.SteeredMoves.kind_of`."""
        return steering.kind_of(move)

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        """See :meth:`engine.game.steering.SteeredMoves.standing`."""
        return steering.standing(position)

    def tally(self, board: Board, moves: Iterable[str]) -> Mapping[str, int]:
        """See :meth:`engine.game.steering.SteeredMoves.tally`."""
        return steering.tally(_own(board), moves)

    def seen(self, position: Position) -> tuple[str, ...]:
        """See :meth:`engine.game.steering.SteeredMoves.seen`."""
        return steering.seen(position)

    def solve(
        self,
        board: Board,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        """See :meth:`engine.game.game.Game.solve`."""
        return solver.solve(_own(board), strategy, budget, control)

    def dispute(self, stored: Claims, board: Board) -> None:
        """See :meth:`engine.game.game.Game.dispute`."""
        agreement.dispute(stored, self, _own(board))

    def judgements(self, facts: Mapping[str, Any]) -> tuple[Judgement, ...]:
        """See :meth:`engine.game.game.Game.judgements`."""
        return telling.judgements(facts)

    def limits(self, recipe: Recipe) -> Iterable[Limit]:
        """See :attr:`engine.game.game.Game.limits`."""
        site_of(recipe)
        return limits(recipe)

    def candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        """See :meth:`engine.game.game.Game.candidate`."""
        return generator.candidate(recipe, control or Control())

    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """See :meth:`engine.game.game.Game.attempts`."""
        return generator.attempts(recipe, count, control)

    def describe(self, event: Event) -> str:
        """See :meth:`engine.game.game.Game.describe`."""
        return telling.describe(event)

    def describe_action(self, events: Sequence[Event]) -> str:
        """See :meth:`engine.game.game.Game.describe_action`."""
        return telling.describe_action(events)

    def warm_up(self) -> None:
        """See :meth:`engine.game.game.Game.warm_up`."""
        recipe = Recipe(1, 0, PARAMETERS.complete(_SAMPLE))
        found = self.attempts(recipe, 100, Control()).accepted
        assert found is not None
        self.candidate(Recipe(1, found, PARAMETERS.complete(_CLIMB)))
        board = self.candidate(Recipe(1, found, recipe.parameters)).board
        for strategy in self.strategies:
            trace = self.solve(board, strategy).trace
            trace.moves_to(len(trace) - 1)


def _own(board: Board) -> MonkBoard:
    """The board as this game's own; others never reach it."""
    assert isinstance(board, MonkBoard)
    return board
