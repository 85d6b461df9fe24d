"""Commands for playing a level."""

from __future__ import annotations

from functools import partial

from engine.errors import EngineError, quote_input
from engine.game.game import Game
from engine.values.grid import Cell
from engine.values.moves import format_moves
from workbench.plain import plain_text
from workbench.plain.command_table import CommandTable
from workbench.plain.describe_commands import say_cell
from workbench.plain.plain_state import PlainApp
from workbench.plain.typed_arguments import parse_cell_word, parse_moves
from workbench.session.playtest import hints, win_kind_text
from workbench.text.quantity_text import format_count, make_sentence

COMMANDS = CommandTable()


def _describe_moves(game: Game | None) -> str:
    """Describe the command that makes moves, with moves of the game as an example."""
    if game is None:
        return "make moves in the notation of the game"
    examples = [format_moves(game.play.moves.words[:4])]
    examples += [" ".join([*game.play.moves.keys.values()][:4])]
    if not game.play.moves:
        examples = [rule.moves for rule in game.manual if rule.moves][:1]
    said = ", or: ".join(f"move {moves}" for moves in examples if moves)
    return f"make moves, such as: {said}" if said else _describe_moves(None)


@COMMANDS("move MOVES", _describe_moves)
def _make_moves(app: PlainApp, rest: list[str]) -> None:
    """Make the typed moves until one of them changes nothing or ends the game."""
    game, play = app.game, app.require_playtest()
    for move in parse_moves(game, rest):
        step = play.make_move(move)
        app.say(plain_text.describe_move(game, step, app.play_status))
        if not step.changed or play.status != "playing":
            break
    _say_medal(app)


def _say_medal(app: PlainApp) -> None:
    """Say which medal a win earns; if only a search can tell, name the command that starts it."""
    play = app.require_playtest()
    playthrough, why = play.playthrough, "type medals to see your medals"
    medal = win_kind_text.format_win(
        play.analysis, playthrough.position, len(playthrough.moves), why
    )
    if medal:
        app.say(make_sentence(medal))


@COMMANDS("play.undo")
def _undo_move(app: PlainApp, rest: list[str]) -> None:
    app.run_command("play.undo")
    app.say(f"Undone. {app.play_status}")


@COMMANDS("play.redo")
def _redo_move(app: PlainApp, rest: list[str]) -> None:
    app.run_command("play.redo")
    app.say(f"Redone. {app.play_status}")


@COMMANDS("play.restart")
def _restart_level(app: PlainApp, rest: list[str]) -> None:
    app.run_command("play.restart")
    app.say("Back at the start.")


def _describe_look(game: Game | None) -> str:
    needed = game is None or game.play.step_input is not None
    return "describe the position part by part, as the player sees it" if needed else ""


@COMMANDS("look", _describe_look)
def _say_position(app: PlainApp, rest: list[str]) -> None:
    play, session = app.game.play, app.require_playtest()
    position = session.visible_position
    if play.step_input is None:
        raise EngineError("type rows to read the board of this game")
    app.say(*map(make_sentence, play.step_input.describe_visible(position)))
    # While exploring, players must find out the effects of turns for themselves.
    if play.previews is not None and not session.visibility.is_exploring:
        for turn in play.previews.list_handles(position):
            state = turn.refusal or ("deadly" if turn.is_fatal else "possible")
            app.say(f"{turn.move}, {turn.title}: {state}.")


def _change_view(command_id: str, app: PlainApp, rest: list[str]) -> None:
    """Run a command that changes the visible part of the board, and say what is visible now."""
    app.run_command(command_id)
    app.say(make_sentence(app.require_playtest().visibility.summary))


for _id in ("steering.faces", "steering.explore"):
    COMMANDS(_id)(partial(_change_view, _id))


