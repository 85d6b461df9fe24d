"""The type of arrays in kernels, which consists of an address and one or two sizes.

Numba's own array type has seven values, including an owner and strides. Every access multiplies by
strides, every call passes all seven values, and a negative index counts from the end. In kernels,
arrays are contiguous and belong to the caller, and indices are never negative, so two or three
values suffice. LLVM has less than half as much code to process, and can see that consecutive
indices have consecutive addresses.

This module defines the type of each operation (inference), the representation of an array in LLVM
(the data model) and the code of each operation (lowering). It uses only documented extension points
of Numba.
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
    """The type of an array in a kernel.

    Attributes:
        dtype: The type of the items.
        ndim: The number of dimensions, 1 or 2.
    """

    def __init__(self, dtype: Any, ndim: int) -> None:
        self.dtype, self.ndim = dtype, ndim
        super().__init__(name=f"{dtype}x{ndim}")

    @property
    def item_type(self) -> Any:
        """The type of an item, or of a row if there are two dimensions."""
        return self.dtype if self.ndim == 1 else KernelArray(self.dtype, 1)

    @property
    def iterator_type(self) -> Any:
        """The type of an iterator over the array."""
        return KernelIterator(self)


class KernelIterator(types.SimpleIteratorType):  # type: ignore[misc]
    """The type of an iterator over the items or rows of an array."""

    def __init__(self, array: KernelArray) -> None:
        self.array = array
        super().__init__(f"iter({array})", array.item_type)


def make_array_type(dtype: str, ndim: int) -> KernelArray:
    """Return the type of an array, given the name of its items' NumPy type."""
    return KernelArray(numpy_support.from_dtype(np.dtype(dtype)), ndim)


@register_model(KernelArray)
class _ArrayModel(models.StructModel):  # type: ignore[misc]
    """The representation of an array in LLVM."""

    def __init__(self, manager: Any, kind: KernelArray) -> None:
        shape = [(f"size{axis}", types.intp) for axis in range(kind.ndim)]
        super().__init__(manager, kind, [("data", types.CPointer(kind.dtype)), *shape])


@register_model(KernelIterator)
class _IteratorModel(models.StructModel):  # type: ignore[misc]
    """The representation of an iterator in LLVM. Its index is in memory, because it changes."""

    def __init__(self, manager: Any, kind: KernelIterator) -> None:
        place = types.EphemeralPointer(types.intp)
        super().__init__(manager, kind, [("index", place), ("array", kind.array)])


@type_callable(operator.getitem)  # type: ignore[untyped-decorator]
def type_item(context: Any) -> Any:
    """Return the function that infers the type of ``array[index]``."""

    def typer(array: Any, index: Any) -> Any:
        if not isinstance(array, KernelArray):
            return None
        # Only arrays of one dimension can be sliced, and only without a step, so that the result is
        # contiguous.
        if isinstance(index, types.SliceType):
            return array if array.ndim == 1 and not index.has_step else None
        axes = _count_axes(index)
        if axes == array.ndim:
            return array.dtype
        return array.item_type if axes == 1 else None

    return typer


@type_callable(operator.setitem)  # type: ignore[untyped-decorator]
def type_assignment(context: Any) -> Any:
    """Return the function that infers the type of ``array[index] = value``."""

    def typer(array: Any, index: Any, value: Any) -> Any:
        if not isinstance(array, KernelArray) or _count_axes(index) != array.ndim:
            return None
        return types.none if context.can_convert(value, array.dtype) is not None else None

    return typer


@type_callable(len)  # type: ignore[untyped-decorator]
def type_length(context: Any) -> Any:
    """Return the function that infers the type of ``len(array)``."""

    def typer(array: Any) -> Any:
        return types.intp if isinstance(array, KernelArray) else None

    return typer


@infer_getattr
class _ArrayAttributes(AttributeTemplate):  # type: ignore[misc]
    """The inference of the types of an array's attributes."""

    key = KernelArray

    def resolve_shape(self, array: KernelArray) -> Any:
        """Return the type of ``array.shape``."""
        return types.UniTuple(types.intp, array.ndim)

    def resolve_size(self, array: KernelArray) -> Any:
        """Return the type of ``array.size``."""
        return types.intp


def _count_axes(index: Any) -> int:
    """Return the number of integers in an index, or 0 if it contains anything else."""
    numbers = index.types if isinstance(index, types.BaseTuple) else (index,)
    return len(numbers) if all(isinstance(each, types.Integer) for each in numbers) else 0


@lower_builtin(operator.getitem, KernelArray, types.Integer)  # type: ignore[untyped-decorator]
@lower_builtin(operator.getitem, KernelArray, types.BaseTuple)  # type: ignore[untyped-decorator]
def get_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Generate the code for ``array[index]``, which is an item or a row."""
    kind, index = signature.args
    place = _build_pointer(context, builder, kind, index, arguments)
    return _load_item(context, builder, signature.return_type, place, arguments[0])


@lower_builtin(operator.setitem, KernelArray, types.Integer, types.Any)  # type: ignore[untyped-decorator]
@lower_builtin(operator.setitem, KernelArray, types.BaseTuple, types.Any)  # type: ignore[untyped-decorator]
def set_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Generate the code for ``array[index] = value``."""
    kind, index, value = signature.args
    place = _build_pointer(context, builder, kind, index, arguments)
    builder.store(context.cast(builder, arguments[2], value, kind.dtype), place)
    return context.get_dummy_value()


