"""The orders by which levels of a gallery are made, described, kept, rejected and saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from engine import workshop
from engine.catalogue.importing import Facts, facts_of
from engine.errors import EngineError, quoted, similar
from engine.files.storage import absolute
from engine.game import registry
from engine.staging.generation import Recipe
from engine.values.budget import Control
from engine.values.level import Level
from workbench.document.document import Document
from workbench.drawing import thumbnails
from workbench.features.collection import cataloguing, keeping
from workbench.features.collection.gallery import Gallery
from workbench.features.collection.journal import Journal, game_of, is_of_seen, journals
from workbench.features.collection.making import LANE, NUMBER, WAYS, GalleryFilling, wish_of
from workbench.features.collection.words import find_orders
from workbench.folders.catalogues import wrong_name
from workbench.folders.resources import as_path
from workbench.plain.arguments import settings_in
from workbench.plain.openlevel import OpenLevel
from workbench.plain.orders import Orders
from workbench.plain.talk import place_of, whole_number
from workbench.service import running
from workbench.text import verdict
from workbench.text.status import count, sentence
from workbench.theme import theming
from workbench.ui.wall.wall import Choice

ORDERS = Orders()
MOST = 1_000
"""Levels that are made at a time."""


def gallery_of(opened: OpenLevel) -> Gallery:
    """The gallery that is chosen in.

    Raises:
        EngineError: none is.
    """
    if opened.gallery is None:
        raise EngineError("no gallery is open; type: gallery new, or: gallery earlier")
    return opened.gallery


# Which gallery.


@ORDERS("design.gallery [GAME] [N] [KEY=VALUE]...", word="gallery new")
def _new(opened: OpenLevel, rest: list[str]) -> None:
    """Makes levels by the parameters of the level at hand, or by others."""
    settings, named = settings_in(rest)
    game = registry.get(named.pop(0)) if named and not named[0].isdecimal() else None
    number = _wanted(named)
    if game is None and not settings:
        maker = opened.session.maker
        if opened.session.stages.complete:
            raise EngineError("every stage is locked: all levels would be the same")
        if maker.refusal:
            raise EngineError(maker.refusal)
        wish = wish_of(maker.wanted, opened.document.level)
    else:
        game = game or opened.game
        recipe = Recipe(0, 0, game.parameters.complete(settings))
        wish = workshop.level_by(game, recipe, game.boards.blank(*workshop.usual_size(game)))
    journal = Journal.new(opened.state.galleries, wish.game)
    opened.gallery = Gallery.begin(wish, journal)
    _run(opened, lambda filling: filling.fill(number))


@ORDERS("gallery earlier", "the galleries that there are, the last one first")
def _earlier(opened: OpenLevel, rest: list[str]) -> None:
    """Lists the galleries that there are, the last one first."""
    found = journals(opened.state.galleries)
    if not found:
        opened.say("No gallery yet; type gallery new.")
    for number, path in enumerate(found, start=1):
        seen = ", seen while designing" if is_of_seen(path) else ""
        opened.say(f"{number}: {game_of(path)}, {path.name.split('-', 1)[0]}{seen}, {path.name}.")


@ORDERS("design.gallery-again [N]", word="gallery open")
def _open(opened: OpenLevel, rest: list[str]) -> None:
    """Goes on with one of those that were listed."""
    found = journals(opened.state.galleries)
    number = whole_number(rest[0], "the number of a gallery") if rest else 1
    if not 1 <= number <= len(found):
        raise EngineError(f"expected a gallery from 1 to {len(found)}, found {number}")
    opened.gallery = Gallery.at(found[number - 1])
    _list(opened, [])


@ORDERS("design.seen", word="gallery seen")
def _seen(opened: OpenLevel, rest: list[str]) -> None:
    """Turns to the levels that were generated since the start."""
    gallery = opened.seen.of(opened.game.name)
    if gallery is None:
        raise EngineError("nothing generated yet; type generate")
    opened.gallery = gallery
    _list(opened, [])


# Making.


def _wanted(words: list[str]) -> int:
    """How many levels are to be made.

    Raises:
        EngineError: none, or more than anybody looks through one by one.
    """
    number = whole_number(words[0], "how many levels") if words else NUMBER
    if not 1 <= number <= MOST:
        found = f"expected 1 to {MOST:,} levels, found {number:,}"
        raise EngineError(f"{found}; workbench batch makes more")
    return number


@ORDERS("gallery.generate [N]", word="gallery make")
def _make(opened: OpenLevel, rest: list[str]) -> None:
    number = _wanted(rest)
    _run(opened, lambda filling: filling.fill(number))


@ORDERS("gallery.more N WAY", word="gallery more")
def _more(opened: OpenLevel, rest: list[str]) -> None:
    gallery = gallery_of(opened)
    number, ways = place_of(rest[0], len(gallery.exhibits)), [way for way, _ in WAYS.values()]
    if rest[1] not in ways:
        raise EngineError(f"expected {', '.join(ways)}, found {quoted(rest[1])}")
    _run(opened, lambda filling: filling.vary(number, rest[1]))


def _run(opened: OpenLevel, begin: Callable[[GalleryFilling], None]) -> None:
    """Makes levels, and says which were found, also of what was interrupted."""
    gallery = gallery_of(opened)
    before = len(gallery.exhibits)
    filling = GalleryFilling(opened.service, gallery, lambda act: act(), lambda _: None)

    def describe(control: Control) -> str:
        """How many there are so far."""
        run = filling.run
        found = f"{run.found} of {run.wanted} levels" if run is not None else "making levels"
        return f"{found}, {sum(control.rejections.values()):,} refused for the next"

    begin(filling)
    try:
        opened.service.settle(LANE, describe)
    finally:
        made = range(before, len(gallery.exhibits))
        opened.say(f"{count(len(made), 'level')} made.", *(_line(gallery, n) for n in made))
        _complain(opened, gallery)


# Words.


@ORDERS(
    "gallery list", "the levels that are shown, those that are alike in one line", also="gallery"
)
def _list(opened: OpenLevel, rest: list[str]) -> None:
    gallery = gallery_of(opened)
    opened.say(
        f"{'Seen' if gallery.seen else 'Gallery'} of {gallery.game.title}: "
        f"{count(len(gallery.exhibits), 'level')}, {len(gallery.kept)} kept."
    )
    for stack in gallery.stacks:
        top = gallery.top_of(stack)
        others = [str(n + 1) for n in stack if n != top]
        alike = f" Alike: {', '.join(others)}." if others else ""
        opened.say(f"{_line(gallery, top)}{alike}")


def _line(gallery: Gallery, number: int) -> str:
    """A level in a line: its number, its title, its facts, what was decided."""
    exhibit = gallery.exhibits[number]
    facts = " ".join(verdict.caption(gallery.game, exhibit.facts))
    path = gallery.saved.get(number)
    decided = [gallery.choices.get(number, ""), f"saved {path}" if path else ""]
    parts = [exhibit.origin or exhibit.level.title, facts, *decided]
    return f"{number + 1}: {', '.join(part for part in parts if part)}."


@ORDERS("gallery show N", "one level with its board as characters, and all of its facts in words")
def _show(opened: OpenLevel, rest: list[str]) -> None:
    gallery = gallery_of(opened)
    number = place_of(rest[0], len(gallery.exhibits))
    exhibit, game = gallery.exhibits[number], gallery.game
    picture, theme = game.boards.picture(exhibit.level.board), theming.load_shipped("ascii")
    drawn = thumbnails.draw(picture, theme, game.name)
    opened.say(_line(gallery, number))
    opened.say(*("".join(text for text, _ in line).rstrip() for line in drawn))
    parts = [verdict.sentence(game, exhibit.facts), *verdict.counts(exhibit.facts)]
    opened.say(sentence("; ".join(parts)))


# Choosing.


def _choose(choice: Choice, opened: OpenLevel, rest: list[str]) -> None:
    """Keeps or rejects levels by their numbers, or takes that back of what is so already."""
    gallery = gallery_of(opened)
    numbers = [place_of(word, len(gallery.exhibits)) for word in rest]
    again = all(gallery.choices.get(n) == choice for n in numbers)
    gallery.choose(numbers, "" if again else choice)
    opened.say(*(_line(gallery, n) for n in numbers))
    _complain(opened, gallery)


def _turn_back(turn: Callable[[Gallery], bool], opened: OpenLevel, rest: list[str]) -> None:
    gallery = gallery_of(opened)
    if not turn(gallery):
        raise EngineError(f"nothing to {turn.__name__}")
    opened.say(f"{len(gallery.kept)} kept.")


ORDERS("gallery.keep N...", word="gallery keep")(partial(_choose, "kept"))
ORDERS("gallery.reject N...", word="gallery reject")(partial(_choose, "rejected"))
ORDERS("gallery.undo", word="gallery undo")(partial(_turn_back, Gallery.undo))
ORDERS("gallery.redo", word="gallery redo")(partial(_turn_back, Gallery.redo))


@ORDERS("gallery.order KEY", word="gallery order")
def _order(opened: OpenLevel, rest: list[str]) -> None:
    gallery = gallery_of(opened)
    known, showing = find_orders(gallery), gallery.showing
    if rest[0] not in known:
        raise EngineError(f"no such fact: {quoted(rest[0])}; {similar(rest[0], known, '')}")
    falling = rest[0] == showing.sort and not showing.falling
    gallery.show(replace(showing, sort=rest[0], falling=falling))
    _list(opened, [])


@ORDERS("gallery.filter [EXPR]...", word="gallery filter")
def _filter(opened: OpenLevel, rest: list[str]) -> None:
    """Shows only levels that an expression holds for; without one, all."""
    gallery = gallery_of(opened)
    gallery.show(replace(gallery.showing, where=" ".join(rest)))
    _list(opened, [])


# Going on with what was chosen.


@ORDERS("gallery.open N", word="gallery take")
def _take(opened: OpenLevel, rest: list[str]) -> None:
    """Makes a level the one at hand, where undo edit takes that back, else opens it."""
    gallery = gallery_of(opened)
    number = place_of(rest[0], len(gallery.exhibits))
    gallery.cursor = number
    gallery.keep_place()
    level = gallery.exhibits[number].level
    if opened.is_open and opened.game.name == level.game:
        opened.run(partial(opened.session.take, level, f"gallery level {number + 1}"))
    elif opened.may_leave():
        opened.take(Document(level))
    opened.introduce()


@ORDERS("gallery.save PATTERN", word="gallery save")
def _save(opened: OpenLevel, rest: list[str]) -> None:
    """Saves what is kept and in no file yet, under a pattern of names."""
    gallery = gallery_of(opened)
    pattern = " ".join(rest)
    if not keeping.unsaved(gallery):
        raise EngineError("nothing kept that is not saved")
    problem = keeping.wrong(gallery, pattern)
    if problem is not None:
        raise EngineError(problem)
    saved = keeping.save(gallery, pattern)
    if saved.paths:
        gallery.apply({"saved": {str(n): str(absolute(path)) for n, path in saved.paths.items()}})
    opened.say(*(f"Saved {path}." for path in saved.paths.values()))
    if saved.problem:
        raise EngineError(f"not the rest: {saved.problem}")


@ORDERS("gallery.save-as FILE", word="gallery catalogue")
def _catalogue(opened: OpenLevel, rest: list[str]) -> None:
    """Adds all levels with what was decided about each to a catalogue."""
    gallery = gallery_of(opened)
    name = " ".join(rest)
    problem = wrong_name(name)
    if problem is not None:
        raise EngineError(f"{quoted(name)}: {problem}")

    def facts(level: Level) -> Facts:
        """All facts of a level, with how far the search for them is."""
        return running.run(partial(facts_of, level), running.positions)

    added = cataloguing.add_levels(as_path(name), cataloguing.marked_levels(gallery), facts)
    opened.say(f"{as_path(name)}: {added}.")


def _complain(opened: OpenLevel, gallery: Gallery) -> None:
    if gallery.unkept:
        opened.say(f"Not kept for later: {gallery.unkept}.")
