"""Skiddy, composed of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.game.game import Game, Generator
from engine.game.later import later
from engine.game.packing import in_order_of_appearance
from engine.game.position import Move, Position, Step
from engine.game.solver import Solver
from engine.games.skiddy import agreement, codes, fun, manual, playing, verdict_text
from engine.games.skiddy.board import SkiddyBoard, SkiddyText, problems, warnings
from engine.games.skiddy.fun import FAIR
from engine.games.skiddy.parameters import PARAMETERS, STAGES
from engine.games.skiddy.playing import SkiddyCampaign
from engine.search.solved import NAIVE_DEPTH, Solved, strategy_named
from engine.staging.demands import Limit
from engine.staging.generation import Recipe
from engine.tiles.board import TileBoard
from engine.tiles.game import TileBoards, TilePlay, tools_of
from engine.tiles.mutations import TileMutations, exchanged
from engine.tiles.structure import instant_wins
from engine.values.budget import Budget, Control
from engine.values.grid import DIRECTIONS
from engine.values.judgement import Aim

if TYPE_CHECKING:  # NumPy is imported with the first search
    from engine.values.rng import RandomNumbers


class SkiddyBoards(TileBoards):
    """Floors with Skiddies, goals, pits and crates."""

    board_type = SkiddyBoard
    tools = tools_of(SkiddyBoard)
    text_formats = (SkiddyText(),)
    problems = staticmethod(problems)
    warnings = staticmethod(warnings)

    def content(self, board: SkiddyBoard) -> str:
        """Tiles and pieces; the colour of the first Skiddy is called red."""
        pieces, tiles = "\n".join(board.pieces), "\n".join(board.tiles)
        order = in_order_of_appearance(pieces + tiles.translate(_AS_SKIDDIES), codes.SKIDDIES)
        names = str.maketrans(order + _goals(order), codes.SKIDDIES + _goals(codes.SKIDDIES))
        return f"{tiles}\n{pieces}".translate(names)


def _goals(skiddies: str) -> str:
    return "".join(codes.GOAL_OF[skiddy] for skiddy in skiddies)


_AS_SKIDDIES = str.maketrans(_goals(codes.SKIDDIES), codes.SKIDDIES)
"""Goals as Skiddies of their colours."""


class SkiddyPlay(TilePlay):
    """Skiddies slide, and leave by goals of their colour."""

    moves = tuple(
        Move(letter, DIRECTIONS[direction], direction)
        for letter, direction in zip(codes.LETTERS, codes.MOVE_DIRECTIONS, strict=True)
    )
    aims = (playing.MAX_COMBO,)
    medals = playing.MEDALS
    awards = staticmethod(playing.awards)

    def start(self, board: SkiddyBoard) -> Position:
        """Every piece where the board has it, and no combo broken."""
        from engine.games.skiddy.compiled import compile_board

        return Position(board, (compile_board(board).cells(), False))

    def made(self, position: Position, move: str, number: int) -> Step:
        """What a tilt does."""
        from engine.games.skiddy.compiled import compile_board

        return playing.played(compile_board(position.board), position, move, number)

    def cells(self, position: Position) -> tuple[int, ...]:
        """Where each piece is."""
        cells: tuple[int, ...] = position.pieces[0]
        return cells

    def missed(self, position: Position, aim: Aim) -> bool:
        """Whether the combo is broken."""
        return playing.is_broken(position)


_solve = later("engine.games.skiddy.solver:solve")
_solve_as_published = later("engine.games.skiddy.published.solver:solve")


class SkiddySolver(Solver):
    """Searches the graph of states, for both kinds of winning."""

    strategies = ("graph", "uniform-cost", "published", "naive")
    limited = MappingProxyType({"naive": NAIVE_DEPTH})
    mechanics = codes.MECHANICS
    counted = tuple(f"{kind}.shortest_solutions" for kind in codes.KINDS)
    compared = (
        *("states", "dead_states", "stars"),
        *(f"{kind}.{fact}" for kind in codes.KINDS for fact in ("moves", "shortest_solutions")),
    )
    dispute = staticmethod(agreement.dispute)
    judgements = staticmethod(verdict_text.judgements)
    demanded = staticmethod(fun.demanded)
    renewed = staticmethod(later("engine.games.skiddy.solver:renewed"))
    storing = fun.STORING
    stored = staticmethod(fun.stored)

    def solve(
        self,
        board: SkiddyBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        """See :meth:`engine.game.solver.Solver.solve`.

        Raises:
            EngineError: no such strategy, or too little memory for the budget.
        """
        name = strategy_named(strategy, self.strategies)
        if name == "published":
            published: Solved = _solve_as_published(board, budget, control)
            return published
        solved: Solved = _solve(board, name, budget, control)
        return solved

    def derived(self, facts: Mapping[str, Any]) -> Mapping[str, float | None]:
        """Also the moves for Perfect, of levels with three stars, and those that win at once."""
        from engine.values.expression import fact

        perfect = fact(facts, "max_combo.moves") if facts.get("stars") == FAIR else None
        wins = instant_wins(facts, *(facts.get(kind) for kind in codes.KINDS))
        return {**super().derived(facts), "perfect": perfect, "instant_wins": wins}


def move_goal(board: SkiddyBoard, random: RandomNumbers) -> TileBoard:
    """Two tiles of the border change places, corners left out."""
    last_row, last_col = board.rows - 1, board.cols - 1
    sides = [(row, col) for row in range(1, last_row) for col in (0, last_col)]
    sides += [(row, col) for col in range(1, last_col) for row in (0, last_row)]
    return exchanged(board, [cell for cell in sides if not board.is_locked(*cell)], random)


class SkiddyMutations(TileMutations):
    """How Skiddy levels are changed; their stars do not fall."""

    guarded = ("stars",)
    solutions = "max_combo.shortest_solutions"
    best = "fun:desc"
    trapped = True
    rising = MappingProxyType({"stars": ("stars", "max_combo.moves")})
    nearing = MappingProxyType({"perfect": ("stars", "max_combo.moves")})
    wishes = MappingProxyType({"fewer-dead-ends": "dead_states=0", "fair": f"stars={FAIR}"})
    kinds = (*TileMutations.kinds, move_goal)


class SkiddyGenerator(Generator):
    """Scatters walls, Skiddies, goals and things in the way."""

    stages = STAGES
    parameters = PARAMETERS
    candidate = staticmethod(later("engine.games.skiddy.generator:candidate"))
    attempts = staticmethod(later("engine.games.skiddy.generator:attempts"))
    describe = staticmethod(later("engine.games.skiddy.generator:describe"))

    def limits(self, recipe: Recipe) -> Iterable[Limit]:
        """What no level of a recipe goes beyond."""
        from engine.games.skiddy import generator
        from engine.games.skiddy.limits import limits

        generator.site_of(recipe)
        return limits(recipe)


GAME = Game(
    interface=2,
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
    experiments=later("engine.games.skiddy.published.experiments:experiments"),
    fact_kinds=agreement.KINDS_OF_FACTS,
    goal=manual.GOAL,
    manual=manual.RULES,
    terms=manual.TERMS,
)