@COMMANDS("play.hint")
def _give_hint(app: PlainApp, rest: list[str]) -> None:
    """Say the next conclusion in a game of deduction, or the next move towards a win."""
    play = app.require_playtest()
    if play.status != "playing":
        raise EngineError(app.play_status.rstrip("."))
    advice = app.analyze_level()
    play.show_hint()
    if advice.reasoning is not None:
        tip = hints.format_deduction_hint(play.tip, play.degree)
        app.say(make_sentence(tip or "the rules of deduction give no further conclusion"))
        return
    course, ways = play.hint_goal, app.game.play
    if course.missed_text:
        app.say(make_sentence(course.missed_text))
    if course.lookahead is None:
        app.say("The solver knows no solution from here.")
    elif course.lookahead.remaining is not None:
        move = course.lookahead.best[0]
        # The title of a move that names cells is not what the user must type, so say both.
        typed = "" if ways.moves else f", {move}"
        goal = f" to {course.title}" if course.title else ""
        app.say(
            f"{ways.format_title(move).capitalize()}{typed}; {course.remaining_text} to go{goal}."
        )
    elif advice.is_impossible:
        app.say("This level cannot be won.")
    else:
        back = advice.count_moves_back(play.playthrough.moves)
        undo = "" if back is None else f"; take back {format_count(back, 'move')}"
        app.say(f"No win can be reached from here{undo}.")


def _describe_mark(game: Game | None) -> str:
    if game is None:
        return "mark a cell with a note"
    if game.play.pencil is None:
        return ""
    *kinds, last = game.play.pencil.kinds
    listed = " or ".join(filter(None, (", ".join(kinds), last)))
    return f"mark a cell with a note, such as mark 2,3 {listed}"


def _describe_unmark(game: Game | None) -> str:
    return "remove the mark of a cell" if game is None or game.play.pencil is not None else ""


@COMMANDS("mark ROW,COLUMN KIND", _describe_mark)
def _mark_cell(app: PlainApp, rest: list[str]) -> None:
    cell = _parse_marked_cell(app, rest[0])
    pencil, kind = app.game.play.pencil, rest[1].casefold()
    if pencil is not None and kind not in pencil.kinds:
        raise EngineError(
            f"expected one of {', '.join(pencil.kinds)}, found {quote_input(rest[1])}"
        )
    app.require_playtest().set_mark(cell, kind)
    say_cell(app, [*map(str, cell)])


def _mark_as(kind: str, app: PlainApp, rest: list[str]) -> None:
    _mark_cell(app, [rest[0], kind])


for _kind in ("empty", "level", "upright"):
    COMMANDS(f"placing.{_kind} ROW,COLUMN")(partial(_mark_as, _kind))


@COMMANDS("placing.clear ROW,COLUMN", _describe_unmark, word="unmark", alias="clear")
def _clear_mark(app: PlainApp, rest: list[str]) -> None:
    cell = _parse_marked_cell(app, rest[0])
    if cell not in app.require_playtest().pencil_history.marks:
        raise EngineError("the cell has no mark")
    app.require_playtest().set_mark(cell, "")
    say_cell(app, [*map(str, cell)])


def _parse_marked_cell(app: PlainApp, text: str) -> Cell:
    if app.game.play.pencil is None:
        raise EngineError("cells cannot be marked in this game")
    return parse_cell_word(app, text)


@COMMANDS("placing.check", alias="steering.check")
def _check_position(app: PlainApp, rest: list[str]) -> None:
    play = app.require_playtest()
    if app.game.play.drag_input is None:
        raise EngineError("this game has nothing to check")
    if play.pencil_history.marks:
        app.analyze_level()  # marks are compared with the solution
    faults = play.find_faults()
    app.say(*(make_sentence(fault.text) for fault in faults) if faults else ["No mistakes."])


@COMMANDS("play.aim")
def _toggle_aim(app: PlainApp, rest: list[str]) -> None:
    app.run_command("play.aim")
    titles = " or ".join(aim.title for aim in app.game.play.aims)
    goal = f"{titles} while possible" if app.require_playtest().prefers_better_wins else "any win"
    app.say(f"Hints lead to {goal}.")


def _describe_medals(game: Game | None) -> str:
    return "show the medals of this run" if game is None or game.play.medals else ""


@COMMANDS("medals", _describe_medals)
def _say_medals(app: PlainApp, rest: list[str]) -> None:
    medals, play = app.game.play.medals, app.require_playtest()
    if not medals:
        raise EngineError("this game has no medals")
    if play.status != "won":
        raise EngineError(f"you can earn: {', '.join(medals)}")
    app.analyze_level()
    _say_medal(app)
