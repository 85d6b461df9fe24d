"""The content shown on the board: the timeline, a solution, the trace, edit mode or play by hand.

The view kind selects what the board shows. Most kinds have a player, which the step keys control. A
player is created when it is first needed and dropped when the board changes. Only the timeline's
player is kept for as long as the candidate stays the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from workbench.commands.game_commands import has_arrow_moves
from workbench.commands.keymap import get_key_hint
from workbench.session.edit_mode import Editor
from workbench.session.generation.timeline_player import TimelinePlayer
from workbench.session.history import History, VersionChange
from workbench.session.playback_players import MovesPlayer, Player, TracePlayer, View
from workbench.session.solution_choices import NamedSolution, SolutionChoices
from workbench.session.trace.row_search import SEARCH_SLOTS
from workbench.text import quantity_text

ViewKind = Literal["timeline", "solution", "witness", "trace", "edit", "play", "map"]
"""The kinds of content that the board can show."""


class Playback:
    """The choice of content for the board, and a player for each kind of content with steps.

    Attributes:
        view_kind: The kind of content that the board shows.
        strategy: The strategy whose trace is shown.
        timeline: The player for the level's generation, or None if that is unknown.
        solutions: The solutions that can be played back.
        is_picking: True while the user chooses a cell for a breakpoint.
        history: The versions of the open level.
        editor: The state of edit mode.
    """

    def __init__(self, history: History, editor: Editor) -> None:
        self.view_kind: ViewKind = "timeline"
        self.strategy = history.game.solver.strategies[0]
        self.timeline: TimelinePlayer | None = None
        self.is_picking = False
        self.history = history
        self._game = history.game
        self._verdicts = history.verdicts
        self.editor = editor
        self.solutions = SolutionChoices(history)
        self._solution: MovesPlayer | None = None
        self._witness: MovesPlayer | None = None
        self._shown: NamedSolution | None = None
        self._trace: TracePlayer | None = None
        self._hand: MovesPlayer | None = None

    def follow_version(self, change: VersionChange) -> None:
        """Update the players after another version of the level has become the current one."""
        # Clamp the cursor, because the new board may be smaller than the last one.
        self.editor.move_cursor(self.history.board, 0, 0)
        made, shown = self.history.generation, self.timeline
        if made is None:
            self.timeline = None
        elif shown is None or shown.candidate is not made.candidate:
            self.timeline = TimelinePlayer(self._game, made.candidate)
            if shown is not None and not change.level:
                # Stay in the same stage, so that the user can compare a re-roll with the old level.
                self.timeline.align_with(shown)
        if change.board:
            # Players for the old board are invalid now. The timeline's player was replaced above.
            self._solution = self._shown = self._hand = self._witness = None
            self.solutions.clear()
            self._drop_trace()
            if self.strategy != self._verdicts.default_strategy:
                self._verdicts.request_answer(self.strategy)
            if self.view_kind not in ("edit", "timeline", "map"):
                self.view_kind = "timeline"

    @property
    def is_editing(self) -> bool:
        """True if the board is in edit mode."""
        return self.view_kind == "edit"

    def show_view(self, view_kind: ViewKind) -> None:
        """Show another kind of content. Entering edit mode ends the picking of a cell."""
        self.view_kind = view_kind
        self.is_picking = self.is_picking and view_kind != "edit"
        self.history.notify_change()

    @property
    def shows_level(self) -> bool:
        """True if the board shows the current level itself rather than one step of a playback."""
        if self.is_editing or self.player is None:
            return True
        return self.is_at_end and self.history.is_edited

    @property
    def is_at_end(self) -> bool:
        """True if the board shows the end of the timeline."""
        player = self.timeline
        return self.view_kind == "timeline" and player is not None and player.is_ended

    @property
    def player(self) -> Player | None:
        """The player that the step keys control, or None if the content has no steps."""
        if self.view_kind == "timeline":
            return self.timeline
        if self.view_kind == "solution":
            return self.get_solution_player()
        if self.view_kind == "witness":
            return self.get_witness_player()
        if self.view_kind == "trace":
            return self.get_trace_player()
        return self._hand if self.view_kind == "play" else None

    def get_solution_player(self) -> MovesPlayer | None:
        """Return the player for the selected solution, or None while there is no solution."""
        way = self.solutions.selected_solution
        if way is not None and way != self._shown:
            self._shown = way
            board = self.history.board
            self._solution = MovesPlayer(self._game, board, way.moves, title=way.title)
        return self._solution

    def get_witness_player(self) -> MovesPlayer | None:
        """Return the player for winning moves known from generation, or None if there are none."""
        candidate = self.timeline.candidate if self.timeline is not None else None
        if candidate is None or candidate.witness is None:
            return None
        if self._witness is None:
            self._witness = MovesPlayer(self._game, candidate.board, candidate.witness)
        return self._witness

    def get_trace_player(self) -> TracePlayer | None:
        """Return the player for the current strategy's trace, or None while there is no trace.

        If the search was repeated or continued, its new trace gets a new player at the same row.
        """
        answer = self._verdicts.get_answer(self.strategy)
        trace = answer.value.trace if answer is not None and answer.value is not None else None
        shown = self._trace
        if trace is not None and (shown is None or shown.trace is not trace):
            self._trace = TracePlayer(self._game, self.history.board, trace)
            # A longer trace begins with the rows of the shorter one, so the same row is still
            # there.
            self._trace.seek(shown.moment if shown is not None else 0)
        return self._trace

    def shows_trace(self, player: TracePlayer | None) -> bool:
        """Return True if ``player`` is the player for the trace that was shown last."""
        return player is not None and player is self._trace

    def show_strategy(self, name: str) -> None:
        """Switch to another strategy, and show its trace as soon as it is computed."""
        self.strategy = name
        self._drop_trace()
        self._verdicts.request_answer(name)

    def _drop_trace(self) -> None:
        self._trace = None
        for lane in SEARCH_SLOTS:
            self.history.solver.cancel_job(lane)

    @property
    def witness_refusal(self) -> str | None:
        """The reason why no winning moves are known from generation, or None if some are."""
        made = self.history.generation
        if made is None:
            return self.history.generation_refusal
        if made.candidate.witness is None:
            return "generation recorded no winning moves for this level"
        redrawn = self.history.has_board_edits
        return "the level has been edited since it was generated" if redrawn else None

    def toggle_witness(self) -> None:
        """Switch between the timeline and the winning moves known from generation."""
        self.view_kind = "timeline" if self.view_kind == "witness" else "witness"
        if self.view_kind == "witness" and self.player is not None:
            self.player.seek(0)
        self.history.notify_change()

    @property
    def heat_refusal(self) -> str | None:
        """The reason why weights cannot be drawn over the board, or None if they can."""
        if not any(stage.heat for stage in self._game.generator.stages):
            return f"the generator of {self._game.title} uses no weights"
        leave = get_key_hint("design.edit" if self.is_editing else "design.mode")
        there = self.view_kind == "timeline"
        return None if there else f"weights are shown only in the timeline ({leave})"

    def step_solution(self) -> None:
        """Show the solution for the next kind of win, or the timeline after the last kind."""
        if self.view_kind == "solution":
            self.show_view("solution" if self.solutions.select_next_kind() else "timeline")
        elif self.get_solution_player() is None:
            self.history.show_notice("There is no solution to show.")
        else:
            self.show_view("solution")

    def show_solution(self, solution: NamedSolution) -> None:
        """Show a solution, which need not be among the choices, from its start."""
        self.solutions.select_solution(solution)
        player = self.get_solution_player()
        if player is not None:
            player.seek(0)
        self.show_view("solution")

    def toggle_heat(self) -> None:
        """Show or hide the weights on the boards in the timeline."""
        player = self.timeline
        if self.view_kind != "timeline" or player is None:
            self.history.show_notice("Weights are shown only in the timeline of a generated level.")
            return
        # Toggle what is visible, because by default the stage decides whether weights are drawn.
        player.shows_heat = not player.build_view().heat
        if player.shows_heat and not player.build_view().heat:
            self.history.show_notice(
                f"No weights yet. Use {get_key_hint('design.next-stage')} to go to the next stage."
            )
        else:
            self.history.show_notice(f"Heat map {'on' if player.shows_heat else 'off'}.")

    @property
    def has_arrow_moves(self) -> bool:
        """True if the game has moves for the arrow keys."""
        return has_arrow_moves(self._game)

    def make_arrow_move(self, direction: int) -> None:
        """Make the move for an arrow key from the position on the board."""
        word = self._game.play.get_move_toward(direction)
        if word is not None:
            self.make_move(word)
        elif self._game.play.moves:
            self.history.show_notice("This game has no such move.")
        else:
            self.history.show_notice(f"Use {get_key_hint('design.play')} to play this game.")

    def make_move(self, word: str) -> None:
        """Make a move by hand from the position on the board."""
        # Check the board here, because the key may be pressed before ``Verdicts`` has checked it.
        if self._game.boards.find_problems(self.history.board):
            self.history.show_notice("A draft cannot be played.")
            return
        # The first move by hand continues from the position on the board.
        if self.view_kind != "play" or self._hand is None:
            self._hand = self._create_hand_player(self.moves_shown)
        self.history.notice = self._hand.make_move(word)
        self.show_view("play")

    def continue_by_hand(self, moves: tuple[str, ...]) -> None:
        """Show the position after ``moves``, so that the user can continue from it by hand."""
        self._hand = self._create_hand_player(moves)
        self.show_view("play")

    def _create_hand_player(self, moves: tuple[str, ...]) -> MovesPlayer:
        return MovesPlayer(self._game, self.history.board, moves, len(moves))

    @property
    def moves_shown(self) -> tuple[str, ...]:
        """The moves from the start to the position on the board, or () if no position is shown."""
        player = self.player
        if isinstance(player, MovesPlayer):
            return player.moves
        return player.get_moves() if isinstance(player, TracePlayer) else ()

    @property
    def is_at_level(self) -> bool:
        """True if the board shows the end of the timeline, or a level that has no timeline."""
        player = self.player
        return self.view_kind == "timeline" and (player is None or player.moment == player.length)

    def build_view(self) -> View:
        """Build the view of the board. The end of the timeline shows the current level."""
        board, player = self.history.board, self.player
        if self.is_editing:
            row, col = self.editor.row, self.editor.col
            what = self._game.boards.describe_cell(board, row, col)
            picture = self._game.boards.draw_picture(board)
            return View(
                picture, f"{quantity_text.format_place(picture, row, col)}: {what}", cell=(row, col)
            )
        if player is not None:
            edited = self.view_kind == "timeline" and self.history.is_edited
            return self._build_edited_view(player) if edited else player.build_view()
        caption = self.history.generation_refusal
        if self.history.level.is_drawn_by_hand:
            new, edit = get_key_hint("design.new-seed"), get_key_hint("design.edit")
            caption = f"No generation history. {new} generates a level, {edit} edits this one."
            if self.history.level.provenance is not None:
                caption = f"No generation history, then {self.history.change_summary}"
        return View(self._game.boards.draw_picture(board), caption)

    def _build_edited_view(self, player: Player) -> View:
        """Build the view of the timeline for a level that was edited after its generation."""
        view, level = player.build_view(), self.history.picture
        redrawn = self.history.has_board_edits
        if player.moment < player.length:
            picture = view.picture
            # Show the current locks on earlier boards too, unless the board has been resized.
            if (picture.rows, picture.cols) == (level.rows, level.cols):
                picture = replace(picture, locked=level.locked)
            early = f"{self._before_changes}: {view.caption}" if redrawn else view.caption
            return replace(view, picture=picture, caption=early)
        if not redrawn:
            return replace(view, picture=level)
        return View(level, f"{self.history.change_summary} since it was generated")

    @property
    def _before_changes(self) -> str:
        provenance = self.history.level.provenance
        improved = provenance is not None and provenance.improve is not None
        return "before it was improved" if improved else "before the changes"


class SessionPart:
    """The base class for the parts of a session, each of which handles one activity of the user."""

    def __init__(self, playback: Playback) -> None:
        self._playback, self._history, self._editor = playback, playback.history, playback.editor
        self._game, self._solver = self._history.game, self._history.solver
