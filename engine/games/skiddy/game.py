"""The definition of Skiddy: its boards, play, solver, generator and mutations."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.game.board_codec import sort_by_appearance
from engine.game.fact_declarations import list_compared, list_terms, list_types
from engine.game.game import Game, Generator
from engine.game.loading.lazy_import import import_lazily
from engine.games.skiddy import (
    fun_rating,
    manual,
    skiddy_codes,
    skiddy_verdict_text,
    stored_skiddy_verdicts,
)
from engine.games.skiddy.board import SkiddyBoard, SkiddyText, find_problems, find_warnings
from engine.games.skiddy.fun_rating import FAIR_STARS
from engine.games.skiddy.parameters import PARAMETERS, STAGES
from engine.games.skiddy.plain_skiddy_rules import RULES
from engine.games.skiddy.play import SkiddyCampaign, SkiddyPlay
from engine.games.skiddy.skiddy_facts import SKIDDY_FACTS
from engine.search.solver_result import NAIVE_DEPTH
from engine.tiles.board import TileBoard
from engine.tiles.game import TileBoards, TileSolver, list_tools
from engine.tiles.mutations import TileMutations, exchange_two_tiles

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


class SkiddySolver(TileSolver):
    """The Skiddy solver, which searches the state graph for both kinds of win."""

    depth_limits = MappingProxyType({"naive": NAIVE_DEPTH})
    mechanic_titles = skiddy_codes.MECHANICS
    count_facts = tuple(f"{kind}.shortest_solutions" for kind in skiddy_codes.WIN_KINDS)
    compared_facts = list_compared(SKIDDY_FACTS)
    check_facts = staticmethod(stored_skiddy_verdicts.check_facts)
    judge_facts = staticmethod(skiddy_verdict_text.judge_facts)
    select_demanded_facts = staticmethod(fun_rating.select_demanded_facts)
    renew_facts = staticmethod(import_lazily("engine.games.skiddy.solver:renew_facts"))
    storage_parameters = fun_rating.STORING
    select_stored_facts = staticmethod(fun_rating.select_stored_facts)

    solve_board = staticmethod(import_lazily("engine.games.skiddy.solver:solve_board"))
    solve_as_published = staticmethod(
        import_lazily("engine.games.skiddy.published.solver:solve_as_published")
    )

    def derive_facts(self, facts: Mapping[str, Any]) -> Mapping[str, float | None]:
        """Return the derived facts, including ``perfect``.

        That is the number of moves for Perfect, or None for a level that is not fair.
        """
        from engine.values.expression import get_fact

        perfect = get_fact(facts, "max_combo.moves") if facts.get("stars") == FAIR_STARS else None
        # This is the order in which programs list the facts.
        return {"difficulty": None, "perfect": perfect, **super().derive_facts(facts)}


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
    list_limits = staticmethod(import_lazily("engine.games.skiddy.skiddy_fact_bounds:list_limits"))
    build_candidate = staticmethod(import_lazily("engine.games.skiddy.generator:build_candidate"))
    try_candidates = staticmethod(import_lazily("engine.games.skiddy.generator:run_attempts"))
    describe_event = staticmethod(import_lazily("engine.games.skiddy.generator:describe_event"))


_BOARDS = SkiddyBoards()
GAME = Game(
    interface=4,
    name="skiddy",
    title="Skiddy",
    rules_version=1,
    generator_version=1,
    boards=_BOARDS,
    play=SkiddyPlay(RULES, _BOARDS),
    solver=SkiddySolver(),
    generator=SkiddyGenerator(),
    mutations=SkiddyMutations(),
    campaign=SkiddyCampaign(),
    experiments=import_lazily("engine.games.skiddy.published.skiddy_experiments:list_experiments"),
    fact_types=list_types(SKIDDY_FACTS),
    goal=manual.GOAL,
    manual=manual.RULES,
    terms={**list_terms(SKIDDY_FACTS), **manual.TERMS},
)
