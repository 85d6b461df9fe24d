"""Sentences about boards, moves and verdicts, written to be read aloud by a screen reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from engine.evaluation.relevance import Relevance
from engine.game.game import Game
from engine.game.play_position import Step
from engine.game.playthrough import find_refusal
from engine.search.maps.statemap import DEAD, StateMap, format_name, is_missed, list_winning_ways
from engine.search.maps.trapmap import Trap, TrapMap
from engine.search.tree_snapshots import NodeSnapshot
from engine.values.budget import Control, ProgressSnapshot
from engine.values.grid import DIRECTIONS
from engine.values.mechanic_use_words import Mechanics
from engine.values.moves import format_moves
from engine.values.picture import Picture
from engine.values.ratings_and_awards import Judgement
from workbench.document.recovery_files import UnsavedWork
from workbench.features.maps import relevance_finder
from workbench.features.maps.dead_end_finder import format_dead_positions
from workbench.features.whatif.model import WhatIfReport
from workbench.session.generation.generation_text import format_best_score
from workbench.session.playtest.hints import SOLUTION_SHOWN
from workbench.session.playtest.playtest import Playtest
from workbench.text.mechanics_text import HEADINGS, group_by_word
from workbench.text.quantity_text import (
    capitalize_first,
    format_count,
    format_place,
    format_steps,
    make_sentence,
)

_CHANGE = re.compile(r"(?<=\d) → (?=\d)")
_ARROW = re.compile("[→↑←↓] ?")
_CELL = re.compile(r"\b(\d+),(\d+)\b")


def describe_size(picture: Picture) -> str:
    """Describe the size of a board and, for a cube, its faces and the size of the net."""
    rows, cols = picture.rows, picture.cols
    parts = picture.panels
    if not parts:
        return f"{rows} rows and {cols} columns, counted from 0"
    names = [part.title for part in parts]
    each = f"{len(parts)} faces of {parts[0].rows} by {parts[0].cols} cells"
    together = f"{', '.join(names[:-1])} and {names[-1]}"
    return (
        f"{each}, {together}; unfolded, they cover rows 0 to {rows - 1} and columns 0 to {cols - 1}"
    )


def describe_cell(game: Game, picture: Picture, row: int, col: int) -> str:
    """Describe a cell: its piece, its tile, the gates that lead out of it, and its lock."""
    piece = picture.pieces.get((row, col))
    words = game.boards.format_title(picture.tiles[row][col])
    if piece is not None:
        on_it = game.boards.format_title(piece.name)
        # There is a floor under most pieces, so mentioning it would add nothing.
        words = on_it if words in ("floor", "empty") else f"{on_it} on {words}"
    for way in sorted(way for at, to, way in picture.gates if (at, to) == (row, col)):
        words += f", one-way {DIRECTIONS[way]}"
    return f"{words}, locked" if (row, col) in picture.locked else words


def describe_row(number: int, cells: Sequence[str]) -> str:
    """Describe a row from left to right, counting equal neighbouring cells together."""
    counts = [(words, len([*same])) for words, same in groupby(cells)]
    said = [words if times == 1 else f"{times} {words}" for words, times in counts]
    return f"Row {number}: {'; '.join(said)}."


def list_pieces(game: Game, picture: Picture) -> str:
    """List all pieces with their rows and columns, from the top left to the bottom right."""
    said = [
        f"{game.boards.format_title(piece.name)} at row {at}, column {col}"
        for (at, col), piece in sorted(picture.pieces.items())
    ]
    return f"{'; '.join(said)}." if said else "No pieces."


def describe_move(game: Game, step: Step, status: str) -> str:
    """Describe a move's effect, followed by ``status``, the state of play."""
    title = game.play.format_title(step.move)
    if not step.changed:
        return f"{title.capitalize()}: {find_refusal(step)}."
    note = f", {step.note}" if step.note else ""
    return f"{title.capitalize()}{note}. {status}"


