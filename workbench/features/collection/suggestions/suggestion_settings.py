"""The settings for suggestions, which are kept between sessions."""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass
from pathlib import Path

import tomli_w

from engine.errors import EngineError
from engine.files import untrusted_toml
from engine.files.storage import replace_file


@dataclass(frozen=True, slots=True)
class SuggestionSettings:
    """The designer's preferences for suggestions.

    Attributes:
        shown: True if suggestions are turned on.
        measures: The preferred measures, of which the first two that a game has are used.
    """

    shown: bool = False
    measures: tuple[str, ...] = ("longer", "trickier", "fewer-objects")

    def select_measures(self, known: tuple[str, ...]) -> tuple[str, ...]:
        """Return the two measures to use for a game whose measures are ``known``."""
        wanted = [each for each in self.measures if each in known]
        return tuple(dict.fromkeys((*wanted, *known)))[:2]


def load_settings(path: Path) -> SuggestionSettings:
    """Load the settings, or return the defaults if the file is missing or cannot be read."""
    try:
        table = untrusted_toml.read_toml(path) if path.exists() else {}
    except (EngineError, OSError):
        return SuggestionSettings()
    shown, measures = table.get("shown"), table.get("measures")
    words = measures if isinstance(measures, list) else []
    named = tuple(each for each in words if isinstance(each, str))
    return SuggestionSettings(shown is True, named or SuggestionSettings().measures)


def save_settings(path: Path, settings: SuggestionSettings) -> None:
    """Save the settings. If the file cannot be written, do nothing."""
    with contextlib.suppress(EngineError, OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, tomli_w.dumps(asdict(settings)).encode())
