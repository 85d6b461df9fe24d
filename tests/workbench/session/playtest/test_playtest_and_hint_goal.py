"""Playing without a screen: hints, records, replays, frames, and the room for the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from fruit_boards import GAME
from hypothesis import given
from hypothesis import strategies as st
from monk_boards import GAME as MONK
from monk_boards import TWO_TURNS
from toy_game import SLOPE, TOY, ToyBoard, slope

from engine.files import levelfile, playtest_file
from engine.game.game import Game
from engine.game.playthrough import replay_moves as played
from engine.search.solver_result import SolverResult
from engine.values.budget import Control
from engine.values.level import Level, Verdict, compute_digest
from engine.values.picture import DrawnPiece, Picture
from engine.values.playtest_record import PlayEvent, PlayRecord
from workbench.drawing import terminal_picture
from workbench.features.play import move_animation, play_text_pane
from workbench.service import tasks
from workbench.service.job_slots import Outcome
from workbench.session.playtest import hints
from workbench.session.playtest.hint_goal import choose_goal
from workbench.session.playtest.level_analysis import LevelAnalysis
from workbench.session.playtest.playtest import PlayAssignment, Playtest
from workbench.session.playtest.record_replay import RecordReplay
from workbench.terminal.capabilities import Capabilities

POCKET = Level("toy", ToyBoard(("#######", "#.#####", "#S...G#", "#.#####", "#######")), "Pocket")
"""Right wins; up and down lead into a shaft that the sled never leaves."""
SHIPPED = Path(__file__).parents[4] / "levels" / "fruit-dating"
LOCAL = Capabilities("truecolor", utf8=True)


class Solver:
    """Answers when it is asked to, with as much as it is given to know."""

    def __init__(self) -> None:
        self.asked: list[Callable[[], None]] = []

    def is_ready(self, _: object) -> bool:
        return True

    def solve_board(
        self, game: Game, board: object, done: Callable[[Outcome[SolverResult]], None], **_: object
    ) -> None:
        def answer() -> None:
            solved = tasks.solve_board(game, board, Control(), guided=True)  # type: ignore[arg-type]
            done(Outcome(solved, None, cancelled=False))

        self.asked.append(answer)


class Clock:
    """Time that passes when it is asked to."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def advised(game: Game, level: Level) -> LevelAnalysis:
    """Advice that knows everything."""
    solver, advice = Solver(), LevelAnalysis(game, level, lambda: None)
    advice.request_analysis(solver, lambda run: run())  # type: ignore[arg-type]
    solver.asked[0]()
    return advice


def sign(name: str) -> str:
    return {"right": "→", "up": "↑", "left": "←", "down": "↓"}[name]


def hints_at(game: Game, level: Level, moves: str) -> list[str]:
    """The three hints after some moves."""
    run, legal = played(game.play, level.board, moves)
    assert legal
    there = choose_goal(advised(game, level), run.position, run.moves)
    return [hints.format_hint(there, game, run.position, n, sign) for n in (1, 2, 3)]


# Hints.


def test_hints_rise_from_where_one_stands_to_the_move() -> None:
    assert hints_at(TOY, slope(), "") == [
        "on a shortest path: 2 moves to go",
        "next: left or right",
        "next: → right or ↓ down",
    ]
    assert hints_at(TOY, slope(), "RL")[0] == "off track by 2: 2 moves to go"
    assert hints_at(TOY, slope(), "R")[2] == "next: ↓ down"


def test_hints_in_a_dead_end_lead_back() -> None:
    assert hints_at(TOY, POCKET, "UD") == [
        "you can no longer win from here",
        "take back 2 moves: you could still win there",
        "take back 2 moves, then → right",
    ]


def test_a_level_that_cannot_be_won_says_so() -> None:
    hopeless = Level("toy", ToyBoard(("#####", "#S..#", "#####")), "Nowhere")
    assert hints_at(TOY, hopeless, "R") == ["this level cannot be won"] * 3


