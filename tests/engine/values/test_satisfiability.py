"""Expressions that no level can meet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ParameterError
from engine.game import registry
from engine.generation.constraints import ConstrainedLevels
from engine.stages.accepted_candidate_search import require_possible
from engine.stages.candidate import Recipe
from engine.values.expression import is_satisfied, parse_expression
from engine.values.ranges import Range
from engine.values.satisfiability import add_range, find_unsatisfiable

KINDS = {"a": float, "b": float, "c": bool}
numbers = st.sampled_from(["-1", "0", "1", "2", "2.5", "3", "nan", "inf"])
compared = st.builds(
    "{} {} {}".format,
    st.sampled_from("ab"),
    st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
    numbers,
)
said = compared | st.sampled_from(["c", "c=false", "c!=true", "tag:x", "a 1..2", "b ..0"])
joined = st.recursive(
    said,
    lambda part: st.one_of(
        st.builds("({} and {})".format, part, part),
        st.builds("({} or {})".format, part, part),
        st.builds("not {}".format, part),
    ),
    max_leaves=6,
)


@given(joined, st.sampled_from([-1, 0, 1, 2, 2.5, 3, None]), st.integers(0, 3), st.booleans())
def test_what_holds_of_some_level_is_never_excluded(
    text: str, a: float | None, b: int, c: bool
) -> None:
    """Whatever lies within the bounds; what is unknown lies everywhere."""
    expression = parse_expression(text, KINDS)
    bounds = add_range(add_range({}, "a", Range(-1, 3)), "b", Range(0, 3))
    if is_satisfied(expression, {"a": a, "b": b, "c": c}):
        assert find_unsatisfiable(expression, bounds) == ""
        assert find_unsatisfiable(expression, {}) == ""


@pytest.mark.parametrize(
    ("game", "settings", "where", "why"),
    [
        ("fruit-dating", {}, "moves>100000", "moves.*max_states"),
        ("fruit-dating", {"moves": "5..12"}, "states>3 (moves<5 or moves>12)", "moves=5..12"),
        ("fruit-dating", {}, "moves=7 moves=8", "excludes itself"),
        ("fruit-dating", {}, "tag:x moves 8..9", "tag:x.*no tags"),
        ("skiddy", {"perfect": "7.."}, "perfect<7", "perfect=7"),
        ("skiddy", {}, "stars>3", "stars.*0..3"),
        ("linjat", {}, "unique=false", "unique=true"),
        ("mazing-monk", {}, "turns<0", "turns"),
        ("skiddy", {}, "open_share>50", "open_share.*0..1 for every level"),
        ("fruit-dating", {"open_share": "0.2..0.4"}, "open_share>0.5", "open_share=0.2..0.4 is"),
        ("mazing-monk", {}, "rating>4", "rating.*0..4 for every level"),
        ("linjat", {}, "dot_share<0", "dot_share.*0..1"),
    ],
)
def test_an_expression_that_no_level_can_meet_is_refused_before_any_search(
    game: str, settings: dict[str, object], where: str, why: str
) -> None:
    found = registry.get_game(game)
    parameters = found.generator.parameters.complete_settings({**settings, "where": where})
    with pytest.raises(ParameterError, match=f"where: .*{why}"):
        require_possible(ConstrainedLevels(found), Recipe(1, 0, parameters))
