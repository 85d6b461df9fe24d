"""The orders that describe the level, and what the solver says of it."""

from __future__ import annotations

from itertools import islice

from engine.errors import EngineError
from engine.evaluation.intended import intended
from engine.evaluation.mechanics import mechanics
from engine.search.maps.statemap import StateMap, name
from engine.values.grid import Cell
from engine.values.leaks import judged
from workbench.document.history import unsaved_words
from workbench.drawing import rendering
from workbench.features.maps import leaks as leakmap
from workbench.features.maps import traps as trapmap
from workbench.plain import words
from workbench.plain.arguments import cell_of
from workbench.plain.openlevel import OpenLevel
from workbench.plain.orders import Orders
from workbench.plain.talk import whole_number
from workbench.service import running
from workbench.session.playing import kinds
from workbench.session.playing.pencilling import cell_words
from workbench.text import verdict
from workbench.text.intended import TITLE, summary
from workbench.text.status import sentence
from workbench.theme import theming
from workbench.ui.graph import words as graph

PAGE = 10
"""Rows of a trace, traps or layers that are read out at once."""

ORDERS = Orders()

# What is there.


@ORDERS("board", "the board as characters, and its pieces")
def _board(opened: OpenLevel, rest: list[str]) -> None:
    theme = theming.load_shipped("ascii")
    drawn = rendering.render_text(opened.game, opened.picture, theme, False).splitlines()
    opened.say(*drawn, words.pieces(opened.game, opened.picture))


@ORDERS("rows", "every row in words")
def _rows(opened: OpenLevel, rest: list[str]) -> None:
    for number in range(opened.session.board.rows):
        _row(opened, [str(number)])


@ORDERS("row N", "one row in words")
def _row(opened: OpenLevel, rest: list[str]) -> None:
    number, _ = cell_of(opened, [rest[0], "0"])
    cells = [_contents(opened, (number, col)) for col in range(opened.session.board.cols)]
    opened.say(words.row(number, cells))


@ORDERS("cell ROW COLUMN", "what is on a cell")
def say_cell(opened: OpenLevel, rest: list[str]) -> None:
    """Says what is on a cell."""
    row, col = cell_of(opened, rest)
    opened.say(f"Row {row}, column {col}: {_contents(opened, (row, col))}.")


def _contents(opened: OpenLevel, cell: Cell) -> str:
    """What is on a cell now, in words."""
    game, play = opened.game, opened.play
    if play is not None and game.play.placing is not None:
        return cell_words(game, play.visible_position, play.pencilling.marks, cell)
    return words.cell(game, opened.picture, *cell)


@ORDERS("status", "the level, its file, and the moves made")
def _status(opened: OpenLevel, rest: list[str]) -> None:
    opened.introduce()
    path, source = opened.document.path, opened.document.home.source
    file = "Not a file yet." if path is None else f"File {path}."
    if path is None and source is not None:
        file = f"A copy of {source}."
    opened.say(f"{file} {unsaved_words(opened.unsaved) or 'Nothing is unsaved.'}")
    play = opened.play
    if play is None:
        return
    position, steering = play.playthrough.position, opened.game.play.steering
    opened.say(opened.standing)
    if steering is not None:
        stands = (f"{title} {state}" for title, state in steering.standing(position))
        opened.say(sentence(", ".join(stands)))
    for kind, state in kinds.standings(play.advice, position, play.playthrough.moves):
        opened.say(sentence(f"{kind} {state}"))


# What the solver says of it.


@ORDERS("verdict", "whether and how fast it can be solved")
def _verdict(opened: OpenLevel, rest: list[str]) -> None:
    facts = opened.solved().facts
    judgements = opened.session.history.judgements
    opened.say(verdict.spoken(opened.game, facts), *words.judged(judgements))


@ORDERS("play.solution", "a shortest solution of every kind", shows_solution=True)
def _solution(opened: OpenLevel, rest: list[str]) -> None:
    game, found = opened.game, dict(kinds.solutions(opened.advice()))
    if not found:
        opened.say(verdict.spoken(game, opened.solved().facts))
    for kind, moves in found.items():
        spelt = "the same" if moves is None else words.spelt(game, moves)
        opened.say(f"{kind.capitalize()}, {spelt}." if game.play.aims else f"{spelt}.")


