"""The definition of Skiddy: its boards, play, solver, generator and mutations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.game.board_codec import sort_by_appearance
from engine.game.game import Game, Generator
from engine.game.loading.lazy_import import import_lazily
from engine.game.play_position import Position, Step
from engine.game.solver import Solver
from engine.games.skiddy import (
    fun,
    manual,
    play,
    skiddy_codes,
    skiddy_validation,
    skiddy_verdict_text,
)
from engine.games.skiddy.board import SkiddyBoard, SkiddyText, find_problems, find_warnings
from engine.games.skiddy.fun import FAIR_STARS
from engine.games.skiddy.parameters import PARAMETERS, STAGES
from engine.games.skiddy.play import SkiddyCampaign
from engine.search.solver_result import NAIVE_DEPTH, SolverResult, find_strategy
from engine.stages.acceptance import Limit
from engine.stages.candidate import Recipe
from engine.tiles.board import TileBoard
from engine.tiles.game import TileBoards, TilePlay, list_tools
from engine.tiles.mutations import TileMutations, exchange_two_tiles
from engine.tiles.structure import count_instant_wins
from engine.values.budget import Budget, Control
from engine.values.outcomes import Aim

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers
    from engine.values.script_rules import ScriptRules


class SkiddyBoards(TileBoards):
    """The boards of Skiddy: floors with Skiddies, goals, pits, crates and ice cubes."""

    board_type = SkiddyBoard
    tools = list_tools(SkiddyBoard)
    text_formats = (SkiddyText(),)
    find_problems = staticmethod(find_problems)
    find_warnings = staticmethod(find_warnings)

    def get_script(self) -> ScriptRules:
        """Return the game's rules in PuzzleScript."""
        from engine.games.skiddy.skiddy_script import SCRIPT

        return SCRIPT

    def format_content(self, board: SkiddyBoard) -> str:
        """Return the tiles and pieces as text, renaming the colour that appears first to red."""
        pieces, tiles = "\n".join(board.pieces), "\n".join(board.tiles)
        # A colour may appear first in a goal, so treat goals as Skiddies.
        order = sort_by_appearance(pieces + tiles.translate(_AS_SKIDDIES), skiddy_codes.SKIDDIES)
        names = str.maketrans(
            order + _list_goals(order), skiddy_codes.SKIDDIES + _list_goals(skiddy_codes.SKIDDIES)
        )
        return f"{tiles}\n{pieces}".translate(names)


def _list_goals(skiddies: str) -> str:
    return "".join(skiddy_codes.GOAL_OF[skiddy] for skiddy in skiddies)


_AS_SKIDDIES = str.maketrans(_list_goals(skiddy_codes.SKIDDIES), skiddy_codes.SKIDDIES)
"""The table that translates each goal to a Skiddy of the same colour."""


class SkiddyPlay(TilePlay):
    """The rules of play: Skiddies slide, and leave through goals of the same colour."""

    moves = skiddy_codes.MOVES
    aims = (play.MAX_COMBO,)
    medals = play.MEDALS
    list_awards = staticmethod(play.list_awards)

    def create_start(self, board: SkiddyBoard) -> Position:
        """Return the start position, in which every piece is on its start cell."""
        from engine.games.skiddy.skiddy_compiler import compile_board

        return Position(board, (compile_board(board).get_start_cells(), False))

    def make_move(self, position: Position, move: str, number: int) -> Step:
        """Return the step that a tilt makes from a position."""
        from engine.games.skiddy.skiddy_compiler import compile_board

        return play.play_move(compile_board(position.board), position, move, number)

    def get_cells(self, position: Position) -> tuple[int, ...]:
        """Return the cell of each piece in a position."""
        cells: tuple[int, ...] = position.pieces[0]
        return cells

    def is_aim_missed(self, position: Position, aim: Aim) -> bool:
        """Return True if the combo is broken, so that the maximum combo is out of reach."""
        return play.is_broken(position)


_solve = import_lazily("engine.games.skiddy.solver:solve_board")
_solve_as_published = import_lazily("engine.games.skiddy.published.solver:solve_as_published")


