"""What the screens of playing say, as words for their panes."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.game import Game
from engine.game.position import Position
from engine.game.steering import Steering
from engine.values.level import Level
from workbench.commands import keymap
from workbench.features.play import motion
from workbench.features.play.commands import TURNS
from workbench.features.play.words import PlayText
from workbench.session.moves import spelled
from workbench.session.playing import hints, kinds
from workbench.session.playing.advice import Advice
from workbench.session.playing.course import Course
from workbench.session.playing.playtest import Playtest
from workbench.session.playing.replaying import Replay
from workbench.text.measures import Moves
from workbench.text.status import count
from workbench.theme.theming import Theme
from workbench.ui.host import Host, Switches
from workbench.ui.lines import Span


def playing(session: Playtest, host: Host, recordings: int | None, *, solution: bool) -> PlayText:
    """The words of the play screen; ``recordings`` is None while their number is not known."""
    switches, link, theme = host.play_switches, host.link, host.theme_glyphs
    moves, assignment = session.playthrough.moves, session.assignment
    signs = spelled(session.game, moves, theme.symbol)
    trails: list[tuple[str, Span]] = [("moves", (signs or _ways(session.game), "muted"))]
    if solution:
        trails += _solutions(session.advice, theme)
    refused = motion.refused(link) or (None if host.placements is None else "not with pictures")
    number = "" if recordings is None else str(recordings)
    return PlayText(
        title_of(session.level, session.game.title),
        (*(assignment.facts if assignment is not None else ()), *_facts(session, switches)),
        (*_onward(session), *_news(session, switches, theme)),
        tuple(_hint(session, theme)),
        tuple(trails),
        foot=(
            (keymap.key("play.recordings"), "recordings", number),
            *_aim(session),
            (keymap.key("play.warnings"), "warnings", _on(switches.warnings)),
            (keymap.key("play.timer"), "timer", _on(switches.timer)),
            (keymap.key("play.motion"), "motion", refused or _on(switches.motion)),
        ),
    )


def _turns(steering: Steering) -> str:
    """The keys of turns, such as 1-6."""
    keys = [keymap.key(command.id) for command in TURNS[: steering.turns]]
    in_turn = keys == [str(number) for number in range(1, len(keys) + 1)]
    return f"{keys[0]}-{keys[-1]}" if in_turn else " ".join(keys)


def _ways(game: Game) -> str:
    """How moves are made."""
    if game.play.steering is not None:
        return f"{keymap.name_directions('play')}; {_turns(game.play.steering)} turn"
    if game.play.moves:
        return keymap.name_directions("play")
    cursor = keymap.name_directions("board", brief=True)
    return f"{cursor} and {keymap.key('placing.take')}, or the mouse"


def replaying(replay: Replay, level: Level, theme: Theme, *, running: bool, speed: int) -> PlayText:
    """The words of a recording that is played again."""
    moment, advice = replay.moment, replay.advice
    seconds = moment.event.seconds if moment.event else 0
    state = theme.symbol("play" if running else "pause")
    news: list[Span] = [(replay.caption(theme.symbol), "")]
    if replay.number == replay.length:
        news.append((replay.problem, "bad") if replay.problem else (_ended(replay), ""))
    signs = spelled(replay.game, moment.moves, theme.symbol)
    trails: list[tuple[str, Span]] = [("played", (signs or "-", "muted"))]
    trails += _solutions(advice, theme, "optimum" if advice.game.counts else "solution")
    return PlayText(
        title_of(level, replay.game.title),
        (
            ("event", f"{replay.number} of {replay.length}, at {hints.clock(seconds)}"),
            *_counted(advice, moment.position, moment.moves),
            *kinds.standings(advice, moment.position, moment.moves),
            ("speed", f"{speed} a second {state}"),
        ),
        tuple(news),
        tuple(_standing(replay)),
        tuple(trails),
        points=tuple(_points(replay)),
    )


def title_of(level: Level, game: str) -> str:
    """The title of a level, that of its game if it has none."""
    return level.title or game


def _best_of(advice: Advice) -> str:
    """The length of a shortest solution in words, whatever is known of it."""
    if advice.best is not None:
        return f"{advice.best}{kinds.lengths(advice)}"
    if advice.searching:
        return "searching"
    return "no win" if advice.closed else "unknown"


def _facts(session: Playtest, switches: Switches) -> Iterator[tuple[str, str]]:
    playthrough = session.playthrough
    # The least there is may follow from what the player does not see yet.
    whole = session.visibility.view is None or session.status == "won"
    yield from _counted(session.advice, playthrough.position, playthrough.moves, least=whole)
    steering = session.game.play.steering
    if steering is not None:
        yield f"{steering.loss}s", str(session.recorder.deaths)
    yield from kinds.standings(session.advice, playthrough.position, playthrough.moves)
    if switches.timer:
        away = session.recorder.away and session.status != "won"
        yield "time", hints.clock(session.seconds) + (", paused" if away else "")
    yield "hints", _hints(session)


def _counted(
    advice: Advice, position: Position, moves: Moves, *, least: bool = True
) -> Iterator[tuple[str, str]]:
    """How much was played, beside the optimum if the least may be shown."""
    steering = advice.game.play.steering
    if steering is None:
        yield "moves", str(len(moves))
        if advice.game.play.moves:
            yield "best", _best_of(advice)
        return
    yield from steering.standing(position)
    for rank, (name, number) in enumerate(advice.measure.tally(moves).items()):
        known = _best_of(advice) if not rank else advice.facts.get(name)
        best = f", best {known}" if least and rank < 2 and known is not None else ""
        yield name, f"{number}{best}"


def _hints(session: Playtest) -> str:
    recorder = session.recorder
    if session.solution_shown:
        return f"{recorder.hints}, {hints.SHOWN}" if recorder.hints else hints.SHOWN
    if not recorder.hints:
        return "none"
    return f"{recorder.hints}, up to {recorder.highest_hint} of {hints.DEGREES}"


def _solutions(advice: Advice, theme: Theme, name: str = "solution") -> Iterator[tuple[str, Span]]:
    """The solutions as rows of moves by name."""
    for kind, moves in kinds.solutions(advice, name):
        signs = "the same" if moves is None else spelled(advice.game, moves, theme.symbol)
        yield kind, (signs, "muted" if moves is None else "path")


def _aim(session: Playtest) -> Iterator[tuple[str, str, str]]:
    """What hints lead to, in a game where that can be chosen."""
    if session.game.play.aims:
        course = session.course
        wanted_more = course.missed is not None and course.aim is None
        goal = f"{course.short} now" if wanted_more else course.short
        yield keymap.key("play.aim"), "hints for", goal


def _news(session: Playtest, switches: Switches, theme: Theme) -> Iterator[Span]:
    measure, best = session.advice.measure, session.advice.best
    made = measure.length(session.playthrough.moves)
    if session.status == "won":
        compared = _compared(made, best, session.course)
        length = made if measure.plain else measure.played(session.playthrough.moves)
        shown = f", {hints.SHOWN}" if session.solution_shown else ""
        yield f"{theme.symbol('won')} won in {length}{compared}{shown}", "good"
        optimum = _optimum(session.advice)
        if optimum:
            yield optimum, "good"
        medal = kinds.medal(session.advice, session.playthrough.position, made)
        if medal:
            yield medal, "good"
            yield session.note, "muted"
        again = f"{keymap.key('play.recordings')} plays it again"
        yield f"after {hints.clock(session.seconds)}; {again}", "muted"
    elif session.status == "lost":
        reason = f": {session.note}" if session.note else ""
        anew = ""
        if session.game.play.steering is not None:
            anew = f", {keymap.key('play.restart')} begins again"
        yield f"lost{reason}; {keymap.key('play.undo')} takes it back{anew}", "bad"
    else:
        goal = "" if session.playthrough.moves else session.game.goal
        yield session.note or goal, "muted"
        if switches.warnings and session.visibility.view is None:
            yield from _warning(session, theme)


def _optimum(advice: Advice) -> str:
    """The optimum of a game that counts more than moves, as a sentence; empty if not known."""
    measure, facts = advice.measure, advice.facts
    keys = [unit.key for unit in measure.units]
    known = {key: facts[key] for key in keys if isinstance(facts.get(key), int)}
    if measure.plain or not known:
        return ""
    ways = facts.get("optimal_solutions")
    many = "" if ways is None else f", in {count(ways, 'way')}"
    return f"{'optimum' if facts.get('optimal') else 'best known'}: {measure.text(known)}{many}"


def _onward(session: Playtest) -> Iterator[Span]:
    """What follows a win."""
    assignment = session.assignment
    if assignment is not None and assignment.onward and session.status == "won":
        yield f"{keymap.key('play.onward')} {assignment.onward}", "title"


def _warning(session: Playtest, theme: Theme) -> Iterator[Span]:
    advice, course = session.advice, session.course
    anything = advice.prospect(session.playthrough.moves)
    if anything is not None and anything.dead:
        what = "this level cannot be won" if advice.closed else "dead end: no win from here"
        yield f"{theme.symbol('off')} {what}", "bad"
        return
    parts = [course.lost] if course.lost else []
    if course.off:
        parts.append(hints.track(course))
    if parts:
        yield "; ".join(parts), "warning"
    elif course.prospect is None and advice.game.counts:
        searching = "still looking for the way from here"
        yield searching if advice.searching else advice.unknown, "muted"


def _hint(session: Playtest, theme: Theme) -> Iterator[Span]:
    degree, position = session.degree, session.playthrough.position
    if not degree:
        return
    text = hints.reasoned(session.tip, degree)
    if session.advice.reasoning is None:
        text = hints.hint(session.course, session.game, position, degree, theme.symbol)
    yield f"hint {degree} of {hints.DEGREES} · {text}", "title"


def _standing(replay: Replay) -> Iterator[Span]:
    """What the present event was worth, else how things stand."""
    remark, course = replay.remark(replay.number), replay.course
    prospect = course.prospect
    if remark:
        yield remark, "warning"
    elif prospect is None and replay.advice.game.counts:
        searching = "the optimum from here is still being looked for"
        yield replay.advice.trouble or searching, "muted"
    elif prospect is not None and prospect.remaining is None:
        yield "no win from here any more", "muted"
    elif prospect is not None and prospect.remaining:
        yield f"{hints.track(course)}: {course.ahead} to go", "muted"


def _points(replay: Replay) -> Iterator[Span]:
    remarks = replay.remarks()
    latest = max((number for number, _ in remarks if number <= replay.number), default=None)
    for number, remark in remarks:
        here = number == latest
        yield f"{'>' if here else ' '}{number:>3} {remark}", "selected" if here else "muted"


def _ended(replay: Replay) -> str:
    record, advice = replay.record, replay.advice
    measure, moves = advice.measure, replay.moment.moves
    made = measure.length(moves)
    length = made if measure.plain else measure.text(measure.tally(moves))
    words = {"won": f"won in {length}", "lost": "lost", "left": "left"}[record.result]
    best = record.optimum if record.optimum is not None else advice.best
    if record.result == "won":
        words += _compared(made, best, replay.course)
    medal = kinds.medal(advice, replay.moment.position, record.moves)
    words += f", {hints.SHOWN}" if record.solution_shown else ""
    words += f", after {hints.clock(record.seconds)}"
    return f"{words}; {medal}" if medal else words


def _compared(moves: int, best: int | None, course: Course) -> str:
    """What a win is worth beside the shortest way, or that to the better kind it is of."""
    if best is None:
        return ""
    kind = ""
    least = None if course.aim is None else course.way.best
    if least is not None and least != best:
        best, kind = least, course.title
    more, measure = moves - best, course.way.measure
    if not measure.plain:
        most = f"{count(more, measure.unit)} more than needed" if more else None
        return f", {most or f'the fewest {measure.units[0].plural}'}"
    if more:
        return f", {more} more than needed{kind and f' for {kind}'}"
    return f", the shortest way{kind and f' to {kind}'}"


def _on(switched: bool) -> str:
    return "on" if switched else "off"
