"""Digests of entries, which show whether an entry's machine code matches its sources.

A digest covers the syntax trees of the entry's kernel and of all kernels that it calls, the
constants and classes that they name, and the types of the entry's arguments. It does not depend on
paths, times, line numbers, comments or the version of Python. So all copies of the same sources
have the same digests, and an edit changes only the digests of the entries that it affects.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from engine.jit import calling_convention, decorators

_CONSTANTS = (int, float, str, bytes, tuple, np.generic)
_IGNORED = frozenset({"annotation", "returns", "decorator_list", "type_params", "type_comment"})
"""The fields of syntax trees that do not affect machine code.

Annotations are among them, because the plan of an entry, which the digest also covers, already
contains the argument types."""


@cache
def compute_digest(function: FunctionType, argument_class: type | None) -> str:
    """Return the digest of an entry.

    Args:
        function: The entry's plain function.
        argument_class: The class of the arguments that are annotated as ``Any``; None if there are
            no such arguments.
    """
    problem = calling_convention.find_plan_problem(function, argument_class)
    plan = calling_convention.make_plan(function, argument_class) if problem is None else problem
    digest = hashlib.sha256(f"{function.__module__}.{function.__qualname__}\n".encode())
    digest.update(f"{_format_value(plan)}\n".encode())
    for part in sorted(_collect_parts(function, argument_class)):
        digest.update(f"{part}\n".encode())
    return digest.hexdigest()[:32]


def measure_source(function: FunctionType, argument_class: type | None) -> int:
    """Return the length of the text that a digest covers, to estimate the entry's compile time."""
    return sum(map(len, _collect_parts(function, argument_class)))


def _format_value(value: object) -> str:
    """Format a value as a string that is the same in every process."""
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, calling_convention.RecordSlots):
        return f"{_format_value(value.record_class)}{value.names}({_format_all(value.members)})"
    if isinstance(value, calling_convention.CallPlan):
        return f"{_format_all(value.arguments)} -> {value.results} {value.returns_tuple}"
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return f"({_format_all(value)})"
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{value.tobytes().hex()}"
    return repr(value)


def _format_all(values: Iterable[object]) -> str:
    return ", ".join(map(_format_value, values))


def _collect_parts(function: FunctionType, argument_class: type | None) -> set[str]:
    """Return strings that describe an entry, the kernels it calls, and the values they name."""
    # Walk the call graph. Visit each kernel only once, because kernels may call each other.
    seen: set[FunctionType] = set()
    found: set[str] = set()
    waiting = [function]
    while waiting:
        kernel = waiting.pop()
        if kernel in seen:
            continue
        seen.add(kernel)
        texts, called, choices = _collect_kernel_parts(kernel)
        found |= texts
        waiting += called
        waiting += [
            choice.kernels[argument_class] for choice in choices if argument_class in choice.kernels
        ]
    return found


@cache
def _collect_kernel_parts(
    kernel: FunctionType,
) -> tuple[frozenset[str], tuple[FunctionType, ...], tuple[decorators.ClassDispatch, ...]]:
    """Return the contribution of one kernel to a digest.

    Returns:
        The strings that describe the kernel and the values that it names, the kernels that it
        calls, and the class dispatches that it calls.
    """
    inlined = decorators.kernels.get(kernel, True)
    found = {f"{kernel.__module__}.{kernel.__qualname__} {inlined} {_format_code(kernel)}"}
    called, choices = [], []
    for name, named in _iterate_used_names(kernel):
        value = getattr(named, "__wrapped__", named)
        if isinstance(value, FunctionType):
            called.append(value)
        elif isinstance(value, decorators.ClassDispatch):
            choices.append(value)
        elif isinstance(value, (*_CONSTANTS, np.ndarray)):
            found.add(f"{kernel.__module__}.{name} = {_format_value(value)}")
        elif isinstance(value, type) and issubclass(value, tuple):
            found.add(f"{_format_value(value)} {getattr(value, '_fields', ())}")
    return frozenset(found), tuple(called), tuple(choices)


def _iterate_used_names(kernel: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield each name that a kernel uses, paired with each value that it may refer to."""
    names, own = _list_names(kernel.__code__), kernel.__globals__
    # A name after a dot, such as ``GONE`` in ``cells.GONE``, is looked up in every module that the
    # kernel names. This may find too many values, but never too few.
    modules = [own[name] for name in names if isinstance(own.get(name), ModuleType)]
    for space in (own, *(vars(module) for module in modules if module is not np)):
        for name in names:
            if name in space:
                yield name, space[name]


def _list_names(code: CodeType) -> tuple[str, ...]:
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    return (*code.co_names, *(name for part in inner for name in _list_names(part)))


def _format_code(kernel: FunctionType) -> str:
    """Format the syntax tree of a kernel, or its bytecode if there is no source file."""
    code = kernel.__code__
    node = _parse_functions(code.co_filename).get((code.co_name, code.co_firstlineno))
    if node is not None:
        return _format_node(node)
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_consts}"


@cache
def _parse_functions(path: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """Map the name and first line of each function in a file to its syntax tree.

    The first line of a decorated function is that of its first decorator.
    """
    try:
        tree = ast.parse(Path(path).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return {}
    return {
        # Code objects have the line of the first decorator, but syntax trees the line of ``def``.
        (node.name, min([node.lineno, *(each.lineno for each in node.decorator_list)])): node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def _format_node(node: object) -> str:
    """Format a syntax tree without docstrings and empty fields.

    :func:`ast.dump` cannot be used, because only some versions of Python write empty fields.
    """
    if isinstance(node, list):
        return f"[{','.join(map(_format_node, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = [
        f"{name}={_format_node(_strip_docstring(node, value) if name == 'body' else value)}"
        for name, value in ast.iter_fields(node)
        if name not in _IGNORED and value not in (None, [])
    ]
    return f"{type(node).__name__}({','.join(fields)})"


def _strip_docstring(node: ast.AST, body: Any) -> Any:
    if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
        return body[1:]
    return body