class SkiddySolver(Solver):
    """The Skiddy solver, which searches the state graph for both kinds of win."""

    strategies = ("graph", "uniform-cost", "published", "naive")
    depth_limits = MappingProxyType({"naive": NAIVE_DEPTH})
    mechanic_titles = skiddy_codes.MECHANICS
    count_facts = tuple(f"{kind}.shortest_solutions" for kind in skiddy_codes.WIN_KINDS)
    compared_facts = (
        *("states", "dead_states", "stars"),
        *(
            f"{kind}.{fact}"
            for kind in skiddy_codes.WIN_KINDS
            for fact in ("moves", "shortest_solutions")
        ),
    )
    check_facts = staticmethod(skiddy_validation.check_facts)
    judge_facts = staticmethod(skiddy_verdict_text.judge_facts)
    select_demanded_facts = staticmethod(fun.select_demanded_facts)
    renew_facts = staticmethod(import_lazily("engine.games.skiddy.solver:renew_facts"))
    storage_parameters = fun.STORING
    select_stored_facts = staticmethod(fun.select_stored_facts)

    def solve(
        self,
        board: SkiddyBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> SolverResult:
        """Solve a board; see :meth:`engine.game.solver.Solver.solve`.

        Raises:
            EngineError: The strategy does not exist, or there is not enough memory for the budget.
        """
        name = find_strategy(strategy, self.strategies)
        if name == "published":
            published: SolverResult = _solve_as_published(board, budget, control)
            return published
        solved: SolverResult = _solve(board, name, budget, control)
        return solved

    def derive_facts(self, facts: Mapping[str, Any]) -> Mapping[str, float | None]:
        """Return the derived facts, including ``perfect`` and ``instant_wins``.

        ``perfect`` is the number of moves for Perfect, or None for a level that is not fair.
        ``instant_wins`` is the number of moves that win from the start position.
        """
        from engine.values.expression import get_fact

        perfect = get_fact(facts, "max_combo.moves") if facts.get("stars") == FAIR_STARS else None
        wins = count_instant_wins(facts, *(facts.get(kind) for kind in skiddy_codes.WIN_KINDS))
        return {**super().derive_facts(facts), "perfect": perfect, "instant_wins": wins}


def move_goal(board: SkiddyBoard, random: RandomNumbers) -> TileBoard:
    """Exchange two different tiles on the border, leaving out the corners."""
    last_row, last_col = board.rows - 1, board.cols - 1
    # Since the two tiles differ, at least one of them is a goal.
    sides = [(row, col) for row in range(1, last_row) for col in (0, last_col)]
    sides += [(row, col) for col in range(1, last_col) for row in (0, last_row)]
    return exchange_two_tiles(board, [cell for cell in sides if not board.is_locked(*cell)], random)


class SkiddyMutations(TileMutations):
    """The mutations of Skiddy levels, and the facts that guide an improvement."""

    guarded_facts = ("stars",)
    solution_count = "max_combo.shortest_solutions"
    tie_breaker = "fun:desc"
    shows_traps = True
    raised_facts = MappingProxyType({"stars": ("stars", "max_combo.moves")})
    target_facts = MappingProxyType({"perfect": ("stars", "max_combo.moves")})
    near_conditions = MappingProxyType(
        {"fewer-dead-ends": "dead_states=0", "fair": f"stars={FAIR_STARS}"}
    )
    kinds = (*TileMutations.kinds, move_goal)


class SkiddyGenerator(Generator):
    """The Skiddy generator, which scatters blocks, Skiddies, goals and obstacles."""

    stages = STAGES
    parameters = PARAMETERS
    build_candidate = staticmethod(import_lazily("engine.games.skiddy.generator:build_candidate"))
    try_candidates = staticmethod(import_lazily("engine.games.skiddy.generator:run_attempts"))
    describe_event = staticmethod(import_lazily("engine.games.skiddy.generator:describe_event"))

    def list_limits(self, recipe: Recipe) -> Iterable[Limit]:
        """Return the limits that hold for every level that a recipe can generate."""
        from engine.games.skiddy import generator
        from engine.games.skiddy.skiddy_limits import list_limits

        # Call this only because it raises an error if parameters contradict each other.
        generator.create_recipe_site(recipe)
        return list_limits(recipe)


GAME = Game(
    interface=4,
    name="skiddy",
    title="Skiddy",
    rules_version=1,
    generator_version=1,
    boards=SkiddyBoards(),
    play=SkiddyPlay(),
    solver=SkiddySolver(),
    generator=SkiddyGenerator(),
    mutations=SkiddyMutations(),
    campaign=SkiddyCampaign(),
    experiments=import_lazily("engine.games.skiddy.published.skiddy_experiments:list_experiments"),
    fact_types=skiddy_validation.FACT_KINDS,
    goal=manual.GOAL,
    manual=manual.RULES,
    terms=manual.TERMS,
)
