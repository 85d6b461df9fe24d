"""How large classes are: a class of many methods holds things that belong apart."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import engine
import workbench

MOST_METHODS = 40
"""Public methods and properties of a class, inherited ones of ours included."""
Name = tuple[str, str]
"""A module, and a name in it."""


class Definition(NamedTuple):
    """A class: its public methods and its bases."""

    methods: frozenset[str]
    bases: tuple[Name, ...]


@cache
def parse_modules() -> dict[str, ast.Module]:
    """Return the syntax trees of all modules of both packages."""
    found = {}
    for package in (engine, workbench):
        root = Path(*package.__path__)
        for path in root.rglob("*.py"):
            parts = path.relative_to(root.parent).with_suffix("").parts
            name = ".".join(part for part in parts if part != "__init__")
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


@cache
def list_imports() -> dict[Name, Name]:
    """Return what each name that a module imports from another is there."""
    return {
        (module, alias.asname or alias.name): (node.module or "", alias.name)
        for module, tree in parse_modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


@cache
def list_classes() -> dict[Name, Definition]:
    """Return all classes of both packages."""
    return {
        (module, node.name): Definition(
            frozenset(_list_methods(node)),
            tuple(_find_base(module, ast.unparse(base)) for base in node.bases),
        )
        for module, tree in parse_modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }


def _list_methods(node: ast.ClassDef) -> Iterator[str]:
    for each in node.body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and each.name[0] != "_":
            yield each.name


def _find_base(module: str, text: str) -> Name:
    """Return a base class as it is written, such as ``screens.Dialog[int]``."""
    first, _, last = text.partition("[")[0].partition(".")
    if not last:
        return module, first
    return ".".join(list_imports().get((module, first), ("", first))), last


@cache
def collect_methods(name: Name) -> frozenset[str]:
    """Return the public methods of a class and of its bases; none for a class of a library."""
    definition = list_classes().get(name)
    if definition is not None:
        return definition.methods.union(*map(collect_methods, definition.bases))
    origin = list_imports().get(name)
    return frozenset() if origin is None else collect_methods(origin)


def test_no_class_has_more_public_methods_than_anyone_can_survey() -> None:
    counts = {".".join(name): len(collect_methods(name)) for name in list_classes()}
    assert {name: count for name, count in counts.items() if count > MOST_METHODS} == {}


def test_inherited_methods_are_counted() -> None:
    base = collect_methods(("workbench.ui.screen", "CommandScreen"))
    screen = collect_methods(("workbench.features.comparison.screen", "CompareScreen"))
    assert {"show_message", "run_in_ui_thread", "update_content", "dismiss"} <= base < screen
    assert {"on_mount", "action_flip", "steps"} <= screen


def test_a_base_is_found_where_it_is_imported_again() -> None:
    again = collect_methods(("engine.game.game", "Boards"))
    assert again and again == collect_methods(("engine.game.boards", "Boards"))
