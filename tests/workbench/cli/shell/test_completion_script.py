"""Completion in the shells themselves, as far as they are installed."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from commanding import refused

from engine.game import registry
from workbench.cli import SUBCOMMANDS, VERBS
from workbench.cli.completion import SHELLS
from workbench.cli.shell.completion_script import build_script

Complete = Callable[[str], list[str]]

NAMES = {"bash": "workbench.bash", "zsh": "_workbench", "fish": "workbench.fish"}
"""The name of the script for each shell; zsh wants its own."""
CASES = {
    "workbench so": {"solve"},
    "workbench catalogue ": {*SUBCOMMANDS["catalogue"]},
    "workbench help cat": {"catalogue"},
    "workbench completion ": {*SHELLS},
    "workbench solve --strat": {"--strategy"},
    "workbench generate ": {*registry.list_names()},
    "workbench games skiddy neigh": {"neighbours"},
    "workbench generate skiddy --set neigh": {"neighbours="},
    "workbench generate skiddy --set preset=": {"usual", "gentle", "tricky", "fiendish"},
    "workbench generate skiddy --set cols=5 --set preset=t": {"tricky"},
    "workbench batch linjat -p uniq": {"unique="},
    "workbench batch linjat -p unique=": {"true", "false"},
    "workbench generate mazing-monk -p difficulty=": {*map(str, range(1, 11))},
    "workbench solve --set recount=": {"false", "true"},
    "workbench catalogue stats --histogram touch": {"touching"},
    "workbench generate skiddy --where touch": {"touching"},
    "workbench rate --sort touch": {"touching"},
    "workbench validate --format ": {"text", "json", "github", "junit"},
    "workbench --color=al": {"always"},
    "workbench solve --color n": {"never"},
    "workbench solve le": {"level.toml"},
    "workbench catalogue query le": {"level.db"},
}
"""Lines, each with the words that complete its last one; parts before = are left out."""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with the script of each shell, named as zsh wants it, and some files."""
    folder = tmp_path_factory.mktemp("completion")
    for shell, name in NAMES.items():
        (folder / name).write_text(build_script(shell))
    (folder / "files").mkdir()
    for name in ("level.toml", "level.db", "level.svg"):
        (folder / "files" / name).touch()
    return folder


