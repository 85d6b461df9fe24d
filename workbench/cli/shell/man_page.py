"""The manual page. Run ``python -m workbench.cli.shell.man_page > docs/workbench.1`` to renew it.

It is written here rather than by argparse-manpage, whose pages differ with the version of Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

from workbench.cli.shell.command_tree import ROOT_DESCRIPTION, build_parser
from workbench.cli.support.argument_parser import VerbParser
from workbench.terminal import command_line_output

_COMMON = ("help", "version", "color", "quiet")
"""The options of every verb, which the page describes once."""
_PREFACE = """\
Without a verb, the command opens the app: on the working folder, or on the folder, level, pack or
catalogue that is named. A verb does its work without a screen, and prints text or, with
--json, one JSON object for each input. A level named - is read from standard input. Words after
-- are no options."""
_STATUSES = {
    "0": "Done, with a positive answer.",
    "1": "Done, with a negative answer: unsolvable, not unique, problems found, aim not reached.",
    "2": "Wrong usage, or an input that the verb cannot accept.",
    "3": "Undecided within the limits of the search.",
    "130": "Interrupted.",
}
_VARIABLES = {
    "NO_COLOR": "If it is set and not empty, nothing is coloured.",
    "FORCE_COLOR, CLICOLOR_FORCE": "If it is set and neither empty nor 0, output is coloured "
    "even where it goes to a pipe or a file.",
    "CLICOLOR": "If it is 0, output is not coloured.",
    "PUZZLE_WORKBENCH_THEME": "The name of the theme to draw with.",
    "COLUMNS": "The width of the help.",
}


def format_page() -> str:
    """Return the manual page in the man format of roff, with a section for each verb."""
    root = build_parser()
    summary = ROOT_DESCRIPTION[:1].lower() + ROOT_DESCRIPTION[1:].rstrip(".")
    lines = ['.TH WORKBENCH 1 "" "Puzzle Workbench" "User Commands"', ".SH NAME"]
    lines += [f"workbench \\- {_escape(summary)}", ".SH SYNOPSIS"]
    lines += [".B workbench", "[\\fIOPTION\\fR ...] [\\fIFILE\\fR]", ".br"]
    lines += [".B workbench", "\\fIVERB\\fR [\\fIOPTION\\fR ...] [\\fIARGUMENT\\fR ...]"]
    lines += [".SH DESCRIPTION", *map(_escape, _PREFACE.splitlines()), ".SH OPTIONS"]
    lines += _format_options(root, own=False)
    lines += [".SH VERBS"]
    for parser in _walk_verbs(root):
        lines += [f".SS {_escape(parser.prog)}", f"{_escape(parser.description or '')}."]
        lines += [".P", *_format_synopsis(parser), *_format_options(parser, own=True)]
    lines += [".SH EXIT STATUS", *_format_definitions(_STATUSES)]
    lines += [".SH ENVIRONMENT", *_format_definitions(_VARIABLES)]
    return "\n".join(lines) + "\n"


def _walk_verbs(parser: argparse.ArgumentParser) -> Iterator[VerbParser]:
    """Yield the parser of each verb, or of each sub-command for a verb that has them."""
    for action in parser._actions:
        if isinstance(action.choices, Mapping):
            for inner in action.choices.values():
                nested = [*_walk_verbs(inner)]
                yield from nested or [inner]


def _format_synopsis(parser: VerbParser) -> Iterator[str]:
    words = []
    for action in _list_actions(parser, own=True):
        name = f"\\fI{_escape(_name_value(action))}\\fR"
        if not action.option_strings:
            name += " ..." if action.nargs == "+" else ""
            words.append(f"[{name}]" if action.nargs == "?" else name)
        elif action.required:
            words.append(f"\\fB{_escape(max(action.option_strings, key=len))}\\fR {name}")
    yield f".B {_escape(parser.prog)}"
    yield " ".join(["[\\fIOPTION\\fR ...]", *words])


def _format_options(parser: VerbParser, *, own: bool) -> Iterator[str]:
    """Yield the arguments of a parser with their help; those of every verb only unless ``own``."""
    for action in _list_actions(parser, own=own):
        value = "" if action.nargs == 0 else f"\\fI{_escape(_name_value(action))}\\fR"
        names = sorted(action.option_strings, key=len)
        title = ", ".join(f"\\fB{_escape(name)}\\fR" for name in names)
        text = (action.help or "") % {**vars(action), "prog": parser.prog}
        # The version is hidden from the help of verbs, which would otherwise be longer.
        text = "show the version and exit" if action.dest == "version" else text
        yield from (".TP", " ".join(filter(None, (title, value))), f"{_escape(text)}.")


def _list_actions(parser: VerbParser, *, own: bool) -> Iterator[argparse.Action]:
    for action in parser._actions:
        shown = action.help is not argparse.SUPPRESS or (action.dest == "version" and not own)
        common = own and action.dest in _COMMON and action.option_strings
        if shown and not common and not isinstance(action.choices, Mapping):
            yield action


def _name_value(action: argparse.Action) -> str:
    """Return the placeholder for a value, or its choices if there is none."""
    if isinstance(action.metavar, str):
        return action.metavar
    return "|".join(map(str, action.choices)) if action.choices else action.dest.upper()


def _format_definitions(definitions: Mapping[str, str]) -> Iterator[str]:
    for name, text in definitions.items():
        yield from (".TP", f"\\fB{_escape(name)}\\fR", _escape(text))


def _escape(text: str) -> str:
    """Escape text for roff, where a backslash, a dash and a point at a line's start are special."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped


if __name__ == "__main__":
    command_line_output.write_content(format_page())
