"""The ease of reading and the length of the tutorials and how-tos."""

from __future__ import annotations

import re
from pathlib import Path

import pyphen
import pytest

import engine

ROOT = Path(*engine.__path__).parent
PAGES = [
    path
    for folder in ("tutorial", "how-to")
    for path in sorted((ROOT / "docs" / folder).glob("*.md"))
]
LEAST_EASE = 55
MOST_WORDS = 8_000
HYPHENS = pyphen.Pyphen(lang="en_US", left=1, right=1)


def read_sentences(text: str) -> list[list[str]]:
    """Return the words of each sentence, without code blocks, tables, headings and pictures.

    A piece of code in a line counts as one short word, and so does a key.
    """
    text = re.sub(r"^```.*?^```", "\n", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^(#|\||!\[).*$", "\n", text, flags=re.MULTILINE)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"`[^`]*`", "x", text)
    # Each item of a list is a sentence, whether or not it ends with a period.
    text = re.sub(r"^ *([-*]|\d+\.) ", "\n\n", text, flags=re.MULTILINE)
    parts = re.split(r"\n\s*\n|(?<=[.!?])[*)]*\s", text)
    sentences = [re.findall(r"[a-z]+(?:['-][a-z]+)*", part, re.IGNORECASE) for part in parts]
    return [words for words in sentences if words]


def compute_reading_ease(text: str) -> float:
    """Return the Flesch reading ease of a page, with syllables as pyphen divides words."""
    sentences = read_sentences(text)
    words = [word for sentence in sentences for word in sentence]
    syllables = sum(len(HYPHENS.positions(word)) + 1 for word in words)
    return 206.835 - 1.015 * len(words) / len(sentences) - 84.6 * syllables / len(words)


def test_the_formula_is_that_of_flesch() -> None:
    words = "The cat sat on the mat."
    assert compute_reading_ease(words) == pytest.approx(206.835 - 1.015 * 6 - 84.6)
    hard = "Computational investigations demonstrate considerable difficulty."
    assert compute_reading_ease(hard) < 0
    ignored = f"# Computational\n\n```sh\ncomputational\n```\n\n| considerable |\n\n{words}"
    assert compute_reading_ease(ignored) == compute_reading_ease(words)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_guide_is_easy_to_read(page: Path) -> None:
    assert compute_reading_ease(page.read_text(encoding="utf-8")) >= LEAST_EASE


def test_the_guides_are_short() -> None:
    lengths = {page.stem: len(page.read_text(encoding="utf-8").split()) for page in PAGES}
    assert sum(lengths.values()) <= MOST_WORDS, lengths
