"""Arrays as kernels know them: an address and a length, or rows and columns.

An array of Numba's own is seven values, its holder and its strides among them. Every access goes
by all of them, every call hands them on, and an index below 0 counts from the end. Arrays of
kernels lie in memory without gaps and are held by the caller, so that two or three values do,
and kernels count from the start. That leaves less than half of the code for LLVM to look through,
and shows it that neighbours in memory are accessed one after the other.

All of it is written with what Numba documents for types of one's own.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    lower_builtin,
    lower_getattr,
    models,
    register_model,
    type_callable,
)
from numba.np import numpy_support


class KernelArray(types.IterableType):  # type: ignore[misc]
    """The type of an array of a kernel.

    Attributes:
        dtype: the type of its items.
        ndim: 1, or 2 for one with rows and columns.
    """

    def __init__(self, dtype: Any, ndim: int) -> None:
        self.dtype, self.ndim = dtype, ndim
        super().__init__(name=f"{dtype}x{ndim}")

    @property
    def item(self) -> Any:
        """The type of what it is a row of."""
        return self.dtype if self.ndim == 1 else KernelArray(self.dtype, 1)

    @property
    def iterator_type(self) -> Any:
        """The type of what goes over it."""
        return KernelIterator(self)


class KernelIterator(types.SimpleIteratorType):  # type: ignore[misc]
    """The type of what goes over an array, item by item or row by row."""

    def __init__(self, array: KernelArray) -> None:
        self.array = array
        super().__init__(f"iter({array})", array.item)


def array_type(dtype: str, ndim: int) -> KernelArray:
    """The type of an array of items of a NumPy type."""
    return KernelArray(numpy_support.from_dtype(np.dtype(dtype)), ndim)


@register_model(KernelArray)
class _Model(models.StructModel):  # type: ignore[misc]
    """An array as LLVM has it."""

    def __init__(self, manager: Any, kind: KernelArray) -> None:
        shape = [(f"size{axis}", types.intp) for axis in range(kind.ndim)]
        super().__init__(manager, kind, [("data", types.CPointer(kind.dtype)), *shape])


@register_model(KernelIterator)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    """What goes over an array as LLVM has it: where it is, in a place of its own."""

    def __init__(self, manager: Any, kind: KernelIterator) -> None:
        place = types.EphemeralPointer(types.intp)
        super().__init__(manager, kind, [("index", place), ("array", kind.array)])


@type_callable(operator.getitem)  # type: ignore[untyped-decorator]
def type_item(context: Any) -> Any:
    """What ``array[index]`` is."""

    def typer(array: Any, index: Any) -> Any:
        """An item, a row, or a part of an array."""
        if not isinstance(array, KernelArray):
            return None
        if isinstance(index, types.SliceType):
            return array if array.ndim == 1 and not index.has_step else None
        axes = _axes(index)
        if axes == array.ndim:
            return array.dtype
        return array.item if axes == 1 else None

    return typer


@type_callable(operator.setitem)  # type: ignore[untyped-decorator]
def type_assignment(context: Any) -> Any:
    """What ``array[index] = value`` takes."""

    def typer(array: Any, index: Any, value: Any) -> Any:
        """An item for its place."""
        if not isinstance(array, KernelArray) or _axes(index) != array.ndim:
            return None
        return types.none if context.can_convert(value, array.dtype) is not None else None

    return typer


@type_callable(len)  # type: ignore[untyped-decorator]
def type_length(context: Any) -> Any:
    """What ``len(array)`` is."""

    def typer(array: Any) -> Any:
        """A number."""
        return types.intp if isinstance(array, KernelArray) else None

    return typer


@infer_getattr
class _Attributes(AttributeTemplate):  # type: ignore[misc]
    """What is known of an array."""

    key = KernelArray

    def resolve_shape(self, array: KernelArray) -> Any:
        """Its rows and columns, or its length."""
        return types.UniTuple(types.intp, array.ndim)

    def resolve_size(self, array: KernelArray) -> Any:
        """How many items there are."""
        return types.intp


def _axes(index: Any) -> int:
    """How many numbers an index is made of, 0 for anything else."""
    numbers = index.types if isinstance(index, types.BaseTuple) else (index,)
    return len(numbers) if all(isinstance(each, types.Integer) for each in numbers) else 0


@lower_builtin(operator.getitem, KernelArray, types.Integer)  # type: ignore[untyped-decorator]
@lower_builtin(operator.getitem, KernelArray, types.BaseTuple)  # type: ignore[untyped-decorator]
def get_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """An item, or a row."""
    kind, index = signature.args
    place = _place(context, builder, kind, index, arguments)
    return _found(context, builder, signature.return_type, place, arguments[0])


@lower_builtin(operator.setitem, KernelArray, types.Integer, types.Any)  # type: ignore[untyped-decorator]
@lower_builtin(operator.setitem, KernelArray, types.BaseTuple, types.Any)  # type: ignore[untyped-decorator]
def set_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Puts an item into its place."""
    kind, index, value = signature.args
    place = _place(context, builder, kind, index, arguments)
    builder.store(context.cast(builder, arguments[2], value, kind.dtype), place)
    return context.get_dummy_value()


