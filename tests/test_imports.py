"""Imports: no circle of modules, whether they run or are for types alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import engine
import workbench


def list_modules() -> dict[str, ast.Module]:
    """Return the syntax trees of all modules of both packages."""
    found = {}
    for package in (engine, workbench):
        root = Path(*package.__path__)
        for path in root.rglob("*.py"):
            parts = path.relative_to(root.parent).with_suffix("").parts
            name = ".".join(part for part in parts if part != "__init__")
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def list_imports(body: list[ast.stmt]) -> Iterator[str]:
    """Yield what a module imports, also for types alone, but not what functions import."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield f"{node.module}.{alias.name}"
        elif isinstance(node, ast.If | ast.Try | ast.With | ast.ClassDef):
            yield from list_imports(node.body)
            yield from list_imports(getattr(node, "orelse", []))
            for handler in getattr(node, "handlers", []):
                yield from list_imports(handler.body)


def find_circle(modules: Mapping[str, ast.Module]) -> list[str]:
    """Return the modules of a circle of imports in their order, none if there is no circle."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for name, tree in modules.items():
        for imported in list_imports(tree.body):
            target = imported if imported in modules else imported.rpartition(".")[0]
            if target in modules and target != name:
                sorter.add(name, target)
    try:
        sorter.prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def test_no_modules_import_each_other() -> None:
    assert find_circle(list_modules()) == []


def test_a_circle_is_found_where_an_import_is_for_types_alone() -> None:
    typed = "if TYPE_CHECKING:\n    from engine.one import One"
    modules = {
        "engine.one": ast.parse("from engine import two"),
        "engine.two": ast.parse(typed),
    }
    assert {*find_circle(modules)} == {"engine.one", "engine.two"}
