"""Playing for the better kind of win: hints, warnings, replays, medals and plain mode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cases_skiddy import FIXTURES, LEVEL_1_1
from commanding import Talk
from skiddy_boards import GAME, board_of

from engine.files import levelfile, playtest_file
from engine.game.playthrough import replay_moves as played
from engine.values.budget import Budget, Control
from engine.values.level import Level, compute_digest
from engine.values.playtest_record import PlayEvent, PlayRecord
from workbench.service import tasks
from workbench.service.job_slots import Outcome
from workbench.session.playtest import hints, win_kind_text
from workbench.session.playtest.hint_goal import HintGoal, choose_goal
from workbench.session.playtest.level_analysis import LevelAnalysis
from workbench.session.playtest.playtest import Playtest
from workbench.session.playtest.record_replay import RecordReplay

FIRST = Level("skiddy", board_of(LEVEL_1_1), "Side by side")
LONG = Level("skiddy", board_of(next(f for f in FIXTURES if f.name == "F09").rows), "Long")
"""Maximum combo takes 8 moves, any win 3."""
NEVER = Level("skiddy", board_of(next(f for f in FIXTURES if f.name == "F06").rows), "Never")
"""No win with maximum combo."""
SIGNS = {"right": "→", "up": "↑", "left": "←", "down": "↓"}


def advised(level: Level, states: int = 100_000) -> LevelAnalysis:
    """Advice that knows as much as a search of so many states finds out."""
    advice = LevelAnalysis(GAME, level, lambda: None)
    solved = tasks.solve_board(GAME, level.board, Control(), budget=Budget(states), guided=True)
    advice.store_answer(Outcome(solved, None, cancelled=False))
    advice.complete_routes()
    return advice


def after(
    level: Level, moves: str, *, aiming: bool = True, advice: LevelAnalysis | None = None
) -> HintGoal:
    """What hints lead to after some moves."""
    run, legal = played(GAME.play, level.board, moves)
    assert legal
    return choose_goal(advice or advised(level), run.position, run.moves, prefers_better=aiming)


def hints_at(level: Level, moves: str, **how: bool) -> list[str]:
    """The three hints after some moves."""
    run, _ = played(GAME.play, level.board, moves)
    there = after(level, moves, **how)
    return [hints.format_hint(there, GAME, run.position, n, SIGNS.__getitem__) for n in (1, 2, 3)]


# Hints.


def test_hints_lead_to_perfect_while_it_can_be_had() -> None:
    assert hints_at(FIRST, "") == [
        "on a shortest path to Perfect: 2 moves to go",
        "next: left or right",
        "next: ← left",
    ]
    assert hints_at(FIRST, "L")[2] == "next: ↓ down"


def test_then_to_the_maximum_combo() -> None:
    assert hints_at(FIRST, "LR")[0] == "off track by 2 for maximum combo: 2 moves to go"
    assert after(FIRST, "LR").short == "max combo"
    # Shorter ways without it make it no Perfect from the start.
    assert hints_at(LONG, "")[0] == "on a shortest path to maximum combo: 8 moves to go"


def test_then_to_any_win_and_say_which_move_was_to_blame() -> None:
    assert hints_at(FIRST, "D")[0] == (
        "off track by 1 for any win: 2 moves to go; maximum combo is out of reach since your move 1"
    )
    assert hints_at(FIRST, "D")[2] == "next: ← left"
    assert after(FIRST, "DLR").since == 1
    assert after(FIRST, "D").title == "any win"


def test_a_player_who_wants_any_win_is_led_to_it() -> None:
    assert hints_at(LONG, "", aiming=False)[0] == "on a shortest path to any win: 3 moves to go"
    assert after(FIRST, "D", aiming=False).missed_text == ""


def test_a_kind_that_the_level_does_not_have_is_no_loss() -> None:
    advice = advised(NEVER)
    there = after(NEVER, "", advice=advice)
    assert (there.title, there.missed_text) == ("any win", "")
    run, _ = played(GAME.play, NEVER.board, "")
    assert dict(win_kind_text.list_kind_states(advice, run.position, ())) == {
        "max combo": "not in this level"
    }
    assert [name for name, _ in win_kind_text.list_solutions(advice)] == ["any win"]


@pytest.mark.parametrize("number", range(len(FIXTURES)))
def test_following_the_last_hint_wins_as_promised(number: int) -> None:
    level = Level("skiddy", board_of(FIXTURES[number].rows), "")
    advice = advised(level)
    run, _ = played(GAME.play, level.board, "")
    first = choose_goal(advice, run.position, ())
    if first.lookahead is None or first.lookahead.is_dead:
        return
    while run.position.status == "playing":
        there = choose_goal(advice, run.position, run.moves)
        assert there.title == first.title
        text = hints.format_hint(there, GAME, run.position, 3, SIGNS.__getitem__)
        arrow = text.removeprefix("next: ")[0]
        run.make_move({"→": "R", "↑": "U", "←": "L", "↓": "D"}[arrow])
    assert len(run.moves) == first.lookahead.remaining
    earned = win_kind_text.format_win(advice, run.position, len(run.moves))
    expected = {"Perfect": "Perfect", "maximum combo": "Maximum combo", "any win": "Minimum moves"}
    kind = "no maximum combo" if first.title == "any win" else "maximum combo"
    assert earned == f"{kind}; medal: {expected[first.title]}"


def test_a_level_too_large_to_know_says_so_and_guesses_no_medal() -> None:
    advice = advised(FIRST, states=2)
    run, _ = played(GAME.play, FIRST.board, "LD")
    assert advice.incompleteness == "there are too many positions"
    assert dict(win_kind_text.list_kind_states(advice, run.start, ())) == {
        "max combo": "not broken"
    }
    assert win_kind_text.format_win(advice, run.position, 2) == (
        "maximum combo; medal: Maximum combo; "
        "Minimum moves and Perfect: not known, there are too many positions"
    )


def test_while_the_search_goes_on_medals_wait_for_it() -> None:
    advice = LevelAnalysis(GAME, FIRST, lambda: None)
    run, _ = played(GAME.play, FIRST.board, "LD")
    combo = "maximum combo; medal: Maximum combo; Minimum moves and Perfect: still searching"
    assert win_kind_text.format_win(advice, run.position, 2) == combo
    run, _ = played(GAME.play, FIRST.board, "DLD")
    assert win_kind_text.format_win(advice, run.position, 3) == (
        "no maximum combo; no medal so far; Minimum moves: still searching"
    )
    assert win_kind_text.format_win(advised(FIRST), run.position, 3) == "no maximum combo; no medal"
    assert win_kind_text.format_win(advised(FIRST), run.start, 0) == ""


# Records.


def record(moves: str, level: Level = FIRST, result: str = "won") -> PlayRecord:
    done = tuple(PlayEvent(float(n), "move", move) for n, move in enumerate(moves))
    at = datetime(2026, 11, 21, tzinfo=UTC)
    return PlayRecord(at, compute_digest(level.board), 1, result, 9.0, done)  # type: ignore[arg-type]


def test_medals_of_records_are_found_by_playing_them() -> None:
    facts = GAME.solver.solve(FIRST.board).facts
    records = [record("DLD"), record("LRLD"), record("L", result="left"), record("LD", LONG)]
    finishes = [win_kind_text.replay_win(GAME, FIRST, each) for each in records]
    pairs = list(zip(records, finishes, strict=True))
    assert [win_kind_text.list_results(GAME, *each, facts) for each in pairs] == [
        ["combo broken"],
        ["combo", "Maximum combo"],
        [],
        [],
    ]
    assert win_kind_text.format_best_medals(GAME, finishes, facts) == "Maximum combo"
    perfect = record("LD")
    finishes.append(win_kind_text.replay_win(GAME, FIRST, perfect))
    assert win_kind_text.format_best_medals(GAME, finishes, facts) == "Perfect"
    assert win_kind_text.list_results(GAME, perfect, finishes[-1], {}) == [
        "combo",
        "Maximum combo?",
    ]
    # A record that cannot be played, or does not win, earns nothing.
    assert win_kind_text.replay_win(GAME, FIRST, record("UU")) is None
    assert win_kind_text.replay_win(GAME, FIRST, record("L")) is None


def test_what_a_record_says_counts_only_where_playing_it_is_silent() -> None:
    facts = GAME.solver.solve(FIRST.board).facts
    wrong = replace(record("DLD"), combo=True, medals=("Perfect", "Best of all"))
    again = win_kind_text.replay_win(GAME, FIRST, wrong)
    assert win_kind_text.list_results(GAME, wrong, again, facts) == ["combo broken"]
    assert win_kind_text.list_results(GAME, wrong, again, {}) == ["combo broken", "Perfect"]
    assert win_kind_text.list_results(GAME, wrong, None, facts) == ["combo", "Perfect"]
    assert win_kind_text.list_results(GAME, replace(wrong, medals=()), again, {}) == [
        "combo broken"
    ]


@pytest.mark.parametrize(
    ("moves", "combo", "medals"),
    [
        ("LD", True, ("Maximum combo", "Minimum moves", "Perfect")),
        ("LRLD", True, ("Maximum combo",)),
        ("DLD", False, ()),
    ],
)
def test_a_win_is_recorded_with_its_kind_and_medals(
    moves: str, combo: bool, medals: tuple[str, ...]
) -> None:
    session = Playtest(GAME, FIRST, advised(FIRST))
    for move in moves:
        session.make_move(move)
    assert [(each.combo, each.medals) for each in session.finished_records] == [(combo, medals)]
    text = playtest_file.dumps(tuple(session.finished_records))
    assert playtest_file.loads(text)[0] == tuple(session.finished_records)
    assert f"combo = {str(combo).lower()}" in text


def test_a_replay_remarks_on_the_move_that_broke_the_combo() -> None:
    advice = advised(FIRST)
    replay = RecordReplay(GAME, FIRST.board, record("LRLD"), advice)
    assert replay.list_remarks() == [
        (2, "move 2 left the shortest path: 2 more than needed for maximum combo"),
    ]
    broken = RecordReplay(GAME, FIRST.board, record("DULD"), advice)
    assert broken.list_remarks()[0] == (1, "move 1: maximum combo broken")
    events = (PlayEvent(0.0, "move", "D"), PlayEvent(1.0, "undo"))
    undone = RecordReplay(GAME, FIRST.board, replace(record(""), events=events), advice)
    assert undone.list_remarks()[-1] == (2, "maximum combo is possible again")


def test_a_replay_remarks_on_the_move_that_made_the_combo_impossible() -> None:
    """There are positions that have broken nothing and still have no maximum combo ahead."""
    for fixture in FIXTURES:
        level = Level("skiddy", board_of(fixture.rows), "")
        advice = advised(level)
        for word in ("U", "R", "D", "L", "UR", "RD", "DL", "LU", "URD", "RDL", "DLU", "LUR"):
            run, legal = played(GAME.play, level.board, word)
            replay = RecordReplay(GAME, level.board, record(word, level, "left"), advice)
            lost = [text for _, text in replay.list_remarks() if text.endswith("out of reach")]
            if legal and lost:
                assert lost == [f"move {len(word)} put maximum combo out of reach"]
                assert not GAME.play.is_aim_missed(run.position, GAME.play.aims[0])
                return
    pytest.fail("no such position among the fixtures")


# Sessions.


def test_a_hint_goes_when_the_aim_is_switched() -> None:
    session = Playtest(GAME, LONG, advised(LONG))
    session.show_hint()
    assert session.degree == 1
    session.set_aim(prefers_better=False)
    assert (session.degree, session.hint_goal.title) == (0, "any win")
    session.set_aim(prefers_better=True)
    assert session.hint_goal.title == "maximum combo"


# Plain mode.


@pytest.fixture
def talk(talk: Talk, tmp_path: Path) -> Callable[..., list[str]]:
    """Says lines to plain mode about the first level; everything it answered, line by line."""
    file = tmp_path / "first.toml"
    levelfile.write_level(FIRST, file)
    return lambda *lines: talk(*lines, "quit", "discard", file=file).splitlines()


def test_plain_mode_leads_to_perfect_and_names_the_medal(talk: Callable[..., list[str]]) -> None:
    said = talk("hint", "move LD", "status", "solution")
    assert "Left; 2 moves to go to Perfect." in said
    assert "Down, double combo: all 2 red out, maximum combo. Won in 2 moves." in said
    assert "Maximum combo; medal: Perfect." in said
    assert "Max combo achieved." in said
    assert "Max combo, LD: left, down." in said
    assert "Any win, the same." in said


def test_plain_mode_searches_for_medals_only_when_asked(talk: Callable[..., list[str]]) -> None:
    said = talk("move DLD", "medals")
    at = said.index(
        "No maximum combo; no medal so far; Minimum moves: type medals to see your medals."
    )
    assert "No maximum combo; no medal." in said[at + 1 :]


def test_plain_mode_switches_the_aim(talk: Callable[..., list[str]]) -> None:
    said = talk("medals", "move D", "hint", "aim", "undo", "hint", "aim")
    assert "You can earn: Maximum combo, Minimum moves, Perfect." in said
    at = said.index("Maximum combo is out of reach since your move 1.")
    assert said[at + 1 : at + 6] == [
        "Left; 2 moves to go to any win.",
        "Hints lead to any win.",
        "Undone. 0 moves.",
        "Left; 2 moves to go to any win.",
        "Hints lead to maximum combo while possible.",
    ]


def test_plain_mode_says_how_far_to_go_back_if_anywhere(
    talk: Callable[..., list[str]], tmp_path: Path
) -> None:
    trap, lost = (next(f for f in FIXTURES if f.name == name) for name in ("F21", "F24"))
    levelfile.write_level(Level("skiddy", board_of(lost.rows), ""), tmp_path / "lost.toml")
    levelfile.write_level(Level("skiddy", board_of(trap.rows), ""), tmp_path / "trap.toml")
    said = talk(f"open {tmp_path / 'lost.toml'}", "hint", "move D", "hint")
    assert said.count("This level cannot be won.") == 2
    found = GAME.solver.solve(board_of(trap.rows)).facts["evidence"]["way"]
    said = talk(f"open {tmp_path / 'trap.toml'}", f"move {found}", "hint")
    assert "No win can be reached from here; take back 1 move." in said


def test_plain_mode_says_how_far_a_search_came_that_found_no_solution(
    talk: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.values.budget.Budget.__init__.__defaults__", (2, None, None))
    answers = [line for line in talk("solution", "verdict") if line.startswith("Undecided")]
    assert len(answers) == 2
    assert answers[0] == answers[1] != "Undecided after 0 states."


def test_plain_mode_lists_all_solutions(talk: Callable[..., list[str]]) -> None:
    said = talk("solutions", "solutions 4", "solutions 5")
    at = said.index("Solution 1, max combo, LD: left, down; the last move in state S3.")
    assert said[at + 1 : at + 5] == [
        "Solution 2, no combo, DLD: down, left, down; the last move in state S6.",
        "Solution 3, max combo, RDLD: right, down, left, down; the last move in state S7.",
        "Solution 4, no combo, DULD: down, up, left, down; the last move in state S8.",
        "That is all.",
    ]
    assert said[at + 5].startswith("Solution 4,")
    assert "fewer than 5 solutions" in "".join(said)


def test_plain_mode_watches_the_nodes_of_the_tree(talk: Callable[..., list[str]]) -> None:
    said = talk("watch 9", "watch", "watch 22")
    at = said.index("Nodes after row 9 of 21: 7.")
    assert said[at + 1 : at + 5] == [
        "S0: MaxCombo, depth 0, root.",
        "S1: MaxCombo, depth 1, by right from S0, secondary parents S3.",
        "S2: DeadEnd, depth 1, by down from S0.",
        "S3: MaxCombo, depth 1, by left from S0, secondary parents S1.",
    ]
    assert "S8: Ok, depth 3, by left from S5, secondary parents S6." in said
    assert "The trace ends with row 21." in said
