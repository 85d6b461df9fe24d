"""Files of seeds: the levels of one grade, one seed a line.

The grade is the name of the file, such as ``3.seeds``. Blank lines do not count, nor does what
follows a ``#``, but for what is written by the workbench::

    # generator: mazing-monk/1
    # settings: mode=protective profile=sparse
    # easiest first: 0f3c...
    # proven figures: 77ab...
    243 # 3

The first says which generator makes the levels; another one would make others of the same seeds.
The second says what is set for it besides the grade, and is left out if nothing is. The third says
that the seeds stand in the order of difficulty, and seals it: once a seed has been changed, added,
moved or taken away, or another setting, the order is found out again. The fourth says that behind
each seed stands the proven figure of its level, by which whole lists rise, and seals these too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.errors import LevelError, naming, quoted
from engine.files import storage, tomltext
from engine.values.level import MAX_SEED

SUFFIX = ".seeds"
MOST_BYTES = storage.LONGEST
"""Longer files are refused."""

_GENERATOR = "# generator:"
_SETTINGS = "# settings:"
_SORTED = "# easiest first:"
_FIGURES = "# proven figures:"


@dataclass(frozen=True, slots=True)
class SeedFile:
    """The seeds of one grade.

    Attributes:
        seeds: all different, in the order of the file.
        generator: name and version of the generator, as provenance records them.
        is_sorted: whether that order is known to be the one of difficulty, the easiest first.
        settings: of the generator's parameters, those that are set, beside that of the grade.
        figures: what is proven of the level of each seed, as numbers that can be compared whatever
            the grade; empty if it is not known of all.
    """

    grade: int
    seeds: tuple[int, ...]
    generator: str
    is_sorted: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)
    figures: tuple[int, ...] = ()

    @property
    def settings_text(self) -> str:
        """The settings in the order of their keys, with blanks between them."""
        return " ".join(f"{key}={self.settings[key]}" for key in sorted(self.settings))

    @property
    def digest(self) -> str:
        """What the levels are known by, and their order."""
        made = f"{self.generator} {self.grade} {self.settings_text}".rstrip()
        text = f"{made}\n" + "".join(f"{seed}\n" for seed in self.seeds)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def figures_digest(self) -> str:
        """What the levels are known by, their order, and what is proven of them."""
        text = f"{self.digest}\n" + "".join(f"{figure}\n" for figure in self.figures)
        return hashlib.sha256(text.encode()).hexdigest()


def dumps(file: SeedFile, title: str) -> str:
    """The text of a file.

    ``title`` says what it is about, in its first comment.
    """
    lines = [f"# {title}", f"{_GENERATOR} {file.generator}"]
    lines += [f"{_SETTINGS} {file.settings_text}"] if file.settings else []
    lines += [f"{_SORTED} {file.digest}"] if file.is_sorted else []
    lines += [f"{_FIGURES} {file.figures_digest}"] if file.figures else []
    comments = [f" # {figure}" for figure in file.figures] or [""] * len(file.seeds)
    lines += [f"{seed}{figure}" for seed, figure in zip(file.seeds, comments, strict=True)]
    return "".join(f"{line}\n" for line in lines)


def write(path: Path, file: SeedFile, title: str) -> None:
    """Writes a file, all or nothing.

    Raises:
        LevelError: it cannot be written, or its name does not give the grade.
    """
    if path.name != f"{file.grade}{SUFFIX}":
        raise LevelError(f"expected the name {file.grade}{SUFFIX}", file=str(path))
    storage.replace_file(path, dumps(file, title).encode())


def read(path: Path, grades: range, generator: str) -> SeedFile:
    """A file of seeds.

    ``grades`` are those that there are, ``generator`` is the installed one.

    Raises:
        LevelError: it cannot be read as one; names file and line, and what was expected.
    """
    content = storage.read_limited(path, MOST_BYTES)
    with naming(str(path)):
        return loads(content, _grade(path, grades), generator)


def _grade(path: Path, grades: range) -> int:
    stem = path.name.removesuffix(SUFFIX)
    known = {str(grade): grade for grade in grades}
    if stem == path.name or stem not in known:
        span = f"{grades[0]}{SUFFIX} to {grades[-1]}{SUFFIX}"
        raise LevelError(f"expected a name from {span}, found {quoted(path.name)}")
    return known[stem]


def loads(content: bytes, grade: int, generator: str) -> SeedFile:
    """The seeds of a file's content.

    Raises:
        LevelError: it is none; names the line, and what was expected.
    """
    seal = proof = ""
    settings: dict[str, str] = {}
    lines: dict[int, int] = {}
    figures: list[int] = []
    for number, line in enumerate(tomltext.decode(content, MOST_BYTES).splitlines(), start=1):
        if line.startswith(_GENERATOR):
            _require_generator(line.removeprefix(_GENERATOR).strip(), generator, number)
        elif line.startswith(_SETTINGS):
            settings |= _settings(line.removeprefix(_SETTINGS), number)
        elif line.startswith(_SORTED):
            seal = line.removeprefix(_SORTED).strip()
        elif line.startswith(_FIGURES):
            proof = line.removeprefix(_FIGURES).strip()
        before, _, comment = line.partition("#")
        for seed in _seeds(before, number):
            if seed in lines:
                raise LevelError(f"seed {seed} stands in line {lines[seed]} already", line=number)
            lines[seed] = number
            figures += _figure(comment)
    found = SeedFile(grade, tuple(lines), generator, settings=settings)
    proven = replace(found, figures=tuple(figures))
    found = proven if len(figures) == len(lines) and proof == proven.figures_digest else found
    return replace(found, is_sorted=bool(lines) and seal == found.digest)


def _figure(comment: str) -> Iterator[int]:
    """The figure behind a seed; none where something else stands there."""
    text = comment.strip()
    if text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_SEED)):
        yield int(text)


def _settings(text: str, line: int) -> dict[str, str]:
    pairs = [word.partition("=") for word in text.split()]
    if bad := [key for key, equals, value in pairs if not (key and equals and value)]:
        raise LevelError(f"expected settings KEY=VALUE, found {quoted(bad[0])}", line=line)
    return {key: value for key, _, value in pairs}


def _require_generator(named: str, installed: str, line: int) -> None:
    if named != installed:
        raise LevelError(
            f"expected seeds for {installed}, found those for {quoted(named)}", line=line
        )


def _seeds(text: str, line: int) -> Iterator[int]:
    """The seed of a line without its comment; none of a blank one."""
    text = text.strip()
    if not text:
        return
    digits = text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_SEED))
    if not digits or int(text) > MAX_SEED:
        raise LevelError(f"expected a seed from 0 to {MAX_SEED}, found {quoted(text)}", line=line)
    yield int(text)


def in_order(file: SeedFile, seeds: Sequence[int], figures: Sequence[int] = ()) -> SeedFile:
    """The file with its seeds in the order of difficulty, and what is proven of each, if known."""
    return replace(file, seeds=tuple(seeds), is_sorted=True, figures=tuple(figures))
