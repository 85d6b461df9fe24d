"""The documentation names what there is: files, keys, commands, parameters, facts, rooms."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from engine.game import registry
from workbench import commands
from workbench.cli import PLANNED_VERBS
from workbench.cli.support import exit_status
from workbench.commands import keymap

ROOT = Path(__file__).parents[2]
PAGES = [
    *(path.name for path in ROOT.glob("*.md")),
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))),
]
MOST_WORDS = 45_000
"""How many words all pages have at most."""

KEYS = {
    "README.md": """app.help app.palette design.new-seed design.reroll design.inspect design.what-if
        app.view app.make app.edit app.solve app.play app.open""",
    "docs/reference/screens.md": """app.view app.make app.edit app.solve app.play app.open
        app.help app.messages design.edit design.what-if design.traps design.relevance
        design.leaks design.conclusions design.states design.compare design.optimisation
        design.gallery design.suggestions design.seen design.batch app.batches design.play
        levels.modes levels.packs app.experiments""",
    "docs/reference/batches.md": "app.batches",
    "docs/reference/packs-and-runs.md": "levels.modes",
    "docs/reference/improving.md": "app.make",
}
"""For pages that name keys, the commands that these are the keys of, in their order."""


def text(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


def tables(page: str, *heads: str) -> list[list[str]]:
    """The cells of all rows of the tables of a page that begin with some headings."""
    found: list[list[str]] = []
    for table in re.findall(r"(?:^\|.*\n)+", text(page), re.MULTILINE):
        head, _, *rows = (
            [cell.strip() for cell in row[1:-1].split("|")] for row in table.splitlines()
        )
        if head[: len(heads)] == list(heads):
            found += rows
    return found


def spans(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def anchors(page: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.*)$", text(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    shown = re.sub(r"```.*?```", "", text(page), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)]+)\)", shown) + re.findall(r'src="([^"]+)"', shown)
    for link in links:
        name, _, anchor = link.partition("#")
        if "://" in link:
            continue
        target = (ROOT / page).parent / name if name else ROOT / page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(str(target.resolve().relative_to(ROOT))), link


def test_the_front_page_is_short() -> None:
    assert len(text("README.md").encode()) <= 7_000


@pytest.mark.parametrize("page", KEYS)
def test_keys_are_those_of_their_commands(page: str) -> None:
    named = re.findall(r"`([A-Za-z?/]|[a-z] [a-z0-9]|ctrl\+[a-z]|enter|esc)`", text(page))
    expected = [commands.get_command(name).keys[0] for name in KEYS[page].split()]
    assert named == [key if "+" in key else keymap.format_key(key) for key in expected]


@pytest.mark.parametrize("page", PAGES)
def test_named_commands_exist(page: str) -> None:
    contexts = {command.context for command in commands.list_commands()}
    known = {command.id for command in commands.list_commands()}
    for name in re.findall(r"`([a-z]+\.[a-z-]+)`", text(page)):
        if name.partition(".")[0] in contexts and not name.endswith((".py", ".toml")):
            assert name in known, name


def test_the_command_line_has_these_statuses_and_planned_verbs() -> None:
    page = "docs/reference/command-line.md"
    assert all(f"`{verb}`" in text(page) for verb in PLANNED_VERBS)
    statuses = {
        value for name, value in vars(exit_status).items() if name.isupper() and name[0] != "_"
    }
    named = re.findall(r"^\| (\d+) \|", text(page), re.MULTILINE)
    assert statuses == {int(number) for number in named}


@pytest.mark.parametrize("page", PAGES)
def test_set_names_parameters(page: str) -> None:
    for example in re.findall(r"workbench generate ([a-z-]+)([^\n#]*)", text(page)):
        game, options = example
        if game not in registry.list_names():  # made on its page
            continue
        known = {each.key for each in registry.get_game(game).generator.parameters.parameters}
        for key in re.findall(r"--set ([a-z_]+)=", options):
            assert key in known, (game, key)


@pytest.mark.parametrize("game", ["skiddy", "linjat", "mazing-monk"])
def test_pages_of_games_name_their_facts(game: str) -> None:
    known = registry.get_game(game).fact_types
    rows = tables(f"docs/reference/{game}.md", "fact", "meaning")
    facts = {fact for row in rows for fact in spans(row[0])}
    of_all = {"solvable", "complete", "moves", "solution", "states", "states_seen", "dead_states"}
    derived = {"needed_rules", "leaks"}
    assert facts and facts <= of_all | derived | set(known)


def test_every_strategy_is_explained() -> None:
    rows = tables("docs/explanation/solvers.md", "game", "strategy")
    named = {name for row in rows for name in spans(row[1])}
    assert named == {name for game in registry.list_games() for name in game.solver.strategies}


def test_pages_have_no_more_words_than_a_reader_can_take() -> None:
    # The bars of tables are no words.
    counts = {page: len(text(page).replace("|", " ").split()) for page in PAGES if "/" in page}
    assert sum(counts.values()) <= MOST_WORDS, counts


def test_pictures_of_boards_are_those_of_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    import pictures

    pictures.boards(tmp_path)
    sys.modules.pop("pictures")
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (ROOT / "docs/pictures" / path.name).read_bytes()


def test_the_picture_of_packages_is_the_contract() -> None:
    contracts = tomllib.loads(text("pyproject.toml"))["tool"]["importlinter"]["contracts"]
    orders = {each["id"]: each["layers"] for each in contracts if each["type"] == "layers"}
    page = text("docs/architecture.md")
    for name, which in (("workbench", "workbench"), ("engine", "layers")):
        block = re.search(rf"^```{name}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
        assert block is not None
        drawn = [line.split("  ")[0] for line in block[1].splitlines() if line[:1] != " "]
        assert drawn == orders[which]


def test_paths_in_the_architecture_exist() -> None:
    for name in re.findall(
        r"`((?:engine|workbench|tests|docs)/[\w/<>.]+)`", text("docs/architecture.md")
    ):
        if "<" not in name:
            assert (ROOT / name).exists(), name