@pytest.mark.parametrize("name", ["07-speed-dating", "13-taxi-for-two", "19-a-long-engagement"])
def test_following_the_last_hint_wins_with_nothing_lost(name: str) -> None:
    level = levelfile.read_level(SHIPPED / f"{name}.toml")
    advice = advised(GAME, level)
    run, _ = played(GAME.play, level.board, ())
    while run.position.status == "playing":
        assert advice.count_excess(run.moves) == 0
        text = hints.format_hint(
            choose_goal(advice, run.position, run.moves), GAME, run.position, 3, sign
        )
        run.make_move({"→": "R", "↑": "U", "←": "L", "↓": "D"}[text.removeprefix("next: ")[0]])
    assert len(run.moves) == advice.optimum == advice.look_ahead(()).remaining  # type: ignore[union-attr]


@given(st.text("RULD", max_size=7))
def test_off_track_counts_what_playing_on_costs(word: str) -> None:
    level = levelfile.read_level(SHIPPED / "07-speed-dating.toml")
    advice = advised(GAME, level)
    run, _ = played(GAME.play, level.board, ())
    for move in word:
        run.make_move(move)
    off = advice.count_excess(run.moves)
    prospect = advice.look_ahead(run.moves)
    assert prospect is not None
    if off is None:
        assert prospect.is_dead
        return
    while (prospect := advice.look_ahead(run.moves)) is not None and prospect.best:
        run.make_move(prospect.best[0])
    assert advice.optimum is not None
    assert len(run.moves) - advice.optimum == off >= 0


# Advice.


def test_a_fresh_verdict_serves_until_the_search_is_over() -> None:
    advice = LevelAnalysis(TOY, fresh(slope()), lambda: None)
    assert advice.is_searching
    assert advice.optimum == 2
    assert advice.solution == ("R", "D")
    assert advice.count_excess(("R",)) == 0
    assert advice.look_ahead(("D",)) is None


def fresh(level: Level, **facts: object) -> Level:
    """The level with a verdict of its very board."""
    known = {"moves": 2, "solution": "RD", "complete": True, **facts}
    return replace(level, verdict=Verdict(compute_digest(level.board), TOY.rules_version, known))


def test_a_stale_or_foolish_verdict_is_not_believed() -> None:
    stale = replace(fresh(slope()), board=POCKET.board)
    assert LevelAnalysis(TOY, stale, lambda: None).optimum is None
    for solution in ("RL", "Q?", 7):
        advice = LevelAnalysis(TOY, fresh(slope(), solution=solution), lambda: None)
        assert advice.look_ahead(("R",)) is None


# What is recorded.


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def session(clock: Clock) -> Playtest:
    return Playtest(TOY, slope(), advised(TOY, slope()), clock)


def events(session: Playtest) -> list[str]:
    (record,) = session.finished_records
    return [str(event) for event in record.events]


def test_everything_done_is_recorded(session: Playtest, clock: Clock) -> None:
    for do in (lambda: session.move_toward("right"), session.undo, session.redo, session.restart,
               session.show_hint, session.show_hint,
               lambda: session.move_toward("up"), lambda: session.move_toward("down"),
               lambda: session.move_toward("right")):  # fmt: skip
        clock.now += 1
        do()
    assert session.status == "won"
    (record,) = session.finished_records
    assert [str(event) for event in record.events] == [
        "1.0 move R", "2.0 undo", "3.0 redo", "4.0 restart", "5.0 hint 1", "6.0 hint 2",
        "8.0 move D", "9.0 move R",
    ]  # fmt: skip
    assert (record.result, record.seconds, record.optimum, record.moves) == ("won", 9.0, 2, 2)
    assert record.board == compute_digest(SLOPE)
    assert record.started.tzinfo is not None


def test_a_move_takes_the_hint_away_and_hints_end_at_three(session: Playtest) -> None:
    for _ in range(5):
        session.show_hint()
    assert session.degree == 3
    session.move_toward("right")
    assert session.degree == 0
    session.leave()
    assert sum("hint" in event for event in events(session)) == 3


