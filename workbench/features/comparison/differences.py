"""The differences between two levels in their cells, parameters and solutions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import ParameterError
from engine.game.game import Game
from engine.values.grid import Cell
from engine.values.level import Level
from engine.values.picture import Picture
from engine.values.ratings_and_awards import list_briefs
from workbench.session.comparison_side import ComparisonSide
from workbench.session.generation import parameter_text
from workbench.session.move_text import format_moves
from workbench.text import quantity_text, verdict_text

ABSENT = "none"
"""The placeholder shown for a value that one of the two levels lacks."""


def find_differing_cells(left: Picture, right: Picture) -> tuple[Cell, ...]:
    """Return the cells that look different or exist on only one board, in reading order."""
    rows, cols = max(left.rows, right.rows), max(left.cols, right.cols)
    one, other = _describe_cells(left), _describe_cells(right)
    return tuple(
        (row, col)
        for row in range(rows)
        for col in range(cols)
        if one.get((row, col)) != other.get((row, col))
    )


def _describe_cells(picture: Picture) -> dict[Cell, tuple[object, ...]]:
    gates: dict[Cell, frozenset[int]] = {}
    # A cell can have gates on several of its edges.
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
class SettingDifference:
    """A setting that differs between two levels: its title, and its value in each, as text."""

    title: str
    left: str
    right: str

    def __str__(self) -> str:
        """Return the difference as text, such as ``seed 4 | 5``."""
        return f"{self.title} {self.left} | {self.right}"


def compare_settings(game: Game, left: Level, right: Level) -> tuple[SettingDifference, ...]:
    """Return the settings that differ between two generated levels, such as seed and parameters.

    The result is empty if either level was not generated.
    """
    one, other = _list_settings(game, left), _list_settings(game, right)
    if not one or not other:
        return ()
    return tuple(
        SettingDifference(title, one.get(title, ABSENT), other.get(title, ABSENT))
        for title in dict.fromkeys((*one, *other))
        if one.get(title) != other.get(title)
    )


def _list_settings(game: Game, level: Level) -> dict[str, str]:
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
            found[f"{stages.get(name, name)} re-rolled"] = str(times)
    for name, stream in provenance.kept.items():
        found[f"{stages.get(name, name)} kept from"] = f"seed {stream.seed}"
    for name, weights in provenance.weights.items():
        painted = quantity_text.format_count(len(weights.cells), "cell")
        found[f"{stages.get(name, name)} weights"] = f"painted on {painted}"
    schema = game.parameters
    try:
        known = schema.complete_settings(schema.restore_settings(provenance.parameters)).values
    except ParameterError:
        # Parameters of a different generator have no titles here.
        return found | {key: str(value) for key, value in provenance.parameters.items()}
    return found | {
        p.title: parameter_text.format_with_unit(p, known.get(p.key)) for p in schema.parameters
    }


def compare_solutions(game: Game, left: ComparisonSide, right: ComparisonSide) -> str:
    """Return a sentence that says how the solutions of two levels differ."""
    for side in (left, right):
        if side.problem or side.solved is None:
            name = "left" if side is left else "right"
            return f"{name}: {side.problem or 'not solved yet'}"
    assert left.solved is not None
    assert right.solved is not None
    one, other = left.solved.newest_facts, right.solved.newest_facts
    parts = [verdict_text.format_comparison(game, one, other)]
    if left.solved.moves is not None and right.solved.moves is not None:
        parts.append(_compare_moves(game, left.solved.moves, right.solved.moves))
    parts += _compare_judgements(game, one, other)
    more = ", ".join(verdict_text.list_differences(one, other))
    parts += [f"right has {more}"] if more else []
    return "; ".join(parts)


def _compare_judgements(
    game: Game, left: Mapping[str, Any], right: Mapping[str, Any]
) -> Iterator[str]:
    """Yield a string that gives the game's judgements of both levels, unless they agree."""
    one, other = (list_briefs(game.solver.judge_facts(facts)) for facts in (left, right))
    if one != other:
        yield f"left {', '.join(one) or ABSENT}, right {', '.join(other) or ABSENT}"


def _compare_moves(game: Game, left: tuple[str, ...], right: tuple[str, ...]) -> str:
    if left == right:
        return "the same moves"
    # The length of the common beginning; None if one solution is the beginning of the other.
    pairs = zip(left, right, strict=False)
    same = next((n for n, (one, other) in enumerate(pairs) if one != other), None)
    if same is None:
        shorter = "left" if len(left) < len(right) else "right"
        common = min(len(left), len(right))
        return f"same first {quantity_text.format_count(common, 'move')}, then {shorter} is won"
    goes, instead = (format_moves(game, moves[same : same + 1]) for moves in (right, left))
    parting = f"right goes {goes} instead of {instead}"
    if not same:
        return f"at the first move, {parting}"
    number = "move" if same == 1 else f"{same} moves"
    return f"same first {number}, then {parting}"
