"""Stages that keep their random draws while others are made anew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fruit_boards import GAME, board_of, boards
from hypothesis import given
from hypothesis import strategies as st

from engine import workshop
from engine.errors import GenerationFailed, LevelError
from engine.files import levelfile
from engine.games.fruit_dating.board import FruitBoard
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Recipe
from engine.values.grid import iterate_cells
from engine.values.level import StreamId

pytestmark = pytest.mark.jitless

RICH: dict[str, object] = {
    "mud": 2,
    "one_ways": 2,
    "anteaters": 1,
    "hedgehogs": 1,
    "symmetry": "none",
}
SMALL: dict[str, object] = {"rows": 6, "cols": 6, "pairs": 1, "moves": "3..", "states": "..300"}
STAGES = tuple(stage.name for stage in GAME.generator.stages)


def recipe(seed: int = 3, attempt: int = 2, **kept: StreamId) -> Recipe:
    streams = {name.replace("_", "-"): stream for name, stream in kept.items()}
    return Recipe(
        seed, attempt, GAME.generator.parameters.complete_settings(RICH), {"fruit": 2}, kept=streams
    )


def rows(made: Recipe, stage: str) -> list[tuple[int, ...]]:
    """The events of a stage."""
    timeline = GAME.generator.build_candidate(made).timeline
    first, last = timeline.find_stage_span(STAGES.index(stage))
    return [tuple(row) for row in timeline.log[first:last].tolist()]


def test_a_stage_draws_from_its_own_stream_unless_it_is_kept() -> None:
    plain = recipe()
    assert plain.get_stream("walls") == StreamId(3, 2, 0)
    assert plain.get_stream("fruit") == StreamId(3, 2, 2)
    assert recipe(walls=StreamId(9, 8, 7)).get_stream("walls") == StreamId(9, 8, 7)


def test_rolling_again_leaves_seed_and_attempt_of_a_kept_stage() -> None:
    kept = recipe(walls=StreamId(9, 8, 7))
    assert kept.reroll_stage("walls").get_stream("walls") == StreamId(9, 8, 8)
    assert kept.reroll_stage("fruit").get_stream("fruit") == StreamId(3, 2, 3)
    assert kept.reroll_stage("mud").reroll == {"fruit": 2, "mud": 1}


def test_keeping_what_a_stage_draws_anyway_changes_nothing() -> None:
    plain = recipe()
    kept = replace(plain, kept={name: plain.get_stream(name) for name in STAGES})
    logs = [GAME.generator.build_candidate(made).timeline.log for made in (plain, kept)]
    assert np.array_equal(*logs)
    elsewhere = GAME.generator.build_candidate(replace(kept, seed=77, attempt=5, reroll={}))
    assert np.array_equal(logs[0], elsewhere.timeline.log)


def test_kept_walls_stay_while_the_seed_changes() -> None:
    plain = recipe()
    kept = {name: plain.get_stream(name) for name in ("walls", "inner-walls")}
    for seed in range(20, 26):
        other = replace(plain, seed=seed, kept=kept)
        for stage in ("border", "walls", "inner-walls", "areas"):
            assert rows(other, stage) == rows(plain, stage)
        assert rows(other, "weights") != rows(plain, "weights")


def test_the_search_for_a_level_tries_what_is_not_kept() -> None:
    plain, _ = find_accepted_attempt(
        GAME.generator, Recipe(5, 0, GAME.generator.parameters.complete_settings(SMALL))
    )
    kept = {"walls": plain.get_stream("walls"), "inner-walls": plain.get_stream("inner-walls")}
    again, attempts = find_accepted_attempt(
        GAME.generator, Recipe(6, 0, plain.parameters, kept=kept)
    )
    assert again.kept == kept
    assert attempts.accepted == again.attempt
    assert rows(again, "walls") == rows(plain, "walls")


def test_a_level_with_kept_stages_is_rebuilt_byte_for_byte() -> None:
    source, _, _ = workshop.generate(GAME, 5, SMALL)
    kept = {"walls": workshop.read_recipe(source).get_stream("walls")}
    level, candidate, _ = workshop.generate(GAME, 8, SMALL, kept=kept)
    text = levelfile.dumps(level)
    assert "[provenance.kept.walls]\nseed = 5\n" in text
    read = levelfile.loads(text)
    assert workshop.read_recipe(read).kept == kept
    assert levelfile.dumps(workshop.rebuild(read)) == text
    assert candidate.recipe.kept == kept


@given(boards(max_side=7), st.data())
def test_any_locks_and_kept_stages_are_rebuilt_byte_for_byte(
    sketch: FruitBoard, data: st.DataObject
) -> None:
    cells = list(iterate_cells(sketch.tiles))
    for row, col, _ in data.draw(st.lists(st.sampled_from(cells), max_size=6, unique=True)):
        sketch = sketch.with_lock_toggled(row, col)
    sketch = replace(
        sketch, extra={"colour": "red"}, gate_extra={gate: {"x": 1} for gate in sketch.gates}
    )
    shape = {"rows": max(sketch.rows, 4), "cols": sketch.cols}
    streams = st.builds(StreamId, st.integers(0, 9), st.integers(0, 3), st.integers(0, 2))
    made = GAME.generator.build_candidate(
        Recipe(
            data.draw(st.integers(0, 99)),
            data.draw(st.integers(0, 9)),
            GAME.generator.parameters.complete_settings(RICH | {"walls": "0..3"} | shape),
            data.draw(st.dictionaries(st.sampled_from(STAGES), st.integers(1, 3), max_size=2)),
            sketch if (sketch.rows, sketch.cols) == tuple(shape.values()) else None,
            data.draw(st.dictionaries(st.sampled_from(STAGES), streams, max_size=4)),
        )
    )
    if made.failed is not None:
        return
    level = workshop.build_level(GAME, made)
    level = workshop.store_verdict(level, GAME.solver.solve(level.board))
    text = levelfile.dumps(level)
    again = levelfile.loads(text)
    assert levelfile.dumps(workshop.rebuild(again)) == text
    assert workshop.remake_candidate(again).board == made.board


def test_what_is_not_known_of_a_locked_gate_is_kept() -> None:
    sketch = board_of("##### #...# #...# #####", "..... .A.A. ..... .....").with_lock_toggled(2, 2)
    table = sketch.to_table()
    table["gates"] = [{"row": 2, "col": 2, "direction": "right", "note": "squeaks"}]
    wanted = {"rows": 4, "cols": 5, "pairs": 1, "blockers": 0, "walls": 0, "moves": "1.."}
    level, _, _ = workshop.generate(GAME, 1, wanted, sketch=GAME.boards.read_table(table))
    assert level.board.to_table()["gates"] == table["gates"]
    text = levelfile.dumps(level)
    assert levelfile.dumps(workshop.rebuild(levelfile.loads(text))) == text


def test_a_file_without_kept_stages_does_not_speak_of_them() -> None:
    level, _, _ = workshop.generate(GAME, 5, SMALL)
    assert "kept" not in levelfile.dumps(level)


def test_an_unknown_stage_cannot_be_kept() -> None:
    level, _, _ = workshop.generate(GAME, 5, SMALL)
    assert level.provenance is not None
    wrong = replace(level, provenance=replace(level.provenance, kept={"roof": StreamId(1, 2)}))
    with pytest.raises(LevelError, match=r"provenance\.kept.*no such stage: 'roof'"):
        workshop.read_recipe(wrong)


def test_where_all_is_kept_one_attempt_decides() -> None:
    parameters = GAME.generator.parameters.complete_settings({"moves": "9999"})
    kept = {name: StreamId(1, 0) for name in STAGES}
    with pytest.raises(GenerationFailed, match="in 1 attempts"):
        workshop.generate(GAME, 1, parameters.to_table(), kept=kept)
