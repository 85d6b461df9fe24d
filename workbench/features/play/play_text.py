"""The text shown with the board on the play screen and in replays."""

from __future__ import annotations

from collections.abc import Iterator
from string import digits

from engine.game.game import Game
from engine.game.play_position import Position
from engine.game.walking_input import StepInput
from engine.values.level import Level
from workbench.commands import keymap
from workbench.features.play import move_animation
from workbench.features.play.commands import TURNS
from workbench.features.play.play_text_pane import PlayText
from workbench.session.move_text import format_moves
from workbench.session.playtest import hints, win_kind_text
from workbench.session.playtest.hint_goal import HintGoal
from workbench.session.playtest.level_analysis import LevelAnalysis
from workbench.session.playtest.playtest import Playtest
from workbench.session.playtest.record_replay import RecordReplay
from workbench.text.quantity_text import format_count
from workbench.text.solution_length import MoveTuple
from workbench.theme.theme_loader import Theme
from workbench.ui.host import Host, PlaySwitches
from workbench.ui.styled_lines import Span


def make_play_text(
    session: Playtest, host: Host, recordings: int | None, *, show_solution: bool
) -> PlayText:
    """Build the text for the play screen.

    Args:
        session: The playtest to describe.
        host: The app, which provides the settings, the theme and the terminal's capabilities.
        recordings: The number of recordings of this level, or None while it is unknown.
        show_solution: True to include the solution.
    """
    switches, link, theme = host.play_switches, host.capabilities, host.theme_glyphs
    moves, assignment = session.playthrough.moves, session.assignment
    signs = format_moves(session.game, moves, theme.get_symbol)
    trails: list[tuple[str, Span]] = [("moves", (signs or _describe_moves(session.game), "muted"))]
    if show_solution:
        trails += _list_solutions(session.analysis, theme)
    refused = move_animation.find_refusal(link) or (
        None if host.placements is None else "unavailable with pictures"
    )
    number = "" if recordings is None else str(recordings)
    return PlayText(
        format_title(session.level, session.game.title),
        (*(assignment.facts if assignment is not None else ()), *_list_facts(session, switches)),
        (*_list_onward(session), *_list_news(session, switches, theme)),
        tuple(_list_hints(session, theme)),
        tuple(trails),
        foot=(
            (keymap.get_key_hint("play.recordings"), "recordings", number),
            *_list_aim(session),
            (keymap.get_key_hint("play.warnings"), "warnings", _format_switch(switches.warnings)),
            (keymap.get_key_hint("play.timer"), "timer", _format_switch(switches.timer)),
            (
                keymap.get_key_hint("play.motion"),
                "motion",
                refused or _format_switch(switches.motion),
            ),
        ),
    )


def _format_turn_keys(steering: StepInput) -> str:
    """Format the keys that make turns, such as ``1-6``."""
    keys = [keymap.get_key_hint(command.id) for command in TURNS[: steering.turn_key_count]]
    return f"{keys[0]}-{keys[-1]}" if keys == [*digits[1 : len(keys) + 1]] else " ".join(keys)


def _describe_moves(game: Game) -> str:
    """Describe the keys or the mouse actions that make moves in a game."""
    if game.play.step_input is not None:
        moved = f"{_format_turn_keys(game.play.step_input)} {game.measure.singular}"
        return f"{keymap.name_directions('play')}; {moved}"
    if len(game.play.moves) > len(game.play.moves.undirected):
        return keymap.name_directions("play")
    if game.play.moves:
        return f"use the keys below, or {keymap.get_key_hint('words.choose')} for a list"
    cursor = keymap.name_directions("board", brief=True)
    return f"{cursor} and {keymap.get_key_hint('placing.take')}, or the mouse"


def make_replay_text(
    replay: RecordReplay, level: Level, theme: Theme, *, is_running: bool, speed: int
) -> PlayText:
    """Build the text for a replay.

    Args:
        replay: The replay to describe.
        level: The level that was played.
        theme: The theme that provides the symbols for moves.
        is_running: True if the replay is playing automatically.
        speed: The speed of automatic playback in events per second.
    """
    moment, advice = replay.moment, replay.analysis
    seconds = moment.event.seconds if moment.event else 0
    state = theme.get_symbol("play" if is_running else "pause")
    news: list[Span] = [(replay.format_caption(theme.get_symbol), "")]
    if replay.number == replay.length:
        news.append((replay.problem, "bad") if replay.problem else (_format_ending(replay), ""))
    signs = format_moves(replay.game, moment.moves, theme.get_symbol)
    trails: list[tuple[str, Span]] = [("played", (signs or "-", "muted"))]
    trails += _list_solutions(
        advice, theme, "optimum" if advice.game.compares_lengths else "solution"
    )
    return PlayText(
        format_title(level, replay.game.title),
        (
            ("event", f"{replay.number} of {replay.length}, at {hints.format_duration(seconds)}"),
            *_list_counts(advice, moment.position, moment.moves),
            *win_kind_text.list_kind_states(advice, moment.position, moment.moves),
            ("speed", f"{speed} per second {state}"),
        ),
        tuple(news),
        tuple(_list_evaluation(replay)),
        tuple(trails),
        points=tuple(_list_remarks(replay)),
    )


