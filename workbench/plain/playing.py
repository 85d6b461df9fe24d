"""The commands of plain mode by which a level is played."""

from __future__ import annotations

from engine.errors import EngineError
from engine.game.game import Game
from workbench.document import verdict
from workbench.document.measures import Moves
from workbench.document.status import count
from workbench.plain import words
from workbench.plain.desk import Desk
from workbench.plain.talk import Talk
from workbench.session.playing import hints, kinds
from workbench.session.playing.advice import Advice


class PlayOrders:
    """Makes moves, gives hints and tells what was earned.

    Args:
        desk: the open level.
        talk: where answers go.
    """

    def __init__(self, desk: Desk, talk: Talk) -> None:
        self._desk = desk
        self._talk = talk

    def move(self, rest: list[str]) -> None:
        """Makes moves, up to the first that changes nothing or ends the game."""
        game, play = self._desk.game, self._desk.playing()
        known = {move.word for move in game.play.moves}
        titles = {move.title.casefold(): move.word for move in game.play.moves}
        text = " ".join(titles.get(word.casefold(), word) for word in rest)
        # Directions are letters in every game so far; who types them small means the same.
        if known and not set(text) <= {*known, " "} and set(text.upper()) <= {*known, " "}:
            text = text.upper()
        for move in game.play.read_moves(text):
            step = play.make(move)
            self._talk.say(words.moved(game, step, self._desk.standing))
            if not step.changed or play.status != "playing":
                break
        self._tell_medal()

    def _tell_medal(self) -> None:
        """Says what a run has earned, without a search: it may take long."""
        play = self._desk.playing()
        run = play.run
        why = "type medals to find out"
        medal = kinds.medal(play.advice, run.position, len(run.moves), why)
        if medal:
            self._talk.say(words.sentence(medal))

    def restart(self, rest: list[str]) -> None:
        """Goes back to the start."""
        self._desk.playing().restart()
        self._talk.say("Back at the start.")

    def look(self, rest: list[str]) -> None:
        """The whole position in words, part by part."""
        game, run = self._desk.game, self._desk.playing().run
        if game.play.steering is None:
            raise EngineError("type rows to hear the board of this game")
        self._talk.say(*(words.sentence(part) for part in game.play.steering.seen(run.position)))
        if game.play.previews is not None:
            for turn in game.play.previews.handles(run.position):
                state = turn.refused or ("deadly" if turn.fatal else "possible")
                self._talk.say(f"{turn.move}, {turn.title}: {state}.")

    def standing(self) -> None:
        """Says how play stands; nothing of a draft."""
        desk, play = self._desk, self._desk.play
        if play is None:
            return
        run = play.run
        self._talk.say(desk.standing)
        if desk.game.play.steering is not None:
            standing = desk.game.play.steering.standing(run.position)
            stands = ", ".join(f"{name} {state}" for name, state in standing)
            self._talk.say(words.sentence(stands))
        for kind, state in kinds.standings(play.advice, run.position, run.moves):
            self._talk.say(words.sentence(f"{kind} {state}"))

    def hint(self, rest: list[str]) -> None:
        """The next move, towards a better kind of win if it can be had; or a conclusion.

        Of a conclusion first which rule; asked again, where; and again, what.
        """
        game, play = self._desk.game, self._desk.playing()
        if play.status != "playing":
            raise EngineError(self._desk.standing.rstrip("."))
        advice = self._desk.advice()
        play.hint()
        if advice.reasoning is not None:
            tip = play.tip
            told = tip and hints.reasoned(tip, play.degree)
            self._talk.say(words.sentence(told or "nothing more follows by the rules of deduction"))
            return
        there = play.course
        prospect = there.prospect
        if there.lost:
            self._talk.say(words.sentence(there.lost))
        if prospect is None:
            self._talk.say("The solver does not know a way from here.")
        elif prospect.remaining is None:
            self._talk.say(_hopeless(advice, play.run.moves))
        else:
            best = prospect.best[0]
            title = hints.move_of(game, best).title
            goal = f" to {there.title}" if there.title else ""
            self._talk.say(f"{title.capitalize()}{_word(game, best)}; {there.ahead} to go{goal}.")

    def check(self, rest: list[str]) -> None:
        """What keeps the level from being won."""
        game, run = self._desk.game, self._desk.playing().run
        if game.play.placing is None:
            raise EngineError("there is nothing to check in this game")
        faults = game.play.placing.faults(run.position)
        self._talk.say(*(words.sentence(fault.text) for fault in faults))
        if not faults:
            self._talk.say("Nothing is wrong.")

    def aim(self, rest: list[str]) -> None:
        """Has hints lead to a better kind of win, or to any."""
        if not self._desk.game.play.aims:
            raise EngineError("one win is as good as another in this game")
        play = self._desk.playing()
        play.aim(high=not play.aiming)
        titles = " or ".join(aim.title for aim in self._desk.game.play.aims)
        goal = f"{titles} while it can be had" if play.aiming else "any win"
        self._talk.say(f"Hints lead to {goal}.")

    def medals(self, rest: list[str]) -> None:
        """What the run has earned."""
        game, play = self._desk.game, self._desk.playing()
        if not game.play.medals:
            raise EngineError("this game has no medals")
        if play.status != "won":
            raise EngineError(f"won runs can earn: {', '.join(game.play.medals)}")
        self._desk.advice()
        self._tell_medal()

    def solution(self, rest: list[str]) -> None:
        """A shortest solution of every kind."""
        game, advice = self._desk.game, self._desk.advice()
        told = dict(kinds.solutions(advice))
        if not told:
            self._talk.say(verdict.spoken(game, self._desk.solved().facts))
        for kind, moves in told.items():
            spelt = "the same" if moves is None else words.spelt(game, moves)
            self._talk.say(f"{kind.capitalize()}, {spelt}." if game.play.aims else f"{spelt}.")


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
