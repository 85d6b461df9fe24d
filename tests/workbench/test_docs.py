"""The documentation names what there is: files, keys, commands, parameters, facts, rooms."""

from __future__ import annotations

import fnmatch
import re
import sys
import tomllib
from pathlib import Path

import pytest

from engine.game import registry
from workbench import commands
from workbench.cli import PLANNED_VERBS, VERBS
from workbench.cli.support import exit_status
from workbench.commands import keymap

ROOT = Path(__file__).parents[2]
PAGES = [
    *(path.name for path in ROOT.glob("*.md")),
    *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")),
]

KEYS = {
    "README.md": """app.help app.palette design.new-seed design.reroll design.inspect design.what-if
        app.view app.make app.edit app.solve app.play app.open""",
    "docs/app.md": """app.view app.make app.edit app.solve app.play app.open app.palette
        app.messages app.tour app.help design.new-seed design.wish design.generate
        design.inspect design.reroll design.lock-stage design.rebuild design.lock-cell
        design.like-this design.weigh design.edit
        design.cancel
        app.edit edit.select design.symmetrize design.keep-selection design.renew-selection
        design.transform design.symmetrize design.history design.what-if
        design.what-if design.improve whatif.apply design.undo
        design.search design.filter design.breakpoints design.run-on
        design.mode design.solutions design.conclusions design.leaks
        design.optimisation optimizing.finish design.cancel
        optimizing.more optimizing.other-run
        design.improve design.finish design.cancel design.undo
        design.gallery gallery.keep gallery.reject gallery.open gallery.more gallery.save
        gallery.pack
        gallery.gallery-again design.batch app.batches
        design.suggestions suggestions.apply
        design.states design.traps design.relevance
        design.pin play.pin design.intended design.unpin
        design.compare levels.compare design.play play.hint play.warnings play.states play.aim
        play.solution
        play.recordings play.onward design.preview-move design.make-move design.reach
        steering.faces steering.explore levels.modes
        levels.search levels.order design.copy-share design.export levels.paste
        design.layout-everything design.layout-board design.zoom
        design.reload levels.delete levels.undelete""",
    "docs/batch.md": """design.batch batch.finish batch.more batch.order batch.facts batch.open
        batch.back app.batches""",
    "docs/catalogue.md": """levels.open catalogue.open design.cancel catalogue.keep catalogue.reject
        catalogue.undo catalogue.redo catalogue.tag catalogue.note catalogue.order
        catalogue.narrow catalogue.filter catalogue.frequencies catalogue.compare catalogue.more
        catalogue.save catalogue.export catalogue.pack catalogue.reload catalogue.facts
        catalogue.open
        catalogue.generate catalogue.generate catalogue.finish catalogue.back
        app.batches""",
    "docs/gallery.md": """design.gallery gallery.generate gallery.keep gallery.reject gallery.undo
        gallery.redo gallery.open gallery.undo gallery.back gallery.more gallery.drop-alike
        gallery.order gallery.narrow gallery.filter gallery.stack gallery.compare gallery.save
        gallery.pack gallery.save-as gallery.gallery-again gallery.back design.new-seed design.seen
        gallery.gallery-again design.suggestions design.suggestions suggestions.apply
        design.undo design.cancel design.suggestions gallery.save gallery.save gallery.save-as
        gallery.back gallery.back""",
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
        if name.partition(".")[0] in contexts and not name.endswith(".py"):
            assert name in known, name


def test_the_command_line_has_these_verbs_and_statuses() -> None:
    page = "docs/command-line.md"
    verbs = [spans(row[0])[0].split()[0] for row in tables(page, "verb")]
    assert sorted(verbs) == sorted(VERBS)
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
        known = {each.key for each in registry.get_game(game).generator.parameters.parameters}
        for key in re.findall(r"--set ([a-z_]+)=", options):
            assert key in known, (game, key)


@pytest.mark.parametrize("game", ["skiddy", "linjat", "mazing-monk"])
def test_pages_of_games_name_their_parameters_and_facts(game: str) -> None:
    known = registry.get_game(game)
    page = f"docs/{game}.md"
    rows = tables(page, "stage", "parameter")
    named = {key for row in rows for key in spans(row[1])}
    keys = [each.key for each in known.generator.parameters.parameters]
    assert named
    assert all(fnmatch.filter(keys, name.replace("...", "*")) for name in named)
    facts = {fact for row in tables(page, "fact") for fact in spans(row[0])}
    of_all = {"solvable", "complete", "moves", "solution", "states", "states_seen", "dead_states"}
    assert facts and facts <= of_all | set(known.fact_types)


def test_every_strategy_is_reported() -> None:
    named = {spans(row[0])[0] for row in tables("docs/solvers.md", "name") if row[0]}
    assert named == {name for game in registry.list_games() for name in game.solver.strategies}


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