def spell_moves(game: Game, moves: Sequence[str]) -> str:
    """Format moves as letters and then as words, or leave moves that name cells unchanged."""
    if not game.play.moves:
        return " ".join(moves)
    return f"{format_moves(moves)}: {', '.join(map(game.play.format_title, moves))}"


def describe_play(play: Playtest) -> str:
    """Describe the state of play as a sentence."""
    made = play.analysis.measure.format_moves(play.playthrough.moves)
    if play.status == "won":
        return f"Won in {made}{f', {SOLUTION_SHOWN}' if play.solution_shown else ''}."
    lost = play.status == "lost"
    return f"Lost after {made}. Type undo to take back the last one." if lost else f"{made}."


def describe_traps(found: TrapMap) -> str:
    """Return a sentence that says how many traps and dead positions a level has."""
    if found.starts_dead:
        return "Every position is dead: the level cannot be won."
    if not len(found):
        return "No dead ends: the level can never trap the player."
    dead = f"{found.dead:,} of {format_count(found.positions, 'position')} are dead"
    moves = format_count(len(found), "move")
    losing = f", {found.loss_count:,} of them by losing at once" if found.loss_count else ""
    return f"{moves} into a trap{losing}; {dead}."


def describe_trap(game: Game, number: int, found: Trap) -> str:
    """Describe the trap with the given number, and the cells where its move leaves pieces."""
    way = ", ".join(map(game.play.format_title, found.path))
    when = f"after {way}" if way else "at the start"
    head = f"Trap {number}: {when}, {game.play.format_title(found.move)}"
    if found.target is None:
        return f"{head} loses at once."
    landings = "".join(
        f"; {each.kind} at row {each.row}, column {each.col}" for each in found.landings
    )
    return f"{head}: {format_dead_positions(found.positions)}{landings}."


def describe_relevance(
    game: Game, picture: Picture, facts: Mapping[str, Any], found: Sequence[Relevance]
) -> Iterator[str]:
    """Yield a summary, a sentence on each counted object, and one on the others, such as walls."""
    own, around = relevance_finder.split_counted(found)
    yield make_sentence(relevance_finder.summarize(found))
    order = tuple(relevance_finder.WORTHS)
    # `WORTHS` begins with the kind for inert objects, which a designer looks for.
    for each in sorted(own, key=lambda each: order.index(each.kind)):
        thing = each.thing
        head = f"{thing.title} at {format_place(picture, thing.row, thing.col)}"
        yield make_sentence(f"{head}: {relevance_finder.describe_object(game, facts, each)}")
    if around:
        head = relevance_finder.describe_uncounted(around)
        yield make_sentence(f"{head}: {relevance_finder.format_counts(around)}")


def describe_what_if(report: WhatIfReport, *, of_cell: bool) -> Iterator[str]:
    """Yield sentences about the effects of single changes to a level.

    Args:
        report: The effects of the changes.
        of_cell: True to describe all changes to the report's cell, or False to describe the best
            changes on the board.
    """
    yardstick, at = report.comparison, format_place(report.picture, *report.cell)
    tried = f"{format_count(report.tried_count, 'change')} tried for {report.objective}"
    yield make_sentence(
        f"{tried}; unchanged, the level has: {yardstick.describe_assessment(yardstick.base)}"
    )
    if of_cell:
        yield make_sentence(f"{at}: {report.contents}")
    groups = report.here if of_cell else report.best
    if not groups:
        yield make_sentence(report.nothing_here if of_cell else report.nothing_better)
    for group in groups:
        names = f"{group.names} at {format_place(report.picture, *group.cell)}"
        yield make_sentence(
            yardstick.describe_change(group.names if of_cell else names, group.assessment)
        )


def describe_mechanics(found: Mechanics) -> Iterator[str]:
    """Yield sentences about the mechanics that all, some and none of the shortest solutions use."""
    for word, names in group_by_word(found):
        yield make_sentence(f"{HEADINGS[word]}: {', '.join(names)}")


