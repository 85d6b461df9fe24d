"""The text next to or below a board that is being played or replayed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.values.picture import Picture
from workbench.drawing import terminal_picture
from workbench.theme.cell_sizes import SIZES
from workbench.ui.line_pane import LinePane
from workbench.ui.styled_lines import Line, Span, cut_line, find_first_row, justify_line, wrap_text

Side = Literal["aside", "below"]

LINES_BELOW = 5
"""The number of lines of text below a board."""
MIN_COLUMNS, MAX_COLUMNS = 27, 44
"""The least and greatest width, in columns, for text next to a board."""
_CLEAR_SIZE = SIZES["large"]
"""The smallest size at which cells are easy to see."""
_EMPTY: Line = []
_ROOMY_HEIGHT = 26
"""The minimum height, in lines, at which news and advice each get an extra line."""


@dataclass(frozen=True, slots=True)
class PlayText:
    """The text that is shown with a board.

    Attributes:
        title: The level's title.
        facts: Pairs of a name and a value, such as "moves" and "5".
        news: Messages about recent events, most important first.
        advice: A hint or, in a replay, a remark on the current move.
        trails: Pairs of a name, such as "moves" or "solution", and a sequence of moves.
        foot: The settings, each a tuple of its key, name and state.
        points: Remarks on individual events in a replay, shown only if there is room.
    """

    title: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    news: tuple[Span, ...] = ()
    advice: tuple[Span, ...] = ()
    trails: tuple[tuple[str, Span], ...] = ()
    foot: tuple[tuple[str, str, str], ...] = ()
    points: tuple[Span, ...] = ()


def choose_side(
    picture: Picture, width: int, height: int, *, is_numbered: bool = False
) -> tuple[Side, int]:
    """Choose whether the text goes next to the board or below it.

    The board is drawn as large as possible. The text goes next to it, where it has more room,
    unless that would make the board smaller.

    Args:
        picture: The picture of the board.
        width: The width of the screen in columns.
        height: The height of the screen in lines.
        is_numbered: True if the board's rows and columns are numbered.

    Returns:
        The side, and the width of the text in columns ("aside") or its height in lines ("below").
    """
    height -= 2  # the lines for a message and for the keys
    for plan in terminal_picture.list_plans(picture, margin=is_numbered, firm=is_numbered):
        columns, lines = plan.size
        # Narrow the text only until the board is easy to see, not to make it even larger.
        roomy = SIZES[plan.scale] > _CLEAR_SIZE
        for room in range(MAX_COLUMNS, (MAX_COLUMNS if roomy else MIN_COLUMNS) - 1, -1):
            if columns <= width - room and lines <= height:
                return "aside", room
        if not roomy and columns <= width and lines <= height - LINES_BELOW:
            break
    return "below", LINES_BELOW


class PlayTextPane(LinePane):
    """A pane that shows text in a column next to the board, or in a few lines below it."""

    _text = PlayText()
    _side: Side = "aside"

    def show_text(self, text: PlayText, side: Side) -> None:
        """Show ``text``, laid out for the given side of the board."""
        self._text, self._side = text, side
        self.update_content()

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Return the lines of text, laid out for the chosen side of the board."""
        return self._draw_column(width, height) if self._side == "aside" else self._draw_rows(width)

    def _draw_column(self, width: int, height: int) -> list[Line]:
        words = self._text
        foot = [_draw_switch(*entry) for entry in words.foot]
        head: list[Line] = [_EMPTY, *_wrap_span((words.title, "title"), width)]
        head.append(_EMPTY)
        first = max([7, *(len(name) for name, _ in words.facts)]) + 1
        head += [[(name.ljust(first), "muted"), (value, "")] for name, value in words.facts]
        head.append(_EMPTY)
        # News and advice get a fixed number of lines, so that the text below them does not move.
        # News that is too long takes lines from the advice.
        each = 3 + (height >= _ROOMY_HEIGHT)
        news = [line for span in words.news for line in _wrap_span(span, width)]
        head += _pad_lines(news, each)
        advice = [line for span in words.advice for line in _wrap_span(span, width)]
        head += _pad_lines(advice, each - max(len(news) - each, 0))
        room = height - len(head)
        # If there is not enough room, leave out the foot before cutting any moves.
        if room - len(foot) - 1 >= self._count_trail_lines(width):
            room -= len(foot) + 1
        else:
            foot = []
        points = self._draw_remarks(room - 2 * len(words.trails), width)
        trails = [*self._draw_trails(width, max(room - len(points), 2)), *points]
        gap = max(height - len(head) - len(trails) - len(foot), 0)
        return [*head, *trails, *[_EMPTY] * gap, *foot]

    def _count_trail_lines(self, width: int) -> int:
        """Return the number of lines to reserve for the trails.

        The moves alone need only two lines. If there is also a solution, both are shown in full.
        """
        texts = [text for _, (text, _) in self._text.trails]
        if len(texts) < 2:
            return 2 * len(texts)
        return sum(1 + len(wrap_text(text, width) or [""]) for text in texts)

    def _draw_trails(self, width: int, room: int) -> Iterator[Line]:
        """Yield the trails, each below its name, or next to it if there is little room.

        A sequence of moves that is too long is cut off at the beginning.
        """
        trails = self._text.trails
        if 2 * len(trails) > room:
            yield from (self._draw_tails([trail], width) for trail in trails)
            return
        texts = [wrap_text(text, width) or [""] for _, (text, _) in trails]
        shares = _share_lines([*map(len, texts)], room - len(trails))
        for (name, (_, role)), lines, share in zip(trails, texts, shares, strict=True):
            yield [(name, "muted")]
            cut_off = len(lines) > share
            for number, line in enumerate(lines[-share:]):
                yield [(f"…{line[1:]}" if cut_off and not number else line, role)]

    def _draw_remarks(self, room: int, width: int) -> list[Line]:
        """Return a blank line and the remarks that fit, including the selected one."""
        points = self._text.points
        chosen = [number for number, (_, role) in enumerate(points) if role == "selected"]
        first = find_first_row(chosen[0] if chosen else 0, len(points), room - 1, 0)
        shown = points[first : first + max(room - 1, 0)]
        return [_EMPTY, *(cut_line([point], width) for point in shown)] if shown else []

    def _draw_rows(self, width: int) -> list[Line]:
        words = self._text
        news = [*words.news[:2], ("", ""), ("", "")]
        facts = " · ".join(f"{name} {value}" for name, value in words.facts)
        second, advice = news[1], words.advice
        room = width - len(facts) - 2
        # A second message that is too long for the line with the facts takes the advice's line if
        # there is no advice.
        if len(second[0]) > room and not advice:
            second, advice = ("", ""), (second,)
        rows = [
            justify_line([(words.title, "title")], cut_line([news[0]], width), width),
            justify_line(
                [(facts, "")], [("  ", ""), *cut_line([second], max(room, width // 2))], width
            ),
            cut_line(_join_spans(advice), width),
        ]
        parts = (words.trails[:1], words.trails[1:])
        rows += [self._draw_tails(trails, width) for trails in parts if trails]
        rows.append(
            cut_line([part for entry in words.foot for part in _draw_short_switch(*entry)], width)
        )
        return rows

    def _draw_tails(self, trails: Sequence[tuple[str, Span]], width: int) -> Line:
        """Return all ``trails`` in one line, cutting long sequences of moves at the start."""
        line: list[Span] = []
        left = width
        for number, (name, (text, role)) in enumerate(trails):
            label = f"{'   ' if line else ''}{name}  "
            room = left // (len(trails) - number) - len(label)
            shown = text if len(text) <= room else "…" + text[len(text) - room + 1 :]
            line += [(label, "muted"), (shown, role)]
            left -= len(label) + len(shown)
        return line


def _share_lines(wanted: Sequence[int], room: int) -> list[int]:
    """Divide ``room`` lines among blocks of text as evenly as possible.

    Args:
        wanted: The number of lines that each block needs.
        room: The number of lines that are available.

    Returns:
        The number of lines for each block, which is at least one and at most the number it needs.
    """
    shares = [1] * len(wanted)
    # Give each line to the block that has the fewest lines among those that need more.
    for _ in range(room - len(wanted)):
        lacking = [number for number, need in enumerate(wanted) if shares[number] < need]
        if lacking:
            shares[min(lacking, key=shares.__getitem__)] += 1
    return shares


def _wrap_span(span: Span, width: int) -> list[Line]:
    text, role = span
    return [[(line, role)] for line in wrap_text(text, width)]


def _pad_lines(lines: list[Line], least: int) -> list[Line]:
    return lines + [_EMPTY] * (least - len(lines))


def _join_spans(spans: Iterable[Span]) -> list[Span]:
    joined: list[Span] = []
    for span in spans:
        joined += [("   ", ""), span] if joined else [span]
    return joined


def _draw_switch(key: str, name: str, state: str) -> Line:
    return [(f"{key:<4}", "key"), (f"{name:<12}", "muted"), (state, "muted")]


def _draw_short_switch(key: str, name: str, state: str) -> list[Span]:
    return [(key, "key"), (f" {name} {state}   ", "muted")]
