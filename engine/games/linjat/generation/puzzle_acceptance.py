"""Acceptance of generated boards: solving from scratch, scoring, proving uniqueness and judging."""

from __future__ import annotations

from engine.games.linjat.board.deduction_arrays import NUMBERS, VALUE, find_cell
from engine.games.linjat.board.glyph_codes import MAX_SIDE
from engine.games.linjat.deduction.deduction_score import WEIGHTS, WIDTH_WEIGHT
from engine.games.linjat.deduction.layers import (
    COUNT,
    FIRST_LAYER,
    MAX_LAYERS,
    SOLVED,
    run_deduction,
)
from engine.games.linjat.deduction.placement_masks import NONE, cover_cells, get_bit, isolate_lowest
from engine.games.linjat.deduction.rulesets import CORRECTED, DEPENDENCY, ONE_OF, RULES, SQUARE
from engine.games.linjat.exact.exact_search import DEPTH, NODES, SOLUTIONS, open_search, run_search
from engine.games.linjat.generation.generator_workspace import GeneratorWorkspace
from engine.games.linjat.generation.linjat_stages import CELLS
from engine.games.linjat.generation.parameters import (
    FACTS,
    STAGES,
    layers_key,
    setting_index,
    weight_key,
)
from engine.jit.decorators import Longs, Words, kernel, subroutine
from engine.stages.stage_workspace import Site

NOT_DEDUCED, TOO_PLAIN, NOT_UNIQUE = (len(STAGES) + number for number in range(3))
FIRST_RULE = NOT_UNIQUE + 1
FIRST_FACT = FIRST_RULE + len(RULES)
"""The numbers of the reasons to reject a board. The lowest numbers are those of the stages that may
fail, followed by the three above. From FIRST_RULE on, each number means that the layers of one rule
are out of range, and from FIRST_FACT on, that one fact is out of range."""
REASONS = (
    *(f"{stage.title.lower()} failed" for stage in STAGES),
    "not solved from the start",
    "none of the wanted rules",
    "not unique",
    *(f"layers by {rule.replace('_', ' ')} out of range ({rule}_layers)" for rule in RULES),
    *(f"{fact.replace('_', ' ')} out of range" for fact in FACTS),
)

MAX_NODES = 20_000
"""The maximum number of nodes in an exact search. A board that needs more is treated as not unique.
Unique boards usually need only a few."""

_RULE_COUNT = len(RULES)
_FIRST_LAYERS = setting_index(layers_key(RULES[0]))
_FIRST_WEIGHT = setting_index(weight_key(RULES[0]))
_WIDTH_WEIGHT = setting_index("weight_width")
_FIRST_FACT = setting_index(FACTS[0])
_FACT_COUNT = len(FACTS)
_LAYERS_FACT, _MOVES_FACT = FACTS.index("layers"), FACTS.index("moves")
_WIDTH_FACT = FACTS.index("width")
_SCORE_FACT = FACTS.index("score")
_SEEN_FACT = FACTS.index("states_seen")
_USUAL_WEIGHTS = tuple(WEIGHTS[rule] for rule in RULES)


@kernel
def solve_again(site: Site, workspace: GeneratorWorkspace) -> bool:
    """Deduce on the site's board from scratch, recording layers; return whether it is solved."""
    cells, words, integers, record = (
        site.layout[CELLS],
        workspace.words,
        workspace.integers,
        workspace.record,
    )
    # Use all corrections, whatever strategy the designer chooses later.
    outcome = run_deduction(
        cells, site.rows, site.cols, CORRECTED, MAX_LAYERS, words, integers, record
    )
    return outcome == SOLVED


@kernel
def count_layers(record: Longs, kind: int) -> int:
    """Return the number of layers in a record that are credited to the rule of ``kind``."""
    count = 0
    for layer in range(record[COUNT]):
        if record[FIRST_LAYER + 2 * layer] == kind:
            count += 1
    return count


@kernel
def find_widest(record: Longs) -> int:
    """Return the greatest width of any layer in a record."""
    width = 0
    for layer in range(record[COUNT]):
        width = max(width, record[FIRST_LAYER + 2 * layer + 1])
    return width


@kernel
def compute_score(settings: Longs, record: Longs) -> int:
    """Return the score for a recorded deduction, using the weights in ``settings``."""
    score = find_widest(record) * settings[_WIDTH_WEIGHT]
    for layer in range(record[COUNT]):
        # Every parameter has a low and a high end in the settings. A weight is at its low end.
        score += settings[_FIRST_WEIGHT + 2 * (record[FIRST_LAYER + 2 * layer] - 1)]
    return score


