"""Boards, moves and verdicts in sentences, to listen to rather than look at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from engine.evaluation.relevance import Relevance
from engine.game.game import Game
from engine.game.playthrough import refusal
from engine.game.position import Step
from engine.search.maps.statemap import DEAD, StateMap, misses, name, winning
from engine.search.maps.trapmap import Trap, TrapMap
from engine.search.moments import NodeMoment
from engine.values.budget import Control, ProgressSnapshot
from engine.values.grid import DIRECTIONS
from engine.values.judgement import Judgement
from engine.values.mechanics import Mechanics
from engine.values.picture import Picture
from engine.values.trace import TraceRow
from workbench.document.recovery import Orphan
from workbench.features.maps import relevance as relevancemap
from workbench.features.maps.traps import dead_positions
from workbench.features.whatif.model import WhatIfReport
from workbench.session.making.progress import best_score
from workbench.session.playing.hints import SHOWN
from workbench.session.playing.playtest import Playtest
from workbench.text.mechanics import HEADS, by_word
from workbench.text.status import capitalized, count, place, sentence, steps_of

_CHANGE = re.compile(r"(?<=\d) → (?=\d)")
_ARROW = re.compile("[→↑←↓] ?")
_CELL = re.compile(r"\b(\d+),(\d+)\b")


def size(picture: Picture) -> str:
    """How large a board is; of one in parts, what they are and where they lie."""
    rows, cols = picture.rows, picture.cols
    parts = picture.panels
    if not parts:
        return f"{rows} rows and {cols} columns, counted from 0"
    names = [part.title for part in parts]
    each = f"{len(parts)} faces of {parts[0].rows} by {parts[0].cols} cells"
    together = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{each}, {together}; unfolded they lie in rows 0 to {rows - 1}, columns 0 to {cols - 1}"


def cell(game: Game, picture: Picture, row: int, col: int) -> str:
    """What is on a cell: the piece, the tile under it, gates that leave it, and a lock."""
    piece = picture.pieces.get((row, col))
    words = game.boards.title(picture.tiles[row][col])
    if piece is not None:
        on_it = game.boards.title(piece.name)
        words = on_it if words in ("floor", "empty") else f"{on_it} on {words}"
    for way in sorted(way for at, to, way in picture.gates if (at, to) == (row, col)):
        words += f", one-way {DIRECTIONS[way]}"
    return f"{words}, locked" if (row, col) in picture.locked else words


def row(number: int, cells: Sequence[str]) -> str:
    """One row from left to right, equal neighbours counted together."""
    counts = [(words, len([*same])) for words, same in groupby(cells)]
    said = [words if times == 1 else f"{times} {words}" for words, times in counts]
    return f"Row {number}: {'; '.join(said)}."


def pieces(game: Game, picture: Picture) -> str:
    """Every piece with its place, in reading order."""
    said = [
        f"{game.boards.title(piece.name)} at row {at}, column {col}"
        for (at, col), piece in sorted(picture.pieces.items())
    ]
    return f"{'; '.join(said)}." if said else "No pieces."


def moved(game: Game, step: Step, stands: str) -> str:
    """What a move did, and how play stands then."""
    title = game.play.title(step.move)
    if not step.changed:
        return f"{title.capitalize()}: {refusal(step)}."
    note = f", {step.note}" if step.note else ""
    return f"{title.capitalize()}{note}. {stands}"


def spelt(game: Game, moves: Sequence[str]) -> str:
    """Moves as letters and as words; just as they are written where they name places."""
    if not game.play.moves:
        return " ".join(moves)
    return f"{''.join(moves)}: {', '.join(map(game.play.title, moves))}"


def standing(play: Playtest) -> str:
    """How play stands, as a sentence."""
    made = play.advice.measure.played(play.playthrough.moves)
    if play.status == "won":
        return f"Won in {made}{f', {SHOWN}' if play.solution_shown else ''}."
    lost = play.status == "lost"
    return f"Lost after {made}; undo takes the last one back." if lost else f"{made}."


def traps(found: TrapMap) -> str:
    """How a level traps its player."""
    if found.hopeless:
        return "Every position is dead: the level cannot be won at all."
    if not len(found):
        return "No dead ends: the level can never trap the player."
    dead = f"{found.dead:,} of {count(found.positions, 'position')} are dead"
    moves = count(len(found), "move")
    losing = f", {found.losing:,} of them by losing at once" if found.losing else ""
    return f"{moves} into a trap{losing}; {dead}."


def trap(game: Game, number: int, found: Trap) -> str:
    """One move into a trap, and the pieces that come to rest by it."""
    way = ", ".join(map(game.play.title, found.way))
    when = f"after {way}" if way else "at the start"
    head = f"Trap {number}: {when}, {game.play.title(found.move)}"
    if found.target is None:
        return f"{head} loses at once."
    landings = "".join(
        f"; {each.kind} at row {each.row}, column {each.col}" for each in found.landings
    )
    return f"{head}: {dead_positions(found.positions)}{landings}."


def relevance(
    game: Game, picture: Picture, facts: Mapping[str, Any], found: Sequence[Relevance]
) -> Iterator[str]:
    """What is different without each thing, what changes nothing first, the surroundings summed."""
    own, around = relevancemap.parted(found)
    yield sentence(relevancemap.summary(found))
    order = tuple(relevancemap.WORTHS)
    for each in sorted(own, key=lambda each: order.index(each.worth)):
        thing = each.thing
        head = f"{thing.title} at {place(picture, thing.row, thing.col)}"
        yield sentence(f"{head}: {relevancemap.thing_words(game, facts, each)}")
    if around:
        head = relevancemap.around_words(around)
        yield sentence(f"{head}: {relevancemap.in_short(around)}")


def what_if(report: WhatIfReport, *, of_cell: bool) -> Iterator[str]:
    """What changes come to: those of one cell, or the best of the board."""
    yardstick, at = report.yardstick, place(report.picture, *report.cell)
    tried = f"{count(report.tried, 'change')} tried for {report.aim}"
    yield sentence(f"{tried}; as it stands: {yardstick.words(yardstick.base)}")
    if of_cell:
        yield sentence(f"{at}: {report.contents}")
    groups = report.here if of_cell else report.best
    if not groups:
        yield sentence(report.nothing_here if of_cell else report.nothing_better)
    for group in groups:
        names = f"{group.names} at {place(report.picture, *group.cell)}"
        yield sentence(yardstick.change_words(group.names if of_cell else names, group.standing))


def mechanics(found: Mechanics) -> Iterator[str]:
    """The mechanics that act in every shortest solution, in some and in none."""
    for word, names in by_word(found):
        yield sentence(f"{HEADS[word]}: {', '.join(names)}")


def judged(judgements: Iterable[Judgement]) -> Iterator[str]:
    """What a game makes of a verdict, a line for each rating and each reason."""
    for judgement in judgements:
        yield f"{judgement.title}: {judgement.rating}."
        for about, reason in judgement.lines:
            yield f"{about}: {reason}." if about else f"{reason}."


def graph(states: StateMap) -> str:
    """The size of a state graph."""
    size = f"{count(states.count, 'state')} in {count(states.layers, 'layer')}"
    if states.dead is None:
        return f"{size}, as far as the search came."
    lost = f", {states.ways[0]} lost in {states.missed:,}" if states.missed else ""
    return f"{size}, {f'{states.dead:,}' if states.dead else 'none'} dead{lost}."


def layer(states: StateMap, depth: int) -> str:
    """One layer: how many states, which of them win at once, how many are dead."""
    groups = states.groups(depth)
    parts = [count(len(states.layer(depth)), "state")]
    wins = sum(group.count for group in groups if winning(group.kind))
    lost = sum(group.count for group in groups if misses(group.kind))
    dead = sum(group.count for group in groups if group.kind == DEAD)
    parts += [f"{wins:,} with a winning move"] if wins else []
    parts += [f"{lost:,} with {states.ways[0]} lost"] if lost else []
    parts += [f"{dead:,} dead"] if dead else []
    parts += [f"{name(states.path[depth])} on the solution"] if depth < len(states.path) else []
    return f"Layer {depth}: {', '.join(parts)}."


def tree_node(game: Game, node: NodeMoment) -> str:
    """A node of the published tree with the fields of the article."""
    parts = [f"{name(node.number)}: {node.state}", f"depth {node.depth}"]
    if node.parent is None:
        parts.append("the root")
    else:
        parts += [f"by {game.play.moves[node.index].title} from {name(node.parent)}"]
    if node.secondary:
        parts.append(f"secondary parents {' '.join(map(name, node.secondary))}")
    return f"{', '.join(parts)}."


def trace_row(game: Game, index: int, trial: TraceRow) -> str:
    """One trial of the solver."""
    words = f"Row {index}: {trial.name} is the start"
    if trial.parent:
        titles = {move.word: move.title for move in game.play.moves}
        move = titles.get(trial.move, trial.move)
        way = f"{move} from {trial.parent} to {trial.name}" if move else trial.name
        # Signs are passed over by some screen readers.
        known = trial.result.removeprefix("= ")
        result = trial.result if known == trial.result else f"the same as {known}"
        words = f"Row {index}: {way}: {result}"
    marks = [text for text, on in (("on the path", trial.on_path), ("dead", trial.dead)) if on]
    return f"{', '.join([words, *marks])}."


def making(control: Control) -> str:
    """How far the making of a level has come, in words."""
    snapshot = control.snapshot
    if snapshot is None:
        return f"{count(control.candidates, 'candidate')} tried"
    takes = snapshot.fault is None and not control.finishing
    hint = "; Ctrl+C takes the best so far" if takes else ""
    return f"{steps_of(snapshot)}, {best_score(snapshot)}{hint}"


def improved(snapshot: ProgressSnapshot | None) -> Iterator[str]:
    """What the improving of a level came to, as sentences; none if it was not improved."""
    if snapshot is not None:
        yield sentence(f"{best_score(snapshot)}, after {snapshot.done:,} {snapshot.unit}")


def orphan(number: int, work: Orphan) -> str:
    """Return the offer to open unsaved work of an earlier session."""
    kept = f"Unsaved work of an earlier session is kept in {work.file}"
    return f"{kept}; recover {number} opens it."


def in_words(notice: str) -> str:
    """Return a notice of a session as a sentence, without the signs that it is written with."""
    said = _ARROW.sub("", _CHANGE.sub(" to ", notice.replace(" · ", "; ")))
    if not said.endswith(".") or said.endswith(".."):
        said = said and f"{said}."
    # The name of a file stays as it is.
    return said if "." in said.partition(" ")[0].rstrip(".:;,") else capitalized(said)


def placed(name: str) -> str:
    """Return the name of a change with its cells in words, as a sentence."""
    return sentence(_CELL.sub(r"row \1, column \2", name))
