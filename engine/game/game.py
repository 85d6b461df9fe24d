"""The definition of a game, composed of parts.

A game is a folder under :mod:`engine.games` (or in a plug-in package) that defines a
:class:`Game`. An entry point in the group ``puzzle_workbench.games`` names it. All other code, from
files to screens, is written once for all games and uses only these parts of them:

- ``boards`` (:class:`~engine.game.boards.Boards`) reads, checks, draws and edits boards;
- ``play`` (:class:`~engine.game.play.Play`) applies the moves of a player;
- ``solver`` (:class:`~engine.game.solver.Solver`) computes the facts of a verdict;
- ``generator`` and ``mutations`` (:mod:`engine.game.generator`) make and change levels;
- ``campaign`` (:class:`Campaign`) decides which level a player gets next;
- ``manual`` (:mod:`engine.game.manual`) explains the rules.

For example, to solve a level of an installed game::

    game = registry.get_game("skiddy")
    board = game.boards.read_table(table)
    if not game.boards.find_problems(board):
        result = game.solver.solve(board)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError, GenerationFailed, quote_input
from engine.game.boards import Boards, Tool
from engine.game.generator import Generator, Mutations
from engine.game.manual import Rule
from engine.game.play import MOVES, ListedPlay, Measure, Play
from engine.game.play_position import Position, Status, Step
from engine.game.solver import Solver
from engine.game.stored_fact_checks import FactType
from engine.game.win_record import DEATHS, NO_SETTINGS, LevelWin
from engine.search.solver_result import find_strategy
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Recipe
from engine.values.budget import Control
from engine.values.difficulty_presets import MAX_DIFFICULTY
from engine.values.moves import Move
from engine.values.parameter_schema import Schema

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

INTERFACE = 4
"""The version of this interface. It is raised whenever a change makes existing games outdated."""

FORWARD_PART = 10
"""The divisor that gives the step forward in a list after a win without a lapse."""
RETRY_PART = 50
"""The divisor that gives the step forward after one lapse, or back after several lapses."""
HARDEST_GRADES = 3
"""The number of grades, the hardest ones, that levels past the end of a list can have."""


class Campaign:
    """The rules that choose the next level in a game's campaign and in its infinite mode.

    The default rules are those in section 5.3 of the thesis on A Mazing Monk, where the list has
    100,000 levels. A player advances by 10,000 levels after a win without a death, advances by
    2,000 after a win with one death, and goes back by 2,000 after a win with more deaths. For lists
    of other lengths, the steps are proportional.

    Attributes:
        parameter: The generator parameter that grades levels, such as the difficulty. Its value is
            part of a list file's name.
        grades: The values of that parameter, the easiest first.
        steps: The number of levels in a campaign.
        ending_text: The text after the last level of a campaign, one string per paragraph.
        lapse: The unit in which :meth:`count_lapses` counts, such as deaths.
        grade_order_title: The title of the order by grade, such as ``in the author's order``; empty
            if that order hardly differs from the order by proven difficulty.
        rated_by_figure: True if :meth:`rate_seeds` returns the proven difficulties, False if it
            returns a measure from another source.
        figure_unit: The unit of the proven difficulties, in words.
        implied_settings: The settings to assume for early list files, which store none. They
            override the settings of the earliest generators.
    """

    parameter: str = "difficulty"
    grades: range = range(1, MAX_DIFFICULTY + 1)
    steps: int = 10
    ending_text: tuple[str, ...] = ()
    lapse: Measure = DEATHS
    grade_order_title: str = ""
    rated_by_figure: bool = True
    figure_unit: str = "moves"
    implied_settings: Mapping[str, object] = NO_SETTINGS

    def measure_level(self, game: Game, facts: Mapping[str, Any]) -> int | None:
        """Return the proven difficulty of a level, or None if nothing is proven.

        ``facts`` are the solver's facts. The base class rounds the solver's rating.
        """
        found = game.solver.rate_difficulty(facts)
        return None if found is None else round(found)

    def measure_seeds(
        self,
        game: Game,
        grade: int,
        seeds: Sequence[int],
        control: Control,
        settings: Mapping[str, object] = NO_SETTINGS,
    ) -> Iterator[int | None]:
        """Yield the proven difficulty of each seed's level in order, or None if nothing is proven.

        Args:
            game: The game whose generator and solver are used.
            grade: The grade of the levels.
            seeds: The seeds of the levels.
            control: The control that can cancel the computation.
            settings: The generator settings other than the grade.

        Raises:
            GenerationFailed: A seed does not produce a level. The message names the seed.
            Cancelled: ``control`` was cancelled.
        """
        parameters = game.parameters.complete_settings({**settings, self.parameter: grade})
        for seed in seeds:
            try:
                recipe = Recipe(seed, 0, parameters)
                found, _ = find_accepted_attempt(game.generator, recipe, control=control)
            except GenerationFailed as error:
                raise GenerationFailed(f"seed {seed}: {error}") from None
            board = game.generator.build_candidate(found, control).board
            yield self.measure_level(game, game.solver.solve(board).facts)

    def rate_seeds(
        self,
        game: Game,
        grade: int,
        seeds: Sequence[int],
        control: Control,
        settings: Mapping[str, object] = NO_SETTINGS,
    ) -> Iterator[float]:
        """Yield the relative difficulty of each seed's level, in order.

        By default, it is the proven difficulty (see :meth:`measure_seeds`), or 0 if nothing is
        proven.

        Raises:
            GenerationFailed: A seed does not produce a level. The message names the seed.
            Cancelled: ``control`` was cancelled.
        """
        for figure in self.measure_seeds(game, grade, seeds, control, settings):
            yield figure or 0.0

    def count_lapses(self, level: LevelWin) -> int:
        """Return the number of lapses in a level, which decides the next level in infinite play."""
        return level.deaths

    def find_next_index(self, index: int, lapses: int, length: int) -> int:
        """Return the index of the next level in infinite play after a win.

        A player advances by a tenth of the list without a lapse and by a fiftieth after one lapse,
        and goes back by a fiftieth after more lapses. The step is always at least one level.

        Args:
            index: The index of the level that was won, from 0.
            lapses: The number of lapses in that level.
            length: The length of the list. A result of ``length`` or more is past its end.
        """
        # In a list shorter than the divisor, the quotient is 0.
        if lapses == 0:
            return index + max(1, length // FORWARD_PART)
        step = max(1, length // RETRY_PART)
        return index + step if lapses == 1 else max(0, index - step)

    def find_next_grade(self, grade: int | None, lapses: int) -> int:
        """Return the grade of the next level past the end of the list.

        The grade rises by one without a lapse, stays the same after one lapse, and falls by one
        after more lapses. It is always one of the hardest grades.

        Args:
            grade: The grade of the level that was won; None if that level was in the list.
            lapses: The number of lapses in that level.
        """
        hardest = self.grades[-HARDEST_GRADES:]
        if grade is None:
            return hardest[0]
        step = 1 if lapses == 0 else 0 if lapses == 1 else -1
        return min(max(grade + step, hardest[0]), hardest[-1])

    def get_settings_beyond(self, grade: int) -> Mapping[str, object]:
        """Return the generator settings for levels past the end of a list sorted by grade."""
        return {self.parameter: grade}

    def get_proven_settings_beyond(self, grade: int) -> Mapping[str, object]:
        """Return the generator settings for levels past a list sorted by proven difficulty."""
        return self.get_settings_beyond(grade)


@dataclass(frozen=True, kw_only=True)
class Game:
    """One puzzle game, composed of its parts.

    Attributes:
        interface: The version of the game interface that the game is written for.
        name: The name of the game's folder, which is also the game's name in level files.
        title: The name to show on screens.
        rules_version: The version of the rules. It is raised whenever they change.
        generator_version: The version of the generator. It is raised whenever a seed produces a
            different level than before.
        boards, play, solver, generator: The parts of the game; see the module docstring.
        mutations: The small random changes that improve levels; None if there are none.
        campaign: The rules for playing lists of levels; None if the game has no campaign.
        measure: The unit in which the length of a solution is counted, such as moves.
        fact_types: The types that the game's own facts have in level files.
        experiments: A function that returns the game's experiments.
        goal: The winning condition, in one line of at most 80 characters.
        manual: The rules of play, in the best order for learning them.
        terms: Explanations of the game's words, one sentence each. If a key is the title of a fact,
            its explanation replaces the help text of that fact.
        themes: The folder of the theme files that a plug-in game brings, each of which adds the
            looks of its tiles and pieces to the theme of the same name; None if there is none.
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
    fact_types: Mapping[str, FactType] = field(default_factory=dict)
    experiments: Callable[[], Sequence[Experiment]] = tuple
    goal: str = ""
    manual: tuple[Rule, ...] = ()
    terms: Mapping[str, str] = field(default_factory=dict)
    themes: Path | None = None

    @property
    def generator_name(self) -> str:
        """The name and version of the generator, as recorded in levels."""
        return f"{self.name}/{self.generator_version}"

    @property
    def parameters(self) -> Schema:
        """The generator's parameters and facts."""
        return self.generator.parameters

    @property
    def compares_lengths(self) -> bool:
        """True if two wins of a level can differ in the number of moves or in the tie-breaker.

        If moves name cells, all wins have the same number of moves.
        """
        return bool(self.play.moves) or self.measure.tie_breaker is not None

    def with_rules(self, rules: Collection[str]) -> Game:
        """Return a copy of the game with the named rules, which :attr:`Solver.rules` must list.

        Raises:
            EngineError: A name is unknown, or the game has only one set of rules.
        """
        if not self.solver.rules:
            raise EngineError(f"{self.title} has only one set of rules")
        return replace(self, solver=self.solver.with_rules(rules))

    def with_options(self, strategy: str | None, settings: Mapping[str, object]) -> Game:
        """Return a copy of the game in which a strategy's options have the values in ``settings``.

        If ``strategy`` is None, the options of the default strategy are set.

        Raises:
            EngineError: The strategy does not exist, or it does not have one of the options.
            ParameterError: A value is invalid.
        """
        name = find_strategy(strategy, self.solver.strategies)
        # The mapping has no entry for a strategy without options.
        options = {option.key: option for option in self.solver.options.get(name, ())}
        if not options:
            others = " and ".join(self.solver.options)
            hint = f"expected {others}" if others else "no strategy of this game has"
            raise EngineError(f"strategy {name} has no options; {hint}")
        for key in settings:
            if key not in options:
                known = f"expected one of {', '.join(options)}"
                raise EngineError(f"strategy {name} has no option {quote_input(key)}; {known}")
        values = {key: options[key].parse_value(value) for key, value in settings.items()}
        return replace(self, solver=self.solver.with_options(values))
