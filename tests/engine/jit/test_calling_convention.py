"""Arguments as slots: their plan from annotations, and how calls are turned down."""

from __future__ import annotations

from collections import namedtuple
from typing import Annotated, Any, NamedTuple, TypeVar

import numpy as np
import pytest
from typing_extensions import TypeAliasType

from engine.jit import calling_convention, decorators
from engine.jit.calling_convention import ArraySlots, NumberSlot, RecordSlots
from engine.jit.decorators import IntRows, Longs, Words


class Pair(NamedTuple):
    """Two members."""

    numbers: Longs
    size: int


class Level(NamedTuple):
    """Something with rules of any class."""

    rules: Any
    table: IntRows


def taking(level: Level, pair: Pair, word: np.uint64, whole: bool) -> tuple[int, bool]:
    """Takes one of everything."""
    return len(pair.numbers), whole


def giving(words: Words) -> np.uint64:
    """Gives a word."""
    return words[0]


def test_a_plan_follows_from_annotations() -> None:
    plan = calling_convention.make_plan(taking, Pair)
    pair = RecordSlots(Pair, ("numbers", "size"), (ArraySlots("int64", 1), NumberSlot("int64")))
    level = RecordSlots(Level, ("rules", "table"), (pair, ArraySlots("int32", 2)))
    assert plan.arguments == (level, pair, NumberSlot("uint64"), NumberSlot("bool"))
    assert (plan.results, plan.returns_tuple) == (("int64", "bool"), True)
    assert plan.slot_count == 3 + 3 + 3 + 1 + 1
    assert calling_convention.make_plan(giving).results == ("uint64",)


def test_what_machine_code_cannot_take_is_named() -> None:
    def wrong(words: list[int]) -> None:
        """Takes a list."""

    with pytest.raises(calling_convention.AnnotationError, match="list"):
        calling_convention.make_plan(wrong)
    assert "list" in (calling_convention.find_plan_problem(wrong, None) or "")
    assert calling_convention.find_plan_problem(taking, Pair) is None
    assert calling_convention.has_any_argument(taking)
    assert not calling_convention.has_any_argument(giving)
    assert not calling_convention.has_any_argument(wrong), (
        "what has no plan takes nothing in particular"
    )


def test_a_result_that_machine_code_cannot_give_is_named() -> None:
    def wrong(number: int) -> float:
        """Gives a fraction."""
        return number / 2

    assert "float" in (calling_convention.find_plan_problem(wrong, None) or "")


Scalar = TypeVar("Scalar", bound=np.generic)
# NumPy 2.5 and later define NDArray so, by a "type" statement.
NewArray = TypeAliasType("NewArray", np.ndarray[Any, np.dtype[Scalar]], type_params=(Scalar,))
NewLongs = TypeAliasType("NewLongs", NewArray[np.int64])


def test_arrays_may_be_named_by_type_statements() -> None:
    def add(words: Any, rows: Any, longs: Any) -> int:
        """Takes arrays of three kinds of annotation."""
        return len(words) + len(rows) + len(longs)

    add.__annotations__ |= {
        "words": NewArray[np.uint64],
        "rows": Annotated[NewArray[np.int32], 2],
        "longs": NewLongs,
    }
    assert calling_convention.find_plan_problem(add, None) is None
    assert calling_convention.make_plan(add).arguments == (
        ArraySlots("uint64", 1),
        ArraySlots("int32", 2),
        ArraySlots("int64", 1),
    )


def arguments() -> tuple[Any, ...]:
    """Arguments of the plan above."""
    numbers, table = np.arange(4), np.zeros((2, 3), np.int32)
    return Level(Pair(numbers, 7), table), Pair(numbers, 8), np.uint64(2**64 - 1), True


def test_slots_hold_addresses_shapes_and_numbers() -> None:
    plan = calling_convention.make_plan(taking, Pair)
    level, pair, word, whole = arguments()
    slots = calling_convention.make_flattener(plan)(level, pair, word, whole).tolist()
    numbers, table = pair.numbers.ctypes.data, level.table.ctypes.data
    assert slots[: plan.slot_count] == [numbers, 4, 7, table, 2, 3, numbers, 4, 8, -1, 1]
    assert slots[plan.slot_count :] == [0] * len(plan.results)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda level, pair: (level._replace(table=level.table[0]), pair),
        lambda level, pair: (level._replace(table=level.table[:, ::2]), pair),
        lambda level, pair: (level._replace(table=level.table.astype(np.int64)), pair),
        lambda level, pair: (level._replace(rules=None), pair),
        lambda level, pair: (level, (pair.numbers, 8)),
        lambda level, pair: (level, pair._replace(numbers=[1, 2])),
        lambda level, pair: (level, pair._replace(size="8")),
        lambda level, pair: (level, pair._replace(size=2**70)),
    ],
)
def test_arguments_of_other_types_are_a_mismatch(wrong: Any) -> None:
    level, pair, word, whole = arguments()
    with pytest.raises(calling_convention.MISMATCH_ERRORS):
        calling_convention.make_flattener(calling_convention.make_plan(taking, Pair))(
            *wrong(level, pair), word, whole
        )


def test_forms_may_have_the_same_name() -> None:
    other = namedtuple("Pair", ("numbers", "size"))
    other.__annotations__ = {"numbers": Longs, "size": int}

    def add(pair: Any, same: Any) -> int:
        """Takes two forms of one name."""
        return pair.size + same.size

    add.__annotations__ |= {"pair": Pair, "same": other, "return": int}
    numbers = np.arange(4)
    slots = calling_convention.make_flattener(calling_convention.make_plan(add))(
        Pair(numbers, 7), other(numbers, 8)
    ).tolist()
    assert slots == [numbers.ctypes.data, 4, 7, numbers.ctypes.data, 4, 8, 0]


def test_results_are_taken_from_the_slots() -> None:
    plan = calling_convention.make_plan(taking, Pair)
    slots = calling_convention.make_flattener(plan)(*arguments())
    slots[plan.slot_count] = 5
    assert calling_convention.make_result_reader(plan)(slots) == (5, False)
    word = calling_convention.make_plan(giving)
    slots = calling_convention.make_flattener(word)(np.zeros(1, np.uint64))
    slots[word.slot_count] = -1
    assert calling_convention.make_result_reader(word)(slots) == np.uint64(2**64 - 1)


def test_every_entry_has_a_plan() -> None:
    from engine.game import kernels

    found = kernels.list_specializations()
    assert all(calling_convention.make_plan(*specialization).slot_count for specialization in found)
    assert {specialization.function for specialization in found} == set(decorators.entries)
