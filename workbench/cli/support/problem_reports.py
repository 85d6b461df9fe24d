"""Problems of files as annotations for GitHub and as JUnit XML, with the lines that they are on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.errors import LevelError, escape_unprintable

JSON, GITHUB, JUNIT = "json", "github", "junit"
FORMATS = ("text", JSON, GITHUB, JUNIT)
"""The formats of reports: text and JSON for people and scripts, the others for build servers."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """The result of checking a file.

    Attributes:
        file: The name of the file.
        problems: The problems of the file.
        warnings: The warnings about the file.
        refusal: The reason why the file could not be checked, or "".
    """

    file: str
    problems: Sequence[LevelError] = ()
    warnings: Sequence[LevelError] = ()
    refusal: str = ""


def locate_problems(problems: Iterable[LevelError], content: bytes) -> list[LevelError]:
    """Return problems of a level file with the lines that they are on, as far as these are known.

    Args:
        problems: The problems, each of which may name a line, or a key and a row of its grid.
        content: The content of the level file.
    """
    return [
        LevelError(
            each.message,
            file=each.file,
            line=_find_line(content, each) if each.line is None else each.line,
            key=each.key,
            row=each.row,
            col=each.col,
        )
        for each in problems
    ]


def _find_line(content: bytes, problem: LevelError) -> int | None:
    """Return the line of the key that a problem names, or of the row in its grid, from 1."""
    if problem.key is None:
        return None
    key = re.split(r"[.\[]", problem.key)
    table: list[str] = []
    nearest = None
    for number, line in enumerate(content.decode(errors="replace").splitlines(), start=1):
        heading = re.match(r"\s*\[+\s*([^\]]+?)\s*\]", line)
        if heading:
            table = heading[1].split(".")
            # A key that the file lacks is reported where its table begins.
            nearest = number if table == key[: len(table)] else nearest
        elif [*table, *re.findall(r"^\s*([\w-]+)\s*=", line)] == key:
            # The rows of a grid follow the line that opens its string.
            is_grid = problem.row is not None and re.search(r"=\s*(\"\"\"|''')\s*$", line)
            return number + 1 + problem.row if is_grid and problem.row is not None else number
    return nearest


def format_github(report: FileReport) -> Iterator[str]:
    """Yield a workflow command of GitHub for each problem and each warning."""
    if report.refusal:
        yield _format_annotation("error", report.file, None, report.refusal)
    for level, found in (("error", report.problems), ("warning", report.warnings)):
        for each in found:
            # The place in the file is a property, but the cell is part of the message.
            message = LevelError(each.message, key=each.key, row=each.row, col=each.col)
            yield _format_annotation(level, report.file, each.line, str(message))


def _format_annotation(level: str, file: str, line: int | None, message: str) -> str:
    places = {"file": file, "line": line}
    properties = ",".join(
        f"{name}={_escape_property(str(value))}"
        for name, value in places.items()
        if value is not None
    )
    return f"::{level} {properties}::{_escape_data(message)}"


def _escape_data(text: str) -> str:
    return escape_unprintable(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _escape_property(text: str) -> str:
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")


def format_junit(reports: Iterable[FileReport]) -> list[str]:
    """Return JUnit XML in lines of ASCII, with a test case for each file."""
    from xml.etree import ElementTree

    listed = [*reports]
    failed = sum(bool(each.problems) for each in listed)
    refused = sum(bool(each.refusal) for each in listed)
    counts = {"tests": str(len(listed)), "failures": str(failed), "errors": str(refused)}
    root = ElementTree.Element("testsuites", {"name": "workbench validate", **counts})
    suite = ElementTree.SubElement(root, "testsuite", {"name": "workbench validate", **counts})
    for report in listed:
        # XML has no place for control characters, so all texts are escaped first.
        name = escape_unprintable(report.file)
        case = ElementTree.SubElement(suite, "testcase", {"classname": "level", "name": name})
        if report.refusal:
            message = escape_unprintable(report.refusal)
            ElementTree.SubElement(case, "error", {"message": message}).text = message
        if report.problems:
            messages = [escape_unprintable(str(each)) for each in report.problems]
            failure = ElementTree.SubElement(case, "failure", {"message": messages[0]})
            failure.text = "\n".join(messages)
        if report.warnings:
            texts = [f"warning: {escape_unprintable(str(each))}" for each in report.warnings]
            ElementTree.SubElement(case, "system-out").text = "\n".join(texts)
    ElementTree.indent(root)
    declared = '<?xml version="1.0" encoding="UTF-8"?>'
    return [declared, *ElementTree.tostring(root, encoding="us-ascii").decode().splitlines()]
