"""The app's glossary, which explains the terms used on the screens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest

from engine.game.game import Game
from workbench.ui.manual.help_pages import ManualEntry, ManualSection

MIN_TERMS = 8
"""The minimum number of terms under each heading except the last."""

TERMS: Mapping[str, str] = {
    "aim": "What the best change, or a hint, is to lead to: a longer level, a better kind of win.",
    "archive": "The best level of every two values of two facts, drawn as a grid.",
    "attempt": "One try of a seed: a candidate made from its own random numbers; the first one "
    "that is accepted becomes the level.",
    "batch": "Levels made by the thousand, by a process that continues without the app.",
    "bottleneck": "A state that every shortest solution passes through.",
    "branching": "How many moves lead on from a state.",
    "breakpoint": "A cell or a result at which running through the trace or the timeline stops.",
    "candidate": "What one attempt of the generator makes, before it is accepted or refused.",
    "catalogue": "A file of thousands of levels with their facts, to be asked and chosen from.",
    "conclusion": "Something that a deduction has shown: what goes to a cell, or does not.",
    "dead end": "A place in the level from which it cannot be won any more; a dead state.",
    "dead state": "A state from which no win can be reached, although nothing is lost yet.",
    "detour": "A move that leads to a win, but not by a shortest way.",
    "draft": "A board that breaks a rule of its game and so cannot be played or solved yet.",
    "draw": "One random number that the generator took, with what it decided.",
    "event": "One step of the making of a level: a cell that was set, a weight that was given.",
    "fact": "A number or a word that the solver finds out of a level, such as its moves.",
    "gallery": "Levels made by the same parameters, on a wall to be chosen among.",
    "inert": "Of a thing on the board: without it all facts of the level are the same.",
    "intended solution": "The solution that a level's designer means, pinned to it; after every "
    "edit it is said whether it still wins and is still the shortest.",
    "layer of states": "All states that take the same number of moves to reach.",
    "lower bound": "A length that no solution can be shorter than, proven.",
    "mechanic": "Something that can happen in a move and that the game is about; it acts in every "
    "shortest solution of a level, in some, or in none.",
    "needed": "Of a thing on the board: without it the shortest solution is of another length, "
    "or there is none, or there is one now.",
    "off track": "Further from a win than the moves made needed to be.",
    "optimum": "The least length of any solution, proven.",
    "path": "The states from the start to the win of the reported solution; a star marks them.",
    "position": "Where everything is at one moment of play; a state of the graph.",
    "provenance": "The part of a level file that says how it was made: generator, seed and "
    "parameters, from which it can be made again.",
    "recipe": "A seed, an attempt and all parameters: what leads to one level, always the same.",
    "seed": "The number that decides every random draw; the same seed and parameters make the "
    "same level.",
    "share string": "A whole level as one line of text, to be pasted anywhere.",
    "shortcut": "A solution that is shorter than the intended one, and was not meant.",
    "solution": "Moves that win; the one that is shown is a shortest one unless it says otherwise.",
    "stack": "Levels of a gallery that are alike, one upon the other: the same up to symmetry, "
    "with the same solution or the same walls.",
    "stage": "One part of the making of a level, with its own random numbers; it can be rolled "
    "again or locked by itself.",
    "stale verdict": "A verdict that was stored by older rules, or for another board.",
    "star": "Marks rows of the trace and states that are on the reported solution.",
    "state": "A position as the solver counts it: those that play the same are one.",
    "state graph": "All states that can be reached, and the moves that lead from one to another.",
    "strategy": "A way of the solver to search; each has its own trace.",
    "target": "A cell of an archive without a level that is to be given one.",
    "trace": "What the solver tried, row by row: the state, the move, and what came of it.",
    "transition": "A move from a state to another that does not lose.",
    "trap": "A move after which no win can be reached: it loses, or leads to a dead state.",
    "verdict": "What the solver says of a level: whether and how it can be solved, and its facts.",
    "weight": "How likely the generator is to choose a cell, compared with all others.",
    "what if": "What each single change of the board would do for an aim, and what it would break.",
    "witness": "The way to win that the making of a level implies.",
    "yield": "How many of the candidates are accepted.",
}
"""The terms that have the same meaning in every game, with their explanations."""


def collect_terms(games: Iterable[Game]) -> dict[str, str]:
    """Return a mapping from each term of the app and of ``games`` to its meaning, sorted by term.

    If several games define the same term, their explanations are joined.
    """
    found = {word: [text] for word, text in TERMS.items()}
    for game in games:
        parameters = game.parameters.parameters
        facts = {p.title: p.help for p in parameters if p.kind == "fact" and "." not in p.key}
        played = {
            name.replace("_", " "): said for name, said in game.solver.mechanic_titles.items()
        }
        for word, text in (facts | played | dict(game.terms)).items():
            if text not in found.setdefault(word, []):
                found[word].append(text)
    return {word: " ".join(found[word]) for word in sorted(found, key=str.casefold)}


def make_sections(games: Iterable[Game]) -> list[ManualSection]:
    """Make the glossary for ``games``. Each section covers a few letters of the alphabet."""
    found: list[ManualSection] = []
    entries: list[ManualEntry] = []
    listed = [*collect_terms(games).items()]
    for (word, text), (after, _) in zip_longest(listed, listed[1:], fillvalue=("", "")):
        entries.append(ManualEntry(((word, "key"),), text))
        if not after or (len(entries) >= MIN_TERMS and after[0].upper() != word[0].upper()):
            first = entries[0].text[0].upper()
            found.append(ManualSection(f"{first} to {word[0].upper()}", tuple(entries)))
            entries = []
    return found