def describe_judgements(judgements: Iterable[Judgement]) -> Iterator[str]:
    """Yield a line for each rating, followed by a line for each reason for that rating."""
    for judgement in judgements:
        yield f"{judgement.title}: {judgement.rating}."
        for about, reason in judgement.lines:
            yield f"{about}: {reason}." if about else f"{reason}."


def describe_graph(states: StateMap) -> str:
    """Describe the size of a state graph."""
    size = f"{format_count(states.count, 'state')} in {format_count(states.layer_count, 'layer')}"
    if states.dead_count is None:
        return f"{size}, as far as the search went."
    lost = f", {states.win_titles[0]} lost in {states.missed:,}" if states.missed else ""
    return f"{size}, {f'{states.dead_count:,}' if states.dead_count else 'none'} dead{lost}."


def describe_layer(states: StateMap, depth: int) -> str:
    """Describe one layer of a state graph: the number of states of each kind in it."""
    groups = states.get_groups(depth)
    parts = [format_count(len(states.get_layer(depth)), "state")]
    wins = sum(group.count for group in groups if list_winning_ways(group.kind))
    lost = sum(group.count for group in groups if is_missed(group.kind))
    dead = sum(group.count for group in groups if group.kind == DEAD)
    parts += [f"{wins:,} with a winning move"] if wins else []
    parts += [f"{lost:,} with {states.win_titles[0]} lost"] if lost else []
    parts += [f"{dead:,} dead"] if dead else []
    parts += (
        [f"{format_name(states.path[depth])} on the solution"] if depth < len(states.path) else []
    )
    return f"Layer {depth}: {', '.join(parts)}."


def describe_node(game: Game, node: NodeSnapshot) -> str:
    """Describe a node in the published solver's tree: its label, depth, move and parents."""
    parts = [f"{format_name(node.number)}: {node.label_title}", f"depth {node.depth}"]
    if node.parent is None:
        parts.append("root")
    else:
        parts += [f"by {game.play.moves[node.index].title} from {format_name(node.parent)}"]
    if node.secondary:
        parts.append(f"secondary parents {' '.join(map(format_name, node.secondary))}")
    return f"{', '.join(parts)}."


def describe_progress(control: Control) -> str:
    """Describe the progress of generating or improving a level."""
    snapshot = control.snapshot
    if snapshot is None:
        return f"{format_count(control.candidates, 'candidate')} tried"
    takes = snapshot.fault is None and not control.is_finishing
    hint = "; Ctrl+C stops with the best so far" if takes else ""
    return f"{format_steps(snapshot)}, {format_best_score(snapshot)}{hint}"


def describe_improvement(snapshot: ProgressSnapshot | None) -> Iterator[str]:
    """Yield a sentence about the result of an improvement, or nothing if ``snapshot`` is None."""
    if snapshot is not None:
        yield make_sentence(
            f"{format_best_score(snapshot)}, after {snapshot.done:,} {snapshot.unit}"
        )


def describe_unsaved_work(number: int, work: UnsavedWork) -> str:
    """Describe unsaved work from an earlier session, naming the command that opens it."""
    kept = f"Unsaved work of an earlier session is kept in {work.file}"
    return f"{kept}; recover {number} opens it."


def format_notice(notice: str) -> str:
    """Format one of the session's notices as a sentence without arrows and other symbols."""
    said = _ARROW.sub("", _CHANGE.sub(" to ", notice.replace(" · ", "; ")))
    if not said.endswith((".", "?", "!")) or said.endswith(".."):
        said = said and f"{said}."
    # Do not capitalize a file name at the start.
    return said if "." in said.partition(" ")[0].rstrip(".:;,") else capitalize_first(said)


def format_change(name: str) -> str:
    """Format the name of a change as a sentence, spelling out cells such as 2,3."""
    return make_sentence(_CELL.sub(r"row \1, column \2", name))
