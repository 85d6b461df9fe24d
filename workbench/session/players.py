"""What can be stepped through on the board: generation, solutions, traces.

Each is a *player*: a number of moments, the present one, and what the board looks like there.
Players hold no timer and no screen; stepping backwards is as quick as forwards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.game.game import Game
from engine.game.playthrough import Playthrough, refusal, replay
from engine.game.reasoning import ReasonedTrace
from engine.values.grid import Cell
from engine.values.level import Board
from engine.values.picture import Picture
from engine.values.trace import Trace, TraceRow
from workbench.drawing.brush import Arrow
from workbench.session.moves import named, signs_of
from workbench.session.tracing.tracesearch import FoundRows
from workbench.text.measures import PlayCounter


@dataclass(frozen=True, slots=True)
class View:
    """What the board shows: a picture, numbers over it, a marked cell, and why in words.

    ``numbers`` stand in place of the values of ``heat``; ``marks`` are names of the theme's marks;
    ``arrows`` point at lines that can be pushed.
    """

    picture: Picture
    caption: str
    heat: Mapping[Cell, int] | None = None
    cell: Cell | None = None
    numbers: Mapping[Cell, str] = field(default_factory=dict)
    marks: Mapping[Cell, str] = field(default_factory=dict)
    arrows: tuple[Arrow, ...] = ()


@dataclass(frozen=True, slots=True)
class Stretch:
    """A named stretch of moments on the bar, from ``start`` to ``end``."""

    title: str
    start: int
    end: int


class Steps(ABC):
    """Something with moments from 0 to ``length`` to step through."""

    unit: str
    """What the step from one moment to the next is called."""
    first = 0
    """What the first moment counts as."""

    def __init__(self) -> None:
        self.moment = 0

    @property
    @abstractmethod
    def length(self) -> int:
        """The last moment."""

    @property
    def sections(self) -> tuple[Stretch, ...]:
        """The stretches of the bar."""
        return ()

    def seek(self, moment: int) -> None:
        """Go to a moment, or to the nearest there is."""
        self.moment = min(max(moment, 0), self.length)

    def step(self, count: int) -> None:
        """Go on by so many moments, or back; by more where several belong together."""
        self.seek(self.moment + count)

    @property
    def ended(self) -> bool:
        """Whether there is no moment further on."""
        return self.moment >= self.length

    def section(self) -> int | None:
        """The number of the present section."""
        for number, section in enumerate(self.sections):
            if section.start < self.moment <= section.end:
                return number
        return 0 if self.sections else None

    def seek_section(self, number: int) -> None:
        """To the end of a section; to that of the last one for a number too large."""
        self.seek(self.sections[number].end if number < len(self.sections) else self.length)

    def jump(self, direction: int) -> None:
        """To the next section's end (+1) or the previous one's start (-1)."""
        ends = [0, *(section.end for section in self.sections), self.length]
        if direction > 0:
            self.seek(min((end for end in ends if end > self.moment), default=self.length))
        else:
            self.seek(max((end for end in ends if end < self.moment), default=0))


class Player(Steps):
    """Something that the board can show step by step."""

    @abstractmethod
    def view(self) -> View:
        """What the board shows at the present moment."""

    def nudge(self, count: int) -> None:
        """Go on by so many single moments, or back."""
        self.step(count)


class MovesPlayer(Player):
    """Steps through moves: a solution, or what was played by hand."""

    unit = "move"

    def __init__(
        self,
        game: Game,
        board: Board,
        moves: tuple[str, ...],
        moment: int = 0,
        title: str = "",
    ) -> None:
        super().__init__()
        self._game = game
        self._title = title
        self.playthrough, _ = replay(game.play, board, moves)
        self._played = self.playthrough.moves
        self.seek(moment)

    @property
    def length(self) -> int:
        """Number of moves."""
        return len(self._played)

    @property
    def sections(self) -> tuple[Stretch, ...]:
        """One for every move, named like it."""
        signs = signs_of(self._game)
        return tuple(Stretch(signs.get(m, m), n, n + 1) for n, m in enumerate(self._played))

    @property
    def line(self) -> tuple[str, ...]:
        """All of its moves, whatever the present moment."""
        return self._played

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves up to the present moment."""
        return self.playthrough.moves

    def seek(self, moment: int) -> None:
        """Go to the position after ``moment`` moves."""
        while len(self.playthrough.moves) > max(moment, 0) and self.playthrough.undo():
            pass
        while len(self.playthrough.moves) < moment and self.playthrough.redo():
            pass
        self.moment = len(self.playthrough.moves)

    def move(self, move: str) -> str:
        """Make a move by hand; later moves are dropped. Returns what it did, in words."""
        step = self.playthrough.move(move)
        if not step.changed:
            return refusal(step)
        self._played = self.playthrough.moves
        self.moment = len(self._played)
        return step.note

    def view(self) -> View:
        """The position, and what the last move did."""
        position = self.playthrough.position
        picture = self._game.play.picture(position)
        last = self.playthrough.last
        words = [self._title]
        if last is None:
            return View(picture, " · ".join(filter(None, (self._title, "start position"))))
        words.append(f"move {self.moment}: {named(self._game, last.move)}")
        if last.note:
            words.append(last.note)
        if position.status != "playing":
            words.append(position.status)
        measure = PlayCounter(self._game, position.board)
        if not measure.plain:
            words.append(measure.played(self.moves))
        return View(picture, " · ".join(filter(None, words)))