def format_title(level: Level, game: str) -> str:
    """Return the level's title or, if it has none, ``game``, which is the title of its game."""
    return level.title or game


def _format_best(advice: LevelAnalysis) -> str:
    """Format the length of the shortest solution, or say why it is not known."""
    if advice.optimum is not None:
        return f"{advice.optimum}{win_kind_text.format_lengths(advice)}"
    if advice.is_searching:
        return "searching"
    return "no win" if advice.is_impossible else "unknown"


def _list_facts(session: Playtest, switches: PlaySwitches) -> Iterator[tuple[str, str]]:
    playthrough = session.playthrough
    # The optimum could reveal something about parts of the board that the player cannot see.
    whole = session.visibility.view is None or session.status == "won"
    yield from _list_counts(session.analysis, playthrough.position, playthrough.moves, least=whole)
    steering = session.game.play.step_input
    if steering is not None:
        yield f"{steering.loss_title}s", str(session.recorder.deaths)
    yield from win_kind_text.list_kind_states(
        session.analysis, playthrough.position, playthrough.moves
    )
    if switches.timer:
        away = session.recorder.is_away and session.status != "won"
        yield "time", hints.format_duration(session.seconds) + (", paused" if away else "")
    yield "hints", _format_hints(session)


def _list_counts(
    advice: LevelAnalysis, position: Position, moves: MoveTuple, *, least: bool = True
) -> Iterator[tuple[str, str]]:
    """Yield the number of ``moves`` in each of the game's units, and the optimum if it is known.

    In games with steps and turns, the optimum is left out if ``least`` is false.
    """
    steering = advice.game.play.step_input
    if steering is None:
        yield "moves", str(len(moves))
        if advice.game.play.moves:
            yield "best", _format_best(advice)
        return
    yield from steering.list_status(position)
    # The solver minimizes the first unit and then the second, so only these have an optimum.
    for rank, (name, number) in enumerate(advice.measure.count_units(moves).items()):
        known = _format_best(advice) if not rank else advice.facts.get(name)
        best = f", best {known}" if least and rank < 2 and known is not None else ""
        yield name, f"{number}{best}"


def _format_hints(session: Playtest) -> str:
    recorder = session.recorder
    if session.solution_shown:
        return (
            f"{recorder.hint_count}, {hints.SOLUTION_SHOWN}"
            if recorder.hint_count
            else hints.SOLUTION_SHOWN
        )
    if not recorder.hint_count:
        return "none"
    return f"{recorder.hint_count}, up to {recorder.max_hint_degree} of {hints.DEGREES}"


def _list_solutions(
    advice: LevelAnalysis, theme: Theme, name: str = "solution"
) -> Iterator[tuple[str, Span]]:
    """Yield the name of each solution, and its moves as styled text."""
    for kind, moves in win_kind_text.list_solutions(advice, name):
        signs = "the same" if moves is None else format_moves(advice.game, moves, theme.get_symbol)
        yield kind, (signs, "muted" if moves is None else "path")


def _list_aim(session: Playtest) -> Iterator[tuple[str, str, str]]:
    """Yield the setting for the kind of win that hints lead to, if the game has several kinds."""
    if session.game.play.aims:
        course = session.hint_goal
        wanted_more = course.missed is not None and course.aim is None
        goal = f"{course.short} now" if wanted_more else course.short
        yield keymap.get_key_hint("play.aim"), "hints for", goal


def _list_news(session: Playtest, switches: PlaySwitches, theme: Theme) -> Iterator[Span]:
    measure, best = session.analysis.measure, session.analysis.optimum
    made = measure.measure_length(session.playthrough.moves)
    if session.status == "won":
        compared = _compare_with_best(made, best, session.hint_goal)
        # A game that counts several units shows all of them.
        length = made if measure.has_one_unit else measure.format_moves(session.playthrough.moves)
        shown = f", {hints.SOLUTION_SHOWN}" if session.solution_shown else ""
        yield f"{theme.get_symbol('won')} won in {length}{compared}{shown}", "good"
        optimum = _format_optimum(session.analysis)
        if optimum:
            yield optimum, "good"
        medal = win_kind_text.format_win(session.analysis, session.playthrough.position, made)
        if medal:
            yield medal, "good"
            yield session.note, "muted"
        again = f"{keymap.get_key_hint('play.recordings')} replays it."
        yield f"Time {hints.format_duration(session.seconds)}. {again}", "muted"
    elif session.status == "lost":
        reason = f": {session.note}" if session.note else ""
        anew = ""
        if session.game.play.step_input is not None:
            anew = f", {keymap.get_key_hint('play.restart')} restarts"
        yield f"Lost{reason}. {keymap.get_key_hint('play.undo')} undoes the move{anew}.", "bad"
    else:
        goal = "" if session.playthrough.moves else session.game.goal
        yield session.note or goal, "muted"
        if switches.warnings and session.visibility.view is None:
            yield from _list_warnings(session, theme)


