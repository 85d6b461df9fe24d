"""Commands that step through solver traces, solutions and the generation of the level."""

from __future__ import annotations

from functools import partial

from engine.errors import EngineError
from engine.game.reasoned_trace import ReasonedTrace
from engine.search.traces.graph_trace import GraphTrace
from engine.values.budget import MAX_DEPTH
from engine.values.solver_trace import Trace
from workbench.plain import plain_text
from workbench.plain.command_table import CommandTable, run_session_command
from workbench.plain.describe_commands import PAGE_SIZE
from workbench.plain.line_console import parse_whole_number
from workbench.plain.plain_state import PlainApp
from workbench.service import foreground
from workbench.text import trace_text
from workbench.text.quantity_text import format_count, make_sentence
from workbench.ui.playback_screen import bind_steps

_NO_NODES = "the solver of this game builds no tree of nodes"
MAX_NODES = 100
"""The largest number of nodes to list at a time."""

COMMANDS = CommandTable()


def _run_step(command_id: str, app: PlainApp, rest: list[str]) -> None:
    """Step through the current playback, which is the level's generation by default."""
    app.wait_for_timeline()
    player = app.session.playback.player
    if player is None:
        raise EngineError(
            f"there are no steps to go through: {app.session.history.generation_refusal}"
        )
    bind_steps("design", lambda move: move(player))[command_id]()
    app.say(app.board_caption)


# The handler binds each step to the current player, so only the ids are needed here.
for _id in bind_steps("design", lambda move: None):
    COMMANDS(_id)(partial(_run_step, _id))


def _run_trace_command(command_id: str, app: PlainApp, rest: list[str]) -> None:
    """Run a command that moves to another trace row or shows a solution."""
    _require_trace(app)
    app.wait_for_timeline()
    run_session_command(command_id, (), app, rest)


for _id in (
    "design.mode", "design.witness", "design.next-match", "design.previous-match",
    "trace.parent", "trace.child", "trace.sibling-before", "trace.sibling-after",
):  # fmt: skip
    COMMANDS(_id, reveals_solution=True)(partial(_run_trace_command, _id))


@COMMANDS("design.strategy")
def _change_strategy(app: PlainApp, rest: list[str]) -> None:
    app.run_command("design.strategy")
    app.next_row = 0
    app.say(f"The trace shows the strategy {app.session.playback.strategy}.")


@COMMANDS("design.depth-limit N")
def _limit_depth(app: PlainApp, rest: list[str]) -> None:
    tracer = app.session.trace_navigator
    if tracer.limit_refusal is not None:
        raise EngineError(tracer.limit_refusal)
    tracer.set_depth_limit(min(max(parse_whole_number(rest[0], "a number of moves"), 1), MAX_DEPTH))
    app.next_row = 0
    app.say(f"The strategy looks {format_count(tracer.depth_limit or 0, 'move')} ahead.")


@COMMANDS("design.search EXPR...", reveals_solution=True)
def _search_trace(app: PlainApp, rest: list[str]) -> None:
    """Move to the next trace row that matches the typed expression."""
    _require_trace(app)

    def find_row() -> None:
        app.session.trace_navigator.start_search(" ".join(rest))
        app.service.run_job("search", lambda _: "searching the trace")

    app.say(app.apply_change(find_row) or app.board_caption)


def _require_trace(app: PlainApp) -> Trace:
    """Return the current strategy's trace, running the solver if necessary.

    Raises:
        EngineError: The search was stopped or failed.
    """
    app.solve_level()
    playback, verdicts = app.session.playback, app.session.verdicts
    answer = verdicts.get_answer(playback.strategy)
    # A search that was interrupted or failed must be started again.
    if answer is None or answer.cancelled or answer.error:
        verdicts.request_answer(playback.strategy, again=True)
    app.service.run_job("trace", foreground.format_search_progress)
    player, answer = playback.get_trace_player(), verdicts.get_answer(playback.strategy)
    if player is None:
        raise EngineError(answer.error if answer and answer.error else "the search was stopped")
    return player.trace


@COMMANDS(
    "trace [FROM]",
    f"list {PAGE_SIZE} rows of the solver's trace, then the next ones",
    reveals_solution=True,
)
def _say_trace(app: PlainApp, rest: list[str]) -> None:
    found = _require_trace(app)
    first = parse_whole_number(rest[0], "a row") if rest else app.next_row
    if first >= len(found):
        app.next_row = 0
        raise EngineError(f"the trace ends with row {len(found) - 1}")
    end = min(first + PAGE_SIZE, len(found))
    for row in range(first, end):
        app.say(trace_text.describe_row(app.game, row, found[row]))
        if isinstance(found, ReasonedTrace):
            app.say(*map(make_sentence, found.list_reasons(row)))
    # Without an argument, the next command continues from here.
    app.next_row = end
    left = len(found) - end
    app.say(f"{left:,} more. Type trace again for more." if left else "That is all.")


@COMMANDS("design.nodes [ROW]", alias="watch", reveals_solution=True)
def _list_nodes(app: PlainApp, rest: list[str]) -> None:
    """List the nodes in the published solver's tree, each with its state, parents and move."""
    if app.session.verdicts.problems:
        raise EngineError("a draft has no trace")
    if "published" not in app.game.solver.strategies:
        raise EngineError(_NO_NODES)
    found = foreground.solve_with_progress(app.game, app.session.board, "published").trace
    moments = found.create_snapshots() if isinstance(found, GraphTrace) else None
    if moments is None:
        raise EngineError(_NO_NODES)
    row = parse_whole_number(rest[0], "a row") if rest else moments.last_moment
    if row > moments.last_moment:
        raise EngineError(f"the trace ends with row {moments.last_moment}")
    shown = min(moments.count_nodes(row), MAX_NODES)
    app.say(f"Nodes after row {row} of {moments.last_moment}: {moments.count_nodes(row):,}.")
    for node in filter(None, (moments.get_node(number, row) for number in range(shown))):
        app.say(plain_text.describe_node(app.game, node))


@COMMANDS("design.reasons [ROW]")
def _say_reasons(app: PlainApp, rest: list[str]) -> None:
    """Say the reasons for the level's rating, or the evidence for a trace row's conclusions."""
    if rest:
        _say_conclusions(app, rest)
        return
    app.solve_level()
    app.say(*plain_text.describe_judgements(app.session.history.outcomes))


@COMMANDS("design.conclusions ROW")
def _say_conclusions(app: PlainApp, rest: list[str]) -> None:
    found, row = app.solve_level().trace, parse_whole_number(rest[0], "a row")
    if not isinstance(found, ReasonedTrace):
        raise EngineError("the solver of this game tries moves and makes no deductions")
    if row >= len(found):
        raise EngineError(f"the trace ends with row {len(found) - 1}")
    app.say(trace_text.describe_row(app.game, row, found[row]))
    for conclusion in found.list_conclusions(row):
        app.say(make_sentence(conclusion.text))
        app.say(*(f"  {make_sentence(each.text)}" for each in conclusion.evidence))