def test_pauses_are_recorded_and_stop_the_clock(session: Playtest, clock: Clock) -> None:
    session.move_toward("right")
    clock.now += 29
    session.move_toward("left")
    clock.now += 31.25
    assert not session.is_ticking
    assert session.seconds == 29
    session.move_toward("right")
    assert session.is_ticking
    clock.now += 50
    session.leave()
    assert events(session) == [
        "0.0 move R", "29.0 move L", "29.0 pause 31.2", "60.2 move R", "60.2 pause 50.0",
    ]  # fmt: skip
    assert session.finished_records[0].active_seconds == pytest.approx(29, abs=0.2)


def test_nothing_is_recorded_of_a_player_who_makes_no_move(session: Playtest) -> None:
    session.show_hint()
    session.move_toward("up")
    session.restart()
    session.leave()
    assert session.finished_records == []


def test_leaving_is_recorded_once(session: Playtest) -> None:
    session.move_toward("right")
    session.leave()
    session.leave()
    assert [record.result for record in session.finished_records] == ["left"]


def test_a_loss_is_recorded_as_one() -> None:
    board = ToyBoard(("####", "#S~#", "####"))
    session = Playtest(TOY, Level("toy", board), advised(TOY, slope()))
    session.move_toward("right")
    session.leave()
    assert [record.result for record in session.finished_records] == ["lost"]


def test_what_follows_a_win_is_another_session(session: Playtest, clock: Clock) -> None:
    session.move_toward("right")
    session.move_toward("down")
    clock.now += 60
    assert session.seconds == 0
    assert not session.is_ticking
    session.undo()
    session.move_toward("left")
    session.leave()
    first, second = session.finished_records
    assert (first.result, first.moves) == ("won", 2)
    assert [str(event) for event in second.events] == [
        "0.0 move R", "0.0 move D", "0.0 undo", "0.0 move L",
    ]  # fmt: skip
    assert RecordReplay(TOY, SLOPE, second, advised(TOY, slope())).problem == ""


def test_looking_back_after_a_win_is_no_session(session: Playtest) -> None:
    session.move_toward("right")
    session.move_toward("down")
    session.undo()
    session.redo()
    session.leave()
    assert len(session.finished_records) == 1


def test_a_look_at_the_solution_is_recorded(session: Playtest) -> None:
    session.record_solution_shown()
    session.move_toward("right")
    session.move_toward("down")
    session.restart()
    session.move_toward("right")
    session.leave()
    assert [record.solution_shown for record in session.finished_records] == [True, True]


def test_a_look_at_the_solution_after_a_win_is_of_what_follows(session: Playtest) -> None:
    session.move_toward("right")
    session.move_toward("down")
    session.record_solution_shown()
    assert not session.solution_shown
    session.undo()
    assert session.solution_shown
    session.move_toward("left")
    session.leave()
    assert [record.solution_shown for record in session.finished_records] == [False, True]


def test_a_mere_look_at_the_solution_is_recorded_once(session: Playtest) -> None:
    session.record_solution_shown()
    session.leave()
    (record,) = session.finished_records
    assert (record.result, record.events, record.solution_shown) == ("left", (), True)
    known = PlayAssignment(lambda *win: None, lambda _: None, solution_shown=True)
    later = Playtest(TOY, slope(), advised(TOY, slope()), assignment=known)
    later.leave()
    assert later.finished_records == []


def test_an_assignment_hears_of_play_up_to_the_first_win() -> None:
    heard: list[object] = []
    assignment = PlayAssignment(
        lambda moves, record: heard.append((moves, record.solution_shown)), heard.append
    )
    session = Playtest(TOY, slope(), advised(TOY, slope()), assignment=assignment)
    session.show_hint()
    session.show_hint()
    session.move_toward("right")
    session.record_solution_shown()
    session.record_solution_shown()
    session.move_toward("down")
    session.undo()
    session.redo()
    session.record_solution_shown()
    assert heard == ["hint", "hint", "solution", (("R", "D"), True)]


