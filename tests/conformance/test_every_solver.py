"""What every game's solver must keep to: verdicts, traces, guides."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from conforming import BOUNDS, FACTS, LEAST, random_walk

from engine import workshop
from engine.errors import EngineError
from engine.game import exploration, stored_verdict_checks
from engine.game.playthrough import Playthrough, replay_moves
from engine.values.budget import Budget, Control
from engine.values.moves import format_moves
from engine.values.solver_trace import IndexedTrace
from engine.values.win_distance_guide import WON

pytestmark = pytest.mark.jitless


class TestSolve:
    def test_facts_of_the_contract_are_there(self, game, solved):
        facts = ("solvable", "complete", "moves", "solution", "states_seen")
        own = FACTS.get(game.name, ()) + BOUNDS.get(game.name, ())
        assert set(facts + own) <= set(solved.facts)
        assert list(solved.facts)[:4] == list(facts[:4])
        assert solved.facts["solvable"] is True and solved.facts["complete"] is True
        json.dumps(solved.facts)

    def test_the_solution_wins_in_so_many_moves(self, game, level, solved):
        run, legal = replay_moves(
            game.play, level.board, game.play.read_moves(" ".join(solved.moves))
        )
        assert legal
        assert run.position.status == "won"
        if game.play.moves:
            assert format_moves(run.moves) == solved.facts["solution"]
            assert len(run.moves) == solved.facts["moves"]

    def test_the_solution_earns_medals_of_the_game(self, game, level, solved):
        run, _ = replay_moves(game.play, level.board, solved.moves)
        for facts in (solved.facts, {}):
            awards = game.play.list_awards(run.position, len(run.moves), facts)
            assert tuple(award.title for award in awards) == game.play.medals

    def test_better_kinds_of_win_are_reported_and_led_to(self, game, level, solved):
        for aim in game.play.aims:
            reported = solved.facts[aim.name]
            guide = exploration.explore_positions(game.play, level.board, aim=aim)
            ahead = None if guide is None else guide.look_ahead(())
            if reported is None:
                assert ahead is None or ahead.is_dead
                continue
            run, _ = replay_moves(
                game.play, level.board, game.play.read_moves(reported["solution"])
            )
            assert run.position.status == "won" and not game.play.is_aim_missed(run.position, aim)
            assert len(run.moves) == reported["moves"]
            assert ahead is None or ahead.remaining == reported["moves"]

    def test_strategies_agree_on_the_least_moves(self, game, level, solved):
        for strategy in game.solver.strategies:
            other = game.solver.solve(level.board, strategy, Budget(max_states=20_000))
            assert set(other.facts) == set(solved.facts)
            assert other.trace.strategy == strategy
            assert other.facts["solvable"] in (None, True)
            least = LEAST.get(game.name, "moves")
            if other.facts.get("optimal", True):
                assert other.facts[least] in (None, solved.facts[least])
            else:
                assert other.facts[least] is None or other.facts[least] >= solved.facts[least]

    def test_no_verdict_contradicts_itself(self, game, level):
        for strategy in game.solver.strategies:
            for states in (1, 3, 2_000):
                found = game.solver.solve(level.board, strategy, Budget(max_states=states))
                said = workshop.store_verdict(replace(level, verdict=None), found)
                assert stored_verdict_checks.find_contradictions(said) == ()

    def test_an_unknown_strategy_is_an_error(self, game, level):
        with pytest.raises(EngineError, match="hope"):
            game.solver.solve(level.board, "hope")

    def test_solving_again_gives_the_same(self, game, level, solved):
        again = game.solver.solve(level.board)
        assert again.facts == solved.facts
        assert list(again.trace) == list(solved.trace)

    def test_a_small_budget_gives_no_guesses(self, game, level, solved):
        cut = game.solver.solve(level.board, budget=Budget(max_states=2)).facts
        assert cut["complete"] is False
        assert cut["solvable"] in (None, True)
        assert cut["moves"] in (None, solved.facts["moves"])
        assert isinstance(cut["states_seen"], int)
        for name in FACTS.get(game.name, ()):
            assert cut[name] in (None, solved.facts[name])
        for name in BOUNDS.get(game.name, ()):
            assert cut[name] is None or cut[name] <= solved.facts[name]

    def test_a_cancelled_search_stops(self, game, level):
        control = Control()
        control.cancel()
        assert game.solver.solve(level.board, control=control).facts["complete"] is False

    def test_a_search_counts_its_progress(self, game, level, solved):
        control = Control()
        game.solver.solve(level.board, control=control)
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
                if game.play.moves:
                    assert len(moves) == row.depth
                    assert moves[-1:] == ((row.move,) if row.move else ())
                run, legal = replay_moves(game.play, level.board, moves)
                assert legal
                assert (run.position.status == "lost") == row.result.startswith("lost")
                assert (run.position.status == "won") == row.result.startswith("won")

    def test_find_gives_the_first_row_of_a_situation(self, traces):
        for trace in traces:
            for index in self.sample(trace):
                first = trace.find_row(trace.moves_to(index))
                assert first is not None and first <= index
                assert trace.find_row(trace.moves_to(first)) == first

    def test_the_path_is_the_solution(self, game, level, solved):
        trace = solved.trace
        path = [index for index in range(len(trace)) if trace[index].on_path]
        if not game.play.moves:  # a row of deduction is more than a move
            assert trace.moves_to(path[-1]) == solved.moves
            return
        assert [trace.moves_to(index) for index in path] == [
            solved.moves[:length] for length in range(len(solved.moves) + 1)
        ]


class TestIndexedTrace:
    """Traces that answer about many rows at once say the same as their rows."""

    @pytest.fixture
    def indexed(self, traces):
        found = [trace for trace in traces if isinstance(trace, IndexedTrace)]
        for trace in found:
            trace.prepare()
        return found

    def test_arrays_agree_with_the_rows(self, indexed):
        for trace in indexed:
            rows = list(trace)
            for start, stop in ((0, len(rows)), (1, min(7, len(rows)))):
                part = rows[start:stop]
                assert trace.get_depths(start, stop).tolist() == [row.depth for row in part]
                assert trace.find_path_rows(start, stop).tolist() == [row.on_path for row in part]
                assert trace.find_dead_rows(start, stop).tolist() == [row.dead for row in part]

    def test_words_are_found_where_they_stand(self, indexed):
        for trace in indexed:
            rows = list(trace)
            words = {word for row in rows[:60] for word in (*row.result_words, row.name.lower())}
            for word in sorted(words):
                certain, unsure = trace.filter_by_word(word, 0, len(rows))
                for index, row in enumerate(rows):
                    there = word in (*row.result_words, row.name.lower())
                    assert there if certain[index] else unsure[index] or not there

    def test_rows_hang_together(self, indexed):
        for trace in indexed:
            for index in range(min(len(trace), 200)):
                row, parent = trace[index], trace.find_parent(index)
                assert trace.explain_row(index)
                assert (parent is None) == (row.parent == "")
                if parent is not None:
                    assert parent < index and trace[parent].name == row.parent
                    assert index in trace.list_children(parent)
                if row.won or row.lost:
                    assert trace.list_children(index) == ()


class TestGuide:
    @pytest.fixture
    def guide(self, game, level, solved):
        found = solved.guide or exploration.explore_positions(game.play, level.board)
        if not game.play.moves and found is None:
            pytest.skip("there are too many ways to play")
        assert found is not None
        return found

    def test_its_best_moves_win_in_the_least_moves(self, game, level, solved, guide):
        least = solved.facts["moves"] if game.play.moves else len(solved.moves)
        assert guide.look_ahead(()).remaining == least
        for last in (0, -1):
            run = Playthrough(game.play, level.board)
            while (ahead := guide.look_ahead(run.moves)).best:
                assert ahead.remaining == least - len(run.moves)
                assert run.make_move(ahead.best[last]).changed
            assert run.position.status == "won" and ahead == WON
            assert len(run.moves) == least

    def test_just_the_best_moves_lead_nearer(self, game, level, guide):
        for seed in range(10):
            moves = random_walk(game, level.board, seed, length=6)[0].moves
            ahead = guide.look_ahead(moves)
            if ahead.remaining in (None, 0):
                assert ahead.best == ()
                continue
            if not game.play.moves:  # the best play need not be the one of the fewest words
                after = {guide.look_ahead((*moves, word)).remaining for word in ahead.best}
                assert after == {ahead.remaining - 1}
                continue
            nearer = []
            for move in game.play.moves:
                after = guide.look_ahead((*moves, move.word)).remaining
                assert after is None or after >= ahead.remaining - 1
                if after == ahead.remaining - 1:
                    nearer.append(move.word)
            assert ahead.best == tuple(nearer) != ()
