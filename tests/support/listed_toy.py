"""The toy game with lists to play through: campaigns of three levels, all of them alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pytest
from toy_game import TOY, ToyBoard, ToyGenerator, make_known

from engine.game.game import Campaign, Game
from engine.game.win_record import NO_SETTINGS
from engine.stages.candidate import Candidate, Recipe
from engine.values.budget import Control
from engine.values.parameter_schema import Schema, define_number

BOARD = ToyBoard(("########", "#S.....#", "#.#.##.#", "#~....G#", "########"))
"""Right, down wins; down is lost in mud."""
PARAMETERS = Schema((define_number("size", 1, 1, 9, "border", "size", "How large it is."),))


class ToyCampaign(Campaign):
    """Grades 1 to 9; levels with larger seeds are easier, and rated once each."""

    parameter = "size"
    grades = range(1, 10)
    steps = 3
    ending_text = ("The sled has come to rest.",)
    rated_by_figure = False

    def __init__(self) -> None:
        self.rated: list[int] = []

    def rate_seeds(
        self,
        game: Game,
        grade: int,
        seeds: Sequence[int],
        control: Control,
        settings: Mapping[str, object] = NO_SETTINGS,
    ) -> Iterator[float]:
        for seed in seeds:
            control.raise_if_cancelled()
            self.rated.append(seed)
            yield -float(seed)

    def find_next_index(self, place: int, deaths: int, length: int) -> int:
        return place + 2 if deaths == 0 else max(0, place - 1)

    def find_next_grade(self, grade: int | None, deaths: int) -> int:
        return 8 if grade is None else min(9, grade + 1)

    def get_settings_beyond(self, grade: int) -> Mapping[str, object]:
        return {"size": grade}


class ListedGenerator(ToyGenerator):
    parameters = PARAMETERS

    def build_candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        return replace(super().build_candidate(recipe, control), board=BOARD, read=lambda _: BOARD)


def install(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Makes the listed toy the only game that can be played through."""
    game = replace(TOY, generator=ListedGenerator(), campaign=ToyCampaign())
    make_known(monkeypatch, game)
    return game
