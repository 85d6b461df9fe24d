"""The trace of a deduction, with one row for the start and one for each layer."""

from __future__ import annotations

from functools import cached_property

from engine.game.play_position import Position
from engine.game.reasoned_trace import Conclusion, Tip
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.line_notation import (
    Cells,
    Line,
    find_span,
    format_move,
    is_straight,
    parse_move,
)
from engine.games.linjat.deduction import layers
from engine.games.linjat.deduction.deduction import Deduction, DeductionLayer
from engine.games.linjat.deduction.human_model import SerialDeduction
from engine.games.linjat.deduction.pair_rule_reasons import Reason
from engine.games.linjat.deduction.rulesets import RULES, TITLES
from engine.games.linjat.exact.solution_count import SolutionCount
from engine.games.linjat.explanations.deduction_hints import find_next_hint
from engine.games.linjat.explanations.evidence import list_conclusions
from engine.games.linjat.explanations.premises import (
    Premise,
    find_premises,
    format_conclusion,
    format_lines,
    merge_premises,
)
from engine.values.grid import Cell
from engine.values.solver_trace import TraceRow


class DeductionTrace:
    """The trace rows of a deduction, or only the start row if the strategy does not deduce.

    The moves to a row draw one line for each number, from the first to the last cell that the
    number is known to own at that row.
    """

    def __init__(
        self, strategy: str, board: LinjatBoard, deduction: Deduction | None, count: SolutionCount
    ) -> None:
        self.strategy = strategy
        self._homes = [(row, col) for row, col, _ in board.list_numbers()]
        self.deduction = deduction
        self.count = count
        self._premises: dict[int, tuple[Premise, ...]] = {}

    def __len__(self) -> int:
        return 1 + len(self._layer_kinds)

    @property
    def _layer_kinds(self) -> tuple[tuple[int, int], ...]:
        return self.deduction.kinds if self.deduction is not None else ()

    def __getitem__(self, index: int) -> TraceRow:
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        result = "start" if index == 0 else self._format_result(index)
        end = index == len(self) - 1
        outcome = self.deduction.end if self.deduction is not None and end else layers.ONGOING
        if outcome != layers.ONGOING:
            words = {layers.SOLVED: "won", layers.STUCK: "stuck", layers.IMPOSSIBLE: "lost"}
            word = (
                "overlapping" if outcome == layers.SOLVED and self._has_overlap else words[outcome]
            )
            result = f"{word}: {result.replace(': ', ', ')}"
        return TraceRow(
            f"L{index}",
            f"L{index - 1}" if index else "",
            "",
            index,
            result,
            on_path=self.deduction is not None and self.deduction.is_solved,
            dead=outcome == layers.IMPOSSIBLE,
        )

    def _get_rule(self, index: int) -> str:
        return RULES[self._layer_kinds[index - 1][0] - 1]

    def _format_result(self, index: int) -> str:
        _, width = self._layer_kinds[index - 1]
        rule = self._get_rule(index)
        what = "cell" if rule == "single_solution" else "line"
        return (
            f"{TITLES[rule]}: {width} {what}{'s' * (width != 1)}{self._format_other_rules(index)}"
        )

    def _format_other_rules(self, index: int) -> str:
        """Return a phrase that names the other rules a row depends on, or "" if there are none."""
        rules = dict.fromkeys(premise.reason.rule for premise in self._find_premises(index))
        others = [rule for rule in rules if rule != TITLES[self._get_rule(index)]]
        return f", after {' and '.join(others)}" if others else ""

    @property
    def _has_overlap(self) -> bool:
        """True if two lines share a cell although the deduction ended as solved."""
        assert self.deduction is not None
        found = self.deduction.layers[-1:]
        cells = [cell for layer in found for lines in layer.after.alive for cell in lines[0]]
        # A cell on two lines is listed twice, but the set contains it only once.
        return len(set(cells)) < len(cells)

    def get_layer(self, index: int) -> DeductionLayer | None:
        """Return the layer for the row at ``index``, or None for the start row."""
        if self.deduction is None or index == 0:
            return None
        return self.deduction.layers[index - 1]

    def prepare(self) -> None:
        """Compute the moves and premises for all rows, so that later calls return immediately."""
        self.moves_to(len(self) - 1)
        for index in range(1, len(self)):
            self._find_premises(index)

    def get_concluded_cells(self, index: int) -> frozenset[Cell]:
        """Return the cells claimed by the conclusions in the row at ``index``."""
        layer = self.get_layer(index)
        reasons = layer.reasons if layer is not None else ()
        return frozenset(cell for reason in reasons for cell in reason.claims)

    def get_premise_cells(self, index: int) -> frozenset[Cell]:
        """Return the cells that prove the claims in a row, and the premises of these claims."""
        layer = self.get_layer(index)
        if layer is None:
            return frozenset()
        concluded = [reason for reason in layer.reasons if reason.claims]
        told = [premise.reason for premise in self._find_premises(index)]
        return frozenset(cell for reason in (*told, *concluded) for cell in reason.because)

    def _find_premises(self, index: int) -> tuple[Premise, ...]:
        """Return the premises for the conclusions in the row at ``index``."""
        assert self.deduction is not None
        found = self._premises.get(index)
        if found is None:
            layer = self.deduction.layers[index - 1]
            # A premise can be a reason from an earlier layer, or one from this layer that claims no
            # cells.
            earlier = [
                reason
                for each in self.deduction.layers[:index]
                for reason in each.reasons
                if each is not layer or not reason.claims
            ]
            concluded = [reason for reason in layer.reasons if reason.claims]
            found = merge_premises(
                premise
                for each in concluded
                for premise in find_premises(layer.before, each, earlier)
            )
            self._premises[index] = found
        return found

    def list_conclusions(self, index: int) -> tuple[Conclusion, ...]:
        """Return the conclusions in the row at ``index``, or an empty tuple for the start row."""
        if self.deduction is None or index == 0:
            return ()
        return list_conclusions(self.deduction.layers, index - 1)

    def find_tip(self, position: Position) -> Tip | None:
        """Return a hint for a player's position, or None if the rules conclude nothing from it."""
        if self.deduction is None:
            return None
        return find_next_hint(self.deduction, self.count, position)

    def list_reasons(self, index: int) -> tuple[str, ...]:
        """Return the reasons for the conclusions in a row, as sentences.

        If the row also rules out lines that none of its conclusions depends on, a last sentence
        lists the numbers to which these lines belong.
        """
        layer = self.get_layer(index)
        if layer is None:
            return ()
        found = self._find_premises(index)
        told = {id(premise.reason) for premise in found}
        texts = [self._format_premise(index, premise) for premise in found]
        texts += [format_conclusion(reason, found) for reason in layer.reasons if reason.claims]
        aside = {
            reason.number: layer.before.format_number(reason.number)
            for reason in layer.reasons
            if not reason.claims and id(reason) not in told
        }
        if aside:
            texts.append(f"on the way, lines are ruled out for {', '.join(aside.values())}")
        return tuple(texts)

    def _format_premise(self, index: int, premise: Premise) -> str:
        """Format a premise, giving only the row, rule and lines if it is from an earlier row."""
        assert self.deduction is not None
        for number, layer in enumerate(self.deduction.layers[: index - 1], 1):
            if any(reason is premise.reason for reason in layer.reasons):
                called = layer.before.format_number(premise.reason.number)
                lines = format_lines(premise.lines)
                return f"L{number}, {premise.reason.rule}, rules out {lines} for {called}"
        return premise.text

    def moves_to(self, index: int) -> tuple[str, ...]:
        """Return the moves that draw the known part of every line in the row at ``index``."""
        return tuple(
            format_move(home, line)
            for home, line in zip(self._homes, self._known_lines[index], strict=True)
            if line != (home, home)
        )

    @cached_property
    def _known_lines(self) -> tuple[tuple[Line, ...], ...]:
        """For every row, the known part of each number's line."""
        if self.deduction is None:
            return (tuple((home, home) for home in self._homes),)
        moments = self.deduction.moments
        known = [tuple(map(_find_known_line, self._homes, moment.own)) for moment in moments]
        if self.deduction.is_solved and not self._has_overlap:
            # A number may have only one line left without owning all of its cells yet.
            known[-1] = tuple(find_span(lines[0]) for lines in moments[-1].alive)
        return tuple(known)

    def find_row(self, moves: tuple[str, ...]) -> int | None:
        """Return the index of the first row whose known lines are those drawn by ``moves``.

        The result is None if there is no such row.
        """
        drawn = {home: (home, home) for home in self._homes} | dict(map(parse_move, moves))
        wanted = tuple(drawn.pop(home) for home in self._homes)
        return (
            self._known_lines.index(wanted) if not drawn and wanted in self._known_lines else None
        )


