"""The orders by which a level is played."""

from __future__ import annotations

from functools import partial

from engine.errors import EngineError, quoted
from engine.values.grid import Cell
from workbench.plain import words
from workbench.plain.arguments import cell_at
from workbench.plain.looking import say_cell
from workbench.plain.openlevel import OpenLevel
from workbench.plain.orders import Orders
from workbench.session.playing import hints, kinds
from workbench.text.status import count, sentence

ORDERS = Orders()


@ORDERS("move MOVES", "make moves, such as: move RULD, or: move 1,2:1,2-1,4, or: move m12 r0")
def _move(opened: OpenLevel, rest: list[str]) -> None:
    """Makes moves, up to the first that changes nothing or ends the game."""
    game, play = opened.game, opened.playing()
    known = {move.word for move in game.play.moves}
    titles = {move.title.casefold(): move.word for move in game.play.moves}
    text = " ".join(titles.get(word.casefold(), word) for word in rest)
    # Directions are letters in every game so far; typed small they mean the same.
    if known and not set(text) <= {*known, " "} and set(text.upper()) <= {*known, " "}:
        text = text.upper()
    for move in game.play.read_moves(text):
        step = play.make(move)
        opened.say(words.moved(game, step, opened.standing))
        if not step.changed or play.status != "playing":
            break
    _say_medal(opened)


def _say_medal(opened: OpenLevel) -> None:
    """Says what a playthrough has earned, without a search: it may take long."""
    play = opened.playing()
    playthrough, why = play.playthrough, "type medals to find out"
    medal = kinds.medal(play.advice, playthrough.position, len(playthrough.moves), why)
    if medal:
        opened.say(sentence(medal))


@ORDERS("play.undo")
def _undo(opened: OpenLevel, rest: list[str]) -> None:
    opened.do("play.undo")
    opened.say(f"Undone. {opened.standing}")


@ORDERS("play.redo")
def _redo(opened: OpenLevel, rest: list[str]) -> None:
    opened.do("play.redo")
    opened.say(f"Redone. {opened.standing}")


@ORDERS("play.restart")
def _restart(opened: OpenLevel, rest: list[str]) -> None:
    opened.do("play.restart")
    opened.say("Back at the start.")


@ORDERS("look", "the position part by part, in games of turns")
def _look(opened: OpenLevel, rest: list[str]) -> None:
    play, session = opened.game.play, opened.playing()
    position = session.visible_position
    if play.steering is None:
        raise EngineError("type rows to hear the board of this game")
    opened.say(*map(sentence, play.steering.seen(position)))
    # What turns lead to is known where moves are made.
    if play.previews is not None and not session.visibility.exploring:
        for turn in play.previews.handles(position):
            state = turn.refused or ("deadly" if turn.fatal else "possible")
            opened.say(f"{turn.move}, {turn.title}: {state}.")


def _look_from(command_id: str, opened: OpenLevel, rest: list[str]) -> None:
    """Turn the view of the board, and say it."""
    opened.do(command_id)
    opened.say(sentence(opened.playing().visibility.summary))


for _id in ("steering.faces", "steering.explore"):
    ORDERS(_id)(partial(_look_from, _id))


@ORDERS("play.hint")
def _hint(opened: OpenLevel, rest: list[str]) -> None:
    """Says the next move, towards a better kind of win if it can be had; or a conclusion."""
    play = opened.playing()
    if play.status != "playing":
        raise EngineError(opened.standing.rstrip("."))
    advice = opened.advice()
    play.hint()
    if advice.reasoning is not None:
        tip = hints.reasoned(play.tip, play.degree)
        opened.say(sentence(tip or "nothing more follows by the rules of deduction"))
        return
    course, ways = play.course, opened.game.play
    if course.lost:
        opened.say(sentence(course.lost))
    if course.prospect is None:
        opened.say("The solver does not know a way from here.")
    elif course.prospect.remaining is not None:
        move = course.prospect.best[0]
        # How it is typed, where that does not follow from its title.
        typed = "" if ways.moves else f", {move}"
        goal = f" to {course.title}" if course.title else ""
        opened.say(f"{ways.title(move).capitalize()}{typed}; {course.ahead} to go{goal}.")
    elif advice.closed:
        opened.say("This level cannot be won.")
    else:
        back = advice.way_back(play.playthrough.moves)
        undo = "" if back is None else f"; take back {count(back, 'move')}"
        opened.say(f"No win can be reached from here{undo}.")


@ORDERS("mark ROW,COLUMN KIND", "note what is known of a cell: mark 2,3 empty, level or upright")
def _mark(opened: OpenLevel, rest: list[str]) -> None:
    cell = _cell_to_mark(opened, rest[0])
    pencil, kind = opened.game.play.pencil, rest[1].casefold()
    if pencil is not None and kind not in pencil.kinds:
        raise EngineError(f"expected one of {', '.join(pencil.kinds)}, found {quoted(rest[1])}")
    opened.playing().mark(cell, kind)
    say_cell(opened, [*map(str, cell)])


def _mark_as(kind: str, opened: OpenLevel, rest: list[str]) -> None:
    _mark(opened, [rest[0], kind])


for _kind in ("empty", "level", "upright"):
    ORDERS(f"placing.{_kind} ROW,COLUMN")(partial(_mark_as, _kind))


@ORDERS("placing.clear ROW,COLUMN", "wipe such a note off", word="unmark", also="clear")
def _unmark(opened: OpenLevel, rest: list[str]) -> None:
    cell = _cell_to_mark(opened, rest[0])
    if cell not in opened.playing().pencilling.marks:
        raise EngineError("there is no mark")
    opened.playing().mark(cell, "")
    say_cell(opened, [*map(str, cell)])


def _cell_to_mark(opened: OpenLevel, text: str) -> Cell:
    if opened.game.play.pencil is None:
        raise EngineError("there is nothing to mark in this game")
    return cell_at(opened, text)


@ORDERS("placing.check", also="steering.check")
def _check(opened: OpenLevel, rest: list[str]) -> None:
    play = opened.playing()
    if opened.game.play.placing is None:
        raise EngineError("there is nothing to check in this game")
    if play.pencilling.marks:
        opened.advice()  # what marks are held against
    faults = play.faults()
    opened.say(*(sentence(fault.text) for fault in faults) if faults else ["Nothing is wrong."])


@ORDERS("play.aim")
def _aim(opened: OpenLevel, rest: list[str]) -> None:
    opened.do("play.aim")
    titles = " or ".join(aim.title for aim in opened.game.play.aims)
    goal = f"{titles} while it can be had" if opened.playing().aiming else "any win"
    opened.say(f"Hints lead to {goal}.")


@ORDERS("medals", "what the run has earned")
def _medals(opened: OpenLevel, rest: list[str]) -> None:
    medals, play = opened.game.play.medals, opened.playing()
    if not medals:
        raise EngineError("this game has no medals")
    if play.status != "won":
        raise EngineError(f"won runs can earn: {', '.join(medals)}")
    opened.advice()
    _say_medal(opened)