def _format_optimum(advice: LevelAnalysis) -> str:
    """Return the optimum in all units as text, or "" if there is only one unit or no optimum."""
    measure, facts = advice.measure, advice.facts
    keys = [unit.key for unit in measure.units]
    known = {key: facts[key] for key in keys if isinstance(facts.get(key), int)}
    if measure.has_one_unit or not known:
        return ""
    ways = facts.get("optimal_solutions")
    many = "" if ways is None else f", in {format_count(ways, 'way')}"
    return (
        f"{'optimum' if facts.get('optimal') else 'best known'}: "
        f"{measure.format_tally(known)}{many}"
    )


def _list_onward(session: Playtest) -> Iterator[Span]:
    """Yield a note on the next step after a win, such as the next level, if there is one."""
    assignment = session.assignment
    if assignment is not None and assignment.next_step and session.status == "won":
        yield f"{keymap.get_key_hint('play.onward')} {assignment.next_step}", "title"


def _list_warnings(session: Playtest, theme: Theme) -> Iterator[Span]:
    advice, course = session.analysis, session.hint_goal
    anything = advice.look_ahead(session.playthrough.moves)
    if anything is not None and anything.is_dead:
        what = "this level cannot be won" if advice.is_impossible else "dead end: no win from here"
        yield f"{theme.get_symbol('off')} {what}", "bad"
        return
    parts = [course.missed_text] if course.missed_text else []
    if course.excess:
        parts.append(hints.format_track(course))
    if parts:
        yield "; ".join(parts), "warning"
    elif course.lookahead is None and advice.game.compares_lengths:
        searching = "searching for a solution from here ..."
        yield searching if advice.is_searching else advice.unknown_reason, "muted"


def _list_hints(session: Playtest, theme: Theme) -> Iterator[Span]:
    degree, position = session.degree, session.playthrough.position
    if not degree:
        return
    text = hints.format_deduction_hint(session.tip, degree)
    if session.analysis.reasoning is None:
        course, symbol = session.hint_goal, theme.get_symbol
        text = hints.format_hint(course, session.game, position, degree, symbol)
    yield f"hint {degree} of {hints.DEGREES} · {text}", "title"


def _list_evaluation(replay: RecordReplay) -> Iterator[Span]:
    """Yield a remark on the current event or, failing that, the distance to a win."""
    remark, course = replay.format_remark(replay.number), replay.hint_goal
    prospect = course.lookahead
    if remark:
        yield remark, "warning"
    elif prospect is None and replay.analysis.game.compares_lengths:
        searching = "searching for a solution from here ..."
        yield replay.analysis.incompleteness or searching, "muted"
    elif prospect is not None and prospect.remaining is None:
        yield "a win is no longer possible", "muted"
    elif prospect is not None and prospect.remaining:
        yield f"{hints.format_track(course)}: {course.remaining_text} to go", "muted"


def _list_remarks(replay: RecordReplay) -> Iterator[Span]:
    remarks = replay.list_remarks()
    latest = max((number for number, _ in remarks if number <= replay.number), default=None)
    for number, remark in remarks:
        here = number == latest
        yield f"{'>' if here else ' '}{number:>3} {remark}", "selected" if here else "muted"


def _format_ending(replay: RecordReplay) -> str:
    record, advice = replay.record, replay.analysis
    measure, moves = advice.measure, replay.moment.moves
    made = measure.measure_length(moves)
    length = made if measure.has_one_unit else measure.format_tally(measure.count_units(moves))
    words = {"won": f"won in {length}", "lost": "lost", "left": "left unfinished"}[record.result]
    best = record.optimum if record.optimum is not None else advice.optimum
    if record.result == "won":
        words += _compare_with_best(made, best, replay.hint_goal)
    medal = win_kind_text.format_win(advice, replay.moment.position, record.moves)
    words += f", {hints.SOLUTION_SHOWN}" if record.solution_shown else ""
    words += f", after {hints.format_duration(record.seconds)}"
    return f"{words}; {medal}" if medal else words


def _compare_with_best(moves: int, best: int | None, course: HintGoal) -> str:
    """Return text that begins with a comma and compares a win with the shortest solution.

    The text is empty if ``best``, the length of the shortest solution, is None.
    """
    if best is None:
        return ""
    # When hints aim at a better kind of win, compare with the shortest solution of that kind.
    least, kind = None if course.aim is None else course.route.optimum, ""
    if least not in (None, best):
        best, kind = least, course.title
    more, measure = moves - best, course.route.measure
    if not measure.has_one_unit:
        most = f"{format_count(more, measure.unit)} more than needed" if more else None
        return f", {most or f'the fewest {measure.units[0].plural} possible'}"
    if more:
        return f", {more} more than needed{kind and f' for {kind}'}"
    return f", the fewest possible{kind and f' for {kind}'}"


def _format_switch(on: bool) -> str:
    return "on" if on else "off"
