"""The parser of the whole command line agrees with those of the verbs."""

from __future__ import annotations

import pytest
from commanding import Run

from workbench.cli import SUBCOMMANDS, VERBS
from workbench.cli.shell.command_tree import build_parser


@pytest.mark.parametrize(
    "command",
    [
        *([verb] for verb in VERBS if verb not in SUBCOMMANDS),
        *([verb, name] for verb in SUBCOMMANDS for name in SUBCOMMANDS[verb]),
        ["help"],
    ],
    ids=" ".join,
)
def test_every_command_has_its_parser(
    command: list[str], capfd: pytest.CaptureFixture[str], run: Run
) -> None:
    with pytest.raises(SystemExit):
        build_parser().parse_args([*command, "--help"])
    output = capfd.readouterr().out
    assert f"workbench {' '.join(command)}" in output
    if command != ["help"]:
        assert output.split()[-1] == run(*command, "--help")[1].split()[-1]
