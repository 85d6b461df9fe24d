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
from workbench.document.document import Document
from workbench.document.status import count
from workbench.features.campaign import journey as journeys
from workbench.features.campaign import keeping
from workbench.features.campaign import words as told
from workbench.features.campaign.journey import Challenge, Journey
from workbench.features.campaign.keeping import KeptRun
from workbench.plain import words
from workbench.plain.changing import may_leave, seed_of
from workbench.plain.desk import Desk
from workbench.service import running
from workbench.session.playing.playtest import Assignment

_NEW, _SEED = "new", "seed="


def campaign(desk: Desk, rest: list[str]) -> None:
    """Goes on with a campaign, or begins one."""
    _begin(desk, "campaign", rest)


def infinite(desk: Desk, rest: list[str]) -> None:
    """Goes on with infinite play, or begins it."""
    _begin(desk, "infinite", rest)


def runs(desk: Desk, rest: list[str]) -> None:
    """Lists what was begun, and what is wrong with files of it."""
    found, wrong = keeping.read(desk.state.runs)
    desk.say(*(f"{_line(kept)}." for kept in found), *map(str, wrong))
    if not found:
        desk.say("Nothing was begun yet; type campaign or infinite.")


def go_on(desk: Desk, rest: list[str]) -> None:
    """Opens the next level of what is being played through."""
    journey = desk.journey
    if journey is None:
        raise EngineError("nothing is being played through; type campaign or infinite")
    if journey.over:
        raise EngineError("all levels are won; type campaign new for another campaign")
    if not may_leave(desk):
        return
    rated = [(0, 0)]

    def job(control: Control) -> tuple[Challenge, Level]:
        """What the next level is, and the level itself."""
        challenge = journey.upcoming(
            control, lambda done, total: rated.__setitem__(0, (done, total))
        )
        made = workshop.generate(journey.game, challenge.seed, challenge.settings, control=control)
        title = words.capitalized(told.challenge(journey, challenge))
        return challenge, replace(made[0], title=title)

    def describe(control: Control) -> str:
        """How far that has come, in words."""
        done, total = rated[0]
        return f"rating {done:,} of {total:,} levels" if done < total else "making the level"

    running.prepare(journey.game)
    challenge, level = running.run(job, describe)

    def later(act: Callable[[], None]) -> None:
        """Keep what happened once the order is obeyed, unless something else is played through."""
        if desk.journey is journey:
            desk.after.append(act)

    assignment = Assignment(
        lambda moves, _: later(lambda: _won(desk, journey, challenge, level, moves)),
        lambda: later(lambda: _died(desk, journey)),
        lambda: later(journey.saw_solution),
        solution_shown=journey.run.solution_shown,
    )
    desk.take(Document(level), assignment=assignment)
    desk.introduce()
    if journey.run.deaths:
        desk.say(f"{count(journey.run.deaths, 'death')} in this level so far.")
    if journey.run.solution_shown:
        desk.say("The solution of this level was shown.")


def _begin(desk: Desk, mode: Mode, rest: list[str]) -> None:
    seeds = [word.removeprefix(_SEED) for word in rest if word.startswith(_SEED)]
    seed = seed_of(seeds[-1]) if seeds else None
    named = [word for word in rest if not word.startswith(_SEED)]
    new = named[:1] == [_NEW]
    path = " ".join(named[1:] if new else named)
    source = Path(path).expanduser() if path else None
    kept = None if new or seed is not None else _unfinished(desk, mode, source)
    if kept is None:
        journey = journeys.begin(_game(), mode, desk.state, source, seed)
    else:
        journey = journeys.resume(kept, desk.state)
    desk.journey = journey
    begun = "Begun" if kept is None else "Going on"
    desk.say(
        f"{begun}: {told.mode(journey.run).lower()} through {len(journey.levels):,} levels, "
        f"seed {journey.run.seed}."
    )
    if kept is not None and journey.list_changed:
        desk.say("The list has changed since.")
    go_on(desk, [])


def _unfinished(desk: Desk, mode: Mode, source: Path | None) -> KeptRun | None:
    """What was begun last and is not over; what is wrong with other files is said."""
    found, wrong = keeping.read(desk.state.runs)
    desk.say(*map(str, wrong))
    path = None if source is None else source.absolute()
    for kept in found:
        run = kept.run
        listed = journeys.list_path(run) if run.source else None
        if run.mode == mode and listed == path and not _is_over(kept):
            return kept
    return None


def _died(desk: Desk, journey: Journey) -> None:
    journey.died()
    desk.say(f"{count(journey.run.deaths, 'death')} in this level; type undo or restart.")


def _won(
    desk: Desk, journey: Journey, challenge: Challenge, level: Level, moves: tuple[str, ...]
) -> None:
    journey.won(challenge, level, moves)
    desk.say(words.sentence(told.result(journey.run.played[-1], journey.game.measure)))
    jump = told.jump(journey.run)
    if jump:
        desk.say(words.sentence(jump))
    if journey.over:
        desk.say(*journey.rules.ending)
    else:
        standing = told.standing(journey.run, journey.rules, journey.levels)
        desk.say(f"Type next for {standing}.")


def _game() -> Game:
    """The game to play through a list of; the first where there are several."""
    games = registry.campaigns()
    if not games:
        raise EngineError("no game that is installed can be played through a list of levels")
    return games[0][0]


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
