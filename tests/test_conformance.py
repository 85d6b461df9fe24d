"""What every game must keep to: each installed one, and the template, a plug-in from outside."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
import template_game

from engine import levelfile, registry, workshop
from engine.budget import Budget, Control
from engine.errors import Cancelled, EngineError, MoveError, ParameterError
from engine.generation import Recipe, event_record, first_accepted
from engine.level import Level, board_digest
from engine.play import Playthrough, replay
from engine.workshop import MAX_SEED

pytestmark = pytest.mark.jitless

SEED = 7
SMALL = {
    "fruit-dating": {
        "pairs": 1,
        "moves": "4..",
        "states": "..400",
        "one_ways": 3,
        "mud": 1,
        "anteaters": 1,
        "hedgehogs": 1,
    }
}
"""Settings for small boards, so that plain Python is quick."""

FACTS = {
    "fruit-dating": (
        "states",
        "transitions",
        "winning_moves",
        "losing_moves",
        "dead_states",
        "shortest_solutions",
    ),
}
"""Facts that the command line's contract promises for single games."""


@pytest.fixture(scope="module", autouse=True)
def plugin(tmp_path_factory):
    with template_game.installed(tmp_path_factory.mktemp("site") / "packages"):
        yield


@pytest.fixture(scope="module", params=[*registry.names(), template_game.NAME])
def game(request, plugin):
    return registry.get(request.param)


@pytest.fixture(scope="module")
def settings(game):
    return SMALL.get(game.name, {})


@pytest.fixture(scope="module")
def made(game, settings):
    level, candidate, attempts = workshop.generate(game, SEED, settings)
    assert attempts.accepted == candidate.recipe.attempt
    return level, candidate


@pytest.fixture(scope="module")
def level(made):
    return made[0]


@pytest.fixture(scope="module")
def candidate(made):
    return made[1]


@pytest.fixture(scope="module")
def solved(game, level):
    return game.solve(level.board)


@pytest.fixture(scope="module")
def traces(game, level):
    budget = Budget(max_states=2_000)
    return [game.solve(level.board, strategy, budget).trace for strategy in game.strategies]


def random_walk(game, board, seed=0, length=30):
    """A play-through of random moves, with every position on the way."""
    run = Playthrough(game, board)
    positions = [run.position]
    choice = random.Random(seed)
    for _ in range(length):
        if run.move(choice.choice(game.moves).word).changed:
            positions.append(run.position)
    return run, positions


class TestItself:
    def test_is_found_under_its_name(self, game):
        assert registry.get(game.name) is game
        assert game.name in registry.names()
        assert game.generator == f"{game.name}/{game.generator_version}"

    def test_names_are_unique(self, game):
        for names in (
            [move.word for move in game.moves],
            [stage.name for stage in game.stages],
            [parameter.key for parameter in game.parameters.parameters],
            [(tool.layer, tool.key) for tool in game.tools],
            game.strategies,
        ):
            assert len(set(names)) == len(names) > 0

    def test_parameters_belong_to_stages(self, game):
        stages = {stage.name for stage in game.stages} | {"verify"}
        assert {parameter.stage for parameter in game.parameters.parameters} <= stages
        assert all(p.help.endswith(".") and p.title for p in game.parameters.parameters)

    def test_warm_up_can_be_called(self, game):
        game.warm_up()


class TestBoards:
    @pytest.mark.parametrize("shape", [(6, 6), (5, 8)])
    def test_blank_board_has_its_shape_and_is_read_back(self, game, shape):
        board = game.blank(*shape)
        assert (board.rows, board.cols) == shape
        again = game.read_board(board.table())
        assert again == board
        assert board_digest(again) == board_digest(board)

    def test_problems_of_a_draft_have_cells_on_the_board(self, game):
        board = game.blank(6, 6)
        problems = game.problems(board)
        assert problems
        for problem in problems:
            assert str(problem)
            if problem.row is not None:
                assert 0 <= problem.row < board.rows and 0 <= problem.col < board.cols

    def test_generated_board_has_no_problems_and_is_read_back(self, game, level):
        assert game.problems(level.board) == ()
        assert game.read_board(level.board.table()) == level.board

    def test_unknown_keys_of_the_board_are_kept(self, game, level):
        table = {**level.board.table(), "colour": "red", "deep": {"er": [1, {"x": 2}]}}
        again = game.read_board(table).table()
        assert again["colour"] == "red"
        assert again["deep"] == {"er": [1, {"x": 2}]}

    def test_every_tool_gives_a_board_that_can_be_saved(self, game, level):
        for tool in game.tools:
            for row in range(level.board.rows):
                board = game.paint(level.board, tool, row, (row * 3) % level.board.cols)
                assert (board.rows, board.cols) == (level.board.rows, level.board.cols)
                assert game.read_board(board.table()) == board
                game.problems(board)

    def test_painting_outside_changes_nothing(self, game, level):
        for tool in game.tools:
            for place in ((-1, 0), (0, -1), (level.board.rows, 0), (0, level.board.cols)):
                assert game.paint(level.board, tool, *place) == level.board

    def test_every_cell_has_a_picture_and_words(self, game, level):
        picture = game.picture(level.board)
        assert (picture.rows, picture.cols) == (level.board.rows, level.board.cols)
        for row in range(picture.rows):
            for col in range(picture.cols):
                assert game.contents(level.board, row, col)
        identities = [piece.identity for piece in picture.pieces.values()]
        assert sorted(identities) == list(range(len(identities)))


