"""What a game is to the rest of the workbench.

A game is one folder under :mod:`engine.games` (or in a plug-in package) with a :class:`Game`,
named by an entry point of the group ``puzzle_workbench.games``. Everything else, from files to
screens, is written once against the parts of which a game is composed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.errors import EngineError, quoted
from engine.game.boards import Boards, Tool
from engine.game.campaign import Campaign
from engine.game.claims import Kind
from engine.game.generator import Generator, Mutations
from engine.game.manual import Rule
from engine.game.play import MOVES, ListedPlay, Measure, Play
from engine.game.position import Move, Position, Status, Step
from engine.game.solver import Solver
from engine.search.solved import strategy_named

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