class TracePlayer(Player):
    """Steps through the rows of a solver's trace, all of them or those of a filter."""

    unit = "row"
    first = 1

    def __init__(self, game: Game, board: Board, trace: Trace) -> None:
        super().__init__()
        self._game = game
        self._board = board
        self.trace = trace
        self.filter: FoundRows | None = None
        """The rows to step through; None for all."""
        self.filter_text = ""
        self.matches: FoundRows | None = None
        """The rows found by the search; None without one."""
        self.search_text = ""

    @property
    def length(self) -> int:
        """Number of the last row."""
        return max(len(self.trace) - 1, 0)

    @property
    def row(self) -> TraceRow | None:
        """The row at the cursor; None in an empty trace."""
        return self.trace[self.moment] if len(self.trace) else None

    def moves(self) -> tuple[str, ...]:
        """The moves from the start to the row at the cursor."""
        return self.trace.moves_to(self.moment) if len(self.trace) else ()

    def step(self, count: int) -> None:
        """Go on by so many rows of the filter, or back."""
        if self.filter is None:
            super().step(count)
        else:
            row = self.filter.step(self.moment, count)
            self.seek(self.moment if row is None else row)

    @property
    def ended(self) -> bool:
        """Whether the filter has no row further on."""
        if self.filter is None:
            return super().ended
        return self.filter.step(self.moment, 1) is None

    def jump(self, direction: int) -> None:
        """By a hundredth of the rows, at least ten."""
        rows = self.length if self.filter is None else len(self.filter.rows)
        self.step(direction * max(rows // 100, 10))

    @property
    def playthrough(self) -> Playthrough:
        """The play that leads to the row; a last move that does nothing is left out."""
        return replay(self._game.play, self._board, self.moves())[0]

    def view(self) -> View:
        """The situation of the row, and what came of it."""
        row = self.row
        if row is None:
            return View(self._game.boards.picture(self._board), "the solver tried nothing")
        picture = self._game.play.picture(self.playthrough.position)
        tried = f"{named(self._game, row.move)} from {row.parent}: " if row.move else ""
        dead = ", dead" if row.dead and not row.lost else ""
        return View(picture, f"{row.name}: {tried}{row.result}{dead}", marks=self._marks())

    def _marks(self) -> dict[Cell, str]:
        """The cells that a conclusion is about, and those that force it."""
        if not isinstance(self.trace, ReasonedTrace):
            return {}
        because = dict.fromkeys(self.trace.because(self.moment), "because")
        return because | dict.fromkeys(self.trace.claims(self.moment), "claimed")
