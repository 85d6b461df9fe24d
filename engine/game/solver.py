"""The solver of a game: verdicts, and what they say of a level."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Self

from engine.errors import EngineError
from engine.game.claims import Claims
from engine.game.play import Play
from engine.game.position import OwnBoard
from engine.search.solved import Solved
from engine.values.budget import Budget, Control
from engine.values.judgement import Judgement
from engine.values.mechanics import Mechanics
from engine.values.parameters import Parameter, Parameters, Value


class Solver(ABC):
    """Finds out whether levels can be won, and how.

    Attributes:
        strategies: names of the strategies; the first is the default.
        limited: how many moves those of limited depth look ahead, unless a budget says other.
        rules: names that :meth:`under` knows, of rule sets and of single rules that can be
            switched; none where there is one set of rules only.
        options: what can be set of a strategy, by its name, see :meth:`having`; a key means the
            same for all that have it.
        mechanics: what can happen in a shortest solution, a sentence each, by the names of facts;
            see :attr:`engine.search.solved.Solved.mechanics`.
        counted: the facts that say how many shortest solutions there are, of each kind of win; keys
            with a dot are of a table. None where no length is counted.
        storing: parameters of the generator that say how new files store facts, with their values.
        compared: the facts by which levels differ when a thing is taken away; keys with a
            dot are of a table. A thing without which they are all the same is inert.
    """

    strategies: tuple[str, ...]
    limited: Mapping[str, int] = MappingProxyType({})
    rules: tuple[str, ...] = ()
    options: Mapping[str, tuple[Parameter, ...]] = MappingProxyType({})
    mechanics: Mapping[str, str] = MappingProxyType({})
    counted: tuple[str, ...] = ()
    compared: tuple[str, ...] = ("solvable", "moves")
    storing: Mapping[str, str] = MappingProxyType({})

    @abstractmethod
    def solve(
        self,
        board: OwnBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        """The verdict on a valid board, with its trace.

        A search stopped by its budget or through ``control`` says ``complete`` false.

        Raises:
            EngineError: no such strategy.
        """

    def facts(self, board: OwnBoard, control: Control | None = None) -> Mapping[str, Any]:
        """All facts of :meth:`solve` by the default strategy, without its trace.

        Games that have them at less cost than a trace takes override this.
        """
        return self.solve(board, control=control).all_facts

    def facts_without(
        self, without: OwnBoard, budget: Budget | None = None, control: Control | None = None
    ) -> Mapping[str, Any]:
        """The facts of a playable board from which one thing was taken away.

        At least those of :attr:`compared`, ``solvable``, ``complete`` and ``moves``. By default all
        of :meth:`solve`; a game whose boards may break a rule then has to say what that comes to.
        """
        return self.solve(without, None, budget, control).facts

    def under(self, rules: Collection[str]) -> Self:
        """The solver under other rules, named as in :attr:`rules`; none is the barest rule set.

        Raises:
            EngineError: an unknown name.
        """
        raise EngineError("there is one set of rules only")

    def having(self, settings: Mapping[str, Value]) -> Self:
        """The solver with values of :attr:`options` by key, the others at their defaults.

        Raises:
            EngineError: no strategy has options.
        """
        raise EngineError("no strategy has options")

    def summarize_mechanics(self, found: Mechanics) -> Mapping[str, Mapping[str, bool | None]]:
        """Return tables that follow from the mechanics of a level, by name; by default none.

        Every table has all of its keys, whatever is found; None for what is not known.
        """
        return {}

    def dispute(self, stored: Claims, play: Play, board: OwnBoard) -> None:
        """Disputes facts of a verdict on a playable board that cannot be true; by default none."""
        return

    def judgements(self, facts: Mapping[str, Any]) -> tuple[Judgement, ...]:
        """What the game makes of a verdict's facts, see :meth:`difficulty`, in words."""
        return ()

    def difficulty(self, facts: Mapping[str, Any]) -> float | None:
        """How hard a level is beside others of the game, by default its moves; None if not known.

        The facts are those of a solver, or as a level file has them.
        """
        moves = facts.get("moves")
        return float(moves) if isinstance(moves, int) else None

    def demanded(self, solved: Solved, parameters: Parameters) -> Mapping[str, Any]:
        """The facts that the demands of a recipe are about, by its parameters; by default all."""
        return solved.all_facts

    def renewed(self, board: OwnBoard, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Facts that a file stores, those of an older version computed anew.

        By default they stay as they are, and so does what would take long. They belong to the
        board, which is valid.
        """
        return facts

    def stored(
        self, facts: Mapping[str, Any], recorded: Mapping[str, Any] | None
    ) -> Mapping[str, Any]:
        """Return the facts that a level file stores, of those of :meth:`solve`; by default all.

        Args:
            facts: all of them.
            recorded: the parameters in the provenance of the level, None if none counts: it was
                not generated, or a hand has changed it.
        """
        return facts

    def derived(self, facts: Mapping[str, Any]) -> Mapping[str, float | None]:
        """Numbers that follow from a verdict's facts, by the names that they are asked for by.

        Every name is there, whatever the facts are; what does not follow is None.
        """
        return {"difficulty": self.difficulty(facts)}
