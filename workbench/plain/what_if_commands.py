"""Commands that try out changes to the level and describe their effects."""

from __future__ import annotations

from functools import partial

from engine.errors import EngineError
from workbench.features.maps import relevance_finder
from workbench.features.whatif.model import WHATIF_JOB, WhatIfModel
from workbench.plain import plain_text
from workbench.plain.command_table import CommandTable
from workbench.plain.plain_state import PlainApp
from workbench.plain.typed_arguments import parse_cell_word
from workbench.service import foreground, tasks

COMMANDS = CommandTable()


@COMMANDS(
    "design.relevance", "list what changes without each object, and which objects change nothing"
)
def _say_relevance(app: PlainApp, rest: list[str]) -> None:
    facts = app.solve_level().facts
    unsought = relevance_finder.explain_missing(facts)
    if unsought is not None:
        raise EngineError(f"what matters is {unsought}")
    job = partial(tasks.find_relevances, app.game, app.session.board, facts)
    found = foreground.run_with_progress(job, foreground.format_search_progress)
    app.say(*plain_text.describe_relevance(app.game, app.picture, facts, found))


@COMMANDS(
    "design.what-if [ROW,COLUMN] [AIM]",
    "list the best single changes towards an aim and what they break, or all changes of a cell",
)
def _try_changes(app: PlainApp, rest: list[str]) -> None:
    cell = parse_cell_word(app, rest[0]) if rest and rest[0][0].isdecimal() else None
    # A first word such as "2,3" is a cell. All other words are the objective.
    aim, session = " ".join(rest if cell is None else rest[1:]), app.session
    found = WhatIfModel(app.game, app.service, lambda act: act(), lambda: None)
    found.objective = aim or found.objective
    wrong = session.improver.find_refusal(found.objective)
    if wrong is not None:
        raise EngineError(wrong)
    found.follow_level(session.level)
    app.service.run_job(WHATIF_JOB, lambda _: f"trying changes: {found.tried_count:,}")
    contents = "" if cell is None else app.game.boards.describe_cell(session.board, *cell)
    app.say(
        *plain_text.describe_what_if(
            found.make_report(cell or (0, 0), contents), of_cell=cell is not None
        )
    )
