"""The commands of plain mode by which a level is played."""

from __future__ import annotations

from engine.errors import EngineError
from engine.game.game import Game
from workbench.document import verdict
from workbench.document.measures import Moves
from workbench.document.status import count
from workbench.plain import words
from workbench.plain.desk import Desk
from workbench.session.playing import hints, kinds
from workbench.session.playing.advice import Advice


def move(desk: Desk, rest: list[str]) -> None:
    """Makes moves, up to the first that changes nothing or ends the game."""
    game, play = desk.game, desk.playing()
    known = {move.word for move in game.play.moves}
    titles = {move.title.casefold(): move.word for move in game.play.moves}
    text = " ".join(titles.get(word.casefold(), word) for word in rest)
    # Directions are letters in every game so far; who types them small means the same.
    if known and not set(text) <= {*known, " "} and set(text.upper()) <= {*known, " "}:
        text = text.upper()
    for move in game.play.read_moves(text):
        step = play.make(move)
        desk.say(words.moved(game, step, desk.standing))
        if not step.changed or play.status != "playing":
            break
    _tell_medal(desk)


def _tell_medal(desk: Desk) -> None:
    """Says what a run has earned, without a search: it may take long."""
    play = desk.playing()
    run = play.run
    why = "type medals to find out"
    medal = kinds.medal(play.advice, run.position, len(run.moves), why)
    if medal:
        desk.say(words.sentence(medal))


def restart(desk: Desk, rest: list[str]) -> None:
    """Goes back to the start."""
    desk.playing().restart()
    desk.say("Back at the start.")


def look(desk: Desk, rest: list[str]) -> None:
    """The whole position in words, part by part."""
    game, run = desk.game, desk.playing().run
    if game.play.steering is None:
        raise EngineError("type rows to hear the board of this game")
    desk.say(*(words.sentence(part) for part in game.play.steering.seen(run.position)))
    if game.play.previews is not None:
        for turn in game.play.previews.handles(run.position):
            state = turn.refused or ("deadly" if turn.fatal else "possible")
            desk.say(f"{turn.move}, {turn.title}: {state}.")


def standing(desk: Desk) -> None:
    """Says how play stands; nothing of a draft."""
    play = desk.play
    if play is None:
        return
    run = play.run
    desk.say(desk.standing)
    if desk.game.play.steering is not None:
        standing = desk.game.play.steering.standing(run.position)
        stands = ", ".join(f"{name} {state}" for name, state in standing)
        desk.say(words.sentence(stands))
    for kind, state in kinds.standings(play.advice, run.position, run.moves):
        desk.say(words.sentence(f"{kind} {state}"))


def hint(desk: Desk, rest: list[str]) -> None:
    """The next move, towards a better kind of win if it can be had; or a conclusion.

    Of a conclusion first which rule; asked again, where; and again, what.
    """
    game, play = desk.game, desk.playing()
    if play.status != "playing":
        raise EngineError(desk.standing.rstrip("."))
    advice = desk.advice()
    play.hint()
    if advice.reasoning is not None:
        tip = play.tip
        told = tip and hints.reasoned(tip, play.degree)
        desk.say(words.sentence(told or "nothing more follows by the rules of deduction"))
        return
    there = play.course
    prospect = there.prospect
    if there.lost:
        desk.say(words.sentence(there.lost))
    if prospect is None:
        desk.say("The solver does not know a way from here.")
    elif prospect.remaining is None:
        desk.say(_hopeless(advice, play.run.moves))
    else:
        best = prospect.best[0]
        title = hints.move_of(game, best).title
        goal = f" to {there.title}" if there.title else ""
        desk.say(f"{title.capitalize()}{_word(game, best)}; {there.ahead} to go{goal}.")


def check(desk: Desk, rest: list[str]) -> None:
    """What keeps the level from being won."""
    game, run = desk.game, desk.playing().run
    if game.play.placing is None:
        raise EngineError("there is nothing to check in this game")
    faults = game.play.placing.faults(run.position)
    desk.say(*(words.sentence(fault.text) for fault in faults))
    if not faults:
        desk.say("Nothing is wrong.")


def aim(desk: Desk, rest: list[str]) -> None:
    """Has hints lead to a better kind of win, or to any."""
    if not desk.game.play.aims:
        raise EngineError("one win is as good as another in this game")
    play = desk.playing()
    play.aim(high=not play.aiming)
    titles = " or ".join(aim.title for aim in desk.game.play.aims)
    goal = f"{titles} while it can be had" if play.aiming else "any win"
    desk.say(f"Hints lead to {goal}.")


def medals(desk: Desk, rest: list[str]) -> None:
    """What the run has earned."""
    game, play = desk.game, desk.playing()
    if not game.play.medals:
        raise EngineError("this game has no medals")
    if play.status != "won":
        raise EngineError(f"won runs can earn: {', '.join(game.play.medals)}")
    desk.advice()
    _tell_medal(desk)


def solution(desk: Desk, rest: list[str]) -> None:
    """A shortest solution of every kind."""
    game, advice = desk.game, desk.advice()
    told = dict(kinds.solutions(advice))
    if not told:
        desk.say(verdict.spoken(game, desk.solved().facts))
    for kind, moves in told.items():
        spelt = "the same" if moves is None else words.spelt(game, moves)
        desk.say(f"{kind.capitalize()}, {spelt}." if game.play.aims else f"{spelt}.")


def _word(game: Game, move: str) -> str:
    """How a move is typed, where that does not follow from its title."""
    return "" if game.play.moves else f", {move}"


def _hopeless(advice: Advice, moves: Moves) -> str:
    """What there is to do where no win can be reached."""
    if advice.closed:
        return "This level cannot be won."
    back = advice.way_back(moves)
    undo = "" if back is None else f"; take back {count(back, 'move')}"
    return f"No win can be reached from here{undo}."
