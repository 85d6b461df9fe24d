"""What must hold of every level that is made: an expression, set with the parameters."""

from __future__ import annotations

import re

from engine.errors import ParameterError
from engine.values.parameters import WHERE, Parameter
from engine.values.ranges import Range
from workbench.commands.keymap import key
from workbench.session.making import values
from workbench.session.making.maker import Maker
from workbench.session.making.sheet import Sheet

_NAME = re.compile(r"[a-z_.]+")


def wished(sheet: Sheet) -> str:
    """Return the wish of a sheet as it is typed; empty for none."""
    return values.typed(wish := _wish_parameter(sheet), sheet.value(wish))


def objection(maker: Maker, text: str) -> str | None:
    """Say what is wrong with a wish, or in its way; None if nothing is."""
    try:
        wrong = maker.refusal_of(_with_wish(maker, text))
    except ParameterError as problem:
        wrong = str(problem)
    return wrong.removeprefix(f"{WHERE.key}: ") or None


def take(maker: Maker, text: str) -> str:
    """Have every level meet a wish from now on, and say what the next ones will be like."""
    typed = text.strip()
    sheet = _with_wish(maker, typed)
    maker.set_sheet(f"wish {typed}" if typed else "no wish", sheet)
    return _summarize_demands(sheet, typed)


def _with_wish(maker: Maker, text: str) -> Sheet:
    """Return the sheet with a wish, without those defaults of the same facts that exclude it.

    Raises:
        ParameterError: it is too long.
    """
    sheet = maker.sheet.without_freed()
    wish = _wish_parameter(sheet)
    sheet = sheet.with_value(wish, wish.parse(text) if text.strip() else None)
    if not maker.refusal_of(sheet):
        return sheet
    named = [
        parameter
        for parameter in sheet.judges
        if parameter.key in _NAME.findall(text)
        and sheet.is_default(parameter)
        and isinstance(sheet.value(parameter), Range)
        and not parameter.boolean
    ]
    if maker.refusal_of(sheet.with_freed(*named)):
        return sheet
    for parameter in tuple(named):  # those that are not in the way stay as they are
        others = [other for other in named if other is not parameter]
        if not maker.refusal_of(sheet.with_freed(*others)):
            named = others
    return sheet.with_freed(*named)


def _summarize_demands(sheet: Sheet, typed: str) -> str:
    """Say what the next levels will be like: the wish, and whatever else is demanded of them."""
    keys = [key(f"design.{way}") for way in ("new-seed", "gallery", "batch")]
    made = f"{', '.join(keys[:-1])} and {keys[-1]} make such levels"
    demands = ", ".join(sheet.demands)
    said = f"{made}: {typed}" if typed else "no wish"
    if demands:
        said += f" · also {demands}" if typed else f" · levels must have {demands}"
    usual = sheet.without_freed()
    freed = (p for p in sheet.judges if p.key in sheet.freed)
    given_up = ", ".join(f"{p.key}={values.shown(p, usual.value(p))}" for p in freed)
    return f"{said} · no longer {given_up}" if given_up else said


def _wish_parameter(sheet: Sheet) -> Parameter:
    """Return the parameter that holds the wish."""
    return sheet.game.parameters[WHERE.key]
