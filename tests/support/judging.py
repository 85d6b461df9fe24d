"""What else a candidate on a board of tiles is judged by, read plainly: openness and relevance."""

from __future__ import annotations

from engine.evaluation.relevance import find_relevance, summarize_relevance
from engine.game.game import Game
from engine.jit import decorators
from engine.stages.candidate import Candidate
from engine.values.parameter_schema import Parameter
from engine.values.ranges import ANY, Range

SEARCHED: dict[str, object] = {"max_states": 200} if decorators.is_disabled() else {}
"""How far random candidates are searched: where plain Python does it, not far."""
LATE = ("inert", "needed_share")
EVERYTHING = (ANY, Range(0, None))


def early_objection(game: Game, candidate: Candidate) -> str | None:
    """The first figure of the layout that is not as asked for."""
    figures = game.boards.measure_structure(candidate.board)
    kernels = (fact for fact in game.generator.parameters.list_facts() if not fact.late)
    outside = (f for f in kernels if f.key in figures and not _fits(f, candidate, figures))
    return next(map(_reason, outside), None)


def late_objection(game: Game, candidate: Candidate) -> str | None:
    """Which count of things is not as asked for, of a candidate that is else as wanted."""
    parameters, facts = candidate.recipe.parameters, game.solver.solve(candidate.board).facts
    asked = [fact for fact in parameters.schema.list_facts() if fact.key in LATE]
    if all(parameters.get_range(fact.key) in EVERYTHING for fact in asked):
        return None
    most = parameters.get_integer("max_states")
    things = [thing for thing in game.boards.list_objects(candidate.board) if thing.counted]
    if any(game.solver.solve(thing.without).facts["states"] > most for thing in things):
        return "too many positions (max_states)"
    found = summarize_relevance(find_relevance(game, candidate.board, facts))
    return next((_reason(fact) for fact in asked if not _fits(fact, candidate, found)), None)


def _fits(fact: Parameter, candidate: Candidate, facts: object) -> bool:
    assert isinstance(facts, dict)
    return fact.get_fact(facts) in candidate.recipe.parameters.get_range(fact.key)


def _reason(fact: Parameter) -> str:
    return f"{fact.key.replace('_', ' ')} out of range"
