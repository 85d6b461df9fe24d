"""What the screens of playing say, as words for their panes."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Game
from engine.level import Level
from workbench import keymap
from workbench.designing.status import count
from workbench.link import Link
from workbench.panes.lines import Span
from workbench.playing import hints, kinds, motion
from workbench.playing.advice import Advice
from workbench.playing.course import Course
from workbench.playing.replaying import Replay
from workbench.playing.session import PlaySession
from workbench.playing.switches import Switches
from workbench.screens.play_words import Words
from workbench.theming import Theme


def playing(
    session: PlaySession,
    switches: Switches,
    link: Link,
    theme: Theme,
    *,
    solution: bool,
    recordings: int | None,
) -> Words:
    """The words of the play screen.

    Args:
        session: what is played.
        switches: what the player has switched on.
        link: what the terminal can do.
        theme: gives the signs.
        solution: whether the solution is shown.
        recordings: how many there are, None while that is not known.
    """
    moves = session.run.moves
    signs = hints.signs(session.game, moves, theme.symbol)
    trails: list[tuple[str, Span]] = [("moves", (signs or _ways(session.game), "muted"))]
    if solution:
        trails += _solutions(session.game, session.advice, theme)
    refused = motion.refused(link)
    number = "" if recordings is None else str(recordings)
    return Words(
        title_of(session.level, session.game.title),
        tuple(_facts(session, switches)),
        tuple(_news(session, switches, theme)),
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


def _ways(game: Game) -> str:
    """How moves are made."""
    if game.moves:
        return "arrows, hjkl or wasd"
    return f"arrows and {keymap.key('placing.take')}, or the mouse"


def replaying(
    replay: Replay, advice: Advice, level: Level, theme: Theme, *, running: bool, speed: int
) -> Words:
    """The words of a recording that is played again."""
    moment = replay.moment
    seconds = moment.event.seconds if moment.event else 0
    state = theme.symbol("play" if running else "pause")
    news: list[Span] = [(replay.caption(theme.symbol), "")]
    if replay.place == replay.length:
        news.append((replay.problem, "bad") if replay.problem else (_ended(replay, advice), ""))
    signs = hints.signs(replay.game, moment.moves, theme.symbol)
    trails: list[tuple[str, Span]] = [("played", (signs or "-", "muted"))]
    name = "optimum" if replay.game.moves else "solution"
    trails += _solutions(replay.game, advice, theme, name)
    return Words(
        title_of(level, replay.game.title),
        (
            ("event", f"{replay.place} of {replay.length}, at {hints.clock(seconds)}"),
            ("moves", str(len(moment.moves))),
            *([("best", best_of(replay.game, advice))] if replay.game.moves else []),
            *kinds.standings(replay.game, advice, moment.position, moment.moves),
            ("speed", f"{speed} a second {state}"),
        ),
        tuple(news),
        tuple(_standing(replay, advice)),
        tuple(trails),
        points=tuple(_points(replay)),
    )


def title_of(level: Level, game: str) -> str:
    """The title of a level, that of its game if it has none."""
    return level.title or game


def best_of(game: Game, advice: Advice) -> str:
    """The length of a shortest solution in words, whatever is known of it."""
    if advice.best is not None:
        return f"{advice.best}{kinds.lengths(game, advice)}"
    if advice.searching:
        return "searching"
    return "no win" if advice.closed else "unknown"


def _facts(session: PlaySession, switches: Switches) -> Iterator[tuple[str, str]]:
    yield "moves", str(len(session.run.moves))
    if session.game.moves:
        yield "best", best_of(session.game, session.advice)
    run = session.run
    yield from kinds.standings(session.game, session.advice, run.position, run.moves)
    if switches.timer:
        away = session.recorder.away and session.status != "won"
        yield "time", hints.clock(session.seconds) + (", paused" if away else "")
    yield "hints", _hints(session)


def _hints(session: PlaySession) -> str:
    recorder = session.recorder
    if not recorder.hints:
        return "none"
    return f"{recorder.hints}, to degree {recorder.highest_hint}"


def _solutions(
    game: Game, advice: Advice, theme: Theme, name: str = "solution"
) -> Iterator[tuple[str, Span]]:
    """The solutions as rows of moves by name."""
    for kind, moves in kinds.solutions(game, advice, name):
        signs = "the same" if moves is None else hints.signs(game, moves, theme.symbol)
        yield kind, (signs, "muted" if moves is None else "path")


def _aim(session: PlaySession) -> Iterator[tuple[str, str, str]]:
    """What hints lead to, in a game where that can be chosen."""
    if session.game.aims:
        course = session.course
        wanted_more = course.missed is not None and course.aim is None
        goal = f"{course.short} now" if wanted_more else course.short
        yield keymap.key("play.aim"), "hints for", goal


def _news(session: PlaySession, switches: Switches, theme: Theme) -> Iterator[Span]:
    made, best = len(session.run.moves), session.advice.best
    if session.status == "won":
        compared = _compared(made, best, session.course)
        yield f"{theme.symbol('won')} won in {made}{compared}", "good"
        medal = kinds.medal(session.game, session.advice, session.run.position, made)
        if medal:
            yield medal, "good"
            yield session.note, "muted"
        again = f"{keymap.key('play.recordings')} plays it again"
        yield f"after {hints.clock(session.seconds)}; {again}", "muted"
    elif session.status == "lost":
        reason = f": {session.note}" if session.note else ""
        yield f"lost{reason}; {keymap.key('play.undo')} takes it back", "bad"
    else:
        yield session.note, "muted"
        if switches.warnings:
            yield from _warning(session, theme)


def _warning(session: PlaySession, theme: Theme) -> Iterator[Span]:
    advice, course = session.advice, session.course
    anything = advice.prospect(session.run.moves)
    if anything is not None and anything.dead:
        what = "this level cannot be won" if advice.closed else "dead end: no win from here"
        yield f"{theme.symbol('off')} {what}", "bad"
        return
    told = [course.lost] if course.lost else []
    if course.off:
        told.append(hints.track(course))
    if told:
        yield "; ".join(told), "warning"
    elif course.prospect is None and session.game.moves:
        yield advice.trouble or "still looking for the way from here", "muted"


def _hint(session: PlaySession, theme: Theme) -> Iterator[Span]:
    if session.degree and session.advice.reasoning is not None:
        text = hints.reasoned(session.tip, session.degree)
        yield f"hint {session.degree} of {hints.DEGREES}: {text}", "title"
    elif session.degree:
        position = session.run.position
        text = hints.hint(session.course, session.game, position, session.degree, theme.symbol)
        yield f"hint {session.degree} of {hints.DEGREES}: {text}", "title"


def _standing(replay: Replay, advice: Advice) -> Iterator[Span]:
    """What the present event was worth, else how things stand."""
    remark, course = replay.remark(replay.place), replay.course
    prospect = course.prospect
    if remark:
        yield remark, "warning"
    elif prospect is None and replay.game.moves:
        searching = "the optimum from here is still being looked for"
        yield advice.trouble or searching, "muted"
    elif prospect is not None and prospect.remaining is None:
        yield "no win from here any more", "muted"
    elif prospect is not None and prospect.remaining:
        yield f"{hints.track(course)}: {count(prospect.remaining, 'move')} to go", "muted"


def _points(replay: Replay) -> Iterator[Span]:
    remarks = replay.remarks()
    latest = max((place for place, _ in remarks if place <= replay.place), default=None)
    for place, remark in remarks:
        here = place == latest
        yield f"{'>' if here else ' '}{place:>3} {remark}", "selected" if here else "muted"


def _ended(replay: Replay, advice: Advice) -> str:
    record = replay.record
    words = {"won": f"won in {record.moves}", "lost": "lost", "left": "left"}[record.result]
    best = record.optimum if record.optimum is not None else advice.best
    if record.result == "won":
        words += _compared(record.moves, best, replay.course)
    medal = kinds.medal(replay.game, advice, replay.moment.position, record.moves)
    words += f", after {hints.clock(record.seconds)}"
    return f"{words}; {medal}" if medal else words


def _compared(moves: int, best: int | None, course: Course) -> str:
    """What a won run is worth beside the shortest way, or that to the better kind it has won."""
    if best is None:
        return ""
    kind = ""
    least = None if course.aim is None else course.way.best
    if least is not None and least != best:
        best, kind = least, course.title
    more = moves - best
    if more:
        return f", {more} more than needed{kind and f' for {kind}'}"
    return f", the shortest way{kind and f' to {kind}'}"


def _on(switched: bool) -> str:
    return "on" if switched else "off"
