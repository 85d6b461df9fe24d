"""The commands of plain mode: each a word, perhaps with arguments, and its answer."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import NamedTuple

from engine.errors import EngineError, quoted
from workbench.plain import changing, looking, modes, playing, states
from workbench.plain.desk import Desk


class Order(NamedTuple):
    """One command.

    Attributes:
        usage: its word and arguments; those in brackets may be left out.
        help: what it does.
        obey: does it, given the words after its own.
        shows_solution: whether it gives a whole way to a win away.
    """

    usage: str
    help: str
    obey: Callable[[Desk, list[str]], None]
    shows_solution: bool = False


def obey(desk: Desk, line: str) -> None:
    """Does what a line says.

    Raises:
        EngineError: that cannot be done, or is not understood; one sentence.
        Left: it says to leave.
    """
    if not line:
        return
    word, *rest = line.split()
    order = _ORDERS.get(word.lower())
    if order is None:
        close = difflib.get_close_matches(word.lower(), _ORDERS, 1)
        hint = f"did you mean {close[0]}?" if close else "type help for the commands"
        raise EngineError(f"unknown command {quoted(word)}; {hint}")
    needed = [part for part in order.usage.split()[1:] if not part.startswith("[")]
    if len(rest) < len(needed):
        raise EngineError(f"expected: {order.usage}")
    order.obey(desk, rest)
    if order.shows_solution and desk.play is not None:
        desk.play.show_solution()
    while desk.after:
        desk.after.pop(0)()


def _help(desk: Desk, rest: list[str]) -> None:
    wanted = [_ORDERS[word] for word in rest if word in _ORDERS]
    for order in wanted or _ORDERS.values():
        desk.say(f"{order.usage}: {order.help}.")


_ORDERS = {
    order.usage.split()[0]: order
    for order in (
        Order("help [COMMAND]", "the commands, or one of them", _help),
        Order("board", "the board as characters, and its pieces", looking.board),
        Order("rows", "every row in words", looking.rows),
        Order("row N", "one row in words", looking.row),
        Order("cell ROW COLUMN", "what is on a cell", looking.cell),
        Order("status", "the level, its file, and the moves made", looking.status),
        Order("verdict", "whether and how fast it can be solved", looking.spoken_verdict),
        Order("solution", "a shortest solution of every kind", playing.solution, True),
        Order(
            "trace [FROM]",
            f"{looking.PAGE} rows of the solver's trace, then more",
            looking.trace,
            True,
        ),
        Order("graph [LAYER]", "layers of the state graph, ten at a time", states.layers),
        Order("state [NUMBER]", "one state, by default where play stands", states.state),
        Order("leaks", "what trust in a single solution gives away", looking.leaks),
        Order(
            "reasons ROW",
            "all that each conclusion of a row of the trace follows from",
            looking.reasons,
        ),
        Order("traps", f"moves into dead ends, the first {looking.PAGE}", looking.traps),
        Order(
            "move MOVES",
            "make moves, such as: move RULD, or: move 1,2:1,2-1,4, or: move m12 r0",
            playing.move,
        ),
        Order("undo [edit]", "take the last move back, or the last edit", changing.undo),
        Order("redo [edit]", "make it again", changing.redo),
        Order("restart", "back to the start", playing.restart),
        Order("look", "the position part by part, in games of turns", playing.look),
        Order("hint", "the next move, or the next conclusion in three degrees", playing.hint),
        Order("check", "what is still wrong or missing", playing.check),
        Order("aim", "have hints lead to a better kind of win, or to any", playing.aim),
        Order("medals", "what the run has earned", playing.medals),
        Order(
            "campaign [new] [LIST] [seed=N]",
            "go on with a campaign, or begin one, over the shipped list or another",
            modes.campaign,
        ),
        Order("infinite [new] [LIST] [seed=N]", "the same without an end", modes.infinite),
        Order("next", "the next level of the campaign or of infinite play", modes.go_on),
        Order("runs", "the campaigns and the infinite play that were begun", modes.runs),
        Order("tools", "what can be painted", changing.tools),
        Order("paint TOOL ROW COLUMN", "put a tool on a cell", changing.paint),
        Order("erase ROW COLUMN", "take what is on a cell away", changing.erase),
        Order(
            "generate [GAME] [SEED] [KEY=VALUE]...",
            "another level, with some parameters set; Ctrl+C takes the best so far",
            changing.generate,
        ),
        Order("parameters [GAME]", "what can be set, by the KEY of each", changing.parameters),
        Order("stages", "the stages of the generator", changing.stages),
        Order("reroll STAGE", "roll one stage again", changing.reroll),
        Order("save [FILE]", "save the level", changing.save),
        Order("open FILE", "open another level", changing.open_file),
        Order("quit", "leave", changing.leave),
    )
}
