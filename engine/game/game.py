"""What a game is to the rest of the workbench.

A game is one folder under :mod:`engine.games` (or in a plug-in package) with a :class:`Game`,
named by an entry point of the group ``puzzle_workbench.games``. Everything else, from files to
screens, is written once against the parts of which a game is composed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError, GenerationFailed, quoted
from engine.game.boards import Boards, Tool
from engine.game.campaign import DEATHS, NO_SETTINGS, Played
from engine.game.claims import Kind
from engine.game.generator import Generator, Mutations
from engine.game.manual import Rule
from engine.game.play import MOVES, ListedPlay, Measure, Play
from engine.game.position import Move, Position, Status, Step
from engine.game.solver import Solver
from engine.search.solved import strategy_named
from engine.staging.demands import first_accepted
from engine.staging.generation import Recipe
from engine.values.budget import Control
from engine.values.difficulty import MOST_DIFFICULTY
from engine.values.parameters import Schema

if TYPE_CHECKING:
    from engine.game.experiment import Experiment

__all__ = [
    "INTERFACE",
    "MOVES",
    "Boards",
    "Campaign",
    "Game",
    "Generator",
    "ListedPlay",
    "Measure",
    "Move",
    "Mutations",
    "Play",
    "Position",
    "Rule",
    "Solver",
    "Status",
    "Step",
    "Tool",
]

INTERFACE = 2
"""The version of this interface; it rises when games written for it have to be changed."""

AT_BEST = 10
"""The part of a list that is passed over after no lapse: one in so many levels."""
OTHERWISE = 50
"""The part that is passed over after one lapse, and gone back by after more."""
GRADES_BEYOND = 3
"""So many of the hardest grades are those of levels past the end of a list."""


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
        parameters = game.parameters.complete({**settings, self.parameter: grade})
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


@dataclass(frozen=True, kw_only=True)
class Game:
    """One puzzle game, composed of its parts.

    Attributes:
        interface: the version of the interface that the game is written for.
        name: of its folder and in level files.
        rules_version: rises with a change of the rules.
        generator_version: rises with a change of what a seed leads to.
        mutations: small random changes of levels, to improve them by; None where there are none.
        campaign: playing through lists of levels; None where there are none.
        measure: what the length of play is counted in.
        fact_kinds: the kinds of the solver's own facts, as a level file has them.
        experiments: what the game's sources measured, to be measured again.
        goal: what wins, in one line of at most 80 characters.
        manual: the rules of play, in the order in which they are best learnt.
        terms: words of the game that screens use, a sentence each; of a fact of the solver in
            place of what the parameter of its name says, by the title of that.
    """

    interface: int
    name: str
    title: str
    rules_version: int
    generator_version: int
    boards: Boards
    play: Play
    solver: Solver
    generator: Generator
    mutations: Mutations | None = None
    campaign: Campaign | None = None
    measure: Measure = MOVES
    fact_kinds: Mapping[str, Kind] = field(default_factory=dict)
    experiments: Callable[[], Sequence[Experiment]] = tuple
    goal: str = ""
    manual: tuple[Rule, ...] = ()
    terms: Mapping[str, str] = field(default_factory=dict)

    @property
    def generator_name(self) -> str:
        """Name and version of the generator, as provenance records them."""
        return f"{self.name}/{self.generator_version}"

    @property
    def parameters(self) -> Schema:
        """The generator's parameters and facts."""
        return self.generator.parameters

    @property
    def counts(self) -> bool:
        """Whether some wins of a level are shorter than others: not where moves name places."""
        return bool(self.play.moves) or self.measure.tie_breaker is not None

    def under(self, rules: Collection[str]) -> Game:
        """The game under other rules, named as in :attr:`Solver.rules`.

        Raises:
            EngineError: an unknown name, or the game has one set of rules only.
        """
        if not self.solver.rules:
            raise EngineError(f"{self.title} has one set of rules only")
        return replace(self, solver=self.solver.under(rules))

    def having(self, strategy: str | None, settings: Mapping[str, object]) -> Game:
        """The game with options of a strategy set, see :attr:`Solver.options`.

        Raises:
            EngineError: no such strategy, or it has no such option.
            ParameterError: a bad value.
        """
        name = strategy_named(strategy, self.solver.strategies)
        options = {option.key: option for option in self.solver.options.get(name, ())}
        if not options:
            others = " and ".join(self.solver.options)
            hint = f"expected {others}" if others else "none of the game has"
            raise EngineError(f"strategy {name} has no options; {hint}")
        for key in settings:
            if key not in options:
                known = f"expected one of {', '.join(options)}"
                raise EngineError(f"strategy {name} has no option {quoted(key)}; {known}")
        values = {key: options[key].parse(value) for key, value in settings.items()}
        return replace(self, solver=self.solver.having(values))
