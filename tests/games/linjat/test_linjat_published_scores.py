"""What the documentation says of the scores that published puzzles store."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from linjat_boards import needs_sample, sample

from engine.games.linjat.board.text import read_published
from engine.games.linjat.deduce import rulesets
from engine.games.linjat.deduce.deduction import deduce
from engine.games.linjat.deduce.scoring import greatest_width, score, selection_scores, uses

PAGE = Path(__file__).parents[3] / "docs" / "linjat.md"
MODES = ("easy", "medium", "hard", "expert")
_OFF = (rulesets.UNCONTESTED, rulesets.SINGLE_SOLUTION)
RULES = {
    "the corrected rules, as shown": rulesets.CORRECTED,
    "the published rules": rulesets.PUBLISHED,
    "the published rules without rules 1 and 3": sum(1 << rulesets.OFF_AT + kind for kind in _OFF),
}


@needs_sample
def test_how_many_published_puzzles_have_the_stored_score() -> None:
    puzzles = [puzzle for puzzle in sample() if "score" in puzzle]
    page = PAGE.read_text(encoding="utf-8")
    for title, switches in RULES.items():
        equal: Counter[str] = Counter()
        for puzzle in puzzles:
            layers = deduce(read_published(puzzle["rows"]), switches).kinds
            depths = {rule: use.depth for rule, use in uses(layers).items()}
            found = selection_scores(depths, greatest_width(layers))[puzzle["mode"]]
            stored = float(puzzle["score"])
            equal[puzzle["mode"]] += abs(found - stored) < 1e-9
            assert score(layers) != stored
        row = f"| {title} | {' | '.join(str(equal[mode]) for mode in MODES)} |"
        assert row in page
