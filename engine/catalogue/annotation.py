"""The tags, stars and notes that a designer gives to levels, stored separately from the facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.store import Catalogue
from engine.errors import quote_input

MAX_STARS = 5
MAX_TAG_LENGTH, MAX_NOTE_LENGTH = 100, 10_000
"""The maximum lengths of a tag and a note, in characters."""


@dataclass(frozen=True, slots=True)
class AnnotationEdit:
    """A change to the annotations of one or more levels.

    Attributes:
        tags: The tags to add.
        untags: The tags to remove.
        stars: The new number of stars; 0 removes the stars, None leaves them unchanged.
        note: The new note; an empty string removes the note, None leaves it unchanged.
    """

    tags: tuple[str, ...] = ()
    untags: tuple[str, ...] = ()
    stars: int | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        """Raise an error if an annotation is invalid.

        Raises:
            CatalogueError: A tag is invalid, there are too many stars, or the note is too long.
        """
        for tag in self.tags:
            if not is_tag(tag):
                words = f"at most {MAX_TAG_LENGTH} characters without blanks at its ends"
                raise CatalogueError(
                    f"tag: expected a word or words, {words}, found {quote_input(tag)}"
                )
        if self.stars is not None and not 0 <= self.stars <= MAX_STARS:
            raise CatalogueError(f"stars: expected 0 to {MAX_STARS}, found {self.stars}")
        if self.note is not None and not _is_short_text(self.note, MAX_NOTE_LENGTH):
            raise CatalogueError(f"note: expected text of at most {MAX_NOTE_LENGTH:,} characters")


def is_tag(tag: str) -> bool:
    """Return True if ``tag`` is short, printable and not empty, with no blanks at its ends."""
    return (
        bool(tag)
        and tag == tag.strip()
        and tag.isprintable()
        and _is_short_text(tag, MAX_TAG_LENGTH)
    )


def _is_short_text(text: str, longest: int) -> bool:
    # Lone surrogates cannot be encoded as UTF-8.
    return len(text) <= longest and not any("\ud800" <= char <= "\udfff" for char in text)


def annotate_levels(catalogue: Catalogue, ids: Iterable[int], edit: AnnotationEdit) -> int:
    """Apply ``edit`` to the levels with the given ids, and return the number of ids.

    All changes are made in one transaction.

    Raises:
        CatalogueError: The catalogue cannot be written. In that case no level has changed.
    """
    numbers = [*ids]
    with catalogue.begin_transaction():
        for number in numbers:
            write_annotations(catalogue, number, edit)
    return len(numbers)


def write_annotations(catalogue: Catalogue, number: int, edit: AnnotationEdit) -> None:
    """Apply ``edit`` to the level with the id ``number``, within the caller's transaction."""
    execute = catalogue.connection.execute
    for tag in edit.untags:
        execute("DELETE FROM tag WHERE level = ? AND word = ?", (number, tag))
    for tag in edit.tags:
        execute("INSERT OR IGNORE INTO tag VALUES (?, ?)", (tag, number))
    said = {"stars": edit.stars, "note": edit.note}
    for column, value in said.items():
        if value is not None:
            execute("INSERT OR IGNORE INTO mark (level) VALUES (?)", (number,))
            execute(f"UPDATE mark SET {column} = ? WHERE level = ?", (value or None, number))
    if any(value is not None and not value for value in said.values()):
        # Remove the row of a level with neither stars nor a note, to keep the table small.
        nothing = "stars IS NULL AND note IS NULL"
        execute(f"DELETE FROM mark WHERE level = ? AND {nothing}", (number,))
