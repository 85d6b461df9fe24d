"""Seed files, each of which lists the levels of one grade, one seed per line.

The name of the file is the grade, such as ``3.seeds``. Blank lines and comments after ``#`` are
ignored, except for the comments that the workbench itself writes::

    # generator: mazing-monk/1
    # settings: mode=protective profile=sparse
    # easiest first: 0f3c...
    # proven figures: 77ab...
    243 # 3

The first comment names the generator, because a different one would generate different levels from
the same seeds. The second gives the generator's settings other than the grade, if there are any.
The third says that the seeds are sorted by difficulty. Its digest is a seal: if someone edits a
seed or setting, the seal no longer matches and the file is sorted again. The fourth says that the
comment after each seed is the proven figure of its level, by which whole lists can be sorted. Its
digest is a seal for the figures.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.errors import LevelError, add_file_name, quote_input
from engine.files import storage, untrusted_toml
from engine.values.level import MAX_SEED

SEEDS_SUFFIX = ".seeds"
MAX_FILE_SIZE = storage.MAX_SIZE
"""The maximum size of a file in bytes."""

_GENERATOR = "# generator:"
_SETTINGS = "# settings:"
_SORTED = "# easiest first:"
_FIGURES = "# proven figures:"


@dataclass(frozen=True, slots=True)
class SeedFile:
    """The seeds for the levels of one grade.

    Attributes:
        grade: The grade of all levels in the file.
        seeds: The seeds in the order of the file, without duplicates.
        generator: The name and version of the generator, as in a level's provenance.
        is_sorted: True if the seeds are sorted by difficulty, easiest first.
        settings: The generator's parameters other than the grade.
        figures: The proven figure of each level, comparable across grades; empty unless all are
            known.
    """

    grade: int
    seeds: tuple[int, ...]
    generator: str
    is_sorted: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)
    figures: tuple[int, ...] = ()

    @property
    def settings_text(self) -> str:
        """The settings as ``KEY=VALUE`` words, sorted by key and separated by spaces."""
        return " ".join(f"{key}={self.settings[key]}" for key in sorted(self.settings))

    @property
    def digest(self) -> str:
        """The digest of the levels and their order."""
        made = f"{self.generator} {self.grade} {self.settings_text}".rstrip()
        text = f"{made}\n" + "".join(f"{seed}\n" for seed in self.seeds)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def figures_digest(self) -> str:
        """The digest of the levels, their order and their proven figures."""
        text = f"{self.digest}\n" + "".join(f"{figure}\n" for figure in self.figures)
        return hashlib.sha256(text.encode()).hexdigest()


def dumps(file: SeedFile, title: str) -> str:
    """Return the text of a seed file, with ``title`` as its first comment."""
    lines = [f"# {title}", f"{_GENERATOR} {file.generator}"]
    lines += [f"{_SETTINGS} {file.settings_text}"] if file.settings else []
    lines += [f"{_SORTED} {file.digest}"] if file.is_sorted else []
    lines += [f"{_FIGURES} {file.figures_digest}"] if file.figures else []
    comments = [f" # {figure}" for figure in file.figures] or [""] * len(file.seeds)
    lines += [f"{seed}{figure}" for seed, figure in zip(file.seeds, comments, strict=True)]
    return "".join(f"{line}\n" for line in lines)


def write_seed_file(path: Path, file: SeedFile, title: str) -> None:
    """Write a seed file atomically.

    Raises:
        LevelError: The file cannot be written, or its name does not match the grade.
    """
    if path.name != f"{file.grade}{SEEDS_SUFFIX}":
        raise LevelError(f"expected the name {file.grade}{SEEDS_SUFFIX}", file=str(path))
    storage.replace_file(path, dumps(file, title).encode())


def read_seed_file(path: Path, grades: range, generator: str) -> SeedFile:
    """Read a seed file.

    Args:
        path: The path of the file.
        grades: The grades that the game has.
        generator: The name and version of the installed generator.

    Raises:
        LevelError: The file cannot be read or is not valid. The error names the file and line, and
            says what is expected.
    """
    content = storage.read_limited(path, MAX_FILE_SIZE)
    with add_file_name(str(path)):
        return loads(content, _read_grade(path, grades), generator)


def _read_grade(path: Path, grades: range) -> int:
    stem = path.name.removesuffix(SEEDS_SUFFIX)
    known = {str(grade): grade for grade in grades}
    if stem == path.name or stem not in known:
        span = f"{grades[0]}{SEEDS_SUFFIX} to {grades[-1]}{SEEDS_SUFFIX}"
        raise LevelError(f"expected a name from {span}, found {quote_input(path.name)}")
    return known[stem]


def loads(content: bytes, grade: int, generator: str) -> SeedFile:
    """Parse the content of a seed file.

    Raises:
        LevelError: The content is not valid. The error names the line and says what is expected.
    """
    seal = proof = ""
    settings: dict[str, str] = {}
    lines: dict[int, int] = {}
    figures: list[int] = []
    for number, line in enumerate(
        untrusted_toml.decode_text(content, MAX_FILE_SIZE).splitlines(), start=1
    ):
        if line.startswith(_GENERATOR):
            _require_generator(line.removeprefix(_GENERATOR).strip(), generator, number)
        elif line.startswith(_SETTINGS):
            settings |= _parse_settings(line.removeprefix(_SETTINGS), number)
        elif line.startswith(_SORTED):
            seal = line.removeprefix(_SORTED).strip()
        elif line.startswith(_FIGURES):
            proof = line.removeprefix(_FIGURES).strip()
        before, _, comment = line.partition("#")
        for seed in _parse_seed(before, number):
            if seed in lines:
                raise LevelError(f"seed {seed} is in line {lines[seed]} already", line=number)
            lines[seed] = number
            figures += _parse_figure(comment)
    found = SeedFile(grade, tuple(lines), generator, settings=settings)
    # A seal counts only if it matches the content, so an edited file silently loses its seals.
    proven = replace(found, figures=tuple(figures))
    found = proven if len(figures) == len(lines) and proof == proven.figures_digest else found
    return replace(found, is_sorted=bool(lines) and seal == found.digest)


def _parse_figure(comment: str) -> Iterator[int]:
    """Yield the figure in the comment after a seed, or nothing if the comment is not a figure."""
    text = comment.strip()
    if text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_SEED)):
        yield int(text)


def _parse_settings(text: str, line: int) -> dict[str, str]:
    pairs = [word.partition("=") for word in text.split()]
    if bad := [key for key, equals, value in pairs if not (key and equals and value)]:
        raise LevelError(f"expected settings KEY=VALUE, found {quote_input(bad[0])}", line=line)
    return {key: value for key, _, value in pairs}


def _require_generator(named: str, installed: str, line: int) -> None:
    if named != installed:
        raise LevelError(
            f"expected seeds for {installed}, found those for {quote_input(named)}", line=line
        )


def _parse_seed(text: str, line: int) -> Iterator[int]:
    """Yield the seed in a line without its comment, or nothing if the line is blank.

    Raises:
        LevelError: The text is not a valid seed.
    """
    text = text.strip()
    if not text:
        return
    digits = text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_SEED))
    if not digits or int(text) > MAX_SEED:
        raise LevelError(
            f"expected a seed from 0 to {MAX_SEED}, found {quote_input(text)}", line=line
        )
    yield int(text)


def with_order(file: SeedFile, seeds: Sequence[int], figures: Sequence[int] = ()) -> SeedFile:
    """Return the file with the sorted ``seeds``, and with their proven figures if known."""
    return replace(file, seeds=tuple(seeds), is_sorted=True, figures=tuple(figures))
