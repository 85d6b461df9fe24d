"""Which files are packs, by their names."""

from __future__ import annotations

from pathlib import Path

SUFFIX = ".pack.toml"
"""How the names of packs end."""


def is_pack(path: Path | str) -> bool:
    """Whether a file has the name of a pack, which is more than the ending."""
    name = Path(path).name
    return name.endswith(SUFFIX) and name != SUFFIX
