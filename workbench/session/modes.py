"""What the board shows: the timeline, the solution, the trace, an edit, or play by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from engine.game.game import Game
from engine.values.grid import STEPS
from engine.values.level import Board
from workbench.commands.keymap import key
from workbench.document import movewords, status
from workbench.document.document import Document
from workbench.document.verdicts import Hop, Verdicts
from workbench.service.solving import SolverService
from workbench.session.editing import Editor
from workbench.session.making.timeline import TimelinePlayer
from workbench.session.playback import Player, RunPlayer, TracePlayer, View

Mode = Literal["timeline", "solution", "witness", "trace", "edit", "play", "map"]


def _no_move(game: Game) -> str:
    """Why an arrow moves nothing."""
    return "not a move of this game" if game.moves else f"{key('design.playtest')} plays this game"


class Modes:
    """The modes of one document, with a player for each that can be stepped through.

    Attributes:
        solver: runs everything slow.
        mode: what the board shows and what the step keys move through.
        strategy: whose trace is shown.
        verdicts: the solver's answers for the board.
        editor: cursor and tool of edit mode.
        notice: what the last action has to say, until the screen has said it.
        picking: a cell of the board is being chosen for a breakpoint.
    """

    picking = False

    def __init__(
        self,
        document: Document,
        game: Game,
        solver: SolverService,
        hop: Hop,
        changed: Callable[[], None],
    ) -> None:
        self.document = document
        self.game = game
        self.solver = solver
        self.verdicts = Verdicts(game, solver, hop, self._answered)
        self.editor = Editor(game)
        self.strategy = game.strategies[0]
        self.mode: Mode = "timeline"
        self.notice = ""
        self._hop = hop
        self._changed = changed
        self._timeline: TimelinePlayer | None = None
        self._solution: RunPlayer | None = None
        self._witness: RunPlayer | None = None
        self._solved_by: tuple[str, ...] | None = None
        self._trace: TracePlayer | None = None
        self._hand: RunPlayer | None = None

    @property
    def board(self) -> Board:
        """The board as it stands."""
        return self.document.level.board

    @property
    def shows_level(self) -> bool:
        """Whether the board shows the level as it stands, not a moment of something else."""
        return self.mode == "edit" or self.player is None

    def _answered(self) -> None:
        """The solver has answered."""
        self._changed()

    def _forget_players(self) -> None:
        """The board has changed: what was stepped through is over."""
        self._solution = self._solved_by = self._trace = self._hand = self._witness = None
        if self.strategy != self.verdicts.default:
            self.verdicts.ask(self.strategy)
        if self.mode not in ("edit", "timeline", "map"):
            self.mode = "timeline"

    @property
    def player(self) -> Player | None:
        """What the step keys move through in the present mode, None if there is nothing."""
        if self.mode == "timeline":
            return self._timeline
        if self.mode == "solution":
            return self.solution()
        if self.mode == "witness":
            return self.witness()
        if self.mode == "trace":
            return self.trace()
        return self._hand if self.mode == "play" else None

    def solution(self) -> RunPlayer | None:
        """The player of the verdict's solution, None while there is no solution."""
        answer = self.verdicts.verdict
        moves = answer.solved.moves if answer is not None and answer.solved is not None else None
        if moves is not None and moves != self._solved_by:
            self._solved_by = moves
            self._solution = RunPlayer(self.game, self.board, moves)
        return self._solution

    def witness(self) -> RunPlayer | None:
        """The player of the moves that win by how the board was made; None while none are known."""
        candidate = self._timeline.candidate if self._timeline is not None else None
        if candidate is None or candidate.witness is None:
            return None
        if self._witness is None:
            self._witness = RunPlayer(self.game, candidate.board, candidate.witness)
        return self._witness

    def trace(self) -> TracePlayer | None:
        """The player of the shown strategy's trace, None while there is none.

        A search that was made again, or to the end at last, leaves another trace.
        """
        answer = self.verdicts.answer(self.strategy)
        trace = answer.solved.trace if answer is not None and answer.solved is not None else None
        shown = self._trace
        if trace is not None and (shown is None or shown.trace is not trace):
            self._trace = TracePlayer(self.game, self.board, trace)
            self._trace.seek(shown.place if shown is not None else 0)
        return self._trace

    def turn_mode(self) -> None:
        """From timeline to solution and back."""
        if self.mode == "solution":
            self.set_mode("timeline")
        elif self.solution() is None:
            self.notice = "no solution to play back"
            self._changed()
        else:
            self.set_mode("solution")

    def turn_heat(self) -> None:
        """Draw the weights over the timeline's boards, or no longer."""
        player = self._timeline
        if self.mode != "timeline" or player is None:
            self.notice = "weights belong to the timeline of a generated level"
        else:
            player.heat_wanted = not player.view().heat
            self.notice = f"heat map {'on' if player.heat_wanted else 'off'}"
            if player.heat_wanted and not player.view().heat:
                self.notice = f"nothing has been weighed yet: {key('design.next-stage')} goes on"
        self._changed()

    def set_mode(self, mode: Mode) -> None:
        """Show something else on the board; no cell is pointed at where cells are drawn on."""
        self.mode = mode
        self.picking = self.picking and mode != "edit"
        self._changed()

    @property
    def moved_by_arrows(self) -> bool:
        """Whether arrows make moves of the game."""
        return any(movewords.word_of(self.game, number) for number in range(len(STEPS)))

    def play_move(self, direction: int) -> None:
        """Make the move of an arrow by hand from the position on the board."""
        word = movewords.word_of(self.game, direction)
        if word is None:
            self.notice = _no_move(self.game)
            self._changed()
        else:
            self.play_word(word)

    def play_word(self, word: str) -> None:
        """Make a move by hand from the position on the board."""
        if self.verdicts.problems:
            self.notice = "a draft cannot be played"
            self._changed()
            return
        if self.mode != "play" or self._hand is None:
            self._hand = self._run_to_here()
        self.notice = self._hand.move(word)
        self.set_mode("play")

    def _run_to_here(self) -> RunPlayer:
        moves = self._moves_shown()
        return RunPlayer(self.game, self.board, moves, len(moves))

    def _moves_shown(self) -> tuple[str, ...]:
        player = self.player
        if isinstance(player, RunPlayer):
            return player.moves
        return player.moves() if isinstance(player, TracePlayer) else ()

    def view(self) -> View:
        """What the board shows now."""
        if self.mode == "edit":
            row, col = self.editor.row, self.editor.col
            what = self.game.contents(self.board, row, col)
            picture = self.game.picture(self.board)
            where = status.place(picture, row, col)
            return View(picture, f"{where}: {what}", cell=(row, col))
        player = self.player
        if player is not None:
            return player.view()
        told = self.unmade
        if self.document.level.provenance is None:
            told = f"drawn by hand: {key('design.generate')} generates, {key('design.edit')} edits"
        return View(self.game.picture(self.board), told)

    def where(self, row: int, col: int) -> str:
        """Where a cell of the level lies, in short."""
        return status.place_brief(self.game.picture(self.board), row, col)

    @property
    def unmade(self) -> str:
        """Why there is nothing to tell of the making of the level."""
        if self.document.level.provenance is None:
            return f"not a generated level ({key('design.generate')} makes one)"
        if self.solver.running("make") is not None:
            return "how the level was made is still being found out"
        return "it is not known how the level was made"