class TestPlay:
    def test_start_looks_like_the_board(self, game, level):
        start = game.start(level.board)
        assert start.status == "playing"
        assert game.position_picture(start) == game.picture(level.board)

    def test_moves_are_written_and_read(self, game):
        words = [move.word for move in game.moves]
        if all(len(word) == 1 for word in words):
            assert game.read_moves("".join(words)) == tuple(words)
        assert game.read_moves(" ".join(words) + " ") == tuple(words)
        assert game.read_moves("") == ()

    def test_an_unknown_move_is_an_error(self, game, level):
        with pytest.raises(MoveError):
            game.read_moves("\0")
        with pytest.raises(MoveError):
            game.play(game.start(level.board), "\0")

    def test_play_is_deterministic(self, game, level):
        assert random_walk(game, level.board)[1] == random_walk(game, level.board)[1]

    def test_a_move_that_changes_nothing_leaves_the_position(self, game, level):
        _, positions = random_walk(game, level.board)
        for position in positions:
            for move in game.moves:
                step = game.play(position, move.word)
                assert step.before == position
                assert step.changed == (step.after != position)

    def test_pieces_keep_their_identity(self, game, level):
        known = {p.identity: p.name for p in game.picture(level.board).pieces.values()}
        for position in random_walk(game, level.board)[1]:
            pieces = game.position_picture(position).pieces.values()
            assert {p.identity: p.name for p in pieces}.items() <= known.items()

    def test_undo_and_redo_retrace_the_way(self, game, level):
        run, positions = random_walk(game, level.board, seed=1)
        moves = run.moves
        for position in reversed(positions[:-1]):
            assert run.undo()
            assert run.position == position
        assert not run.undo()
        assert run.moves == ()
        for position in positions[1:]:
            assert run.redo()
            assert run.position == position
        assert not run.redo()
        assert run.moves == moves
        run.restart()
        assert run.position == positions[0]
        assert run.can_redo == bool(moves)

    def test_an_ended_game_stays_as_it_is(self, game, level, solved):
        run, _ = replay(game, level.board, solved.moves)
        for move in game.moves:
            assert not game.play(run.position, move.word).changed


class TestSolve:
    def test_facts_of_the_contract_are_there(self, game, solved):
        facts = ("solvable", "complete", "moves", "solution", "states_seen")
        assert set(facts + FACTS.get(game.name, ())) <= set(solved.facts)
        assert list(solved.facts)[:4] == list(facts[:4])
        assert solved.facts["solvable"] is True and solved.facts["complete"] is True
        json.dumps(solved.facts)

    def test_the_solution_wins_in_so_many_moves(self, game, level, solved):
        run, legal = replay(game, level.board, game.read_moves(solved.facts["solution"]))
        assert legal
        assert run.position.status == "won"
        assert len(run.moves) == solved.facts["moves"]

    def test_strategies_agree_on_the_least_moves(self, game, level, solved):
        for strategy in game.strategies:
            other = game.solve(level.board, strategy, Budget(max_states=20_000))
            assert set(other.facts) == set(solved.facts)
            assert other.trace.strategy == strategy
            assert other.facts["moves"] in (None, solved.facts["moves"])
            assert other.facts["solvable"] in (None, True)

    def test_an_unknown_strategy_is_an_error(self, game, level):
        with pytest.raises(EngineError, match="hope"):
            game.solve(level.board, "hope")

    def test_solving_again_gives_the_same(self, game, level, solved):
        again = game.solve(level.board)
        assert again.facts == solved.facts
        assert list(again.trace) == list(solved.trace)

    def test_a_small_budget_gives_no_guesses(self, game, level, solved):
        cut = game.solve(level.board, budget=Budget(max_states=2)).facts
        assert cut["complete"] is False
        assert cut["solvable"] in (None, True)
        assert cut["moves"] in (None, solved.facts["moves"])
        assert isinstance(cut["states_seen"], int)
        for name in FACTS.get(game.name, ()):
            assert cut[name] in (None, solved.facts[name])

    def test_a_cancelled_search_stops(self, game, level):
        control = Control()
        control.cancel()
        assert game.solve(level.board, control=control).facts["complete"] is False

    def test_a_search_counts_its_progress(self, game, level, solved):
        control = Control()
        game.solve(level.board, control=control)
        assert 0 < control.progress <= solved.facts["states_seen"]


