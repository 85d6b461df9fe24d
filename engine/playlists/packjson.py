"""Packs as JSON for other programs, with the same keys and values as in a pack file.

All levels are embedded, so that one JSON object holds all that a pack is played by.
"""

from __future__ import annotations

from dataclasses import replace

from engine.files import leveljson
from engine.files.untrusted_toml import decode_text
from engine.playlists import packfile
from engine.playlists.pack import Pack

FORM = "puzzle-workbench-pack/1"
"""The value of the key ``format``, which comes first in the text."""


def dumps(pack: Pack) -> str:
    """Return a pack with its loaded levels as JSON text. Equal packs give identical text."""
    embedded = [
        replace(entry, embedded=entry.level, file=None) if entry.level is not None else entry
        for entry in pack.levels
    ]
    document = packfile.build_document(pack.with_levels(embedded)) | {"format": FORM}
    return leveljson.format_document(document)


def loads(text: bytes | str) -> Pack:
    """Return the pack that JSON text describes, without the levels in other files.

    Raises:
        LevelError: The text is not a pack. The error names the line or key.
    """
    return packfile.parse_document(
        {**leveljson.parse_object(decode_text(text)), "format": packfile.FORMAT}
    )
