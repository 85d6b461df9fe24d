"""The climb to hard levels: sliced, stopped and resumed it goes the same way, and reports it."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from finishing import finished_early
from monk_boards import GAME, HARD_54
from monk_reference import play, read

from engine import workshop
from engine.errors import Cancelled, EngineError, GenerationFailed, ParameterError
from engine.files import levelfile
from engine.games.mazing_monk.climb import fewest_turns_prover
from engine.games.mazing_monk.climb.fewest_turns_prover import REASONS, OptimumProver
from engine.games.mazing_monk.climb.turn_climb import TurnClimb
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import CELLS, get_cell
from engine.games.mazing_monk.cube.net import FACE_TITLES
from engine.games.mazing_monk.generation import generator
from engine.games.mazing_monk.generation.parameters import CLIMB
from engine.games.mazing_monk.search import solver
from engine.jit import decorators
from engine.stages.candidate import Recipe
from engine.stages.improvement_base import ImprovementCache
from engine.stages.islands import Islands
from engine.stages.lineage import PARENT, LineageTree
from engine.values.budget import Control

SMALL = {
    "karma_needed": 3, "start_karma": 3, "start_soldiers": 6, "start_obstacles": 12,
    "patience": 2, "effort": 5,
}  # fmt: skip
FROM_LEVEL = {"start": "level", "difficulty": 8, "karma_needed": 3, "patience": 2, "effort": 5}
FAR = 12 if decorators.is_disabled() else 150


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch):
    monkeypatch.setattr(fewest_turns_prover, "MOST_STATES", 5_000)
    monkeypatch.setattr(fewest_turns_prover, "BEAM", 10)
    monkeypatch.setattr(generator, "_recent", ImprovementCache(TurnClimb))


def recipe_of(iterations: int, settings: dict[str, object] = SMALL, **more: object) -> Recipe:
    """The recipe of the first attempt of a seed that leads to a start."""
    chosen = settings | {"iterations": iterations} | more
    recipe = Recipe(5, 0, GAME.generator.parameters.complete_settings(chosen))
    bare = replace(recipe, parameters=recipe.parameters.with_value("iterations", 0))
    if settings.get("start") != "level":
        return recipe
    return replace(recipe, attempt=GAME.generator.try_candidates(bare, 50, Control()).accepted)


def gone(recipe: Recipe, way: int = 0) -> TurnClimb:
    search = TurnClimb.from_recipe(recipe, way)
    search.advance(recipe.parameters.get_integer("iterations"))
    return search


def state(search: TurnClimb) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in search.export_state().items()}


def begun_again(search: TurnClimb) -> bool:
    """Whether more than one climb has left the start, or in its place a random level."""
    return int((search.lineage.history[:, PARENT] == 0).sum()) > 1


# --- one search ----------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [SMALL, FROM_LEVEL])
def test_slices_do_not_matter(settings):
    whole, sliced = gone(recipe_of(FAR, settings)), TurnClimb.from_recipe(recipe_of(FAR, settings))
    for changes in (1, 9, 10, FAR - 20):
        sliced.advance(changes)
    assert state(whole) == state(sliced)
    assert whole.iterations == FAR and begun_again(whole)


def test_what_is_known_of_a_start_without_an_optimum_is_reported(monkeypatch):
    def begun(seed: int, **more: object) -> TurnClimb:
        return TurnClimb.from_recipe(
            Recipe(seed, 0, GAME.generator.parameters.complete_settings(SMALL | more))
        )

    hopeless, open_to_doubt = begun(16), begun(17, start_obstacles=30)
    assert hopeless.progress.fault == "proven to have no win"
    assert solver.solve_board(hopeless.best).facts["solvable"] is False
    assert open_to_doubt.progress.fault == "too large to prove"
    assert begun(2).progress.fault == "soldiers at the start"
    monkeypatch.setattr(fewest_turns_prover, "BEAM", 1)
    monkeypatch.setattr(fewest_turns_prover, "MOST_STATES", 20)
    undecided = begun(17, start_obstacles=30)
    assert undecided.progress.fault == "no win found, not proven either way"


@pytest.mark.parametrize("settings", [SMALL, FROM_LEVEL])
def test_it_can_be_resumed(settings):
    recipe = recipe_of(FAR, settings)
    first = gone(recipe_of(FAR // 2, settings))
    again = TurnClimb.resume(recipe, first.export_state())
    again.advance(FAR - FAR // 2)
    assert state(again) == state(gone(recipe))
    assert again.best == gone(recipe).best


def test_foreign_arrays_are_refused():
    recipe = recipe_of(1)
    saved = gone(recipe).export_state()
    for name in ("stream", "counts", "kept"):
        with pytest.raises(EngineError, match=name):
            TurnClimb.resume(recipe, {**saved, name: np.zeros((3, 2), np.int64)})
    with pytest.raises(EngineError, match="stream"):
        TurnClimb.resume(recipe, {})


@pytest.mark.jitless
def test_it_stops_at_once_and_goes_on_as_if_it_had_not():
    search, control = TurnClimb.from_recipe(recipe_of(FAR)), Control()
    search.advance(10, control)
    assert control.progress == 10
    control.cancel()
    search.advance(10_000, control)
    assert search.iterations == 10
    search.advance(FAR - 10)
    assert state(search) == state(gone(recipe_of(FAR)))


@pytest.mark.parametrize("settings", [SMALL, FROM_LEVEL])
def test_the_best_level_takes_as_many_turns_as_it_says(settings):
    recipe = recipe_of(FAR, settings)
    search = gone(recipe)
    progress = search.progress
    assert progress.kept + sum(progress.rejections.values()) == progress.iterations
    assert set(progress.rejections) <= set(REASONS)
    solved = solver.solve_board(search.best)
    assert (solved.facts["turns"], solved.facts["optimal"]) == (progress.best, True)
    now = read(search.best.cells)
    for word in solved.moves:
        now, changed = play(now, word, 3)
        assert changed
    assert now.status == "won" and sum(len(word) == 2 and word[0] in "rc" for word in solved.moves)
    first = search.lineage.make_members([0])[0].board
    assert sorted(search.best.cells) == sorted(first.cells)


def test_proofs_that_are_too_dear_are_passed_over():
    cells = np.array(MonkBoard(HARD_54).list_codes(), np.int64)
    found = OptimumProver(7).prove_optimum(cells, 0, 200, Control())[0]
    assert found == ~REASONS.index("too large to prove")


def test_a_board_without_locks_to_generate_around_changes_no_course():
    recipe = recipe_of(1)
    course = TurnClimb.make_course_key(recipe)
    assert TurnClimb.make_course_key(replace(recipe, sketch=MonkBoard(HARD_54))) == course
    locked = MonkBoard(HARD_54, locked=frozenset({30}))
    assert TurnClimb.make_course_key(replace(recipe, sketch=locked)) != course


# --- its family and its making ---------------------------------------------------------------


@pytest.mark.parametrize("settings", [SMALL, FROM_LEVEL])
def test_every_step_of_the_family_is_what_it_tells(settings):
    search = gone(recipe_of(FAR, settings))
    family = search.lineage
    tree = LineageTree(family.history, family.best)
    relatives = family.make_members(range(len(tree)))
    assert relatives[family.best].board == search.best
    assert relatives[0].changes == () and len(tree) == search.progress.kept + 1
    for one in relatives[1:]:
        before = relatives[one.parent].board.cells
        changed = {cell for cell in range(CELLS) if before[cell] != one.board.cells[cell]}
        reported = re.findall(r" at (\w+) (\d),(\d)", " ".join(one.changes))
        named = {get_cell(FACE_TITLES.index(face), int(x), int(y)) for face, y, x in reported}
        assert one.changes == ("begun again, with another random level",) or changed <= named
        assert not GAME.boards.find_problems(one.board)


@pytest.mark.parametrize("settings", [SMALL, FROM_LEVEL])
def test_the_timeline_leads_to_the_level(settings):
    candidate = GAME.generator.build_candidate(recipe_of(FAR, settings))
    timeline = candidate.timeline
    assert candidate.failed is None and candidate.witness is None
    assert candidate.make_board_at(len(timeline)) == candidate.board
    stages = {int(stage) for stage in timeline.log[:, 0]}
    assert stages == ({CLIMB} if settings is SMALL else set(range(CLIMB + 1)))
    first = timeline.find_stage_span(CLIMB)[0]
    for index in range(first, len(timeline), 7):
        assert GAME.generator.describe_event(timeline.get_event(index))
    layout = timeline.start.copy()
    for _, plane, cell, old, new, _, _ in timeline.log:
        assert layout[plane, cell] == old
        layout[plane, cell] = new
    place = first
    while place < len(timeline):
        place, begin = timeline.step_actions(place, 1), place
        before, after = (sorted(candidate.make_board_at(n).cells) for n in (begin, place))
        reported = GAME.generator.describe_action(
            [timeline.get_event(n) for n in range(begin, place)]
        )
        assert before == after if " swapped with " in reported else "random level" in reported


def test_locked_cells_stay():
    text = "M" + "." * 8 + "S" + "#" * 20 + "*" * 5 + "." * 19
    sketch = MonkBoard(text, 3, frozenset({0, 1, 9, 10, 30}))
    for settings in (SMALL, FROM_LEVEL):
        recipe = Recipe(
            5,
            0,
            GAME.generator.parameters.complete_settings(settings | {"iterations": 20}),
            sketch=sketch,
        )
        search = next(
            s for n in range(50) if (s := TurnClimb.from_recipe(replace(recipe, attempt=n)))
        )
        search.advance(20)
        for one in search.lineage.make_members(range(len(search.lineage.history))):
            assert all(one.board.cells[cell] == text[cell] for cell in sketch.locked)


def test_what_has_no_room_is_refused():
    for more, key in (
        ({"start_obstacles": 50}, "start_obstacles"),
        ({"start_karma": 2}, "start_karma"),
    ):
        with pytest.raises(ParameterError, match=key):
            GAME.generator.try_candidates(Recipe(5, 0, GAME.generator.parameters.complete_settings(
                SMALL | {"iterations": 1} | more)), 1, Control())  # fmt: skip


# --- levels of it ----------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [SMALL, FROM_LEVEL | {"islands": 2}])
def test_a_level_finished_early_records_how_far_it_came(settings, monkeypatch):
    level, candidate = finished_early(GAME, settings)
    assert level.verdict.facts["turns"] == candidate.snapshot.best
    text = levelfile.dumps(level)
    monkeypatch.setattr(generator, "_recent", ImprovementCache(TurnClimb))
    assert levelfile.dumps(workshop.rebuild(levelfile.loads(text.encode(), "l.toml"))) == text


@pytest.mark.jitless
def test_going_on_is_as_good_as_going_at_once():
    recent = ImprovementCache(TurnClimb)
    for stop in (10, FAR, 20):
        there = Islands.from_recipe(recipe_of(stop, islands=2), recent)
        there.advance(Control(), may_finish=True)
        alone = [gone(recipe_of(stop, islands=2), way) for way in (0, 1)]
        best = max(alone, key=lambda island: island.rank)
        assert (there.winner.best, there.winner.rank) == (best.best, best.rank)
        snapshot = there.snapshot
        assert snapshot.search_bests == tuple(island.progress.best for island in alone)
        assert snapshot.kept + sum(snapshot.rejections.values()) == snapshot.tried == 2 * stop
        assert recent.get_improvement(recipe_of(stop), 0).iterations == stop


def test_what_is_demanded_decides_what_is_best():
    plain = gone(recipe_of(FAR))
    wanted = gone(recipe_of(FAR, turns=f"..{plain.progress.best - 1}"))
    assert wanted.progress.fault is None
    assert wanted.progress.best < plain.progress.best
    steps = gone(recipe_of(FAR, steps="900.."))
    assert steps.progress.fault == "steps out of range"
    with pytest.raises(GenerationFailed, match="turns out of range"):
        workshop.generate(GAME, 3, SMALL | {"iterations": 2, "turns": "900.."}, max_attempts=2)


def test_cancelling_gives_nothing():
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        GAME.generator.build_candidate(recipe_of(20), control)


@pytest.mark.skipif(decorators.is_disabled(), reason="too much for plain Python")
def test_it_climbs_fast(monkeypatch):
    monkeypatch.undo()
    search = TurnClimb.from_recipe(
        Recipe(7, 0, GAME.generator.parameters.complete_settings({"iterations": 100}))
    )
    search.advance(100)
    assert search.progress.best >= 20
