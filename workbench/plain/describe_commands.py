"""Commands that describe the level and the solver's facts about it."""

from __future__ import annotations

from itertools import islice

from engine.errors import EngineError
from engine.evaluation.intended_solution import check_intended
from engine.evaluation.level_mechanics import find_mechanics
from engine.search.maps.statemap import StateMap, format_name
from engine.values.grid import Cell
from engine.values.uniqueness_leak import judge_leaks
from workbench.document.undo_versions import format_unsaved
from workbench.drawing import export
from workbench.features.maps import dead_end_finder, uniqueness_leak_text
from workbench.plain import plain_text
from workbench.plain.command_table import CommandTable
from workbench.plain.line_console import parse_whole_number
from workbench.plain.plain_state import PlainApp
from workbench.plain.typed_arguments import parse_cell
from workbench.service import foreground
from workbench.session.playtest import win_kind_text
from workbench.session.playtest.pencil_marks import describe_cell
from workbench.text import verdict_text
from workbench.text.intended_text import TITLE, format_intended
from workbench.text.quantity_text import make_sentence
from workbench.theme import theme_loader
from workbench.ui.graph import state_text

PAGE_SIZE = 10
"""The largest number of rows, traps or layers in one listing."""

COMMANDS = CommandTable()


@COMMANDS("board", "show the board as characters, and list its pieces")
def _say_board(app: PlainApp, rest: list[str]) -> None:
    theme = theme_loader.load_shipped("ascii")
    drawn = export.render_text(app.game, app.picture, theme, False).splitlines()
    app.say(*drawn, plain_text.list_pieces(app.game, app.picture))


@COMMANDS("rows", "describe every row in words")
def _say_rows(app: PlainApp, rest: list[str]) -> None:
    for number in range(app.session.board.rows):
        _say_row(app, [str(number)])


@COMMANDS("row N", "describe one row in words")
def _say_row(app: PlainApp, rest: list[str]) -> None:
    number, _ = parse_cell(app, [rest[0], "0"])
    cells = [_describe_contents(app, (number, col)) for col in range(app.session.board.cols)]
    app.say(plain_text.describe_row(number, cells))


@COMMANDS("cell ROW COLUMN", "describe the contents of a cell")
def say_cell(app: PlainApp, rest: list[str]) -> None:
    """Say what is on the cell whose row and column were typed."""
    row, col = parse_cell(app, rest)
    app.say(f"Row {row}, column {col}: {_describe_contents(app, (row, col))}.")


def _describe_contents(app: PlainApp, cell: Cell) -> str:
    """Describe what is on a cell now, including pencil marks during play."""
    game, play = app.game, app.playtest
    if play is not None and game.play.drag_input is not None:
        return describe_cell(game, play.visible_position, play.pencil_history.marks, cell)
    return plain_text.describe_cell(game, app.picture, *cell)


@COMMANDS("status", "describe the level, its file, and the moves made")
def _say_status(app: PlainApp, rest: list[str]) -> None:
    app.describe_level()
    path, source = app.document.path, app.document.location.source
    file = "Not saved to a file yet." if path is None else f"File {path}."
    if path is None and source is not None:
        file = f"A copy of {source}."
    app.say(f"{file} {format_unsaved(app.unsaved_versions) or 'All changes are saved.'}")
    play = app.playtest
    if play is None:
        return
    position, steering = play.playthrough.position, app.game.play.step_input
    app.say(app.play_status)
    if steering is not None:
        stands = (f"{title} {state}" for title, state in steering.list_status(position))
        app.say(make_sentence(", ".join(stands)))
    for kind, state in win_kind_text.list_kind_states(
        play.analysis, position, play.playthrough.moves
    ):
        app.say(make_sentence(f"{kind} {state}"))


@COMMANDS("verdict", "say whether the level can be solved, and in how many moves")
def _say_verdict(app: PlainApp, rest: list[str]) -> None:
    facts = app.solve_level().facts
    judgements = app.session.history.outcomes
    app.say(
        verdict_text.format_spoken(app.game, facts), *plain_text.describe_judgements(judgements)
    )


@COMMANDS("play.solution", "show a shortest solution for each kind of win", reveals_solution=True)
def _say_solution(app: PlainApp, rest: list[str]) -> None:
    game, found = app.game, dict(win_kind_text.list_solutions(app.analyze_level()))
    if not found:
        app.say(verdict_text.format_spoken(game, app.solve_level().facts))
    for kind, moves in found.items():
        spelt = "the same" if moves is None else plain_text.spell_moves(game, moves)
        app.say(f"{kind.capitalize()}, {spelt}." if game.play.aims else f"{spelt}.")


