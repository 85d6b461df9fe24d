"""Digests of entries: hashes of the sources that machine code is made from.

A digest covers the syntax tree of the kernel and of all kernels that it calls, the constants and
classes that they name, and the types of its arguments. It knows no paths, times, line numbers or
comments, and is the same for every Python: each copy of the same sources has the same digests, and
an edit changes those of just the entries that it reaches.
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

from engine.jit import marks, plans

_CONSTANTS = (int, float, str, bytes, tuple, np.generic)
_IGNORED = frozenset({"annotation", "returns", "decorator_list", "type_params", "type_comment"})
"""Fields of syntax trees that change no machine code; an entry's types are part of its plan."""


@cache
def digest_of(function: FunctionType, chosen: type | None) -> str:
    """Return the digest of an entry for a class of its argument of any class."""
    problem = plans.find_plan_problem(function, chosen)
    plan = plans.plan_of(function, chosen) if problem is None else problem
    digest = hashlib.sha256(f"{function.__module__}.{function.__qualname__}\n".encode())
    digest.update(f"{_format(plan)}\n".encode())
    for part in sorted(_collect_parts(function, chosen)):
        digest.update(f"{part}\n".encode())
    return digest.hexdigest()[:32]


def measure(function: FunctionType, chosen: type | None) -> int:
    """Return the length of the text that a digest is taken of, by which compile time grows."""
    return sum(map(len, _collect_parts(function, chosen)))


def _format(value: object) -> str:
    """Return a value as text that is the same in every process."""
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, plans.Record):
        return f"{_format(value.form)}{value.names}({_format_all(value.members)})"
    if isinstance(value, plans.Plan):
        return f"{_format_all(value.arguments)} -> {value.results} {value.several}"
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return f"({_format_all(value)})"
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{value.tobytes().hex()}"
    return repr(value)


def _format_all(values: Iterable[object]) -> str:
    return ", ".join(map(_format, values))


def _collect_parts(function: FunctionType, chosen: type | None) -> set[str]:
    """Return the kernels that an entry is made of, itself included, and all they name, as text."""
    seen: set[FunctionType] = set()
    found: set[str] = set()
    waiting = [function]
    while waiting:
        kernel = waiting.pop()
        if kernel in seen:
            continue
        seen.add(kernel)
        texts, called, choices = _collect_own_parts(kernel)
        found |= texts
        waiting += called
        waiting += [choice.kernels[chosen] for choice in choices if chosen in choice.kernels]
    return found


@cache
def _collect_own_parts(
    kernel: FunctionType,
) -> tuple[frozenset[str], tuple[FunctionType, ...], tuple[marks.ByClass, ...]]:
    """Return a kernel and the values that it names as text, the kernels it calls, and choices."""
    inlined = marks.marked.get(kernel, True)
    found = {f"{kernel.__module__}.{kernel.__qualname__} {inlined} {_format_code(kernel)}"}
    called, choices = [], []
    for name, named in _find_named(kernel):
        value = getattr(named, "__wrapped__", named)
        if isinstance(value, FunctionType):
            called.append(value)
        elif isinstance(value, marks.ByClass):
            choices.append(value)
        elif isinstance(value, (*_CONSTANTS, np.ndarray)):
            found.add(f"{kernel.__module__}.{name} = {_format(value)}")
        elif isinstance(value, type) and issubclass(value, tuple):
            found.add(f"{_format(value)} {getattr(value, '_fields', ())}")
    return frozenset(found), tuple(called), tuple(choices)


def _find_named(kernel: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the names and values that a kernel uses, of its module and of those that it names."""
    names, own = _list_names(kernel.__code__), kernel.__globals__
    modules = [own[name] for name in names if isinstance(own.get(name), ModuleType)]
    for space in (own, *(vars(module) for module in modules if module is not np)):
        for name in names:
            if name in space:
                yield name, space[name]


def _list_names(code: CodeType) -> tuple[str, ...]:
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    return (*code.co_names, *(name for part in inner for name in _list_names(part)))


def _format_code(kernel: FunctionType) -> str:
    """Return the syntax tree of a kernel as text; its bytecode if its source is not there."""
    code = kernel.__code__
    node = _parse_functions(code.co_filename).get((code.co_name, code.co_firstlineno))
    if node is not None:
        return _format_node(node)
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_consts}"


@cache
def _parse_functions(path: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """Return the functions of a source file by name and first line, that of a decorator if any."""
    try:
        tree = ast.parse(Path(path).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return {}
    return {
        (node.name, min([node.lineno, *(each.lineno for each in node.decorator_list)])): node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }


def _format_node(node: object) -> str:
    """Return a syntax tree as text, without docstrings and without fields that are empty.

    :func:`ast.dump` writes empty fields on some versions of Python only.
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
