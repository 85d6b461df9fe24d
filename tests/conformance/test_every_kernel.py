"""What every kernel must keep to: the graphs of the plain function that states the rules."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from conforming import KERNEL_SETTINGS, SEED

from engine.game.playthrough import replay_moves
from engine.stages.candidate import Recipe
from engine.tiles.kernel_check import find_kernel_fault
from engine.values.grid import format_grid

FEW, MANY = 40, 300
MISTAKES = {
    "fruit-dating": lambda board: replace(board, gates=()),
    "skiddy": lambda board: replace(board, tiles=tuple(t.replace("o", ".") for t in board.tiles)),
}
"""What kernels that are wrong leave out of the boards that they get."""


@pytest.fixture(scope="module")
def rules(game):
    rules = getattr(game.play, "rules", None)
    if rules is None or rules.compile_level is None:
        pytest.skip("the game has no kernel that a plain function describes")
    return rules


def candidates(game, count):
    """The boards of ``count`` candidates of each mix of features."""
    for settings in KERNEL_SETTINGS.get(game.name, ({},)):
        parameters = game.generator.parameters.complete_settings(settings)
        attempt = found = 0
        while found < count:
            made = game.generator.build_candidate(Recipe(SEED, attempt, parameters))
            attempt += 1
            if made.failed is None:
                found += 1
                yield made.board


@pytest.mark.parametrize(
    ("count", "states"), [(FEW, 100), pytest.param(MANY, 1_000, marks=pytest.mark.slow)]
)
def test_the_graphs_of_kernel_and_plain_function_are_equal(game, rules, count, states):
    seen = set()
    for board in candidates(game, count):
        assert find_kernel_fault(rules, board, states) is None, format_grid(board.tiles)
        seen |= {*"".join((*board.tiles, *board.pieces))}
    if game.name in KERNEL_SETTINGS:
        assert seen >= {*board.tile_glyphs.text, *board.piece_glyphs.text} - {*"DEFGH"}


def test_a_wrong_kernel_is_found_with_its_state_and_its_move(game, rules):
    if game.name not in MISTAKES:
        pytest.skip("no mistake is known for the kernel")

    class Wrong(type(rules)):
        compile_level = staticmethod(lambda board: rules.compile_level(MISTAKES[game.name](board)))

    found = [(board, find_kernel_fault(Wrong(), board, 60)) for board in candidates(game, FEW)]
    faults = [(board, fault) for board, fault in found if fault is not None]
    assert len(faults) > FEW // 4
    for board, fault in faults:
        path, move = re.match(
            r"after (.+), (.) leads to .* by the kernel, to .* by", fault
        ).groups()
        _, legal = replay_moves(game.play, board, "" if path == "no move" else path.split())
        assert legal and game.play.moves.find_move(move)
