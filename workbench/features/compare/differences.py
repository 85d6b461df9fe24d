"""Where two levels differ: cells, parameters, and solutions, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import ParameterError
from engine.game.game import Game
from engine.values.grid import Cell
from engine.values.judgement import briefs
from engine.values.level import Level
from engine.values.picture import Picture
from workbench.session.making import values
from workbench.session.moves import spelled
from workbench.session.sides import Side
from workbench.text import status, verdict

NOTHING = "none"
"""Stands for what one of the two does not have."""


def cells(left: Picture, right: Picture) -> tuple[Cell, ...]:
    """The cells that do not look the same, in reading order; those of only one board too."""
    rows, cols = max(left.rows, right.rows), max(left.cols, right.cols)
    one, other = _looks(left), _looks(right)
    return tuple(
        (row, col)
        for row in range(rows)
        for col in range(cols)
        if one.get((row, col)) != other.get((row, col))
    )


def _looks(picture: Picture) -> dict[Cell, tuple[object, ...]]:
    gates: dict[Cell, frozenset[int]] = {}
    for row, col, direction in picture.gates:
        gates[row, col] = gates.get((row, col), frozenset()) | {direction}
    return {
        (row, col): (
            name,
            getattr(picture.pieces.get((row, col)), "name", None),
            gates.get((row, col)),
            (row, col) in picture.locked,
        )
        for row, line in enumerate(picture.tiles)
        for col, name in enumerate(line)
    }


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that the two levels were generated with, and that differs."""

    title: str
    left: str
    right: str

    def __str__(self) -> str:
        """In words, such as ``seed 4 | 5``."""
        return f"{self.title} {self.left} | {self.right}"


def settings(game: Game, left: Level, right: Level) -> tuple[Setting, ...]:
    """Seed, candidate, re-rolls and parameters that differ; empty if one was drawn by hand."""
    one, other = _recorded(game, left), _recorded(game, right)
    if not one or not other:
        return ()
    return tuple(
        Setting(title, one.get(title, NOTHING), other.get(title, NOTHING))
        for title in dict.fromkeys((*one, *other))
        if one.get(title) != other.get(title)
    )


def _recorded(game: Game, level: Level) -> dict[str, str]:
    provenance = level.provenance
    if provenance is None:
        return {}
    stages = {stage.name: stage.title for stage in game.generator.stages}
    found = {
        "seed": str(provenance.seed),
        "candidate": str(provenance.attempt),
        "generator": provenance.generator,
    }
    improve = provenance.improve
    if improve is not None:
        steps = f"{improve.iterations:,} iterations, seed {improve.seed}"
        if improve.islands > 1:
            steps += f", island {improve.island + 1} of {improve.islands}"
        found["improved"] = f"{improve.aim}, {steps}"
    for name, times in provenance.reroll.items():
        if times:
            found[f"{stages.get(name, name)} rolled again"] = str(times)
    for name, stream in provenance.kept.items():
        found[f"{stages.get(name, name)} kept from"] = f"seed {stream.seed}"
    for name, weights in provenance.weights.items():
        painted = status.count(len(weights.cells), "cell")
        found[f"{stages.get(name, name)} weights"] = f"painted on {painted}"
    schema = game.parameters
    try:
        known = schema.complete(schema.recorded(provenance.parameters)).values
    except ParameterError:  # of another generator
        return found | {key: str(value) for key, value in provenance.parameters.items()}
    return found | {p.title: values.measured(p, known.get(p.key)) for p in schema.parameters}


def solutions(game: Game, left: Side, right: Side) -> str:
    """How the two are solved differently, in one sentence."""
    for side in (left, right):
        if side.problem or side.solved is None:
            name = "left" if side is left else "right"
            return f"{name}: {side.problem or 'not solved yet'}"
    assert left.solved is not None
    assert right.solved is not None
    one, other = left.solved.renewed, right.solved.renewed
    parts = [verdict.comparison(game, one, other)]
    if left.solved.moves is not None and right.solved.moves is not None:
        parts.append(_paths(game, left.solved.moves, right.solved.moves))
    parts += _judged(game, one, other)
    more = ", ".join(verdict.count_differences(one, other))
    parts += [f"right has {more}"] if more else []
    return "; ".join(parts)


def _judged(game: Game, left: Mapping[str, Any], right: Mapping[str, Any]) -> Iterator[str]:
    """What the game makes of the two, where that differs."""
    one, other = (briefs(game.solver.judgements(facts)) for facts in (left, right))
    if one != other:
        yield f"left {', '.join(one) or NOTHING}, right {', '.join(other) or NOTHING}"


def _paths(game: Game, left: tuple[str, ...], right: tuple[str, ...]) -> str:
    if left == right:
        return "the same moves"
    pairs = zip(left, right, strict=False)
    same = next((n for n, (one, other) in enumerate(pairs) if one != other), None)
    if same is None:
        shorter = "left" if len(left) < len(right) else "right"
        common = min(len(left), len(right))
        return f"same first {status.count(common, 'move')}, with which {shorter} is won"
    goes, instead = (spelled(game, moves[same : same + 1]) for moves in (right, left))
    parting = f"right goes {goes} instead of {instead}"
    if not same:
        return f"from the first move on {parting}"
    number = "move" if same == 1 else f"{same} moves"
    return f"same first {number}, then {parting}"