class TestTrace:
    def sample(self, trace):
        return range(0, len(trace), max(1, len(trace) // 150))

    def test_new_situations_have_new_names_and_known_parents(self, traces):
        for trace in traces:
            names = {""}
            for row in trace:
                assert row.parent in names
                if row.result == "new":
                    assert row.name not in names
                names.add(row.name)

    def test_moves_lead_to_their_rows(self, game, level, traces):
        for trace in traces:
            for index in self.sample(trace):
                row, moves = trace[index], trace.moves_to(index)
                assert len(moves) == row.depth
                assert moves[-1:] == ((row.move,) if row.move else ())
                run, legal = replay(game, level.board, moves)
                assert legal
                assert (run.position.status == "lost") == row.result.startswith("lost")
                assert (run.position.status == "won") == row.result.startswith("won")

    def test_find_gives_the_first_row_of_a_situation(self, traces):
        for trace in traces:
            for index in self.sample(trace):
                first = trace.find(trace.moves_to(index))
                assert first is not None and first <= index
                assert trace.find(trace.moves_to(first)) == first

    def test_the_path_is_the_solution(self, game, level, solved):
        trace = solved.trace
        path = [index for index in range(len(trace)) if trace[index].on_path]
        assert [trace.moves_to(index) for index in path] == [
            solved.moves[:length] for length in range(len(solved.moves) + 1)
        ]


class TestParameters:
    def test_defaults_are_read_as_they_are_written(self, game):
        complete = game.parameters.complete({})
        assert game.parameters.complete(complete.table()) == complete
        for key, value in complete.values.items():
            assert game.parameters[key].parse(str(value)) == value

    def test_every_scalar_fact_can_be_demanded(self, game, solved):
        scalars = {k for k, v in solved.facts.items() if isinstance(v, bool | int)}
        assert scalars - {"states_seen", "solvable", "complete"} <= {
            parameter.key for parameter in game.parameters.facts()
        }

    def test_an_unknown_key_or_value_is_an_error(self, game):
        with pytest.raises(ParameterError, match="nonsense"):
            game.parameters.complete({"nonsense": 1})
        for parameter in game.parameters.parameters:
            with pytest.raises(ParameterError, match=parameter.key):
                game.parameters.complete({parameter.key: "no such value"})


class TestGenerate:
    def test_the_same_seed_gives_the_same_bytes(self, game, settings, level):
        again, _, _ = workshop.generate(game, SEED, settings)
        assert levelfile.dumps(again) == levelfile.dumps(level)

    def test_the_level_meets_the_demands(self, game, level):
        provenance = level.provenance
        parameters = game.parameters.complete(provenance.parameters)
        for fact in game.parameters.facts():
            assert level.verdict.facts[fact.key] in parameters.range(fact.key)
        assert level.verdict_is_fresh(game.rules_version)
        assert level.verdict.facts["solvable"] is True

    def test_the_greatest_seed_works(self, game, settings):
        recipe = Recipe(MAX_SEED, 0, game.parameters.complete(settings))
        assert game.candidate(recipe).board == game.candidate(recipe).board

    def test_it_is_rebuilt_from_its_file_byte_for_byte(self, level):
        own = replace(level, title="Mine", author="Me", notes="n", tags=("t",), extra={"x": 1})
        text = levelfile.dumps(own)
        assert levelfile.dumps(workshop.rebuild(levelfile.loads(text))) == text

    def test_a_cancelled_generation_stops(self, game, settings):
        control = Control()
        control.cancel()
        recipe = Recipe(SEED, 0, game.parameters.complete(settings))
        with pytest.raises(Cancelled):
            first_accepted(game, recipe, control=control)

    def test_locked_cells_stay(self, game, level, settings):
        table = level.board.table()
        rows, cols = level.board.rows, level.board.cols
        marks = [
            ["x" if (row * cols + col) % 5 == 1 else "." for col in range(cols)]
            for row in range(rows)
        ]
        table["locked"] = "".join("".join(line) + "\n" for line in marks)
        sketch = game.read_board(table)
        recipe = Recipe(SEED + 1, 0, game.parameters.complete(settings), sketch=sketch)
        board = game.candidate(recipe).board
        old, new = game.picture(sketch), game.picture(board)
        assert new.locked == old.locked != frozenset()
        for row, col in old.locked:
            assert new.tiles[row][col] == old.tiles[row][col]
            names = [p.pieces[row, col].name if (row, col) in p.pieces else "" for p in (old, new)]
            assert names[0] == names[1]
        if not game.problems(board):
            made = workshop.level_of(game, game.candidate(recipe))
            assert workshop.regenerated(levelfile.loads(levelfile.dumps(made))).board == board


class TestTimeline:
    def test_forwards_is_backwards(self, candidate):
        timeline = candidate.timeline
        layout = timeline.start.copy()
        forwards = [layout.copy()]
        for _, layer, cell, old, new, _, _ in timeline.log:
            assert layout[layer, cell] == old
            layout[layer, cell] = new
            forwards.append(layout.copy())
        for moment in range(len(timeline), -1, -1):
            assert (timeline.layout(moment) == forwards[moment]).all()
            assert (layout == forwards[moment]).all()
            if moment:
                _, layer, cell, old, *_ = timeline.log[moment - 1]
                layout[layer, cell] = old

    def test_it_ends_with_the_board(self, candidate, level):
        assert candidate.failed is None
        assert candidate.board == level.board
        assert candidate.board_at(len(candidate.timeline)) == level.board

    def test_every_moment_has_a_board(self, game, candidate):
        for moment in range(0, len(candidate.timeline) + 1, 5):
            board = candidate.board_at(moment)
            assert game.read_board(board.table()) == board

    def test_stages_follow_each_other(self, game, candidate):
        timeline = candidate.timeline
        end = 0
        for stage in range(len(game.stages)):
            first, last = timeline.span(stage)
            assert first == end
            end = last
        assert end == len(timeline)

    def test_every_event_is_told_in_words_and_blamed_for_its_cell(self, game, candidate):
        timeline = candidate.timeline
        for index in range(len(timeline)):
            event = timeline.event(index)
            assert game.describe(event)
            assert index in timeline.blame(len(timeline), event.row, event.col)
            json.dumps(event_record(event))

    def test_rolling_one_stage_again_leaves_the_earlier_ones(self, game, candidate):
        timeline = candidate.timeline
        for number, stage in enumerate(game.stages):
            recipe = replace(candidate.recipe, reroll={stage.name: 1})
            other = game.candidate(recipe).timeline
            old = [tuple(row) for row in timeline.log if row[0] < number]
            new = [tuple(row) for row in other.log if row[0] < number]
            assert new == old

    def test_a_kept_stage_does_not_follow_the_seed(self, game, candidate):
        recipe = candidate.recipe
        names = [stage.name for stage in game.stages]
        for number in range(1, len(names) + 1):
            kept = {name: recipe.stream(name) for name in names[:number]}
            other = game.candidate(replace(recipe, seed=recipe.seed + 1, kept=kept)).timeline
            end = candidate.timeline.span(number - 1)[1]
            assert [tuple(row) for row in other.log[:end]] == [
                tuple(row) for row in candidate.timeline.log[:end]
            ]


SHIPPED = sorted((Path(__file__).parent.parent / "levels").glob("*/*.toml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.stem}")
class TestShippedLevels:
    def test_it_is_sound(self, path):
        level = levelfile.read(path)
        game = registry.get(level.game)
        assert level.game == path.parent.name
        assert level.title
        assert game.problems(level.board) == ()
        assert level.verdict_is_fresh(game.rules_version)
        run, legal = replay(game, level.board, game.read_moves(level.verdict.facts["solution"]))
        assert legal and run.position.status == "won"
        assert len(run.moves) == level.verdict.facts["moves"]

    def test_it_is_written_as_a_save_would(self, path):
        assert levelfile.dumps(levelfile.read(path)).encode() == path.read_bytes()

    @pytest.mark.slow
    def test_the_stored_verdict_is_the_solvers(self, path):
        level: Level = levelfile.read(path)
        assert workshop.with_verdict(level, workshop.solve(level)).verdict == level.verdict
