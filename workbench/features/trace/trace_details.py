"""The details shown below the rows of a trace.

From top to bottom, these are an explanation of the selected row with its siblings, children and
path; the filter and the search, or the query that is being typed; and the cursor's position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from workbench.commands import keymap
from workbench.features.trace.trace_rows import TraceView
from workbench.session.trace import trace_query
from workbench.session.trace.row_details import RowDetails, TraceBranch
from workbench.session.trace.row_search import FoundRows
from workbench.text import quantity_text, trace_text
from workbench.ui.styled_lines import (
    ClickTarget,
    Line,
    Span,
    cut_line,
    justify_line,
    measure_width,
    wrap_text,
)

TALL, ROOMY, MIDDLE = 20, 15, 12
"""The minimum heights of the pane, in lines, for three levels of detail, from most to least."""
SOLUTION = "the solution"
"""The text shown in place of a filter while only the solution's rows are listed."""

DetailLines = list[tuple[Line, tuple[ClickTarget, ...]]]
"""The lines of the details, each with its click targets."""


def draw_details(details: RowDetails | None, width: int, height: int, rows: int) -> DetailLines:
    """Return lines that describe the selected row, as detailed as the pane's height allows.

    The number of lines usually does not depend on the row, so that the rows above do not jump.

    Args:
        details: The details of the selected row, or None while they are being computed.
        width: The width of the pane in columns.
        height: The height of the pane in lines.
        rows: The number of rows in the trace.
    """
    if details is not None and details.reasons is not None:
        return _draw_reasons(details.reasons, width, max(height // 2, height - rows - 2, 3))
    if height < MIDDLE:
        return _draw_explanation(details, width, 1) + _draw_path(details, width)
    tall = height >= TALL
    lines: DetailLines = [([("─" * width, "muted")], ())] if tall else []
    count = 4 if tall else 3 if height >= ROOMY else 2
    lines += _draw_explanation(details, width, count)
    if details is None:
        return lines + fill_lines((), 4 if tall else 2, width) + _draw_path(None, width)
    branches = _draw_grid if tall else _draw_flow
    lines += branches("from", details.before, _drop_repeats(details.siblings), width)
    lines += branches("next", "", _drop_repeats(details.children), width)
    return lines + _draw_path(details, width)


def fill_lines(texts: Iterable[Line], count: int, width: int) -> DetailLines:
    """Return exactly ``count`` lines: ``texts``, padded with empty lines or cut off at the end."""
    lines = list(texts)
    shown: DetailLines = [(cut_line(line, width), ()) for line in lines[:count]]
    return shown + [([], ()) for _ in range(count - len(shown))]


def _draw_reasons(reasons: Sequence[str], width: int, room: int) -> DetailLines:
    """Return exactly ``room`` lines with as many of the ``reasons`` as fit."""
    lines: list[Line] = [[("─" * width, "muted")]]
    for number, reason in enumerate(reasons):
        wrapped = wrap_text(reason, width)
        # Before the last reason, keep one line for the number of reasons that are left out.
        if len(lines) + len(wrapped) + (number + 1 < len(reasons)) > room and len(lines) > 1:
            lines.append(
                [
                    (
                        f"and {quantity_text.format_count(len(reasons) - number, 'more reason')}",
                        "muted",
                    )
                ]
            )
            break
        lines += [[(text, "")] for text in wrapped]
    return fill_lines(lines, room, width)


def _draw_explanation(details: RowDetails | None, width: int, count: int) -> DetailLines:
    """Return at least ``count`` lines with the reason for the row's result, and the row's outlook.

    The outlook is a sentence on the distance to a win or on a dead end. If there is room, it begins
    on a new line, so that it moves less from row to row.
    """
    if details is None:
        return fill_lines((), count, width)
    lines = [*wrap_text(details.reason, width), *wrap_text(details.outlook, width)]
    if len(lines) > count:
        lines = wrap_text(f"{details.reason} {details.outlook}", width)
    return fill_lines(([(text, "")] for text in lines), max(count, len(lines)), width)


def _drop_repeats(branches: Sequence[TraceBranch]) -> Sequence[TraceBranch]:
    """Return the moves with only one of those that look the same, preferably the selected one."""
    found: dict[tuple[str, str], TraceBranch] = {}
    for branch in branches:
        if branch.is_selected or (branch.sign, branch.result) not in found:
            found[branch.sign, branch.result] = branch
    return [*found.values()]


def _draw_grid(head: str, name: str, branches: Sequence[TraceBranch], width: int) -> DetailLines:
    """Return moves and their results in two lines, aligned in columns.

    Args:
        head: The label on the first line.
        name: The label on the second line.
        branches: The moves and their results.
        width: The width of the pane in columns.
    """
    if not branches:
        return fill_lines((), 2, width)
    label = max(len(head), len(name)) + 1
    columns_ = -(-len(branches) // 2)
    # The columns do not depend on the results, so a move has the same position for every row.
    column = max((width - label) // columns_, 1)
    shown: DetailLines = []
    for line, word in enumerate((head, name)):
        spans: list[Span] = [(f"{word:<{label}}", "muted")]
        targets: list[ClickTarget] = []
        for number, branch in enumerate(branches[line * columns_ : (line + 1) * columns_]):
            start = label + number * column
            size = cell_len(branch.sign)
            words = cut_line(
                [(f" {_shorten_words(branch, column - size - 2)}", "")], column - size - 1
            )
            used = size + measure_width(words)
            spans += [(branch.sign, "selected" if branch.is_selected else ""), *words]
            spans.append((" " * (column - used), ""))
            if branch.row is not None:
                targets.append(ClickTarget(start, start + used, branch.row))
        shown.append((cut_line(spans, width), tuple(targets)))
    return shown


def _shorten_words(branch: TraceBranch, room: int) -> str:
    """Return a move's result, or only its first word if there is not enough room."""
    return branch.result if cell_len(branch.result) <= room else _keep_first_word(branch.result)


def _keep_first_word(result: str) -> str:
    return "-" if result == trace_text.NO_EFFECT else result.split(maxsplit=1)[0]


def _draw_flow(head: str, name: str, branches: Sequence[TraceBranch], width: int) -> DetailLines:
    """Return moves and their results in one line, which ends with the number of moves left out."""
    if not branches:
        return fill_lines((), 1, width)
    spans: list[Span] = [(f"{head} {name}".strip() + ":", "muted")]
    targets: list[ClickTarget] = []
    column = cell_len(spans[0][0])
    texts = [branch.result.replace(" dead", "✗") for branch in branches]
    pairs = zip(branches, texts, strict=True)
    if column + sum(1 + cell_len(branch.sign + words) for branch, words in pairs) > width:
        texts = [_keep_first_word(words) for words in texts]
    for number, (branch, words) in enumerate(zip(branches, texts, strict=True)):
        size = cell_len(branch.sign) + cell_len(words)
        # Before the last move, keep room for the number of moves that are left out.
        left = len(branches) - number
        if column + 1 + size + (cell_len(f" +{left - 1}") if left > 1 else 0) > width:
            spans.append((f" +{left}", "muted"))
            break
        spans += [(" ", ""), (branch.sign, "selected" if branch.is_selected else ""), (words, "")]
        if branch.row is not None:
            targets.append(ClickTarget(column + 1, column + 1 + size, branch.row))
        column += 1 + size
    return [(cut_line(spans, width), tuple(targets))]


def _draw_path(details: RowDetails | None, width: int) -> DetailLines:
    """Return one line with the moves that lead to the row, or with only the last ones that fit."""
    path = details.path if details is not None else ()
    spans: list[Span] = [("path ", "muted")]
    targets: list[ClickTarget] = []
    if not path:
        spans.append(("start" if details is not None else "", ""))
    room = width - 5
    # Drop moves from the front until the others fit after an ellipsis.
    while path and sum(cell_len(branch.sign) + 1 for branch in path) > room + 1:
        if spans[-1][0] != "… ":
            spans.append(("… ", "muted"))
            room -= 2
        path = path[1:]
    column = measure_width(spans)
    for branch in path:
        spans += [(branch.sign, ""), (" ", "")]
        if branch.row is not None:
            targets.append(ClickTarget(column, column + cell_len(branch.sign), branch.row))
        column += cell_len(branch.sign) + 1
    return [(cut_line(spans[:-1] if path else spans, width), tuple(targets))]


def draw_queries(view: TraceView, cursor: int, width: int) -> DetailLines:
    """Return a line for the filter and a line for the search, each only if it is active."""
    player = view.player
    lines: DetailLines = []
    for head, text, found in (
        ("only ", (player.filter_text if player is not None else "") or SOLUTION, view.filter),
        ("/", player.search_text if player is not None else "", view.matches),
    ):
        if found is not None:
            rank: list[Span] = [(f" {_format_rank(found, cursor)}", "key")]
            lines.append((justify_line([(head, "key"), (text, "")], rank, width), ()))
    return lines


def draw_query(prompt: str, query: str, width: int) -> DetailLines:
    """Return two lines of help, and a line with the query that is being typed."""
    typed = cut_line([(prompt, "key"), (query, "title"), (" ", "cursor")], width)
    return [*fill_lines(_wrap_help(trace_query.HELP, width), 2, width), (typed, ())]


def draw_foot(view: TraceView, cursor: int, width: int) -> tuple[Line, tuple[ClickTarget, ...]]:
    """Return a line with the cursor's position and, if there is room, a note or some keys."""
    where = f"row {cursor + 1:,} of {view.row_count:,}"
    said = view.background_work
    if not said and view.is_provisional:
        said = "marks are provisional"
    elif not said and view.breakpoints:
        said = quantity_text.format_count(len(view.breakpoints), "break")
    elif not said:
        said = (
            f"{keymap.get_key_hint('design.search')} search  "
            f"{keymap.get_key_hint('design.filter')} filter"
        )
    said = said if len(where) + len(said) + 2 <= width else ""
    return justify_line([(where, "muted")], [(said, "muted")], width), ()


def _format_rank(found: FoundRows, row: int) -> str:
    """Format the number of rows that were found and, if ``row`` is one of them, its rank."""
    count = f"{len(found.rows):,}{'' if found.is_complete else '+'}"
    return f"{found.get_rank(row) + 1:,} of {count}" if found.has_row(row) else count


def _wrap_help(text: str, width: int) -> list[Line]:
    lines: list[Line] = []
    rest = text.split(" · ")
    while rest:
        taken = rest.pop(0)
        while rest and len(taken) + 3 + len(rest[0]) <= width:
            taken += f" · {rest.pop(0)}"
        lines.append([(taken, "muted")])
    return lines
