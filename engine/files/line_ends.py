"""The line endings of text files, which are preserved when a file is saved again."""

from __future__ import annotations


def find_line_end(content: bytes) -> bytes:
    """Return the line ending that a text file uses, judging by its first line only."""
    return b"\r\n" if content.partition(b"\n")[0].endswith(b"\r") else b"\n"


def normalize_line_ends(content: bytes) -> bytes:
    """Convert the line endings in a file's content to line feeds."""
    return content.replace(b"\r\n", b"\n")


def keep_line_ends(content: bytes, old: bytes | None) -> bytes:
    """Return the new content of a file with the same line endings as its old content."""
    return content if old is None else content.replace(b"\n", find_line_end(old))
