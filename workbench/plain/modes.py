"""The commands of plain mode by which lists of levels are played through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine import workshop
from engine.campaign.run import Mode
from engine.errors import EngineError
from engine.game import registry
from engine.game.game import Game
from engine.values.budget import Control
from engine.values.level import Level
from engine.workshop import MAX_SEED
from workbench.document.document import Document
from workbench.document.status import count
from workbench.features.campaign import journey as journeys
from workbench.features.campaign import keeping
from workbench.features.campaign import words as told
from workbench.features.campaign.journey import Challenge, Journey
from workbench.features.campaign.keeping import KeptRun
from workbench.plain.desk import Desk
from workbench.plain.talk import Talk, whole_number
from workbench.plain.words import sentence
from workbench.service import running
from workbench.session.playing.playtest import Playtest

_NEW, _SEED = "new", "seed="


class ModeOrders:
    """Goes through a campaign or through infinite play, level by level.

    Args:
        desk: the open level.
        talk: where answers go.
        introduce: says what the open level is.
        may_leave: whether the open level may go; asks about unsaved changes.
    """

    def __init__(
        self,
        desk: Desk,
        talk: Talk,
        introduce: Callable[[], None],
        may_leave: Callable[[], bool],
    ) -> None:
        self._desk = desk
        self._talk = talk
        self._introduce = introduce
        self._may_leave = may_leave
        self._journey: Journey | None = None
        self._challenge: tuple[Challenge, Level] | None = None
        self._play: Playtest | None = None
        self._deaths = 0

    def campaign(self, rest: list[str]) -> None:
        """Goes on with a campaign, or begins one."""
        self._begin("campaign", rest)

    def infinite(self, rest: list[str]) -> None:
        """Goes on with infinite play, or begins it."""
        self._begin("infinite", rest)

    def runs(self, rest: list[str]) -> None:
        """Lists what was begun, and what is wrong with files of it."""
        found, wrong = keeping.read(self._desk.state.runs)
        for kept in found:
            self._talk.say(f"{_line(kept)}.")
        self._talk.say(*map(str, wrong))
        if not found:
            self._talk.say("Nothing was begun yet; type campaign or infinite.")

    def next(self, rest: list[str]) -> None:
        """The next level of what is being played through."""
        journey = self._journey
        if journey is None:
            raise EngineError("nothing is being played through; type campaign or infinite")
        if journey.over:
            raise EngineError("all levels are won; type campaign new for another campaign")
        if not self._may_leave():
            return

        rated = [(0, 0)]

        def job(control: Control) -> tuple[Challenge, Level]:
            """What the next level is, and the level itself."""
            challenge = journey.upcoming(
                control, lambda done, total: rated.__setitem__(0, (done, total))
            )
            made = workshop.generate(
                journey.game, challenge.seed, challenge.settings, control=control
            )
            return challenge, replace(made[0], title=_titled(told.challenge(journey, challenge)))

        def describe(control: Control) -> str:
            """How far that has come, in words."""
            done, total = rated[0]
            return f"rating {done:,} of {total:,} levels" if done < total else "making the level"

        running.prepare(journey.game)
        challenge, level = running.run(job, describe)
        self._desk.take(Document(level))
        self._challenge, self._play, self._deaths = (challenge, level), self._desk.play, 0
        self._introduce()
        if journey.run.deaths:
            self._talk.say(f"{count(journey.run.deaths, 'death')} in this level so far.")
        if journey.run.solution_shown:
            self._desk.show_solution()
            self._talk.say("The solution of this level was shown.")

    def _begin(self, mode: Mode, rest: list[str]) -> None:
        seeds = [word.removeprefix(_SEED) for word in rest if word.startswith(_SEED)]
        seed = whole_number(seeds[-1], "a seed") if seeds else None
        if seed is not None and seed > MAX_SEED:
            raise EngineError(f"expected a seed from 0 to {MAX_SEED}")
        words = [word for word in rest if not word.startswith(_SEED)]
        new = words[:1] == [_NEW] or seed is not None
        named = " ".join(words[1:] if words[:1] == [_NEW] else words)
        source = Path(named).expanduser() if named else None
        kept = None if new else self._unfinished(mode, source)
        state = self._desk.state
        if kept is None:
            self._journey = journeys.begin(_game(), mode, state, source, seed)
        else:
            self._journey = journeys.resume(kept, state)
        self._challenge = self._play = None
        journey = self._journey
        begun = "Begun" if kept is None else "Going on"
        self._talk.say(
            f"{begun}: {told.mode(journey.run).lower()} through {len(journey.levels):,} levels, "
            f"seed {journey.run.seed}."
        )
        if kept is not None and journey.list_changed:
            self._talk.say("The list has changed since.")
        self.next([])

    def _unfinished(self, mode: Mode, source: Path | None) -> KeptRun | None:
        """What was begun last and is not over; what is wrong with other files is said."""
        found, wrong = keeping.read(self._desk.state.runs)
        self._talk.say(*map(str, wrong))
        path = None if source is None else source.absolute()
        for kept in found:
            run = kept.run
            listed = journeys.list_path(run) if run.source else None
            if run.mode == mode and listed == path and not _is_over(kept):
                return kept
        return None

    def look(self) -> None:
        """Sees whether a level of a run was won or lost by what was done last."""
        journey, play = self._journey, self._play
        if journey is None or play is None or play is not self._desk.play:
            return
        if play.solution_shown and not journey.run.solution_shown:
            journey.saw_solution()
        if play.deaths > self._deaths:
            self._deaths = play.deaths
            journey.died()
            died_so = count(journey.run.deaths, "death")
            self._talk.say(f"{died_so} in this level; type undo or restart.")
        elif play.status == "won":
            self._won(journey, play.run.moves)

    def _won(self, journey: Journey, moves: tuple[str, ...]) -> None:
        assert self._challenge is not None
        challenge, level = self._challenge
        self._challenge = self._play = None
        journey.won(challenge, level, moves)
        self._talk.say(sentence(told.result(journey.run.played[-1], journey.game.measure)))
        jump = told.jump(journey.run)
        if jump:
            self._talk.say(sentence(jump))
        if journey.over:
            self._talk.say(*journey.rules.ending)
        else:
            standing = told.standing(journey.run, journey.rules, journey.levels)
            self._talk.say(f"Type next for {standing}.")


def _game() -> Game:
    """The game to play through a list of; the first where there are several."""
    games = registry.campaigns()
    if not games:
        raise EngineError("no game that is installed can be played through a list of levels")
    return games[0][0]


def _titled(words: str) -> str:
    return words[:1].upper() + words[1:]


def _is_over(kept: KeptRun) -> bool:
    """Whether a run is over; one of a game that is not there is none to go on with."""
    try:
        return kept.run.is_over(registry.campaign_of(registry.get(kept.run.game)))
    except EngineError:
        return True


def _line(kept: KeptRun) -> str:
    run = kept.run
    begun = f"{told.mode(run)} begun {run.started:%d %b %H:%M}, seed {run.seed}"
    try:
        rules = registry.campaign_of(registry.get(run.game))
    except EngineError as error:
        return f"{begun}: {error}"
    return f"{begun}: {told.standing(run, rules, journeys.list_if_there(run))}"
