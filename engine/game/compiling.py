"""Compiles the kernels of games, in a process that does nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from engine.game import registry
from engine.game.kernels import games_of, specializations_of
from engine.jit import load as cache
from engine.jit.load import Specialization
from engine.values.budget import cores


def fill(*games: str) -> None:
    """Compiles what is wanted, then the rest of its games.

    The kernels of ``games`` are compiled even if none of them is wanted.

    Raises:
        OSError: the folder cannot be written.
    """
    known = sorted(specializations_of(), key=attrgetter("length"), reverse=True)
    of_game = {
        game.name: [
            specialization for specialization in known if games_of(specialization) <= {game.name}
        ]
        for game in registry.all_games()
    }
    sizes = {
        name: sum(specialization.length for specialization in of_game[name]) for name in of_game
    }
    by_size = sorted(sizes, key=sizes.__getitem__, reverse=True)
    in_turn = [*by_size[::2], *by_size[1::2][::-1]]
    whole = set(games)

    def order(number: int, wanted: list[Specialization]) -> Iterator[Specialization]:
        """What is wanted, then what belongs to the same games, large ones first.

        Processes begin with different games and meet half way, since one takes less time for
        kernels that have much in common.
        """
        whole.update(*map(games_of, wanted))
        yield from wanted
        first = (number - number % 2) * len(in_turn) // cores()
        games_on = [*in_turn[first:], *in_turn[:first]]
        for name in reversed(games_on) if number % 2 else games_on:
            if name in whole:
                yield from of_game[name]

    cache.fill(cores(), known, order)
