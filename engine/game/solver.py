"""The solver part of a game: verdicts on boards, derived facts, ratings and checks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Self

from engine.errors import EngineError
from engine.game.play import Play
from engine.game.play_position import OwnBoard
from engine.game.stored_fact_checks import FactChecker
from engine.search.solver_result import SolverResult
from engine.values.budget import Budget, Control
from engine.values.mechanic_use_words import Mechanics
from engine.values.parameter_schema import Parameter, Parameters, Value
from engine.values.ratings_and_awards import Judgement


class Solver(ABC):
    """The part of a game that finds solutions to levels, or proves that there are none.

    Attributes:
        strategies: The names of the strategies; the first one is the default.
        depth_limits: The default depth limit, in moves, of each strategy that has one.
        rules: The names that :meth:`with_rules` accepts, each of which is a rule set or a single
            rule that can be switched on; empty if there is only one set of rules.
        options: The options of each strategy; see :meth:`with_options`. If several strategies have
            an option with the same key, it has the same meaning in all of them.
        mechanic_titles: The mechanics that a shortest solution can use, as a mapping from fact name
            to sentence; see :attr:`engine.search.solver_result.SolverResult.mechanics`.
        count_facts: The facts that count the shortest solutions for each kind of win; empty if
            solutions are not counted. A key with a dot names a fact inside a table.
        storage_parameters: The names and values of the generator parameters that decide how new
            files store facts.
        compared_facts: The facts to compare before and after an object is removed. A key with a dot
            names a fact inside a table. An object is inert if removing it changes none of them.
    """

    strategies: tuple[str, ...]
    depth_limits: Mapping[str, int] = MappingProxyType({})
    rules: tuple[str, ...] = ()
    options: Mapping[str, tuple[Parameter, ...]] = MappingProxyType({})
    mechanic_titles: Mapping[str, str] = MappingProxyType({})
    count_facts: tuple[str, ...] = ()
    compared_facts: tuple[str, ...] = ("solvable", "moves")
    storage_parameters: Mapping[str, str] = MappingProxyType({})

    @abstractmethod
    def solve(
        self,
        board: OwnBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> SolverResult:
        """Solve a valid board and return the verdict and its trace.

        If the budget or ``control`` ends the search early, the fact ``complete`` is false.

        Raises:
            EngineError: The strategy does not exist.
        """

    def compute_facts(self, board: OwnBoard, control: Control | None = None) -> Mapping[str, Any]:
        """Return all facts that :meth:`solve` finds with the default strategy, without a trace.

        A game that can compute them faster without a trace should override this method.
        """
        return self.solve(board, control=control).all_facts

    def compute_facts_without(
        self, board: OwnBoard, budget: Budget | None = None, control: Control | None = None
    ) -> Mapping[str, Any]:
        """Return the facts for a playable board from which one object has been removed.

        The result must contain at least ``solvable``, ``complete``, ``moves`` and the facts in
        :attr:`compared_facts`. By default, it contains all facts that :meth:`solve` finds. A game
        must override this method if removing an object can make a board break a rule.
        """
        return self.solve(board, None, budget, control).facts

    def with_rules(self, rules: Collection[str]) -> Self:
        """Return a solver with the named :attr:`rules`, or with the basic rules if none is named.

        Raises:
            EngineError: A name is unknown, or there is only one set of rules.
        """
        raise EngineError("there is only one set of rules")

    def with_options(self, settings: Mapping[str, Value]) -> Self:
        """Return a solver with the :attr:`options` in ``settings``, and defaults for all others.

        Raises:
            EngineError: No strategy has options.
        """
        raise EngineError("no strategy has options")

    def summarize_mechanics(self, found: Mechanics) -> Mapping[str, Mapping[str, bool | None]]:
        """Return tables that summarize a level's mechanics, keyed by name.

        Every table must have the same keys for all levels. A value of None means unknown. The base
        class returns no tables.
        """
        return {}

    def check_facts(self, stored: FactChecker, play: Play, board: OwnBoard) -> None:
        """Report stored facts that cannot be true for the board. The base class reports none."""
        return

    def judge_facts(self, facts: Mapping[str, Any]) -> tuple[Judgement, ...]:
        """Rate a level in words, based on its verdict's facts. The base class does not rate it."""
        return ()

    def rate_difficulty(self, facts: Mapping[str, Any]) -> float | None:
        """Return the difficulty of a level, or None if it is unknown.

        By default, it is the number of moves. The facts may come from a solver or a level file.
        """
        moves = facts.get("moves")
        return float(moves) if isinstance(moves, int) else None

    def select_demanded_facts(
        self, solved: SolverResult, parameters: Parameters
    ) -> Mapping[str, Any]:
        """Return the facts that a recipe's constraints refer to. The base class returns all."""
        return solved.all_facts

    def renew_facts(self, board: OwnBoard, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return stored facts after recomputing those of an older version.

        The base class recomputes no facts. Facts that take a long time to compute should not be
        recomputed. The facts must belong to the board, which must be valid.
        """
        return facts

    def select_stored_facts(
        self, facts: Mapping[str, Any], recorded: Mapping[str, Any] | None
    ) -> Mapping[str, Any]:
        """Return the facts that a level file stores. The base class returns all of them.

        Args:
            facts: All facts of the level, as :meth:`solve` finds them.
            recorded: The parameters in the provenance of the level; None if the level was not
                generated or was edited.
        """
        return facts

    def derive_facts(self, facts: Mapping[str, Any]) -> Mapping[str, float | None]:
        """Return numbers that follow from a verdict's facts, keyed by their names in expressions.

        The result must have the same keys whatever the facts are. An unknown number is None.
        """
        return {"difficulty": self.rate_difficulty(facts)}