@kernel
def compute_usual_score(record: Longs) -> int:
    """Return the score for a recorded deduction, using the original program's default weights."""
    score = find_widest(record) * WIDTH_WEIGHT
    for layer in range(record[COUNT]):
        score += _USUAL_WEIGHTS[record[FIRST_LAYER + 2 * layer] - 1]
    return score


@kernel
def has_wanted_rule(settings: Longs, record: Longs) -> bool:
    """Return True if a rule about pairs was used, or if none of them has a positive weight."""
    wanted = False
    for kind in (SQUARE, DEPENDENCY, ONE_OF):
        if settings[_FIRST_WEIGHT + 2 * (kind - 1)] > 0:
            wanted = True
    return not wanted or (
        count_layers(record, SQUARE)
        + count_layers(record, DEPENDENCY)
        + count_layers(record, ONE_OF)
        > 0
    )


@subroutine
def is_unique(site: Site, workspace: GeneratorWorkspace) -> bool:
    """Return True if an exact search proves that the board on the site has a unique solution.

    The workspace's ``proof`` then holds the solution.
    """
    proof, state = workspace.proof, workspace.proof.state
    open_search(site.layout[CELLS], site.rows, site.cols, proof)
    run_search(proof, workspace.quiet, 2, MAX_NODES)
    # A depth below 0 means that the search is complete and was not cut off at its node limit.
    return state[SOLUTIONS] == 1 and state[DEPTH] < 0


@kernel
def mark_lines(workspace: GeneratorWorkspace, lines: Words) -> None:
    """Store in ``lines`` the cells on the solution's lines, as one word of columns for each row."""
    integers, found = workspace.integers, workspace.proof.found
    for row in range(MAX_SIDE):
        lines[row] = NONE
    for number in range(integers[NUMBERS]):
        left = cover_cells(found[number], integers[VALUE + number])
        while left != NONE:
            single = isolate_lowest(left)
            left ^= single
            cell = find_cell(integers, number, single)
            lines[cell // MAX_SIDE] |= get_bit(cell % MAX_SIDE)


@kernel
def get_fact(fact: int, record: Longs) -> int:
    """Return the value of a fact for a board that is solved and proven unique.

    For the fact ``states_seen``, this is only the number of layers.
    """
    if fact == _LAYERS_FACT or fact == _MOVES_FACT or fact == _SEEN_FACT:
        return record[COUNT]
    if fact == _WIDTH_FACT:
        return find_widest(record)
    if fact == _SCORE_FACT:
        return compute_usual_score(record)
    return 1  # all other facts are true: solvable, complete, unique and human-solvable


@kernel
def measure_excess(settings: Longs, span: int, value: int) -> int:
    """Return how far ``value`` is outside the range at index ``span``, or 0 if it is inside."""
    return max(0, settings[span] - value, value - settings[span + 1])


@kernel
def measure_shortfall(settings: Longs, record: Longs) -> int:
    """Return how far a solved board is from being accepted, judging by its layers alone.

    The result is a sum over the rules and facts: how far a rule's number of layers, or a fact, is
    outside its range. The fact ``states_seen``, known only after the proof, is left out.
    """
    short = 0
    for rule in range(_RULE_COUNT):
        short += measure_excess(settings, _FIRST_LAYERS + 2 * rule, count_layers(record, rule + 1))
    for fact in range(_FACT_COUNT):
        if fact != _SEEN_FACT:
            short += measure_excess(settings, _FIRST_FACT + 2 * fact, get_fact(fact, record))
    return short


@kernel
def find_fault(settings: Longs, workspace: GeneratorWorkspace) -> int:
    """Return the reason to reject a solved board that is proven unique, or -1 if there is none."""
    record, state = workspace.record, workspace.proof.state
    for rule in range(_RULE_COUNT):
        if measure_excess(settings, _FIRST_LAYERS + 2 * rule, count_layers(record, rule + 1)) > 0:
            return FIRST_RULE + rule
    for fact in range(_FACT_COUNT):
        value = get_fact(fact, record)
        if fact == _SEEN_FACT:
            value += state[NODES]
        if measure_excess(settings, _FIRST_FACT + 2 * fact, value) > 0:
            return FIRST_FACT + fact
    return -1
