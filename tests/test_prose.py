"""The prose that people read: documents, and the messages and help that the packages print."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from proselint.checks import __register__ as checks
from proselint.config import DEFAULT
from proselint.registry import CheckRegistry
from proselint.tools import LintFile

import engine
import workbench

ROOT = Path(*engine.__path__).parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
WORN = re.compile(
    r"\b(anew|at hand|beside|goes on|stands|comes to|as late|so many|on its way|of its own"
    r"|in sight)\b",
    re.IGNORECASE,
)

# A key may be the same letter twice, terminals do without curly quotes, and "colour" is spelt as
# in NO_COLOR where that is meant.
LEFT_OUT = (
    "typography",
    "lexical_illusions",
    "spelling.consistency",
    "dates_times",
    "uncomparables",
)
# The first key that matches a check decides.
CONFIG = {
    **DEFAULT,
    "checks": {
        **dict.fromkeys(LEFT_OUT, False),
        **DEFAULT["checks"],
        **dict.fromkeys(LEFT_OUT, False),
    },
}


@pytest.fixture(scope="module", autouse=True)
def registry() -> None:
    """Register the checks of proselint once."""
    CheckRegistry().register_many(checks)


def blank_code(text: str) -> str:
    """Return a document without its code, each line in its place."""
    text = re.sub(r"^```.*?^```", lambda m: "\n" * m[0].count("\n"), text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", "CODE", text)


def walk_messages(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each string that reads as prose, docstrings left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
            and len(re.findall(r"[a-z]+", node.value)) > 2
        ):
            yield node.lineno, node.value


def lint(name: str, text: str) -> list[str]:
    """Return the findings of proselint."""
    if not text:
        return []
    return [
        f"{name}:{found.pos[0]}: {found.check_result.message}"
        for found in LintFile(name, text).lint(CONFIG)
    ]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_is_plain(path: Path) -> None:
    text = blank_code(path.read_text(encoding="utf-8"))
    worn = [
        f"{path.name}:{number}: {match[0]}"
        for number, line in enumerate(text.splitlines(), 1)
        if (match := WORN.search(line))
    ]
    assert [*worn, *lint(path.name, text)] == []


def test_messages_and_help_are_plain() -> None:
    found = []
    for package in (engine, workbench):
        for path in sorted(Path(*package.__path__).rglob("*.py")):
            place = path.relative_to(ROOT)
            messages = list(walk_messages(path))
            found += [
                f"{place}:{line}: {m[0]}" for line, text in messages if (m := WORN.search(text))
            ]
            found += lint(str(place), "\n\n".join(text for _, text in messages))
    assert found == []
