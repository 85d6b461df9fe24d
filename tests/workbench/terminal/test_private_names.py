"""Private names of Textual are known in ``workbench/terminal`` alone."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from textual.app import App
from textual.dom import DOMNode
from textual.driver import Driver
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

import workbench

PACKAGE = Path(workbench.__file__).parent
HOME = PACKAGE / "terminal"
KINDS = (App, Screen, Widget, DOMNode, MessagePump, Driver)


def modules() -> Iterator[Path]:
    """The modules of the workbench outside of the room for such names."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if HOME not in path.parents and path.name != "__main__.py":
            yield path


def names_in(source: str) -> frozenset[str]:
    """The private names that the methods of a class use or have."""
    pairs = re.findall(r"\bself\.(_[a-z]\w*)|\bdef (_[a-z]\w*)\(", source)
    return frozenset(name for pair in pairs for name in pair if name)


@cache
def names_of(kind: type) -> frozenset[str]:
    """The private names of a class of Textual's, without those of its bases."""
    return names_in(inspect.getsource(kind))


def test_nothing_private_is_imported() -> None:
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            for name in names:
                assert not re.match(r"textual\b.*\._", name), f"{path}: {name}"


def test_nothing_private_of_another_object_is_used() -> None:
    private = frozenset().union(*map(names_of, KINDS))
    for path in modules():
        tree = ast.parse(path.read_text("utf-8"))
        own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in private - own:
                whose = node.value.id if isinstance(node.value, ast.Name) else ""
                assert whose in ("self", "os"), f"{path}: {node.attr}"


def test_no_widget_screen_or_app_has_a_private_name_of_textual() -> None:
    """Such a name would take the place of Textual's own, by chance or on purpose."""
    for path in modules():
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        module = importlib.import_module(name.removesuffix(".__init__"))
        for kind in vars(module).values():
            if inspect.isclass(kind) and kind.__module__ == module.__name__:
                bases = [base for base in kind.__mro__ if base.__module__.startswith("textual.")]
                taken = frozenset().union(*map(names_of, bases))
                assert not names_in(inspect.getsource(kind)) & taken, f"{name}.{kind.__name__}"
