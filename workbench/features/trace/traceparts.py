"""What stands below the rows of a trace.

That is the selected row explained with what is around it, then what was searched for or is being
typed, then where the cursor stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from workbench.commands import keymap
from workbench.features.trace.tracerows import TraceView
from workbench.session.tracing import tracequery
from workbench.session.tracing.tracesearch import FoundRows
from workbench.session.tracing.tracesteps import Branch, RowDetails
from workbench.text import status
from workbench.ui.lines import Line, Span, Target, columns, cut, width_of, wrap

TALL, ROOMY, MIDDLE = 20, 15, 12
"""Lines of a pane from which there is room for all details, and for the most important ones."""
SOLUTION = "the solution"
"""What is listed while the solution is stepped through, where there is no filter."""

Block = list[tuple[Line, tuple[Target, ...]]]
"""Lines, each with what can be clicked on it."""


def block(details: RowDetails | None, width: int, height: int, rows: int) -> Block:
    """The details in as many lines as a pane has for them, however much there is.

    ``width`` and ``height`` are those of the pane, ``rows`` those of the trace.
    """
    if details is not None and details.reasons is not None:
        return _reasons(details.reasons, width, max(height // 2, height - rows - 2, 3))
    if height < MIDDLE:
        return _explained(details, width, 1) + _path(details, width)
    tall = height >= TALL
    lines: Block = [([("─" * width, "muted")], ())] if tall else []
    count = 4 if tall else 3 if height >= ROOMY else 2
    lines += _explained(details, width, count)
    if details is None:
        return lines + filled((), 4 if tall else 2, width) + _path(None, width)
    branches = _grid if tall else _flow
    lines += branches("from", details.before, _distinct(details.siblings), width)
    lines += branches("next", "", _distinct(details.children), width)
    return lines + _path(details, width)


def filled(texts: Iterable[Line], count: int, width: int) -> Block:
    """So many lines, the last one cut if there were more."""
    lines = list(texts)
    shown: Block = [(cut(line, width), ()) for line in lines[:count]]
    return shown + [([], ()) for _ in range(count - len(shown))]


def _reasons(reasons: Sequence[str], width: int, room: int) -> Block:
    """Why conclusions follow, as many of them as there is room for."""
    lines: list[Line] = [[("─" * width, "muted")]]
    for number, reason in enumerate(reasons):
        wrapped = wrap(reason, width)
        if len(lines) + len(wrapped) + (number + 1 < len(reasons)) > room and len(lines) > 1:
            lines.append([(f"and {status.count(len(reasons) - number, 'more reason')}", "muted")])
            break
        lines += [[(text, "")] for text in wrapped]
    return filled(lines, room, width)


def _explained(details: RowDetails | None, width: int, count: int) -> Block:
    """Why and what is ahead, in so many lines, or more where it does not fit in them.

    A line each where there is room, so that what stays the same stays where it is.
    """
    if details is None:
        return filled((), count, width)
    lines = [*wrap(details.reason, width), *wrap(details.outlook, width)]
    if len(lines) > count:
        lines = wrap(f"{details.reason} {details.outlook}", width)
    return filled(([(text, "")] for text in lines), max(count, len(lines)), width)


def _distinct(branches: Sequence[Branch]) -> Sequence[Branch]:
    """Moves that read alike once, as a turn from several places does; the one made stays."""
    found: dict[tuple[str, str], Branch] = {}
    for branch in branches:
        if branch.here or (branch.sign, branch.words) not in found:
            found[branch.sign, branch.words] = branch
    return [*found.values()]


def _grid(head: str, name: str, branches: Sequence[Branch], width: int) -> Block:
    """Moves with what came of them in two columns, at fixed columns for those who step on."""
    if not branches:
        return filled((), 2, width)
    label = max(len(head), len(name)) + 1
    columns_ = -(-len(branches) // 2)
    column = max((width - label) // columns_, 1)
    shown: Block = []
    for line, word in enumerate((head, name)):
        spans: list[Span] = [(f"{word:<{label}}", "muted")]
        targets: list[Target] = []
        for number, branch in enumerate(branches[line * columns_ : (line + 1) * columns_]):
            start = label + number * column
            size = cell_len(branch.sign)
            words = cut([(f" {_words(branch, column - size - 2)}", "")], column - size - 1)
            used = size + width_of(words)
            spans += [(branch.sign, "selected" if branch.here else ""), *words]
            spans.append((" " * (column - used), ""))
            if branch.row is not None:
                targets.append(Target(start, start + used, branch.row))
        shown.append((cut(spans, width), tuple(targets)))
    return shown


def _words(branch: Branch, room: int) -> str:
    """What came of a move, only its first word if there is no room for more."""
    return branch.words if cell_len(branch.words) <= room else branch.words.split()[0]


def _flow(head: str, name: str, branches: Sequence[Branch], width: int) -> Block:
    """Moves with what came of them in one line; how many more there are that do not fit."""
    if not branches:
        return filled((), 1, width)
    spans: list[Span] = [(f"{head} {name}".strip() + ":", "muted")]
    targets: list[Target] = []
    column = cell_len(spans[0][0])
    texts = [branch.words.replace(" dead", "✗") for branch in branches]
    pairs = zip(branches, texts, strict=True)
    if column + sum(1 + cell_len(branch.sign + words) for branch, words in pairs) > width:
        texts = [words.split()[0] for words in texts]
    for number, (branch, words) in enumerate(zip(branches, texts, strict=True)):
        size = cell_len(branch.sign) + cell_len(words)
        left = len(branches) - number
        if column + 1 + size + (cell_len(f" +{left - 1}") if left > 1 else 0) > width:
            spans.append((f" +{left}", "muted"))
            break
        spans += [(" ", ""), (branch.sign, "selected" if branch.here else ""), (words, "")]
        if branch.row is not None:
            targets.append(Target(column + 1, column + 1 + size, branch.row))
        column += 1 + size
    return [(cut(spans, width), tuple(targets))]


def _path(details: RowDetails | None, width: int) -> Block:
    """The moves from the start to the row; the last ones if there are too many."""
    path = details.path if details is not None else ()
    spans: list[Span] = [("path ", "muted")]
    targets: list[Target] = []
    if not path:
        spans.append(("start" if details is not None else "", ""))
    room = width - 5
    while path and sum(cell_len(branch.sign) + 1 for branch in path) > room + 1:
        if spans[-1][0] != "… ":
            spans.append(("… ", "muted"))
            room -= 2
        path = path[1:]
    column = width_of(spans)
    for branch in path:
        spans += [(branch.sign, ""), (" ", "")]
        if branch.row is not None:
            targets.append(Target(column, column + cell_len(branch.sign), branch.row))
        column += cell_len(branch.sign) + 1
    return [(cut(spans[:-1] if path else spans, width), tuple(targets))]


def row_lines(view: TraceView, cursor: int, width: int) -> Block:
    """Filter and search in a line each, while there are any."""
    player = view.player
    lines: Block = []
    for head, text, found in (
        ("only ", (player.filter_text if player is not None else "") or SOLUTION, view.filter),
        ("/", player.search_text if player is not None else "", view.matches),
    ):
        if found is not None:
            rank: list[Span] = [(f" {_rank(found, cursor)}", "key")]
            lines.append((columns([(head, "key"), (text, "")], rank, width), ()))
    return lines


def typing(asked: str, query: str, width: int) -> Block:
    """What is being typed, below what can be."""
    typed = cut([(asked, "key"), (query, "title"), (" ", "cursor")], width)
    return [*filled(_wrapped(tracequery.HELP, width), 2, width), (typed, ())]


def foot(view: TraceView, cursor: int, width: int) -> tuple[Line, tuple[Target, ...]]:
    """Where the cursor stands, and what else there is to know."""
    where = f"row {cursor + 1:,} of {view.rows:,}"
    said = view.looking
    if not said and view.breaks:
        said = status.count(len(view.breaks), "break")
    elif not said:
        said = f"{keymap.key('design.search')} search  {keymap.key('design.filter')} filter"
    said = said if len(where) + len(said) + 2 <= width else ""
    return columns([(where, "muted")], [(said, "muted")], width), ()


def _rank(found: FoundRows, row: int) -> str:
    """The rank of a row among those found, and how many there are."""
    count = f"{len(found.rows):,}{'' if found.complete else '+'}"
    return f"{found.rank(row) + 1:,} of {count}" if found.has(row) else count


def _wrapped(text: str, width: int) -> list[Line]:
    lines: list[Line] = []
    rest = text.split(" · ")
    while rest:
        taken = rest.pop(0)
        while rest and len(taken) + 3 + len(rest[0]) <= width:
            taken += f" · {rest.pop(0)}"
        lines.append([(taken, "muted")])
    return lines