@lower_builtin(operator.getitem, KernelArray, types.SliceType)  # type: ignore[untyped-decorator]
def get_slice(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Generate the code for ``array[start:stop]``."""
    kind, bounds = signature.args
    wanted, size = (
        context.make_helper(builder, bounds, arguments[1]),
        _extract_size(builder, arguments[0], 0),
    )
    # As in Python, a stop beyond the end of the array is the same as the end.
    stop = builder.select(builder.icmp_signed(">", wanted.stop, size), size, wanted.stop)
    place = builder.gep(_extract_data(builder, arguments[0]), [wanted.start])
    return _build_array(context, builder, kind, place, builder.sub(stop, wanted.start))


@lower_builtin(len, KernelArray)  # type: ignore[untyped-decorator]
def get_length(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Generate the code for ``len(array)``."""
    return _extract_size(builder, arguments[0], 0)


@lower_getattr(KernelArray, "shape")  # type: ignore[untyped-decorator]
def get_shape(context: Any, builder: Any, kind: KernelArray, array: Any) -> Any:
    """Generate the code for ``array.shape``."""
    return cgutils.pack_array(
        builder, [_extract_size(builder, array, axis) for axis in range(kind.ndim)]
    )


@lower_getattr(KernelArray, "size")  # type: ignore[untyped-decorator]
def get_size(context: Any, builder: Any, kind: KernelArray, array: Any) -> Any:
    """Generate the code for ``array.size``."""
    rows = _extract_size(builder, array, 0)
    return rows if kind.ndim == 1 else builder.mul(rows, _extract_size(builder, array, 1))


@lower_builtin("getiter", KernelArray)  # type: ignore[untyped-decorator]
def get_iterator(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Generate the code that creates an iterator at the start of an array."""
    iterator = context.make_helper(builder, signature.return_type)
    # Keep the index on the stack, because the iterator itself is a value that cannot change.
    iterator.index = cgutils.alloca_once_value(builder, context.get_constant(types.intp, 0))
    iterator.array = arguments[0]
    return iterator._getvalue()


@lower_builtin("iternext", KernelIterator)  # type: ignore[untyped-decorator]
@iternext_impl(RefType.UNTRACKED)  # type: ignore[untyped-decorator]
def get_next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    """Generate the code that advances an iterator to the next item or row."""
    (kind,) = signature.args
    iterator = context.make_helper(builder, kind, value=arguments[0])
    array, index = iterator.array, builder.load(iterator.index)
    # The iteration ends at the first index beyond the array.
    within = builder.icmp_signed("<", index, _extract_size(builder, array, 0))
    result.set_valid(within)
    with builder.if_then(within):
        place = _build_pointer(context, builder, kind.array, types.intp, (array, index))
        result.yield_(_load_item(context, builder, kind.yield_type, place, array))
        builder.store(builder.add(index, index.type(1)), iterator.index)


def _build_pointer(
    context: Any, builder: Any, kind: KernelArray, index: Any, arguments: Any
) -> Any:
    """Generate the code that computes the address of an item, or of a row's first item."""
    array, several = arguments[0], isinstance(index, types.BaseTuple)
    numbers = cgutils.unpack_tuple(builder, arguments[1]) if several else [arguments[1]]
    first, *others = [
        context.cast(builder, number, given, types.intp)
        for number, given in zip(numbers, index if several else [index], strict=True)
    ]
    # Rows are stored one after another, so the offset is row * columns + column.
    if kind.ndim == 2:
        first = builder.mul(first, _extract_size(builder, array, 1))
    for other in others:
        first = builder.add(first, other)
    return builder.gep(_extract_data(builder, array), [first])


def _extract_data(builder: Any, array: Any) -> Any:
    """Generate the code that reads the address of an array."""
    return builder.extract_value(array, 0)


def _extract_size(builder: Any, array: Any, axis: int) -> Any:
    """Generate the code that reads the size of an array along an axis."""
    return builder.extract_value(array, 1 + axis)


def _load_item(context: Any, builder: Any, kind: Any, place: Any, array: Any) -> Any:
    """Generate the code that loads the item, or builds the row, at the address ``place``."""
    if isinstance(kind, KernelArray):
        return _build_array(context, builder, kind, place, _extract_size(builder, array, 1))
    return builder.load(place)


def _build_array(context: Any, builder: Any, kind: KernelArray, place: Any, size: Any) -> Any:
    """Generate the code that builds an array of one dimension from an address and a size."""
    # LLVM builds a structure by inserting its values one by one.
    empty = cgutils.get_null_value(context.get_value_type(kind))
    return builder.insert_value(builder.insert_value(empty, place, 0), size, 1)
