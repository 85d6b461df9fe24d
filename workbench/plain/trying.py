"""The orders that try changes of the level out, and say what they would do."""

from __future__ import annotations

from functools import partial

from engine.errors import EngineError
from workbench.features.maps import relevance
from workbench.features.whatif.model import LANE, WhatIf
from workbench.plain import words
from workbench.plain.arguments import cell_at
from workbench.plain.openlevel import OpenLevel
from workbench.plain.orders import Orders
from workbench.service import running, tasks

ORDERS = Orders()


@ORDERS("design.relevance", "what is different without each thing, and which change nothing")
def _relevance(opened: OpenLevel, rest: list[str]) -> None:
    facts = opened.solved().facts
    unsought = relevance.unsought(facts)
    if unsought is not None:
        raise EngineError(f"what matters is {unsought}")
    job = partial(tasks.relevances, opened.game, opened.session.board, facts)
    found = running.run(job, running.positions)
    opened.say(*words.relevance(opened.game, opened.picture, facts, found))


@ORDERS(
    "design.what-if [ROW,COLUMN] [AIM]",
    "what single changes would do for an aim, and break: the best ones, or all of a cell",
)
def _what_if(opened: OpenLevel, rest: list[str]) -> None:
    cell = cell_at(opened, rest[0]) if rest and rest[0][0].isdecimal() else None
    aim, session = " ".join(rest if cell is None else rest[1:]), opened.session
    found = WhatIf(opened.game, opened.service, lambda act: act(), lambda: None)
    found.aim = aim or found.aim
    wrong = session.improver.objection(found.aim)
    if wrong is not None:
        raise EngineError(wrong)
    found.follow(session.level)
    opened.service.settle(LANE, lambda _: f"trying changes: {found.tried:,}")
    contents = "" if cell is None else opened.game.boards.contents(session.board, *cell)
    opened.say(*words.what_if(found.report(cell or (0, 0), contents), of_cell=cell is not None))