@COMMANDS(
    "design.solutions [FROM]",
    f"list all solutions, {PAGE_SIZE} at a time",
    reveals_solution=True,
)
def _list_solutions(app: PlainApp, rest: list[str]) -> None:
    """List all shortest solutions of each kind, then one solution for each other winning move."""
    app.solve_level()
    ways, first = (
        app.session.playback.solutions,
        parse_whole_number(rest[0], "a number") if rest else 1,
    )
    if not ways.has_list:
        raise EngineError("the solver does not list solutions of this level")
    # The list can be very long, so take only one solution beyond the page, to see if more follow.
    page = list(islice(ways.list_solutions(), max(first - 1, 0), max(first - 1, 0) + PAGE_SIZE + 1))
    if not page:
        raise EngineError(f"there are fewer than {first} solutions")
    for number, (found, way) in enumerate(page[:PAGE_SIZE], start=max(first, 1)):
        kind = f"{way.title}, " if way.title else ""
        spelt = plain_text.spell_moves(app.game, way.moves)
        app.say(
            f"Solution {number}, {kind}{spelt}; the last move in state {format_name(found.state)}."
        )
    more = f"Type solutions {max(first, 1) + PAGE_SIZE} for more."
    app.say(more if len(page) > PAGE_SIZE else "That is all.")


@COMMANDS("design.states [LAYER]", "list layers of the state graph, ten at a time", alias="graph")
def _list_layers(app: PlainApp, rest: list[str]) -> None:
    states = _require_states(app)
    first = parse_whole_number(rest[0], "a layer") if rest else 0
    if first >= states.layer_count:
        raise EngineError(f"the graph ends with layer {states.layer_count - 1}")
    end = min(first + PAGE_SIZE, states.layer_count)
    layers = (plain_text.describe_layer(states, depth) for depth in range(first, end))
    app.say(plain_text.describe_graph(states), *layers)
    left = states.layer_count - end
    app.say(f"{left} more. Type states {end} for more." if left else "That is all.")


@COMMANDS("state [NUMBER]", "describe one state, by default the current one")
def _say_state(app: PlainApp, rest: list[str]) -> None:
    """Describe a state, and the effect of each move from it."""
    states = _require_states(app)
    if rest:
        number = parse_whole_number(rest[0].upper().removeprefix("S"), "a state")
        if number >= states.count:
            raise EngineError(f"the states end with {format_name(states.count - 1)}")
    else:
        arrival = states.follow_moves(app.require_playtest().playthrough.moves)
        if arrival is None:
            raise EngineError("the current position is outside the searched states")
        number = arrival.state
        if arrival.end is not None:
            app.say(f"The last move, in state {format_name(number)}, ended the game.")
    node = states.get_node(number)
    app.say(make_sentence(state_text.describe_state(states, node)))
    for lead in states.list_transitions(number):
        title = app.game.play.format_title(lead.move).capitalize()
        app.say(f"{title}: {state_text.describe_move(states, lead, number)[0]}.")
    if not node.expanded:
        app.say("Its moves were not tried.")


def _require_states(app: PlainApp) -> StateMap:
    app.solve_level()
    access = app.session.state_access
    if access.map is None:
        raise EngineError(access.refusal)
    # Preparing a large graph takes a long time, so it is not done before a command needs it.
    access.map.prepare()
    return access.map


@COMMANDS("design.leaks", "show what a player can deduce from trusting that there is one solution")
def _say_leaks(app: PlainApp, rest: list[str]) -> None:
    solved = app.solve_level()
    if solved.leaks is None:
        raise EngineError(uniqueness_leak_text.explain_missing(solved.facts))
    app.say(*plain_text.describe_judgements([judge_leaks(solved.leaks())]))


@COMMANDS("design.traps", f"list the first {PAGE_SIZE} moves into dead ends")
def _list_traps(app: PlainApp, rest: list[str]) -> None:
    solved = app.solve_level()
    found = foreground.find_traps(solved)
    if found is None:
        raise EngineError(f"dead ends are {dead_end_finder.explain_missing(solved)}")
    app.say(plain_text.describe_traps(found))
    for number in range(min(len(found), PAGE_SIZE)):
        app.say(plain_text.describe_trap(app.game, number + 1, found[number]))


@COMMANDS(
    "design.intended",
    "check the intended solution, and compare it with other solutions",
    reveals_solution=True,
)
def _say_intended(app: PlainApp, rest: list[str]) -> None:
    solved, level = app.solve_level(), app.document.level
    found = foreground.run_with_progress(
        lambda _: check_intended(app.game, level, solved), foreground.format_search_progress
    )
    if found is None:
        raise EngineError(
            "no intended solution is pinned; type pin MOVES, or win the level and type pin"
        )
    said = format_intended(app.game, level.board, found)
    app.say(make_sentence(f"{TITLE}, {plain_text.spell_moves(app.game, found.moves)}: {said}"))


@COMMANDS("mechanics", "list the mechanics in every shortest solution, in some, and in none")
def _say_mechanics(app: PlainApp, rest: list[str]) -> None:
    game, solved = app.game, app.solve_level()
    found = foreground.run_with_progress(
        lambda control: find_mechanics(game, solved, control), foreground.format_search_progress
    )
    if not found:
        raise EngineError("this game does not distinguish mechanics")
    app.say(*plain_text.describe_mechanics(found))
