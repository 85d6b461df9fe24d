"""A cube in the making: contents, turns back, what the history of the level demands, the log."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from monk_boards import GAME, cells_of, made, seeds
from monk_reference import SPOTS, STEPS, turned_spot

from engine.games.mazing_monk.generation.parameters import STAGE_NAMES
from engine.games.mazing_monk.generation.rewound_cube import CHECKS, MOVES
from engine.jit import decorators
from engine.stages.candidate import Candidate

PLAIN = decorators.is_disabled()
EXAMPLES = 4 if PLAIN else 20


# --- the log -------------------------------------------------------------------------------


def texts(candidate: Candidate) -> list[tuple[str, str, str, str]]:
    """For every action made: its stage and name, and the 54 characters before and after it."""
    timeline = candidate.timeline
    layout = timeline.start.copy()
    found: list[tuple[str, str, str, str]] = []
    last: tuple[str, str, str] | None = None
    for index, (stage, plane, cell, _, new, _, _) in enumerate(timeline.log):
        if plane == MOVES or stage != timeline.log[index - 1][0]:
            now = cells_of(candidate.read(layout))
            if last is not None:
                found.append((*last, now))
            event = timeline.get_event(index)
            made_now = plane == MOVES and "refused" not in event.new
            last = (event.stage, event.new, now) if made_now else None
        layout[plane, cell] = new
    if last is not None:
        found.append((*last, cells_of(candidate.read(layout))))
    return found


def turned_back(text: str, word: str) -> str:
    """The characters after a turn back, by geometry."""
    before = dict(zip(SPOTS, text, strict=True))
    return "".join(before[turned_spot(spot, word.lower())] for spot in SPOTS)


@settings(max_examples=EXAMPLES // 2)
@given(seeds, st.integers(1, 10), st.sampled_from(["history", "protective"]))
def test_every_action_of_the_log_does_what_it_says(seed, difficulty, mode):
    candidate = made(seed, difficulty=difficulty, mode=mode)
    for stage, action, before, after in texts(candidate):
        monk = before.index("M")
        if action[-1].isdigit():
            expected = turned_back(before, action)
            assert expected.index("M") == monk
        else:
            step = STEPS[action[0]]
            goal = SPOTS.index(tuple(a + b for a, b in zip(SPOTS[monk], step, strict=True)))
            assert before[goal] in ("#.*" if stage == "carving" else ".*")
            left = after[monk]
            assert left in ".*"
            cells = [*before]
            cells[monk], cells[goal] = left, "M"
            expected = "".join(cells)
        changed = [(a, b) for a, b in zip(expected, after, strict=True) if a != b]
        assert changed in ([], [(".", "*")] if stage == "seek" else [])


@settings(max_examples=EXAMPLES)
@given(seeds, st.integers(1, 10))
def test_stages_keep_to_their_tasks(seed, difficulty):
    candidate = made(seed, difficulty=difficulty)
    timeline = candidate.timeline
    placed = [timeline.get_event(n) for n in range(timeline.find_stage_span(0)[1])]
    tiles = [event for event in placed if event.plane == "tiles"]
    assert [event.new for event in tiles] == ["M", *"S" * difficulty]
    if candidate.failed == "Placement":
        return
    carved = cells_of(candidate.make_board_at(timeline.find_stage_span(1)[1]))
    if candidate.failed is None:
        assert carved.count("*") >= 17 - difficulty - 1  # one may lie below the monk
        turns = [action for stage, action, _, _ in texts(candidate) if stage == "scramble"]
        assert len(turns) == 20
        assert {turn[1] for turn in turns} <= {"1", "2"}
        end = cells_of(candidate.make_board_at(timeline.find_stage_span(2)[1]))
        assert end.index("M") == 0
        assert Counter(end) == Counter(cells_of(candidate.board))


@settings(max_examples=EXAMPLES)
@given(seeds, st.integers(1, 10))
def test_refusals_are_counted_and_reported(seed, difficulty):
    candidate = made(seed, difficulty=difficulty, mode="protective")
    timeline = candidate.timeline
    reported = Counter[str]()
    for index in range(len(timeline)):
        event = timeline.get_event(index)
        assert GAME.generator.describe_event(event)
        if "refused: " in event.new:
            reported[event.new.partition("refused: ")[2]] += 1
            assert "refused" in GAME.generator.describe_event(event) or event.stage == "placement"
    assert timeline.count_refusals(len(timeline)) == reported
    assert set(reported) <= set(CHECKS)
    first, end = timeline.find_stage_span(STAGE_NAMES.index("carving"))
    assert sum(timeline.count_refusals(end).values()) <= sum(reported.values())
    assert timeline.count_refusals(first).keys() <= {CHECKS[0]}
