"""What the board shows: the timeline, the solution, the trace, an edit, or play by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from engine.values.grid import STEPS
from workbench.commands.keymap import key
from workbench.session.editing import Editor
from workbench.session.history import History, VersionChange
from workbench.session.making.timeline import TimelinePlayer
from workbench.session.players import MovesPlayer, Player, TracePlayer, View
from workbench.session.solutionways import SolutionWays, Way
from workbench.session.tracing.tracesearch import LANES
from workbench.text import status

ViewKind = Literal["timeline", "solution", "witness", "trace", "edit", "play", "map"]
"""What the board can show."""


class Playback:
    """Decides what the board shows, and holds a player for whatever can be stepped through.

    Attributes:
        view_kind: what the board shows and what the step keys move through.
        strategy: whose trace is shown.
        timeline: steps through the making of the level; None if that is not known.
        ways: the solutions that can be played back.
        picking: a cell of the board is being chosen for a breakpoint.
        history: the versions of the open level.
        editor: what edit mode draws with.
    """

    def __init__(self, history: History, editor: Editor) -> None:
        self.view_kind: ViewKind = "timeline"
        self.strategy = history.game.solver.strategies[0]
        self.timeline: TimelinePlayer | None = None
        self.picking = False
        self.history = history
        self._game = history.game
        self._verdicts = history.verdicts
        self.editor = editor
        self.ways = SolutionWays(history)
        self._solution: MovesPlayer | None = None
        self._witness: MovesPlayer | None = None
        self._shown: Way | None = None
        self._trace: TracePlayer | None = None
        self._hand: MovesPlayer | None = None

    def follow(self, change: VersionChange) -> None:
        """Step through another version of the level from now on."""
        # Its board may be smaller than the last one.
        self.editor.move(self.history.board, 0, 0)
        made, shown = self.history.made, self.timeline
        if made is None:
            self.timeline = None
        elif shown is None or shown.candidate is not made.candidate:
            self.timeline = TimelinePlayer(self._game, made.candidate)
            if shown is not None and not change.level:
                self.timeline.stand_as(shown)
        if change.board:
            self._solution = self._shown = self._hand = self._witness = None
            self.ways.begin()
            self._leave_trace()
            if self.strategy != self._verdicts.default:
                self._verdicts.ask(self.strategy)
            if self.view_kind not in ("edit", "timeline", "map"):
                self.view_kind = "timeline"

    @property
    def editing(self) -> bool:
        """Whether the board is drawn on."""
        return self.view_kind == "edit"

    def show_view(self, view_kind: ViewKind) -> None:
        """Show something else on the board; no cell is pointed at where cells are drawn on."""
        self.view_kind = view_kind
        self.picking = self.picking and view_kind != "edit"
        self.history.changed()

    @property
    def shows_level(self) -> bool:
        """Whether the board shows the level as it stands, not a moment of something else."""
        if self.editing or self.player is None:
            return True
        return self.at_end and self.history.edited_since

    @property
    def at_end(self) -> bool:
        """Whether the end of the timeline is shown."""
        player = self.timeline
        return self.view_kind == "timeline" and player is not None and player.ended

    # The players.

    @property
    def player(self) -> Player | None:
        """What the step keys move through with what is shown, None if there is nothing."""
        if self.view_kind == "timeline":
            return self.timeline
        if self.view_kind == "solution":
            return self.solution()
        if self.view_kind == "witness":
            return self.witness()
        if self.view_kind == "trace":
            return self.trace()
        return self._hand if self.view_kind == "play" else None

    def solution(self) -> MovesPlayer | None:
        """The player of the solution that is chosen, None while there is no solution."""
        way = self.ways.chosen
        if way is not None and way != self._shown:
            self._shown = way
            board = self.history.board
            self._solution = MovesPlayer(self._game, board, way.moves, title=way.title)
        return self._solution

    def witness(self) -> MovesPlayer | None:
        """The player of the moves that win by how the board was made; None while none are known."""
        candidate = self.timeline.candidate if self.timeline is not None else None
        if candidate is None or candidate.witness is None:
            return None
        if self._witness is None:
            self._witness = MovesPlayer(self._game, candidate.board, candidate.witness)
        return self._witness

    def trace(self) -> TracePlayer | None:
        """The player of the shown strategy's trace, None while there is none.

        A search that was made again, or to the end at last, leaves another trace.
        """
        answer = self._verdicts.answer(self.strategy)
        trace = answer.value.trace if answer is not None and answer.value is not None else None
        shown = self._trace
        if trace is not None and (shown is None or shown.trace is not trace):
            self._trace = TracePlayer(self._game, self.history.board, trace)
            self._trace.seek(shown.moment if shown is not None else 0)
        return self._trace

    def shows_trace(self, player: TracePlayer | None) -> bool:
        """Whether a player is that of the trace shown last."""
        return player is not None and player is self._trace

    def show_strategy(self, name: str) -> None:
        """Show the trace of another strategy, once it is there."""
        self.strategy = name
        self._leave_trace()
        self._verdicts.ask(name)

    def _leave_trace(self) -> None:
        self._trace = None
        for lane in LANES:
            self.history.solver.stop(lane)

    @property
    def no_witness(self) -> str | None:
        """Why there is no way to win to step through from how the level was made."""
        made = self.history.made
        if made is None:
            return self.history.unmade
        if made.candidate.witness is None:
            return "no way to win is known from how this level was made"
        redrawn = self.history.redrawn
        return "the level was edited since it was generated" if redrawn else None

    def turn_witness(self) -> None:
        """From timeline to witness, which begins at the start, and back."""
        self.view_kind = "timeline" if self.view_kind == "witness" else "witness"
        if self.view_kind == "witness" and self.player is not None:
            self.player.seek(0)
        self.history.changed()

    @property
    def no_heat(self) -> str | None:
        """Why no weights can be drawn over the board; None if they can."""
        if not any(stage.heat for stage in self._game.generator.stages):
            return f"levels of {self._game.title} are made without weights"
        leave = key("design.edit" if self.editing else "design.mode")
        there = self.view_kind == "timeline"
        return None if there else f"weights belong to the timeline ({leave} goes there)"

    def turn_solution(self) -> None:
        """From timeline to solution, on to the one of the next kind of win, and back."""
        if self.view_kind == "solution":
            self.show_view("solution" if self.ways.turn() else "timeline")
        elif self.solution() is None:
            self.history.say("no solution to play back")
        else:
            self.show_view("solution")

    def show_solution(self, way: Way) -> None:
        """Step through one of all solutions, from its start."""
        self.ways.pick(way)
        player = self.solution()
        if player is not None:
            player.seek(0)
        self.show_view("solution")

    def turn_heat(self) -> None:
        """Draw the weights over the timeline's boards, or no longer."""
        player = self.timeline
        if self.view_kind != "timeline" or player is None:
            self.history.say("weights belong to the timeline of a generated level")
            return
        player.heat_wanted = not player.view().heat
        if player.heat_wanted and not player.view().heat:
            self.history.say(f"nothing has been weighed yet: {key('design.next-stage')} goes on")
        else:
            self.history.say(f"heat map {'on' if player.heat_wanted else 'off'}")

    # By hand.

    @property
    def moved_by_arrows(self) -> bool:
        """Whether arrows make moves of the game."""
        return any(self._game.play.toward(number) for number in range(len(STEPS)))

    def play_move(self, direction: int) -> None:
        """Make the move of an arrow by hand from the position on the board."""
        word = self._game.play.toward(direction)
        if word is not None:
            self.play_word(word)
        elif self._game.play.moves:
            self.history.say("not a move of this game")
        else:
            self.history.say(f"{key('design.play')} plays this game")

    def play_word(self, word: str) -> None:
        """Make a move by hand from the position on the board."""
        # Not the verdict's: a key may come before the session has been opened.
        if self._game.boards.problems(self.history.board):
            self.history.say("a draft cannot be played")
            return
        if self.view_kind != "play" or self._hand is None:
            self._hand = self._by_hand(self.moves_shown)
        self.history.notice = self._hand.move(word)
        self.show_view("play")

    def go_on_by_hand(self, moves: tuple[str, ...]) -> None:
        """Show the position that some moves lead to, to be played on by hand."""
        self._hand = self._by_hand(moves)
        self.show_view("play")

    def _by_hand(self, moves: tuple[str, ...]) -> MovesPlayer:
        return MovesPlayer(self._game, self.history.board, moves, len(moves))

    @property
    def moves_shown(self) -> tuple[str, ...]:
        """The moves from the start to what is on the board; none where that is something else."""
        player = self.player
        if isinstance(player, MovesPlayer):
            return player.moves
        return player.moves() if isinstance(player, TracePlayer) else ()

    # On the board.

    @property
    def at_level(self) -> bool:
        """Whether the board shows the level as it stands, and nothing is done to it by hand."""
        player = self.player
        return self.view_kind == "timeline" and (player is None or player.moment == player.length)

    def view(self) -> View:
        """What the board shows; the end of the timeline is the level as it stands."""
        board, player = self.history.board, self.player
        if self.editing:
            row, col = self.editor.row, self.editor.col
            what = self._game.boards.contents(board, row, col)
            picture = self._game.boards.picture(board)
            return View(picture, f"{status.place(picture, row, col)}: {what}", cell=(row, col))
        if player is not None:
            edited = self.view_kind == "timeline" and self.history.edited_since
            return self._with_edits(player) if edited else player.view()
        caption = self.history.unmade
        if self.history.level.by_hand:
            new, edit = key("design.new-seed"), key("design.edit")
            caption = f"no generation history: {new} generates a level, {edit} edits"
            if self.history.level.provenance is not None:
                caption = f"no generation history, then {self.history.changed_by}"
        return View(self._game.boards.picture(board), caption)

    def _with_edits(self, player: Player) -> View:
        """The timeline of a level that was changed since it was generated."""
        view, level = player.view(), self.history.picture
        redrawn = self.history.redrawn
        if player.moment < player.length:
            picture = view.picture
            if (picture.rows, picture.cols) == (level.rows, level.cols):
                picture = replace(picture, locked=level.locked)
            early = f"{self._before_changes}: {view.caption}" if redrawn else view.caption
            return replace(view, picture=picture, caption=early)
        if not redrawn:
            return replace(view, picture=level)
        return View(level, f"{self.history.changed_by} since it was generated")

    @property
    def _before_changes(self) -> str:
        provenance = self.history.level.provenance
        improved = provenance is not None and provenance.improve is not None
        return "before it was improved" if improved else "before the changes"


class SessionPart:
    """One thing that can be done with an open level."""

    def __init__(self, playback: Playback) -> None:
        self._playback, self._history, self._editor = playback, playback.history, playback.editor
        self._game, self._solver = self._history.game, self._history.solver
