"""What is remembered of suggestions from one start to the next: if and by what they are wanted."""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass
from pathlib import Path

import tomli_w

from engine.errors import EngineError
from engine.files import tomltext
from engine.files.storage import replace_file


@dataclass(frozen=True, slots=True)
class Remembered:
    """What is wanted of suggestions.

    Attributes:
        shown: whether they are asked for: shown beside the design unless something else is.
        measures: by which they are chosen, the first two of those that a game has.
    """

    shown: bool = False
    measures: tuple[str, ...] = ("longer", "trickier", "fewer-objects")

    def of(self, known: tuple[str, ...]) -> tuple[str, ...]:
        """The two measures of a game that knows some."""
        wanted = [each for each in self.measures if each in known]
        return tuple(dict.fromkeys((*wanted, *known)))[:2]


def recall(path: Path) -> Remembered:
    """What was remembered; what is usual if nothing was, or what cannot be read."""
    try:
        table = tomltext.read(path) if path.exists() else {}
    except (EngineError, OSError):
        return Remembered()
    shown, measures = table.get("shown"), table.get("measures")
    words = measures if isinstance(measures, list) else []
    named = tuple(each for each in words if isinstance(each, str))
    return Remembered(shown is True, named or Remembered().measures)


def remember(path: Path, wanted: Remembered) -> None:
    """Remembers it, where anything can be kept."""
    with contextlib.suppress(EngineError, OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, tomli_w.dumps(asdict(wanted)).encode())