def _find_known_line(home: Cell, own: Cells) -> Line:
    """Return the line from the first to the last cell that the number on ``home`` owns."""
    line = find_span(own)
    # On a board without solutions, a number may come to own cells on both axes.
    return line if is_straight(line) else (home, home)


class SerialDeductionTrace(DeductionTrace):
    """The trace of a serial deduction; see :mod:`engine.games.linjat.deduction.human_model`."""

    def __init__(
        self, board: LinjatBoard, deduction: SerialDeduction, count: SolutionCount
    ) -> None:
        super().__init__("serial", board, deduction, count)
        self._serial = deduction

    def _format_result(self, index: int) -> str:
        _, available = self._layer_kinds[index - 1]
        return f"{TITLES[self._get_rule(index)]}: 1 of {available}{self._format_other_rules(index)}"

    def list_reasons(self, index: int) -> tuple[str, ...]:
        """Return the reasons for a step as sentences, followed by its predicted solving time.

        A person has to remember each line that a step rules out without claiming cells, so all
        such lines are listed.
        """
        layer = self.get_layer(index)
        if layer is None:
            return ()
        _, available = self._layer_kinds[index - 1]
        which = (
            "the only such conclusion" if available == 1 else f"one of {available} such conclusions"
        )
        pace = (
            f"{which} at that point: {self._serial.estimate_seconds(index - 1):.1f} s by the model"
        )
        found = self._find_premises(index)
        texts = [self._format_premise(index, premise) for premise in found]
        told = {id(premise.reason) for premise in found}
        texts += [
            format_conclusion(reason, found) if reason.claims else _format_reason(reason)
            for reason in layer.reasons
            if id(reason) not in told
        ]
        return (*texts, pace)


def _format_reason(reason: Reason) -> str:
    """Return the text of a reason, naming the lines if it only rules out lines."""
    if reason.claims or not reason.kills:
        return reason.text
    return Premise(reason, reason.kills).text