def test_a_new_game_after_a_win_begins_afresh(session: Playtest) -> None:
    session.move_toward("right")
    session.move_toward("down")
    session.restart()
    assert not session.playthrough.can_redo
    session.move_toward("down")
    session.leave()
    assert [str(event) for event in session.finished_records[1].events] == ["0.0 move D"]


# Where it is kept.


def record(moves: str = "R", board: str = "", day: int = 1) -> PlayRecord:
    done = tuple(PlayEvent(0.0, "move", move) for move in moves)
    started = datetime(2026, 11, day, tzinfo=UTC)
    return PlayRecord(started, board or compute_digest(SLOPE), 1, "left", 1.0, done)


# Playing again.


def sessions_of(*lines: str) -> PlayRecord:
    text = playtest_file.dumps((record(),)).split("events")[0]
    listed = "\n".join(lines)
    return playtest_file.loads(f'{text}events = """\n{listed}\n"""\n')[0][0]


def test_a_record_is_played_again_beside_the_optimum() -> None:
    made = sessions_of(
        "1 move R", "2 move L", "3 hint 2", "4 undo", "5 redo", "6 pause 40", "50 restart",
        "51 move D", "52 move R",
    )  # fmt: skip
    replay = RecordReplay(TOY, SLOPE, made, advised(TOY, slope()))
    seen = []
    for place in range(replay.length + 1):
        replay.seek(place)
        seen.append((replay.format_caption(sign), replay.format_remark(place)))
    assert seen == [
        ("start", ""),
        ("move 1: → right", ""),
        ("move 2: ← left", "move 2 left the shortest path: 2 more than needed"),
        ("asked for hint 2", ""),
        ("undid a move: 1 move", "back on a shortest path"),
        ("redid a move: 2 moves", "this left the shortest path: 2 more than needed"),
        ("paused for 0:40", ""),
        ("back to the start", "back on a shortest path"),
        ("move 1: ↓ down", ""),
        ("move 2: → right", ""),
    ]
    assert replay.moment.position.status == "won"
    assert [place for place, _ in replay.list_remarks()] == [2, 4, 5, 7]
    replay.seek(99)
    assert replay.number == 9


def test_remarks_on_dead_ends_and_further_detours() -> None:
    again = RecordReplay(TOY, SLOPE, sessions_of("1 move R", "2 move L", "3 move R", "4 move L"),
                   advised(TOY, slope()))  # fmt: skip
    assert again.list_remarks()[-1] == (4, "move 4 cost 2 more: 4 more than needed")
    dead = RecordReplay(TOY, POCKET.board, sessions_of("1 move U", "2 move D", "3 undo", "4 undo"),
                  advised(TOY, POCKET))  # fmt: skip
    assert dead.list_remarks() == [
        (1, "move 1 made a win impossible"),
        (4, "a win is possible again"),
    ]


@pytest.mark.parametrize("line", ["2 move U", "2 move Q", "2 redo"])
def test_a_record_that_cannot_be_made_ends_where_it_goes_wrong(line: str) -> None:
    replay = RecordReplay(TOY, SLOPE, sessions_of("1 move R", line), advised(TOY, slope()))
    assert replay.length == 1
    assert "cannot be made on this board" in replay.problem


# Motion.


def picture(*cells: tuple[int, int], size: int = 9) -> Picture:
    tiles = (("floor",) * size,) * size
    return Picture(tiles, {cell: DrawnPiece("stone", number) for number, cell in enumerate(cells)})


