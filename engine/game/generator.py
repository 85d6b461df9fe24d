"""The parts of a game that generate levels and change them at random.

A generator has stages and parameters. It builds candidates, and describes its events in words.
Mutations are small random changes that a search uses to improve levels; see
:mod:`engine.improvement`. A mutation preserves the size of the board, its locked cells, and the
number of pieces and features of each kind. It may add and remove walls and clues.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.game.play_position import OwnBoard
from engine.stages.accepted_candidate_search import Limit, build_true_limits
from engine.stages.candidate import Attempts, Candidate, Event, Recipe, Stage
from engine.values.budget import Control
from engine.values.level import Board
from engine.values.parameter_schema import Schema

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers


class Generator(ABC):
    """The part of a game that makes levels from a seed and parameters.

    Attributes:
        stages: The stages, in order.
        parameters: The parameters, and the facts that a recipe can constrain.
        improves: True if the generator improves each candidate after building it; see
            :class:`engine.values.budget.ProgressSnapshot`.
    """

    stages: tuple[Stage, ...]
    parameters: Schema
    improves: bool = False

    def list_limits(self, recipe: Recipe) -> Iterable[Limit]:
        """Return limits that every accepted level meets.

        The base class returns only the limit that the level is solvable.

        Raises:
            ParameterError: The recipe's parameters contradict each other, or no level can have its
                locked cells.
        """
        return build_true_limits(self.parameters, "solvable")

    @abstractmethod
    def build_candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        """Build one candidate with its event log, without running the solver on it.

        The candidate depends only on the recipe, so a request to finish early is ignored. A game
        whose generator is fast can ignore ``control``.

        Raises:
            Cancelled: ``control`` was cancelled.
        """

    @abstractmethod
    def try_candidates(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        """Try up to ``count`` candidates, starting at ``recipe.attempt``, until one is accepted.

        Candidates are generated, solved and checked without an event log. A long call must poll
        ``control``. A game that improves its candidates must publish its progress in the control's
        ``snapshot``, and return the best board found so far when asked to finish.
        """

    @abstractmethod
    def describe_event(self, event: Event) -> str:
        """Describe one event in the generation of a level, and the random draw that caused it."""

    def describe_action(self, events: Sequence[Event]) -> str:
        """Describe all events of one action. By default, they are described one by one."""
        return "; ".join(map(self.describe_event, events))


class Mutations(ABC):
    """The part of a game that changes boards at random, and names the facts to improve.

    Attributes:
        required_facts: The solver facts without which a board is not a level, the most important
            first. A board that lacks one is worse than any board that has it.
        guarded_facts: The other numeric solver facts that must not decrease.
        solution_count: The fact that counts the shortest solutions, or says whether there is only
            one; None if there is no such fact.
        shows_traps: True if the solver's state graph shows which moves lead into dead states.
        raised_facts: A mapping from each objective that the game defines to the solver facts to
            increase, the most important first.
        target_facts: A mapping from each objective with a target number to the solver facts to
            increase. The last of these facts must reach the target. For a level that meets the
            objective, the solver reports a fact with the objective's name.
        tie_breaker: The fact that decides between levels that are otherwise equal. ``KEY`` prefers
            the least value, ``KEY:desc`` the greatest.
        near_conditions: A mapping from each objective that the game defines to an expression over
            facts: the condition that a result should come as close as possible to meeting.
    """

    required_facts: tuple[str, ...] = ("solvable",)
    guarded_facts: tuple[str, ...] = ()
    solution_count: str | None = None
    shows_traps: bool = False
    tie_breaker: str = "moves:desc"
    raised_facts: Mapping[str, tuple[str, ...]] = {}
    target_facts: Mapping[str, tuple[str, ...]] = {}
    near_conditions: Mapping[str, str] = {}

    @abstractmethod
    def mutate(self, board: OwnBoard, random: RandomNumbers) -> Board:
        """Return the board after one random change, which may break a rule of the game.

        The same board and random numbers must give the same result. If the change has no effect,
        the board itself is returned.
        """

    def count_faults(self, board: OwnBoard) -> Mapping[str, int]:
        """Count the visible faults that mutations must not add to a board.

        The keys name the faults, such as ``touching pairs``. They must be the same for all boards
        of a game. The base class counts no faults.
        """
        return {}
