"""What every game's generator must keep to: parameters, levels, timelines."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from conforming import SEED

from engine import workshop
from engine.errors import Cancelled, ParameterError
from engine.files import levelfile
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Recipe
from engine.values.budget import Control
from engine.workshop import MAX_SEED
from workbench.cli.generate import build_event_record

pytestmark = pytest.mark.jitless


class TestParameters:
    def test_defaults_are_read_as_they_are_written(self, game):
        complete = game.generator.parameters.complete_settings({})
        assert game.generator.parameters.complete_settings(complete.to_table()) == complete
        for key, value in complete.values.items():
            parameter = game.generator.parameters[key]
            assert parameter.parse_value(parameter.format_typed(value)) == value

    def test_every_scalar_fact_can_be_demanded(self, game, solved):
        scalars = {k for k, v in solved.facts.items() if isinstance(v, bool | int)}
        assert scalars - {"states_seen", "solvable", "complete"} <= {
            parameter.key for parameter in game.generator.parameters.list_facts()
        }

    def test_an_unknown_key_or_value_is_an_error(self, game):
        with pytest.raises(ParameterError, match="nonsense"):
            game.generator.parameters.complete_settings({"nonsense": 1})
        for parameter in game.generator.parameters.parameters:
            with pytest.raises(ParameterError, match=parameter.key):
                bad = "" if parameter.kind == "expression" else "no such value"
                game.generator.parameters.complete_settings({parameter.key: bad})


class TestGenerate:
    def test_the_same_seed_gives_the_same_bytes(self, game, settings, level):
        again, _, _ = workshop.generate(game, SEED, settings)
        assert levelfile.dumps(again) == levelfile.dumps(level)

    def test_the_level_meets_the_demands(self, game, level):
        provenance = level.provenance
        parameters = game.generator.parameters.complete_settings(provenance.parameters)
        for fact in game.generator.parameters.list_facts():
            if fact.key in level.verdict.facts:  # others are found when asked for
                assert fact.get_fact(level.verdict.facts) in parameters.get_range(fact.key)
        assert level.has_fresh_verdict(game.rules_version)
        assert level.verdict.facts["solvable"] is True

    def test_the_greatest_seed_works(self, game, settings):
        recipe = Recipe(MAX_SEED, 0, game.generator.parameters.complete_settings(settings))
        assert (
            game.generator.build_candidate(recipe).board
            == game.generator.build_candidate(recipe).board
        )

    def test_it_is_rebuilt_from_its_file_byte_for_byte(self, level):
        own = replace(level, title="Mine", author="Me", notes="n", tags=("t",), extra={"x": 1})
        text = levelfile.dumps(own)
        assert levelfile.dumps(workshop.rebuild(levelfile.loads(text))) == text

    def test_a_candidate_keeps_no_room_for_more_events(self, game, settings):
        recipe = Recipe(SEED, 0, game.generator.parameters.complete_settings(settings))
        timeline = game.generator.build_candidate(recipe).timeline
        kept = timeline.log if timeline.log.base is None else timeline.log.base
        assert kept.nbytes <= 8 * 8 * len(timeline)

    def test_a_cancelled_generation_stops(self, game, settings):
        control = Control()
        control.cancel()
        recipe = Recipe(SEED, 0, game.generator.parameters.complete_settings(settings))
        with pytest.raises(Cancelled):
            find_accepted_attempt(game.generator, recipe, control=control)

    def test_locked_cells_stay(self, game, level, settings):
        table = level.board.to_table()
        rows, cols = level.board.rows, level.board.cols
        marks = [
            ["x" if (row * cols + col) % 5 == 1 else "." for col in range(cols)]
            for row in range(rows)
        ]
        table["locked"] = "".join("".join(line) + "\n" for line in marks)
        sketch = game.boards.read_table(table)
        recipe = Recipe(
            SEED + 1, 0, game.generator.parameters.complete_settings(settings), sketch=sketch
        )
        board = game.generator.build_candidate(recipe).board
        old, new = game.boards.draw_picture(sketch), game.boards.draw_picture(board)
        assert new.locked == old.locked != frozenset()
        for row, col in old.locked:
            assert new.tiles[row][col] == old.tiles[row][col]
            names = [p.pieces[row, col].name if (row, col) in p.pieces else "" for p in (old, new)]
            assert names[0] == names[1]
        if not game.boards.find_problems(board):
            made = workshop.build_level(game, game.generator.build_candidate(recipe))
            assert workshop.regenerate_level(levelfile.loads(levelfile.dumps(made))).board == board


class TestTimeline:
    def test_forwards_is_backwards(self, candidate):
        timeline = candidate.timeline
        layout = timeline.start.copy()
        forwards = [layout.copy()]
        for _, plane, cell, old, new, _, _ in timeline.log:
            assert layout[plane, cell] == old
            layout[plane, cell] = new
            forwards.append(layout.copy())
        for moment in range(len(timeline), -1, -1):
            assert (timeline.build_layout(moment) == forwards[moment]).all()
            assert (layout == forwards[moment]).all()
            if moment:
                _, plane, cell, old, *_ = timeline.log[moment - 1]
                layout[plane, cell] = old

    def test_it_ends_with_the_board(self, candidate, level):
        assert candidate.failed is None
        assert candidate.board == level.board
        assert candidate.make_board_at(len(candidate.timeline)) == level.board

    def test_every_moment_has_a_board(self, game, candidate):
        for moment in range(0, len(candidate.timeline) + 1, 5):
            board = candidate.make_board_at(moment)
            assert game.boards.read_table(board.to_table()) == board

    def test_what_draws_nothing_is_one_action_and_comes_out_the_same(self, game, candidate):
        timeline = candidate.timeline
        for number, stage in enumerate(game.generator.stages):
            if stage.draws:
                continue
            start, end = timeline.find_stage_span(number)
            assert all(timeline.get_event(index).draw is None for index in range(start, end))
            assert start == end or timeline.step_actions(start, 1) == end
            again = game.generator.build_candidate(candidate.recipe.reroll_stage(stage.name))
            assert again.board == candidate.board

    def test_stages_follow_each_other(self, game, candidate):
        timeline = candidate.timeline
        end = 0
        for stage in range(len(game.generator.stages)):
            first, last = timeline.find_stage_span(stage)
            assert first == end
            end = last
        assert end == len(timeline)

    def test_every_event_is_reported_in_words_and_blamed_for_its_cell(self, game, candidate):
        timeline = candidate.timeline
        for index in range(len(timeline)):
            event = timeline.get_event(index)
            assert game.generator.describe_event(event)
            assert index in timeline.list_cell_events(len(timeline), event.row, event.col)
            json.dumps(build_event_record(event))

    def test_rolling_one_stage_again_leaves_the_earlier_ones(self, game, candidate):
        timeline = candidate.timeline
        for number, stage in enumerate(game.generator.stages):
            recipe = replace(candidate.recipe, reroll={stage.name: 1})
            other = game.generator.build_candidate(recipe).timeline
            old = [tuple(row) for row in timeline.log if row[0] < number]
            new = [tuple(row) for row in other.log if row[0] < number]
            assert new == old

    def test_a_kept_stage_does_not_follow_the_seed(self, game, candidate):
        recipe = candidate.recipe
        names = [stage.name for stage in game.generator.stages]
        for number in range(1, len(names) + 1):
            kept = {name: recipe.get_stream(name) for name in names[:number]}
            other = game.generator.build_candidate(
                replace(recipe, seed=recipe.seed + 1, kept=kept)
            ).timeline
            end = candidate.timeline.find_stage_span(number - 1)[1]
            assert [tuple(row) for row in other.log[:end]] == [
                tuple(row) for row in candidate.timeline.log[:end]
            ]
