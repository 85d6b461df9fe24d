"""What a game says of playing through lists of its levels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.errors import GenerationFailed
from engine.game.play import Measure
from engine.staging.demands import first_accepted
from engine.staging.generation import Recipe
from engine.values.budget import Control
from engine.values.difficulty import MOST_DIFFICULTY

if TYPE_CHECKING:
    from engine.game.game import Game

NO_SETTINGS: Mapping[str, object] = MappingProxyType({})

DEATHS = Measure("deaths", "death", "deaths")
HINTS = Measure("hints", "hint", "hints")

AT_BEST = 10
"""The part of a list that is passed over after no lapse: one in so many levels."""
OTHERWISE = 50
"""The part that is passed over after one lapse, and gone back by after more."""
GRADES_BEYOND = 3
"""So many of the hardest grades are those of levels past the end of a list."""


@dataclass(frozen=True, slots=True)
class Played:
    """A level of a list that was won.

    Attributes:
        grade, seed: which level it was.
        index: its index in the sorted list, from 0; None for one past the end.
        deaths: before it was won first.
        count: how long the best win was, by the game's measure.
        optimum: the least there is; None where that is not proven, or all wins are alike.
        solution_shown: whether the player had looked at the solution before.
        hints: asked for before it was won first, each degree counted.
        medals: titles of what the first win has earned.
        seconds: of the visit that won it first, pauses left out.
        view: the side from which the board was seen in part on that visit; empty if it was seen
            whole.
    """

    grade: int
    seed: int
    index: int | None
    deaths: int
    count: int
    optimum: int | None
    solution_shown: bool = False
    hints: int = 0
    medals: tuple[str, ...] = ()
    seconds: int = 0
    view: str = ""


class Campaign:
    """The formulas of a game's campaign and of its infinite mode.

    Those given here are the ones of A Mazing Monk's thesis, section 5.3. Its list has
    100,000 levels: who does not die goes on by 10,000, who dies once by 2,000, and who dies more
    often goes back by 2,000; in other lists by as much of their length.

    Attributes:
        parameter: the parameter of the generator that a list file's name gives, such as a
            difficulty.
        grades: the values of that parameter, the easiest first.
        steps: levels of a campaign.
        ending: the text after the last level of a campaign, paragraph by paragraph.
        lapse: what :meth:`lapses` counts.
        graded: what the order by grade is called, such as ``in the author's order``; empty where it
            is nothing of its own, but much the same as that by proven figures.
        rated_by_figure: whether :meth:`ratings` are the proven figures; if not, they are a measure
            of another source.
        figured: what the proven figures count, in words.
        unsaid: settings of lists that do not say, where they are not what generators did before.
    """

    parameter: str = "difficulty"
    grades: range = range(1, MOST_DIFFICULTY + 1)
    steps: int = 10
    ending: tuple[str, ...] = ()
    lapse: Measure = DEATHS
    graded: str = ""
    rated_by_figure: bool = True
    figured: str = "moves"
    unsaid: Mapping[str, object] = NO_SETTINGS

    def figure(self, game: Game, facts: Mapping[str, Any]) -> int | None:
        """How hard a level is by what is proven of it, whatever its grade; None if nothing is.

        By default as hard as its solver finds it. ``facts`` are those of that solver.
        """
        found = game.solver.difficulty(facts)
        return None if found is None else round(found)

    def figures(
        self,
        game: Game,
        grade: int,
        seeds: Sequence[int],
        control: Control,
        settings: Mapping[str, object] = NO_SETTINGS,
    ) -> Iterator[int | None]:
        """The proven figures of the levels of some seeds of a grade, one after the other.

        ``settings`` are those of the generator besides.

        Raises:
            GenerationFailed: a seed leads to no level; names it.
            Cancelled: ``control`` was cancelled.
        """
        parameters = game.generator.parameters.complete({**settings, self.parameter: grade})
        for seed in seeds:
            try:
                recipe = Recipe(seed, 0, parameters)
                found, _ = first_accepted(game.generator, recipe, control=control)
            except GenerationFailed as error:
                raise GenerationFailed(f"seed {seed}: {error}") from None
            board = game.generator.candidate(found, control).board
            yield self.figure(game, game.solver.solve(board).facts)

    def ratings(
        self,
        game: Game,
        grade: int,
        seeds: Sequence[int],
        control: Control,
        settings: Mapping[str, object] = NO_SETTINGS,
    ) -> Iterator[float]:
        """How hard the levels of some seeds are among those of one grade, one after the other.

        By default their proven figures, 0 for none; see :meth:`figures`.

        Raises:
            GenerationFailed: a seed leads to no level; names it.
            Cancelled: ``control`` was cancelled.
        """
        for figure in self.figures(game, grade, seeds, control, settings):
            yield figure or 0.0

    def lapses(self, level: Played) -> int:
        """How far a win was from what decides how infinite play goes on; 0 is the best."""
        return level.deaths

    def moved(self, index: int, lapses: int, length: int) -> int:
        """Where infinite play goes on after a level was won; from ``length`` on is past the end.

        ``index`` counts from 0. It is a tenth of the list on, a fiftieth, or a fiftieth back, but
        at least one level.
        """
        if lapses == 0:
            return index + max(1, length // AT_BEST)
        step = max(1, length // OTHERWISE)
        return index + step if lapses == 1 else max(0, index - step)

    def beyond(self, grade: int | None, lapses: int) -> int:
        """The grade of a level past the end of the list: one of the hardest.

        It is one harder after no lapse, as hard after one, one easier after more. The level before
        had that grade and was won with so many; None stands for the list.
        """
        hardest = self.grades[-GRADES_BEYOND:]
        if grade is None:
            return hardest[0]
        step = 1 if lapses == 0 else 0 if lapses == 1 else -1
        return min(max(grade + step, hardest[0]), hardest[-1])

    def settings_beyond(self, grade: int) -> Mapping[str, object]:
        """The generator's parameters for levels of a grade past the end of a list by grade."""
        return {self.parameter: grade}

    def proven_beyond(self, grade: int) -> Mapping[str, object]:
        """The generator's parameters past the end of a list that rises by proven figures."""
        return self.settings_beyond(grade)
