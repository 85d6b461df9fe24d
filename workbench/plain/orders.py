"""The commands of plain mode: each a word, perhaps with arguments, and its answer."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EngineError, quoted
from engine.files.storage import FileChanged
from engine.game.reasoning import ReasonedTrace
from engine.values.leaks import judged
from workbench.document import verdict
from workbench.document.document import Document
from workbench.document.history import Entry, unsaved_words
from workbench.features.maps import leaks, traps
from workbench.folders.resources import as_path, level_file
from workbench.plain import words
from workbench.plain.desk import Desk
from workbench.plain.generating import MakeOrders
from workbench.plain.modes import ModeOrders
from workbench.plain.playing import PlayOrders
from workbench.plain.states import StateOrders
from workbench.plain.talk import Left, Talk, whole_number
from workbench.plain.tools import tool_of

PAGE = 10
"""Rows of the trace that are read out at once."""


@dataclass(frozen=True, slots=True)
class Order:
    """One command.

    Attributes:
        usage: its word and arguments; those in brackets may be left out.
        help: what it does.
        obey: does it, given the words after its own.
        shows_solution: whether it gives a whole way to a win away.
    """

    usage: str
    help: str
    obey: Callable[[list[str]], None]
    shows_solution: bool = False


class Orders:
    """Understands lines and does what they say.

    Args:
        desk: the open level.
        talk: where answers go.
    """

    def __init__(self, desk: Desk, talk: Talk) -> None:
        self._desk = desk
        self._talk = talk
        self._play = PlayOrders(desk, talk)
        self._graph = StateOrders(desk, talk)
        self._modes = ModeOrders(desk, talk, self.introduce, self._may_leave)
        self._orders = {order.usage.split()[0]: order for order in self._all()}
        self._next = 0

    def _all(self) -> tuple[Order, ...]:
        play, graph, modes = self._play, self._graph, self._modes
        make = MakeOrders(self._desk, self._talk, self.introduce)
        return (
            Order("help [COMMAND]", "the commands, or one of them", self._help),
            Order("board", "the board as characters, and its pieces", self._board),
            Order("rows", "every row in words", self._rows),
            Order("row N", "one row in words", self._row),
            Order("cell ROW COLUMN", "what is on a cell", self._cell),
            Order("status", "the level, its file, and the moves made", self._status),
            Order("verdict", "whether and how fast it can be solved", self._verdict),
            Order("solution", "a shortest solution of every kind", play.solution, True),
            Order(
                "trace [FROM]", f"{PAGE} rows of the solver's trace, then more", self._trace, True
            ),
            Order("graph [LAYER]", "layers of the state graph, ten at a time", graph.layers),
            Order("state [NUMBER]", "one state, by default where play stands", graph.state),
            Order("leaks", "what trust in a single solution gives away", self._leaks),
            Order(
                "reasons ROW",
                "all that each conclusion of a row of the trace follows from",
                self._reasons,
            ),
            Order("traps", f"moves into dead ends, the first {PAGE}", self._traps),
            Order(
                "move MOVES",
                "make moves, such as: move RULD, or: move 1,2:1,2-1,4, or: move m12 r0",
                play.move,
            ),
            Order("undo [edit]", "take the last move back, or the last edit", self._undo),
            Order("redo [edit]", "make it again", self._redo),
            Order("restart", "back to the start", play.restart),
            Order("look", "the position part by part, in games of turns", play.look),
            Order("hint", "the next move, or the next conclusion in three degrees", play.hint),
            Order("check", "what is still wrong or missing", play.check),
            Order("aim", "have hints lead to a better kind of win, or to any", play.aim),
            Order("medals", "what the run has earned", play.medals),
            Order(
                "campaign [new] [LIST] [seed=N]",
                "go on with a campaign, or begin one, over the shipped list or another",
                modes.campaign,
            ),
            Order("infinite [new] [LIST] [seed=N]", "the same without an end", modes.infinite),
            Order("next", "the next level of the campaign or of infinite play", modes.next),
            Order("runs", "the campaigns and the infinite play that were begun", modes.runs),
            Order("tools", "what can be painted", self._tools),
            Order("paint TOOL ROW COLUMN", "put a tool on a cell", self._paint),
            Order("erase ROW COLUMN", "take what is on a cell away", self._erase),
            Order(
                "generate [GAME] [SEED] [KEY=VALUE]...",
                "another level, with some parameters set; Ctrl+C takes the best so far",
                make.generate,
            ),
            Order("parameters [GAME]", "what can be set, by the KEY of each", make.parameters),
            Order("stages", "the stages of the generator", make.stages),
            Order("reroll STAGE", "roll one stage again", make.reroll),
            Order("save [FILE]", "save the level", self._save),
            Order("open FILE", "open another level", self._open),
            Order("quit", "leave", self._quit),
        )

    def obey(self, line: str) -> None:
        """Does what a line says.

        Raises:
            EngineError: that cannot be done, or is not understood; one sentence.
            Left: it says to leave.
        """
        if not line:
            return
        word, *rest = line.split()
        order = self._orders.get(word.lower())
        if order is None:
            close = difflib.get_close_matches(word.lower(), self._orders, 1)
            hint = f"did you mean {close[0]}?" if close else "type help for the commands"
            raise EngineError(f"unknown command {quoted(word)}; {hint}")
        needed = [part for part in order.usage.split()[1:] if not part.startswith("[")]
        if len(rest) < len(needed):
            raise EngineError(f"expected: {order.usage}")
        order.obey(rest)
        if order.shows_solution:
            self._desk.show_solution()
        self._modes.look()

    def open(self, path: Path) -> None:
        """Opens a level and says what it is.

        Raises:
            LevelError: the file cannot be read as a level.
        """
        self._desk.take(Document.open(path))
        self.introduce()

    def introduce(self) -> None:
        """Says what the open level is, and what is wrong with it."""
        desk = self._desk
        board = desk.board
        size = words.size(desk.game.boards.picture(board))
        self._talk.say(f"{desk.document.name}, {desk.game.title}: {size}.")
        for problem in desk.game.boards.problems(board)[:1]:
            self._talk.say(f"It is a draft: {problem}.")
        for warning in desk.game.boards.warnings(board):
            self._talk.say(f"Warning: {warning}.")

    # Looking.

    def _help(self, rest: list[str]) -> None:
        wanted = [self._orders[word] for word in rest if word in self._orders]
        for order in wanted or self._orders.values():
            self._talk.say(f"{order.usage}: {order.help}.")

    def _board(self, rest: list[str]) -> None:
        picture = self._desk.picture
        self._talk.say(*self._desk.drawn(), words.pieces(self._desk.game, picture))

    def _rows(self, rest: list[str]) -> None:
        self._talk.say(*map(self._desk.row, range(self._desk.board.rows)))

    def _row(self, rest: list[str]) -> None:
        number = whole_number(rest[0], "a row")
        self._desk.require_cell(number, 0)
        self._talk.say(self._desk.row(number))

    def _cell(self, rest: list[str]) -> None:
        row, col = _cell(rest)
        self._desk.require_cell(row, col)
        self._talk.say(f"Row {row}, column {col}: {self._desk.contents(row, col)}.")

    def _status(self, rest: list[str]) -> None:
        self.introduce()
        document = self._desk.document
        file = "Not a file yet." if document.path is None else f"File {document.path}."
        self._talk.say(f"{file} {unsaved_words(self._desk.unsaved) or 'Nothing is unsaved.'}")
        self._play.standing()

    # Solving.

    def _verdict(self, rest: list[str]) -> None:
        facts = self._desk.solved().facts
        self._talk.say(verdict.spoken(self._desk.game, facts), *words.judged(self._desk.judgements))

    def _trace(self, rest: list[str]) -> None:
        trace = self._desk.solved().trace
        first = whole_number(rest[0], "a row") if rest else self._next
        if first >= len(trace):
            self._next = 0
            raise EngineError(f"the trace ends with row {len(trace) - 1}")
        end = min(first + PAGE, len(trace))
        game = self._desk.game
        for at in range(first, end):
            self._talk.say(words.trace_row(game, at, trace[at]))
            if isinstance(trace, ReasonedTrace):
                self._talk.say(*map(words.sentence, trace.reasons(at)))
        self._next = end
        left = len(trace) - end
        self._talk.say(f"{left:,} more; type trace again." if left else "That is all.")

    def _traps(self, rest: list[str]) -> None:
        found, game = self._desk.traps(), self._desk.game
        if found is None:
            raise EngineError(f"dead ends are {traps.unsought(self._desk.solved())}")
        self._talk.say(words.traps(found))
        for number in range(min(len(found), PAGE)):
            self._talk.say(words.trap(game, number + 1, found[number]))

    def _leaks(self, rest: list[str]) -> None:
        solved = self._desk.solved()
        if solved.leaks is None:
            raise EngineError(leaks.unsought(solved.facts))
        self._talk.say(*words.judged([judged(solved.leaks.leaks())]))

    def _reasons(self, rest: list[str]) -> None:
        trace, row = self._desk.solved().trace, whole_number(rest[0], "a row")
        if not isinstance(trace, ReasonedTrace):
            raise EngineError("the solver of this game tries moves, it concludes nothing")
        if row >= len(trace):
            raise EngineError(f"the trace ends with row {len(trace) - 1}")
        self._talk.say(words.trace_row(self._desk.game, row, trace[row]))
        for conclusion in trace.conclusions(row):
            self._talk.say(words.sentence(conclusion.text))
            self._talk.say(*(f"  {words.sentence(each.text)}" for each in conclusion.evidence))

    # Playing.

    def _undo(self, rest: list[str]) -> None:
        if rest[:1] == ["edit"]:
            name = self._desk.document.undo()
            self._changed_back(name, "Undone", "no edit to undo")
            return
        play = self._desk.playing()
        if not play.run.moves:
            raise EngineError("no move to undo; undo edit takes the last edit back")
        play.undo()
        self._talk.say(f"Undone. {self._desk.standing}")

    def _redo(self, rest: list[str]) -> None:
        if rest[:1] == ["edit"]:
            name = self._desk.document.redo()
            self._changed_back(name, "Redone", "no edit to redo")
            return
        play = self._desk.playing()
        before = play.run.moves
        play.redo()
        if play.run.moves == before:
            raise EngineError("no move to redo")
        self._talk.say(f"Redone. {self._desk.standing}")

    def _changed_back(self, name: str | None, done: str, nothing: str) -> None:
        if name is None:
            raise EngineError(nothing)
        self._desk.renewed()
        self._talk.say(f"{done}: {name}.")

    # Changing.

    def _tools(self, rest: list[str]) -> None:
        self._talk.say(
            *words.listed({tool.name: tool.title for tool in self._desk.game.boards.tools})
        )

    def _paint(self, rest: list[str]) -> None:
        *name, row, col = rest
        tool = tool_of(self._desk.game, " ".join(name))
        at, to = _cell([row, col])
        changed = self._desk.paint(tool, at, to)
        done = f"{tool.title.capitalize()} at row {at}, column {to}."
        self._talk.say(done if changed else "That is there already.")

    def _erase(self, rest: list[str]) -> None:
        row, col = _cell(rest)
        if not self._desk.erase(row, col):
            raise EngineError("there is nothing to erase")
        self._cell(rest)

    # Files.

    def _save(self, rest: list[str]) -> None:
        self._saved(level_file(" ".join(rest)) if rest else None)

    def _saved(self, path: Path | None, version: Entry | None = None) -> bool:
        """Saves a version, asking about what is in the way; False if the user backs out."""
        document = self._desk.document
        version = version or document.entry
        if path is None and version.home.path is None:
            back = "" if version is document.entry else "go back to it by undo edit, and "
            raise EngineError(f'"{version.title}" has no file yet; {back}type: save FILE')
        overwrite = False
        while True:
            try:
                document.save(path, overwrite=overwrite, version=version)
            except FileChanged:
                question = "The file was changed by somebody else since it was opened."
            except FileExistsError:
                question = "There is such a file already."
            else:
                self._desk.stored()
                self._talk.say(f"Saved {version.home.path}.")
                return True
            if self._talk.ask(question, ("overwrite", "cancel")) == "cancel":
                self._talk.say("Not saved.")
                return False
            overwrite = True

    def _open(self, rest: list[str]) -> None:
        if self._may_leave():
            self.open(as_path(" ".join(rest)))

    def _quit(self, rest: list[str]) -> None:
        if self._may_leave():
            raise Left(discard=True)

    def _may_leave(self) -> bool:
        """Whether the document may go; asks about unsaved changes."""
        question = unsaved_words(self._desk.unsaved)
        if not question:
            return True
        answer = self._talk.ask(question, ("save", "discard", "cancel"))
        if answer == "save":
            return all(self._saved(None, version) for version in self._desk.unsaved)
        return answer == "discard"


def _cell(rest: list[str]) -> tuple[int, int]:
    return whole_number(rest[0], "a row"), whole_number(rest[1], "a column")
