"""The orders that go through the trace of the solver, the making of the level, and solutions."""

from __future__ import annotations

from functools import partial

from engine.errors import EngineError
from engine.game.reasoning import ReasonedTrace
from engine.search.traces.graph_trace import GraphTrace
from engine.values.budget import MAX_DEPTH
from engine.values.trace import Trace
from workbench.plain import words
from workbench.plain.looking import PAGE
from workbench.plain.openlevel import OpenLevel
from workbench.plain.orders import Orders, do_command
from workbench.plain.talk import whole_number
from workbench.service import running
from workbench.text.status import count, sentence
from workbench.ui.running import stepping

MOST_NODES = 100
"""Nodes of a tree that are read out at once."""

ORDERS = Orders()


def _step(command_id: str, opened: OpenLevel, rest: list[str]) -> None:
    """Step through the making of the level, or through what was shown last."""
    opened.find_making()
    player = opened.session.playback.player
    if player is None:
        raise EngineError(f"nothing to step through: {opened.session.history.unmade}")
    stepping("design", lambda move: move(player))[command_id]()
    opened.say(opened.shown)


for _id in stepping("design", lambda move: None):
    ORDERS(_id)(partial(_step, _id))


def _walk(command_id: str, opened: OpenLevel, rest: list[str]) -> None:
    """Go to another row of the trace, or show a solution."""
    _trace_shown(opened)
    opened.find_making()
    do_command(command_id, (), opened, rest)


for _id in (
    "design.mode", "design.witness", "design.next-match", "design.previous-match",
    "trace.parent", "trace.child", "trace.sibling-before", "trace.sibling-after",
):  # fmt: skip
    ORDERS(_id, shows_solution=True)(partial(_walk, _id))


@ORDERS("design.strategy")
def _strategy(opened: OpenLevel, rest: list[str]) -> None:
    opened.do("design.strategy")
    opened.next_row = 0
    opened.say(f"The trace is that of {opened.session.playback.strategy}.")


@ORDERS("design.depth-limit N")
def _limit(opened: OpenLevel, rest: list[str]) -> None:
    tracer = opened.session.tracer
    if tracer.no_limit is not None:
        raise EngineError(tracer.no_limit)
    tracer.limit_depth(min(max(whole_number(rest[0], "a number of moves"), 1), MAX_DEPTH))
    opened.next_row = 0
    opened.say(f"It looks {count(tracer.depth_limit or 0, 'move')} ahead.")


@ORDERS("design.search EXPR...", shows_solution=True)
def _search(opened: OpenLevel, rest: list[str]) -> None:
    """Go to the next row of the trace that an expression holds for."""
    _trace_shown(opened)

    def search() -> None:
        """Looks for rows, and waits for them."""
        opened.session.tracer.find(" ".join(rest))
        opened.service.settle("search", lambda _: "searching the trace")

    opened.say(opened.run(search) or opened.shown)


def _trace_shown(opened: OpenLevel) -> Trace:
    """Return the trace of the strategy that is shown, found once."""
    opened.solved()
    opened.service.settle("trace", running.positions)
    player = opened.session.playback.trace()
    assert player is not None
    return player.trace


@ORDERS("trace [FROM]", f"{PAGE} rows of the solver's trace, then more", shows_solution=True)
def _trace(opened: OpenLevel, rest: list[str]) -> None:
    found = _trace_shown(opened)
    first = whole_number(rest[0], "a row") if rest else opened.next_row
    if first >= len(found):
        opened.next_row = 0
        raise EngineError(f"the trace ends with row {len(found) - 1}")
    end = min(first + PAGE, len(found))
    for row in range(first, end):
        opened.say(words.trace_row(opened.game, row, found[row]))
        if isinstance(found, ReasonedTrace):
            opened.say(*map(sentence, found.reasons(row)))
    opened.next_row = end
    left = len(found) - end
    opened.say(f"{left:,} more; type trace again." if left else "That is all.")


@ORDERS("design.nodes [ROW]", also="watch", shows_solution=True)
def _watch(opened: OpenLevel, rest: list[str]) -> None:
    """Says every node as the article has it: its state, its parents, the move that made it."""
    if opened.session.verdicts.problems:
        raise EngineError("a draft has no trace")
    if "published" not in opened.game.solver.strategies:
        raise EngineError("the solver of this game makes no tree of nodes")
    found = running.solve(opened.game, opened.session.board, "published").trace
    moments = found.moments() if isinstance(found, GraphTrace) else None
    if moments is None:
        raise EngineError("the solver of this game makes no tree of nodes")
    row = whole_number(rest[0], "a row") if rest else moments.length
    if row > moments.length:
        raise EngineError(f"the trace ends with row {moments.length}")
    shown = min(moments.count(row), MOST_NODES)
    opened.say(f"Nodes after row {row} of {moments.length}: {moments.count(row):,}.")
    for node in filter(None, (moments.node(number, row) for number in range(shown))):
        opened.say(words.tree_node(opened.game, node))


@ORDERS("design.reasons [ROW]")
def _why(opened: OpenLevel, rest: list[str]) -> None:
    """Say the reasons of the rating; of a row of the trace, the evidence of its conclusions."""
    if rest:
        _conclusions(opened, rest)
        return
    opened.solved()
    opened.say(*words.judged(opened.session.history.judgements))


@ORDERS("design.conclusions ROW")
def _conclusions(opened: OpenLevel, rest: list[str]) -> None:
    found, row = opened.solved().trace, whole_number(rest[0], "a row")
    if not isinstance(found, ReasonedTrace):
        raise EngineError("the solver of this game tries moves, it concludes nothing")
    if row >= len(found):
        raise EngineError(f"the trace ends with row {len(found) - 1}")
    opened.say(words.trace_row(opened.game, row, found[row]))
    for conclusion in found.conclusions(row):
        opened.say(sentence(conclusion.text))
        opened.say(*(f"  {sentence(each.text)}" for each in conclusion.evidence))