@lower_builtin(operator.getitem, KernelArray, types.SliceType)  # type: ignore[untyped-decorator]
def get_part(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Items from one place up to another, or to the end."""
    kind, bounds = signature.args
    wanted, size = (
        context.make_helper(builder, bounds, arguments[1]),
        _size(builder, arguments[0], 0),
    )
    stop = builder.select(builder.icmp_signed(">", wanted.stop, size), size, wanted.stop)
    place = builder.gep(_data(builder, arguments[0]), [wanted.start])
    return _made(context, builder, kind, place, builder.sub(stop, wanted.start))


@lower_builtin(len, KernelArray)  # type: ignore[untyped-decorator]
def get_length(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """How many items, or rows, there are."""
    return _size(builder, arguments[0], 0)


@lower_getattr(KernelArray, "shape")  # type: ignore[untyped-decorator]
def get_shape(context: Any, builder: Any, kind: KernelArray, array: Any) -> Any:
    """Rows and columns, or the length."""
    return cgutils.pack_array(builder, [_size(builder, array, axis) for axis in range(kind.ndim)])


@lower_getattr(KernelArray, "size")  # type: ignore[untyped-decorator]
def get_size(context: Any, builder: Any, kind: KernelArray, array: Any) -> Any:
    """How many items there are."""
    rows = _size(builder, array, 0)
    return rows if kind.ndim == 1 else builder.mul(rows, _size(builder, array, 1))


@lower_builtin("getiter", KernelArray)  # type: ignore[untyped-decorator]
def get_iterator(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """What goes over an array, at its start."""
    iterator = context.make_helper(builder, signature.return_type)
    iterator.index = cgutils.alloca_once_value(builder, context.get_constant(types.intp, 0))
    iterator.array = arguments[0]
    return iterator._getvalue()


@lower_builtin("iternext", KernelIterator)  # type: ignore[untyped-decorator]
@iternext_impl(RefType.UNTRACKED)  # type: ignore[untyped-decorator]
def get_next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    """The next item or row, if there is one."""
    (kind,) = signature.args
    iterator = context.make_helper(builder, kind, value=arguments[0])
    array, index = iterator.array, builder.load(iterator.index)
    within = builder.icmp_signed("<", index, _size(builder, array, 0))
    result.set_valid(within)
    with builder.if_then(within):
        place = _place(context, builder, kind.array, types.intp, (array, index))
        result.yield_(_found(context, builder, kind.yield_type, place, array))
        builder.store(builder.add(index, index.type(1)), iterator.index)


def _place(context: Any, builder: Any, kind: KernelArray, index: Any, arguments: Any) -> Any:
    """Where an item lies, or the first one of a row."""
    array, several = arguments[0], isinstance(index, types.BaseTuple)
    numbers = cgutils.unpack_tuple(builder, arguments[1]) if several else [arguments[1]]
    first, *others = [
        context.cast(builder, number, given, types.intp)
        for number, given in zip(numbers, index if several else [index], strict=True)
    ]
    if kind.ndim == 2:
        first = builder.mul(first, _size(builder, array, 1))
    for other in others:
        first = builder.add(first, other)
    return builder.gep(_data(builder, array), [first])


def _data(builder: Any, array: Any) -> Any:
    """The address of an array."""
    return builder.extract_value(array, 0)


def _size(builder: Any, array: Any, axis: int) -> Any:
    """How many rows or columns an array has, or items."""
    return builder.extract_value(array, 1 + axis)


def _found(context: Any, builder: Any, kind: Any, place: Any, array: Any) -> Any:
    """The item of an array that lies at a place, or the row."""
    if isinstance(kind, KernelArray):
        return _made(context, builder, kind, place, _size(builder, array, 1))
    return builder.load(place)


def _made(context: Any, builder: Any, kind: KernelArray, place: Any, size: Any) -> Any:
    """An array of one dimension."""
    empty = cgutils.get_null_value(context.get_value_type(kind))
    return builder.insert_value(builder.insert_value(empty, place, 0), size, 1)
