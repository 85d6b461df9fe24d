"""The language of the code: how names and docstrings are formed, and how much is commented."""

from __future__ import annotations

import ast
import importlib
import io
import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType

import engine
import workbench

ROOT = Path(*engine.__path__).parent
PACKAGES = [Path(*engine.__path__), Path(*workbench.__path__)]

# Each game and each feature has a module of this name, which says more than a unique name would.
CONVENTIONS = re.compile(
    r"__init__|__main__|board|campaign|commands|game|generator|manual|model|mutations|pane"
    r"|parameters|part|play|rules|screen|solver|text"
)
OPENER = re.compile(r"(What|Whether|How|Which|Why|Where|Who|Whose|When|Those|That)\b")
ENTRY = re.compile(r"\s+[a-z_*]+(?: \([^)]*\))?: (?P<text>.*)")
ELIDED = re.compile(r"(that|those|which|what|whether|how|where|whose|who|(by|in|of) which)\b")
BANNED = re.compile(
    r"\b(anew|at hand|beside|goes on|stands|comes to|as late|so many|on its way|of its own"
    r"|in sight)\b",
    re.IGNORECASE,
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """A module with its syntax tree."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def module(self) -> str:
        """Its name as it is imported."""
        return self.place.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def place(self) -> str:
        """Its path from the root of the project."""
        return str(self.path.relative_to(ROOT))


@cache
def read_sources() -> list[Source]:
    """Return all modules of both packages."""
    paths = sorted(path for package in PACKAGES for path in package.rglob("*.py"))
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return [Source(path, text, ast.parse(text)) for path, text in zip(paths, texts, strict=True)]


def walk_docstrings() -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each docstring."""
    for source in read_sources():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Module | ast.ClassDef | Function):
                line = getattr(node, "lineno", 1)
                if docstring := ast.get_docstring(node):
                    yield f"{source.place}:{line}", docstring


def walk_entries(docstring: str) -> Iterator[str]:
    """Yield the descriptions of the arguments and attributes of a docstring."""
    section = ""
    for line in docstring.splitlines():
        if found := re.match(r"\s*(Args|Attributes|Returns|Raises|Yields):$", line):
            section = found[1]
        elif section in {"Args", "Attributes"} and (entry := ENTRY.match(line)):
            yield entry["text"]


def list_functions() -> list[str]:
    """Return the names of all functions but the special methods of Python."""
    return [
        node.name
        for source in read_sources()
        for node in ast.walk(source.tree)
        if isinstance(node, Function) and not node.name.startswith("__")
    ]


def count_lines(source: Source) -> tuple[int, int]:
    """Return the lines of code, without docstrings, and the lines that are comments alone."""
    docstrings: set[int] = set()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Module | ast.ClassDef | Function) and ast.get_docstring(node):
            first = node.body[0]
            docstrings.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    blank = {
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENDMARKER,
    }
    code: set[int] = set()
    comments: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
        if token.type == tokenize.COMMENT:
            comments.add(token.start[0])
        elif token.type not in blank:
            code.update(range(token.start[0], token.end[0] + 1))
    return len(code - docstrings), len(comments - code)


def list_undocumented(cls: type) -> list[str]:
    """Return the public methods and properties of a class that are documented nowhere.

    A method that overrides one of a base has that one's docstring.
    """
    return [
        f"{cls.__module__}.{cls.__qualname__}.{name}"
        for name, member in vars(cls).items()
        if not name.startswith("_")
        and isinstance(member, FunctionType | classmethod | staticmethod | property)
        and not any(getattr(vars(each).get(name), "__doc__", None) for each in cls.__mro__)
    ]


def share(part: int, whole: int) -> float:
    """Return a part of a whole in per cent."""
    return 100 * part / whole


def test_no_docstring_opens_with_a_question_word() -> None:
    assert [place for place, text in walk_docstrings() if OPENER.match(text)] == []


def test_arguments_and_attributes_are_described_with_their_nouns() -> None:
    assert [
        f"{place}: {entry}"
        for place, text in walk_docstrings()
        for entry in walk_entries(text)
        if ELIDED.match(entry)
    ] == []


def test_every_public_method_is_documented_where_it_is_first_defined() -> None:
    # The main modules are left out: importing one changes how this process takes an interrupt.
    modules = [
        importlib.import_module(source.module)
        for source in read_sources()
        if source.path.stem != "__main__"
    ]
    classes = {
        cls
        for module in modules
        for cls in vars(module).values()
        if isinstance(cls, type)
        and cls.__module__ == module.__name__
        and not cls.__name__.startswith("_")
    }
    undocumented = [name for cls in classes for name in list_undocumented(cls)]
    assert sorted(undocumented) == []


def test_modules_are_named_by_nouns() -> None:
    gerunds = [each.place for each in read_sources() if re.search(r"[a-z]{2}ing$", each.path.stem)]
    assert len(gerunds) < 15, gerunds


def test_functions_are_named_by_a_verb_and_its_object() -> None:
    names = list_functions()
    one_word = [name for name in names if "_" not in name.strip("_")]
    assert share(len(one_word), len(names)) <= 40, Counter(one_word).most_common(50)


def test_functions_are_not_named_by_participles() -> None:
    names = list_functions()
    participles = [name for name in names if re.fullmatch(r"_?[a-z]+ed", name)]
    assert share(len(participles), len(names)) < 1, Counter(participles)


def test_no_two_public_classes_have_the_same_name() -> None:
    places = defaultdict(list)
    for source in read_sources():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(source.place)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_two_modules_of_a_package_have_the_same_name() -> None:
    names = Counter((each.place.partition("/")[0], each.path.stem) for each in read_sources())
    shared = [name for name in names if names[name] > 1 and not CONVENTIONS.fullmatch(name[1])]
    assert len(shared) < 10, shared


def test_code_is_commented() -> None:
    counts = [count_lines(each) for each in read_sources()]
    code, comments = (sum(column) for column in zip(*counts, strict=True))
    assert share(comments, code) >= 2.5


def test_docstrings_and_comments_do_without_worn_phrases() -> None:
    found = [
        f"{source.place}:{token.start[0]}: {match[0]}"
        for source in read_sources()
        for token in tokenize.generate_tokens(io.StringIO(source.text).readline)
        if token.type == tokenize.COMMENT and (match := BANNED.search(token.string))
    ]
    found += [
        f"{place}: {match[0]}"
        for place, text in walk_docstrings()
        if (match := BANNED.search(text))
    ]
    assert found == []
