"""What becomes of a generated board: solved again from nothing, scored, proven, judged."""

from __future__ import annotations

from engine.games.linjat.board.codes import MAX_SIDE
from engine.games.linjat.board.table import NUMBERS, VALUE, at
from engine.games.linjat.deduce.crosses import NONE, bit, covered, lowest
from engine.games.linjat.deduce.layers import COUNT, FIRST_LAYER, MOST_LAYERS, SOLVED, run
from engine.games.linjat.deduce.rulesets import CORRECTED, DEPENDENCY, ONE_OF, RULES, SQUARE
from engine.games.linjat.deduce.scoring import WEIGHTS, WIDTH_WEIGHT
from engine.games.linjat.exact.search import DEPTH, NODES, SOLUTIONS, open_search, search
from engine.games.linjat.generate.bench import DeductionBench
from engine.games.linjat.generate.parameters import (
    FACTS,
    STAGES,
    layers_key,
    setting_index,
    weight_key,
)
from engine.games.linjat.generate.stages import CELLS
from engine.jit.marks import Longs, Words, kernel, subroutine
from engine.staging.site import Site

NOT_DEDUCED, TOO_PLAIN, NOT_UNIQUE = (len(STAGES) + number for number in range(3))
FIRST_RULE = NOT_UNIQUE + 1
FIRST_FACT = FIRST_RULE + len(RULES)
"""Reasons to reject a board: a stage that gave up by its number, then these; layers of a rule out
of their range from FIRST_RULE on, facts from FIRST_FACT on."""
REASONS = (
    *(f"{stage.title.lower()} failed" for stage in STAGES),
    "not solved from the start",
    "none of the wanted rules",
    "not unique",
    *(f"layers by {rule.replace('_', ' ')} out of range" for rule in RULES),
    *(f"{fact.replace('_', ' ')} out of range" for fact in FACTS),
)

MOST_NODES = 20_000
"""Nodes of the exact search after which a board counts as not unique; unique ones take a few."""

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
def solve_again(site: Site, bench: DeductionBench) -> bool:
    """Whether deduction solves the finished board from nothing; records its layers."""
    cells, words, integers, record = site.layout[CELLS], bench.words, bench.integers, bench.record
    stands = run(cells, site.rows, site.cols, CORRECTED, MOST_LAYERS, words, integers, record)
    return stands == SOLVED


@kernel
def layers_of(record: Longs, kind: int) -> int:
    """The layers of a kind in a record."""
    count = 0
    for layer in range(record[COUNT]):
        if record[FIRST_LAYER + 2 * layer] == kind:
            count += 1
    return count


@kernel
def widest(record: Longs) -> int:
    """The greatest width of any layer in a record."""
    width = 0
    for layer in range(record[COUNT]):
        width = max(width, record[FIRST_LAYER + 2 * layer + 1])
    return width


@kernel
def score_of(settings: Longs, record: Longs) -> int:
    """The score of a record by the weights that are set."""
    score = widest(record) * settings[_WIDTH_WEIGHT]
    for layer in range(record[COUNT]):
        score += settings[_FIRST_WEIGHT + 2 * (record[FIRST_LAYER + 2 * layer] - 1)]
    return score


@kernel
def usual_score(record: Longs) -> int:
    """The score of a record by the original program's default weights."""
    score = widest(record) * WIDTH_WEIGHT
    for layer in range(record[COUNT]):
        score += _USUAL_WEIGHTS[record[FIRST_LAYER + 2 * layer] - 1]
    return score


@kernel
def has_wanted_rule(settings: Longs, record: Longs) -> bool:
    """Whether one of the rarer rules was used, if any of them is to be used at all."""
    wanted = False
    for kind in (SQUARE, DEPENDENCY, ONE_OF):
        if settings[_FIRST_WEIGHT + 2 * (kind - 1)] > 0:
            wanted = True
    return not wanted or (
        layers_of(record, SQUARE) + layers_of(record, DEPENDENCY) + layers_of(record, ONE_OF) > 0
    )


@subroutine
def is_unique(site: Site, bench: DeductionBench) -> bool:
    """Whether the exact search proves that there is one solution; leaves it in ``found``."""
    proof, state = bench.proof, bench.proof.state
    open_search(site.layout[CELLS], site.rows, site.cols, proof)
    search(proof, bench.quiet, 2, MOST_NODES)
    return state[SOLUTIONS] == 1 and state[DEPTH] < 0


@kernel
def mark_lines(bench: DeductionBench, lines: Words) -> None:
    """Writes the cells of all lines of the proven solution, a word of columns for every row."""
    integers, found = bench.integers, bench.proof.found
    for row in range(MAX_SIDE):
        lines[row] = NONE
    for number in range(integers[NUMBERS]):
        left = covered(found[number], integers[VALUE + number])
        while left != NONE:
            single = lowest(left)
            left ^= single
            cell = at(integers, number, single)
            lines[cell // MAX_SIDE] |= bit(cell % MAX_SIDE)


@kernel
def value_of(fact: int, record: Longs) -> int:
    """What a fact is by the layers of a solved and proven board; of states seen the layers."""
    if fact == _LAYERS_FACT or fact == _MOVES_FACT or fact == _SEEN_FACT:
        return record[COUNT]
    if fact == _WIDTH_FACT:
        return widest(record)
    if fact == _SCORE_FACT:
        return usual_score(record)
    return 1  # solvable, complete, unique and human-solvable, or it would not be here


@kernel
def outside(settings: Longs, span: int, value: int) -> int:
    """How far a value is from the range that stands at an index of the settings; 0 within it."""
    return max(0, settings[span] - value, value - settings[span + 1])


@kernel
def shortfall(settings: Longs, record: Longs) -> int:
    """How far a solved board is from being accepted, as far as its layers show; 0 if it is not.

    The layers by every rule, and every fact, by so many as they are out of range; but for the
    states seen, as they are known after the proof only.
    """
    short = 0
    for rule in range(_RULE_COUNT):
        short += outside(settings, _FIRST_LAYERS + 2 * rule, layers_of(record, rule + 1))
    for fact in range(_FACT_COUNT):
        if fact != _SEEN_FACT:
            short += outside(settings, _FIRST_FACT + 2 * fact, value_of(fact, record))
    return short


@kernel
def judge(settings: Longs, bench: DeductionBench) -> int:
    """Why a solved and proven board is rejected all the same; -1 if it is not."""
    record, state = bench.record, bench.proof.state
    for rule in range(_RULE_COUNT):
        if outside(settings, _FIRST_LAYERS + 2 * rule, layers_of(record, rule + 1)) > 0:
            return FIRST_RULE + rule
    for fact in range(_FACT_COUNT):
        value = value_of(fact, record)
        if fact == _SEEN_FACT:
            value += state[NODES]
        if outside(settings, _FIRST_FACT + 2 * fact, value) > 0:
            return FIRST_FACT + fact
    return -1