def test_pieces_slide_in_few_frames_and_none_overtakes() -> None:
    before, after = picture((0, 0), (0, 3), (4, 8)), picture((0, 7), (0, 8), (4, 8))
    shown = move_animation.make_frames([before, after])
    assert len(shown) <= move_animation.MAX_FRAMES
    ways = [[*frame.pieces] for frame in [before, *shown, after]]
    for earlier, later in pairwise(ways):
        assert all(a[0] == b[0] and a[1] <= b[1] for a, b in zip(earlier, later, strict=True))
    assert all(way[0][1] < way[1][1] for way in ways)
    assert move_animation.make_frames([before, before]) == []


def test_what_meets_slides_first_and_vanishes_then() -> None:
    level = levelfile.read_level(SHIPPED / "01-first-date.toml")
    solution = str(GAME.solver.solve(level.board).facts["solution"])
    run, _ = played(GAME.play, level.board, solution)
    step = run.last_step
    assert step is not None and step.note
    pictures = [GAME.play.draw_picture(p) for p in (step.before, *step.passed, step.after)]
    shown = move_animation.make_frames(pictures)
    assert shown[-1].pieces.keys() > pictures[-1].pieces.keys()
    assert move_animation.make_frames([pictures[0], pictures[-1]]) == []


@pytest.mark.parametrize(
    ("link", "why"),
    [
        (LOCAL, None),
        (Capabilities("256", utf8=False), None),
        (Capabilities("truecolor", utf8=True, remote=True), "unavailable over SSH"),
        (Capabilities("256", utf8=True, multiplexer="tmux"), None),
        (Capabilities("16", utf8=True), "unavailable on this terminal"),
        (Capabilities("none", utf8=True), "unavailable on this terminal"),
        (Capabilities("256", utf8=True, dumb=True), "unavailable on this terminal"),
    ],
)
def test_only_a_quick_link_is_asked_for_motion(link: Capabilities, why: str | None) -> None:
    assert move_animation.find_refusal(link) == why


# Room.


@given(st.integers(3, 16), st.integers(3, 16), st.integers(60, 200), st.integers(20, 50))
def test_no_other_arrangement_has_a_larger_board(
    rows: int, cols: int, width: int, height: int
) -> None:
    board = Picture((("floor",) * cols,) * rows)
    side, room = play_text_pane.choose_side(board, width, height)

    def largest(room: tuple[int, int]) -> int:
        sizes = [terminal_picture.measure_picture(board, scale) for scale in ("compact", "large")]
        return sum(size[0] <= room[0] and size[1] <= room[1] for size in sizes)

    height -= 2  # a message, and the keys
    beside, below = (width - room, height), (width, height - play_text_pane.LINES_BELOW)
    narrow = (width - play_text_pane.MIN_COLUMNS, height)
    if side == "aside":
        assert play_text_pane.MIN_COLUMNS <= room <= play_text_pane.MAX_COLUMNS
        assert largest(beside) >= max(largest(below), 1)
    else:
        assert largest(below) > largest(narrow) or largest(narrow) == 0


class Lanes(Solver):
    """Runs what is done in the background when it is asked to."""

    def run_in_background(self, job: Any, done: Any, slot: str) -> None:
        self.asked.append(lambda: done(Outcome(job(Control()), None, cancelled=False)))

    def run_task(self, task: Any, control: Control) -> Any:
        return task(control)


def test_positions_that_have_to_be_searched_are_asked_for_in_the_background() -> None:
    hints_at: list[str] = []
    solver = Lanes()
    advice = LevelAnalysis(MONK, Level(MONK.name, TWO_TURNS), lambda: hints_at.append("more"))
    advice.request_analysis(solver, lambda run: run())  # type: ignore[arg-type]
    solver.asked.pop()()
    assert advice.optimum == 2 and advice.format_remaining(()) == "2 turns and 1 walk"
    assert advice.look_ahead(("c1",)) is None and advice.is_searching
    solver.asked.pop()()
    assert not solver.asked and not advice.is_searching
    assert advice.measure_total(("c1",)) == 3 and advice.count_excess(("c1",)) == 1
    dead = advice.look_ahead(("c2",))
    assert dead is not None and dead.is_dead and not advice.is_searching
