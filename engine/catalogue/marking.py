"""What the designer says of levels: tags, stars and notes, apart from all facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.catalogue.errors import CatalogueError
from engine.catalogue.store import Catalogue
from engine.errors import quoted

MOST_STARS = 5
LONGEST_TAG, LONGEST_NOTE = 100, 10_000
"""Characters at most."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to be said of levels.

    Attributes:
        tags: to be added.
        untags: tags to be taken away.
        stars: from 1 on; 0 for none, None to leave them as they are.
        note: empty for none, None to leave it as it is.
    """

    tags: tuple[str, ...] = ()
    untags: tuple[str, ...] = ()
    stars: int | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        """Refuses what no query could ask for again.

        Raises:
            CatalogueError: no tag, too many stars, or too long a note.
        """
        for tag in self.tags:
            if not is_tag(tag):
                words = f"at most {LONGEST_TAG} characters without blanks at its ends"
                raise CatalogueError(f"tag: expected a word or words, {words}, found {quoted(tag)}")
        if self.stars is not None and not 0 <= self.stars <= MOST_STARS:
            raise CatalogueError(f"stars: expected 0 to {MOST_STARS}, found {self.stars}")
        if self.note is not None and not _is_text(self.note, LONGEST_NOTE):
            raise CatalogueError(f"note: expected text of at most {LONGEST_NOTE:,} characters")


def is_tag(tag: str) -> bool:
    """Whether a text can be a tag: something to be typed after ``tag:``."""
    return bool(tag) and tag == tag.strip() and tag.isprintable() and _is_text(tag, LONGEST_TAG)


def _is_text(text: str, longest: int) -> bool:
    return len(text) <= longest and not any("\ud800" <= char <= "\udfff" for char in text)


def mark(catalogue: Catalogue, ids: Iterable[int], marks: Marks) -> int:
    """Says something of levels, of all at once; gives how many they are.

    Raises:
        CatalogueError: it cannot be written; nothing has changed then.
    """
    numbers = [*ids]
    with catalogue.transaction():
        for number in numbers:
            write(catalogue, number, marks)
    return len(numbers)


def write(catalogue: Catalogue, number: int, marks: Marks) -> None:
    """Says something of a level within a transaction."""
    execute = catalogue.connection.execute
    for tag in marks.untags:
        execute("DELETE FROM tag WHERE level = ? AND word = ?", (number, tag))
    for tag in marks.tags:
        execute("INSERT OR IGNORE INTO tag VALUES (?, ?)", (tag, number))
    said = {"stars": marks.stars, "note": marks.note}
    for column, value in said.items():
        if value is not None:
            execute("INSERT OR IGNORE INTO mark (level) VALUES (?)", (number,))
            execute(f"UPDATE mark SET {column} = ? WHERE level = ?", (value or None, number))
    if any(value is not None and not value for value in said.values()):
        nothing = "stars IS NULL AND note IS NULL"
        execute(f"DELETE FROM mark WHERE level = ? AND {nothing}", (number,))
