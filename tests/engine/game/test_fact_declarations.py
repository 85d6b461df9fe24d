"""Tests for the declarations of facts, and for what is derived from them."""

from engine.game.fact_declarations import (
    GameFact,
    list_compared,
    list_parameters,
    list_terms,
    list_types,
    replace_fact,
)
from engine.values.parameter_schema import define_fact, find_fact_outside
from engine.values.ranges import Range

FACTS = (
    GameFact("solvable", bool, "Whether it can be won."),
    GameFact("moves", int, "Length of the solution.", (3, 7), compared=True),
    GameFact("fun", {"rating": int}, "How good it is.", form={"high": 5, "is_minimum": True}),
    GameFact("fun.near_misses", int, "Ways that almost win.", form={"title": "near"}),
    GameFact("path", ((int,),), term="The cells of the solution."),
)


def test_types_of_facts_in_tables_are_in_the_types_of_the_tables():
    assert list_types(FACTS) == {
        "solvable": bool,
        "moves": int,
        "fun": {"rating": int, "near_misses": int},
        "path": ((int,),),
    }
    assert FACTS[2].type == {"rating": int}


def test_facts_with_a_help_text_have_parameters():
    solvable, moves, fun, near = list_parameters(FACTS)
    assert solvable.boolean and solvable.high == 1
    assert moves == define_fact("moves", "Length of the solution.", (3, 7))
    assert fun.is_minimum and fun.bounds == "0..5"
    assert (near.key, near.title) == ("fun.near_misses", "near")
    assert define_fact("fun.near_misses", "Ways.").title == "near misses"


def test_compared_facts_and_terms_are_listed():
    assert list_compared(FACTS) == ("moves",)
    assert list_terms(FACTS) == {"path": "The cells of the solution."}
    assert list_compared(replace_fact(FACTS, "moves", compared=False)) == ()


def test_the_first_fact_outside_its_range_is_found():
    solvable, moves, fun, _ = list_parameters(FACTS)
    wanted = {solvable: Range(1, 1), moves: Range(3, 7), fun: Range(2)}
    facts = {"solvable": True, "moves": 8, "fun": {"rating": 1}}
    assert find_fact_outside(wanted, facts) is moves
    assert find_fact_outside(wanted, {**facts, "moves": 7}) is fun
    assert find_fact_outside(wanted, {**facts, "moves": 7, "fun": {"rating": 2}}) is None