@ORDERS(
    "design.solutions [FROM]", f"all solutions, {PAGE} at a time from one on", shows_solution=True
)
def _solutions(opened: OpenLevel, rest: list[str]) -> None:
    """Says all shortest solutions of each kind, then one of every other winning move."""
    opened.solved()
    ways, first = opened.session.playback.ways, whole_number(rest[0], "a number") if rest else 1
    if not ways.lists:
        raise EngineError("no list of solutions is known")
    page = list(islice(ways.every(), max(first - 1, 0), max(first - 1, 0) + PAGE + 1))
    if not page:
        raise EngineError(f"there are fewer than {first} solutions")
    for number, (found, way) in enumerate(page[:PAGE], start=max(first, 1)):
        kind = f"{way.title}, " if way.title else ""
        spelt = words.spelt(opened.game, way.moves)
        opened.say(f"Solution {number}, {kind}{spelt}; the last move in {name(found.state)}.")
    more = f"More; type solutions {max(first, 1) + PAGE}."
    opened.say(more if len(page) > PAGE else "That is all.")


@ORDERS("design.states [LAYER]", "layers of the state graph, ten at a time", also="graph")
def _graph(opened: OpenLevel, rest: list[str]) -> None:
    states = _states(opened)
    first = whole_number(rest[0], "a layer") if rest else 0
    if first >= states.layers:
        raise EngineError(f"the graph ends with layer {states.layers - 1}")
    end = min(first + PAGE, states.layers)
    layers = (words.layer(states, depth) for depth in range(first, end))
    opened.say(words.graph(states), *layers)
    left = states.layers - end
    opened.say(f"{left} more; type graph {end}." if left else "That is all.")


@ORDERS("state [NUMBER]", "one state, by default where play stands")
def _state(opened: OpenLevel, rest: list[str]) -> None:
    """Describes a state, and what every move does there."""
    states = _states(opened)
    if rest:
        number = whole_number(rest[0].upper().removeprefix("S"), "a state")
        if number >= states.count:
            raise EngineError(f"the states end with {name(states.count - 1)}")
    else:
        arrival = states.arrival(opened.playing().playthrough.moves)
        if arrival is None:
            raise EngineError("where play stands is beyond what was searched")
        number = arrival.state
        if arrival.end is not None:
            opened.say(f"The game was ended by a move in {name(number)}.")
    node = states.node(number)
    opened.say(sentence(graph.state(states, node)))
    for lead in states.leads(number):
        title = opened.game.play.title(lead.move).capitalize()
        opened.say(f"{title}: {graph.lead(states, lead, number)[0]}.")
    if not node.expanded:
        opened.say("Its moves were not tried.")


def _states(opened: OpenLevel) -> StateMap:
    opened.solved()
    access = opened.session.states
    if access.map is None:
        raise EngineError(access.refusal)
    access.map.prepare()
    return access.map


@ORDERS("design.leaks", "what trust in a single solution gives away")
def _leaks(opened: OpenLevel, rest: list[str]) -> None:
    solved = opened.solved()
    if solved.leaks is None:
        raise EngineError(leakmap.unsought(solved.facts))
    opened.say(*words.judged([judged(solved.leaks())]))


@ORDERS("design.traps", f"moves into dead ends, the first {PAGE}")
def _traps(opened: OpenLevel, rest: list[str]) -> None:
    solved = opened.solved()
    found = running.traps(solved)
    if found is None:
        raise EngineError(f"dead ends are {trapmap.unsought(solved)}")
    opened.say(words.traps(found))
    for number in range(min(len(found), PAGE)):
        opened.say(words.trap(opened.game, number + 1, found[number]))


@ORDERS(
    "design.intended", "whether the intended solution wins, and what else does", shows_solution=True
)
def _intended(opened: OpenLevel, rest: list[str]) -> None:
    solved, level = opened.solved(), opened.document.level
    found = running.run(lambda _: intended(opened.game, level, solved), running.positions)
    if found is None:
        raise EngineError("no intended solution is pinned; type pin MOVES, or pin once it is won")
    said = summary(opened.game, level.board, found)
    opened.say(sentence(f"{TITLE}, {words.spelt(opened.game, found.moves)}: {said}"))


@ORDERS("mechanics", "what happens in every shortest solution, in some, and in none")
def _mechanics(opened: OpenLevel, rest: list[str]) -> None:
    game, solved = opened.game, opened.solved()
    found = running.run(lambda control: mechanics(game, solved, control), running.positions)
    if not found:
        raise EngineError("mechanics of this game are not told apart")
    opened.say(*words.mechanics(found))