def require_shell(name: str) -> str:
    """Return the path of a shell, or skip the test if it is not installed."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def split_words(line: str) -> list[str]:
    """Divide a line into words as bash does, which divides at = and : too."""
    words = re.findall(r"[=:]+|'[^']*'?|\"[^\"]*\"?|[^\s=:]+", line)
    return [*words, ""] if line.endswith(" ") else words


@pytest.fixture
def bash(scripts: Path) -> Complete:
    """Complete a line in bash, without a terminal."""
    shell = require_shell("bash")
    program = (
        f"source {scripts}/workbench.bash; COMP_LINE=$1; COMP_POINT=${{#1}}; shift\n"
        'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _workbench; printf "%s\\n" "${COMPREPLY[@]}"'
    )

    def complete(line: str) -> list[str]:
        done = subprocess.run(
            [shell, "--norc", "-c", program, "bash", line, *split_words(line)],
            capture_output=True, text=True, check=True, cwd=scripts / "files",
        )  # fmt: skip
        said = [each for each in done.stderr.splitlines() if "not currently executing" not in each]
        assert said == []
        return done.stdout.splitlines()

    return complete


@pytest.fixture
def fish(scripts: Path) -> Complete:
    """Complete a line in fish, without a terminal."""
    shell = require_shell("fish")
    program = f"source {scripts}/workbench.fish; complete -C $argv[1]"

    def complete(line: str) -> list[str]:
        done = subprocess.run(
            [shell, "--no-config", "-c", program, "--", line],
            capture_output=True, text=True, check=True, cwd=scripts / "files",
            env=os.environ | {"HOME": str(scripts)},
        )  # fmt: skip
        assert done.stderr == ""
        words = [each.partition("\t")[0] for each in done.stdout.splitlines()]
        return [re.sub("^.*=(?=.)", "", word) for word in words]

    return complete


class ZshTerminal:
    """An interactive zsh, which completes only in a terminal."""

    def __init__(self, shell: str, scripts: Path) -> None:
        environment = {**os.environ, "TERM": "dumb", "HOME": str(scripts), "COLUMNS": "200"}
        self.process, self._terminal = pty.fork()
        if self.process == 0:
            os.chdir(scripts / "files")
            os.execve(shell, [shell, "-f", "-i"], environment)
        start = f"PS1='READY> '; fpath=({scripts} $fpath); autoload -U compinit; compinit -u -D"
        self._send(f"{start}; LISTMAX=1000; zstyle ':completion:*' list-colors ''\n")
        self._read_until("READY> ", after=1)

    def complete(self, line: str) -> list[str]:
        """Return what zsh writes when Tab is pressed after a line, word by word."""
        self._send(f"\x15{line}\t\x04")
        text = self._read_quietly()
        self._send("\x15")
        self._read_quietly()
        return text.split()

    def close(self) -> None:
        os.close(self._terminal)
        os.waitpid(self.process, 0)

    def _send(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def _read_until(self, mark: str, after: int) -> None:
        text, end = "", time.monotonic() + 30
        while text.count(mark) <= after and time.monotonic() < end:
            if select.select([self._terminal], [], [], 0.5)[0]:
                text += os.read(self._terminal, 65536).decode(errors="replace")

    def _read_quietly(self) -> str:
        text, quiet = "", time.monotonic() + 3
        while time.monotonic() < quiet:
            if select.select([self._terminal], [], [], 0.2)[0]:
                text += os.read(self._terminal, 65536).decode(errors="replace")
                quiet = time.monotonic() + 1
        return re.sub(r"\x1b\[[\d?]*[A-Za-z]|[\r\x07]", " ", text)


@pytest.mark.parametrize("line", CASES)
def test_bash_completes(bash: Complete, line: str) -> None:
    assert {*bash(line)} == CASES[line]


def test_bash_completes_within_an_expression(bash: Complete) -> None:
    assert bash("workbench rate --where 'moves>3 and touch") == ["moves>3 and touching"]
    assert bash("workbench catalogue stats --density moves,touch") == ["moves,touching"]
    assert set(bash("workbench ")) == {*VERBS, "help"}


@pytest.mark.parametrize("line", CASES)
def test_fish_completes(fish: Complete, line: str) -> None:
    assert {*fish(line)} == CASES[line]


@pytest.mark.parametrize("way", ["source {}", 'eval "$(cat {})"', "source <(cat {})"])
def test_zsh_takes_the_script_in_any_way(scripts: Path, way: str) -> None:
    shell = require_shell("zsh")
    start = "autoload -U compinit; compinit -u -D; "
    program = start + way.format(scripts / "_workbench") + "; print $_comps[workbench]"
    done = subprocess.run([shell, "-f", "-c", program], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("_shtab_workbench\n", "")


def test_zsh_completes(scripts: Path) -> None:
    shell = require_shell("zsh")
    terminal = ZshTerminal(shell, scripts)
    try:
        for line, words in CASES.items():
            shown = " ".join(terminal.complete(line))
            for word in words:
                assert word.rstrip("=") in shown, (line, shown)
    finally:
        terminal.close()


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts_are_valid(scripts: Path, shell: str) -> None:
    program = require_shell(shell)
    script = scripts / NAMES[shell]
    done = subprocess.run([program, "-n", str(script)], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_verb_prints_the_script(run, shell: str) -> None:
    assert run("completion", shell) == (0, build_script(shell), "")
    refused(run("completion", shell, "x"), "unrecognized arguments: x")


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts_know_every_key_and_value(shell: str) -> None:
    script = build_script(shell)
    for game in registry.list_games():
        for parameter in game.parameters.parameters:
            assert parameter.key in script
            assert parameter.kind == "expression" or f"{game.name}:{parameter.key}" in script
            assert all(choice in script for choice in parameter.choices)


def test_shtab_is_loaded_for_no_other_verb() -> None:
    script = (
        "import sys; from workbench.cli import main; main(['games']); print('shtab' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "False"
