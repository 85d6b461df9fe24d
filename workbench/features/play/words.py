"""The words beside or below a board that is played, or played again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.values.picture import Picture
from workbench.drawing import canvas
from workbench.theme.scales import SIZES
from workbench.ui.linepane import LinePane
from workbench.ui.lines import Line, Span, columns, cut, window, wrap

Side = Literal["beside", "below"]

BELOW = 5
"""Lines of the words below a board."""
LEAST, MOST = 27, 44
"""Columns of the words beside a board."""
_CLEAR = SIZES["large"]
"""The size of cells from which a board can be seen well."""
_EMPTY: Line = []
_ROOMY = 26
"""Lines from which every part of the column has a line to spare."""


@dataclass(frozen=True, slots=True)
class PlayText:
    """All that is said beside a board.

    Attributes:
        title: of the level.
        facts: numbers by name, such as moves and 5.
        news: what has happened, most important first.
        advice: a hint, or what a recorded move was worth.
        trails: rows of moves by name, such as moves and solution.
        foot: what is switched on, by key and name.
        points: remarks on single moments, where there is room for them.
    """

    title: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    news: tuple[Span, ...] = ()
    advice: tuple[Span, ...] = ()
    trails: tuple[tuple[str, Span], ...] = ()
    foot: tuple[tuple[str, str, str], ...] = ()
    points: tuple[Span, ...] = ()


def arrange(
    picture: Picture, width: int, height: int, *, numbered: bool = False
) -> tuple[Side, int]:
    """Where the words stand on a screen of that size, and their columns or lines.

    The board is drawn as large as it can be; the words stand beside it wherever that costs it
    nothing, because there is more room for them there. Rows and columns are ``numbered`` where
    cells are named.
    """
    height -= 2  # a message, and the keys
    for plan in canvas.choices(picture, margin=numbered, firm=numbered):
        columns, lines = plan.size
        # Words are cut short for a board that can be seen well, not for one that is larger still.
        roomy = SIZES[plan.scale] > _CLEAR
        for room in range(MOST, (MOST if roomy else LEAST) - 1, -1):
            if columns <= width - room and lines <= height:
                return "beside", room
        if not roomy and columns <= width and lines <= height - BELOW:
            break
    return "below", BELOW


class PlayWords(LinePane):
    """Shows words in a column beside the board, or in a few lines below it."""

    _words = PlayText()
    _side: Side = "beside"

    def show(self, words: PlayText, side: Side) -> None:
        """Shows words on that side of the board."""
        self._words, self._side = words, side
        self.renew()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The lines of either side."""
        return self._column(width, height) if self._side == "beside" else self._rows(width)

    # Beside the board.

    def _column(self, width: int, height: int) -> list[Line]:
        words = self._words
        foot = [_switch(*entry) for entry in words.foot]
        head: list[Line] = [_EMPTY, *_wrapped((words.title, "title"), width)]
        head.append(_EMPTY)
        first = max([7, *(len(name) for name, _ in words.facts)]) + 1
        head += [[(name.ljust(first), "muted"), (value, "")] for name, value in words.facts]
        head.append(_EMPTY)
        # Each in lines of its own, so that nothing below moves when one comes or goes; long news
        # take from those of the advice.
        each = 3 + (height >= _ROOMY)
        news = [line for span in words.news for line in _wrapped(span, width)]
        head += _padded(news, each)
        advice = [line for span in words.advice for line in _wrapped(span, width)]
        head += _padded(advice, each - max(len(news) - each, 0))
        room = height - len(head)
        if room - len(foot) - 1 >= self._wanted(width):
            room -= len(foot) + 1
        else:
            foot = []
        points = self._points(room - 2 * len(words.trails), width)
        trails = [*self._trails(width, max(room - len(points), 2)), *points]
        gap = max(height - len(head) - len(trails) - len(foot), 0)
        return [*head, *trails, *[_EMPTY] * gap, *foot]

    def _wanted(self, width: int) -> int:
        """Lines that moves are to have: two, or with a solution all that they take."""
        texts = [text for _, (text, _) in self._words.trails]
        if len(texts) < 2:
            return 2 * len(texts)
        return sum(1 + len(wrap(text, width) or [""]) for text in texts)

    def _trails(self, width: int, room: int) -> Iterator[Line]:
        """Moves in lines below their names, or beside them; of what does not fit, the last ones."""
        trails = self._words.trails
        if 2 * len(trails) > room:
            yield from (self._tails([trail], width) for trail in trails)
            return
        texts = [wrap(text, width) or [""] for _, (text, _) in trails]
        shares = _shares([*map(len, texts)], room - len(trails))
        for (name, (_, role)), lines, share in zip(trails, texts, shares, strict=True):
            yield [(name, "muted")]
            cut_off = len(lines) > share
            for number, line in enumerate(lines[-share:]):
                yield [(f"…{line[1:]}" if cut_off and not number else line, role)]

    def _points(self, room: int, width: int) -> list[Line]:
        """The remarks that fit, the one on the present moment among them, below a blank line."""
        points = self._words.points
        chosen = [number for number, (_, role) in enumerate(points) if role == "selected"]
        first = window(chosen[0] if chosen else 0, len(points), room - 1, 0)
        shown = points[first : first + max(room - 1, 0)]
        return [_EMPTY, *(cut([point], width) for point in shown)] if shown else []

    # Below the board.

    def _rows(self, width: int) -> list[Line]:
        words = self._words
        news = [*words.news[:2], ("", ""), ("", "")]
        facts = " · ".join(f"{name} {value}" for name, value in words.facts)
        second, advice = news[1], words.advice
        room = width - len(facts) - 2
        if len(second[0]) > room and not advice:
            second, advice = ("", ""), (second,)
        rows = [
            columns([(words.title, "title")], cut([news[0]], width), width),
            columns([(facts, "")], [("  ", ""), *cut([second], max(room, width // 2))], width),
            cut(_joined(advice), width),
        ]
        parts = (words.trails[:1], words.trails[1:])
        rows += [self._tails(trails, width) for trails in parts if trails]
        rows.append(cut([part for entry in words.foot for part in _short(*entry)], width))
        return rows

    def _tails(self, trails: Sequence[tuple[str, Span]], width: int) -> Line:
        """Rows of moves in one line; of each that does not fit, the last ones."""
        line: list[Span] = []
        left = width
        for number, (name, (text, role)) in enumerate(trails):
            label = f"{'   ' if line else ''}{name}  "
            room = left // (len(trails) - number) - len(label)
            shown = text if len(text) <= room else "…" + text[len(text) - room + 1 :]
            line += [(label, "muted"), (shown, role)]
            left -= len(label) + len(shown)
        return line


def _shares(wanted: Sequence[int], room: int) -> list[int]:
    """Lines for each of several texts, one at least, as evenly as what they need allows."""
    shares = [1] * len(wanted)
    for _ in range(room - len(wanted)):
        lacking = [number for number, need in enumerate(wanted) if shares[number] < need]
        if lacking:
            shares[min(lacking, key=shares.__getitem__)] += 1
    return shares


def _wrapped(span: Span, width: int) -> list[Line]:
    text, role = span
    return [[(line, role)] for line in wrap(text, width)]


def _padded(lines: list[Line], least: int) -> list[Line]:
    return lines + [_EMPTY] * (least - len(lines))


def _joined(spans: Iterable[Span]) -> list[Span]:
    joined: list[Span] = []
    for span in spans:
        joined += [("   ", ""), span] if joined else [span]
    return joined


def _switch(key: str, name: str, state: str) -> Line:
    return [(f"{key:<4}", "key"), (f"{name:<12}", "muted"), (state, "muted")]


def _short(key: str, name: str, state: str) -> list[Span]:
    return [(key, "key"), (f" {name} {state}   ", "muted")]
